//! Sheets: the single-valued connected pieces of one tile's floors.
//!
//! In: floors and links of a tile. Out: a sheet number per floor, in order of each sheet's first floor. Promise: a sheet has
//! at most one floor per column and is connected; what is found depends on the tile alone, so an edit elsewhere
//! changes nothing here.
//!
//! Floors of neighbouring columns belong together when each is the other's nearest by step and the step is at most
//! 0.3 m (`ways`). A piece that covers no column twice is a sheet. Where a piece overlaps itself (a spiral stair, a ramp to a
//! deck), its floors are ranked from below in each column; ranks spread from the columns that overlap into those that
//! do not, and each connected part of one rank is a candidate, which then is joined to neighbouring parts as long as
//! that covers no column twice. Deusdado et al. §4.1 slice the whole world by depth; theirs is a view that joins sheets.

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
    /// Writes the sheet of every floor and returns the number of sheets; `None` when 16 bits do not hold it.
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

    /// The sheet that a floor is part of.
    #[inline]
    pub fn sheet(&self, floor: usize) -> u16 {
        self.sheets[floor]
    }
}
