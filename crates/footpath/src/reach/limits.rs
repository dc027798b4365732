//! A body in the integers that decide: centimetres up, plan units across.

use crate::body::{Action, Body, Posture};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE, cm_of};
use crate::ground::{DIRECTIONS, Floor, Grid, step};

/// Heights above which free space is as good as the open sky, in cm.
pub(crate) const ENOUGH: i32 = 30_000;

/// A move that leaves the ground in between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leap {
    pub action: Action,
    /// Farthest in plan units.
    pub reach: i64,
    /// Highest rise and deepest descent in cm.
    pub up: i32,
    pub down: i32,
    /// Costs: per metre as a factor, and each time in metres.
    pub cost: f64,
    pub effort: f64,
    pub priority: u8,
}

/// What the reach of a body depends on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limits {
    /// Half-width in plan units.
    pub radius: i64,
    pub climb: i32,
    /// Heights of the postures it can take, from the tallest; 0 for one it cannot.
    pub heights: [i32; 3],
    /// Steepest slope, squared, in 1/64.
    pub slope: i32,
    /// More than any step rises or falls from one column to the next, in cm.
    pub plenty: i32,
    /// Leaps by priority.
    pub leaps: Vec<Leap>,
    /// Support weight that a floor needs; 0 when none is asked for.
    pub support: u8,
}

/// Nearest plan unit of a length in metres.
pub(crate) fn plan_of(metres: f64) -> i64 {
    (metres * f64::from(PLAN_PER_METRE)).round() as i64
}

impl Limits {
    pub fn of(body: &Body, grid: &Grid) -> Self {
        let heights = Posture::ALL.map(|posture| body.height_in(posture).map_or(0, cm_of));
        // The widest slope vector that the body stands on; its test is monotone, so it becomes one integer.
        let slope = steepest(body);
        let leap = |action: Action| {
            body.ability(action).map(|ability| Leap {
                action,
                reach: plan_of(ability.reach),
                up: cm_of(ability.up),
                down: cm_of(ability.down),
                cost: ability.cost.max(1.0),
                effort: ability.effort,
                priority: ability.priority,
            })
        };
        let mut leaps: Vec<Leap> = [Action::Step, Action::Drop, Action::Jump].into_iter().filter_map(leap).collect();
        leaps.sort_by_key(|leap| leap.priority);
        let climb = cm_of(body.max_climb);
        // Two steps around a corner, each with ground that slopes by tan 2 at most.
        let plenty = 2 * (climb + 2 * grid.cell * CM_PER_METRE / PLAN_PER_METRE + 1);
        Self { radius: plan_of(body.radius), climb, heights, slope, plenty, leaps, support: 0 }
    }

    /// Lowest height in which the body passes anywhere.
    pub fn lowest(&self) -> i32 {
        self.heights.into_iter().filter(|&height| height > 0).min().unwrap_or(i32::MAX)
    }

    /// Whether a surface is not too steep.
    #[inline]
    pub fn stands(&self, slope: [i8; 2]) -> bool {
        let [x, z] = slope.map(i32::from);
        x * x + z * z <= self.slope
    }

    /// Whether the body steps from one floor to a neighbouring one: the step is within the vertical foot span.
    #[inline]
    pub fn steps(
        &self,
        grid: &Grid,
        slopes: [[i8; 2]; 2],
        rise: i32,
        direction: usize,
        over: impl FnOnce() -> [i32; 2],
    ) -> bool {
        self.step(grid, slopes, rise, direction, over).abs() <= self.climb
    }

    /// The step from one floor to a neighbouring one as this body meets it, in cm, positive upwards: what the rise has
    /// beyond the slopes of both.
    ///
    /// A slope is that of one point of a column, and that point may be the chamfer of a table. So where the rise alone is too
    /// high, slopes count for no more than `over` shows: what each floor's span has above and below its centre; and for no
    /// more than both floors have. What the upper floor has beyond the lower one is the rounded edge of a face, whose top
    /// is as much above its centre: a headboard behind a pillow.
    ///
    /// A step is made where the two floors meet, not from centre to centre: ground that falls towards the foot of a bank is
    /// lower there. So slopes against the rise make a step higher, each for half of the way, and no more than `over` shows.
    #[inline]
    pub fn step(
        &self,
        grid: &Grid,
        [from, to]: [[i8; 2]; 2],
        rise: i32,
        direction: usize,
        over: impl FnOnce() -> [i32; 2],
    ) -> i32 {
        let floor = |slope: [i8; 2]| Floor { height: 0, headroom: 0, slope, object: 0 };
        let beyond = step(grid, &floor(from), &floor(to), rise, direction);
        if beyond.abs() > self.climb {
            return beyond;
        }
        let [dx, dz] = DIRECTIONS[direction];
        let cell = grid.cell * CM_PER_METRE / PLAN_PER_METRE;
        // Slopes are in 1/64; each floor has half of the way.
        let half = |slope: [i8; 2]| (i32::from(slope[0]) * dx + i32::from(slope[1]) * dz) * cell * rise.signum() / 128;
        let (a, b) = (half(from), half(to));
        let high = rise.abs();
        // Most steps are low enough whatever `over` shows.
        if high <= self.climb && high - a - b <= self.climb {
            return beyond;
        }
        let [most_a, most_b] = over().map(|most| most.max(0));
        let met = if high > self.climb {
            let shares = [a.clamp(0, most_a), b.clamp(0, most_b)];
            let [lower, upper] = if rise > 0 { shares } else { [shares[1], shares[0]] };
            high - 2 * lower.min(upper) + (upper - lower).max(0)
        } else {
            high - a.clamp(-most_a, most_a) - b.clamp(-most_b, most_b)
        };
        if met > self.climb { met * rise.signum() } else { beyond }
    }

    /// The tallest posture for a free height, as an index into [`Posture::ALL`].
    #[inline]
    pub fn posture(&self, room: i32) -> Option<usize> {
        self.heights.iter().position(|&height| height > 0 && height <= room)
    }

    /// Farthest reach of a leap, in plan units.
    pub fn farthest(&self) -> i64 {
        self.leaps.iter().map(|leap| leap.reach).max().unwrap_or(0)
    }

    /// Columns that a leap may cross, at most.
    pub fn leap_cells(&self, grid: &Grid) -> i32 {
        (self.farthest() / i64::from(grid.cell)) as i32
    }
}

/// The largest square of a slope in 1/64 that a body stands on.
fn steepest(body: &Body) -> i32 {
    let (mut low, mut high) = (0, 2 * 127 * 127 + 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if stands(body, middle) { low = middle } else { high = middle }
    }
    low
}

/// As [`Body::stands_on_slope`], for the square of a slope in 1/64.
fn stands(body: &Body, square: i32) -> bool {
    f64::from(square).sqrt() <= 64.0 * body.max_slope.tan() + std::f64::consts::FRAC_1_SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_integer_limit_on_slopes_is_the_bodys() {
        for degrees in [0.0_f64, 5.0, 12.0, 30.0, 45.0, 60.0, 89.0] {
            let body = Body { max_slope: degrees.to_radians(), ..Body::adult() };
            let limits = Limits::of(&body, &Grid { cell: 512, cell_height: 5 });
            for x in (-127..=127).step_by(3) {
                for z in (-127..=127).step_by(5) {
                    assert_eq!(limits.stands([x, z]), body.stands_on_slope([x, z]), "{degrees}° and {x}, {z}");
                }
            }
        }
    }

    #[test]
    fn a_rounded_edge_above_a_gentle_slope_is_a_face() {
        let grid = Grid { cell: 512, cell_height: 5 };
        let limits = Limits::of(&Body { max_climb: 0.25, ..Body::adult() }, &grid);
        let along = crate::ground::DIRECTIONS.iter().position(|&way| way == [1, 0]).unwrap();
        let back = crate::ground::DIRECTIONS.iter().position(|&way| way == [-1, 0]).unwrap();
        let both = |lower: i8, upper: i8| {
            let (up, down) = ([[lower, 0], [upper, 0]], [[upper, 0], [lower, 0]]);
            assert_eq!(
                limits.steps(&grid, up, 27, along, || [5, 5]),
                limits.steps(&grid, down, -27, back, || [5, 5]),
                "as one comes, one goes"
            );
            limits.steps(&grid, up, 27, along, || [5, 5])
        };
        assert!(both(64, 64), "a bank");
        assert!(both(64, 26), "the upper end of a bank");
        assert!(!both(26, 64), "a headboard behind a pillow");
        assert!(!both(0, 64), "a chamfer above a floor");
    }
}
