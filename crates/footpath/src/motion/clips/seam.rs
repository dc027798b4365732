//! The seam of a loop: what first and last frame differ by is spread over the whole cycle.

use super::clip::Clip;
use crate::geom::Quat;
use crate::geom::vector::{add, scale, sub};

impl Clip {
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

    /// Mean turn of the joints from every frame to the next, radians per second; the last is across the seam.
    pub fn joint_speeds(&self) -> Vec<f32> {
        let frames = self.frames();
        let of = |frame: usize| {
            let pairs = self.turns_of(frame).iter().zip(self.turns_of((frame + 1) % frames));
            pairs.map(|(a, b)| (a.inverse() * *b).angle()).sum::<f32>() / (self.skeleton.len() as f32 * self.frame_time)
        };
        (0..frames).map(of).collect()
    }
}
