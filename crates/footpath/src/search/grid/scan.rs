//! How far jumps lead, seen in the bits of the map: 64 cells at a time (Harabor & Grastien 2014: block-based scanning). For maps
//! that are asked once and then drawn anew: little is made in advance, three words for 64 cells along rows and along columns.
//!
//! It holds for diagonals that need both cells beside them ([`Moves::onward`]). After a straight step a cell is a jump point
//! where a corner was passed: the cell beside it is free, and the one before that is not. On diagonals nothing is a jump point by
//! itself; they are walked step by step, looking aside.

use super::jumps::{Sight, Spot};
use super::map::GridMap;
use super::rule::{DIRECTIONS, Moves};

/// 64 cells of a line.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    free: u64,
    /// Cells at which going ahead or going back stops: jump points, and what is not free.
    stops: [u64; 2],
}

/// The rows of a map, or its columns.
#[derive(Clone, Debug)]
struct Lines {
    /// Words per line.
    stride: usize,
    words: Vec<Word>,
}

impl Lines {
    /// The rows of a map as lines.
    fn new(map: &GridMap) -> Self {
        let stride = map.words(0).len();
        let mut words = Vec::with_capacity(stride * map.height() as usize);
        for y in 0..i64::from(map.height()) {
            let (line, beside) = (map.words(y), [map.words(y - 1), map.words(y + 1)]);
            for at in 0..stride {
                // Cells whose neighbour is free and the one before or after that is not.
                let corners = beside.map(|line| {
                    let word = |at: usize| line.get(at).copied().unwrap_or(0);
                    let before = word(at) << 1 | if at > 0 { word(at - 1) >> 63 } else { 0 };
                    let after = word(at) >> 1 | word(at + 1) << 63;
                    [word(at) & !before, word(at) & !after]
                });
                let stops = [0, 1].map(|way| !line[at] | corners[0][way] | corners[1][way]);
                words.push(Word { free: line[at], stops });
            }
        }
        Self { stride, words }
    }

    #[inline]
    fn is_free(&self, line: usize, at: usize) -> bool {
        self.words[line * self.stride + at / 64].free >> (at % 64) & 1 == 1
    }

    /// Steps ahead on a line to the next jump point; from zero down, how many until nothing more is free.
    #[inline]
    fn ahead(&self, line: usize, at: usize) -> i32 {
        let words = &self.words[line * self.stride..(line + 1) * self.stride];
        let next = at + 1;
        let mut index = next / 64;
        let mut mask = !0 << (next % 64);
        while let Some(word) = words.get(index) {
            let stops = word.stops[0] & mask;
            if stops != 0 {
                let bit = stops.trailing_zeros();
                let far = (64 * index + bit as usize - at) as i32;
                return if word.free >> bit & 1 == 1 { far } else { 1 - far };
            }
            (index, mask) = (index + 1, !0);
        }
        1 - (64 * self.stride - at) as i32
    }

    /// The same the other way.
    #[inline]
    fn back(&self, line: usize, at: usize) -> i32 {
        let words = &self.words[line * self.stride..(line + 1) * self.stride];
        // Cells below this one; of the first word of a line there may be none.
        let mut mask = !(!0 << (at % 64));
        for index in (0..=at / 64).rev() {
            let stops = words[index].stops[1] & mask;
            if stops != 0 {
                let bit = 63 - stops.leading_zeros();
                let far = (at - (64 * index + bit as usize)) as i32;
                return if words[index].free >> bit & 1 == 1 { far } else { 1 - far };
            }
            mask = !0;
        }
        -(at as i32)
    }
}

/// What is derived from a map for jumping.
#[derive(Clone, Debug)]
pub(super) struct Scan {
    size: [i32; 2],
    rows: Lines,
    columns: Lines,
    onward: &'static [[u8; 256]; 9],
}

impl Scan {
    /// `None` where the rule of moving has no place for it.
    pub(super) fn new(map: &GridMap, moves: Moves) -> Option<Self> {
        let size = [map.width() as i32, map.height() as i32];
        let onward = moves.onward()?;
        Some(Self { size, rows: Lines::new(map), columns: Lines::new(&map.turned()), onward })
    }

    #[inline]
    fn is_free(&self, [x, y]: [i32; 2]) -> bool {
        let [width, height] = self.size;
        (0..width).contains(&x) && (0..height).contains(&y) && self.rows.is_free(y as usize, x as usize)
    }
}

/// The bits as they are looked at.
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
            0 => self.rows.ahead(y, x),
            2 => self.columns.ahead(x, y),
            4 => self.rows.back(y, x),
            _ => self.columns.back(x, y),
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
