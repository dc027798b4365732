//! Columns, first half: faces → spans of a window.
//!
//! In: faces (triangles on the vertex grid). Out: per column the merged spans of a [`Window`] with their surfaces.
//! Promise: conservative and exact. A face marks every column that it overlaps with an area (a line in plan: with a
//! length), from the floor of its lowest to the ceiling of its highest centimetre there, whatever the window, the
//! order of the faces or how the faces are cut into smaller ones. Bandi & Thalmann §3.2 draw the scene once per slice;
//! we visit each face once, so the cost does not depend on the number of slices.

mod edges;
mod exact;
mod heights;
mod placed;
mod slanted;
pub(crate) mod span;
#[cfg(test)]
mod tests;
mod upright;

use super::face::Face;
use super::grid::{Grid, Window};
use placed::Placed;
use span::{Span, SpanPool};

/// Greatest height in cm above the base that a window can hold.
pub(crate) const MAX_HEIGHT: i32 = u16::MAX as i32 - 1;

/// Fills the columns of one window; its memory is reused from window to window.
#[derive(Debug)]
pub(crate) struct Raster<'a> {
    pub grid: Grid,
    pub window: Window,
    /// Centimetre from which the window's heights count. Below every face that meets the window.
    pub base: i32,
    restrictions: &'a [u8],
    pub spans: SpanPool,
}

impl<'a> Raster<'a> {
    /// A raster; `restrictions` has for each object how restrictive its tag is, which decides between equal surfaces.
    pub fn new(grid: Grid, restrictions: &'a [u8]) -> Self {
        let window = Window { x0: 0, z0: 0, width: 0, depth: 0 };
        Self { grid, window, base: 0, restrictions, spans: SpanPool::default() }
    }

    /// Starts a window.
    pub fn begin(&mut self, window: Window, base: i32) {
        self.window = window;
        self.base = base;
        self.spans.reset(window.len());
    }

    /// Adds a face to the columns of the window that it meets.
    pub fn add(&mut self, face: &Face) {
        let placed = Placed::new(face, self);
        if placed.is_upright() {
            upright::rasterise(self, &placed);
        } else {
            slanted::rasterise(self, &placed);
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

    #[inline(always)]
    fn insert(&mut self, x: usize, z: usize, record: &Span) {
        self.spans.insert(self.number(x, z), record, self.grid.cell_height);
    }

    #[inline]
    fn above_base(&self, cm: i32) -> u16 {
        (cm - self.base).clamp(0, i32::from(u16::MAX)) as u16
    }

    #[inline]
    fn restriction(&self, object: u32) -> u8 {
        self.restrictions[object as usize]
    }
}
