//! The feet of a gait: exact while they stand, smooth while they swing. A generated frame (root, trunk, arms, feet) → a pose of the
//! built-in figure.

use super::super::clip::Contact;
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, sub};
use crate::motion::ease;
use crate::motion::figure::ik::Chain;
use crate::motion::figure::{Figure, Placed, Pose, Role, Side, Sole};

/// How the feet go, for the figure of 1.80 m. Angles in radians, shares of the cycle or of standing from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gait {
    /// Metres per second.
    pub speed: f32,
    /// Seconds of two steps.
    pub period: f32,
    /// Share of the cycle that a foot stands.
    pub stance: f32,
    /// How far the toes are up when the foot comes down; negative when they come down first.
    pub strike: f32,
    /// How far the heel is up when the foot leaves.
    pub push: f32,
    /// Shares of standing at which the foot begins and ends to lie flat.
    pub flat: [f32; 2],
    /// Metres by which a swinging ankle is lifted, in addition to its roll.
    pub lift: f32,
    /// Pitch that a swinging foot passes through halfway, beyond the smooth way.
    pub dangle: f32,
    /// Share of the way of a standing foot that lies before the base point.
    pub lead: f32,
    /// Half the distance between the feet across.
    pub width: f32,
    /// How far the toes point outwards.
    pub toe_out: f32,
}

/// A foot on its way: its ankle, and its pitch, positive with the heel up.
#[derive(Clone, Copy)]
struct Rolled {
    ankle: Vec3,
    pitch: f32,
}

impl Gait {
    /// Metres that the base point moves while a foot stands.
    pub(super) fn reach(&self) -> f32 {
        self.speed * self.period * self.stance
    }

    /// How a foot touches the ground at its own phase (0 at its strike).
    pub(super) fn contact(&self, phase: f32) -> Contact {
        let stood = phase / self.stance;
        if stood >= 1.0 {
            return Contact::NONE;
        }
        let from_heel = self.strike >= 0.0;
        let (first, last) = (stood < self.flat[0], stood >= self.flat[1]);
        Contact { heel: !last && (from_heel || !first), ball: !first || !from_heel }
    }

    /// Pitch of a standing foot, as a share of standing.
    fn pitch(&self, stood: f32) -> f32 {
        if stood < self.flat[0] {
            return -self.strike * (1.0 - smooth(0.0, 1.0, stood / self.flat[0]));
        }
        let off = ((stood - self.flat[1]) / (1.0 - self.flat[1])).max(0.0);
        self.push * off * off * (1.6 - 0.6 * off)
    }

    /// A standing foot: it turns about its heel while the toes are up, else about its ball.
    fn standing(&self, phase: f32, side: Side, sole: &Sole) -> Rolled {
        let pitch = self.pitch(phase / self.stance);
        let along = self.lead * self.reach() - self.speed * self.period * phase;
        let out = self.out(side);
        let pivot = if pitch < 0.0 { sole.heel } else { sole.ball };
        let on_ground = add([side.sign() * self.width, sole.ankle, along], out.turn(pivot));
        Rolled { ankle: sub(on_ground, (out * Quat::about_x(pitch)).turn(pivot)), pitch }
    }

    fn out(&self, side: Side) -> Quat {
        Quat::about_y(side.sign() * self.toe_out)
    }

    fn swinging(&self, phase: f32, side: Side, sole: &Sole) -> Rolled {
        let t = (phase - self.stance) / (1.0 - self.stance);
        let step = 1e-3;
        let [before, from] = [self.stance - step, self.stance - 1e-6].map(|phase| self.standing(phase, side, sole));
        let [to, after] = [0.0, step].map(|phase| self.standing(phase, side, sole));
        let per_swing = (1.0 - self.stance) / step;
        let way = |of: &dyn Fn(&Rolled) -> f32, share: f32| {
            let slopes = [of(&from) - of(&before), of(&after) - of(&to)].map(|rise| rise * per_swing * share);
            hermite(of(&from), slopes[0], of(&to), slopes[1], t)
        };
        let hump = 16.0 * t * t * (1.0 - t) * (1.0 - t);
        let mut ankle =
            [way(&|foot| foot.ankle[0], 0.0), way(&|foot| foot.ankle[1], 0.6), way(&|foot| foot.ankle[2], 1.0)];
        ankle[1] += self.lift * hump;
        // A foot that leaves fast would turn on in the air: the ankle holds it.
        Rolled { ankle, pitch: way(&|foot| foot.pitch, 0.25) + self.dangle * hump }
    }

    /// The foot of a side at its own phase.
    pub(super) fn foot(&self, phase: f32, side: Side, sole: &Sole) -> FootAt {
        let phase = phase - phase.floor();
        let stands = phase < self.stance;
        let rolled = if stands { self.standing(phase, side, sole) } else { self.swinging(phase, side, sole) };
        let out = self.out(side);
        let turn = out * Quat::about_x(rolled.pitch);
        // Toes stay on the ground while the heel is up, and straighten in the air.
        let grip = if stands { 1.0 } else { 1.0 - smooth(self.stance, self.stance + 0.2, phase) };
        let toes = Quat::about_x(-rolled.pitch.max(0.0) * grip);
        let mut ankle = rolled.ankle;
        if !stands {
            // Nothing of a swinging foot drags.
            let tip = add(sole.ball, toes.turn([0.0, 0.0, sole.tip[2]]));
            let lowest =
                [sole.heel, sole.ball, tip].map(|point| turn.turn(point)[1]).into_iter().fold(f32::INFINITY, f32::min);
            let t = (phase - self.stance) / (1.0 - self.stance);
            ankle[1] = ankle[1].max(0.06 * t * (1.0 - t) - lowest);
        }
        FootAt { ankle, turn, toes, knee: out.turn([0.0, 0.0, 1.0]) }
    }
}

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
