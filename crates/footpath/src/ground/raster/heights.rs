//! Heights of a face over the columns of a row, four at a time and without branches: arithmetic on arrays of four that compiles
//! to vector instructions.

// Lanes are indexed: iterators over several arrays do not compile to vector instructions.
#![allow(clippy::needless_range_loop)]

use super::edges::Bounds;
use super::placed::Placed;
use super::row::Row;

/// Number of columns that are computed at a time.
pub(super) const LANES: usize = 4;

type Lanes = [f64; LANES];

/// The plane of a face: height at the window's corner and growth per cell, in cm above the window's base.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    at: f64,
    pub gx: f64,
    pub gz: f64,
}

impl Plane {
    pub fn new(face: &Placed, cell: i64, per_cell: f64, base: i32) -> Self {
        let per_area = (25.0 / 256.0) * cell as f64 / face.normal[1] as f64;
        let (gx, gz) = (-(face.normal[0] as f64) * per_area, -(face.normal[2] as f64) * per_area);
        let height = face.y[0] as f64 * (25.0 / 256.0) - f64::from(base);
        Self { at: height - (gx * face.x[0] as f64 + gz * face.z[0] as f64) * per_cell, gx, gz }
    }
}

/// Heights over four columns in whole cm above the window's base: lowest rounded down, highest rounded up, centre to the nearest.
pub(super) struct Heights {
    low: [u64; LANES],
    high: [u64; LANES],
    centre: [u64; LANES],
    /// Per column: the smallest distance of its heights from a rounding boundary.
    pub sureness: Lanes,
    /// The smallest of them.
    pub least: f64,
}

/// Above this value, numbers of 53 bits are integers: adding it rounds to the nearest integer, which is then in the low bits.
const WHOLE: f64 = (1_u64 << 52) as f64;

#[inline(always)]
pub(super) fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
pub(super) fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Distance to the nearest integer.
#[inline(always)]
pub(super) fn distance_to_whole(height: f64) -> f64 {
    (height - (height + WHOLE - WHOLE)).abs()
}

/// Half a vertex unit in cm: the tolerance of rounding outwards.
pub(super) const FORGIVEN: f64 = 12.5 / 256.0;

/// A height rounded down, in the low bits. A height that is no integer is moved by a half and rounded to the nearest.
#[inline(always)]
pub(super) fn rounded_down(height: f64) -> u64 {
    (height + (FORGIVEN - 0.5) + WHOLE).to_bits()
}

/// A height rounded up, in the low bits.
#[inline(always)]
pub(super) fn rounded_up(height: f64) -> u64 {
    (height - (FORGIVEN - 0.5) + WHOLE).to_bits()
}

/// Added to values that do not count, so that no minimum uses them. Sums instead of branches keep the lanes together.
const AWAY: f64 = 1e200;

impl Heights {
    /// Heights over the columns from `first` to at most `last`; later lanes have no meaning. `border` has the heights along the
    /// left border of the first column, and receives those along the right border of the last.
    // Loops over lanes without closures: closures would not be compiled for wider vectors with the rest.
    #[inline(always)]
    pub fn new(row: &Row, [first, last]: [i32; 2], plane: &Plane, bounds: &Bounds, border: &mut [f64; 2]) -> Self {
        let (near, far) = (row.z as f64, row.z as f64 + 1.0);
        let row_last = f64::from(row.last) - 0.5;
        let mut x = [0.0; LANES];
        for i in 0..LANES {
            x[i] = f64::from(first) + i as f64;
        }
        let (mut low, mut high) = ([0.0; LANES], [0.0; LANES]);
        for i in 0..LANES {
            let [a, b] = along_border(x[i] + 1.0, near, far, plane, bounds);
            // The end of the row has no border.
            let none = max(x[i] - row_last, 0.0) * AWAY;
            low[i] = a + none;
            high[i] = b - none;
        }
        // The right border of a column is the left border of the next.
        let (left_low, left_high) = ([border[0], low[0], low[1], low[2]], [border[1], high[0], high[1], high[2]]);
        *border = [low[3], high[3]];
        for i in 0..LANES {
            low[i] = min(low[i], left_low[i]);
            high[i] = max(high[i], left_high[i]);
        }
        for at in 0..row.count {
            // A point on the right rim of the row belongs to its last column.
            let column = f64::from(row.columns[at].min(row.last));
            for i in 0..LANES {
                let elsewhere = (x[i] - column).abs() * AWAY;
                low[i] = min(low[i], row.heights[at] + elsewhere);
                high[i] = max(high[i], row.heights[at] - elsewhere);
            }
        }
        let start = plane.at + plane.gz * (row.z as f64 + 0.5) + 0.5 * plane.gx + 0.5;
        let mut centre = [0.0; LANES];
        for i in 0..LANES {
            // Planes of faces that barely reach into a column may be far off; the span's limits clamp them later.
            centre[i] = min(max(start + plane.gx * x[i], 0.75), 65_534.75);
        }
        Self::rounded(&low, &high, &centre, &x, f64::from(last))
    }

    /// Heights over a row of a single column: those of its points.
    #[inline(always)]
    pub fn of_one(row: &Row, plane: &Plane) -> Self {
        let (mut low, mut high) = (row.heights[0], row.heights[0]);
        for &height in &row.heights[1..row.count] {
            low = min(low, height);
            high = max(high, height);
        }
        let x = f64::from(row.first);
        let start = plane.at + plane.gz * (row.z as f64 + 0.5) + 0.5 * plane.gx + 0.5;
        let centre = min(max(start + plane.gx * x, 0.75), 65_534.75);
        Self::rounded(&[low; LANES], &[high; LANES], &[centre; LANES], &[x; LANES], x)
    }

    #[inline(always)]
    fn rounded(low: &Lanes, high: &Lanes, centre: &Lanes, x: &Lanes, last: f64) -> Self {
        let none = [0; LANES];
        let mut heights = Self { low: none, high: none, centre: none, sureness: [0.0; LANES], least: 1.0 };
        for i in 0..LANES {
            heights.low[i] = rounded_down(low[i]);
            heights.high[i] = rounded_up(high[i]);
            heights.centre[i] = (centre[i] - 0.5 + WHOLE).to_bits();
        }
        for i in 0..LANES {
            let outwards = min(distance_to_whole(low[i] + FORGIVEN), distance_to_whole(high[i] - FORGIVEN));
            let sure = min(outwards, distance_to_whole(centre[i]));
            heights.sureness[i] = sure + max(x[i] - last, 0.0);
        }
        let [a, b, c, d] = heights.sureness;
        heights.least = min(min(a, b), min(c, d));
        heights
    }

    /// Rounded heights over a column.
    #[inline(always)]
    pub fn extent(&self, lane: usize) -> [u16; 2] {
        [self.low[lane] as u16, self.high[lane] as u16]
    }

    /// Rounded height of the plane over a column's centre.
    #[inline(always)]
    pub fn centre(&self, lane: usize) -> u16 {
        self.centre[lane] as u16
    }
}

/// Heights along the left border of a row's column; none at the beginning of the row.
#[inline(always)]
pub(super) fn left_border(row: &Row, column: i32, plane: &Plane, bounds: &Bounds) -> [f64; 2] {
    if column == row.first {
        return [AWAY, -AWAY];
    }
    along_border(f64::from(column), row.z as f64, row.z as f64 + 1.0, plane, bounds)
}

/// Lowest and highest height of the face along a border between columns.
#[inline(always)]
fn along_border(x: f64, near: f64, far: f64, plane: &Plane, bounds: &Bounds) -> [f64; 2] {
    let at = plane.at + plane.gx * x;
    let a = at + plane.gz * bounds.from(x, near);
    let b = at + plane.gz * bounds.to(x, far);
    [min(a, b), max(a, b)]
}
