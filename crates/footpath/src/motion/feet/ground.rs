//! The ground and the solid surroundings of feet, as functions of place.

use crate::geom::Quat;
use crate::geom::vector::{UP, unit};

/// The ground at a place of the plan.
pub use crate::route::Ground;

/// The ground by place in plan: x and z.
pub type GroundFn<'a> = &'a dyn Fn(f64, f64) -> Option<Ground>;

/// The surroundings of feet.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The ground.
    pub ground: GroundFn<'a>,
    /// Whether a ball of a radius that moves from one point to another meets an obstacle, other than ground.
    pub solid: &'a dyn Fn([f64; 3], [f64; 3], f64) -> bool,
}

impl<'a> Around<'a> {
    /// Ground alone, with nothing in the way.
    pub fn open(ground: GroundFn<'a>) -> Self {
        Self { ground, solid: &|_, _, _| false }
    }
}

impl Ground {
    /// The turn that lays something level onto the slope.
    pub(super) fn tilt(&self) -> Quat {
        let normal = [-self.slope[0] as f32, 1.0, -self.slope[1] as f32];
        Quat::between(UP, unit(normal, UP))
    }
}

/// The ground as a foot feels it: a bevelled edge or a narrow groove counts as the ground above it, not as a slope.
pub(super) fn felt(ground: GroundFn, x: f64, z: f64) -> Option<Ground> {
    let here = ground(x, z)?;
    if here.slope.iter().all(|part| part.abs() < STEEP) {
        return Some(here);
    }
    let around = [[WIDE, 0.0], [-WIDE, 0.0], [0.0, WIDE], [0.0, -WIDE]];
    let beside =
        around.map(|[dx, dz]| ground(x + dx, z + dz).map(|there| (there.height, there.height - here.at(dx, dz))));
    if beside.iter().flatten().all(|(_, gap)| gap.abs() < BEVEL) {
        return Some(here);
    }
    let near = beside.iter().flatten().map(|(height, _)| *height).filter(|height| height - here.height < WIDE);
    Some(Ground { height: near.fold(here.height, f64::max), slope: [0.0; 2] })
}

/// Rise per metre from which ground may be a bevel, how far to look around it, and how far ground may be off its plane.
const STEEP: f64 = 0.3;
const WIDE: f64 = 0.06;
const BEVEL: f64 = 0.02;

/// Level ground at a height, everywhere.
pub fn level(height: f64) -> impl Fn(f64, f64) -> Option<Ground> {
    move |_, _| Some(Ground { height, slope: [0.0; 2] })
}
