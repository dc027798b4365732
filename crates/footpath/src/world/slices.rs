//! A dense grid of cells, slice by slice, as in Bandi & Thalmann (§3.2 to §3.5).
//!
//! A cell is occupied if a span meets more than its rim. The grid is not stored but computed from the spans.

use super::World;
use crate::ground::{ColumnKey, Window};

/// One horizontal slice as a binary image: a bit per column, rows along z. A bit is set where a slice of the grid is occupied
/// ([`World::slice`]), or where a slice of levels is accessible ([`crate::plan::Levels::image`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The columns of the image.
    pub window: Window,
    bits: Vec<u64>,
    row_words: usize,
}

impl Slice {
    /// The image of some columns; columns outside the window are ignored.
    pub(crate) fn of(window: Window, columns: impl Iterator<Item = ColumnKey>) -> Self {
        let row_words = (window.width as usize).div_ceil(64);
        let mut bits = vec![0; row_words * window.depth as usize];
        for column in columns.filter(|&column| window.contains(column)) {
            let (x, z) = ((column.x - window.x0) as usize, (column.z - window.z0) as usize);
            bits[z * row_words + x / 64] |= 1 << (x % 64);
        }
        Self { window, bits, row_words }
    }

    /// Whether the bit of a column is set; false outside the image.
    pub fn is_set(&self, column: ColumnKey) -> bool {
        self.is_occupied(column)
    }

    /// Whether the cell of a column is occupied; false outside the image.
    pub fn is_occupied(&self, column: ColumnKey) -> bool {
        if !self.window.contains(column) {
            return false;
        }
        let (x, z) = ((column.x - self.window.x0) as usize, (column.z - self.window.z0) as usize);
        self.bits[z * self.row_words + x / 64] >> (x % 64) & 1 != 0
    }

    /// Number of occupied cells, or of bits that are set.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }
}

impl World {
    /// Size of the dense grid in cells along x, y and z, and its lowest slice: the tight box around all spans.
    pub fn cells(&self) -> Option<([usize; 3], i32)> {
        let window = self.window()?;
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for (_, tile) in self.tiles() {
            for span in tile.spans() {
                low = low.min(tile.base() + i32::from(span.low));
                high = high.max(tile.base() + i32::from(span.high));
            }
        }
        let height = self.grid.cell_height;
        let (first, last) = (low.div_euclid(height), (high - 1).div_euclid(height).max(low.div_euclid(height)));
        Some(([window.width as usize, (last - first + 1) as usize, window.depth as usize], first))
    }

    /// Whether the cell in slice `y` of a column is occupied. Slice 0 begins at the local origin's height.
    pub fn is_occupied(&self, column: ColumnKey, y: i32) -> bool {
        let height = self.grid.cell_height;
        let [x, z] = column.in_tile();
        self.tile(column.tile()).is_some_and(|tile| {
            let spans = &tile.spans()[tile.span_index().range(x, z)];
            let base = tile.base();
            spans.iter().any(|span| fills(base + i32::from(span.low), base + i32::from(span.high), y, height))
        })
    }

    /// Whether the cell is a surface cell: occupied, with an empty cell above it (§3.5).
    pub fn is_surface(&self, column: ColumnKey, y: i32) -> bool {
        self.is_occupied(column, y) && !self.is_occupied(column, y + 1)
    }

    /// One slice as a binary image, over all columns with content.
    pub fn slice(&self, y: i32) -> Option<Slice> {
        let window = self.window()?;
        Some(Slice::of(window, window.columns().filter(|&column| self.is_occupied(column, y))))
    }
}

/// Whether a span meets more than the rim of a slice. A span without thickness fills the cell above its height.
fn fills(low: i32, high: i32, y: i32, height: i32) -> bool {
    let (bottom, top) = (y.saturating_mul(height), y.saturating_add(1).saturating_mul(height));
    if low == high { low >= bottom && low < top } else { low < top && high > bottom }
}
