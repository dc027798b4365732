//! A generated frame (root, trunk, arms, feet) → a pose of the built-in figure.

use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, sub};
use crate::motion::ease;
use crate::motion::figure::ik::Chain;
use crate::motion::figure::{Figure, Placed, Pose, Role, Side};

/// A foot: where its ankle is and how it is turned, relative to the base point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FootAt {
    pub ankle: Vec3,
    pub turn: Quat,
    /// Turn of the toes within the foot.
    pub toes: Quat,
    /// Where the knee points.
    pub knee: Vec3,
}

/// An arm: turns within the trunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ArmAt {
    pub clavicle: Quat,
    pub upper: Quat,
    pub forearm: Quat,
    pub hand: Quat,
}

/// A whole frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    /// The root, relative to the base point.
    pub root: Vec3,
    /// Turn of the hips.
    pub hips: Quat,
    /// Turns of spine, chest, neck and head within their parents.
    pub trunk: [Quat; 4],
    pub arms: [ArmAt; 2],
    pub feet: [FootAt; 2],
}

impl Frame {
    /// How far the root can go up until a leg of a length reaches its ankle no more.
    pub(super) fn rise(&self, figure: &Figure, side: Side, leg: f32) -> f32 {
        let offset = figure.skeleton.joints()[Role::Thigh(side).index()].offset;
        let hip = add(self.root, self.hips.turn(offset));
        let [x, y, z] = sub(self.feet[side.index()].ankle, hip);
        y + (leg * leg - x * x - z * z).max(0.0).sqrt()
    }

    /// The pose, legs solved for. The built-in figure has its joints in the order of `Role::ALL`.
    pub(super) fn pose(&self, figure: &Figure) -> Pose {
        let mut pose = Pose::rest(&figure.skeleton);
        pose.root = self.root;
        pose.turns[Role::Hips.index()] = self.hips;
        for (role, turn) in [Role::Spine, Role::Chest, Role::Neck, Role::Head].into_iter().zip(self.trunk) {
            pose.turns[role.index()] = turn;
        }
        for side in Side::BOTH {
            let arm = &self.arms[side.index()];
            pose.turns[Role::Clavicle(side).index()] = arm.clavicle;
            pose.turns[Role::UpperArm(side).index()] = arm.upper;
            pose.turns[Role::Forearm(side).index()] = arm.forearm;
            pose.turns[Role::Hand(side).index()] = arm.hand;
            pose.turns[Role::Toes(side).index()] = self.feet[side.index()].toes;
            // Legs start turned with the hips alone; thighs point down, whatever the hips do.
            pose.turns[Role::Thigh(side).index()] = self.hips.inverse() * upright(self.hips);
        }
        let mut placed = Placed::of(&figure.skeleton, &pose);
        for side in Side::BOTH {
            let foot = &self.feet[side.index()];
            let Some(leg) = Chain::leg(&figure.skeleton, side) else { continue };
            leg.reach(&figure.skeleton, &mut pose, &mut placed, foot.ankle, foot.knee, foot.turn);
        }
        pose
    }
}

/// Only the turn about y of a turn.
pub(super) fn upright(turn: Quat) -> Quat {
    let [x, _, z] = turn.turn([1.0, 0.0, 0.0]);
    Quat::about_y(libm::atan2f(-z, x))
}

/// 0 before `a`, 1 after `b`, smooth between.
pub(super) fn smooth(a: f32, b: f32, x: f32) -> f32 {
    ease((x - a) / (b - a))
}

/// Value at `t` in 0..1 between two values with slopes.
pub(super) fn hermite(from: f32, slope_from: f32, to: f32, slope_to: f32, t: f32) -> f32 {
    let (t2, t3) = (t * t, t * t * t);
    from * (2.0 * t3 - 3.0 * t2 + 1.0)
        + slope_from * (t3 - 2.0 * t2 + t)
        + to * (3.0 * t2 - 2.0 * t3)
        + slope_to * (t3 - t2)
}
