//! The map: which cells are free, one bit each, in rows of 64-bit words.

/// The longest side of a map.
pub const MAX_SIDE: usize = i16::MAX as usize;

/// The most cells of a map: tables of some 25 bytes per cell belong to it and its searches.
pub const MAX_CELLS: usize = 1 << 26;

/// A map that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// No cells at all.
    #[error("a map of {width} × {height} cells is empty")]
    Empty {
        /// Cells along x.
        width: usize,
        /// Cells along y.
        height: usize,
    },
    /// More than a search can number.
    #[error(
        "a map of {width} × {height} cells is too large: sides go up to {MAX_SIDE} and cells up to {MAX_CELLS}; take a part \
         of it or larger cells"
    )]
    TooLarge {
        /// Cells along x.
        width: usize,
        /// Cells along y.
        height: usize,
    },
}

/// Free cells of a rectangle, (0, 0) at the top left, y downwards. What lies outside is not free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridMap {
    width: u32,
    height: u32,
    /// Words per row.
    row: usize,
    bits: Vec<u64>,
}

impl GridMap {
    /// A map on which nothing is free.
    pub fn blocked(width: usize, height: usize) -> Result<Self, SizeError> {
        if width == 0 || height == 0 {
            return Err(SizeError::Empty { width, height });
        }
        if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_CELLS {
            return Err(SizeError::TooLarge { width, height });
        }
        let row = width.div_ceil(64);
        Ok(Self { width: width as u32, height: height as u32, row, bits: vec![0; row * height] })
    }

    /// A map with the cells free that `is_free(x, y)` says are.
    pub fn new(width: usize, height: usize, mut is_free: impl FnMut(usize, usize) -> bool) -> Result<Self, SizeError> {
        let mut map = Self::blocked(width, height)?;
        for y in 0..height {
            for x in 0..width {
                map.bits[y * map.row + x / 64] |= u64::from(is_free(x, y)) << (x % 64);
            }
        }
        Ok(map)
    }

    /// Cells along x.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Cells along y.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Whether a cell lies on the map and is free.
    pub fn is_free(&self, [x, y]: [u32; 2]) -> bool {
        x < self.width && y < self.height && self.bits[y as usize * self.row + x as usize / 64] >> (x % 64) & 1 == 1
    }

    /// Number of free cells.
    pub fn free_cells(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Words of a row, or of nothing above the first and below the last.
    fn words(&self, y: i64) -> &[u64] {
        usize::try_from(y).ok().and_then(|y| self.bits.get(y * self.row..(y + 1) * self.row)).unwrap_or(&[])
    }

    /// For every cell, row after row, which of the eight around it are free: bit d for direction d (see
    /// [`DIRECTIONS`](super::rule::DIRECTIONS)). 64 cells at a time, as shifted words.
    pub(super) fn rings(&self) -> Vec<u8> {
        let mut rings = Vec::with_capacity(self.width as usize * self.height as usize);
        for y in 0..i64::from(self.height) {
            let rows = [y - 1, y, y + 1].map(|y| self.words(y));
            for word in 0..self.row {
                // In each row the words to the east, straight and to the west, moved under the cells of this one.
                let [up, mid, down] = rows.map(|row| {
                    let at = |word: usize| row.get(word).copied().unwrap_or(0);
                    let east = at(word) >> 1 | at(word + 1) << 63;
                    let west = at(word) << 1 | if word > 0 { at(word - 1) >> 63 } else { 0 };
                    [east, at(word), west]
                });
                let around = [mid[0], down[0], down[1], down[2], mid[2], up[2], up[1], up[0]];
                for x in 0..(self.width as usize - word * 64).min(64) {
                    let bit = |d: usize| ((around[d] >> x & 1) as u8) << d;
                    rings.push(bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5) | bit(6) | bit(7));
                }
            }
        }
        rings
    }
}
