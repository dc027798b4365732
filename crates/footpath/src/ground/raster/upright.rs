//! Faces that are a line in plan: upright walls.
//!
//! A line marks the columns that it runs through for more than a point. Along a border it marks the column of larger numbers
//! (half-open cells), so a wall on the grid is exactly one column thick. A line through grid corners marks only the columns on
//! the diagonal; moves on the other diagonal check their flanks.
//!
//! Integers decide which columns those are. Heights are computed in `f64` with a bound of their error. Where one is closer to a
//! whole centimetre than that, [`exact`](super::exact) decides.

use super::Raster;
use super::edges::{floor, in_order};
use super::heights::{FORGIVEN, distance_to_whole, max, min, rounded_down, rounded_up};
use super::placed::Placed;
use super::span::Record;

/// The face's line, with `u` the plan axis along which it is longer and `w` the other; corners in order of u.
struct Line {
    u: [i64; 3],
    w: [i64; 3],
    cell: i64,
    /// One over the length of the line along u times the side of a cell.
    per_column: f64,
    /// Column across of the line's first corner; a line along u stays in it.
    column: i64,
}

impl Line {
    /// Column across, at `at` along u, for the stretch that begins there (`after`) or ends there.
    #[inline(always)]
    fn column_across(&self, at: i64, after: bool) -> i64 {
        let (run, drift) = (self.u[2] - self.u[0], self.w[2] - self.w[0]);
        if drift == 0 {
            return self.column;
        }
        let met = self.w[0] * run + (at - self.u[0]) * drift;
        let size = run * self.cell;
        let column = floor(met, size, self.per_column);
        let leaves_downwards = if after { drift < 0 } else { drift > 0 };
        column - i64::from(leaves_downwards && column * size == met)
    }

    /// Where along u the line crosses a border across, which lies between the line's ends.
    fn at_border(&self, border: i64) -> f64 {
        let (run, drift) = (self.u[2] - self.u[0], self.w[2] - self.w[0]);
        self.u[0] as f64 + (border - self.w[0]) as f64 * (run as f64 / drift as f64)
    }
}

/// Height along u in cm above the window's base: `height + rise · (u − at)`.
#[derive(Clone, Copy)]
struct Rim {
    at: f64,
    height: f64,
    rise: f64,
}

impl Rim {
    #[inline(always)]
    fn height(&self, u: f64) -> f64 {
        self.height + (u - self.at) * self.rise
    }
}

/// The face from its side: one edge from end to end, and the two others above or below it.
struct Side {
    long: Rim,
    short: [Rim; 2],
    /// Height of the corner between the short edges.
    middle: f64,
    short_is_below: bool,
    /// Bound of the rounding error of a height.
    error: f64,
}

impl Side {
    /// The side of a face whose corners, in order of u, have heights `y` in vertex units.
    fn new(u: &[i64; 3], y: &[i64; 3], base: i32) -> Self {
        let height = y.map(|y| y as f64 * (25.0 / 256.0) - f64::from(base));
        let rim = |i: usize, j: usize| {
            let rise = (height[j] - height[i]) / (u[j] - u[i]) as f64;
            Rim { at: u[i] as f64, height: height[i], rise }
        };
        let long = rim(0, 2);
        // An upright edge contributes only its ends, which belong to the two others.
        let first = if u[0] == u[1] { rim(1, 2) } else { rim(0, 1) };
        let short = [first, if u[1] == u[2] { first } else { rim(1, 2) }];
        let short_is_below = (y[1] - y[0]) * (u[2] - u[0]) < (y[2] - y[0]) * (u[1] - u[0]);
        let steepest = max(long.rise.abs(), max(short[0].rise.abs(), short[1].rise.abs()));
        let reach = max((u[0] as f64).abs(), (u[2] as f64).abs());
        let tall = height.iter().fold(65_536.0, |most, height| max(most, height.abs()));
        let error = 4e-15 * (tall + 4.0 * reach * steepest);
        Self { long, short, middle: height[1], short_is_below, error }
    }

    /// Lowest and highest point of the face at `u`.
    #[inline(always)]
    fn cross(&self, u: f64) -> [f64; 2] {
        let (long, [a, b]) = (self.long.height(u), self.short.map(|rim| rim.height(u)));
        if self.short_is_below { [max(a, b), long] } else { [long, min(a, b)] }
    }
}

#[inline(always)]
fn hull(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [min(a[0], b[0]), max(a[1], b[1])]
}

/// Adds an upright face to the columns of its line.
pub(super) fn rasterise(raster: &mut Raster, face: &Placed) {
    let spread = |c: &[i64; 3]| c[0].max(c[1]).max(c[2]) - c[0].min(c[1]).min(c[2]);
    let swapped = spread(&face.z) > spread(&face.x);
    let (along, across) = if swapped { (&face.z, &face.x) } else { (&face.x, &face.z) };
    let order = in_order(along);
    let (u, w) = (order.map(|i| along[i]), order.map(|i| across[i]));
    let (cell, per_cell) = (i64::from(raster.grid.cell), raster.per_cell);
    let (count_u, count_w) =
        if swapped { (raster.window.depth, raster.window.width) } else { (raster.window.width, raster.window.depth) };
    let first = floor(u[0], cell, per_cell).max(0);
    let last = floor(u[2] - 1, cell, per_cell).min(i64::from(count_u) - 1);
    if first > last {
        return;
    }
    let side = Side::new(&u, &order.map(|i| face.y[i]), raster.base);
    let line = Line { u, w, cell, per_column: per_cell / (u[2] - u[0]) as f64, column: floor(w[0], cell, per_cell) };
    let mut start = (first * cell).max(u[0]);
    let mut at_start = side.cross(start as f64);
    for strip in first..=last {
        let end = (strip * cell + cell).min(u[2]);
        let at_end = side.cross(end as f64);
        let (a, b) = (line.column_across(start, true), line.column_across(end, false));
        // The line drifts by at most one column per strip, so it touches at most two columns.
        for across in a.min(b)..=a.max(b) {
            if across < 0 || across >= i64::from(count_w) {
                continue;
            }
            let mut heights = if across == a { at_start } else { at_end };
            heights =
                if a == b { hull(heights, at_end) } else { hull(heights, side.cross(line.at_border(a.max(b) * cell))) };
            let middle_across = w[1] >= across * cell && w[1] <= across * cell + cell;
            if u[1] >= start && u[1] <= end && middle_across {
                heights = hull(heights, [side.middle; 2]);
            }
            let (x, z) = if swapped { (across, strip) } else { (strip, across) };
            insert(raster, face, [x, z], heights, side.error);
        }
        (start, at_start) = (end, at_end);
    }
}

/// Adds the record of the face in a column, given its lowest and highest point there.
#[inline(always)]
fn insert(raster: &mut Raster, face: &Placed, [x, z]: [i64; 2], [low, high]: [f64; 2], error: f64) {
    let sure = min(distance_to_whole(low + FORGIVEN), distance_to_whole(high - FORGIVEN)) > error;
    let extent =
        if sure { [rounded_down(low) as u16, rounded_up(high) as u16] } else { raster.exact_extent(face, [x, z]) };
    raster.spans.insert(raster.number(x as usize, z as usize), Record::new(extent, 0, face.key, 0));
}
