//! A foot in the air.

use super::{COMMIT, FARTHEST, Foot, Goal, GroundFn, Raw, Step, Target};
use crate::geom::vector::UP;
use crate::motion::feet::Ground;
use crate::motion::feet::landing::Print;
use crate::motion::feet::points::{ease, flat_ball, level, point_of};
use crate::motion::figure::{Sole, SolePoint};

impl Foot {
    /// A foot in the air: from what it was moved by when it left to what its landing wants.
    pub(super) fn swing(&mut self, sole: &Sole, raw: &Raw, step: &Step, floor: f64, ground: GroundFn, dt: f32) -> Goal {
        let Target { ball, ground: tread, height, overhang } = self.aim(sole, step, floor, ground);
        let t = f64::from(ease(step.progress));
        let (moved, turned, from) = self.left;
        let shift = [0, 1].map(|axis| (ball[axis] - step.landing[axis]).clamp(-FARTHEST, FARTHEST));
        // What was foretold and what comes may differ while motions blend; at the end only the target counts.
        let now = flat_ball(sole, raw);
        let late = f64::from(step.progress).powi(6);
        let error = [0, 1].map(|axis| (step.landing[axis] - now[axis]).clamp(-FARTHEST, FARTHEST) * late);
        // A slope is followed. Up a step the foot rises early, down a step it sinks late.
        let slope = (0..2).map(|axis| tread.slope[axis] * (ball[axis] - self.left_at[axis])).sum::<f64>();
        let slope = slope.clamp((height - from).min(0.0), (height - from).max(0.0));
        let rise = height - from - slope;
        let climb = if rise > 0.0 { step.progress / 0.75 } else { (step.progress - 0.25) / 0.75 };
        self.height = from + slope * t + rise * f64::from(ease(climb));
        self.carries = from + (height - from) * t;
        let turn = (turned.mix(tread.tilt(), t as f32) * raw.turn).unit();
        let mut goal = Goal {
            ankle: [
                raw.ankle[0] + moved[0] * (1.0 - t) + shift[0] * t + error[0],
                self.height + raw.ankle[1] + moved[1] * (1.0 - t),
                raw.ankle[2] + moved[2] * (1.0 - t) + shift[1] * t + error[1],
            ],
            turn,
            planted: false,
        };
        if overhang {
            // No heel strike on a tread that ends before the heel: the foot comes down flat.
            let before = goal.turn.turn(sole.ball).map(f64::from);
            let flat = ease(step.progress * 2.0 - 1.0);
            goal.turn = goal.turn.mix(level(sole, goal.turn, tread.tilt().turn(UP), SolePoint::Ball, 1.0), flat);
            let after = goal.turn.turn(sole.ball).map(f64::from);
            (0..3).for_each(|axis| goal.ankle[axis] += before[axis] - after[axis]);
        }
        self.clear(sole, &mut goal, step, ground, dt);
        goal
    }

    /// Where the swing ends.
    fn aim(&mut self, sole: &Sole, step: &Step, floor: f64, ground: GroundFn) -> Target {
        if let Some(target) = self.target.filter(|_| step.progress > COMMIT) {
            return target;
        }
        let print = Print::of(sole, step.landing, step.yaw);
        let shift = print.shift(ground);
        let ball = [0, 1].map(|axis| step.landing[axis] + print.along[axis] * shift);
        let below = ground(ball[0], ball[1]).unwrap_or(Ground { height: floor, slope: [0.0; 2] });
        let behind = f64::from(sole.ball[2].abs().max(sole.ball[0].abs()));
        let height = below.at(-print.along[0] * behind, -print.along[1] * behind);
        let [x, z] = [0, 1].map(|axis| ball[axis] - print.along[axis] * print.back);
        let tread = below.at(x - ball[0], z - ball[1]);
        let overhang = ground(x, z).is_none_or(|ground| (ground.height - tread).abs() > 0.04);
        let target = Target { ball, ground: below, height, overhang };
        self.target = Some(target);
        target
    }

    /// Lifts a swinging foot over what is below it and just ahead.
    fn clear(&mut self, sole: &Sole, goal: &mut Goal, step: &Step, ground: GroundFn, dt: f32) {
        let ahead = [libm::sin(step.yaw), libm::cos(step.yaw)];
        let tip = point_of(sole, goal, SolePoint::Tip);
        let deficit = |[x, y, z]: [f64; 3], out: f64| {
            ground(x + ahead[0] * out, z + ahead[1] * out).map_or(0.0, |ground| ground.height + 0.004 - y)
        };
        let heel = point_of(sole, goal, SolePoint::Heel);
        let ball = point_of(sole, goal, SolePoint::Ball);
        let now = deficit(heel, 0.0).max(deficit(ball, 0.0)).max(0.0);
        // Toes give way: they lift the foot, but at their leisure, and not while they push off. What lies ahead matters less
        // the farther it is, and near the end of the swing only what is below matters.
        let toes = if step.progress > 0.25 { deficit(tip, 0.0) } else { 0.0 };
        let soon = match step.progress {
            0.1..0.8 if Self::steps_up(ball, ahead, ground) => {
                (0.8 * deficit(ball, 0.12)).max(0.5 * deficit(ball, 0.16))
            }
            _ => 0.0,
        };
        let most = f64::from(dt) * 1.6;
        let wanted = now.max(soon).max(toes);
        self.raise = (self.raise + (wanted - self.raise).clamp(-most, most)).max(now);
        goal.ankle[1] += self.raise;
    }

    /// Whether the ground just ahead of a point is higher than its slope explains.
    fn steps_up(at: [f64; 3], ahead: [f64; 2], ground: GroundFn) -> bool {
        let [x, z] = ahead.map(|part| part * 0.16);
        let beyond = ground(at[0], at[2]).zip(ground(at[0] + x, at[2] + z));
        beyond.is_some_and(|(here, there)| there.height > here.at(x, z) + 0.03)
    }
}
