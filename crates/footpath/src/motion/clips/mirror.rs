//! The same motion with left and right changed.

use super::clip::Clip;
use crate::geom::Quat;

impl Clip {
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
            clip.marks = vec![0.0, clip.right_strike];
        }
        clip
    }
}
