//! The ground under the feet: every 5 cm of the way there is ground at their height, not too steep, and no step too high. Objects
//! that rules forbid are neither stepped on nor over; the tops of obstacles are no floors.
//!
//! For what is forbidden, the middle of the body, and lines 1 cm to its left and right, are followed exactly. A place is forbidden
//! when all three cross such an object, so that a line drawn from corner to corner may graze one. What lies under ground that one may
//! walk on does not count, nor does an obstacle that is lower than the ground on which a foot stands beside it.

use super::facets::{Facet, Point};
use super::sweep::Sweep;
use super::walk::{Support, Walk};
use crate::scene::Tag;

/// Tolerance of the height of a step: 1 cm of the ground and the slope within a sample.
const STEP_DOUBT: f64 = 0.015;
/// Surfaces this close to each other in height count as one.
const SAME: f64 = 0.02;
/// Tolerance of slopes, in radians: the rounding of the vertex grid turns a small face by up to this.
const SLOPE_DOUBT: f64 = 1.0 / 57.3;
/// A face that is too steep but shorter than this is a nosing or a chamfer, which a foot covers. Metres along the route.
const FOOT: f64 = 0.15;

/// Metres of the route for which the feet may be off the ground by up to a step.
const STRIDE: f64 = 0.75;
/// Rings around the middle of the body in which a foothold is searched.
const RINGS: u8 = 6;
/// Cosine of 45°, and cosine and sine of 22.5°.
const D: f64 = std::f64::consts::FRAC_1_SQRT_2;
const C: f64 = 0.923_879_532_511_286_7;
const S: f64 = 0.382_683_432_365_089_8;
/// The sixteen directions of a ring.
#[rustfmt::skip]
const AROUND: [[f64; 2]; 16] = [
    [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [D, D], [-D, D], [-D, -D], [D, -D],
    [C, S], [S, C], [-S, C], [-C, S], [-C, -S], [-S, -C], [S, -C], [C, -S],
];

/// Why there is no support.
pub(super) enum SupportFault {
    /// No surface; the distance to the nearest one under or over the feet.
    Nothing(f64),
    /// A face steeper than any body walks: rise per run, and its object.
    Wall(f64, u32),
    /// The top of an object that is no floor.
    Forbidden(u32),
}

impl Walk<'_> {
    /// How far the ground may be above or below the feet, for a stride.
    pub fn looseness(&self) -> f64 {
        self.body.max_climb.max(self.checker.loose) + STEP_DOUBT
    }

    /// The ground under the feet: the highest surface at their height under the middle of the body, else the nearest within a
    /// foot's reach beside it.
    pub fn support(&self, feet: Point) -> Result<Support, SupportFault> {
        let [x, y, z] = feet;
        let (mut best, mut nearest): (Option<(f64, &Facet)>, f64) = (None, f64::INFINITY);
        let (mut wall, mut forbidden) = (None, None);
        for facet in self.near() {
            let Some(height) = facet.height(x, z) else { continue };
            if facet.nearest(x, z).0 > 0.0 {
                continue;
            }
            let off = (height - y).abs();
            nearest = nearest.min(off);
            if off > self.looseness() {
                continue;
            }
            if self.is_ground(facet) {
                if best.is_none_or(|(top, _)| height > top) {
                    best = Some((height, facet));
                }
            } else if facet.stands {
                if !self.is_passed_over(facet, height, feet) {
                    forbidden = forbidden.or(Some(SupportFault::Forbidden(facet.object)));
                }
            } else {
                wall = wall.or(Some(SupportFault::Wall(facet.steepness(), facet.object)));
            }
        }
        if let Some((top, facet)) = best {
            // A body whose climb is less than the tolerance of points stands on the surface at the height of its feet if a foot
            // reaches it. Beyond the rim of a plate that is the plate.
            let climbs = self.body.max_climb + STEP_DOUBT;
            if (top - y).abs() > climbs
                && let Some(held) = self.support_beside(feet, climbs, self.checker.foot)
            {
                return Ok(held);
            }
            let steepness = self.least_steepness([x, z], top).min(facet.steepness());
            return Ok(Support::new(facet, [x, z], top, Some(steepness)));
        }
        if let Some(forbidden) = forbidden {
            return Err(forbidden);
        }
        self.support_beside(feet, self.looseness(), self.checker.between)
            .ok_or_else(|| wall.unwrap_or(SupportFault::Nothing(nearest)))
    }

    /// Whether a foot may stand on a facet.
    pub fn is_ground(&self, facet: &Facet) -> bool {
        facet.stands && self.tag(facet) == Tag::Walkable
    }

    /// The nearest ground within a foot's reach beside the middle of the body, at most `off` above or below the feet.
    fn support_beside(&self, [x, y, z]: Point, off: f64, reach: f64) -> Option<Support> {
        let (mut best, mut least) = (None, reach);
        for facet in self.near().filter(|facet| self.is_ground(facet)) {
            let (far, place) = facet.nearest(x, z);
            let Some(height) = facet.height(place[0], place[1]) else { continue };
            if far <= least && (height - y).abs() <= off {
                (best, least) = (Some(Support::new(facet, place, height, None)), far);
            }
        }
        best
    }

    /// Whether there is ground at the height of the feet within a foot's reach that is no steeper than `steepest`.
    fn is_ground_beside(&self, [x, y, z]: Point, steepest: f64) -> bool {
        let holds = |facet: &&Facet| self.is_ground(facet) && facet.steepness() <= steepest;
        self.near().filter(holds).any(|facet| {
            let (far, place) = facet.nearest(x, z);
            let height = facet.height(place[0], place[1]);
            far <= self.checker.foot
                && height.is_some_and(|height| (height - y).abs() <= self.checker.loose + STEP_DOUBT)
        })
    }

    /// Whether the top of an obstacle is lower than the ground on which a foot stands beside it. Such an obstacle does not
    /// matter.
    pub fn is_passed_over(&self, facet: &Facet, top: f64, feet: Point) -> bool {
        self.tag(facet) == Tag::Obstacle
            && feet[1] - top > self.checker.loose + STEP_DOUBT
            && self.is_ground_beside(feet, f64::INFINITY)
    }

    /// Rise per run of the gentlest surface that counts as one with the top surface.
    fn least_steepness(&self, [x, z]: [f64; 2], top: f64) -> f64 {
        let same = |facet: &&Facet| {
            let height = facet.height(x, z).unwrap_or(f64::NEG_INFINITY);
            self.is_ground(facet) && (height - top).abs() <= SAME && facet.nearest(x, z).0 <= 0.0
        };
        self.near().filter(same).map(Facet::steepness).fold(f64::INFINITY, f64::min)
    }

    /// The height of the step from one support to the next, beyond the slopes of both, if it is too high.
    pub fn step_too_high(&self, from: &Support, to: &Support) -> Option<f64> {
        let run = [0, 1].map(|i| to.at[i] - from.at[i]);
        let rise = to.height - from.height;
        let slope = |gradient: [f64; 2]| gradient[0] * run[0] + gradient[1] * run[1];
        let steps = [rise, rise - slope(from.gradient), rise - slope(to.gradient)];
        let step = steps.iter().fold(f64::INFINITY, |least, step| least.min(step.abs()));
        (step > self.body.max_climb + STEP_DOUBT).then_some(step)
    }

    /// Ground within a foot's reach without too high a step from the last support. The foot stands there while the middle of the
    /// body is over a crack or past an edge. Searched in rings, since only a topmost surface holds a foot.
    pub fn foothold(&self, feet: Point, last: &Support) -> Option<Support> {
        let rings = (1..=RINGS).map(|ring| self.checker.foot * f64::from(ring) / f64::from(RINGS));
        let mut places = rings.flat_map(|far| AROUND.map(|[x, z]| [feet[0] + far * x, feet[2] + far * z]));
        places
            .find_map(|place| self.top_surface(place, feet[1]).filter(|held| self.step_too_high(last, held).is_none()))
    }

    /// The highest surface at a place near the height of the feet, if a foot may stand on it.
    fn top_surface(&self, [x, z]: [f64; 2], feet: f64) -> Option<Support> {
        let mut best: Option<(f64, &Facet)> = None;
        for facet in self.near().filter(|facet| facet.stands) {
            let Some(height) = facet.height(x, z) else { continue };
            let higher = best.is_none_or(|(top, _)| height > top);
            if higher && (height - feet).abs() <= self.looseness() && facet.nearest(x, z).0 <= 0.0 {
                best = Some((height, facet));
            }
        }
        let (height, facet) = best.filter(|(_, facet)| self.tag(facet) == Tag::Walkable)?;
        Some(Support::new(facet, [x, z], height, None))
    }

    /// Tracks for how long the feet have been above or below the ground by more than the tolerance of points. Gives the distance
    /// once that is longer than a stride. On a stair the route cuts corners, and each tread starts a new count. Along a rim,
    /// ground within a foot's reach beside the middle of the body counts too.
    pub fn off_ground(&mut self, support: &Support, feet: Point, way: f64) -> Option<f64> {
        let off = feet[1] - support.height;
        let keeps = off.abs() <= self.checker.loose + STEP_DOUBT || self.is_ground_beside(feet, f64::INFINITY);
        let sign = if keeps { 0 } else { off.signum() as i8 };
        if sign != self.off_since.0 {
            self.off_since = (sign, way);
        }
        (sign != 0 && way - self.off_since.1 > STRIDE).then_some(off)
    }

    /// Tracks for how long the ground has been too steep. Gives its slope in degrees once that is longer than a foot. Along a
    /// chamfer the feet may stand on gentle ground beside it. Over an edge the count ends where a foot stands on gentle ground.
    pub fn too_steep(&mut self, support: &Support, feet: Point, way: f64) -> Option<f64> {
        let steepness = support.steepness.unwrap_or(support.gradient[0].hypot(support.gradient[1]));
        let most = (self.body.max_slope + SLOPE_DOUBT).clamp(0.0, 1.55).tan();
        if steepness <= most || self.is_ground_beside(feet, most) {
            self.steep_since = None;
            return None;
        }
        support.steepness?;
        let since = *self.steep_since.get_or_insert(way);
        (way - since >= FOOT).then(|| steepness.atan().to_degrees())
    }
}

impl Support {
    fn new(facet: &Facet, at: [f64; 2], height: f64, steepness: Option<f64>) -> Self {
        Self { at, height, gradient: facet.gradient.unwrap_or_default(), steepness, object: facet.object }
    }
}

/// How far an object may reach under the middle of the body.
const GRAZE: f64 = 0.01;
/// How far below the feet an object counts during a leap, in metres.
const DEPTH: f64 = 1.0;
/// Tolerance for rounding; a line has no width.
const LINE: f64 = 1e-6;
/// If two surfaces are this close in height, the foot touches the forbidden one.
const COVER: f64 = 0.005;

impl Walk<'_> {
    /// The object that a piece of the way may not cross. In the air only what is forbidden counts, down to a metre below
    /// the feet; on the ground also the tops of obstacles, as far from the feet as ground may be.
    pub fn crossed_object(&self, from: Point, to: Point, in_air: bool) -> Option<u32> {
        if !self.restricted {
            return None;
        }
        let (dx, dz) = (to[0] - from[0], to[2] - from[2]);
        let length = (dx * dx + dz * dz).sqrt();
        let aside = if length > 0.0 { [-dz / length * GRAZE, dx / length * GRAZE] } else { [GRAZE, 0.0] };
        let line = |side: f64| {
            let moved = |p: Point| [p[0] + side * aside[0], p[1], p[2] + side * aside[1]];
            self.crossed_by(moved(from), moved(to), in_air)
        };
        line(1.0)?;
        line(-1.0)?;
        line(0.0)
    }

    fn crossed_by(&self, from: Point, to: Point, in_air: bool) -> Option<u32> {
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
