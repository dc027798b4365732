//! Room for the limbs: where one is in the scene, it is brought in.
//!
//! In: a walk, frame by frame, with its feet where they stand. Out: the same walk in which arms are folded before a wall or a
//! rail, the head is bowed and the knees are bent below a beam, knees are turned away from an edge, and a swinging foot is lifted
//! over what it would pass through. Feet that stand stay where they are, to the last bit of their pose.
//!
//! The motions know the ground, and the planner keeps a cylinder free; what is near the cylinder's rim, or within it but lower
//! than a step, neither knows. All frames are known before any is shown, so whatever is done begins in time and ends at leisure: an
//! amount that a frame needs is a bump over the frames around it.

mod amend;
mod crawl;
mod joints;
mod touch;

use super::walk::{Frame, Walk};
use crate::motion::figure::{Placed, Pose};
use crate::route::Checker;
use amend::Amends;
use joints::Joints;
use touch::{Part, Parts, Touch};

/// How often all frames are looked at: what one limb does for its room may take another's.
const ROUNDS: usize = 8;

impl Walk {
    /// Brings limbs in where they are in the scene.
    pub(super) fn make_room(&mut self, checker: &Checker) {
        let figure = self.figure.clone();
        let mut room = Room {
            joints: Joints::of(&figure),
            touch: Touch::of(&figure, checker),
            frames: &self.frames,
            pose: Pose::default(),
            placed: Placed::default(),
        };
        let mut amends = vec![Amends::default(); self.frames.len()];
        let mut wanted = amends.clone();
        let mut seen = vec![None; amends.len()];
        for _ in 0..ROUNDS {
            let mut found = false;
            for at in 0..amends.len() {
                // What is as it was is as good as it was.
                if seen[at].replace(amends[at]) == Some(amends[at]) {
                    continue;
                }
                let better = room.better(at, &amends[at]);
                found |= better.is_some();
                wanted[at] = wanted[at].farther(&better.unwrap_or_default());
            }
            if !found {
                break;
            }
            amends = amend::spread(&wanted, &self.frames, self.frame_time);
        }
        let amended = (0..amends.len()).filter(|&at| amends[at] != Amends::default());
        let poses: Vec<(usize, Pose)> = amended.map(|at| (at, room.posed(at, &amends[at]))).collect();
        for (at, pose) in poses {
            self.frames[at].pose = pose;
        }
    }
}

/// A walk that is looked through.
struct Room<'a> {
    joints: Joints<'a>,
    touch: Touch<'a>,
    frames: &'a [Frame],
    pose: Pose,
    placed: Placed,
}

impl Room<'_> {
    /// Poses a frame with what is amended.
    fn take(&mut self, at: usize, amends: &Amends) {
        let frame = &self.frames[at];
        self.joints.pose(&frame.pose, frame.on_knees, amends, &mut self.pose, &mut self.placed);
    }

    fn posed(&mut self, at: usize, amends: &Amends) -> Pose {
        self.take(at, amends);
        self.pose.clone()
    }

    /// What is in the scene with so much amended, of some parts.
    fn touched(&mut self, at: usize, amends: &Amends, of: Parts) -> Parts {
        self.take(at, amends);
        self.touch.parts(&self.frames[at], &self.placed, of)
    }

    /// Amends with which less is in the scene than with these; `None` where nothing is, or nothing helps.
    fn better(&mut self, at: usize, now: &Amends) -> Option<Amends> {
        let touched = self.touched(at, now, Parts::ALL);
        if touched == Parts::NONE {
            return None;
        }
        let mut best = *now;
        for part in Part::ALL.into_iter().filter(|&part| touched.has(part)) {
            let before = self.touched(at, &best, Parts::ALL);
            if !before.has(part) {
                continue;
            }
            let tries = amend::tries(part, &self.frames[at]);
            let mut tries: Vec<Amends> = tries.into_iter().map(|tried| best.with(&tried)).collect();
            // What changes least comes first, so that frames beside each other agree.
            tries.sort_by(|a, b| a.apart(&best).total_cmp(&b.apart(&best)));
            let better = tries.into_iter().find(|tried| {
                !self.touched(at, tried, Parts::of(&[part])).has(part)
                    && self.touched(at, tried, Parts::ALL).is_within(before)
            });
            best = better.unwrap_or(best);
        }
        (best != *now).then_some(best)
    }
}
