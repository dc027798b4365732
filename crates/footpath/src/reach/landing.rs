//! One leap from floor to floor, its cost, and the columns that leaps may lead to.

use super::limits::{Leap, Limits};
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

/// A column that a leap may lead to, counted from the take-off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeapOffset {
    pub column: [i32; 2],
    /// Highest rise and deepest descent of the leaps that are long enough, in cm.
    pub up: i32,
    pub down: i32,
}

/// Columns whose centres are within a leap, nearest first.
pub(crate) fn offsets(limits: &Limits, grid: &Grid) -> Vec<LeapOffset> {
    let cells = limits.leap_cells(grid);
    let square = |[dx, dz]: [i32; 2]| i64::from(dx * dx + dz * dz) * i64::from(grid.cell).pow(2);
    let columns = (-cells..=cells).flat_map(|dz| (-cells..=cells).map(move |dx| [dx, dz]));
    let offset = |column: [i32; 2]| {
        // The corners of the square of columns are out of reach.
        let long = limits.leaps.iter().filter(|leap| square(column) <= leap.reach.pow(2));
        let [up, down] = long.map(|leap| [leap.up, leap.down]).reduce(|a, b| [a[0].max(b[0]), a[1].max(b[1])])?;
        Some(LeapOffset { column, up, down })
    };
    let mut all: Vec<LeapOffset> = columns.filter(|&column| column != [0, 0]).filter_map(offset).collect();
    all.sort_by_key(|offset| (square(offset.column), offset.column[1], offset.column[0]));
    all
}
