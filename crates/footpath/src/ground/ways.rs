//! Ways: the floor on which the ground continues in each direction.
//!
//! In: floors of two neighbouring columns. Out: the pairs that belong together. Two floors do if they share at least 0.3 m of
//! free height, each is the other's nearest by step, and the step is at most 0.3 m. A floor therefore has at most one way in each
//! direction, and ways are symmetric. Sheets are made of these pairs within a tile; here they also cross its rim.

use super::grid::{Grid, TILE};
use super::links::{meetings, step};
use super::tile::{Floor, MIN_HEADROOM, Tile};
use std::ops::Range;

const SIDE: usize = TILE as usize;

/// Largest step in cm across which the ground continues. It is higher than the steps of stairs and lower than a seat, so
/// furniture is a hole in the ground around it, not a part of the ground.
pub(crate) const MAX_STEP: i32 = 30;

/// No floor: the ground ends here.
pub(crate) const NO_WAY: u32 = u32::MAX;

/// For each floor of a tile and each direction, the floor of the next column on which the ground continues, as an index in that
/// column's tile; [`NO_WAY`] if no way leads there.
#[derive(Debug, Default)]
pub(crate) struct Ways(pub Vec<[u32; 4]>);

/// Two floors of neighbouring columns whose free spaces overlap, and the size of the step between them.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    step: i32,
    here: usize,
    there: usize,
}

impl Meeting {
    fn shares(&self, other: &Self) -> bool {
        self.here == other.here || self.there == other.there
    }
}

/// Whether two floors share at least [`MIN_HEADROOM`] of free height.
#[inline]
fn has_room(a: &Floor, b: &Floor, shift: i32) -> bool {
    let bottom = (i32::from(a.height) + shift).max(i32::from(b.height));
    (a.ceiling() + shift).min(b.ceiling()) - bottom >= i32::from(MIN_HEADROOM)
}

/// Calls `join` for every two floors of two neighbouring columns that belong together, as indices within the columns. `direction`
/// leads from the first to the second. `shift` converts heights of the first to the base of the second.
#[inline]
pub(super) fn pairs(
    grid: &Grid,
    [here, there]: [&[Floor]; 2],
    shift: i32,
    direction: usize,
    met: &mut Vec<Meeting>,
    mut join: impl FnMut(usize, usize),
) {
    let size = |a: &Floor, b: &Floor| {
        let rise = i32::from(b.height) - (i32::from(a.height) + shift);
        step(grid, a, b, rise, direction).abs()
    };
    if let ([a], [b]) = (here, there) {
        if has_room(a, b, shift) && size(a, b) <= MAX_STEP {
            join(0, 0);
        }
        return;
    }
    met.clear();
    meetings(here, there, shift, |i, j| {
        if has_room(&here[i], &there[j], shift) {
            met.push(Meeting { step: size(&here[i], &there[j]), here: i, there: j });
        }
    });
    for (i, meeting) in met.iter().enumerate() {
        // Meetings that share a floor are adjacent.
        let before = met[..i].iter().rev().take_while(|other| meeting.shares(other));
        let after = met[i + 1..].iter().take_while(|other| meeting.shares(other));
        if meeting.step <= MAX_STEP
            && before.into_iter().all(|other| other.step > meeting.step)
            && after.into_iter().all(|other| other.step >= meeting.step)
        {
            join(meeting.here, meeting.there);
        }
    }
}

/// Floors of a tile by column, before the tile exists.
#[derive(Clone, Copy)]
pub(super) struct FloorColumns<'a> {
    pub grid: &'a Grid,
    /// Start of each column's floors, row by row, and the end of the last.
    pub starts: &'a [u32],
    pub floors: &'a [Floor],
}

impl FloorColumns<'_> {
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

impl Ways {
    /// Ways of a tile's floors, given the tiles beside it in the order of the directions.
    pub fn of(grid: &Grid, tile: &Tile, beside: [Option<&Tile>; 4]) -> Self {
        let mut ways = Self(vec![[NO_WAY; 4]; tile.floors.len()]);
        let mut met = Vec::new();
        for ([x, z], here) in tile.floor_index.columns() {
            for (direction, next) in [[x + 1, z], [x, z + 1]].into_iter().enumerate() {
                if next[direction] < TILE {
                    let there = tile.floor_index.range(next[0], next[1]);
                    ways.join([tile, tile], [here.clone(), there], direction, &mut met, grid, [true, true]);
                }
            }
        }
        for (direction, other) in beside.into_iter().enumerate() {
            let Some(other) = other else { continue };
            for along in 0..TILE {
                let (near, far) = if direction < 2 { (TILE - 1, 0) } else { (0, TILE - 1) };
                let at = |across: i32| if direction % 2 == 0 { [across, along] } else { [along, across] };
                let (mine, theirs) = (at(near), at(far));
                let mine = tile.floor_index.range(mine[0], mine[1]);
                let theirs = other.floor_index.range(theirs[0], theirs[1]);
                // Always computed from the lesser column, so that both tiles decide ties alike.
                if direction < 2 {
                    ways.join([tile, other], [mine, theirs], direction, &mut met, grid, [true, false]);
                } else {
                    ways.join([other, tile], [theirs, mine], direction - 2, &mut met, grid, [false, true]);
                }
            }
        }
        ways
    }

    /// Joins two columns. `own` says which of them belong to the tile of these ways.
    #[inline(always)]
    fn join(
        &mut self,
        tiles: [&Tile; 2],
        columns: [Range<usize>; 2],
        direction: usize,
        met: &mut Vec<Meeting>,
        grid: &Grid,
        own: [bool; 2],
    ) {
        let [a, b] = [columns[0].start, columns[1].start];
        let floors = [&tiles[0].floors[columns[0].clone()], &tiles[1].floors[columns[1].clone()]];
        pairs(grid, floors, tiles[0].base - tiles[1].base, direction, met, |i, j| {
            if own[0] {
                self.0[a + i][direction] = (b + j) as u32;
            }
            if own[1] {
                self.0[b + j][direction + 2] = (a + i) as u32;
            }
        });
    }
}
