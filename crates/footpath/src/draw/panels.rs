//! Several drawings side by side in one: the storeys of a house as plans that can be compared.

use super::{Colour, Drawing, Point};

/// Share of a panel's width that is left free before the next one.
const GAP: f64 = 0.06;
const INK: Colour = Colour::hex(0x2d_3033);

impl Drawing {
    /// Drawings in plan next to each other from left to right, each as wide as `low` to `high` (plan corners in metres)
    /// and with its title under it. Layers of one name become one.
    pub fn beside(panels: Vec<(String, Self)>, low: [f64; 2], high: [f64; 2]) -> Self {
        let origin = panels.first().map_or([0.0; 3], |(_, drawing)| drawing.origin);
        let mut whole = Self::around(origin);
        let [width, depth] = [high[0] - low[0], high[1] - low[1]];
        for (number, (title, panel)) in panels.into_iter().enumerate() {
            let across = number as f64 * width * (1.0 + GAP);
            let by: [f64; 3] = std::array::from_fn(|axis| panel.origin[axis] - origin[axis]);
            let moved = |p: Point| [p[0] + (by[0] + across) as f32, p[1] + by[1] as f32, p[2] + by[2] as f32];
            for mut layer in panel.layers {
                layer.triangles.iter_mut().for_each(|shape| shape.points = shape.points.map(moved));
                layer.lines.iter_mut().for_each(|shape| shape.points = shape.points.map(moved));
                layer.labels.iter_mut().for_each(|label| label.at = moved(label.at));
                whole.take(layer);
            }
            if !title.is_empty() {
                let at = whole.point([low[0] + across + width / 2.0, origin[1], high[1] + 0.04 * depth.max(width)]);
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
}
