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
use crate::geom::vector::{Vec3, length, sub};
use crate::motion::figure::{Figure, Placed, Pose, Side, SolePoint};
use crate::route::Checker;
use amend::Amends;
use joints::Joints;
use touch::Part;
pub(super) use touch::{COUNTS, Parts, Touch};

/// How often all frames are looked at: what one limb does for its room may take another's.
const ROUNDS: usize = 12;
/// Rounds after which whatever may help is tried, and no more is asked than what counts.
const PATIENT: usize = 3;
/// Metres by which the ball of a foot that stands may be moved.
const LOST: f32 = 0.004;
/// How much more than others amends count then that go both ways.
const SIGNED: f32 = 4.0;

impl Walk {
    /// Brings limbs in where they are in the scene.
    pub(super) fn make_room(&mut self, checker: &Checker) {
        let figure = self.figure.clone();
        let mut room = Room {
            joints: Joints::of(&figure),
            touch: Touch::of(&figure, checker),
            frames: &self.frames,
            balls: self.frames.iter().map(|frame| balls(&figure, &Placed::of(&figure.skeleton, &frame.pose))).collect(),
            pose: Pose::default(),
            placed: Placed::default(),
        };
        let amends = room.made(self.frame_time);
        let amended = (0..amends.len()).filter(|&at| amends[at] != Amends::default());
        let poses: Vec<(usize, Pose)> = amended.map(|at| (at, room.posed(at, &amends[at]))).collect();
        for (at, pose) in poses {
            self.frames[at].pose = pose;
        }
    }
}

/// Where the balls of the feet are.
fn balls(figure: &Figure, placed: &Placed) -> [Vec3; 2] {
    [0, 1].map(|foot| figure.soles[foot].point(placed, SolePoint::Ball))
}

/// A walk that is looked through.
struct Room<'a> {
    joints: Joints<'a>,
    touch: Touch<'a>,
    frames: &'a [Frame],
    /// Where the balls of the feet of each frame are without any amends.
    balls: Vec<[Vec3; 2]>,
    pose: Pose,
    placed: Placed,
}

/// What is better for a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Better {
    /// Nothing is in the scene.
    Free,
    /// Nothing helps.
    Nothing,
    With(Amends),
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
    fn touched(&mut self, at: usize, amends: &Amends, of: Parts, inside: f64) -> Parts {
        self.take(at, amends);
        let touched = self.touch.parts(&self.frames[at], &self.placed, of, inside);
        if *amends == Amends::default() { touched } else { touched.and(self.lost(at)) }
    }

    /// Feet that should stand in a frame, and that the legs do not reach any more.
    fn lost(&self, at: usize) -> Parts {
        let (frame, now) = (&self.frames[at], balls(self.joints.figure, &self.placed));
        let lost = Side::BOTH.into_iter().filter(|&side| {
            let foot = side.index();
            frame.planted[foot] && !frame.on_knees && length(sub(now[foot], self.balls[at][foot])) > LOST
        });
        lost.fold(Parts::NONE, |parts, side| parts.and(Parts::of(&[Part::Foot(side)])))
    }

    /// What is amended of every frame.
    fn made(&mut self, frame_time: f64) -> Vec<Amends> {
        let mut amends = vec![Amends::default(); self.frames.len()];
        let mut wanted = amends.clone();
        let mut seen = vec![None; amends.len()];
        let mut best = (usize::MAX, Vec::new());
        for round in 0..ROUNDS {
            let (mut touching, mut found) = (0, false);
            for at in 0..amends.len() {
                // What is as it was is as good as it was; where that is not good enough, more is tried later on.
                let same = seen[at].filter(|&(was, _)| was == amends[at]).map(|(_, free)| free);
                if same.is_some_and(|free| free || round < PATIENT) {
                    touching += usize::from(same == Some(false));
                    continue;
                }
                // What helps beside it may help here.
                let beside = [at.wrapping_sub(1), at + 1].map(|at| wanted.get(at).copied().unwrap_or_default());
                let better = self.better(at, &amends[at], &beside, round);
                seen[at] = Some((amends[at], better == Better::Free));
                touching += usize::from(better != Better::Free);
                if let Better::With(better) = better {
                    found = true;
                    // What did not help for so long is given up.
                    wanted[at] = if round < PATIENT { wanted[at].farther(&better) } else { better };
                }
            }
            if touching < best.0 {
                best = (touching, amends.clone());
            }
            if touching == 0 || (round > PATIENT && !found) {
                break;
            }
            amends = amend::spread(&wanted, self.frames, frame_time);
        }
        best.1
    }

    /// Amends with which less is in the scene than with these.
    fn better(&mut self, at: usize, now: &Amends, beside: &[Amends], round: usize) -> Better {
        let inside = if round < PATIENT { touch::INSIDE } else { touch::COUNTS };
        let touched = self.touched(at, now, Parts::ALL, inside);
        if touched == Parts::NONE {
            return Better::Free;
        }
        let mut best = *now;
        for part in Part::ALL.into_iter().filter(|&part| touched.has(part)) {
            let before = self.touched(at, &best, Parts::ALL, inside);
            if !before.has(part) {
                continue;
            }
            let mut tries = amend::tries(part, &self.frames[at]);
            tries.extend(beside);
            let mut tries: Vec<Amends> = tries.into_iter().map(|tried| best.with(&tried)).collect();
            // What changes least comes first, so that frames beside each other agree.
            // Later on, what goes one way only comes first, since nothing around can undo it.
            let signed = if round < PATIENT { 1.0 } else { SIGNED };
            tries.sort_by(|a, b| a.apart(&best, signed).total_cmp(&b.apart(&best, signed)));
            let better = tries.into_iter().find(|tried| {
                !self.touched(at, tried, Parts::of(&[part]), inside).has(part)
                    && self.touched(at, tried, Parts::ALL, inside).is_within(before)
            });
            best = better.unwrap_or(best);
        }
        if best == *now { Better::Nothing } else { Better::With(best) }
    }
}
