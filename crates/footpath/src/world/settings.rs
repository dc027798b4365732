//! Settings of a bake. None of them concerns a body.

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
    /// Side of a column in metres, rounded to 1/640 m.
    pub cell_size: f64,
    /// Gaps lower than this are closed, in metres, rounded to a centimetre. Heights keep 1 cm in any case.
    pub cell_height: f64,
    /// Distance up to which clearance is measured, in metres.
    pub max_clearance: f64,
    /// Memory limit of the baked world in bytes. A larger scene is refused with a cell size that fits.
    pub memory_limit: u64,
    /// Number of threads; `None` for all available.
    pub threads: Option<usize>,
    /// Tiles along the side of a work unit. The result does not depend on it.
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
