//! Projection: marks all cells under a triangle, after cutting it at the slab's two heights.
//!
//! In: vertices on the 1/1024 m grid. Out: bits. Promised: no cell is missed, and all arithmetic is in integers. A cut between
//! grid points is rounded outwards on edges that run along x or z; otherwise the piece counts as one plan unit (0.2 mm) larger on
//! all sides. Cells are half open: a wall on the border of two cells lies in one of them, and the distance to it is the same as
//! for the other.

use super::bits::Bitmap;
use super::frame::Frame;
use crate::body::Body;
use crate::geom::Vertex;

/// Height of the far plane above the walking surface, in metres: a rug is no obstacle.
const ABOVE_FLOOR: f64 = 0.03;

/// The height range in which objects are obstacles, in metres (§6.1, Fig. 2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slab {
    /// The walking surface.
    pub floor: f64,
    /// The far plane. Objects at or below this height are no obstacles.
    pub low: f64,
    /// The near plane. Objects at or above this height are no obstacles.
    pub high: f64,
}

impl Slab {
    /// The slab from just above a level floor to the top of a body.
    pub fn of(body: &Body, floor: f64) -> Self {
        Self { floor, low: floor + ABOVE_FLOOR, high: floor + body.height }
    }
}

/// A corner of a cut triangle: plan units from the frame's corner, and the height.
type Corner = ([i64; 2], i32);

/// Paints triangles onto a bitmap.
#[derive(Clone, Debug)]
pub(super) struct Painter {
    frame: Frame,
    slab: [i32; 2],
    /// 2⁶⁴ / cell, rounded up, to divide by a multiplication.
    factor: u64,
    size: [i64; 2],
    /// Least and greatest x by row.
    rows: Vec<[i64; 2]>,
}

impl Painter {
    pub fn new(frame: &Frame, slab: &Slab) -> Self {
        let cell = i64::from(frame.cell());
        let size = [i64::from(frame.columns()) * cell, i64::from(frame.rows()) * cell];
        let factor = (u128::from(u64::MAX) / cell as u128 + 1).min(u128::from(u64::MAX)) as u64;
        let rows = vec![[i64::MAX, i64::MIN]; frame.rows() as usize];
        Self { frame: *frame, slab: [frame.height(slab.low), frame.height(slab.high)], factor, size, rows }
    }

    /// The number of the cell at a coordinate within the frame.
    #[inline]
    fn cell(&self, plan: i64) -> u32 {
        // Exact below 2³¹: rounding the factor up adds less than plan / 2⁶⁴ · cell < 1 / cell.
        if self.factor == u64::MAX { plan as u32 } else { ((plan as u128 * u128::from(self.factor)) >> 64) as u32 }
    }

    /// Paints a triangle.
    #[inline]
    pub fn face(&mut self, corners: [Vertex; 3], bits: &mut Bitmap) {
        let [low, high] = self.slab;
        let heights = corners.map(|corner| corner[1]);
        let least = heights[0].min(heights[1]).min(heights[2]);
        let most = heights[0].max(heights[1]).max(heights[2]);
        if most <= low || least >= high {
            return;
        }
        let plan = corners.map(|corner| self.frame.plan(corner));
        if least >= low && most <= high {
            self.polygon(&plan, 0, bits);
        } else {
            self.cut([0, 1, 2].map(|i| (plan[i], heights[i])), bits);
        }
    }

    /// Paints faces. Two successive triangles that form a rectangle along the axes, as in boxes and rooms, are painted as one:
    /// its part between the heights is a rectangle too, or a line. The result is the same.
    pub fn faces(&mut self, triangles: impl IntoIterator<Item = [Vertex; 3]>, bits: &mut Bitmap) {
        let mut held: Option<[Vertex; 3]> = None;
        for next in triangles {
            let Some(before) = held.replace(next) else { continue };
            if is_rectangle(&before, &next) {
                self.rectangle(before[0], before[2], bits);
                held = None;
            } else {
                self.face(before, bits);
            }
        }
        if let Some(last) = held {
            self.face(last, bits);
        }
    }

    /// Paints a rectangle along the axes between two opposite corners.
    #[inline]
    fn rectangle(&self, a: Vertex, c: Vertex, bits: &mut Bitmap) {
        let [low, high] = self.slab;
        if a[1].max(c[1]) <= low || a[1].min(c[1]) >= high {
            return;
        }
        let (a, c) = (self.frame.plan(a), self.frame.plan(c));
        let (near, far) = (a[1].min(c[1]), a[1].max(c[1]));
        if far >= 0 && near < self.size[1] {
            let rows = self.cell(near.max(0))..=self.cell(far.min(self.size[1] - 1));
            rows.for_each(|row| self.span(row, [a[0].min(c[0]), a[0].max(c[0])], bits));
        }
    }

    /// Cuts a triangle at both heights, and paints the remaining part.
    fn cut(&mut self, corners: [Corner; 3], bits: &mut Bitmap) {
        let [low, high] = self.slab;
        let (mut above, mut kept) = ([([0; 2], 0); 4], [([0; 2], 0); 5]);
        let (count, off) = clip(&corners, &mut above, low, |y| y - low);
        let (count, off_too) = clip(&above[..count], &mut kept, high, |y| high - y);
        let plan = kept.map(|(plan, _)| plan);
        self.polygon(&plan[..count], i64::from(off || off_too), bits);
    }

    /// Paints a convex polygon, as if it were larger by `slack` on all sides.
    #[inline]
    fn polygon(&mut self, plan: &[[i64; 2]], slack: i64, bits: &mut Bitmap) {
        let (mut low, mut high) = ([i64::MAX; 2], [i64::MIN; 2]);
        for point in plan {
            for axis in 0..2 {
                (low[axis], high[axis]) = (low[axis].min(point[axis] - slack), high[axis].max(point[axis] + slack));
            }
        }
        if high[0] < 0 || high[1] < 0 || low[0] >= self.size[0] || low[1] >= self.size[1] {
            return;
        }
        let (first, last) = (self.cell(low[1].max(0)), self.cell(high[1].min(self.size[1] - 1)));
        // A polygon in one row, or a wall along z, is a rectangle.
        if first == last || low[0] == high[0] {
            (first..=last).for_each(|row| self.span(row, [low[0], high[0]], bits));
            return;
        }
        for i in 0..plan.len() {
            let (a, b) = (plan[i], plan[(i + 1) % plan.len()]);
            if a[1] <= b[1] { self.edge(a, b, slack) } else { self.edge(b, a, slack) }
        }
        for row in first..=last {
            let [least, most] = std::mem::replace(&mut self.rows[row as usize], [i64::MAX, i64::MIN]);
            if least <= most {
                self.span(row, [least - slack, most + slack], bits);
            }
        }
    }

    /// Records the range of an edge in each row. The edge goes from lower to higher z.
    #[inline]
    fn edge(&mut self, a: [i64; 2], b: [i64; 2], slack: i64) {
        if b[1] + slack < 0 || a[1] - slack >= self.size[1] {
            return;
        }
        let (first, last) = (self.cell((a[1] - slack).max(0)), self.cell((b[1] + slack).min(self.size[1] - 1)));
        if first == last || a[0] == b[0] {
            let (low, high) = (a[0].min(b[0]), a[0].max(b[0]));
            for [least, most] in &mut self.rows[first as usize..=last as usize] {
                (*least, *most) = ((*least).min(low), (*most).max(high));
            }
            return;
        }
        let cell = i64::from(self.frame.cell());
        let mut at = EdgeCrossings::new(a, b, i64::from(first) * cell - slack, cell);
        if slack == 0 {
            // The end of the edge in one row is its start in the next.
            let mut enters = at.next();
            for [least, most] in &mut self.rows[first as usize..=last as usize] {
                let leaves = at.next();
                *least = (*least).min(enters[0]).min(leaves[0]);
                *most = (*most).max(enters[1]).max(leaves[1]);
                enters = leaves;
            }
            return;
        }
        let mut ends = EdgeCrossings::new(a, b, i64::from(first + 1) * cell + slack, cell);
        for [least, most] in &mut self.rows[first as usize..=last as usize] {
            let (enters, leaves) = (at.next(), ends.next());
            *least = (*least).min(enters[0]).min(leaves[0]);
            *most = (*most).max(enters[1]).max(leaves[1]);
        }
    }

    #[inline]
    fn span(&self, row: u32, [least, most]: [i64; 2], bits: &mut Bitmap) {
        if most >= 0 && least < self.size[0] {
            bits.set_span(row, self.cell(least.max(0)), self.cell(most.min(self.size[0] - 1)));
        }
    }
}

/// Whether two triangles are the halves of a rectangle along the axes that is cut from the first corner to the third.
#[inline]
fn is_rectangle(first: &[Vertex; 3], second: &[Vertex; 3]) -> bool {
    let ([a, b, c], [from, to, d]) = (first, second);
    if from != a || to != c {
        return false;
    }
    let is_square = |k: usize| (a[k] == b[k] && c[k] == d[k]) || (a[k] == d[k] && b[k] == c[k]);
    let is_flat = |k: usize| a[k] == b[k] && b[k] == c[k] && c[k] == d[k];
    (0..3).all(is_square) && (0..3).any(is_flat)
}

/// Where an edge crosses lines of z at the distance of rows: x rounded down and up, within the ends of the edge. The first line
/// takes a division; after it, quotients and remainders are added.
struct EdgeCrossings {
    ends: [[i64; 2]; 2],
    z: i64,
    cell: i64,
    dz: i64,
    /// The next x: quotient and remainder.
    x: [i64; 2],
    /// Added from line to line.
    step: [i64; 2],
}

impl EdgeCrossings {
    #[inline]
    fn new(a: [i64; 2], b: [i64; 2], z: i64, cell: i64) -> Self {
        let (dx, dz) = (b[0] - a[0], (b[1] - a[1]).max(1));
        let divided = |along: i64| [along.div_euclid(dz), along.rem_euclid(dz)];
        let [whole, rest] = divided(dx * (z - a[1]));
        Self { ends: [a, b], z, cell, dz, x: [a[0] + whole, rest], step: divided(dx * cell) }
    }

    #[inline]
    fn next(&mut self) -> [i64; 2] {
        let [a, b] = self.ends;
        let [whole, rest] = self.x;
        let here = match self.z {
            z if z <= a[1] => [a[0]; 2],
            z if z >= b[1] => [b[0]; 2],
            _ => [whole, whole + i64::from(rest != 0)],
        };
        self.z += self.cell;
        let rest = rest + self.step[1];
        let over = i64::from(rest >= self.dz);
        self.x = [whole + self.step[0] + over, rest - over * self.dz];
        here
    }
}

/// Clips a polygon to the side of a plane where `inside` is not negative. Gives the number of its corners, and whether one of
/// them was rounded sideways. On an edge along x or z a corner is rounded along the edge, away from the remaining part, so no
/// point is lost.
#[inline]
fn clip(corners: &[Corner], kept: &mut [Corner], plane: i32, inside: impl Fn(i32) -> i32) -> (usize, bool) {
    let (mut count, mut off) = (0, false);
    let mut keep = |corner: Corner| {
        if let Some(slot) = kept.get_mut(count) {
            *slot = corner;
            count += 1;
        }
    };
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (from, to) = (inside(a.1), inside(b.1));
        if from >= 0 {
            keep(a);
        }
        if (from < 0) == (to < 0) {
            continue;
        }
        // From the end that remains to the one that is cut off.
        let ((a, b), (from, to)) = if from < 0 { ((b, a), (to, from)) } else { ((a, b), (from, to)) };
        let (along, whole) = (i64::from(from), i64::from(from) - i64::from(to));
        let straight = a.0[0] == b.0[0] || a.0[1] == b.0[1];
        off |= !straight;
        let between = |a: i64, b: i64| {
            // Upright edges, and walls along an axis, need no division.
            if a == b {
                return a;
            }
            let (way, sign) = ((b - a).abs() * along, (b - a).signum());
            // Rounded up along the edge, or to the nearest unit, which the slack covers.
            a + sign * if straight { (way + whole - 1) / whole } else { (2 * way + whole) / (2 * whole) }
        };
        keep(([between(a.0[0], b.0[0]), between(a.0[1], b.0[1])], plane));
    }
    (count, off)
}
