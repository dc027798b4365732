//! Faces that have an area in plan: the bulk of the work.
//!
//! A face is cut into rows of columns. Which columns of a row it meets is decided by exact integer division, once per
//! row border. Heights are computed in `f64` at the row's corners and at every column border that the row crosses,
//! with a bound on their error; where a height comes closer to a whole centimetre than that bound, [`exact`] decides.
//! So the result is exact, and the loop over a row's borders has no branches.

use super::Raster;
use super::edges::{Bounds, Crossing, Edges};
use super::exact;
use super::placed::Placed;
use super::span::{Span, SurfaceKey};

/// Error in centimetres beyond which the fast path is not worth trying.
const TOO_VAGUE: f64 = 1e-2;

/// Heights of one row's columns while they are gathered.
#[derive(Debug, Default)]
pub(super) struct RowHeights {
    border_low: Vec<f64>,
    border_high: Vec<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
}

/// The columns of one row that a face meets, and those whose centre it covers.
struct Row {
    z: i64,
    /// First and last column that the face meets, in the window or not.
    first: i32,
    last: i32,
    /// Columns whose centre is covered, half-open.
    covered: [i32; 2],
    /// Corners of the part of the face that lies in the row: column and height.
    points: [(i32, f64); 7],
    count: usize,
}

impl Row {
    #[inline]
    fn add(&mut self, crossing: Crossing) {
        self.first = self.first.min(crossing.column);
        self.last = self.last.max(crossing.column - i32::from(crossing.on_border));
        self.points[self.count] = (crossing.column, crossing.height);
        self.count += 1;
    }
}

/// The plane of a face: height at the window's corner and growth per cell, in cm above the window's base.
#[derive(Clone, Copy)]
struct Plane {
    at: f64,
    gx: f64,
    gz: f64,
}

/// Adds a face to the columns it meets.
pub(super) fn rasterise(raster: &mut Raster, face: &Placed) {
    let cell = i64::from(raster.grid.cell);
    let edges = Edges::new(face, cell, f64::from(raster.base));
    let first = edges.low().div_euclid(cell).max(0);
    let last = (edges.high() - 1).div_euclid(cell).min(i64::from(raster.window.depth) - 1);
    if first > last {
        return;
    }
    let level = face.is_level();
    let (plane, bounds) =
        if level { (Plane { at: 0.0, gx: 0.0, gz: 0.0 }, Bounds::default()) } else { prepare(face, cell, raster) };
    let error = error_bound(face, &plane, &bounds, cell);
    let mut heights = std::mem::take(&mut raster.heights);
    let mut above = (first * cell > edges.low()).then(|| edges.cross(first * cell));
    for z in first..=last {
        let (start, end) = (z * cell, z * cell + cell);
        let below = (end < edges.high()).then(|| edges.cross(end));
        let row = row(&edges, z, [start, end], above, below, cell);
        above = below;
        let columns = [row.first.max(0), row.last.min(raster.window.width - 1)];
        if columns[0] > columns[1] {
            continue;
        }
        if level {
            level_row(raster, face, &row, columns);
        } else if error > TOO_VAGUE {
            exact_row(raster, face, &row, columns);
        } else {
            gather(&mut heights, &row, columns, &plane, &bounds);
            sloped_row(raster, face, &row, columns, &plane, error, &heights);
        }
    }
    raster.heights = heights;
}

fn prepare(face: &Placed, cell: i64, raster: &Raster) -> (Plane, Bounds) {
    let size = cell as f64;
    let per_area = (25.0 / 256.0) * size / face.normal[1] as f64;
    let (gx, gz) = (-(face.normal[0] as f64) * per_area, -(face.normal[2] as f64) * per_area);
    let height = face.y[0] as f64 * (25.0 / 256.0) - f64::from(raster.base);
    let at = height - gx * (face.x[0] as f64 / size) - gz * (face.z[0] as f64 / size);
    (Plane { at, gx, gz }, Bounds::new(face, size))
}

/// What rounding can have done to a height, in cm: every factor of the sums that make it, times a few ulps.
fn error_bound(face: &Placed, plane: &Plane, bounds: &Bounds, cell: i64) -> f64 {
    let reach = face.x.iter().chain(&face.z).fold(0, |most, c| c.abs().max(most)) as f64 / cell as f64 + 1.0;
    let tall = face.y.iter().fold(0, |most, y| y.abs().max(most)) as f64 + 65_536.0;
    2e-15 * (tall + 4.0 * reach * (1.0 + bounds.steepest) * (1.0 + plane.gx.abs() + plane.gz.abs()))
}

#[inline]
fn row(
    edges: &Edges,
    z: i64,
    [start, end]: [i64; 2],
    above: Option<[Crossing; 2]>,
    below: Option<[Crossing; 2]>,
    cell: i64,
) -> Row {
    let none = (0, 0.0);
    let mut row = Row { z, first: i32::MAX, last: i32::MIN, covered: [0, 0], points: [none; 7], count: 0 };
    for crossing in above.into_iter().chain(below).flatten() {
        row.add(crossing);
    }
    for corner in &edges.corners {
        if corner.z >= start && corner.z <= end {
            row.add(corner.at);
        }
    }
    let centre = start + cell / 2;
    if edges.low() <= centre && centre < edges.high() {
        row.covered = edges.covered(centre);
    }
    row
}

fn level_row(raster: &mut Raster, face: &Placed, row: &Row, columns: [i32; 2]) {
    let [low, high] = exact::centimetres(i128::from(face.y[0]), 1);
    let centre = raster.above_base(exact::nearest_centimetre(face, face.x[0], face.z[0]));
    let (low, high) = (raster.above_base(low), raster.above_base(high));
    for column in columns[0]..=columns[1] {
        insert(raster, face, row, column, [low, high], centre);
    }
}

fn exact_row(raster: &mut Raster, face: &Placed, row: &Row, columns: [i32; 2]) {
    for column in columns[0]..=columns[1] {
        let [low, high] = exact_extent(raster, face, row, column);
        let centre = exact_centre(raster, face, row, column);
        insert(raster, face, row, column, [low, high], centre);
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

/// Lowest and highest height of the face over each column: at the borders between columns, and at the corners of the
/// part of the face that lies in the row.
#[inline]
fn gather(heights: &mut RowHeights, row: &Row, columns: [i32; 2], plane: &Plane, bounds: &Bounds) {
    let count = (columns[1] - columns[0] + 1) as usize;
    heights.low.clear();
    heights.high.clear();
    heights.low.resize(count, f64::INFINITY);
    heights.high.resize(count, f64::NEG_INFINITY);
    if row.first < row.last {
        borders(heights, row, columns, plane, bounds);
        for i in 0..count {
            heights.low[i] = heights.border_low[i].min(heights.border_low[i + 1]);
            heights.high[i] = heights.border_high[i].max(heights.border_high[i + 1]);
        }
    }
    for &(column, height) in &row.points[..row.count] {
        let column = column.clamp(row.first, row.last);
        if column >= columns[0] && column <= columns[1] {
            let i = (column - columns[0]) as usize;
            heights.low[i] = heights.low[i].min(height);
            heights.high[i] = heights.high[i].max(height);
        }
    }
}

#[inline]
fn borders(heights: &mut RowHeights, row: &Row, columns: [i32; 2], plane: &Plane, bounds: &Bounds) {
    let count = (columns[1] - columns[0] + 2) as usize;
    heights.border_low.resize(count, 0.0);
    heights.border_high.resize(count, 0.0);
    let (near, far) = (row.z as f64, row.z as f64 + 1.0);
    let both = heights.border_low.iter_mut().zip(heights.border_high.iter_mut());
    for (i, (low, high)) in both.enumerate() {
        let x = (columns[0] + i as i32) as f64;
        let from = bounds.from(x, near);
        let to = bounds.to(x, far);
        let at = plane.at + plane.gx * x;
        let (a, b) = (at + plane.gz * from, at + plane.gz * to);
        *low = if a < b { a } else { b };
        *high = if a < b { b } else { a };
    }
    if columns[0] == row.first {
        heights.border_low[0] = f64::INFINITY;
        heights.border_high[0] = f64::NEG_INFINITY;
    }
    if columns[1] == row.last {
        heights.border_low[count - 1] = f64::INFINITY;
        heights.border_high[count - 1] = f64::NEG_INFINITY;
    }
}

#[inline]
fn sloped_row(
    raster: &mut Raster,
    face: &Placed,
    row: &Row,
    columns: [i32; 2],
    plane: &Plane,
    error: f64,
    heights: &RowHeights,
) {
    let start = plane.at + plane.gz * (row.z as f64 + 0.5) + 0.5 * plane.gx + 0.5;
    for (i, (&low, &high)) in heights.low.iter().zip(&heights.high).enumerate() {
        let column = columns[0] + i as i32;
        // Heights are above the base, so truncation is the floor.
        let (below, above) = (low as i32, high as i32);
        let (over, under) = (low - f64::from(below), high - f64::from(above));
        let sure = |part: f64| part > error && part < 1.0 - error;
        let extent = if sure(over) && sure(under) {
            [below as u16, (above + 1) as u16]
        } else {
            exact_extent(raster, face, row, column)
        };
        let centre = (start + plane.gx * f64::from(column)).clamp(0.0, 65_535.0);
        let whole = centre as i32;
        let centre =
            if sure(centre - f64::from(whole)) { whole as u16 } else { exact_centre(raster, face, row, column) };
        insert(raster, face, row, column, extent, centre);
    }
}

#[inline]
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
