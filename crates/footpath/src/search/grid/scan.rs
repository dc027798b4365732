//! Lengths of jumps, read from the bits of the map, 64 cells at a time (Harabor & Grastien 2014: block-based scanning). For maps
//! that are searched once and then drawn anew: the preparation is three words per 64 cells along rows, and as much along columns.
//!
//! The method holds for diagonals that need both cells beside them ([`Moves::onward`]). After a straight step, a cell is a jump
//! point where a corner was passed: the cell beside it is free, and the one before that is not. On a diagonal no cell is a jump
//! point by itself; diagonals are walked step by step with a straight jump to each side.

use super::jumps::{Sight, Spot};
use super::map::GridMap;
use super::rule::{DIRECTIONS, Moves};

/// The rows of a map, or its columns, in words of 64 cells.
#[derive(Clone, Debug)]
struct Lines {
    /// Words per line.
    stride: usize,
    free: Vec<u64>,
    /// Cells at which a jump forward or backward stops: jump points, and cells that are not free.
    stops: [Vec<u64>; 2],
}

impl Lines {
    /// The rows of a map as lines.
    fn new(map: &GridMap) -> Self {
        let (free, stride) = (map.all_words().to_vec(), map.words(0).len());
        // Free cells whose predecessor is not free, and free cells whose successor is not. Words are treated as if they followed
        // each other in one line. That is wrong for the first cell of a line going forward and for the last one going backward,
        // which no jump reaches that way.
        let mut begins: Vec<u64> = free.iter().map(|word| word & !(word << 1)).collect();
        begins.iter_mut().skip(1).zip(&free).for_each(|(edge, before)| *edge &= !(before >> 63));
        let mut ends: Vec<u64> = free.iter().map(|word| word & !(word >> 1)).collect();
        ends.iter_mut().zip(&free[1..]).for_each(|(edge, after)| *edge &= !(after << 63));
        let stops = [begins, ends].map(|edges| {
            let mut stops: Vec<u64> = free.iter().map(|word| !word).collect();
            // Corners of the line before, and of the line after.
            stops[stride..].iter_mut().zip(&edges).for_each(|(stop, edge)| *stop |= edge);
            stops.iter_mut().zip(&edges[stride..]).for_each(|(stop, edge)| *stop |= edge);
            stops
        });
        Self { stride, free, stops }
    }

    #[inline]
    fn is_free(&self, line: usize, at: usize) -> bool {
        self.free[line * self.stride + at / 64] >> (at % 64) & 1 == 1
    }

    /// The length of a jump to a cell that stops it. If that cell is not free: minus the number of free cells before it.
    #[inline]
    fn jump_length(&self, line: usize, stop: usize, far: usize) -> i32 {
        if self.is_free(line, stop) { far as i32 } else { 1 - far as i32 }
    }

    /// Steps forward on a line to the next jump point; otherwise minus the number of free cells ahead.
    #[inline]
    fn jump_forward(&self, line: usize, at: usize) -> i32 {
        let stops = &self.stops[0][line * self.stride..(line + 1) * self.stride];
        let mut mask = !0 << ((at + 1) % 64);
        for (index, word) in stops.iter().enumerate().skip((at + 1) / 64) {
            if word & mask != 0 {
                let stop = 64 * index + (word & mask).trailing_zeros() as usize;
                return self.jump_length(line, stop, stop - at);
            }
            mask = !0;
        }
        1 - (64 * self.stride - at) as i32
    }

    /// The same backward.
    #[inline]
    fn jump_backward(&self, line: usize, at: usize) -> i32 {
        let stops = &self.stops[1][line * self.stride..(line + 1) * self.stride];
        // Bits below this cell.
        let mut mask = !(!0 << (at % 64));
        for index in (0..=at / 64).rev() {
            let word = stops[index] & mask;
            if word != 0 {
                let stop = 64 * index + 63 - word.leading_zeros() as usize;
                return self.jump_length(line, stop, at - stop);
            }
            mask = !0;
        }
        -(at as i32)
    }
}

/// The derived data of a map for jumping.
#[derive(Clone, Debug)]
pub(super) struct Scan {
    size: [i32; 2],
    rows: Lines,
    columns: Lines,
    onward: &'static [[u8; 256]; 9],
}

impl Scan {
    /// `None` where the rule of moving does not allow the method.
    pub(super) fn new(map: &GridMap, moves: Moves) -> Option<Self> {
        let size = [map.width() as i32, map.height() as i32];
        let onward = moves.onward()?;
        Some(Self { size, rows: Lines::new(map), columns: Lines::new(&map.transposed_map()), onward })
    }

    #[inline]
    fn is_free(&self, [x, y]: [i32; 2]) -> bool {
        let [width, height] = self.size;
        (0..width).contains(&x) && (0..height).contains(&y) && self.rows.is_free(y as usize, x as usize)
    }
}

/// The bits as a [`Sight`].
pub(super) type ByBits<'a> = &'a Scan;

impl Sight for ByBits<'_> {
    #[inline]
    fn onward(&self, spot: Spot, how: u8) -> u8 {
        let [x, y] = spot.place;
        let ring = (0..8).fold(0, |ring, d| {
            let [dx, dy] = DIRECTIONS[d];
            ring | usize::from(self.is_free([x + dx, y + dy])) << d
        });
        self.onward[usize::from(how) % 9][ring]
    }

    #[inline]
    fn straight(&self, spot: Spot, d: usize) -> i32 {
        let [x, y] = spot.place.map(|c| c as usize);
        match d {
            0 => self.rows.jump_forward(y, x),
            2 => self.columns.jump_forward(x, y),
            4 => self.rows.jump_backward(y, x),
            _ => self.columns.jump_backward(x, y),
        }
    }

    #[inline]
    fn diagonal(&self, spot: Spot, d: usize) -> i32 {
        let ([x, y], [dx, dy]) = (spot.place, DIRECTIONS[d]);
        i32::from([[x + dx, y + dy], [x + dx, y], [x, y + dy]].into_iter().all(|place| self.is_free(place)))
    }

    #[inline]
    fn bends(&self, _: Spot, _: usize) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::grid::table::{ByTable, Table};
    use crate::search::grid::{Corners, Grid};

    /// The table derives its rules from their definition; the bits must give the same, also at both ends of words.
    #[test]
    fn what_is_seen_in_bits_is_what_the_table_says() {
        let mut seed = 7_u64;
        for (round, width) in [1, 5, 63, 64, 65, 127, 128, 200].into_iter().cycle().take(64).enumerate() {
            let height = [30, 64, 70, 1][round / 8 % 4];
            let map = GridMap::new(width, height, |_, _| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                seed >> 57 > [2, 20, 50][round % 3]
            });
            let moves = [Moves::Tenths, Moves::Eight][round % 2](Corners::BothFree);
            let grid = Grid::new(map.expect("a map"), moves);
            let (table, scan) = (Table::new(&grid), Scan::new(&grid.map, moves).expect("a rule that fits"));
            let by_table = ByTable { table: &table, rings: grid.rings() };
            for cell in (0..grid.cells() as u32).filter(|&cell| grid.is_free(cell)) {
                let spot = Spot { cell, place: grid.place(cell) };
                for d in [0, 2, 4, 6] {
                    assert_eq!((&scan).straight(spot, d), by_table.straight(spot, d), "{width}: {spot:?} to {d}");
                }
                for d in [1, 3, 5, 7] {
                    let is_open = by_table.diagonal(spot, d) != 0;
                    assert_eq!((&scan).diagonal(spot, d), i32::from(is_open), "{width}: {spot:?} to {d}");
                }
                assert_eq!((&scan).onward(spot, 0), by_table.onward(spot, 0), "{width}: {spot:?}");
            }
        }
    }
}
