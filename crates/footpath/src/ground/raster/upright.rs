//! Faces that are a line in plan: walls in the strict sense. All in 64-bit integers.
//!
//! A line marks the columns that it runs through for more than a point; where it runs along a border the column of
//! larger numbers has it (half-open cells), so that a wall on the grid is one column thick and never none. A line
//! through grid corners marks the columns on the diagonal only; moves on the other diagonal check their flanks.

use super::Raster;
use super::edges::in_order;
use super::exact::Extent;
use super::placed::Placed;
use super::span::Span;

/// The face's line, with `u` the plan axis along which it is longer and `w` the other; corners in order of u.
struct Line {
    u: [i64; 3],
    w: [i64; 3],
    y: [i64; 3],
}

impl Line {
    fn new(face: &Placed, swapped: bool) -> Self {
        let (along, across) = if swapped { (&face.z, &face.x) } else { (&face.x, &face.z) };
        let order = in_order(along);
        Self { u: order.map(|i| along[i]), w: order.map(|i| across[i]), y: order.map(|i| face.y[i]) }
    }

    /// Heights of the face where its line is at `at` along u or along w, which lies between the line's ends there.
    fn cross(&self, axis: &[i64; 3], at: i64) -> Extent {
        let mut extent = Extent::default();
        extent.add_crossing([axis[0], self.y[0]], [axis[2], self.y[2]], at);
        // Corners are in order of u; along w they may be in reverse order.
        let beyond_middle = if axis[0] <= axis[2] { at >= axis[1] } else { at <= axis[1] };
        let (i, j) = if beyond_middle { (1, 2) } else { (0, 1) };
        if axis[i] != axis[j] {
            extent.add_crossing([axis[i], self.y[i]], [axis[j], self.y[j]], at);
        }
        extent
    }

    /// Column across, at `at` along u, for the stretch that begins there (`after`) or ends there.
    fn column_across(&self, at: i64, after: bool, cell: i64) -> i64 {
        let (run, drift) = (self.u[2] - self.u[0], self.w[2] - self.w[0]);
        if drift == 0 {
            return self.w[0].div_euclid(cell);
        }
        let met = self.w[0] * run + (at - self.u[0]) * drift;
        let size = run * cell;
        let column = met.div_euclid(size);
        let leaves_downwards = if after { drift < 0 } else { drift > 0 };
        column - i64::from(leaves_downwards && column * size == met)
    }
}

/// Adds an upright face to the columns of its line.
pub(super) fn rasterise(raster: &mut Raster, face: &Placed) {
    let spread = |c: &[i64; 3]| c[0].max(c[1]).max(c[2]) - c[0].min(c[1]).min(c[2]);
    let swapped = spread(&face.z) > spread(&face.x);
    let line = Line::new(face, swapped);
    let cell = i64::from(raster.grid.cell);
    let (count_u, count_w) =
        if swapped { (raster.window.depth, raster.window.width) } else { (raster.window.width, raster.window.depth) };
    let first = line.u[0].div_euclid(cell).max(0);
    let last = (line.u[2] - 1).div_euclid(cell).min(i64::from(count_u) - 1);
    if first > last {
        return;
    }
    let mut start = (first * cell).max(line.u[0]);
    let mut at_start = line.cross(&line.u, start);
    for strip in first..=last {
        let end = (strip * cell + cell).min(line.u[2]);
        let at_end = line.cross(&line.u, end);
        let (a, b) = (line.column_across(start, true, cell), line.column_across(end, false, cell));
        // The line drifts by at most one column per strip, so there are at most two columns.
        for across in a.min(b)..=a.max(b) {
            if across < 0 || across >= i64::from(count_w) {
                continue;
            }
            let mut extent = if across == a { at_start } else { at_end };
            if a == b {
                extent.join(&at_end);
            } else {
                extent.join(&line.cross(&line.w, a.max(b) * cell));
            }
            add_corners(&mut extent, &line, [start, end], across, cell);
            if let Some([low, high]) = extent.0 {
                let (x, z) = if swapped { (across, strip) } else { (strip, across) };
                let record = Span::new(raster.above_base(low), raster.above_base(high), face.key);
                raster.insert(x as usize, z as usize, record);
            }
        }
        (start, at_start) = (end, at_end);
    }
}

/// Adds the corners of the face that lie in a strip and in one column across it.
fn add_corners(extent: &mut Extent, line: &Line, strip: [i64; 2], across: i64, cell: i64) {
    for i in 0..3 {
        let inside = line.u[i] >= strip[0] && line.u[i] <= strip[1];
        if inside && line.w[i] >= across * cell && line.w[i] <= across * cell + cell {
            extent.add_height(line.y[i]);
        }
    }
}
