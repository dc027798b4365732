//! The measure itself: an exact distance, and how far it is measured.

use crate::geom::PLAN_PER_METRE;
use crate::ground::{Grid, TILE};

/// Columns beyond which nothing is measured, whatever the settings say.
const MOST_COLUMNS: i32 = 1000;
/// Metres that a walk goes on through the air where the ground ends.
const AIR: f64 = 1.0;

/// The distance from a floor to what is nearest in its way: exact, in plan.
///
/// ```
/// use footpath::clearance::Clearance;
/// use footpath::ground::Grid;
/// // Three columns of 0.1 m away: two and a half cells from the centre to the square's rim.
/// let clearance = Clearance::new(&Grid::nearest(0.1, 0.05), 25);
/// assert_eq!(clearance.metres(), 0.25);
/// assert!(clearance.passes(0.25) && !clearance.passes(0.2502));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clearance {
    squared: u32,
    cell: i32,
}

impl Clearance {
    /// From a squared distance in half cells.
    pub fn new(grid: &Grid, squared: u32) -> Self {
        Self { squared, cell: grid.cell }
    }

    /// The distance squared, in half cells.
    pub fn squared(&self) -> u32 {
        self.squared
    }

    /// The distance in metres.
    pub fn metres(&self) -> f64 {
        f64::from(self.squared).sqrt() * f64::from(self.cell) / f64::from(2 * PLAN_PER_METRE)
    }

    /// Whether something of this half-width in metres fits, taken to the nearest 1/5120 m; an exact fit passes.
    pub fn passes(&self, half_width: f64) -> bool {
        self.squared >= Self::least(self.cell, half_width)
    }

    /// The least squared distance in half cells at which a half-width in metres passes, on cells of so many plan units.
    pub(crate) fn least(cell: i32, half_width: f64) -> u32 {
        // `squared · (cell / 2)² ≥ plan²`, in integers.
        let plan = (half_width * f64::from(PLAN_PER_METRE)).round().clamp(0.0, f64::from(i32::MAX)) as u128;
        let cell = u128::from(cell.unsigned_abs().max(1));
        u32::try_from((4 * plan * plan).div_ceil(cell * cell)).unwrap_or(u32::MAX)
    }
}

/// Squared distance in half cells to the square of the column so many columns away.
#[inline]
pub(crate) fn squared(columns: u32) -> u32 {
    let half_cells = (2 * columns).saturating_sub(1);
    half_cells * half_cells
}

/// The farthest measured distance and the longest walk through the air, on one grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Squared distance in half cells at which measuring stops.
    pub most: u32,
    /// Columns up to which a distance can be less than that.
    pub columns: u32,
    /// Columns of a walk through the air, at least one.
    pub air: u32,
}

impl Limits {
    pub fn new(grid: &Grid, max_clearance: f64) -> Self {
        let half_cells =
            (2.0 * max_clearance / grid.cell_size() + 1e-9).floor().clamp(0.0, f64::from(2 * MOST_COLUMNS));
        let air = (AIR / grid.cell_size() + 1e-9).floor().clamp(1.0, f64::from(MOST_COLUMNS));
        Self { most: (half_cells * half_cells) as u32, columns: half_cells as u32 / 2, air: air as u32 }
    }

    /// Tiles around one that a walk from it can reach.
    pub fn tiles(&self) -> i32 {
        self.columns.div_ceil(TILE as u32) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_cover_every_distance_below_the_largest() {
        let limits = Limits::new(&Grid::nearest(0.1, 0.05), 4.0);
        assert_eq!((limits.most, limits.columns, limits.air), (6400, 40, 10));
        assert!(squared(limits.columns) < limits.most && squared(limits.columns + 1) > limits.most);
        let none = Limits::new(&Grid::nearest(0.1, 0.05), 0.0);
        assert_eq!((none.most, none.columns), (0, 0));
        let coarse = Limits::new(&Grid::nearest(3.0, 0.05), 4.0);
        assert_eq!((coarse.most, coarse.columns, coarse.air), (4, 1, 1));
        let fine = Limits::new(&Grid::nearest(0.005, 0.05), 100.0);
        assert_eq!((fine.most, fine.columns), (4_000_000, 1000));
    }

    #[test]
    fn an_exact_fit_passes_and_a_plan_unit_more_does_not() {
        let grid = Grid::nearest(0.1, 0.05);
        for columns in 1..=40 {
            let clearance = Clearance::new(&grid, squared(columns));
            let half_width = (f64::from(columns) - 0.5) * 0.1;
            assert!(clearance.passes(half_width), "{columns}");
            assert!(!clearance.passes(half_width + 1.0 / 5120.0), "{columns}");
        }
        assert!(!Clearance::new(&grid, 6400).passes(f64::INFINITY));
        assert!(Clearance::new(&grid, 0).passes(0.0));
    }
}
