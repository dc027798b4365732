//! Exact heights of a face over one column, in whole centimetres. Slow and simple: the fast paths use it where rounding could
//! decide, and tests compare them with it.
//!
//! The part of a face inside a column is a convex polygon. Its corners are corners of the face, crossings of the face's edges
//! with the column's borders, and points of the face at the column's corners. Each height is one fraction, so floor and ceiling
//! are exact.

use super::placed::Placed;
use crate::geom::{cm_ceil, cm_floor};

/// Lowest (rounded down) and highest (rounded up) centimetre; `None` if face and column do not overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent(pub Option<[i32; 2]>);

impl Extent {
    #[inline]
    pub fn add(&mut self, low: i32, high: i32) {
        self.0 = Some(self.0.map_or([low, high], |[l, h]| [l.min(low), h.max(high)]));
    }

    /// Adds a height in vertex units.
    #[inline]
    pub fn add_height(&mut self, y: i64) {
        self.add(cm_floor(y as i32), cm_ceil(y as i32));
    }

    /// Adds a height given as a fraction of vertex units.
    pub fn add_fraction(&mut self, numerator: i128, denominator: i128) {
        let [low, high] = centimetres(numerator, denominator);
        self.add(low, high);
    }

    /// Adds the height of an edge at the coordinate `at`, along one plan axis.
    #[inline]
    pub fn add_crossing(&mut self, from: [i64; 2], to: [i64; 2], at: i64) {
        let (run, rise) = (to[0] - from[0], to[1] - from[1]);
        if rise == 0 {
            return self.add_height(from[1]);
        }
        // Heights and runs of a face stay below 2^29 and 2^30, so their products fit 64 bits.
        let [low, high] = centimetres_of_crossing(from[1] * run + (at - from[0]) * rise, run);
        self.add(low, high);
    }
}

/// As [`centimetres`], in 64 bits unless the numbers are very large.
#[inline]
fn centimetres_of_crossing(numerator: i64, denominator: i64) -> [i32; 2] {
    const LARGE: i64 = 1 << 54;
    if numerator.abs() > LARGE || denominator.abs() > LARGE {
        return centimetres(i128::from(numerator), i128::from(denominator));
    }
    let unit = denominator.abs();
    let (n, d) = (numerator * denominator.signum() * 50 + unit * 25, unit * 512);
    let low = n.div_euclid(d);
    // The remainder tells whether the ceiling, which is two half units lower, is the next centimetre. This saves a second
    // division.
    [low as i32, (low + i64::from(n - low * d > unit * 50)) as i32]
}

/// Floor and ceiling in centimetres of a fraction of vertex units, with a tolerance of half a unit as in
/// [`cm_floor`](crate::geom::cm_floor).
pub(super) fn centimetres(numerator: i128, denominator: i128) -> [i32; 2] {
    let unit = denominator.abs();
    let (n, d) = (numerator * denominator.signum() * 50 + unit * 25, unit * 512);
    let low = n.div_euclid(d);
    [low as i32, (low + i128::from(n - low * d > unit * 50)) as i32]
}

/// Heights of a face over the closed rectangle at `corner` (x and z) of this `size`.
pub(super) fn extent(face: &Placed, corner: [i64; 2], size: [i64; 2]) -> Extent {
    let mut extent = Extent::default();
    let ([x, z], [width, depth]) = (corner, size);
    let within = |px: i64, pz: i64| px >= x && px <= x + width && pz >= z && pz <= z + depth;
    for i in 0..3 {
        if within(face.x[i], face.z[i]) {
            extent.add_height(face.y[i]);
        }
        let j = (i + 1) % 3;
        for side in [0, 1] {
            let [a, b] = [i, j].map(|i| [face.x[i], face.z[i], face.y[i]]);
            edge_crossing(&mut extent, a, b, x + side * width, [z, z + depth]);
            let [a, b] = [i, j].map(|i| [face.z[i], face.x[i], face.y[i]]);
            edge_crossing(&mut extent, a, b, z + side * depth, [x, x + width]);
        }
    }
    for (px, pz) in [(x, z), (x + width, z), (x, z + depth), (x + width, z + depth)] {
        if !face.is_upright() && covers(face, px, pz) {
            let [numerator, denominator] = plane(face, px, pz);
            extent.add_fraction(numerator, denominator);
        }
    }
    extent
}

/// Where an edge (along, across, height) crosses the line `at`, if that is within limits across.
fn edge_crossing(extent: &mut Extent, a: [i64; 3], b: [i64; 3], at: i64, across: [i64; 2]) {
    if (a[0] < at) == (b[0] < at) || a[0] == at || b[0] == at {
        return;
    }
    let run = i128::from(b[0] - a[0]);
    let met = i128::from(a[1]) * run + i128::from(at - a[0]) * i128::from(b[1] - a[1]);
    let (met, run) = (met * run.signum(), run.abs());
    if met >= i128::from(across[0]) * run && met <= i128::from(across[1]) * run {
        extent.add_crossing([a[0], a[2]], [b[0], b[2]], at);
    }
}

/// Whether a point lies in the closed face, in plan.
fn covers(face: &Placed, x: i64, z: i64) -> bool {
    let side = |i: usize| {
        let j = (i + 1) % 3;
        let (ux, uz) = (i128::from(face.x[j] - face.x[i]), i128::from(face.z[j] - face.z[i]));
        uz * i128::from(x - face.x[i]) - ux * i128::from(z - face.z[i])
    };
    let sign = i128::from(face.normal[1].signum());
    (0..3).all(|i| side(i) * sign >= 0)
}

/// Height of the face's plane at a point, as a fraction of vertex units.
fn plane(face: &Placed, x: i64, z: i64) -> [i128; 2] {
    let [nx, ny, nz] = face.normal.map(i128::from);
    let rise = nx * i128::from(x - face.x[0]) + nz * i128::from(z - face.z[0]);
    [i128::from(face.y[0]) * ny - rise, ny]
}

/// Height of the face's plane at a point, to the nearest centimetre; half goes up.
pub(super) fn nearest_centimetre(face: &Placed, x: i64, z: i64) -> i32 {
    let [numerator, denominator] = plane(face, x, z);
    let (n, d) = (numerator * 50 * denominator.signum(), denominator.abs() * 256);
    // Planes of almost upright faces may have any height here.
    (n + d).div_euclid(2 * d).clamp(-1_000_000_000, 1_000_000_000) as i32
}
