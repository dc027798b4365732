//! The feet of a gait: exact while they stand, smooth while they swing.

use super::super::clip::Contact;
use super::build::{FootAt, hermite, smooth};
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, sub};
use crate::motion::figure::{Side, Sole};

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
