//! Checks that the body fits: the cylinder around it is swept exactly against every triangle near it.
//!
//! The cylinder has the section's half-width and reaches from `max_climb` above the feet to the posture's height. It is smaller
//! by one unit of the vertex grid and 0.1 mm on all sides, in favour of the body: vertices are rounded to that grid, touching is
//! allowed, and an exact fit passes.

use super::excuse::Limits;
use super::facets::{Facet, Point};
use super::sweep::Sweep;
use super::walk::{Fault, FaultKind, Walk};
use crate::body::Body;
use crate::geom::VERTEX_PER_METRE;

/// How far an object may reach into the body, in metres.
const TOUCH: f64 = 1.0 / VERTEX_PER_METRE as f64 + 1e-4;

/// The space that the body takes up above its feet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cylinder {
    pub radius: f64,
    pub low: f64,
    pub high: f64,
}

impl Cylinder {
    /// The lower end is `max_climb` above the feet; for a body lower than two steps, half its height.
    pub fn new(body: &Body, height: f64, half_width: f64) -> Self {
        let spare = TOUCH.min(half_width / 2.0);
        let low = body.max_climb.min(height / 2.0) + TOUCH;
        Self { radius: half_width - spare, low, high: (height - TOUCH).max(low) }
    }

    pub fn sweep(&self, from: Point, to: Point) -> Sweep {
        Sweep { from, to, low: self.low, high: self.high }
    }
}

impl Walk<'_> {
    /// Adds the triangles that come inside the body during a move.
    pub fn add_touched(&mut self, sweep: &Sweep, radius: f64) {
        let [low, high] = sweep.bounds(radius);
        for &index in &self.near {
            let facet = &self.checker.facets.all[index as usize];
            let apart = (0..3).any(|i| facet.low[i] > high[i] || facet.high[i] < low[i]);
            if !apart && is_inside(facet, sweep, radius) {
                self.touched.push(index);
            }
        }
    }

    /// Refuses the touched triangles that are not steps ahead. On the ground, chains of steps start under the middle of each
    /// piece; in a leap they start at its two ends.
    pub fn check_collisions(&mut self, cylinder: Cylinder, ends: Option<[Point; 2]>) -> Result<(), Fault> {
        if self.touched.is_empty() {
            return Ok(());
        }
        let mut excuse = std::mem::take(&mut self.excuse);
        let limits = Limits {
            radius: cylinder.radius,
            climb: self.body.max_climb,
            foot: self.checker.foot,
            loose: self.checker.loose,
        };
        let floors = self.near().map(|facet| (facet, self.is_ground(facet)));
        excuse.set_places(self.pieces.iter().flatten(), &limits, floors);
        let mut fault = None;
        for [a, b] in &self.pieces {
            let piece = cylinder.sweep(*a, *b);
            let middle: Point = std::array::from_fn(|i| (a[i] + b[i]) / 2.0);
            let mut reached = false;
            for &index in &self.touched {
                let facet = &self.checker.facets.all[index as usize];
                if !is_inside(facet, &piece, cylinder.radius) {
                    continue;
                }
                if !std::mem::replace(&mut reached, true) {
                    let seeds = ends.as_ref().map_or(std::slice::from_ref(&middle), |ends| ends.as_slice());
                    excuse.find_reachable(&piece, seeds, &limits);
                }
                if excuse.is_unexcused(facet, &piece, cylinder.radius, limits.climb) {
                    fault = fault.or_else(|| Some(self.collision(facet, &piece, cylinder)));
                }
            }
            if fault.is_some() {
                break;
            }
        }
        self.excuse = excuse;
        fault.map_or(Ok(()), Err)
    }

    fn collision(&self, facet: &Facet, piece: &Sweep, cylinder: Cylinder) -> Fault {
        let name = self.checker.name_of(facet.object);
        let feet = piece.from;
        let above = facet.low[1] - feet[1];
        let fault = |message: String| self.with_object(self.fault(FaultKind::Collision, feet, message), facet.object);
        if above > cylinder.high / 2.0 {
            let height = cylinder.high + TOUCH;
            let message = format!("{name} is {above:.2} m above the feet, and the body is {height:.2} m high");
            return fault(message).measured(above, height);
        }
        let wide = cylinder.radius + TOUCH;
        let gaps = self.pieces.iter().filter_map(|&[a, b]| cylinder.sweep(a, b).gap(&facet.corners));
        let gap = gaps.fold(wide, f64::min);
        let message = format!("{name} is in the way, {gap:.3} m from the middle of the body, which needs {wide:.2} m");
        fault(message).measured(gap, wide)
    }
}

fn is_inside(facet: &Facet, sweep: &Sweep, radius: f64) -> bool {
    sweep.gap(&facet.corners).is_some_and(|gap| gap < radius)
}
