//! Faces that have an area in plan: the bulk of the work.
//!
//! A face is cut into rows of columns. Which columns of a row it meets is decided by exact integer division, once per
//! row border. Heights are computed in `f64`, four columns at a time, at the row's corners and at every column border
//! that the row crosses, with a bound on their error; where a height comes closer to a whole centimetre than that
//! bound, [`exact`] decides. So the result is exact, and the loops over a row's columns have no branches.

use super::Raster;
use super::edges::{Bounds, Crossing, Edges, floor};
use super::exact;
use super::heights::{Heights, LANES, Plane, left_border};
use super::placed::Placed;
use super::span::{Record, SurfaceKey};
use crate::geom::{cm_ceil, cm_floor};
use crate::ground::grid::Window;
use multiversion::multiversion;

/// Error in centimetres beyond which the fast path is not worth trying.
const TOO_VAGUE: f64 = 1e-2;

/// Corners that the part of a face in a row can have: two on each of the row's lines, and the face's own.
const POINTS: usize = 7;

/// The columns of one row that a face meets, and those whose centre it covers.
pub(super) struct Row {
    pub z: i64,
    /// First and last column that the face meets, in the window or not.
    pub first: i32,
    pub last: i32,
    /// Columns whose centre is covered, half-open.
    covered: [i32; 2],
    /// Corners of the part of the face that lies in the row: their columns and heights.
    pub columns: [i32; POINTS],
    pub heights: [f64; POINTS],
    pub count: usize,
    /// Columns of the window along the row.
    width: i32,
    /// Number of the row's first column in the window, and from each column to the next.
    start: usize,
    stride: usize,
}

impl Row {
    #[inline(always)]
    fn add(&mut self, point: Crossing) {
        self.first = self.first.min(point.column);
        self.last = self.last.max(point.column - i32::from(point.on_border));
        self.columns[self.count] = point.column;
        self.heights[self.count] = point.height;
        self.count += 1;
    }
}

/// Adds a face to the columns it meets. Compiled once more for processors with wider vectors.
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

/// What rounding can have done to a height, in cm: every factor of the sums that make it, times a few ulps.
fn error_bound(face: &Placed, plane: &Plane, bounds: &Bounds, cell: i64) -> f64 {
    let reach = face.x.iter().chain(&face.z).fold(0, |most, c| c.abs().max(most)) as f64 / cell as f64 + 1.0;
    let tall = face.y.iter().fold(0, |most, y| y.abs().max(most)) as f64 + 65_536.0;
    4e-15 * (tall + 4.0 * reach * (1.0 + bounds.steepest) * (1.0 + plane.gx.abs() + plane.gz.abs()))
}

/// The rows of a face, one after the other.
struct Rows<'a> {
    edges: &'a Edges,
    cell: i64,
    row: Row,
    /// From the start of each row to that of the next.
    next_start: usize,
    /// Whether it matters which centres the face covers.
    counts_centres: bool,
    /// The line before the next row, which is the line after the row before it, if the face meets it.
    line: [Crossing; 2],
    cut: bool,
}

impl<'a> Rows<'a> {
    #[inline(always)]
    fn new(edges: &'a Edges, first: i64, cell: i64, window: &Window, face: &Placed, transposed: bool) -> Self {
        let cut = first * cell > edges.low();
        let line = if cut { edges.cross(first * cell) } else { [Crossing::default(); 2] };
        let (columns, heights) = ([0; POINTS], [0.0; POINTS]);
        let row_of = window.width as usize;
        let (width, stride, next_start) =
            if transposed { (window.depth, row_of, 1) } else { (window.width, 1, row_of) };
        let (z, covered) = (first - 1, [0, 0]);
        let row = Row { z, first: 0, last: 0, covered, columns, heights, count: 0, width, start: 0, stride };
        // The centre of a column is nothing to a wall, unless it bounds a solid.
        let counts_centres = face.key.is_standable() || face.winding != 0;
        Self { edges, cell, row, next_start, counts_centres, line, cut }
    }

    /// The next row.
    #[inline(always)]
    fn next(&mut self) -> &Row {
        let (edges, row) = (self.edges, &mut self.row);
        (row.z, row.first, row.last, row.count) = (row.z + 1, i32::MAX, i32::MIN, 0);
        row.start = row.z as usize * self.next_start;
        let (start, end) = (row.z * self.cell, row.z * self.cell + self.cell);
        if self.cut {
            row.add(self.line[0]);
            row.add(self.line[1]);
        }
        self.cut = end < edges.high();
        if self.cut {
            self.line = edges.cross(end);
            row.add(self.line[0]);
            row.add(self.line[1]);
        }
        for corner in &edges.corners {
            if (corner.z >= start) & (corner.z <= end) {
                row.add(corner.at);
            }
        }
        let centre = start + self.cell / 2;
        let covers = self.counts_centres & (edges.low() <= centre) & (centre < edges.high());
        row.covered = if covers { edges.covered(centre) } else { [0, 0] };
        row
    }
}

#[inline(always)]
fn within(row: &Row) -> [i32; 2] {
    [row.first.max(0), row.last.min(row.width - 1)]
}

fn level_row(raster: &mut Raster, face: &Placed, row: &Row, extent: [u16; 2], centre: u16) {
    let columns = within(row);
    for column in columns[0]..=columns[1] {
        insert(raster, face, row, column, extent, centre);
    }
}

fn exact_row(raster: &mut Raster, face: &Placed, row: &Row) {
    let columns = within(row);
    for column in columns[0]..=columns[1] {
        let extent = exact_extent(raster, face, row, column);
        let centre = exact_centre(raster, face, row, column);
        insert(raster, face, row, column, extent, centre);
    }
}

#[cold]
fn exact_extent(raster: &Raster, face: &Placed, row: &Row, column: i32) -> [u16; 2] {
    let cell = i64::from(raster.grid.cell);
    let extent = exact::extent(face, [i64::from(column) * cell, row.z * cell], [cell, cell]);
    extent.0.unwrap_or_default().map(|cm| raster.above_base(cm))
}

#[cold]
fn exact_centre(raster: &Raster, face: &Placed, row: &Row, column: i32) -> u16 {
    let cell = i64::from(raster.grid.cell);
    raster.above_base(exact::nearest_centimetre(face, i64::from(column) * cell + cell / 2, row.z * cell + cell / 2))
}

#[inline(always)]
fn sloped_row(raster: &mut Raster, face: &Placed, row: &Row, plane: &Plane, bounds: &Bounds, error: f64) {
    let columns = within(row);
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

/// Columns of which at least one has a height too close to a whole centimetre to be rounded by what is known of it.
#[cold]
fn doubtful_columns(raster: &mut Raster, face: &Placed, row: &Row, columns: [i32; 2], heights: &Heights, error: f64) {
    for column in columns[0]..=columns[1] {
        let lane = (column - columns[0]) as usize;
        let (extent, centre) = if heights.sureness[lane] > error {
            (heights.extent(lane), heights.centre(lane))
        } else {
            (exact_extent(raster, face, row, column), exact_centre(raster, face, row, column))
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
