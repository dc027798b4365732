//! One leap from floor to floor, and its cost.

use super::limits::Leap;
use crate::geom::{ORTHOGONAL, PLAN_PER_METRE, octile};
use crate::ground::{ColumnKey, Grid};

/// A leap from one floor to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LeapTo {
    /// Tile of the landing, counted from the tile of the take-off.
    pub tile: [i16; 2],
    pub index: u32,
    pub cost: u32,
    /// Which of the body's leaps.
    pub leap: u8,
}

/// Cost of a leap: as if its columns were walked, and its effort.
pub(crate) fn leap_cost(leap: &Leap, from: ColumnKey, to: ColumnKey, grid: &Grid) -> u32 {
    let effort = leap.effort * f64::from(PLAN_PER_METRE) / f64::from(grid.cell) * f64::from(ORTHOGONAL);
    (f64::from(octile(to.x - from.x, to.z - from.z)) * leap.cost + effort).round() as u32
}
