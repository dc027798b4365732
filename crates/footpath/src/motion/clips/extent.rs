//! The extent of a clip: its cylinder (Kuffner, Fig. 1), and half-widths by height.
//!
//! In: a clip and a figure. Out: measures that enclose the capsules of all limbs in all frames.

use super::clip::Clip;
use crate::motion::figure::{Capsule, Figure, Placed};

/// An upright cylinder around the base point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    /// Radius.
    pub radius: f32,
    /// Lowest height above the base point; a little below zero where a toe sinks.
    pub bottom: f32,
    /// Highest height above the base point.
    pub top: f32,
}

impl Cylinder {
    const EMPTY: Self = Self { radius: 0.0, bottom: f32::INFINITY, top: f32::NEG_INFINITY };

    /// The least cylinder that also encloses every limb of a pose.
    fn around(self, figure: &Figure, placed: &Placed) -> Self {
        let ends =
            figure.capsules(placed).flat_map(|capsule| [capsule.from, capsule.to].map(|end| (end, capsule.radius)));
        ends.fold(self, |own, ([x, y, z], radius)| Self {
            radius: own.radius.max((x * x + z * z).sqrt() + radius),
            bottom: own.bottom.min(y - radius),
            top: own.top.max(y + radius),
        })
    }

    /// Whether it encloses every limb of a pose, but for a tenth of a millimetre.
    pub fn encloses(&self, figure: &Figure, placed: &Placed) -> bool {
        let pose = Self::EMPTY.around(figure, placed);
        pose.radius <= self.radius + 1e-4 && pose.bottom >= self.bottom - 1e-4 && pose.top <= self.top + 1e-4
    }
}

impl Clip {
    /// The cylinder around the base point that encloses every limb in every frame.
    pub fn cylinder(&self, figure: &Figure) -> Cylinder {
        self.placed().iter().fold(Cylinder::EMPTY, |cylinder, placed| cylinder.around(figure, placed))
    }

    /// The widest that any limb reaches across the direction of travel between two heights, over all frames.
    pub fn half_width(&self, figure: &Figure, low: f32, high: f32) -> f32 {
        let width = |placed: &Placed| {
            figure.capsules(placed).map(|capsule| width_between(&capsule, low, high)).fold(0.0, f32::max)
        };
        self.placed().iter().map(width).fold(0.0, f32::max)
    }
}

/// How far a capsule reaches from the plane of travel between two heights.
fn width_between(capsule: &Capsule, low: f32, high: f32) -> f32 {
    let [a, b] = [capsule.from, capsule.to];
    // Where the line is at, or next to, the heights; the ball around it is counted whole.
    let mut widest = 0.0f32;
    for step in 0..=8 {
        let t = step as f32 / 8.0;
        let (x, y) = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t);
        let beyond = (low - y).max(y - high).max(0.0);
        if beyond < capsule.radius {
            widest = widest.max(x.abs() + (capsule.radius * capsule.radius - beyond * beyond).sqrt());
        }
    }
    widest
}
