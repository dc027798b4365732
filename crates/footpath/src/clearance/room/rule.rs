//! How a body steps from one floor to the next: which ground holds it, how high a step is, and which steps are refused as too high
//! ([`StepRule::step_if_climbable`]).
//!
//! In: the climb, the least height and the steepest slope of a body, and pairs of neighbouring floors. Out: the height of the step
//! between them, if the body takes it. Promise: a step is taken in both directions or in none, and a body that climbs more,
//! stands on steeper ground or is less high takes every step that another one takes.

use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{Grid, slope_along, step_along};

/// The limits of a body that its steps depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepRule {
    /// Highest step, in cm.
    pub climb: i32,
    /// Lowest height in which the body passes anywhere, in cm.
    pub min_height: i32,
    /// Steepest slope, squared, in 1/64.
    pub slope: i32,
    pub grid: Grid,
}

impl StepRule {
    /// Whether a surface is not too steep.
    #[inline]
    pub fn is_gentle(&self, slope: [i8; 2]) -> bool {
        let [x, z] = slope.map(i32::from);
        x * x + z * z <= self.slope
    }

    /// The step from one floor to a neighbouring one in cm, positive upwards: the rise less the part that both slopes explain.
    #[inline]
    pub fn step(&self, slopes: [[i8; 2]; 2], rise: i32, direction: usize) -> i32 {
        step_along(&self.grid, slope_along(slopes[0], direction), slope_along(slopes[1], direction), rise)
    }

    /// The step from one floor to a neighbouring one in cm, positive upwards; `None` if it is higher than the climb.
    #[inline]
    pub fn step_if_climbable(&self, slopes: [[i8; 2]; 2], rise: i32, direction: usize, over: [i32; 2]) -> Option<i32> {
        let step = if slopes == [[0; 2]; 2] { rise } else { self.step_met(slopes, rise, direction, over) };
        (step.abs() <= self.climb).then_some(step)
    }

    /// The step from one floor to a neighbouring one as this body meets it, in cm, positive upwards: the part of the rise beyond the
    /// slopes of both.
    ///
    /// A slope is measured at one point of a column, which may be the chamfer of a table. So where the rise alone is too high, each
    /// slope counts for `over` at most, which is how far the floor's span reaches above and below its centre. Of the two slopes, only
    /// the smaller one counts. If the upper floor is steeper, it may be the rounded edge of a face, such as a headboard behind a pillow.
    /// The top of the edge is higher than the floor's centre, and the step is increased by as much.
    ///
    /// A step is made where the two floors meet, not from centre to centre. Ground that falls towards the foot of a bank is lower
    /// there. So a slope against the rise increases the step, over half of the way and by `over` at most.
    #[inline]
    pub fn step_met(&self, slopes: [[i8; 2]; 2], rise: i32, direction: usize, over: [i32; 2]) -> i32 {
        let (along_a, along_b) = (slope_along(slopes[0], direction), slope_along(slopes[1], direction));
        let beyond = step_along(&self.grid, along_a, along_b, rise);
        if beyond.abs() > self.climb {
            return beyond;
        }
        let cell = self.grid.cell * CM_PER_METRE / PLAN_PER_METRE;
        // Slopes are in 1/64; each floor has half of the way.
        let half = |along: i32| along * cell * rise.signum() / 128;
        let (a, b) = (half(along_a), half(along_b));
        let high = rise.abs();
        // Most steps are low enough whatever `over` shows.
        if high <= self.climb && high - a - b <= self.climb {
            return beyond;
        }
        let [most_a, most_b] = over.map(|most| most.max(0));
        let met = if high > self.climb {
            let shares = [a.clamp(0, most_a), b.clamp(0, most_b)];
            let [lower, upper] = if rise > 0 { shares } else { [shares[1], shares[0]] };
            high - 2 * lower.min(upper) + (upper - lower).max(0)
        } else {
            high - a.clamp(-most_a, most_a) - b.clamp(-most_b, most_b)
        };
        if met > self.climb { met * rise.signum() } else { beyond }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::DIRECTIONS;

    #[test]
    fn a_rounded_edge_above_a_gentle_slope_is_a_face() {
        let rule = StepRule { climb: 25, min_height: 180, slope: 64 * 64, grid: Grid { cell: 512, cell_height: 5 } };
        let along = DIRECTIONS.iter().position(|&way| way == [1, 0]).unwrap();
        let back = DIRECTIONS.iter().position(|&way| way == [-1, 0]).unwrap();
        let both = |lower: i8, upper: i8| {
            let up = rule.step_if_climbable([[lower, 0], [upper, 0]], 27, along, [5, 5]);
            let down = rule.step_if_climbable([[upper, 0], [lower, 0]], -27, back, [5, 5]);
            assert_eq!(up, down.map(|step| -step), "the same both ways");
            up.is_some()
        };
        assert!(both(64, 64), "a bank");
        assert!(both(64, 26), "the upper end of a bank");
        assert!(!both(26, 64), "a headboard behind a pillow");
        assert!(!both(0, 64), "a chamfer above a floor");
    }
}
