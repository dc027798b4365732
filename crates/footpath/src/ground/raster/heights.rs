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
    /// Heights rounded towards zero, which is down; the nearest for the centre.
    pub whole_low: [i32; SPACE],
    pub whole_high: [i32; SPACE],
    pub whole_centre: [i32; SPACE],
}

impl Default for Heights {
    fn default() -> Self {
        Self {
            low: [0.0; SPACE],
            high: [0.0; SPACE],
            centre: [0.0; SPACE],
            whole_low: [0; SPACE],
            whole_high: [0; SPACE],
            whole_centre: [0; SPACE],
        }
    }
}

#[inline]
fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline]
fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Heights {
    /// Lowest, highest and centre height over the columns from `first` to `last`; returns the greatest doubt.
    #[inline]
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
    #[inline]
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

    /// Whole centimetres, and how close the least sure height comes to being one: 0.5 is exactly on it.
    #[inline]
    fn round(&mut self, count: usize, start: f64, growth: f64) -> f64 {
        let mut doubt = [0.0; LANES];
        let mut i = 0;
        while i < count {
            for lane in 0..LANES {
                let at = i + lane;
                // Planes of faces that hardly reach into a column may be far off; the span's limits hold them later.
                self.centre[at] = min(max(start + growth * at as f64, 0.0), 65_535.0);
                self.whole_low[at] = self.low[at] as i32;
                self.whole_high[at] = self.high[at] as i32;
                self.whole_centre[at] = self.centre[at] as i32;
            }
            for (lane, doubt) in doubt.iter_mut().enumerate() {
                *doubt = max(*doubt, if i + lane < count { self.doubt(i + lane) } else { 0.0 });
            }
            i += LANES;
        }
        doubt.into_iter().fold(0.0, max)
    }

    /// How close the heights over one column come to a whole centimetre.
    #[inline]
    pub fn doubt(&self, at: usize) -> f64 {
        let part = |height: f64, whole: i32| (height - f64::from(whole) - 0.5).abs();
        let (low, high) = (part(self.low[at], self.whole_low[at]), part(self.high[at], self.whole_high[at]));
        max(max(low, high), part(self.centre[at], self.whole_centre[at]))
    }
}
