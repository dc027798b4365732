//! Checks that a route leads neither onto nor over objects that rules forbid, nor onto the tops of obstacles.
//!
//! The middle of the body, and lines 1 cm to its left and right, are followed exactly. A place is forbidden only if all three
//! cross such an object, so a line from corner to corner may graze one. Objects under walkable ground do not count, nor does an
//! obstacle that is lower than the ground on which a foot stands beside it.

use super::facets::{Facet, Point};
use super::sweep::Sweep;
use super::walk::Walk;
use crate::scene::Tag;

/// How far an object may reach under the middle of the body.
const GRAZE: f64 = 0.01;
/// How far below the feet an object counts during a leap, in metres.
const DEPTH: f64 = 1.0;
/// Tolerance for rounding; a line has no width.
const LINE: f64 = 1e-6;
/// If two surfaces are this close in height, the foot touches the forbidden one.
const COVER: f64 = 0.005;

impl Walk<'_> {
    /// The object that a piece of the route crosses although it may not. In the air only forbidden objects count, down to a metre
    /// below the feet. On the ground the tops of obstacles count too, within the heights at which ground may be.
    pub fn crossed_object(&self, from: Point, to: Point, in_air: bool) -> Option<u32> {
        if !self.restricted {
            return None;
        }
        let (dx, dz) = (to[0] - from[0], to[2] - from[2]);
        let length = (dx * dx + dz * dz).sqrt();
        let aside = if length > 0.0 { [-dz / length * GRAZE, dx / length * GRAZE] } else { [GRAZE, 0.0] };
        let line = |side: f64| {
            let moved = |p: Point| [p[0] + side * aside[0], p[1], p[2] + side * aside[1]];
            self.object_on_line(moved(from), moved(to), in_air)
        };
        line(1.0)?;
        line(-1.0)?;
        line(0.0)
    }

    fn object_on_line(&self, from: Point, to: Point, in_air: bool) -> Option<u32> {
        let loose = self.looseness();
        let low = if in_air { -DEPTH } else { -loose };
        let sweep = Sweep { from, to, low, high: loose };
        let middle: Point = std::array::from_fn(|i| (from[i] + to[i]) / 2.0);
        let counts = |facet: &&Facet| {
            let tag = self.tag(facet);
            // Objects that stand higher than a step collide with the body itself.
            let low_enough = facet.stands || facet.high[1] <= middle[1] + loose;
            low_enough && (tag == Tag::Forbidden || tag == Tag::Obstacle && !in_air)
        };
        let hit = |facet: &&Facet| sweep.gap(&facet.corners).is_some_and(|gap| gap <= LINE);
        let passed =
            |facet: &Facet| self.is_covered(facet, middle) || self.is_passed_over(facet, facet.high[1], middle);
        let found = self.near().filter(counts).filter(hit).find(|facet| !passed(facet));
        found.map(|facet| facet.object)
    }

    /// Whether walkable ground lies between an object and the feet.
    fn is_covered(&self, facet: &Facet, feet: Point) -> bool {
        let [x, y, z] = feet;
        let local = facet.height(x, z).filter(|_| facet.stands).unwrap_or(facet.high[1]);
        let top = local.clamp(facet.low[1], facet.high[1]);
        let covers = |other: &Facet| {
            let height = other.height(x, z).unwrap_or(f64::NEG_INFINITY);
            height > top + COVER && height <= y + self.looseness() && other.nearest(x, z).0 <= 0.0
        };
        self.near().any(|other| self.is_ground(other) && covers(other))
    }
}
