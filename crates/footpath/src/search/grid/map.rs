//! The map: which cells are free, one bit each, in rows of 64-bit words.

/// The longest side of a map.
pub const MAX_SIDE: usize = i16::MAX as usize;

/// The most cells of a map. The map and its searches take some 25 bytes per cell.
pub const MAX_CELLS: usize = 1 << 26;

/// Why a map cannot have this size.
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

/// Free cells of a rectangle, (0, 0) at the top left, y downwards. Cells outside are not free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridMap {
    width: u32,
    height: u32,
    /// Words per row.
    row: usize,
    bits: Vec<u64>,
}

impl GridMap {
    /// A map without free cells.
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

    /// A map whose cells are free where `is_free(x, y)` says so.
    pub fn new(width: usize, height: usize, mut is_free: impl FnMut(usize, usize) -> bool) -> Result<Self, SizeError> {
        let mut map = Self::blocked(width, height)?;
        for y in 0..height {
            for x in 0..width {
                map.bits[y * map.row + x / 64] |= u64::from(is_free(x, y)) << (x % 64);
            }
        }
        Ok(map)
    }

    /// A map from rows of words, 64 cells each, lowest bit first. Bits beyond the width are ignored.
    pub(crate) fn from_words(width: usize, height: usize, bits: Vec<u64>) -> Result<Self, SizeError> {
        let mut map = Self::blocked(width, height)?;
        map.bits = bits;
        map.bits.resize(map.row * height, 0);
        if !width.is_multiple_of(64) {
            let beyond = !0 << (width % 64);
            map.bits.iter_mut().skip(map.row - 1).step_by(map.row).for_each(|word| *word &= !beyond);
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

    /// Words of all rows; bits beyond the width are not set.
    pub(super) fn all_words(&self) -> &[u64] {
        &self.bits
    }

    /// Words of a row; none above the first row and below the last.
    pub(super) fn words(&self, y: i64) -> &[u64] {
        usize::try_from(y).ok().and_then(|y| self.bits.get(y * self.row..(y + 1) * self.row)).unwrap_or(&[])
    }

    /// The map with rows and columns exchanged, 64 by 64 cells at a time.
    pub(super) fn transposed_map(&self) -> Self {
        let (width, height) = (self.height, self.width);
        let row = width.div_ceil(64) as usize;
        let mut bits = vec![0; row * height as usize];
        for (down, across) in (0..row).flat_map(|down| (0..self.row).map(move |across| (down, across))) {
            let mut block = [0; 64];
            let lines = self.bits[64 * down * self.row..].iter().skip(across).step_by(self.row);
            block.iter_mut().zip(lines).for_each(|(to, from)| *to = *from);
            transpose_block(&mut block);
            let lines = bits[64 * across * row..].iter_mut().skip(down).step_by(row);
            lines.zip(&block).for_each(|(to, from)| *to = *from);
        }
        Self { width, height, row, bits }
    }

    /// For every cell, row after row, which of the eight cells around it are free: bit d for direction d (see
    /// [`DIRECTIONS`](super::rule::DIRECTIONS)). Computed 64 cells at a time, as shifted words.
    pub(super) fn rings(&self) -> Vec<u8> {
        let mut rings = Vec::with_capacity(self.width as usize * self.height as usize);
        for y in 0..i64::from(self.height) {
            let rows = [y - 1, y, y + 1].map(|y| self.words(y));
            for word in 0..self.row {
                // For each row: the words to the east, here and to the west, shifted so that bits of neighbours align.
                let [up, mid, down] = rows.map(|row| {
                    let at = |word: usize| row.get(word).copied().unwrap_or(0);
                    let east = at(word) >> 1 | at(word + 1) << 63;
                    let west = at(word) << 1 | if word > 0 { at(word - 1) >> 63 } else { 0 };
                    [east, at(word), west]
                });
                let around = [mid[0], down[0], down[1], down[2], mid[2], up[2], up[1], up[0]];
                let mut cells = (self.width as usize - word * 64).min(64);
                for x in (0..64).step_by(8) {
                    let square = (0..8).fold(0, |square, d| square | (around[d] >> x & 0xFF) << (8 * d));
                    let now = cells.min(8);
                    rings.extend_from_slice(&transposed(square).to_le_bytes()[..now]);
                    cells -= now;
                }
            }
        }
        rings
    }
}

/// A square of eight by eight bits with rows and columns exchanged (Hacker's Delight §7-3).
fn transposed(mut square: u64) -> u64 {
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let swap = (square ^ (square >> shift)) & mask;
        square ^= swap ^ (swap << shift);
    }
    square
}

/// The same for 64 by 64 bits, by exchanging halves recursively.
fn transpose_block(block: &mut [u64; 64]) {
    let (mut by, mut mask) = (32, 0xFFFF_FFFF_u64);
    while by > 0 {
        for pair in block.chunks_exact_mut(2 * by) {
            let (upper, lower) = pair.split_at_mut(by);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let swap = (*upper >> by ^ *lower) & mask;
                *upper ^= swap << by;
                *lower ^= swap;
            }
        }
        by /= 2;
        mask ^= mask << by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::grid::rule::DIRECTIONS;

    #[test]
    fn rings_are_the_eight_cells_around() {
        let mut seed = 5_u64;
        for width in [1, 7, 8, 9, 63, 64, 65, 130] {
            let map = GridMap::new(width, 9, |_, _| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                seed >> 62 > 0
            })
            .expect("a map");
            let rings = map.rings();
            assert_eq!(rings.len(), width * 9);
            for (cell, ring) in rings.iter().enumerate() {
                let [x, y] = [cell % width, cell / width].map(|c| c as i32);
                for (d, [dx, dy]) in DIRECTIONS.into_iter().enumerate() {
                    let free = map.is_free([(x + dx) as u32, (y + dy) as u32]);
                    assert_eq!(ring >> d & 1 == 1, free, "{width}: {x}, {y}, direction {d}");
                }
            }
            let again = GridMap::from_words(width, 9, map.bits.clone());
            assert_eq!(again.as_ref(), Ok(&map));
            let transposed = GridMap::new(9, width, |x, y| map.is_free([y as u32, x as u32]));
            assert_eq!(Ok(map.transposed_map()), transposed, "{width}");
            assert_eq!(map.transposed_map().transposed_map(), map, "{width}");
        }
    }
}
