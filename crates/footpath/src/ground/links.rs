//! Links: floor → every floor of the next column whose free space meets its own.
//!
//! In: floors of a tile and of its four neighbours. Out: per floor and direction, which floors of the next column
//! overlap its free interval. These are contiguous, since the free intervals of a column are disjoint and sorted, so a
//! link is a first index (within that column) and a count. Nothing here asks whether a body can take the step: beside
//! a table the same direction leads under it and onto it. Seed §7.1 looks for one candidate per column; §7.2 and Fig. 11
//! show why all are needed.

use super::grid::{Grid, TILE};
use super::tile::{Floor, Tile};
use std::ops::Range;

/// Bits of a packed link that count floors; the rest is the first.
const COUNT_BITS: u32 = 4;
/// Count that says: look in the list of wide links.
const WIDE: u16 = (1 << COUNT_BITS) - 1;
const MAX_FIRST: usize = (1 << (16 - COUNT_BITS)) - 1;

/// A link that does not fit in 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WideLink {
    /// Floor of the tile.
    pub floor: u32,
    /// Direction, as in [`DIRECTIONS`](super::DIRECTIONS).
    pub direction: u8,
    /// First floor of the next column.
    pub first: u32,
    /// Number of floors.
    pub count: u32,
}

/// Packs a link; `None` when it needs a wide one.
#[inline]
fn packed(first: usize, count: usize) -> Option<u16> {
    if count == 0 {
        return Some(0);
    }
    (count < usize::from(WIDE) && first <= MAX_FIRST).then_some((first as u16) << COUNT_BITS | count as u16)
}

/// Floors of the next column that overlap the free interval of a floor. `shift` is what its heights must be raised by
/// to count from the base of the next column.
#[inline]
pub(crate) fn overlapping(floor: &Floor, shift: i32, next: &[Floor]) -> Range<usize> {
    let (height, ceiling) = (i32::from(floor.height) + shift, floor.ceiling() + shift);
    let first = next.iter().position(|other| other.ceiling() > height).unwrap_or(next.len());
    let count = next[first..].iter().take_while(|other| i32::from(other.height) < ceiling).count();
    first..first + count
}

/// Links of all floors to columns of the same tile. Links across the tile's rim are left empty.
pub(crate) fn inside(starts: &[u32], floors: &[Floor], links: &mut Vec<[u16; 4]>, wide: &mut Vec<WideLink>) {
    const SIDE: usize = TILE as usize;
    links.clear();
    links.resize(floors.len(), [0; 4]);
    wide.clear();
    let column = |at: usize| starts[at] as usize..starts[at + 1] as usize;
    for z in 0..SIDE {
        for x in 0..SIDE {
            let here = column(z * SIDE + x);
            if here.is_empty() {
                continue;
            }
            if x + 1 < SIDE {
                join(floors, here.clone(), column(z * SIDE + x + 1), 0, links, wide);
            }
            if z + 1 < SIDE {
                join(floors, here, column(z * SIDE + SIDE + x), 1, links, wide);
            }
        }
    }
    wide.sort_unstable();
}

/// Links two columns both ways; `direction` leads from the first to the second.
#[inline]
fn join(
    floors: &[Floor],
    here: Range<usize>,
    there: Range<usize>,
    direction: usize,
    links: &mut [[u16; 4]],
    wide: &mut Vec<WideLink>,
) {
    const ONE: u16 = 1;
    if here.len() == 1 && there.len() == 1 {
        let (a, b) = (&floors[here.start], &floors[there.start]);
        if a.height.max(b.height) as i32 >= a.ceiling().min(b.ceiling()) {
            return;
        }
        links[here.start][direction] = ONE;
        links[there.start][direction + 2] = ONE;
        return;
    }
    for (from, to, direction) in [(here.clone(), there.clone(), direction), (there, here, direction + 2)] {
        for floor in from {
            let found = overlapping(&floors[floor], 0, &floors[to.clone()]);
            store(links, wide, floor, direction, found);
        }
    }
}

#[inline]
fn store(links: &mut [[u16; 4]], wide: &mut Vec<WideLink>, floor: usize, direction: usize, found: Range<usize>) {
    links[floor][direction] = packed(found.start, found.len()).unwrap_or_else(|| {
        let (first, count) = (found.start as u32, found.len() as u32);
        wide.push(WideLink { floor: floor as u32, direction: direction as u8, first, count });
        WIDE
    });
}

/// Links of the floors at a tile's rim to the four tiles beside it, in the order of the directions.
pub(crate) fn across(tile: &Tile, beside: [Option<&Tile>; 4], links: &mut [[u16; 4]], wide: &mut Vec<WideLink>) {
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
            for floor in tile.floor_index.range(from[0], from[1]) {
                let found = other.map_or(0..0, |other| {
                    let next = &other.floors[other.floor_index.range(to[0], to[1])];
                    overlapping(&tile.floors[floor], tile.base - other.base, next)
                });
                store(links, wide, floor, direction, found);
            }
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
            link.first as usize..(link.first + link.count) as usize
        })
    }
}

/// Step between two linked floors in cm, positive upwards: what the rise from one centre to the next has beyond the slopes
/// of the two floors. A ramp has none; a kerb has its full height.
#[inline]
pub fn step(grid: &Grid, from: &Floor, to: &Floor, rise: i32, direction: usize) -> i32 {
    let along = |floor: &Floor| {
        let [dx, dz] = super::DIRECTIONS[direction];
        i32::from(floor.slope[0]) * dx + i32::from(floor.slope[1]) * dz
    };
    // Heights in 1/16,384 cm: a cell is `cell · 100 / 5120` cm wide and slopes are in 1/64.
    const FINE: i64 = 16_384;
    let slope = |floor: &Floor| i64::from(along(floor)) * i64::from(grid.cell) * 5;
    let (a, b) = (slope(from), slope(to));
    let rise = i64::from(rise) * FINE;
    let beyond = (rise - a.max(b)).max(0) + (rise - a.min(b)).min(0);
    ((beyond + beyond.signum() * FINE / 2) / FINE) as i32
}
