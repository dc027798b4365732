//! Heights of a face over the columns of a row, four at a time and without branches. Plain arithmetic on arrays of four,
//! which compiles to vector instructions.

// Lanes are walked by index: iterators over several arrays at once do not become vector instructions.
#![allow(clippy::needless_range_loop)]

use super::edges::Bounds;
use super::placed::Placed;
use super::row::Row;

/// Columns that are worked on at a time.
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

/// Heights over four columns in whole cm above the window's base: lowest rounded down, highest up, centre to the nearest.
pub(super) struct Heights {
    low: [u64; LANES],
    high: [u64; LANES],
    centre: [u64; LANES],
    /// How close the least sure of a column's heights comes to a whole centimetre.
    pub sureness: Lanes,
    /// The least of them.
    pub least: f64,
}

/// Above this, numbers of 53 bits are whole: adding it rounds to the nearest, which then stands in the low bits.
const WHOLE: f64 = (1_u64 << 52) as f64;

#[inline(always)]
pub(super) fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
pub(super) fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Distance from the nearest whole number.
#[inline(always)]
pub(super) fn from_whole(height: f64) -> f64 {
    (height - (height + WHOLE - WHOLE)).abs()
}

/// Half a vertex unit in cm, which rounding outwards forgives.
pub(super) const FORGIVEN: f64 = 12.5 / 256.0;

/// A height rounded down, in the low bits. Heights that are not whole are rounded to the nearest after moving them by a
/// half.
#[inline(always)]
pub(super) fn rounded_down(height: f64) -> u64 {
    (height + (FORGIVEN - 0.5) + WHOLE).to_bits()
}

/// A height rounded up, in the low bits.
#[inline(always)]
pub(super) fn rounded_up(height: f64) -> u64 {
    (height - (FORGIVEN - 0.5) + WHOLE).to_bits()
}

/// So much is added to what does not count that no minimum takes it. Sums instead of choices keep the lanes together.
const AWAY: f64 = 1e200;

impl Heights {
    /// Heights over the columns from `first` to at most `last`; those past it mean nothing. `border` has the heights along
    /// the left border of the first column, and gets those along the right border of the last.
    // Loops over lanes and no closures: those would not be compiled for wider vectors with the rest.
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
            // Where the row ends there is no border.
            let none = max(x[i] - row_last, 0.0) * AWAY;
            low[i] = a + none;
            high[i] = b - none;
        }
        // The right border of a column is the left one of the next.
        let (left_low, left_high) = ([border[0], low[0], low[1], low[2]], [border[1], high[0], high[1], high[2]]);
        *border = [low[3], high[3]];
        for i in 0..LANES {
            low[i] = min(low[i], left_low[i]);
            high[i] = max(high[i], left_high[i]);
        }
        for at in 0..row.count {
            // A point on the right rim of the row is in its last column.
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
            // Planes of faces that hardly reach into a column may be far off; the span's limits hold them later.
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
            let outwards = min(from_whole(low[i] + FORGIVEN), from_whole(high[i] - FORGIVEN));
            let sure = min(outwards, from_whole(centre[i]));
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

/// Heights along the left border of a row's column; where the row begins there is none.
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
