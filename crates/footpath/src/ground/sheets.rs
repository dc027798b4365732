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

use super::grid::{Grid, TILE};
use super::overlaps::Overlaps;
use super::tile::{Floor, Tile};
use super::ways::{Meeting, pairs};
use std::ops::Range;

const SIDE: usize = TILE as usize;

/// Floors of a tile, as the search for sheets reads them.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub grid: &'a Grid,
    /// Start of each column's floors, row by row, and the end of the last.
    pub starts: &'a [u32],
    pub floors: &'a [Floor],
}

impl Ground<'_> {
    #[inline]
    pub fn column(&self, column: usize) -> Range<usize> {
        self.starts[column] as usize..self.starts[column + 1] as usize
    }

    /// Calls `join` for every two floors of two neighbouring columns that belong together.
    #[inline]
    fn pairs(
        &self,
        here: Range<usize>,
        there: Range<usize>,
        direction: usize,
        met: &mut Vec<Meeting>,
        mut join: impl FnMut(usize, usize),
    ) {
        let (a, b) = (here.start, there.start);
        pairs(self.grid, [&self.floors[here], &self.floors[there]], 0, direction, met, |i, j| join(a + i, b + j));
    }

    /// Calls `join` for every two floors of the tile that belong together, with the direction from one to the other.
    #[inline]
    pub fn all_pairs(&self, mut join: impl FnMut(usize, usize, usize)) {
        let mut met = Vec::new();
        for column in 0..SIDE * SIDE {
            let here = self.column(column);
            if here.is_empty() {
                continue;
            }
            if column % SIDE + 1 < SIDE {
                self.pairs(here.clone(), self.column(column + 1), 0, &mut met, |a, b| join(a, b, 0));
            }
            if column + SIDE < SIDE * SIDE {
                self.pairs(here, self.column(column + SIDE), 1, &mut met, |a, b| join(a, b, 1));
            }
        }
    }
}

/// Finds sheets; its memory is reused from tile to tile.
#[derive(Debug, Default)]
pub(crate) struct SheetFinder {
    /// Union-find over floors: the root of a piece is its first floor.
    parent: Vec<u32>,
    overlaps: Overlaps,
}

impl SheetFinder {
    /// Writes the sheet of every floor and returns the number of sheets; `None` when 16 bits do not hold it.
    pub fn find(&mut self, grid: &Grid, starts: &[u32], floors: &[Floor], sheets: &mut Vec<u16>) -> Option<u16> {
        let ground = Ground { grid, starts, floors };
        self.parent.clear();
        self.parent.extend(0..floors.len() as u32);
        let parent = &mut self.parent;
        ground.all_pairs(|a, b, _| union(parent, a as u32, b as u32));
        for floor in 0..floors.len() {
            // Roots come first, so one step of the way is enough.
            self.parent[floor] = self.parent[self.parent[floor] as usize];
        }
        self.overlaps.split(&ground, &mut self.parent);
        number(&self.parent, sheets)
    }
}

/// Root of a floor's piece, with the way halved.
#[inline]
pub(super) fn root(parent: &mut [u32], mut floor: u32) -> u32 {
    while parent[floor as usize] != floor {
        let above = parent[parent[floor as usize] as usize];
        parent[floor as usize] = above;
        floor = above;
    }
    floor
}

/// Joins two pieces; the lower root stays.
#[inline]
pub(super) fn union(parent: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b) as usize] = a.min(b);
}

/// Numbers pieces in order of their first floor, which is their root.
fn number(piece: &[u32], sheets: &mut Vec<u16>) -> Option<u16> {
    sheets.clear();
    let mut count: u16 = 0;
    for (floor, &root) in piece.iter().enumerate() {
        if root as usize == floor {
            sheets.push(count);
            count = count.checked_add(1)?;
        } else {
            sheets.push(sheets[root as usize]);
        }
    }
    Some(count)
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
