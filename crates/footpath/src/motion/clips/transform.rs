//! Changes of whole clips: mirrored, scaled, turned round in time, and closed to a cycle. The extent of a clip: its cylinder
//! (Kuffner, Fig. 1), and half-widths by height, which enclose the capsules of all limbs in all frames.

use super::clip::Clip;
use crate::geom::Quat;
use crate::geom::vector::{add, scale, sub};
use crate::motion::figure::{Capsule, Figure, Placed};
use std::sync::Arc;

impl Clip {
    /// The same motion of a figure as many times as tall: positions and speed grow, times stay.
    pub fn scaled(&self, factor: f32) -> Self {
        Self {
            skeleton: Arc::new(self.skeleton.scaled(factor)),
            soles: self.soles.map(|sole| sole.scaled(factor)),
            roots: self.roots.iter().map(|root| scale(*root, factor)).collect(),
            speed: self.speed * factor,
            ..self.clone()
        }
    }

    /// The same cycle, beginning at another frame.
    pub(super) fn rotated(mut self, first: usize) -> Self {
        let joints = self.skeleton.len();
        self.roots.rotate_left(first);
        self.turns.rotate_left(first * joints);
        self.contacts.rotate_left(first);
        self
    }

    /// The clip in a mirror: a left turn becomes a right one, the left foot does what the right one did. A cycle still
    /// begins when the left foot strikes.
    ///
    /// Bones keep their own lengths: a skeleton whose sides differ shows what the other side does with its own limbs.
    pub fn mirrored(&self) -> Self {
        let (joints, other) = (self.skeleton.len(), self.skeleton.mirror());
        let mut clip = self.clone();
        for frame in 0..self.frames() {
            clip.roots[frame][0] = -self.roots[frame][0];
            let from = self.turns_of(frame);
            for joint in 0..joints {
                let Quat { x, y, z, w } = from[other[joint]];
                clip.turns[frame * joints + joint] = Quat { x, y: -y, z: -z, w };
            }
            clip.contacts[frame] = [self.contacts[frame][1], self.contacts[frame][0]];
        }
        clip.turn = -self.turn;
        if clip.cyclic {
            let right = (self.right_strike / self.frame_time).round() as usize % self.frames().max(1);
            clip = clip.rotated(right);
            clip.right_strike = self.duration() - right as f32 * self.frame_time;
        }
        clip
    }

    /// Makes a cycle of a clip whose last frame nearly shows the first: every frame takes its share of the difference,
    /// then the last frame is left out. No joint moves faster at the seam than the spread adds, a few degrees per second.
    pub fn spread_seam(&mut self) {
        let (last, joints) = (self.frames() - 1, self.skeleton.len());
        if self.cyclic || last == 0 {
            return;
        }
        let root_gap = sub(self.roots[0], self.roots[last]);
        let gaps: Vec<[f32; 3]> = (0..joints)
            .map(|joint| (self.turns[joint] * self.turns[last * joints + joint].inverse()).vector())
            .collect();
        for frame in 1..last {
            let share = frame as f32 / last as f32;
            self.roots[frame] = add(self.roots[frame], scale(root_gap, share));
            for (joint, gap) in gaps.iter().enumerate() {
                let turn = &mut self.turns[frame * joints + joint];
                *turn = (Quat::of_vector(scale(*gap, share)) * *turn).unit();
            }
        }
        self.roots.truncate(last);
        self.turns.truncate(last * joints);
        self.contacts.truncate(last);
        self.cyclic = true;
    }
}

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
