//! The ground and the solid surroundings of feet, as functions of place; points and tilts of a foot that is somewhere.

use crate::geom::Quat;
use crate::geom::vector::{UP, Vec3, dot, length, sub, unit};
use crate::motion::figure::{Sole, SolePoint};

/// The ground at a place of the plan.
pub use crate::route::Ground;

/// The ground by place in plan: x and z.
pub type GroundFn<'a> = &'a dyn Fn(f64, f64) -> Option<Ground>;

/// The surroundings of feet.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The ground.
    pub ground: GroundFn<'a>,
    /// Whether a ball of a radius that moves from one point to another meets an obstacle, other than ground.
    pub solid: &'a dyn Fn([f64; 3], [f64; 3], f64) -> bool,
}

impl<'a> Around<'a> {
    /// Ground alone, with nothing in the way.
    pub fn open(ground: GroundFn<'a>) -> Self {
        Self { ground, solid: &|_, _, _| false }
    }
}

impl Ground {
    /// The turn that lays something level onto the slope.
    pub(super) fn tilt(&self) -> Quat {
        let normal = [-self.slope[0] as f32, 1.0, -self.slope[1] as f32];
        Quat::between(UP, unit(normal, UP))
    }
}

/// The ground as a foot feels it: a bevelled edge or a narrow groove counts as the ground above it, not as a slope.
pub(super) fn felt(ground: GroundFn, x: f64, z: f64) -> Option<Ground> {
    let here = ground(x, z)?;
    if here.slope.iter().all(|part| part.abs() < STEEP) {
        return Some(here);
    }
    let around = [[WIDE, 0.0], [-WIDE, 0.0], [0.0, WIDE], [0.0, -WIDE]];
    let beside =
        around.map(|[dx, dz]| ground(x + dx, z + dz).map(|there| (there.height, there.height - here.at(dx, dz))));
    if beside.iter().flatten().all(|(_, gap)| gap.abs() < BEVEL) {
        return Some(here);
    }
    let near = beside.iter().flatten().map(|(height, _)| *height).filter(|height| height - here.height < WIDE);
    Some(Ground { height: near.fold(here.height, f64::max), slope: [0.0; 2] })
}

/// Rise per metre from which ground may be a bevel, how far to look around it, and how far ground may be off its plane.
const STEEP: f64 = 0.3;
const WIDE: f64 = 0.06;
const BEVEL: f64 = 0.02;

/// Level ground at a height, everywhere.
pub fn level(height: f64) -> impl Fn(f64, f64) -> Option<Ground> {
    move |_, _| Some(Ground { height, slope: [0.0; 2] })
}

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
pub(super) fn laid_flat(sole: &Sole, turn: Quat, normal: Vec3, held: SolePoint, share: f32) -> Quat {
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
