//! Growth: the disc of a body as spans of cells, and occupied cells grown by it.
//!
//! In: a radius and the size of cells. Out: for each row above or below a cell, the number of columns to which the disc around a
//! *centre* overlaps *squares*. The same offsets around an occupied cell give the cells to mark. Whole rows grow at once: for
//! each height from the disc's tip to its middle, a row is spread sideways by the disc's width there and added to the row at that
//! height. The work depends on the number of rows, not on the number of cells in the disc.

use super::bits::{Bitmap, spread};
use crate::clearance::Clearance;

/// A disc on cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Disc {
    /// Columns to either side, by the number of rows from the centre.
    widths: Vec<u32>,
}

impl Disc {
    /// A disc with a radius in metres, on cells of `cell` plan units.
    pub fn new(cell: i32, radius: f64, limit: u32) -> Self {
        Self::within(Clearance::least(cell, radius), limit)
    }

    /// The disc of all cells nearer than a squared distance in half cells, out to `limit` cells.
    pub fn within(least: u32, limit: u32) -> Self {
        let half_cells = |cells: u32| u64::from((2 * cells).saturating_sub(1));
        let is_near = |x: u32, z: u32| half_cells(x).pow(2) + half_cells(z).pow(2) < u64::from(least);
        let mut widths = Vec::new();
        let mut width = (0..limit).take_while(|&x| is_near(x + 1, 0)).count() as u32;
        for away in (0..=limit).take_while(|&z| z == 0 || is_near(0, z)) {
            while width > 0 && !is_near(width, away) {
                width -= 1;
            }
            widths.push(width);
        }
        Self { widths }
    }

    /// Rows from the centre to the rim.
    pub fn reach(&self) -> u32 {
        self.widths.len() as u32 - 1
    }

    /// Marks in `grown` all cells that the disc around an occupied cell overlaps.
    pub fn grow(&self, occupied: &Bitmap, grown: &mut Bitmap, scratch: &mut [Vec<u64>; 2]) {
        for row in 0..occupied.rows() {
            let words = occupied.row(row);
            if words.iter().all(|&word| word == 0) {
                continue;
            }
            let [wide, next] = scratch;
            wide.clear();
            wide.extend_from_slice(words);
            next.clear();
            next.resize(words.len(), 0);
            let mut width = 0;
            for (away, &wanted) in self.widths.iter().enumerate().rev() {
                // A row spread by w and moved by up to 2w + 1 has no gaps.
                while width < wanted {
                    let by = (wanted - width).min(2 * width + 1).min(64);
                    spread(wide, by, next);
                    std::mem::swap(wide, next);
                    width += by;
                }
                let away = away as u32;
                if let Some(above) = row.checked_sub(away) {
                    grown.add_row(above, wide);
                }
                if away > 0 && row + away < grown.rows() {
                    grown.add_row(row + away, wide);
                }
            }
        }
    }

    /// Marks the cells from which the disc extends beyond the bitmap, since the ground there is unknown.
    pub fn close_rim(&self, grown: &mut Bitmap) {
        let (columns, rows, reach) = (grown.columns(), grown.rows(), self.reach());
        for row in 0..rows {
            if row < reach || row + reach >= rows {
                grown.set_span(row, 0, columns - 1);
            } else if reach > 0 {
                grown.set_span(row, 0, reach.min(columns) - 1);
                grown.set_span(row, columns.saturating_sub(reach), columns - 1);
            }
        }
    }
}
