//! Sheets: connected pieces of one tile's floors with at most one floor per column.
//!
//! In: floors and links of a tile. Out: a sheet number per floor, in the order of each sheet's first floor. Promised: a sheet is
//! connected and has at most one floor per column. It depends on the tile alone, so edits elsewhere do not change it.
//!
//! Floors of neighbouring columns belong together if each is the other's nearest by step and the step is at most 0.3 m (`ways`).
//! A piece that covers no column twice is a sheet. If a piece overlaps itself (a spiral stair, a ramp to a deck), its floors are
//! ranked from below in each column, and ranks spread from the columns that overlap to those that do not. Each connected part of
//! one rank is then joined to neighbouring parts as long as no column is covered twice. Deusdado et al. §4.1 slice the whole
//! world by depth; that view joins sheets.

use super::grid::Grid;
use super::overlaps::Overlaps;
use super::tile::{Floor, Tile};
use super::ways::FloorColumns;
use crate::geom::DisjointSets;

/// Finds sheets; its memory is reused from tile to tile.
#[derive(Debug, Default)]
pub(crate) struct SheetFinder {
    pieces: DisjointSets,
    overlaps: Overlaps,
}

impl SheetFinder {
    /// Writes the sheet of every floor and returns the number of sheets; `None` if it exceeds 16 bits.
    pub fn find(&mut self, grid: &Grid, starts: &[u32], floors: &[Floor], sheets: &mut Vec<u16>) -> Option<u16> {
        let columns = FloorColumns { grid, starts, floors };
        self.pieces.reset(floors.len());
        columns.all_pairs(|a, b, _| self.pieces.join(a as u32, b as u32));
        self.overlaps.split(&columns, &mut self.pieces);
        let (numbers, count) = self.pieces.numbers();
        sheets.clear();
        sheets.extend(numbers.into_iter().map(|number| number as u16));
        u16::try_from(count).ok()
    }
}

impl Tile {
    /// Number of sheets.
    pub fn sheet_count(&self) -> u16 {
        self.sheet_count
    }

    /// The sheet of a floor.
    #[inline]
    pub fn sheet(&self, floor: usize) -> u16 {
        self.sheets[floor]
    }
}
