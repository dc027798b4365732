//! Points and tilts of a foot that is somewhere.

use crate::geom::Quat;
use crate::geom::vector::{Vec3, dot, length, sub};
use crate::motion::figure::{Sole, SolePoint};

/// The motion's own foot on level ground, in the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Raw {
    /// The ankle; its height is above the base point.
    pub ankle: [f64; 3],
    pub turn: Quat,
}

/// Where the foot shall be, in the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Goal {
    pub ankle: [f64; 3],
    pub turn: Quat,
    pub planted: bool,
}

impl Goal {
    /// The same with another turn, about the ball, which stays.
    pub(super) fn turned(mut self, sole: &Sole, turn: Quat) -> Self {
        let [before, after] = [self.turn, turn].map(|turn| turn.turn(sole.ball).map(f64::from));
        (0..3).for_each(|axis| self.ankle[axis] += before[axis] - after[axis]);
        Self { turn, ..self }
    }
}

/// A point of the sole of a foot that is somewhere. The tip is taken as if the toes were straight.
pub(super) fn point_of(sole: &Sole, goal: &Goal, point: SolePoint) -> [f64; 3] {
    let local = match point {
        SolePoint::Heel => sole.heel,
        SolePoint::Ball => sole.ball,
        SolePoint::Tip => {
            let out = sub(sole.ball, sole.heel);
            let more = length(sole.tip) / length(out).max(1e-3);
            std::array::from_fn(|axis| sole.ball[axis] + out[axis] * more)
        }
    };
    let arm = goal.turn.turn(local).map(f64::from);
    std::array::from_fn(|axis| goal.ankle[axis] + arm[axis])
}

/// Where the ball of a foot would be in plan if the foot came down flat on the lower of heel and ball.
pub(super) fn flat_ball(sole: &Sole, raw: &Raw) -> [f64; 2] {
    let [heel, ball] = [sole.heel, sole.ball].map(|point| raw.turn.turn(point).map(f64::from));
    if ball[1] <= heel[1] {
        return [raw.ankle[0] + ball[0], raw.ankle[2] + ball[2]];
    }
    let (yaw, length) = (f64::from(sole.yaw(raw.turn)), f64::from(sole.length()));
    [raw.ankle[0] + heel[0] + libm::sin(yaw) * length, raw.ankle[2] + heel[2] + libm::cos(yaw) * length]
}

/// Lays a foot flat by a share, and never lets the point that is not held sink.
pub(super) fn level(sole: &Sole, turn: Quat, normal: Vec3, held: SolePoint, share: f32) -> Quat {
    let across = turn.turn(sole.across);
    let out = match held {
        SolePoint::Heel => sub(sole.ball, sole.heel),
        _ => sub(sole.heel, sole.ball),
    };
    let size = length(out).max(1e-3);
    let height = dot(normal, turn.turn(out)) / size;
    let flat = libm::asinf(height.clamp(-0.5, 0.5));
    // About the axis to the left, a positive turn lifts the heel and drops the ball.
    let sign = if held == SolePoint::Heel { 1.0 } else { -1.0 };
    let by = if height < 0.0 { flat } else { flat * share };
    (Quat::about(across, sign * by) * turn).unit()
}
