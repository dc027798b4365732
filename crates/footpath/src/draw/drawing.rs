//! A drawing: named layers of triangles, lines and labels, independent of view and file format.

use super::Colour;
use crate::geom::VERTEX_PER_METRE;
use crate::geom::vector::{add, bounds, sub};
use crate::scene::{Object, Place, Scene};
use std::collections::BTreeMap;

/// A position in metres, Y up, relative to [`Drawing::origin`].
pub type Point = [f32; 3];

/// A triangle (three points) or a line (two) with its colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Painted<const N: usize> {
    /// The corners or ends.
    pub points: [Point; N],
    /// The colour; opacity below 255 lets what is behind shine through.
    pub colour: Colour,
}

/// A word at a position; always drawn in front.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where the middle of the word stands.
    pub at: Point,
    /// The word.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
}

/// Things that belong together and have one name: a group of an SVG, a node of a GLB.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The name.
    pub name: String,
    /// Filled triangles; seen from both sides.
    pub triangles: Vec<Painted<3>>,
    /// Straight lines.
    pub lines: Vec<Painted<2>>,
    /// Words.
    pub labels: Vec<Label>,
    /// Width of the lines in pixels.
    pub line_width: f32,
    /// Whether triangles are darker the more they turn away from the light; off for marks and diagrams.
    pub shaded: bool,
    /// Whether the layer is drawn over everything, even where something stands before it.
    pub overlay: bool,
    /// Whether an SVG has dark lines where the layer's surfaces end or turn; off for surfaces made of many pieces.
    pub outlined: bool,
}

/// Named layers of coloured triangles, lines and labels.
///
/// A drawing in plan uses x and z, and y to say what lies over what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Metres to add to every point, so that `f32` is enough far away from zero.
    pub origin: [f64; 3],
    /// The layers; depth decides what is seen, and the later layer where two lie in one plane.
    pub layers: Vec<Layer>,
}

impl Drawing {
    /// An empty drawing around zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty drawing whose points are relative to an origin, such as that of a scene.
    pub fn around(origin: [f64; 3]) -> Self {
        Self { origin, layers: Vec::new() }
    }

    /// A position of the world (metres) as a point of this drawing.
    pub fn point(&self, position: [f64; 3]) -> Point {
        relative(position, self.origin)
    }

    /// The layer of this name, to be filled; appended when there is none yet.
    pub fn layer(&mut self, name: &str) -> &mut Layer {
        let index = self.layers.iter().position(|layer| layer.name == name).unwrap_or_else(|| {
            self.layers.push(Layer::new(name));
            self.layers.len() - 1
        });
        &mut self.layers[index]
    }

    /// Number of triangles, lines and labels with a coordinate that is not finite; every writer leaves them out.
    pub fn not_finite(&self) -> usize {
        let in_layer = |layer: &Layer| {
            layer.triangles.iter().filter(|triangle| !triangle.is_finite()).count()
                + layer.lines.iter().filter(|line| !line.is_finite()).count()
                + layer.labels.iter().filter(|label| !finite(&label.at)).count()
        };
        self.layers.iter().map(in_layer).sum()
    }

    /// The layer of this name, whose triangles keep their colours and have no outlines in an SVG.
    pub(super) fn flat_layer(&mut self, name: &str) -> &mut Layer {
        let layer = self.layer(name);
        (layer.shaded, layer.outlined) = (false, false);
        layer
    }

    /// Lowest and highest corner of the box around all finite points, in metres of the world; `None` without any.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let points = self.layers.iter().flat_map(|layer| {
            let triangles = layer.triangles.iter().filter(|t| t.is_finite()).flat_map(|t| t.points);
            let lines = layer.lines.iter().filter(|l| l.is_finite()).flat_map(|l| l.points);
            triangles.chain(lines).chain(layer.labels.iter().map(|label| label.at).filter(finite))
        });
        let corners = bounds(points)?;
        Some(corners.map(|corner| add(self.origin, corner.map(f64::from))))
    }
}

impl Layer {
    /// An empty layer: shaded, with lines of 1.5 pixels.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            triangles: Vec::new(),
            lines: Vec::new(),
            labels: Vec::new(),
            line_width: 1.5,
            shaded: true,
            overlay: false,
            outlined: true,
        }
    }

    /// Adds a triangle.
    pub fn triangle(&mut self, points: [Point; 3], colour: Colour) -> &mut Self {
        self.triangles.push(Painted { points, colour });
        self
    }

    /// Adds a flat quadrilateral; corners in order around it.
    pub fn quad(&mut self, [a, b, c, d]: [Point; 4], colour: Colour) -> &mut Self {
        self.triangle([a, b, c], colour).triangle([a, c, d], colour)
    }

    /// Adds the six sides of an upright box between its lowest and highest corner.
    pub fn cuboid(&mut self, low: Point, high: Point, colour: Colour) -> &mut Self {
        let corner =
            |i: usize| -> Point { std::array::from_fn(|axis| if i >> axis & 1 == 0 { low[axis] } else { high[axis] }) };
        for side in [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]] {
            self.quad(side.map(corner), colour);
        }
        self
    }

    /// Adds a line.
    pub fn line(&mut self, from: Point, to: Point, colour: Colour) -> &mut Self {
        self.lines.push(Painted { points: [from, to], colour });
        self
    }

    /// Adds lines from each point to the next.
    pub fn polyline(&mut self, points: &[Point], colour: Colour) -> &mut Self {
        self.lines.extend(points.windows(2).map(|pair| Painted { points: [pair[0], pair[1]], colour }));
        self
    }

    /// Adds a word.
    pub fn label(&mut self, at: Point, text: impl Into<String>, colour: Colour) -> &mut Self {
        self.labels.push(Label { at, text: text.into(), colour });
        self
    }
}

impl<const N: usize> Painted<N> {
    pub(super) fn is_finite(&self) -> bool {
        self.points.iter().all(finite)
    }
}

/// Corners of a rectangle of columns of the grid, counter-clockwise from above, with the height of each corner.
pub(super) fn columns(x: [i32; 2], z: [i32; 2], cell_size: f64, height: impl Fn(i32, i32) -> f64) -> [Point; 4] {
    [(x[0], z[0]), (x[0], z[1]), (x[1], z[1]), (x[1], z[0])]
        .map(|(x, z)| [f64::from(x) * cell_size, height(x, z), f64::from(z) * cell_size].map(|c| c as f32))
}

/// A position of the world around an origin.
pub(super) fn relative(position: [f64; 3], origin: [f64; 3]) -> Point {
    sub(position, origin).map(|c| c as f32)
}

pub(super) fn finite(point: &Point) -> bool {
    point.iter().all(|c| c.is_finite())
}

/// The first material is most often the ground, and stays neutral.
const GROUND: Colour = Colour::hex(0xd8_d3c6);
/// What colours are mixed with, so that large plain surfaces are quiet.
const PLASTER: Colour = Colour::hex(0xe9_e4da);
const PLACE: Colour = Colour::hex(0xb0_3a2e);

impl Drawing {
    /// The triangles of a scene in one layer `scene`, one colour per material (or per name where there is none), and
    /// its places in a layer `places`.
    pub fn from_scene(scene: &Scene) -> Self {
        let colours = object_colours(scene.objects());
        let vertices: Vec<Point> =
            scene.vertices().iter().map(|v| v.map(|c| (f64::from(c) / f64::from(VERTEX_PER_METRE)) as f32)).collect();
        let mut drawing = Self::around(scene.origin());
        let mut triangles = Layer::new("scene");
        for triangle in scene.triangles() {
            let points = triangle.corners.map(|corner| vertices[corner as usize]);
            triangles.triangle(points, colours[triangle.object.0 as usize]);
        }
        drawing.layers.push(triangles);
        drawing.places(scene.places());
        drawing
    }

    /// Adds named positions as a layer `places`.
    pub fn places(&mut self, named: &[Place]) {
        if named.is_empty() {
            return;
        }
        let mut places = Layer::new("places");
        for place in named {
            let at = self.point(place.position);
            places.label([at[0], at[1] + 0.3, at[2]], place.name.clone(), PLACE);
            places.line(at, [at[0], at[1] + 0.3, at[2]], PLACE);
        }
        self.layers.push(places);
    }
}

/// One colour per object: those of one material share it, numbered in the order in which they first appear.
pub(super) fn object_colours(objects: &[Object]) -> Vec<Colour> {
    let mut numbers = BTreeMap::new();
    let of_object = |object: &Object| {
        let next = numbers.len();
        let number = *numbers.entry(paint_name(object).to_owned()).or_insert(next);
        if number == 0 { GROUND } else { Colour::of_index(number - 1).mix(PLASTER, 0.45) }
    };
    objects.iter().map(of_object).collect()
}

fn paint_name(object: &Object) -> &str {
    object.material.as_ref().unwrap_or(&object.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_counted_and_no_part_of_the_bounds() {
        let mut drawing = Drawing::around([1024.0, 0.0, 0.0]);
        assert_eq!(drawing.bounds(), None);
        let layer = drawing.layer("a");
        layer.line([0.0; 3], [1.0, 2.0, 3.0], Colour::BLACK);
        layer.line([f32::NAN, 9.0, 9.0], [9.0; 3], Colour::BLACK);
        layer.label([0.0, f32::INFINITY, 0.0], "up", Colour::BLACK);
        assert_eq!(drawing.not_finite(), 2);
        assert_eq!(drawing.bounds(), Some([[1024.0, 0.0, 0.0], [1025.0, 2.0, 3.0]]));
        assert_eq!(drawing.point([1025.5, 1.0, 0.0]), [1.5, 1.0, 0.0]);
    }

    #[test]
    fn a_box_is_closed_and_faces_outwards() {
        let mut layer = Layer::new("box");
        layer.cuboid([0.0; 3], [1.0, 2.0, 3.0], Colour::BLACK);
        let volume: f32 = layer.triangles.iter().map(|t| determinant(t.points) / 6.0).sum();
        assert_eq!(volume, 6.0);
    }

    fn determinant([a, b, c]: [Point; 3]) -> f32 {
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
}
