//! Columns, first half: faces → spans of a window.
//!
//! In: faces (triangles on the vertex grid). Out: per column the merged spans of a [`Window`] with their surfaces. Promised:
//! conservative and exact. A face marks every column that it overlaps with an area (a line in plan: with a length), from its
//! lowest point there rounded down to its highest rounded up, in centimetres and with a tolerance of half a vertex unit. The
//! result does not depend on the window, the order of the faces, or how faces are cut into smaller ones. Bandi & Thalmann §3.2
//! draw the scene once per slice; we process each face once, so the cost does not depend on the number of slices.
//!
//! [`Raster::add`] passes a face to `slanted`, or to `upright` if it is a line in plan. Both add records to the pool of `span`,
//! which merges them into spans.

mod edges;
mod exact;
mod heights;
mod placed;
mod row;
mod slanted;
pub(crate) mod span;
#[cfg(test)]
mod tests;
mod upright;

use super::face::Face;
use super::grid::{Grid, Window};
use crate::geom::{cm_ceil, cm_floor};
use placed::Placed;
use span::{Span, SpanPool};

/// Largest height in cm above the base that a window can represent.
const MAX_HEIGHT: i32 = u16::MAX as i32 - 1;
/// Bases of windows and tiles are multiples of this height, in cm.
const BASE_STEP: i32 = 8192;
/// The height range of an empty set.
pub(crate) const NOTHING: [i32; 2] = [i32::MAX, i32::MIN];

/// Whether a height range exceeds 16 bits of centimetres.
pub(crate) fn too_tall([low, high]: [i32; 2]) -> bool {
    low <= high && high - base_for(low) > MAX_HEIGHT
}

/// The base of heights, in cm, if the lowest point is `low`.
pub(crate) fn base_for(low: i32) -> i32 {
    (low - 1).div_euclid(BASE_STEP) * BASE_STEP
}

/// Fills the columns of one window; its memory is reused from window to window.
#[derive(Debug)]
pub(crate) struct Raster<'a> {
    pub grid: Grid,
    pub window: Window,
    /// Base of the window's heights, in cm. It is below every face that touches the window.
    pub base: i32,
    /// One over the side of a cell.
    per_cell: f64,
    restrictions: &'a [u8],
    pub spans: SpanPool,
}

impl<'a> Raster<'a> {
    /// A raster. `restrictions` has for each object how restrictive its tag is, which decides between equal surfaces.
    pub fn new(grid: Grid, restrictions: &'a [u8]) -> Self {
        let window = Window { x0: 0, z0: 0, width: 0, depth: 0 };
        Self { grid, window, base: 0, per_cell: 1.0 / f64::from(grid.cell), restrictions, spans: SpanPool::default() }
    }

    /// Starts a window for faces; `Err` with its height in cm if that exceeds the range.
    ///
    /// Only the part of the faces within the window counts: a hillside of a kilometre may have only a few metres in it. Cutting
    /// takes time, so it is done only if whole faces would not fit.
    pub fn begin<'f>(&mut self, window: Window, faces: impl Iterator<Item = &'f Face> + Clone) -> Result<(), i32> {
        self.window = window;
        self.spans.reset(window.len(), self.grid.cell_height);
        let hull = |range: [i32; 2], [low, high]: [i32; 2]| [range[0].min(low), range[1].max(high)];
        let whole = |face: &Face| {
            let [low, high] = face.bounds();
            [cm_floor(low[1]), cm_ceil(high[1])]
        };
        let mut range = faces.clone().map(whole).fold(NOTHING, hull);
        if too_tall(range) {
            range = faces.filter_map(|face| self.part_within(face)).fold(NOTHING, hull);
        }
        self.base = if range == NOTHING { 0 } else { base_for(range[0]) };
        if too_tall(range) { Err(range[1] - range[0]) } else { Ok(()) }
    }

    /// Lowest and highest centimetre of the part of a face in the window.
    fn part_within(&self, face: &Face) -> Option<[i32; 2]> {
        let cell = i64::from(self.grid.cell);
        let size = [i64::from(self.window.width) * cell, i64::from(self.window.depth) * cell];
        exact::extent(&Placed::new(face, self), [0, 0], size).0
    }

    /// Lowest and highest centimetre of all spans in the window.
    pub fn range(&self) -> [i32; 2] {
        let columns = 0..self.window.len();
        let spans = columns.flat_map(|column| self.spans.column(column));
        spans.fold(NOTHING, |[low, high], span| {
            [low.min(self.base + i32::from(span.low)), high.max(self.base + i32::from(span.high))]
        })
    }

    /// Adds a face to the columns of the window that it touches.
    pub fn add(&mut self, face: &Face) {
        let placed = Placed::new(face, self);
        if placed.is_upright() {
            upright::rasterise(self, &placed);
        } else {
            let narrow = placed.is_narrow(i64::from(self.grid.cell));
            let placed = if narrow { placed.transposed() } else { placed };
            slanted::rasterise(self, &placed, narrow);
        }
    }

    /// The spans of a column of the window, from below.
    pub fn column(&self, x: usize, z: usize) -> impl Iterator<Item = &Span> {
        self.spans.column(self.number(x, z))
    }

    /// Number of a column in the window.
    #[inline(always)]
    pub fn number(&self, x: usize, z: usize) -> usize {
        z * self.window.width as usize + x
    }

    /// Exact heights of a face over a column.
    #[cold]
    fn exact_extent(&self, face: &Placed, [x, z]: [i64; 2]) -> [u16; 2] {
        let cell = i64::from(self.grid.cell);
        let extent = exact::extent(face, [x * cell, z * cell], [cell, cell]);
        extent.0.unwrap_or_default().map(|cm| self.above_base(cm))
    }

    #[inline]
    fn above_base(&self, cm: i32) -> u16 {
        cm.saturating_sub(self.base).clamp(0, i32::from(u16::MAX)) as u16
    }

    #[inline]
    fn restriction(&self, object: u32) -> u8 {
        self.restrictions[object as usize]
    }
}
