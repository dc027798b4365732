//! Finds where a swinging foot comes down: on a tread, not on its edge nor in its riser.
//!
//! In: a flat sole at the place where the motion would put it, and the surroundings. Out: the shift to the cheapest place near by,
//! where each fault of a place costs as much as so many metres of moving along. Kuffner's character walks on level ground only; this
//! search is ours.

mod obstacles;

use super::ground::felt;
use super::{Around, GroundFn};
use crate::motion::figure::Sole;

/// A sole lying flat: heel, ball and tip in plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Print {
    /// The ball in plan.
    pub ball: [f64; 2],
    /// Which way the toes point, in plan.
    pub along: [f64; 2],
    /// How far heel and tip are from the ball.
    pub back: f64,
    pub front: f64,
}

/// How a foot is moved to stand well: along itself, to its left, and turned to its left by so many radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shift {
    pub along: f64,
    pub left: f64,
    pub turned: f64,
    /// It would not stand as well if it came down turned otherwise.
    pub rough: bool,
}

/// Metres by which a foot is moved at most to stand well, along itself and across, and by how much at a time.
const REACH: [f64; 2] = [0.30, 0.16];
const STEP: [f64; 2] = [0.02, 0.04];
/// Metres that a foot keeps from an edge or a riser, half its width at the ball and at the toes, and by which ground under it may differ.
const MARGIN: f64 = 0.025;
const HALF: f64 = 0.045;
const TOES: f64 = 0.03;
const UNEVEN: f64 = 0.02;
/// Costs of a place, in metres of moving along: where the heel, the tip, a side or the ball hangs in the air; where
/// something higher is within the sole, just beside it, or at a corner of the heel; for every metre
/// across; and for every metre that it lies deeper below the walker than a step does.
const HEEL: f64 = 0.06;
const TIP: f64 = 0.04;
const SIDE: f64 = 0.03;
const BALL: f64 = 0.2;
const INSIDE: f64 = 0.4;
const BESIDE: f64 = 0.15;
const CORNER: f64 = 0.25;
const ACROSS: f64 = 1.5;
const DEEP: f64 = 3.0;
const STEP_DOWN: f64 = 0.24;
/// The same for every metre that it lies higher than a long stride takes up a stair; where the foot or the shin above it
/// would be in something that is no ground; and for every radian that it is turned outwards and inwards.
const HIGH: f64 = 3.0;
/// The same for every metre that the ball is above the ground in a sole that is carried elsewhere, beyond what does not show.
const GAP: f64 = 8.0;
const FITS: f64 = 0.005;
/// The same for every metre per metre that a sole tips into a gap, beyond what does not show.
const TIPPED: f64 = 0.6;
const LEVEL: f64 = 0.1;
const STEP_UP: f64 = 0.60;
const SOLID: f64 = 0.8;
const SHIN: f64 = 0.6;
const OUT: f64 = 0.20;
const IN: f64 = 0.40;
/// Radians that a foot is turned by, where it would otherwise stand worse than this.
const TURNS: [f64; 6] = [0.3, -0.3, 0.6, -0.6, 0.9, -0.9];
const BAD: f64 = 0.25;
/// Radians that a body may turn by between the middle of a swing and its end.
const ASKEW: [f64; 4] = [0.4, -0.4, 0.8, -0.8];

impl Print {
    /// A flat sole with its ball at a place.
    pub(super) fn of(sole: &Sole, ball: [f64; 2], yaw: f64) -> Self {
        let along = [libm::sin(yaw), libm::cos(yaw)];
        let size = |v: [f32; 3]| f64::from(crate::geom::vector::length(v));
        let beyond = f64::from(sole.tip[2].abs().max(sole.tip[0].abs()));
        Self { ball, along, back: size(crate::geom::vector::sub(sole.ball, sole.heel)), front: beyond }
    }

    /// The same sole moved along itself and to its left.
    pub(super) fn moved(&self, [out, left]: [f64; 2]) -> Self {
        Self { ball: self.at(out, left), ..*self }
    }

    /// The same moved and turned.
    pub(super) fn shifted(&self, by: &Shift) -> Self {
        let [x, z] = self.along;
        let (sin, cos) = (libm::sin(by.turned), libm::cos(by.turned));
        Self { along: [x * cos + z * sin, z * cos - x * sin], ..self.moved([by.along, by.left]) }
    }

    pub(super) fn at(&self, out: f64, left: f64) -> [f64; 2] {
        let [x, z] = self.along;
        [self.ball[0] + x * out + z * left, self.ball[1] + z * out - x * left]
    }

    /// The cost of how it stands: nothing on even ground, the more the less of it is supported, and most inside higher ground. `None` where the ball is not on the ground.
    fn badness(&self, floor: f64, ground: GroundFn<'_>) -> Option<f64> {
        let here = ground(self.ball[0], self.ball[1])?;
        let heel = -self.back;
        // Metres along and to the left, and the costs without support there and with higher ground.
        let places = [
            (MARGIN, 0.0, BALL, BESIDE),
            (-MARGIN, 0.0, BALL, INSIDE),
            (0.0, HALF, SIDE, BESIDE),
            (0.0, -HALF, SIDE, BESIDE),
            (self.front, 0.0, 0.0, INSIDE),
            (self.front + MARGIN, TOES, 0.5 * TIP, BESIDE),
            (self.front + MARGIN, -TOES, 0.5 * TIP, BESIDE),
            (0.5 * heel, 0.0, SIDE, INSIDE),
            (heel, 0.0, 0.0, INSIDE),
            (heel - MARGIN, 0.0, HEEL, BESIDE),
            (heel, HALF, SIDE, CORNER),
            (heel, -HALF, SIDE, CORNER),
        ];
        let deeper = (floor - STEP_DOWN - here.height).max(0.0);
        let higher = (here.height - floor - STEP_UP).max(0.0);
        let mut sum = DEEP * deeper + HIGH * higher;
        for (out, left, without, within) in places {
            let [x, z] = self.at(out, left);
            let plane = here.at(x - self.ball[0], z - self.ball[1]);
            match ground(x, z).map_or(f64::NEG_INFINITY, |ground| ground.height - plane) {
                gap if gap >= UNEVEN => sum += within,
                gap if gap <= -UNEVEN => sum += without,
                _ => {}
            }
        }
        if sum > 0.0 {
            // A heel that rises leaves the ball alone to carry.
            let felt = felt(ground, self.ball[0], self.ball[1]).unwrap_or(here);
            let rest = self.rest(felt, ground);
            let tilted = libm::hypot(rest.slope[0] - felt.slope[0], rest.slope[1] - felt.slope[1]);
            sum += GAP * (rest.height - here.height - FITS).max(0.0) + TIPPED * (tilted - LEVEL).max(0.0);
        }
        Some(sum)
    }

    /// Whether it would stand badly if it were moved and turned.
    fn is_bad(&self, by: &Shift, floor: f64, around: &Around) -> bool {
        let print = self.shifted(by);
        print.badness(floor, around.ground).is_none_or(|bad| bad > 0.0) || print.in_the_way(around) > 0.0
    }

    /// How the foot is moved and turned to stand best near a floor below a body; not at all if nothing helps. `outward` is 1 for
    /// the left foot and −1 for the right one.
    pub(super) fn shift(&self, floor: f64, around: &Around, body: [f64; 2], outward: f64) -> Shift {
        let mut best = (Shift::default(), f64::INFINITY);
        self.shift_turned(floor, around, body, [0.0, 0.0], &mut best);
        let rough = best.1 > 0.0 || ASKEW.iter().any(|&turned| self.is_bad(&Shift { turned, ..best.0 }, floor, around));
        for turned in TURNS {
            let cost = turned.abs() * if turned > 0.0 { OUT } else { IN };
            if best.1 > BAD.max(cost) {
                self.shift_turned(floor, around, body, [turned * outward, cost], &mut best);
            }
        }
        Shift { rough, ..best.0 }
    }

    /// The same with a turn and its cost.
    fn shift_turned(
        &self,
        floor: f64,
        around: &Around,
        body: [f64; 2],
        [turned, worse]: [f64; 2],
        best: &mut (Shift, f64),
    ) {
        let [long, wide] = [0, 1].map(|axis| (REACH[axis] / STEP[axis] + 0.5) as i32);
        for aside in 0..=wide {
            for out in 0..=long {
                let far = [f64::from(out) * STEP[0], f64::from(aside) * STEP[1]];
                let moved = worse + far[0] + ACROSS * far[1];
                if moved >= best.1 {
                    break;
                }
                for signs in [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
                    if (out == 0 && signs[0] < 0.0) || (aside == 0 && signs[1] < 0.0) {
                        continue;
                    }
                    let by = Shift { along: far[0] * signs[0], left: far[1] * signs[1], turned, rough: false };
                    let print = self.shifted(&by);
                    let mut cost = print.badness(floor, around.ground).map_or(f64::INFINITY, |badness| moved + badness);
                    if cost < best.1 {
                        cost += print.pierced(around.ground);
                    }
                    if cost < best.1 {
                        cost += print.in_the_way(around) + print.behind_a_wall(around, body);
                    }
                    if cost < best.1 {
                        *best = (by, cost);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::feet::Ground;
    use crate::motion::figure::Figure;

    fn stairs(x: f64, _: f64) -> Option<Ground> {
        Some(Ground { height: (x / 0.28).floor() * 0.17, slope: [0.0; 2] })
    }

    #[test]
    fn a_foot_finds_the_tread() {
        let sole = Figure::person(1.8).soles[0];
        for i in 0..56 {
            let ball = [1.0 + f64::from(i) * 0.01, 0.0];
            let print = Print::of(&sole, ball, std::f64::consts::FRAC_PI_2);
            let floor = (ball[0] / 0.28).floor() * 0.17;
            let shift = print.shift(floor, &Around::open(&stairs), ball, 1.0);
            assert!(print.shifted(&shift).badness(floor, &stairs).is_some_and(|bad| bad < 0.2), "{ball:?} {shift:?}");
            assert!(shift.along.abs() <= 0.16 && shift.left == 0.0, "{shift:?}");
        }
        let slope = |x: f64, _: f64| Some(Ground { height: 0.3 * x, slope: [0.3, 0.0] });
        assert_eq!(
            Print::of(&sole, [1.0, 0.0], 0.3).shift(0.3, &Around::open(&slope), [1.0, 0.0], 1.0),
            Shift::default()
        );
    }

    #[test]
    fn a_foot_keeps_out_of_grooves_and_off_low_walls_beside_it() {
        let sole = Figure::person(1.8).soles[0];
        let groove = |x: f64, _: f64| Some(Ground { height: if x.abs() < 0.1 { -0.3 } else { 0.0 }, slope: [0.0; 2] });
        let print = Print::of(&sole, [0.0, 0.0], std::f64::consts::FRAC_PI_2);
        let ball = print.shifted(&print.shift(0.0, &Around::open(&groove), [0.0; 2], 1.0)).ball;
        assert!(ball[0].abs() > 0.1, "{ball:?}");
        let kerb = |_: f64, z: f64| Some(Ground { height: if z > 0.02 { 0.2 } else { 0.0 }, slope: [0.0; 2] });
        let ball = print.shifted(&print.shift(0.0, &Around::open(&kerb), [0.0; 2], 1.0)).ball;
        assert!(ball[1] < -0.02, "{ball:?}");
    }

    #[test]
    fn a_foot_turns_on_a_short_tread_and_keeps_out_of_walls() {
        let sole = Figure::person(1.8).soles[0];
        // Down stairs whose treads are shorter than a foot.
        let short = |x: f64, _: f64| Some(Ground { height: -(x / 0.18).floor() * 0.17, slope: [0.0; 2] });
        let print = Print::of(&sole, [1.0, 0.0], std::f64::consts::FRAC_PI_2);
        for outward in [1.0, -1.0] {
            let shift = print.shift(-5.0 * 0.17, &Around::open(&short), [1.0, 0.0], outward);
            assert!(shift.turned * outward >= 0.3, "{shift:?}");
        }
        // A wall that is no ground, 3 cm beside the middle of the foot.
        let level = |_: f64, _: f64| Some(Ground::default());
        let wall = |a: [f64; 3], b: [f64; 3], radius: f64| a[2].max(b[2]) + radius > 0.03;
        let shift = print.shift(0.0, &Around { ground: &level, solid: &wall }, [1.0, -0.1], 1.0);
        let ball = print.shifted(&shift).ball;
        assert!(ball[1] < 0.0, "{ball:?} {shift:?}");
    }
}
