//! Faces that have an area in plan: the bulk of the work.
//!
//! A face is cut into rows of columns. Which columns of a row it meets is decided by exact integer division, once per
//! row border. Heights are computed in `f64`, four columns at a time, at the row's corners and at every column border
//! that the row crosses, with a bound on their error; where a height comes closer to a whole centimetre than that
//! bound, [`exact`] decides. So the result is exact, and the loops over a row's columns have no branches.

use super::Raster;
use super::edges::{Bounds, Crossing, Edges};
use super::exact;
use super::heights::{Heights, LANES, Plane};
use super::placed::Placed;
use super::span::{Span, SurfaceKey};
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
    /// Corners of the part of the face that lies in the row; some may come twice.
    points: [Crossing; POINTS],
}

impl Row {
    pub fn points(&self) -> &[Crossing; POINTS] {
        &self.points
    }
}

/// Adds a face to the columns it meets. Compiled once more for processors with wider vectors.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub(super) fn rasterise(raster: &mut Raster, face: &Placed) {
    let cell = i64::from(raster.grid.cell);
    let edges = Edges::new(face, cell, f64::from(raster.base));
    let first = edges.low().div_euclid(cell).max(0);
    let last = (edges.high() - 1).div_euclid(cell).min(i64::from(raster.window.depth) - 1);
    if first > last {
        return;
    }
    if face.is_level() {
        let extent = exact::centimetres(i128::from(face.y[0]), 1).map(|cm| raster.above_base(cm));
        let centre = raster.above_base(exact::nearest_centimetre(face, face.x[0], face.z[0]));
        let mut rows = Rows::new(&edges, first, cell);
        for _ in first..=last {
            level_row(raster, face, &rows.next(), extent, centre);
        }
        return;
    }
    let plane = Plane::new(face, cell, raster.base);
    let bounds = Bounds::new(face, cell as f64);
    let error = error_bound(face, &plane, &bounds, cell);
    let mut rows = Rows::new(&edges, first, cell);
    for _ in first..=last {
        let row = rows.next();
        if error > TOO_VAGUE {
            exact_row(raster, face, &row);
        } else {
            sloped_row(raster, face, &row, &plane, &bounds, error);
        }
    }
}

/// What rounding can have done to a height, in cm: every factor of the sums that make it, times a few ulps.
fn error_bound(face: &Placed, plane: &Plane, bounds: &Bounds, cell: i64) -> f64 {
    let reach = face.x.iter().chain(&face.z).fold(0, |most, c| c.abs().max(most)) as f64 / cell as f64 + 1.0;
    let tall = face.y.iter().fold(0, |most, y| y.abs().max(most)) as f64 + 65_536.0;
    2e-15 * (tall + 4.0 * reach * (1.0 + bounds.steepest) * (1.0 + plane.gx.abs() + plane.gz.abs()))
}

/// The rows of a face, one after the other.
struct Rows<'a> {
    edges: &'a Edges,
    cell: i64,
    z: i64,
    /// The line before the next row, which is the line after the row before it.
    line: [Crossing; 2],
}

impl<'a> Rows<'a> {
    #[inline(always)]
    fn new(edges: &'a Edges, first: i64, cell: i64) -> Self {
        let cut = first * cell > edges.low();
        let line = if cut { edges.cross(first * cell) } else { [edges.corners[0].at; 2] };
        Self { edges, cell, z: first, line }
    }

    /// The next row. Which points it has is chosen without branches, since rows are few and short: what is not in the
    /// row is replaced by a point that is.
    #[inline(always)]
    fn next(&mut self) -> Row {
        let (edges, z) = (self.edges, self.z);
        let (low, high) = (edges.low(), edges.high());
        let (start, end) = (z * self.cell, z * self.cell + self.cell);
        let before = self.line;
        self.line = edges.cross(end.min(high - 1));
        let known = before[0];
        let corner = |i: usize| (edges.corners[i].z >= start) & (edges.corners[i].z <= end);
        let points = [
            known,
            before[1],
            either(end < high, self.line[0], known),
            either(end < high, self.line[1], known),
            either(corner(0), edges.corners[0].at, known),
            either(corner(1), edges.corners[1].at, known),
            either(corner(2), edges.corners[2].at, known),
        ];
        let (mut first, mut last) = (i32::MAX, i32::MIN);
        for point in &points {
            first = first.min(point.column);
            last = last.max(point.column - i32::from(point.on_border));
        }
        let centre = start + self.cell / 2;
        let covered = edges.covered(centre.max(low).min(high - 1));
        let covered = if (low <= centre) & (centre < high) { covered } else { [0, 0] };
        self.z += 1;
        Row { z, first, last, covered, points }
    }
}

#[inline(always)]
fn either(first: bool, a: Crossing, b: Crossing) -> Crossing {
    if first { a } else { b }
}

#[inline(always)]
fn within(raster: &Raster, row: &Row) -> [i32; 2] {
    [row.first.max(0), row.last.min(raster.window.width - 1)]
}

fn level_row(raster: &mut Raster, face: &Placed, row: &Row, extent: [u16; 2], centre: u16) {
    let columns = within(raster, row);
    for column in columns[0]..=columns[1] {
        insert(raster, face, row, column, extent, centre);
    }
}

fn exact_row(raster: &mut Raster, face: &Placed, row: &Row) {
    let columns = within(raster, row);
    for column in columns[0]..=columns[1] {
        let extent = exact_extent(raster, face, row, column);
        let centre = exact_centre(raster, face, row, column);
        insert(raster, face, row, column, extent, centre);
    }
}

#[cold]
fn exact_extent(raster: &Raster, face: &Placed, row: &Row, column: i32) -> [u16; 2] {
    let cell = i64::from(raster.grid.cell);
    let extent = exact::extent(face, i64::from(column) * cell, row.z * cell, cell);
    extent.0.unwrap_or_default().map(|cm| raster.above_base(cm))
}

#[cold]
fn exact_centre(raster: &Raster, face: &Placed, row: &Row, column: i32) -> u16 {
    let cell = i64::from(raster.grid.cell);
    raster.above_base(exact::nearest_centimetre(face, i64::from(column) * cell + cell / 2, row.z * cell + cell / 2))
}

#[inline(always)]
fn sloped_row(raster: &mut Raster, face: &Placed, row: &Row, plane: &Plane, bounds: &Bounds, error: f64) {
    let columns = within(raster, row);
    let mut first = columns[0];
    while first <= columns[1] {
        let heights = Heights::new(row, first, plane, bounds);
        let count = (columns[1] - first + 1).min(LANES as i32);
        for lane in 0..count as usize {
            let column = first + lane as i32;
            let (mut extent, mut centre) = (heights.extent(lane), heights.centre(lane));
            if heights.sureness[lane] <= error {
                extent = exact_extent(raster, face, row, column);
                centre = exact_centre(raster, face, row, column);
            }
            insert(raster, face, row, column, extent, centre);
        }
        first += LANES as i32;
    }
}

#[inline(always)]
fn insert(raster: &mut Raster, face: &Placed, row: &Row, column: i32, [low, high]: [u16; 2], centre: u16) {
    let mut record = Span::new(low, high, face.key);
    let covered = column >= row.covered[0] && column < row.covered[1];
    if covered {
        record.winding = face.winding;
    }
    if face.key.is_standable() {
        record.top_centre = centre;
        record.steep = face.steep;
        record.centre = if covered { face.key.at(centre) } else { SurfaceKey::default() };
    }
    raster.insert(column as usize, row.z as usize, &record);
}
