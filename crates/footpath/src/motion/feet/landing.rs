//! Where a swinging foot comes down: on a tread, not on its edge nor in its riser.

use super::Ground;
use crate::motion::figure::Sole;

/// A sole lying flat: heel, ball and tip in plan, from the heel on along the foot.
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

/// Metres by which a foot is moved at most to stand well, and by how much at a time.
const REACH: f64 = 0.20;
const STEP: f64 = 0.02;
/// Metres that a foot keeps from an edge or a riser, and by which ground under it may differ.
const MARGIN: f64 = 0.025;
const UNEVEN: f64 = 0.025;

impl Print {
    /// A flat sole with its ball at a place.
    pub(super) fn of(sole: &Sole, ball: [f64; 2], yaw: f64) -> Self {
        let along = [libm::sin(yaw), libm::cos(yaw)];
        let size = |v: [f32; 3]| f64::from(crate::geom::vector::length(v));
        let beyond = f64::from(sole.tip[2].abs().max(sole.tip[0].abs()));
        Self { ball, along, back: size(crate::geom::vector::sub(sole.ball, sole.heel)), front: beyond }
    }

    fn at(&self, out: f64) -> [f64; 2] {
        [self.ball[0] + self.along[0] * out, self.ball[1] + self.along[1] * out]
    }

    /// Whether the ball is well on the ground that it stands on, and nothing of the sole is in a riser.
    fn stands(&self, ground: &dyn Fn(f64, f64) -> Option<Ground>) -> bool {
        let Some(here) = ground(self.ball[0], self.ball[1]) else { return false };
        let beside = |out: f64| {
            let [x, z] = self.at(out);
            let plane = here.at(x - self.ball[0], z - self.ball[1]);
            ground(x, z).map(|ground| ground.height - plane)
        };
        let even = |out: f64| beside(out).is_some_and(|gap| gap.abs() < UNEVEN);
        let clear = |out: f64| beside(out).is_none_or(|gap| gap < UNEVEN);
        even(MARGIN)
            && even(-MARGIN)
            && clear(self.front + MARGIN)
            && clear(-self.back - MARGIN)
            && clear(-0.5 * self.back)
    }

    /// How far along itself the foot is moved to stand well; the least that helps, none if nothing does.
    pub(super) fn shift(&self, ground: &dyn Fn(f64, f64) -> Option<Ground>) -> f64 {
        let moved = |out: f64| Self { ball: self.at(out), ..*self };
        let steps = (REACH / STEP) as i32;
        let tried = (0..=steps).flat_map(|i| [f64::from(i) * STEP, -f64::from(i) * STEP]);
        tried.into_iter().find(|&out| moved(out).stands(ground)).unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            let shift = print.shift(&stairs);
            let moved = Print { ball: print.at(shift), ..print };
            assert!(moved.stands(&stairs), "{ball:?} {shift}");
            assert!(shift.abs() <= 0.15, "{shift}");
        }
        let slope = |x: f64, _: f64| Some(Ground { height: 0.3 * x, slope: [0.3, 0.0] });
        assert_eq!(Print::of(&sole, [1.0, 0.0], 0.3).shift(&slope), 0.0);
    }
}
