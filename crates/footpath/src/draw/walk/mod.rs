//! Walking figures as triangles: in their place in the world, or side by side as a film strip.

mod company;
mod film;

pub use company::draw_walks;

use super::drawing::relative;
use super::{Colour, Drawing, Point};
use crate::geom::vector::Vec3;
use crate::motion::figure::{Figure, Placed, Role};
use crate::motion::walker::{Frame, Walk};

/// Colours of what a figure wears; shirts differ from figure to figure.
const SKIN: Colour = Colour::hex(0xd8_a47f);
const TROUSERS: Colour = Colour::hex(0x3d_4a5c);
const SHOES: Colour = Colour::hex(0x2b_2a29);

/// The colour of a limb of the figure with a number.
pub(super) fn clothes(figure: &Figure, joint: usize, number: usize) -> Colour {
    let parent = figure.skeleton.joints()[joint].parent.map(usize::from);
    let role = figure.skeleton.role_of(joint).or_else(|| figure.skeleton.role_of(parent?));
    match role {
        Some(Role::Neck | Role::Head | Role::Hand(_) | Role::Forearm(_)) => SKIN,
        Some(Role::Hips | Role::Thigh(_) | Role::Shin(_)) => TROUSERS,
        Some(Role::Foot(_) | Role::Toes(_)) => SHOES,
        _ => Colour::of_index(number),
    }
}

impl Walk {
    /// Adds the figure as it is in a frame, as a layer `figure`; `number` chooses the colour of its shirt.
    pub fn draw(&self, drawing: &mut Drawing, frame: &Frame, number: usize) {
        let origin = drawing.origin;
        self.draw_at(drawing, frame, number, &|point| relative(frame.base.to_world(point), origin));
    }

    /// Adds the figure of a frame with its points placed by a function of their place relative to the base point.
    fn draw_at(&self, drawing: &mut Drawing, frame: &Frame, number: usize, place: &dyn Fn(Vec3) -> Point) {
        let placed = Placed::of(&self.figure.skeleton, &frame.pose);
        let layer = drawing.layer("figure");
        for limb in &self.figure.limbs {
            let (mesh, joint) = (limb.mesh(), usize::from(limb.joint));
            let colour = clothes(&self.figure, joint, number);
            for triangle in &mesh.triangles {
                layer.triangle(triangle.map(|i| place(placed.point(joint, mesh.points[i as usize]))), colour);
            }
        }
    }
}
