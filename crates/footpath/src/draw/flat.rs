//! Drawing × view → flat shapes in pixels. SVG and PNG share this: cutting, projecting, lighting, fitting.
//!
//! In: a drawing in metres. Out: x to the right and y down in pixels, depth in metres growing towards the eye.
//! Everything that comes out is finite.

use super::drawing::{Label, Layer, Painted, finite};
use super::view::{HalfSpace, View};
use super::{Colour, DrawError, Drawing, Point};
use crate::geom::vector::{bounds, cross, dot, sub};

/// Share of the light that a side gets which looks along −x, +x, −y, +y, −z, +z. What looks up keeps its colour, so
/// that legends are true in plan; the other sides differ, so that corners show.
const LIGHT: [[f64; 2]; 3] = [[0.88, 0.68], [0.50, 1.0], [0.62, 0.82]];
/// Width in pixels of the line where a surface is cut.
const CUT_WIDTH: f32 = 2.5;

type Point64 = [f64; 3];

/// A shape in the picture; a triangle knows the direction it faces, for finding edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat<const N: usize> {
    pub points: [Point64; N],
    pub colour: Colour,
    /// Unit normal turned to the eye, in the world; zero for lines.
    pub normal: [f32; 3],
    /// Width of a line in pixels.
    pub width: f32,
    /// Whether light and shadow change its colour.
    #[cfg_attr(not(feature = "png"), allow(dead_code))]
    pub shaded: bool,
}

/// What of a layer is seen, in the picture.
#[derive(Clone, Debug)]
pub(super) struct FlatLayer<'a> {
    pub layer: &'a Layer,
    pub triangles: Vec<Flat<3>>,
    pub lines: Vec<Flat<2>>,
    /// Words, and where they stand.
    pub labels: Vec<(Point64, &'a Label)>,
}

impl FlatLayer<'_> {
    fn points_mut(&mut self) -> impl Iterator<Item = &mut Point64> {
        let triangles = self.triangles.iter_mut().flat_map(|triangle| &mut triangle.points);
        let lines = self.lines.iter_mut().flat_map(|line| &mut line.points);
        triangles.chain(lines).chain(self.labels.iter_mut().map(|(at, _)| at))
    }
}

/// All layers in pixels.
#[derive(Clone, Debug)]
pub(super) struct Picture<'a> {
    pub pixels_per_metre: f64,
    pub layers: Vec<FlatLayer<'a>>,
}

/// Cuts, projects and lights a drawing, and fits it into the picture.
pub(super) fn flatten<'a>(drawing: &'a Drawing, view: &View) -> Result<Picture<'a>, DrawError> {
    view.check()?;
    if !drawing.origin.iter().all(|c| c.is_finite()) {
        return Err(DrawError::View("the origin of the drawing must be finite"));
    }
    // Points are relative to the drawing's origin; moving the half-spaces there keeps precision far from zero.
    let mut shown = view.shown();
    for space in &mut shown {
        space.limit -= dot(space.normal, drawing.origin);
    }
    let mut layers: Vec<FlatLayer> = drawing.layers.iter().map(|layer| flatten_layer(layer, view, &shown)).collect();
    let pixels_per_metre = fit(&mut layers, drawing, view);
    Ok(Picture { pixels_per_metre, layers })
}

fn flatten_layer<'a>(layer: &'a Layer, view: &View, shown: &[HalfSpace]) -> FlatLayer<'a> {
    let triangles = Vec::with_capacity(layer.triangles.len());
    let mut flat = FlatLayer { layer, triangles, lines: Vec::new(), labels: Vec::new() };
    for triangle in layer.triangles.iter().filter(|t| t.is_finite()) {
        add_triangle(&mut flat, triangle, layer.shaded, view, shown);
    }
    for line in layer.lines.iter().filter(|l| l.is_finite()) {
        if let Some(points) = cut_line(line.points.map(wide), shown) {
            flat.lines.push(flat_line(points, line.colour, layer.line_width.max(0.0), view));
        }
    }
    for label in layer.labels.iter().filter(|label| finite(&label.at)) {
        let at = wide(label.at);
        if shown.iter().all(|space| beyond(at, space) <= 0.0) {
            flat.labels.push((project(at, view), label));
        }
    }
    flat
}

fn add_triangle(flat: &mut FlatLayer, triangle: &Painted<3>, shaded: bool, view: &View, shown: &[HalfSpace]) {
    let points = triangle.points.map(wide);
    let Some(normal) = normal_to_eye(points, view) else { return };
    let colour = if shaded { triangle.colour.lit(light(normal)) } else { triangle.colour };
    let narrow = normal.map(|c| c as f32);
    let mut push = |points: [Point64; 3]| {
        let points = points.map(|p| project(p, view));
        flat.triangles.push(Flat { points, colour, normal: narrow, width: 0.0, shaded });
    };
    if shown.iter().all(|space| points.iter().all(|&p| beyond(p, space) <= 0.0)) {
        return push(points);
    }
    let mut polygon = points.to_vec();
    let mut cuts: Vec<[Point64; 2]> = Vec::new();
    for space in shown {
        cuts = cuts.into_iter().filter_map(|cut| cut_line(cut, std::slice::from_ref(space))).collect();
        cuts.extend(cut_polygon(&mut polygon, space));
    }
    for pair in polygon.get(1..).unwrap_or_default().windows(2) {
        push([polygon[0], pair[0], pair[1]]);
    }
    flat.lines.extend(cuts.into_iter().map(|cut| flat_line(cut, triangle.colour.lit(0.4), CUT_WIDTH, view)));
}

fn flat_line(points: [Point64; 2], colour: Colour, width: f32, view: &View) -> Flat<2> {
    Flat { points: points.map(|p| project(p, view)), colour, normal: [0.0; 3], width, shaded: false }
}

/// `None` for a triangle without area.
fn normal_to_eye([a, b, c]: [Point64; 3], view: &View) -> Option<Point64> {
    let normal = cross(sub(b, a), sub(c, a));
    let length = dot(normal, normal).sqrt();
    let turn = if dot(normal, view.axes[2]) < 0.0 { -length } else { length };
    (length > 0.0 && length.is_finite()).then(|| normal.map(|c| c / turn))
}

/// Share of the light on a surface: the six sides' shares, weighted by the squares of the normal, which add up to one.
fn light(normal: Point64) -> f64 {
    (0..3).map(|axis| normal[axis] * normal[axis] * LIGHT[axis][usize::from(normal[axis] > 0.0)]).sum()
}

fn wide(point: Point) -> Point64 {
    point.map(f64::from)
}

fn project(point: Point64, view: &View) -> Point64 {
    view.axes.map(|axis| dot(axis, point))
}

/// Metres by which a point lies outside.
fn beyond(point: Point64, space: &HalfSpace) -> f64 {
    dot(space.normal, point) - space.limit
}

/// Where the way from `a` to `b` leaves or enters, from how far each lies outside.
fn crossing(a: Point64, b: Point64, out_a: f64, out_b: f64) -> Point64 {
    let t = out_a / (out_a - out_b);
    std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * t)
}

fn cut_line(mut ends: [Point64; 2], shown: &[HalfSpace]) -> Option<[Point64; 2]> {
    for space in shown {
        let out = ends.map(|end| beyond(end, space));
        if out[0] > 0.0 && out[1] > 0.0 {
            return None;
        }
        if let Some(outer) = (0..2).find(|&i| out[i] > 0.0) {
            ends[outer] = crossing(ends[0], ends[1], out[0], out[1]);
        }
    }
    Some(ends)
}

/// Keeps the part of a convex polygon inside a half-space; gives the line along which it was cut.
fn cut_polygon(polygon: &mut Vec<Point64>, space: &HalfSpace) -> Option<[Point64; 2]> {
    let (mut kept, mut cut) = (Vec::with_capacity(polygon.len() + 1), Vec::with_capacity(2));
    for (i, &b) in polygon.iter().enumerate() {
        let a = polygon[(i + polygon.len() - 1) % polygon.len()];
        let (out_a, out_b) = (beyond(a, space), beyond(b, space));
        if (out_a > 0.0) != (out_b > 0.0) {
            let at = crossing(a, b, out_a, out_b);
            kept.push(at);
            cut.push(at);
        }
        if out_b <= 0.0 {
            kept.push(b);
        }
    }
    *polygon = kept;
    cut.try_into().ok()
}

/// Turns metres along the view's axes into pixels, in place; gives the pixels per metre.
fn fit(layers: &mut [FlatLayer], drawing: &Drawing, view: &View) -> f64 {
    let [low, high] = extent(layers, drawing, view);
    let size = [f64::from(view.width), f64::from(view.height)];
    let free = [size[0] - view.side, size[1]].map(|pixels| (pixels - 2.0 * view.margin).max(1.0));
    // A drawing without extent, such as a single point, is shown as if it were a millimetre wide.
    let scale = (0..2).map(|i| free[i] / (high[i] - low[i]).max(1e-3)).fold(f64::INFINITY, f64::min);
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    let to_pixels = |p: &mut Point64| {
        p[0] = (size[0] + view.side) / 2.0 + (p[0] - middle[0]) * scale;
        p[1] = size[1] / 2.0 - (p[1] - middle[1]) * scale;
    };
    layers.iter_mut().flat_map(FlatLayer::points_mut).for_each(to_pixels);
    scale
}

/// Lowest and highest right and up coordinate that the picture must hold.
fn extent(layers: &mut [FlatLayer], drawing: &Drawing, view: &View) -> [[f64; 2]; 2] {
    let drawn = bounds(layers.iter_mut().flat_map(FlatLayer::points_mut).map(|&mut [x, y, _]| [x, y]));
    let Some([mut low, mut high]) = drawn else { return [[-0.5; 2], [0.5; 2]] };
    if let Some([first, last]) = view.section_range(drawing.origin) {
        (low[0], high[0]) = (first, last);
    }
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    fn one_line(view: View) -> Picture<'static> {
        let mut drawing = Drawing::new();
        drawing.layer("a").line([0.0, 0.0, 0.0], [2.0, 1.0, -1.0], Colour::BLACK);
        flatten(Box::leak(Box::new(drawing)), &view.size(220, 120).margin(10.0)).unwrap()
    }

    #[test]
    fn plan_has_north_up_and_steep_axonometric_is_the_plan() {
        for view in [View::plan(), View::axonometric(0.0, FRAC_PI_2)] {
            let picture = one_line(view);
            let [a, b] = picture.layers[0].lines[0].points;
            assert!((a[0] - 10.0).abs() < 1e-9 && (a[1] - 110.0).abs() < 1e-9, "{a:?}");
            assert!((b[0] - 210.0).abs() < 1e-9 && (b[1] - 10.0).abs() < 1e-9, "{b:?}");
            assert!((picture.pixels_per_metre - 100.0).abs() < 1e-9);
        }
    }

    #[test]
    fn section_shows_what_lies_behind_the_cut_and_marks_the_cut() {
        let mut drawing = Drawing::around([1024.0, 0.0, 0.0]);
        drawing.layer("box").cuboid([0.0, 0.0, -1.0], [1.0, 1.0, 1.0], Colour::WHITE);
        let picture =
            flatten(&drawing, &View::section([1023.0, 0.0], [1026.0, 0.0]).size(320, 120).margin(10.0)).unwrap();
        let layer = &picture.layers[0];
        let shapes = layer.triangles.iter().flat_map(|t| &t.points);
        assert!(shapes.clone().all(|p| p[2] <= 1e-9), "nothing before the cut");
        assert!(shapes.clone().all(|p| p[0] > 109.9 && p[0] < 210.1), "one metre from the start of the line");
        assert_eq!(layer.lines.len(), 8, "four sides of two triangles are cut");
    }

    #[test]
    fn heights_take_off_the_roof() {
        let mut drawing = Drawing::new();
        drawing.layer("box").cuboid([0.0; 3], [1.0, 3.0, 1.0], Colour::WHITE);
        let picture = flatten(&drawing, &View::plan().heights(f64::NEG_INFINITY, 2.0)).unwrap();
        let highest = picture.layers[0].triangles.iter().flat_map(|t| t.points).map(|p| p[2]).fold(0.0, f64::max);
        assert!((highest - 2.0).abs() < 1e-9);
    }

    #[test]
    fn views_without_direction_or_size_are_refused() {
        let empty = Drawing::new();
        assert!(matches!(flatten(&empty, &View::section([1.0, 1.0], [1.0, 1.0])), Err(DrawError::View(_))));
        assert!(matches!(flatten(&empty, &View::section([0.0, 0.0], [f64::INFINITY, 0.0])), Err(DrawError::View(_))));
        assert!(matches!(flatten(&Drawing::around([f64::NAN; 3]), &View::plan()), Err(DrawError::View(_))));
        assert!(matches!(flatten(&empty, &View::axonometric(f64::NAN, 0.0)), Err(DrawError::View(_))));
        assert!(matches!(flatten(&empty, &View::plan().size(0, 5)), Err(DrawError::NoPixels { .. })));
        assert!(flatten(&empty, &View::plan()).is_ok());
    }
}
