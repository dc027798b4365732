//! Scene → drawing: triangles in the colour of their material, places as labels.

use std::collections::BTreeMap;

use super::{Colour, Drawing, Layer, Point};
use crate::geom::VERTEX_PER_METRE;
use crate::scene::{Object, Place, Scene};

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
