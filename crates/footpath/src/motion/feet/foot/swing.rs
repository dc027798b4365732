//! A foot in the air.

use super::{COMMIT, FARTHEST, Foot, Goal, GroundFn, Grounds, Raw, Step, Target};
use crate::geom::Quat;
use crate::geom::vector::UP;
use crate::motion::control::wrapped;
use crate::motion::ease;
use crate::motion::feet::Ground;
use crate::motion::feet::ground::{flat_ball, laid_flat, point_of};
use crate::motion::feet::landing::Print;
use crate::motion::figure::{Sole, SolePoint};

impl Foot {
    /// The goal of a foot in the air: it goes from where it was locked to its target.
    pub(super) fn swing(&mut self, sole: &Sole, raw: &Raw, step: &Step, floor: f64, ground: &Grounds, dt: f32) -> Goal {
        let Target { ball, ground: tread, height, overhang, yaw, .. } = self.aim(sole, step, floor, ground);
        let t = f64::from(ease(step.progress));
        let (moved, turned, from) = self.left;
        let shift = [0, 1].map(|axis| (ball[axis] - step.landing[axis]).clamp(-FARTHEST, FARTHEST));
        // The predicted and the actual landing may differ while motions blend; at the end only the target counts.
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
        let own = f64::from(sole.yaw(goal.turn));
        if let Some(yaw) = yaw {
            goal = goal.turned(sole, (Quat::about_y((wrapped(yaw - own) * t) as f32) * goal.turn).unit());
        }
        let step = &Step { yaw: yaw.map_or(step.yaw, |yaw| own + wrapped(yaw - own) * t), ..*step };
        if overhang {
            // No heel strike on a tread that ends before the heel: the foot comes down flat.
            let flat = laid_flat(sole, goal.turn, tread.tilt().turn(UP), SolePoint::Ball, 1.0);
            goal = goal.turned(sole, goal.turn.mix(flat, ease(step.progress * 2.0 - 1.0)));
        }
        self.clear(sole, &mut goal, step, ball, ground.around.ground, dt);
        goal
    }

    /// Where the swing ends.
    fn aim(&mut self, sole: &Sole, step: &Step, floor: f64, ground: &Grounds) -> Target {
        if let Some(target) = self.target.filter(|_| step.progress > COMMIT) {
            return target;
        }
        // The search takes time; while the prediction stays, its result does.
        let known = self.target.filter(|target| {
            let [x, z] = [0, 1].map(|axis| target.landing[axis] - step.landing[axis]);
            libm::hypot(x, z) < ASTRAY
        });
        if let Some(target) = known {
            return target;
        }
        let print = Print::of(sole, step.landing, step.yaw);
        let shift = print.shift(step.floor.unwrap_or(floor), &ground.around, step.over, self.outward);
        let print = print.shifted(&shift);
        // On rough ground it comes down the way it was tried, however the body turns meanwhile.
        let yaw = shift.rough.then_some(step.yaw + shift.turned);
        let ball = print.ball;
        let felt = (ground.felt)(ball[0], ball[1]).unwrap_or(Ground { height: floor, slope: [0.0; 2] });
        let below = print.rest(felt, ground.around.ground);
        let behind = f64::from(sole.ball[2].abs().max(sole.ball[0].abs()));
        let height = below.at(-print.along[0] * behind, -print.along[1] * behind);
        let [x, z] = [0, 1].map(|axis| ball[axis] - print.along[axis] * print.back);
        let tread = below.at(x - ball[0], z - ball[1]);
        let beyond = (ground.felt)(x, z).is_none_or(|ground| (ground.height - tread).abs() > 0.04);
        // Nor does a heel strike a joint that a sole bridges.
        let carries = |out: f64, left: f64| {
            let [x, z] = print.at(out - print.back, left);
            let tread = below.at(x - ball[0], z - ball[1]);
            (ground.around.ground)(x, z).is_some_and(|ground| ground.height > tread - GAP)
        };
        let overhang =
            beyond || ![0.0, HEEL].into_iter().any(|out| [0.0, RIM, -RIM].into_iter().any(|left| carries(out, left)));
        let target = Target { ball, landing: step.landing, ground: below, height, overhang, yaw };
        self.target = Some(target);
        target
    }

    /// Lifts a swinging foot over the ground below and ahead, in time; a riser that it does not clear yet holds it back.
    fn clear(&mut self, sole: &Sole, goal: &mut Goal, step: &Step, target: [f64; 2], ground: GroundFn, dt: f32) {
        let dt = f64::from(dt);
        let points = [SolePoint::Heel, SolePoint::Ball, SolePoint::Tip].map(|point| point_of(sole, goal, point));
        let ball = [points[1][0], points[1][2]];
        // Where it moves, and no farther than to where it comes down.
        let moved = [0, 1].map(|axis| ball[axis] - self.passed.map_or(ball, |before| before)[axis]);
        self.passed = Some(ball);
        let rest = libm::hypot(target[0] - ball[0], target[1] - ball[1]);
        let speed = (libm::hypot(moved[0], moved[1]) / dt.max(1e-6)).min(FASTEST);
        let way = match libm::hypot(moved[0], moved[1]) {
            far if far > 1e-6 => moved.map(|part| part / far),
            _ => [0.0; 2],
        };
        let along = [libm::sin(step.yaw), libm::cos(step.yaw)];
        let below = |[x, _, z]: [f64; 3], out: f64, on: f64| {
            let [x, z] = [x + along[0] * out + way[0] * on, z + along[1] * out + way[1] * on];
            ground(x, z).map_or(f64::NEG_INFINITY, |ground| ground.height)
        };
        // Toes that push off are bent up; only later the tip counts where it is.
        let tip = if step.progress > 0.25 { points[2] } else { [points[2][0], points[1][1], points[2][2]] };
        let middle = std::array::from_fn(|axis| 0.5 * (points[0][axis] + points[1][axis]));
        let aside = |at: [f64; 3], left: f64| [at[0] + along[1] * left, at[1], at[2] - along[0] * left];
        let [left, right] = [HALF, -HALF].map(|left| aside(points[1], left));
        let [inner, outer] = [HALF, -HALF].map(|left| aside(points[0], left));
        let places = [
            (points[0], -BESIDE),
            (inner, 0.0),
            (outer, 0.0),
            (middle, 0.0),
            (left, 0.0),
            (right, 0.0),
            (tip, 0.0),
            (tip, BESIDE),
        ];
        let mut wanted = 0.0f64;
        for look in 0..=LOOKS {
            let time = f64::from(look) * LOOK;
            let on = (speed * time).min(rest);
            let need = places.iter().map(|&(at, out)| below(at, out, on) + OVER - at[1]).fold(0.0, f64::max);
            wanted = wanted.max(need - RISE * time);
        }
        // Where it comes down it comes down, whatever is beside it.
        wanted *= (f64::from(1.0 - step.progress) / LAST).min(1.0);
        let speed = ((wanted - self.raise) / dt.max(1e-6)).clamp(-SINK, RISE);
        self.rising = speed.min(self.rising.max(0.0) + HASTE * dt);
        self.raise = (self.raise + self.rising * dt).max(0.0);
        goal.ankle[1] += self.raise;
        // A riser that the toes are still below is not entered.
        let blocked = |back: f64| below(tip, BESIDE - back, 0.0) > tip[1] + self.raise + RISER;
        let held = (0..=HOLDS).map(|i| f64::from(i) * 0.01).find(|&back| !blocked(back)).unwrap_or(0.0);
        // Where it comes down was looked at before.
        let held = held * (f64::from(1.0 - step.progress) / LAST).min(1.0);
        self.back += (held - self.back).clamp(-FREED * dt, FASTEST * dt);
        (goal.ankle[0], goal.ankle[2]) = (goal.ankle[0] - along[0] * self.back, goal.ankle[2] - along[1] * self.back);
    }
}

/// Metres by which a landing changes before the ground around it is looked at again.
const ASTRAY: f64 = 0.015;
/// Fastest that a foot is thought to go, how fast it is lifted and sinks, and catches up after it was held back, metres per second.
const FASTEST: f64 = 4.0;
const RISE: f64 = 2.5;
const SINK: f64 = 1.6;
const FREED: f64 = 1.5;
/// How fast it begins to be lifted, in metres per second squared: a knee of a straight leg is quick.
const HASTE: f64 = 50.0;
/// Looks ahead, and seconds between them.
const LOOKS: i32 = 4;
const LOOK: f64 = 0.04;
/// Metres that a foot keeps above the ground that it passes and from obstacles beside it.
const OVER: f64 = 0.006;
const BESIDE: f64 = 0.02;
/// Metres by which the ground may be lower below a heel that strikes it, how far along it is looked at, and to either side.
const GAP: f64 = 0.012;
const HEEL: f64 = 0.03;
const RIM: f64 = 0.023;
/// Share of a swing at its end in which it is lifted less and less.
const LAST: f64 = 0.15;
/// Half the width of a foot.
const HALF: f64 = 0.04;
/// Ground that is higher above the toes than this is a riser; centimetres that a foot is held back before it at most.
const RISER: f64 = 0.03;
const HOLDS: i32 = 20;
