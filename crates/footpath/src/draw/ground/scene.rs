//! The triangles that a world carries, as a quiet ground for what is drawn on them.

use super::Ground;
use crate::draw::objects::object_colours;
use crate::draw::{Colour, Drawing, Point};
use crate::geom::VERTEX_PER_METRE;
use crate::geom::vector::{cross, sub};
use crate::ground::Face;

/// What colours are mixed with, so that floors stand out.
const PAPER: Colour = Colour::hex(0xec_e9e2);

impl Ground<'_> {
    /// Adds the world's triangles as a layer `scene`, pale: 0 in their own colours, 1 without any.
    pub fn scene(&self, drawing: &mut Drawing, pale: f64) {
        self.faces(drawing, pale, |_| true);
    }

    /// As [`Ground::scene`], with only what is too steep for a floor. An SVG paints far to near and cannot tell a floor
    /// from the surface just under it; without those surfaces there is nothing to confuse.
    pub fn upright_scene(&self, drawing: &mut Drawing, pale: f64) {
        self.faces(drawing, pale, is_upright);
    }

    fn faces(&self, drawing: &mut Drawing, pale: f64, wanted: impl Fn(&Face) -> bool) {
        let colours = object_colours(self.world.objects());
        // A face is kept by every tile that it meets.
        let mut faces: Vec<Face> = self.world.tiles().flat_map(|(_, tile)| tile.faces().iter().copied()).collect();
        faces.sort_unstable();
        faces.dedup();
        let layer = drawing.layer("scene");
        for face in faces.into_iter().filter(wanted) {
            let colour = colours.get(face.object().0 as usize).copied().unwrap_or(PAPER);
            let points: [Point; 3] =
                face.corners.map(|v| v.map(|c| (f64::from(c) / f64::from(VERTEX_PER_METRE)) as f32));
            layer.triangle(points, colour.mix(PAPER, pale));
        }
    }
}

/// Whether a face is steeper than 63° (tan 2), as walls are.
fn is_upright(face: &Face) -> bool {
    let [a, b, c] = face.corners.map(|v| v.map(f64::from));
    let normal = cross(sub(b, a), sub(c, a));
    normal[0].hypot(normal[2]) > 2.0 * normal[1].abs()
}
