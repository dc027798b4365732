//! A body in the integers that decide: centimetres up, plan units across.

use crate::body::{Action, Body, Posture};
use crate::clearance::{ENOUGH, StepRule};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE, cm_of};
use crate::ground::Grid;

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

    /// How the body steps from floor to floor.
    pub fn rule(&self, grid: &Grid) -> StepRule {
        StepRule { climb: self.climb, min_height: self.lowest(), slope: self.slope, grid: *grid }
    }

    /// Height above which more room makes no difference, to this body or to any step of it.
    pub fn cap(&self) -> i32 {
        self.heights[0].max(self.lowest()).saturating_add(self.plenty).min(ENOUGH)
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
            let grid = Grid { cell: 512, cell_height: 5 };
            let rule = Limits::of(&body, &grid).rule(&grid);
            for x in (-127..=127).step_by(3) {
                for z in (-127..=127).step_by(5) {
                    assert_eq!(rule.is_gentle([x, z]), body.stands_on_slope([x, z]), "{degrees}° and {x}, {z}");
                }
            }
        }
    }
}
