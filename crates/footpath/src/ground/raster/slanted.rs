//! Faces with an area in plan: most of the work.
//!
//! `insert` makes a span record of each column that a face touches, and `span` merges the records of a column. A face is cut into
//! rows of columns. Exact integer division decides which columns of a row it touches, once per row border.
//! Heights are computed in `f64`, four columns at a time, at the row's corners and at every column border that the row crosses,
//! with a bound of their error. Where a height is closer to a whole centimetre than that bound, [`exact`] decides. The result is
//! therefore exact, and the loops over a row's columns have no branches.

use super::Raster;
use super::edges::{Bounds, Edges, floor};
use super::exact;
use super::heights::{Heights, LANES, Plane, left_border};
use super::placed::Placed;
use super::row::{Row, Rows};
use super::span::{Record, SurfaceKey};
use crate::geom::{cm_ceil, cm_floor};
use multiversion::multiversion;

/// Error in centimetres above which the fast path is not used.
const TOO_VAGUE: f64 = 1e-2;

/// Adds a face to the columns that it touches. Compiled a second time for processors with wider vectors.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn rasterise(raster: &mut Raster, face: &Placed, transposed: bool) {
    let cell = i64::from(raster.grid.cell);
    let per_cell = raster.per_cell;
    let edges = Edges::new(face, cell, per_cell, f64::from(raster.base), transposed);
    let depth = if transposed { raster.window.width } else { raster.window.depth };
    let first = floor(edges.low(), cell, per_cell).max(0);
    let last = floor(edges.high() - 1, cell, per_cell).min(i64::from(depth) - 1);
    if first > last {
        return;
    }
    if face.is_level() {
        let height = face.y[0] as i32;
        let extent = [cm_floor(height), cm_ceil(height)].map(|cm| raster.above_base(cm));
        let centre = raster.above_base(exact::nearest_centimetre(face, face.x[0], face.z[0]));
        let mut rows = Rows::new(&edges, first, cell, &raster.window, face, transposed);
        for _ in first..=last {
            level_row(raster, face, rows.next(), extent, centre);
        }
        return;
    }
    let plane = Plane::new(face, cell, per_cell, raster.base);
    let bounds = Bounds::new(face, per_cell);
    let error = error_bound(face, &plane, &bounds, cell);
    let mut rows = Rows::new(&edges, first, cell, &raster.window, face, transposed);
    for _ in first..=last {
        let row = rows.next();
        if error > TOO_VAGUE {
            exact_row(raster, face, row);
        } else {
            sloped_row(raster, face, row, &plane, &bounds, error);
        }
    }
}

/// Bound of the rounding error of a height, in cm: every factor of its sums, times a few ulps.
fn error_bound(face: &Placed, plane: &Plane, bounds: &Bounds, cell: i64) -> f64 {
    let reach = face.x.iter().chain(&face.z).fold(0, |most, c| c.abs().max(most)) as f64 / cell as f64 + 1.0;
    let tall = face.y.iter().fold(0, |most, y| y.abs().max(most)) as f64 + 65_536.0;
    4e-15 * (tall + 4.0 * reach * (1.0 + bounds.steepest) * (1.0 + plane.gx.abs() + plane.gz.abs()))
}

fn level_row(raster: &mut Raster, face: &Placed, row: &Row, extent: [u16; 2], centre: u16) {
    let columns = row.within();
    for column in columns[0]..=columns[1] {
        insert(raster, face, row, column, extent, centre);
    }
}

fn exact_row(raster: &mut Raster, face: &Placed, row: &Row) {
    let columns = row.within();
    for column in columns[0]..=columns[1] {
        let extent = raster.exact_extent(face, [i64::from(column), row.z]);
        let centre = exact_centre(raster, face, row, column);
        insert(raster, face, row, column, extent, centre);
    }
}

#[cold]
fn exact_centre(raster: &Raster, face: &Placed, row: &Row, column: i32) -> u16 {
    let cell = i64::from(raster.grid.cell);
    raster.above_base(exact::nearest_centimetre(face, i64::from(column) * cell + cell / 2, row.z * cell + cell / 2))
}

#[inline(always)]
fn sloped_row(raster: &mut Raster, face: &Placed, row: &Row, plane: &Plane, bounds: &Bounds, error: f64) {
    let columns = row.within();
    let mut first = columns[0];
    let mut border = left_border(row, first, plane, bounds);
    while first <= columns[1] {
        let heights = if row.first == row.last {
            Heights::of_one(row, plane)
        } else {
            Heights::new(row, [first, columns[1]], plane, bounds, &mut border)
        };
        let last = columns[1].min(first + LANES as i32 - 1);
        if heights.least > error {
            for column in first..=last {
                let lane = (column - first) as usize;
                insert(raster, face, row, column, heights.extent(lane), heights.centre(lane));
            }
        } else {
            doubtful_columns(raster, face, row, [first, last], &heights, error);
        }
        first = last + 1;
    }
}

/// Columns of which at least one has a height too close to a whole centimetre for the fast path.
#[cold]
fn doubtful_columns(raster: &mut Raster, face: &Placed, row: &Row, columns: [i32; 2], heights: &Heights, error: f64) {
    for column in columns[0]..=columns[1] {
        let lane = (column - columns[0]) as usize;
        let (extent, centre) = if heights.sureness[lane] > error {
            (heights.extent(lane), heights.centre(lane))
        } else {
            (raster.exact_extent(face, [i64::from(column), row.z]), exact_centre(raster, face, row, column))
        };
        insert(raster, face, row, column, extent, centre);
    }
}

#[inline(always)]
fn insert(raster: &mut Raster, face: &Placed, row: &Row, column: i32, extent: [u16; 2], centre: u16) {
    let covered = (column >= row.covered[0]) & (column < row.covered[1]);
    let record = Record::new(extent, centre, face.key, face.steep);
    let surface = if covered & face.key.is_standable() { face.key.at(centre) } else { SurfaceKey::default() };
    let record = record.over_centre(surface, if covered { face.winding } else { 0 });
    raster.spans.insert(row.start + column as usize * row.stride, record);
}
