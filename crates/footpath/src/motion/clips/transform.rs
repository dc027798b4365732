//! Changes of whole clips: mirrored, scaled, turned round in time, and closed to a cycle.

use std::sync::Arc;

use super::clip::Clip;
use crate::geom::Quat;
use crate::geom::vector::{add, scale, sub};

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
