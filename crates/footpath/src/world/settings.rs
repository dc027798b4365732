//! How finely a world is baked. Nothing here speaks of a body.

use crate::ground::Grid;

/// Settings of a bake.
///
/// ```
/// use footpath::Bake;
/// let fine = Bake { cell_size: 0.05, ..Bake::default() };
/// assert_eq!(fine.cell_height, 0.05);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bake {
    /// Side of a column in metres, taken to the nearest 1/640 m.
    pub cell_size: f64,
    /// Gaps lower than this many metres are closed, to the nearest centimetre. Heights keep 1 cm whatever this is.
    pub cell_height: f64,
    /// Metres at which clearance stops being measured.
    pub max_clearance: f64,
    /// Bytes that the baked world may take; a scene that would need more is refused with a cell size that fits.
    pub memory_limit: u64,
    /// Threads to use; `None` for all there are.
    pub threads: Option<usize>,
    /// Tiles along the side of a work unit. Any value gives the same bytes.
    pub work_unit: u32,
}

impl Default for Bake {
    fn default() -> Self {
        Self {
            cell_size: 0.1,
            cell_height: 0.05,
            max_clearance: 4.0,
            memory_limit: 4 << 30,
            threads: None,
            work_unit: 1,
        }
    }
}

impl Bake {
    /// The integer grid of these settings.
    pub fn grid(&self) -> Grid {
        Grid::nearest(self.cell_size, self.cell_height)
    }
}
