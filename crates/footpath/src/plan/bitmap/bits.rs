//! Bits in rows of words: 64 cells at a time.

use crate::search::grid::{GridMap, SizeError};

/// One bit per cell of a frame, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitmap {
    columns: u32,
    rows: u32,
    /// Words per row.
    stride: usize,
    words: Vec<u64>,
}

impl Bitmap {
    /// A bitmap of zeros.
    pub(super) fn new(columns: u32, rows: u32) -> Self {
        let stride = columns.div_ceil(64) as usize;
        Self { columns, rows, stride, words: vec![0; stride * rows as usize] }
    }

    /// Cells along x.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Cells along z.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The bit of a cell; false outside.
    pub fn get(&self, [x, z]: [u32; 2]) -> bool {
        x < self.columns && z < self.rows && self.words[z as usize * self.stride + x as usize / 64] >> (x % 64) & 1 == 1
    }

    /// Number of bits that are set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Sets the bits of a row from column `first` to `last`, both included.
    #[inline]
    pub(super) fn set_span(&mut self, row: u32, first: u32, last: u32) {
        let at = row as usize * self.stride;
        let (low, high) = (first as usize / 64, last as usize / 64);
        let (begin, end) = (!0 << (first % 64), !0 >> (63 - last % 64));
        if low == high {
            self.words[at + low] |= begin & end;
            return;
        }
        self.words[at + low] |= begin;
        self.words[at + low + 1..at + high].fill(!0);
        self.words[at + high] |= end;
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.words.copy_from_slice(&other.words);
    }

    /// The words of a row.
    pub(super) fn row(&self, row: u32) -> &[u64] {
        &self.words[row as usize * self.stride..(row as usize + 1) * self.stride]
    }

    /// Sets the bits of a row that are set in `words`.
    pub(super) fn add_row(&mut self, row: u32, words: &[u64]) {
        let at = row as usize * self.stride;
        for (word, more) in self.words[at..at + self.stride].iter_mut().zip(words) {
            *word |= more;
        }
    }

    /// The map whose free cells are those without a bit.
    pub(super) fn free_map(&self) -> Result<GridMap, SizeError> {
        let words = self.words.iter().map(|word| !word).collect();
        GridMap::from_words(self.columns as usize, self.rows as usize, words)
    }
}

/// Spreads the bits of a row by `by` cells to both sides, from `source` into `target`. By 64 cells at most.
pub(super) fn spread(source: &[u64], by: u32, target: &mut [u64]) {
    for at in 0..source.len() {
        let here = source[at];
        let (before, after) = (if at > 0 { source[at - 1] } else { 0 }, source.get(at + 1).copied().unwrap_or(0));
        target[at] = match by {
            0 => here,
            64.. => here | before | after,
            _ => here | here << by | here >> by | before >> (64 - by) | after << (64 - by),
        };
    }
}
