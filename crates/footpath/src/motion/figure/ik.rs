//! Inverse kinematics of two bones: thigh and shin, or upper arm and forearm.
//!
//! In: a pose, a target for the end of the chain, and the side to which the middle joint bends. Out: the turns of the three joints.

use super::{Placed, Pose, Role, Side, Skeleton};
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, dot, length, scale, sub, unit};

/// Share of its whole length to which a limb stretches at most: beyond it a knee would snap straight.
pub(crate) const REACH: f32 = 0.9985;

/// A chain of three joints: the upper turns both bones, the lower one bone, the end keeps a turn of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    pub upper: usize,
    pub lower: usize,
    pub end: usize,
}

impl Chain {
    /// Hip, knee and ankle of a leg.
    pub(crate) fn leg(skeleton: &Skeleton, side: Side) -> Option<Self> {
        let [upper, lower, end] = skeleton.leg(side)?;
        Some(Self { upper, lower, end })
    }

    /// Shoulder, elbow and wrist of an arm.
    pub(crate) fn arm(skeleton: &Skeleton, side: Side) -> Option<Self> {
        let [upper, lower, end] = [Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)];
        Some(Self { upper: skeleton.find(upper)?, lower: skeleton.find(lower)?, end: skeleton.find(end)? })
    }

    /// Upper joint, middle joint and end.
    fn points(self, placed: &Placed) -> [Vec3; 3] {
        [self.upper, self.lower, self.end].map(|joint| placed.at[joint])
    }

    /// Metres from the upper joint that the end may be: less than both bones, so that the limb never snaps straight.
    pub(crate) fn longest(self, placed: &Placed) -> f32 {
        let [upper, middle, end] = self.points(placed);
        (length(sub(middle, upper)) + length(sub(end, middle))) * (REACH - 0.0005)
    }

    /// From the line between the ends to the middle joint: which way the limb is bent, and how far.
    pub(crate) fn bend(self, placed: &Placed) -> Vec3 {
        let [upper, middle, end] = self.points(placed);
        let along = unit(sub(end, upper), [0.0, -1.0, 0.0]);
        let out = sub(middle, upper);
        sub(out, scale(along, dot(out, along)))
    }

    /// Turns the chain so that its end is at the target with the given turn, the middle joint on the side of `pole`.
    /// Out of reach the limb points at the target. Returns the metres that are missing. `placed` must show the pose, and shows
    /// it afterwards for the chain's own joints only.
    pub(crate) fn reach(
        self,
        skeleton: &Skeleton,
        pose: &mut Pose,
        placed: &mut Placed,
        target: Vec3,
        pole: Vec3,
        end_turn: Quat,
    ) -> f32 {
        let Self { upper, lower, end } = self;
        let [hip, knee, ankle] = self.points(placed);
        let (thigh, shin) = (sub(knee, hip), sub(ankle, knee));
        let (a, b) = (length(thigh), length(shin));
        let wanted = length(sub(target, hip));
        let far = wanted.clamp((a - b).abs() * 1.001 + 1e-4, (a + b) * REACH);
        let along = unit(sub(target, hip), [0.0, -1.0, 0.0]);
        let side = unit(sub(pole, scale(along, dot(pole, along))), [0.0, 0.0, 1.0]);
        let cos = ((a * a + far * far - b * b) / (2.0 * a * far)).clamp(-1.0, 1.0);
        let sin = (1.0 - cos * cos).sqrt();
        let new_knee = add(hip, add(scale(along, a * cos), scale(side, a * sin)));
        let new_end = add(hip, scale(along, far));
        let down = [0.0, -1.0, 0.0];
        let first = Quat::between(unit(thigh, down), unit(sub(new_knee, hip), down));
        let second = Quat::between(unit(first.turn(shin), down), unit(sub(new_end, new_knee), down));
        let within = |joint: usize, moved: Quat, placed: &Placed| moved * placed.parent_turn(skeleton, joint);
        let upper_turn = first * placed.turn[upper];
        let lower_turn = second * first * placed.turn[lower];
        pose.turns[upper] = (within(upper, Quat::IDENTITY, placed).inverse() * upper_turn).unit();
        pose.turns[lower] = (within(lower, first, placed).inverse() * lower_turn).unit();
        pose.turns[end] = (within(end, second * first, placed).inverse() * end_turn).unit();
        placed.turn[upper] = upper_turn;
        placed.turn[lower] = lower_turn;
        placed.turn[end] = end_turn;
        placed.at[lower] = new_knee;
        placed.at[end] = new_end;
        wanted - far
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::figure::Figure;

    #[test]
    fn a_leg_reaches_its_target_with_the_knee_in_front() {
        let person = Figure::person(1.8);
        let skeleton = &person.skeleton;
        let [upper, lower, end] = skeleton.leg(Side::Left).expect("a leg");
        for (i, target) in
            [[0.1, 0.2, 0.3], [0.05, 0.3, -0.4], [0.25, 0.2, 0.1], [0.1, 0.0, 0.9]].into_iter().enumerate()
        {
            let mut pose = Pose::rest(skeleton);
            let mut placed = Placed::of(skeleton, &pose);
            let chain = Chain { upper, lower, end };
            let turn = Quat::about_x(0.4);
            let short = chain.reach(skeleton, &mut pose, &mut placed, target, [0.0, 0.0, 1.0], turn);
            let after = Placed::of(skeleton, &pose);
            let gap = length(sub(after.at[end], target));
            assert!((gap - short.max(0.0)).abs() < 1e-4, "{i}: {gap} {short}");
            assert!(i == 3 || gap < 1e-4);
            assert!((after.turn[end].inverse() * turn).angle() < 1e-3);
            assert!(length(sub(after.at[lower], placed.at[lower])) < 1e-4);
            let middle = scale(add(after.at[upper], after.at[end]), 0.5);
            assert!(i == 3 || after.at[lower][2] > middle[2], "the knee is in front");
        }
    }
}
