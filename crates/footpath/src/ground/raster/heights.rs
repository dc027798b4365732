//! Heights of a face over the columns of a row, four at a time. Plain arithmetic on small fixed arrays, which compiles to
//! vector instructions.

use super::edges::Bounds;
use super::placed::Placed;
use super::slanted::Row;

/// Columns of a row that are worked on at a time.
pub(super) const CHUNK: usize = 64;
const LANES: usize = 4;
const SPACE: usize = CHUNK + 2 * LANES;

/// The plane of a face: height at the window's corner and growth per cell, in cm above the window's base.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    at: f64,
    pub gx: f64,
    pub gz: f64,
}

impl Plane {
    pub fn new(face: &Placed, cell: i64, base: i32) -> Self {
        let size = cell as f64;
        let per_area = (25.0 / 256.0) * size / face.normal[1] as f64;
        let (gx, gz) = (-(face.normal[0] as f64) * per_area, -(face.normal[2] as f64) * per_area);
        let height = face.y[0] as f64 * (25.0 / 256.0) - f64::from(base);
        Self { at: height - gx * (face.x[0] as f64 / size) - gz * (face.z[0] as f64 / size), gx, gz }
    }
}

/// Heights over part of a row's columns, in cm above the window's base.
#[derive(Debug)]
pub(super) struct Heights {
    low: [f64; SPACE],
    high: [f64; SPACE],
    centre: [f64; SPACE],
    /// How close the least sure of a column's heights comes to a whole centimetre.
    pub sureness: [f64; SPACE],
}

impl Default for Heights {
    fn default() -> Self {
        Self { low: [0.0; SPACE], high: [0.0; SPACE], centre: [0.0; SPACE], sureness: [0.0; SPACE] }
    }
}

#[inline(always)]
fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Heights {
    /// Lowest, highest and centre height over the columns from `first` to `last`; returns the least
    /// distance from a whole centimetre.
    #[inline(always)]
    pub fn gather(&mut self, row: &Row, [first, last]: [i32; 2], plane: &Plane, bounds: &Bounds) -> f64 {
        let count = (last - first + 1) as usize;
        if row.first == row.last {
            self.low[0] = f64::INFINITY;
            self.high[0] = f64::NEG_INFINITY;
        } else {
            self.borders(row, [first, last], plane, bounds);
        }
        for point in row.points() {
            let at = (point.column.clamp(row.first, row.last) - first) as u32 as usize;
            if at < count {
                self.low[at] = min(self.low[at], point.height);
                self.high[at] = max(self.high[at], point.height);
            }
        }
        self.round(
            count,
            plane.at + plane.gz * (row.z as f64 + 0.5) + plane.gx * (f64::from(first) + 0.5) + 0.5,
            plane.gx,
        )
    }

    /// Heights at the borders between columns, then over the columns between them.
    #[inline(always)]
    fn borders(&mut self, row: &Row, [first, last]: [i32; 2], plane: &Plane, bounds: &Bounds) {
        let count = (last - first + 1) as usize;
        let (near, far) = (row.z as f64, row.z as f64 + 1.0);
        let mut i = 0;
        while i <= count {
            for lane in 0..LANES {
                let x = f64::from(first) + (i + lane) as f64;
                let (from, to) = (bounds.from(x, near), bounds.to(x, far));
                let at = plane.at + plane.gx * x;
                let (a, b) = (at + plane.gz * from, at + plane.gz * to);
                self.low[i + lane] = min(a, b);
                self.high[i + lane] = max(a, b);
            }
            i += LANES;
        }
        if first == row.first {
            self.low[0] = f64::INFINITY;
            self.high[0] = f64::NEG_INFINITY;
        }
        if last == row.last {
            self.low[count] = f64::INFINITY;
            self.high[count] = f64::NEG_INFINITY;
        }
        let mut i = 0;
        while i < count {
            let low: [f64; LANES] = std::array::from_fn(|lane| min(self.low[i + lane], self.low[i + lane + 1]));
            let high: [f64; LANES] = std::array::from_fn(|lane| max(self.high[i + lane], self.high[i + lane + 1]));
            self.low[i..i + LANES].copy_from_slice(&low);
            self.high[i..i + LANES].copy_from_slice(&high);
            i += LANES;
        }
    }

    /// Rounds to whole centimetres, away from the face and to the nearest for the centre. Returns how close the least
    /// sure height of each column comes to a whole one, at the least.
    #[inline(always)]
    fn round(&mut self, count: usize, start: f64, growth: f64) -> f64 {
        let mut least = [f64::INFINITY; LANES];
        let mut i = 0;
        while i < count {
            for (lane, least) in least.iter_mut().enumerate() {
                let at = i + lane;
                let (low, high) = (self.low[at], self.high[at]);
                // Planes of faces that hardly reach into a column may be far off; the span's limits hold them later.
                let centre = min(max(start + growth * at as f64, 0.25), 65_534.25);
                let (near_low, near_high, near_centre) = (nearest(low), nearest(high), nearest(centre));
                let sure = min((low - near_low).abs(), min((high - near_high).abs(), (centre - near_centre).abs()));
                self.low[at] = near_low - if near_low > low { 1.0 } else { 0.0 };
                self.high[at] = near_high + if near_high < high { 1.0 } else { 0.0 };
                self.centre[at] = near_centre - if near_centre > centre { 1.0 } else { 0.0 };
                self.sureness[at] = sure;
                *least = min(*least, if at < count { sure } else { f64::INFINITY });
            }
            i += LANES;
        }
        least.into_iter().fold(f64::INFINITY, min)
    }

    /// Rounded heights over a column.
    #[inline(always)]
    pub fn extent(&self, at: usize) -> [u16; 2] {
        [whole(self.low[at]), whole(self.high[at])]
    }

    /// Rounded height of the plane over a column's centre.
    #[inline(always)]
    pub fn centre(&self, at: usize) -> u16 {
        whole(self.centre[at])
    }
}

/// Above this, numbers of 53 bits are whole: adding it rounds to the nearest.
const WHOLE: f64 = (1_u64 << 52) as f64;

#[inline(always)]
fn nearest(height: f64) -> f64 {
    height + WHOLE - WHOLE
}

/// A whole number from 0 to 65,535: the low bits of its sum with a number that leaves it there.
#[inline(always)]
fn whole(height: f64) -> u16 {
    (height + WHOLE).to_bits() as u16
}
