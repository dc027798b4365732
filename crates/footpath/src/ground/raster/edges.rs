//! The edges of a face, cut by lines of constant z (exactly, for columns) and of constant x (for heights).

use super::placed::Placed;

/// Where an edge crosses a line of constant z.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crossing {
    /// Column that contains the point.
    pub column: i32,
    /// Whether the point is on the column's lower border, and so also touches the column before.
    pub on_border: bool,
    /// Height in cm above the window's base.
    pub height: f64,
}

/// An edge from a corner of lower z to one of higher z.
#[derive(Clone, Copy, Debug)]
struct Edge {
    x: i64,
    z: i64,
    dx: i64,
    dz: i64,
    height: f64,
    /// Growth of the height per plan unit of z.
    rise: f64,
    /// One over the height of a cell in units of `dz`.
    per_column: f64,
}

/// A corner of the face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub z: i64,
    pub at: Crossing,
}

/// The edges of a face by z: the long one from end to end, and the two short ones beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges {
    long: Edge,
    short: [Edge; 2],
    pub corners: [Corner; 3],
    cell: i64,
    short_is_left: bool,
    transposed: bool,
}

impl Edges {
    pub fn new(face: &Placed, cell: i64, per_cell: f64, base: f64, transposed: bool) -> Self {
        let order = in_order(&face.z);
        let height = |i: usize| face.y[i] as f64 * (25.0 / 256.0) - base;
        let edge = |i: usize, j: usize| {
            let (dx, dz) = (face.x[j] - face.x[i], face.z[j] - face.z[i]);
            let per_unit = 1.0 / dz.max(1) as f64;
            let rise = (height(j) - height(i)) * per_unit;
            Edge { x: face.x[i], z: face.z[i], dx, dz, height: height(i), rise, per_column: per_unit * per_cell }
        };
        let [low, mid, high] = order;
        let (long, first) = (edge(low, high), edge(low, mid));
        let corners = order.map(|i| {
            let column = floor(face.x[i], cell, per_cell);
            let on_border = column * cell == face.x[i];
            Corner { z: face.z[i], at: Crossing { column: column as i32, on_border, height: height(i) } }
        });
        let short_is_left = first.dx * long.dz < long.dx * first.dz;
        Self { long, short: [first, edge(mid, high)], corners, cell, short_is_left, transposed }
    }

    /// Lowest z of the face.
    pub fn low(&self) -> i64 {
        self.corners[0].z
    }

    /// Highest z of the face.
    pub fn high(&self) -> i64 {
        self.corners[2].z
    }

    /// The edges that a line at `z` crosses, the left one first. `z` lies from the lowest corner to below the highest.
    #[inline(always)]
    fn edges_at(&self, z: i64) -> [&Edge; 2] {
        let short = &self.short[usize::from(z >= self.corners[1].z)];
        if self.short_is_left { [short, &self.long] } else { [&self.long, short] }
    }

    /// Both ends of the face on a line of constant z, the left one first.
    #[inline(always)]
    pub fn cross(&self, z: i64) -> [Crossing; 2] {
        let [left, right] = self.edges_at(z);
        [left.cross(z, self.cell), right.cross(z, self.cell)]
    }

    /// Columns whose centres lie between the ends of the face on a line of constant z. Of faces that share an edge, exactly one
    /// must cover a centre on it. Therefore a centre counts as moved a little towards higher x, and by much less towards higher
    /// z, along whichever axis the rows run.
    #[inline(always)]
    pub fn covered(&self, z: i64) -> [i32; 2] {
        let [left, right] = self.edges_at(z);
        [left.first_centre(z, self.cell, self.transposed), right.first_centre(z, self.cell, self.transposed)]
    }
}

impl Edge {
    #[inline(always)]
    fn cross(&self, z: i64, cell: i64) -> Crossing {
        let met = self.x * self.dz + (z - self.z) * self.dx;
        let size = self.dz * cell;
        let column = floor(met, size, self.per_column);
        let height = self.height + (z - self.z) as f64 * self.rise;
        Crossing { column: column as i32, on_border: column * size == met, height }
    }

    /// First column whose centre is not left of the edge. A centre on the edge is not left of it. In a transposed face it is left
    /// if the edge, a little further on, is beyond it.
    #[inline(always)]
    fn first_centre(&self, z: i64, cell: i64, transposed: bool) -> i32 {
        let met = (self.x - cell / 2) * self.dz + (z - self.z) * self.dx;
        let size = self.dz * cell;
        let first = -floor(-met, size, self.per_column);
        let passed = transposed & (self.dx > 0) & (first * size == met);
        first as i32 + i32::from(passed)
    }
}

/// Floor of a quotient below 2^50 with a positive divisor. The product with the inverse is off by at most one, which the
/// remainder shows. A division would take several times as long.
#[inline(always)]
pub(super) fn floor(n: i64, d: i64, inverse: f64) -> i64 {
    // Above this value, numbers of 53 bits are integers: the sum is rounded, and its low bits count from there.
    const WHOLE: f64 = (3_u64 << 51) as f64;
    let guess = (n as f64 * inverse + WHOLE).to_bits() as i64 - WHOLE.to_bits() as i64;
    let rest = n - guess * d;
    guess + i64::from(rest >= d) - i64::from(rest < 0)
}

/// Corners in ascending order of a coordinate.
#[inline]
pub(super) fn in_order(along: &[i64; 3]) -> [usize; 3] {
    let mut order = [0, 1, 2];
    if along[order[1]] < along[order[0]] {
        order.swap(0, 1);
    }
    if along[order[2]] < along[order[1]] {
        order.swap(1, 2);
    }
    if along[order[1]] < along[order[0]] {
        order.swap(0, 1);
    }
    order
}

/// A limit of z as a function of x: `start + slope · x`, in cells.
#[derive(Clone, Copy, Debug)]
struct Limit {
    start: f64,
    slope: f64,
}

impl Limit {
    #[inline(always)]
    fn at(self, x: f64) -> f64 {
        self.start + self.slope * x
    }
}

/// The range of z of a face at a given x, in cells from the window's corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    from: [Limit; 2],
    to: [Limit; 2],
    /// Steepest of the limits.
    pub steepest: f64,
}

impl Default for Bounds {
    fn default() -> Self {
        let none = |start: f64| [Limit { start, slope: 0.0 }; 2];
        Self { from: none(f64::NEG_INFINITY), to: none(f64::INFINITY), steepest: 0.0 }
    }
}

impl Bounds {
    /// The three edges as limits: those below the face, and those above it.
    #[inline]
    pub fn new(face: &Placed, per_cell: f64) -> Self {
        let mut bounds = Self::default();
        let (mut below, mut above) = (0, 0);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let run = face.x[j] - face.x[i];
            if run == 0 {
                continue;
            }
            let slope = (face.z[j] - face.z[i]) as f64 / run as f64;
            let limit = Limit { start: (face.z[i] as f64 - slope * face.x[i] as f64) * per_cell, slope };
            bounds.steepest = bounds.steepest.max(slope.abs());
            // In plan, a face that faces up has the edges that run towards higher x on the side of higher z.
            if (run > 0) == (face.normal[1] > 0) {
                bounds.to[above] = limit;
                above += 1;
            } else {
                bounds.from[below] = limit;
                below += 1;
            }
        }
        bounds
    }

    #[inline(always)]
    pub fn from(&self, x: f64, least: f64) -> f64 {
        let (a, b) = (self.from[0].at(x), self.from[1].at(x));
        let most = if a > b { a } else { b };
        if most > least { most } else { least }
    }

    #[inline(always)]
    pub fn to(&self, x: f64, most: f64) -> f64 {
        let (a, b) = (self.to[0].at(x), self.to[1].at(x));
        let least = if a < b { a } else { b };
        if least < most { least } else { most }
    }
}
