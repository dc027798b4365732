//! Links: from a floor to every floor of the next column whose free space overlaps its own.
//!
//! In: floors of a tile and of its four neighbours. Out: per floor and direction, the floors of the next column whose free
//! interval overlaps its own. These are contiguous, since the free intervals of a column are disjoint and sorted, so a link is a
//! first index (within that column) and a count. Links do not depend on a body: beside a table, the same direction leads under it
//! and onto it. Bandi & Thalmann §7.1 use one candidate per column; their §7.2 and Fig. 11 show why all are needed.

use super::grid::{Grid, TILE};
use super::tile::{Floor, Tile, WideLink};
use std::ops::Range;

/// Bits of a packed link for the count; the other bits are the first index.
const COUNT_BITS: u32 = 4;
/// This count marks a link in the list of wide links.
const WIDE: u16 = (1 << COUNT_BITS) - 1;
const MAX_FIRST: usize = (1 << (16 - COUNT_BITS)) - 1;

/// Calls `meet` for every two floors of two columns whose free intervals overlap, as indices within the columns. `shift` converts
/// heights of the first column to the base of the second.
#[inline]
pub(super) fn meetings(here: &[Floor], there: &[Floor], shift: i32, mut meet: impl FnMut(usize, usize)) {
    let (mut i, mut j) = (0, 0);
    while i < here.len() && j < there.len() {
        let (a, b) = (&here[i], &there[j]);
        let (end_a, end_b) = (a.ceiling() + shift, b.ceiling());
        if (i32::from(a.height) + shift).max(i32::from(b.height)) < end_a.min(end_b) {
            meet(i, j);
        }
        // The interval that ends first overlaps no further one.
        if end_a <= end_b {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// Links of all floors to columns of the same tile. Links across the tile's rim stay empty.
pub(crate) fn link_inside(starts: &[u32], floors: &[Floor], links: &mut Vec<[u16; 4]>, wide: &mut Vec<WideLink>) {
    const SIDE: usize = TILE as usize;
    links.clear();
    links.resize(floors.len(), [0; 4]);
    wide.clear();
    let column = |at: usize| starts[at] as usize..starts[at + 1] as usize;
    for at in 0..SIDE * SIDE {
        let here = column(at);
        if here.is_empty() {
            continue;
        }
        if at % SIDE + 1 < SIDE {
            join(floors, here.clone(), column(at + 1), 0, links, wide);
        }
        if at + SIDE < SIDE * SIDE {
            join(floors, here, column(at + SIDE), 1, links, wide);
        }
    }
    wide.sort_unstable();
}

/// Links two columns in both directions; `direction` leads from the first to the second.
#[inline(always)]
fn join(
    floors: &[Floor],
    here: Range<usize>,
    there: Range<usize>,
    direction: usize,
    links: &mut [[u16; 4]],
    wide: &mut Vec<WideLink>,
) {
    let (a, b) = (here.start, there.start);
    if here.len() == 1 && there.len() == 1 {
        let (from, to) = (&floors[a], &floors[b]);
        let one = u16::from(from.height.max(to.height) < from.end().min(to.end()));
        links[a][direction] = one;
        links[b][direction + 2] = one;
        return;
    }
    if here.len() < usize::from(WIDE) && there.len() < usize::from(WIDE) {
        return join_few(floors, here, there, direction, links);
    }
    meetings(&floors[here], &floors[there], 0, |i, j| {
        extend(links, wide, a + i, direction, j);
        extend(links, wide, b + j, direction + 2, i);
    });
}

/// Links two columns that are too small for wide links. Links begin empty and grow by one floor per overlap.
#[inline(always)]
fn join_few(floors: &[Floor], here: Range<usize>, there: Range<usize>, direction: usize, links: &mut [[u16; 4]]) {
    let (mut i, mut j) = (here.start, there.start);
    let grown = |link: u16, to: usize| if link == 0 { (to as u16) << COUNT_BITS | 1 } else { link + 1 };
    while i < here.end && j < there.end {
        let (from, to) = (&floors[i], &floors[j]);
        let (end_from, end_to) = (from.end(), to.end());
        if from.height.max(to.height) < end_from.min(end_to) {
            links[i][direction] = grown(links[i][direction], j - there.start);
            links[j][direction + 2] = grown(links[j][direction + 2], i - here.start);
        }
        if end_from <= end_to {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// Extends a link by the next floor.
#[inline]
fn extend(links: &mut [[u16; 4]], wide: &mut Vec<WideLink>, floor: usize, direction: usize, to: usize) {
    let link = &mut links[floor][direction];
    let count = *link & WIDE;
    if count == 0 && to <= MAX_FIRST {
        *link = (to as u16) << COUNT_BITS | 1;
    } else if count > 0 && count + 1 < WIDE {
        *link += 1;
    } else {
        extend_wide(link, wide, floor, direction, to);
    }
}

#[cold]
fn extend_wide(link: &mut u16, wide: &mut Vec<WideLink>, floor: usize, direction: usize, to: usize) {
    let (floor, direction) = (floor as u32, direction as u8);
    let count = u32::from(*link & WIDE);
    if count == u32::from(WIDE) {
        let same = wide.iter_mut().rev().find(|wide| wide.floor == floor && wide.direction == direction);
        same.into_iter().for_each(|wide| wide.count += 1);
        return;
    }
    let first = if count == 0 { to as u32 } else { u32::from(*link >> COUNT_BITS) };
    wide.push(WideLink { floor, direction, first, count: count + 1 });
    *link = WIDE;
}

/// Links of the floors at a tile's rim to the four tiles beside it, in the order of the directions.
pub(crate) fn link_across(tile: &Tile, beside: [Option<&Tile>; 4], links: &mut [[u16; 4]], wide: &mut Vec<WideLink>) {
    wide.retain(|link| {
        let [x, z] = tile.floor_index.column_of(link.floor as usize);
        !leaves(link.direction as usize, x, z)
    });
    for (direction, other) in beside.into_iter().enumerate() {
        for i in 0..TILE {
            let last = TILE - 1;
            let (from, to) = match direction {
                0 => ([last, i], [0, i]),
                1 => ([i, last], [i, 0]),
                2 => ([0, i], [last, i]),
                _ => ([i, 0], [i, last]),
            };
            let here = tile.floor_index.range(from[0], from[1]);
            links[here.clone()].iter_mut().for_each(|links| links[direction] = 0);
            let Some(other) = other else { continue };
            let next = &other.floors[other.floor_index.range(to[0], to[1])];
            meetings(&tile.floors[here.clone()], next, tile.base - other.base, |i, j| {
                extend(links, wide, here.start + i, direction, j);
            });
        }
    }
    wide.sort_unstable();
}

fn leaves(direction: usize, x: i32, z: i32) -> bool {
    match direction {
        0 => x == TILE - 1,
        1 => z == TILE - 1,
        2 => x == 0,
        _ => z == 0,
    }
}

impl Tile {
    /// Floors of the next column that a floor links to, as indices within that column.
    #[inline]
    pub fn link(&self, floor: usize, direction: usize) -> Range<usize> {
        let link = self.links[floor][direction];
        let count = link & WIDE;
        if count == WIDE {
            return self.wide_link(floor, direction);
        }
        let first = usize::from(link >> COUNT_BITS);
        first..first + usize::from(count)
    }

    #[cold]
    fn wide_link(&self, floor: usize, direction: usize) -> Range<usize> {
        let key = (floor as u32, direction as u8);
        let found = self.wide_links.binary_search_by_key(&key, |link| (link.floor, link.direction));
        found.map_or(0..0, |at| {
            let link = &self.wide_links[at];
            link.first as usize..link.first as usize + link.count as usize
        })
    }
}

/// The step between two linked floors in cm, positive upwards: the part of the rise between their centres beyond the slopes of
/// both floors. A ramp has no step; a kerb has a step of its full height.
#[inline]
pub fn step(grid: &Grid, from: &Floor, to: &Floor, rise: i32, direction: usize) -> i32 {
    step_along(grid, slope_along(from.slope, direction), slope_along(to.slope, direction), rise)
}

/// The part of a slope along a direction, in 1/64.
#[inline]
pub(crate) fn slope_along(slope: [i8; 2], direction: usize) -> i32 {
    let along = i32::from(slope[direction & 1]);
    if direction < 2 { along } else { -along }
}

/// As [`step`], from the slopes of both floors along the direction.
#[inline]
pub(crate) fn step_along(grid: &Grid, from: i32, to: i32, rise: i32) -> i32 {
    // Heights in 1/16,384 cm: a cell is `cell · 100 / 5120` cm wide, and slopes are in 1/64.
    const FINE: i64 = 16_384;
    let slope = |along: i32| i64::from(along) * i64::from(grid.cell) * 5;
    let (a, b) = (slope(from), slope(to));
    let rise = i64::from(rise) * FINE;
    let beyond = (rise - a.max(b)).max(0) + (rise - a.min(b)).min(0);
    ((beyond + beyond.signum() * (FINE / 2)) / FINE) as i32
}
