//! The ground as feet ask for it.

use crate::geom::Quat;
use crate::geom::vector::{UP, unit};

/// The ground at a place of the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ground {
    /// Height, metres.
    pub height: f64,
    /// Rise per metre along x and along z.
    pub slope: [f64; 2],
}

impl Ground {
    /// The turn that lays something level onto the slope.
    pub(super) fn tilt(&self) -> Quat {
        let normal = [-self.slope[0] as f32, 1.0, -self.slope[1] as f32];
        Quat::between(UP, unit(normal, UP))
    }

    /// Height of the sloped plane at an offset in plan.
    pub fn at(&self, x: f64, z: f64) -> f64 {
        self.height + self.slope[0] * x + self.slope[1] * z
    }
}

/// Level ground at a height, everywhere.
pub fn level(height: f64) -> impl Fn(f64, f64) -> Option<Ground> {
    move |_, _| Some(Ground { height, slope: [0.0; 2] })
}
