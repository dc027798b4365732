//! Several drawings side by side in one: the storeys of a house as plans that can be compared.

use super::{Colour, Drawing, Point};

/// Share of a panel's width that is left free before the next one.
const GAP: f64 = 0.06;
/// Free height under a panel, for its title, as a share of its longer side.
const ROW: f64 = 0.1;
const INK: Colour = Colour::hex(0x2d_3033);

impl Drawing {
    /// Drawings in plan next to each other from left to right, each as wide as `low` to `high` (plan corners in metres)
    /// and with its title under it. Layers of one name become one.
    pub fn beside(panels: Vec<(String, Self)>, low: [f64; 2], high: [f64; 2]) -> Self {
        let across = panels.len();
        Self::in_rows(panels, low, high, across)
    }

    /// As [`Drawing::beside`], in rows of so many panels.
    pub fn in_rows(panels: Vec<(String, Self)>, low: [f64; 2], high: [f64; 2], across: usize) -> Self {
        let origin = panels.first().map_or([0.0; 3], |(_, drawing)| drawing.origin);
        let mut whole = Self::around(origin);
        let [width, depth] = [high[0] - low[0], high[1] - low[1]];
        let (per_row, pitch) = (across.max(1), depth + ROW * depth.max(width));
        for (number, (title, panel)) in panels.into_iter().enumerate() {
            let (row, place) = (number / per_row, number % per_row);
            let (right, down) = (place as f64 * width * (1.0 + GAP), row as f64 * pitch);
            let by: [f64; 3] = std::array::from_fn(|axis| panel.origin[axis] - origin[axis] + [right, 0.0, down][axis]);
            let moved = |p: Point| -> Point { std::array::from_fn(|axis| p[axis] + by[axis] as f32) };
            for mut layer in panel.layers {
                layer.triangles.iter_mut().for_each(|shape| shape.points = shape.points.map(moved));
                layer.lines.iter_mut().for_each(|shape| shape.points = shape.points.map(moved));
                layer.labels.iter_mut().for_each(|label| label.at = moved(label.at));
                whole.take(layer);
            }
            if !title.is_empty() {
                let under = high[1] + 0.04 * depth.max(width);
                let at = whole.point([low[0] + right + width / 2.0, origin[1], under + down]);
                whole.layer("titles").label(at, title, INK);
            }
        }
        whole
    }

    /// Adds a layer, or what is in it to the layer of its name.
    fn take(&mut self, layer: super::Layer) {
        match self.layers.iter_mut().find(|held| held.name == layer.name) {
            Some(held) => {
                held.triangles.extend(layer.triangles);
                held.lines.extend(layer.lines);
                held.labels.extend(layer.labels);
            }
            None => self.layers.push(layer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_stand_apart_and_layers_of_one_name_are_one() {
        let panel = |origin: [f64; 3]| {
            let mut drawing = Drawing::around(origin);
            let to = drawing.point([4.0, 0.0, 2.0]);
            let from = drawing.point([0.0, 0.0, 0.0]);
            drawing.layer("a").line(from, to, Colour::BLACK);
            drawing
        };
        let panels = vec![("one".to_owned(), panel([0.0; 3])), ("two".to_owned(), panel([1.0, 0.0, 1.0]))];
        let mut whole = Drawing::beside(panels, [0.0; 2], [4.0, 2.0]);
        let lines = &whole.layers[0].lines;
        assert_eq!((whole.layers[0].name.as_str(), lines.len()), ("a", 2));
        assert_eq!(lines[0].points, [[0.0; 3], [4.0, 0.0, 2.0]]);
        assert!(lines[1].points[0][0] > 4.0 && lines[1].points[0][2] == 0.0, "{lines:?}");
        assert_eq!(whole.layer("titles").labels.len(), 2);
    }

    #[test]
    fn rows_stand_under_each_other() {
        let panel = |name: &str| {
            let mut drawing = Drawing::new();
            drawing.layer("a").line([0.0; 3], [4.0, 0.0, 2.0], Colour::BLACK);
            (name.to_owned(), drawing)
        };
        let whole = Drawing::in_rows(["one", "two", "three"].map(panel).into(), [0.0; 2], [4.0, 2.0], 2);
        let starts: Vec<Point> = whole.layers[0].lines.iter().map(|line| line.points[0]).collect();
        assert_eq!(starts[0][2], starts[1][2]);
        assert!(starts[2][0] == 0.0 && starts[2][2] > 2.0, "{starts:?}");
    }
}
