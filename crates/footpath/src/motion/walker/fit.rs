//! Fits the poses of a walk into the scene: a limb that penetrates it is moved out of it.
//!
//! In: a walk, frame by frame, with its feet where they stand. Out: the same walk in which arms are folded before a wall or a
//! rail, the head is bowed and the knees are bent below a beam, knees are turned away from an edge, and a swinging foot is lifted
//! over obstacles. Feet that stand stay where they are, to the last bit of their pose.
//!
//! The clips know the ground, and the planner keeps a cylinder free. Neither knows obstacles close to the cylinder's rim, or within it
//! but lower than a step. All frames are known before any is shown, so an adjustment begins in time and ends at leisure: the amount
//! that a frame needs is blended over the frames around it.

mod adjust;
mod joints;

use super::penetration::{Part, Parts, Penetration, STRICT, TOLERATED};
use super::walk::{Frame, Walk};
use crate::geom::vector::{Vec3, length, sub};
use crate::motion::figure::{Figure, Placed, Pose, Side, SolePoint};
use crate::route::Checker;
use adjust::Adjustment;
use joints::Joints;

/// How often all frames are looked at: the adjustment of one limb may move another one into the scene.
const ROUNDS: usize = 12;
/// Number of strict rounds. Later rounds try every candidate, and accept the depth [`TOLERATED`].
const PATIENT: usize = 3;
/// Metres by which an adjustment may move the ball of a standing foot.
const MAX_SHIFT: f32 = 0.004;
/// Weight of signed channels in the later rounds.
const SIGNED: f32 = 4.0;

impl Walk {
    /// Moves limbs out of the scene.
    pub(super) fn fit_into(&mut self, checker: &Checker) {
        let figure = self.figure.clone();
        let mut fit = Fit {
            joints: Joints::new(&figure),
            penetration: Penetration::new(&figure, checker),
            frames: &self.frames,
            balls: self.frames.iter().map(|frame| balls(&figure, &Placed::of(&figure.skeleton, &frame.pose))).collect(),
            pose: Pose::default(),
            placed: Placed::default(),
        };
        let adjustments = fit.adjustments(self.frame_time);
        let adjusted = (0..adjustments.len()).filter(|&at| adjustments[at] != Adjustment::default());
        let poses: Vec<(usize, Pose)> = adjusted.map(|at| (at, fit.adjusted(at, &adjustments[at]))).collect();
        for (at, pose) in poses {
            self.frames[at].pose = pose;
        }
    }
}

/// Where the balls of the feet are.
fn balls(figure: &Figure, placed: &Placed) -> [Vec3; 2] {
    [0, 1].map(|foot| figure.soles[foot].point(placed, SolePoint::Ball))
}

/// A walk that is being fitted.
struct Fit<'a> {
    joints: Joints<'a>,
    penetration: Penetration<'a>,
    frames: &'a [Frame],
    /// Where the balls of the feet of each frame are without adjustment.
    balls: Vec<[Vec3; 2]>,
    pose: Pose,
    placed: Placed,
}

/// The result of improving a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    /// No limb is in the scene.
    Clear,
    /// No candidate helps.
    Stuck,
    Better(Adjustment),
}

impl Fit<'_> {
    /// The adjusted pose of a frame.
    fn adjusted(&mut self, at: usize, adjustment: &Adjustment) -> Pose {
        let frame = &self.frames[at];
        self.joints.pose(&frame.pose, frame.on_knees, adjustment, &mut self.pose, &mut self.placed);
        self.pose.clone()
    }

    /// The parts in `of` that penetrate the scene with an adjustment, and standing feet that the adjustment moves away.
    fn faulty(&mut self, at: usize, adjustment: &Adjustment, of: Parts, depth: f64) -> Parts {
        let frame = &self.frames[at];
        self.joints.pose(&frame.pose, frame.on_knees, adjustment, &mut self.pose, &mut self.placed);
        let inside = self.penetration.parts(frame, &self.placed, of, depth);
        if *adjustment == Adjustment::default() || frame.on_knees {
            return inside;
        }
        let now = balls(self.joints.figure, &self.placed);
        let lost = Side::BOTH.into_iter().filter(|side| {
            let foot = side.index();
            frame.planted[foot] && length(sub(now[foot], self.balls[at][foot])) > MAX_SHIFT
        });
        lost.fold(inside, |parts, side| parts.with(Part::Foot(side)))
    }

    /// The adjustments of all frames.
    fn adjustments(&mut self, frame_time: f64) -> Vec<Adjustment> {
        let mut adjustments = vec![Adjustment::default(); self.frames.len()];
        let mut wanted = adjustments.clone();
        let mut seen = vec![None; adjustments.len()];
        let mut best = (usize::MAX, Vec::new());
        for round in 0..ROUNDS {
            let (mut faulty, mut found) = (0, false);
            for at in 0..adjustments.len() {
                // Unchanged frames keep their outcome; later on, more is tried for those that are not clear.
                let same = seen[at].filter(|&(seen, _)| seen == adjustments[at]).map(|(_, clear)| clear);
                if same.is_some_and(|clear| clear || round < PATIENT) {
                    faulty += usize::from(same == Some(false));
                    continue;
                }
                // The adjustments of the frames beside it are candidates as well.
                let beside = [at.wrapping_sub(1), at + 1].map(|at| wanted.get(at).copied().unwrap_or_default());
                let outcome = self.improve(at, &adjustments[at], &beside, round);
                seen[at] = Some((adjustments[at], outcome == Outcome::Clear));
                faulty += usize::from(outcome != Outcome::Clear);
                if let Outcome::Better(better) = outcome {
                    found = true;
                    // An adjustment that did not help for so long is given up.
                    wanted[at] = if round < PATIENT { wanted[at].farther(&better) } else { better };
                }
            }
            if faulty < best.0 {
                best = (faulty, adjustments.clone());
            }
            if faulty == 0 || (round > PATIENT && !found) {
                break;
            }
            adjustments = adjust::blend(&wanted, self.frames, frame_time);
        }
        best.1
    }

    /// An adjustment of a frame with which fewer parts are in the scene than with this one.
    fn improve(&mut self, at: usize, now: &Adjustment, beside: &[Adjustment], round: usize) -> Outcome {
        // Channels without a sign come first later on, since no frame around can cancel them.
        let (depth, signed) = if round < PATIENT { (STRICT, 1.0) } else { (TOLERATED, SIGNED) };
        let faulty = self.faulty(at, now, Parts::ALL, depth);
        if faulty == Parts::NONE {
            return Outcome::Clear;
        }
        let mut best = *now;
        for part in Part::ALL.into_iter().filter(|&part| faulty.has(part)) {
            let before = self.faulty(at, &best, Parts::ALL, depth);
            if !before.has(part) {
                continue;
            }
            let candidates = adjust::candidates(part, &self.frames[at]);
            let mut tries: Vec<Adjustment> = candidates.iter().chain(beside).map(|tried| best.with(tried)).collect();
            // The least change comes first, so that frames beside each other agree.
            tries.sort_by(|a, b| a.distance(&best, signed).total_cmp(&b.distance(&best, signed)));
            let better = tries.into_iter().find(|tried| {
                !self.faulty(at, tried, Parts::NONE.with(part), depth).has(part)
                    && self.faulty(at, tried, Parts::ALL, depth).is_within(before)
            });
            best = better.unwrap_or(best);
        }
        if best == *now { Outcome::Stuck } else { Outcome::Better(best) }
    }
}
