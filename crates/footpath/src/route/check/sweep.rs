//! The exact distance between a flat convex polygon and a cylinder that moves along a straight line, without sampling.
//!
//! In: the first and last position of the feet, the height range of the cylinder above them, and a polygon. Out: the least
//! distance in plan between the polygon and the cylinder's axis, within that height range, at any moment of the move.
//!
//! For a point q of the polygon and a position s of the feet, take the offset q − s. All offsets together form a prism: the
//! polygon swept back along the line. The part of the prism within the height range, seen from above, is a convex region; its
//! distance from zero is the answer. Its corners lie on the prism's edges. Plain `f64` arithmetic is accurate to a micrometre
//! within 65 km of the origin.

use super::facets::Point;

/// Most corners of a polygon here: a triangle cut by the four sides of a cell and one height.
pub(super) const MAX_CORNERS: usize = 8;

/// A move of the feet, and a height range above them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    pub from: Point,
    pub to: Point,
    pub low: f64,
    pub high: f64,
}

/// Points in plan, at most two for each edge of the prism.
struct Plan {
    points: [[f64; 2]; 6 * MAX_CORNERS],
    count: usize,
}

impl Sweep {
    /// Least distance in plan between the axis and the polygon within the height range; `None` if the polygon is never in that
    /// range.
    pub fn gap(&self, polygon: &[Point]) -> Option<f64> {
        debug_assert!(polygon.len() <= MAX_CORNERS);
        let mut plan = Plan { points: [[0.0; 2]; 6 * MAX_CORNERS], count: 0 };
        let offset = |q: &Point, s: &Point| -> Point { std::array::from_fn(|i| q[i] - s[i]) };
        for (i, corner) in polygon.iter().enumerate() {
            let next = &polygon[(i + 1) % polygon.len()];
            let (early, late) = (offset(corner, &self.from), offset(corner, &self.to));
            self.clip(early, offset(next, &self.from), &mut plan);
            self.clip(late, offset(next, &self.to), &mut plan);
            self.clip(early, late, &mut plan);
        }
        plan.distance()
    }

    /// Adds the ends of the part of an edge within the height range.
    fn clip(&self, a: Point, b: Point, plan: &mut Plan) {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        let rise = b[1] - a[1];
        for (limit, sign) in [(self.low, 1.0), (self.high, -1.0)] {
            // Positive inside the range.
            let (start, change) = ((a[1] - limit) * sign, rise * sign);
            if start < 0.0 && start + change < 0.0 {
                return;
            }
            if start < 0.0 {
                from = from.max(-start / change);
            } else if start + change < 0.0 {
                to = to.min(-start / change);
            }
        }
        if from > to {
            return;
        }
        for t in [from, to] {
            plan.points[plan.count] = [a[0] + t * (b[0] - a[0]), a[2] + t * (b[2] - a[2])];
            plan.count += 1;
        }
    }

    /// The box that a polygon must meet to come nearer than `radius`.
    pub fn bounds(&self, radius: f64) -> [Point; 2] {
        let (a, b) = (self.from, self.to);
        let low = [a[0].min(b[0]) - radius, a[1].min(b[1]) + self.low, a[2].min(b[2]) - radius];
        let high = [a[0].max(b[0]) + radius, a[1].max(b[1]) + self.high, a[2].max(b[2]) + radius];
        [low, high]
    }
}

impl Plan {
    /// Distance from zero to the convex hull of the points.
    fn distance(&mut self) -> Option<f64> {
        let points = &mut self.points[..self.count];
        if points.is_empty() {
            return None;
        }
        points.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        let turn =
            |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let mut hull = [[0.0; 2]; 12 * MAX_CORNERS + 1];
        let mut count = 0;
        // The lower side of the hull from left to right, then the upper side back.
        let (there, back) = (0..points.len(), (0..points.len().saturating_sub(1)).rev());
        let mut keep = 1;
        for (i, index) in there.chain(back).enumerate() {
            if i == points.len() {
                keep = count;
            }
            while count > keep && turn(hull[count - 2], hull[count - 1], points[index]) <= 0.0 {
                count -= 1;
            }
            hull[count] = points[index];
            count += 1;
        }
        let edges = hull[..count].windows(2);
        if count > 3 && edges.clone().all(|edge| turn(edge[0], edge[1], [0.0; 2]) >= 0.0) {
            return Some(0.0);
        }
        let first = hull[0][0] * hull[0][0] + hull[0][1] * hull[0][1];
        let squared = edges.map(|edge| squared_distance(edge[0], edge[1])).fold(first, f64::min);
        Some(squared.sqrt())
    }
}

/// Squared distance from zero to a segment in plan.
fn squared_distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dz) = (b[0] - a[0], b[1] - a[1]);
    let along = dx * dx + dz * dz;
    let t = if along > 0.0 { (-(a[0] * dx + a[1] * dz) / along).clamp(0.0, 1.0) } else { 0.0 };
    let (x, z) = (a[0] + t * dx, a[1] + t * dz);
    x * x + z * z
}

/// Cuts off the part of a polygon beyond a limit along an axis: below it for a `sign` of 1, above it for −1.
pub(super) fn cut(polygon: &mut [Point; MAX_CORNERS], count: usize, axis: usize, limit: f64, sign: f64) -> usize {
    let before = *polygon;
    let inside = |p: &Point| (p[axis] - limit) * sign;
    let mut kept = 0;
    for i in 0..count {
        let (a, b) = (before[i], before[(i + 1) % count]);
        let (at_a, at_b) = (inside(&a), inside(&b));
        if at_a >= 0.0 && kept < MAX_CORNERS {
            polygon[kept] = a;
            kept += 1;
        }
        // A corner on the limit is kept already.
        if at_a * at_b < 0.0 && kept < MAX_CORNERS {
            let t = at_a / (at_a - at_b);
            polygon[kept] = std::array::from_fn(|i| a[i] + t * (b[i] - a[i]));
            kept += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests;
