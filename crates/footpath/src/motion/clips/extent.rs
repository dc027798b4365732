//! How much room a clip takes: its cylinder (Kuffner, Fig. 1), and half-widths by height.

use super::clip::Clip;
use crate::motion::figure::{Figure, Placed};

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
    /// Whether it encloses every limb of a pose.
    pub fn encloses(&self, figure: &Figure, placed: &Placed) -> bool {
        figure.capsules(placed).all(|capsule| {
            [capsule.from, capsule.to].iter().all(|end| {
                let out = (end[0] * end[0] + end[2] * end[2]).sqrt() + capsule.radius;
                let inside =
                    end[1] - capsule.radius >= self.bottom - 1e-4 && end[1] + capsule.radius <= self.top + 1e-4;
                out <= self.radius + 1e-4 && inside
            })
        })
    }
}

impl Clip {
    /// The cylinder around the base point that encloses every limb in every frame.
    pub fn cylinder(&self, figure: &Figure) -> Cylinder {
        let mut cylinder = Cylinder { radius: 0.0, bottom: f32::INFINITY, top: f32::NEG_INFINITY };
        for placed in self.placed() {
            for capsule in figure.capsules(&placed) {
                for end in [capsule.from, capsule.to] {
                    let out = (end[0] * end[0] + end[2] * end[2]).sqrt() + capsule.radius;
                    cylinder.radius = cylinder.radius.max(out);
                    cylinder.bottom = cylinder.bottom.min(end[1] - capsule.radius);
                    cylinder.top = cylinder.top.max(end[1] + capsule.radius);
                }
            }
        }
        cylinder
    }

    /// The widest that any limb reaches across the direction of travel between two heights, over all frames.
    pub fn half_width(&self, figure: &Figure, low: f32, high: f32) -> f32 {
        let mut widest = 0.0f32;
        for placed in self.placed() {
            for capsule in figure.capsules(&placed) {
                widest = widest.max(width_between(&capsule, low, high));
            }
        }
        widest
    }
}

/// How far a capsule reaches from the plane of travel between two heights.
fn width_between(capsule: &crate::motion::figure::Capsule, low: f32, high: f32) -> f32 {
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
