//! One route is followed from its first point to its last.

use super::collide::Cylinder;
use super::facets::Point;
use super::shape::is_leap;
use super::support::Missing;
use super::walk::{Fault, FaultKind, Walk};
use crate::geom::vector::bounds;
use crate::route::{Arc, Route, Section};
use crate::scene::Tag;

/// Metres of the way for which triangles are fetched at once.
const STRETCH: f64 = 0.5;
/// Metres between looks at the ground, and length of the pieces for which steps ahead are excused.
const SAMPLE: f64 = 0.05;
/// How far the chords of an arc may be below it, in metres.
const SAGITTA: f64 = 0.0005;
/// Stretches after a collision in which to look for the step that explains it.
const AHEAD: usize = 3;
/// How far below the feet one looks, in metres.
const BELOW: f64 = 1.1;

/// Whether what the feet meet a little later is why the body collides: the step or the bank that it runs into.
fn explains(ground: &Fault, collision: &Fault) -> bool {
    matches!(ground.kind, FaultKind::StepTooHigh | FaultKind::TooSteep) && ground.object == collision.object
}

impl Walk<'_> {
    /// Follows all sections in order.
    pub fn follow(&mut self, route: &Route) -> Result<(), Fault> {
        let origin = self.checker.facets.origin;
        let local = |index: usize| -> Point { std::array::from_fn(|i| route.points[index][i] - origin[i]) };
        if route.sections.is_empty() {
            let cylinder = Cylinder::new(self.body, self.body.height, self.body.radius);
            return self.ground(local(0), local(0), cylinder);
        }
        for (index, section) in route.sections.iter().enumerate() {
            let cylinder = Cylinder::new(self.body, section.height, section.half_width);
            // A route of one point has a section without a way.
            for point in section.first..section.last.max(section.first + 1) {
                (self.section, self.point) = (index, point);
                let (from, to) = (local(point), local((point + 1).min(section.last)));
                if is_leap(section.action) && section.first < section.last {
                    self.leap(from, to, section, cylinder)?;
                } else {
                    self.ground(from, to, cylinder)?;
                }
            }
        }
        Ok(())
    }

    /// On the ground between two points, stretch by stretch.
    fn ground(&mut self, from: Point, to: Point, cylinder: Cylinder) -> Result<(), Fault> {
        let length = (0..3).map(|i| (to[i] - from[i]).powi(2)).sum::<f64>().sqrt();
        let stretches = (length / STRETCH).ceil().max(1.0);
        let at = |t: f64| -> Point { std::array::from_fn(|i| from[i] + t * (to[i] - from[i])) };
        let mut met: Option<Fault> = None;
        let mut ahead = AHEAD;
        for stretch in 0..stretches as usize {
            let (start, end) = (at(stretch as f64 / stretches), at((stretch + 1) as f64 / stretches));
            self.fetch(start, end, cylinder);
            self.cut(length / stretches, |t| std::array::from_fn(|i| start[i] + t * (end[i] - start[i])));
            let stood = self.stand_along();
            if let Some(found) = &met {
                if let Err(fault) = stood {
                    return Err(if explains(&fault, found) { fault } else { found.clone() });
                }
                ahead -= 1;
                if ahead == 0 {
                    break;
                }
                continue;
            }
            stood?;
            self.touched.clear();
            self.touch(&cylinder.sweep(start, end), cylinder.radius);
            met = self.collide(cylinder, None).err();
        }
        met.map_or(Ok(()), Err)
    }

    /// A step, jump or drop: ground at both ends, an arc or a straight line in between.
    fn leap(&mut self, from: Point, to: Point, section: &Section, cylinder: Cylinder) -> Result<(), Fault> {
        let arc = Arc { from, to };
        let lift = if section.action.is_airborne() { arc.lift() } else { 0.0 };
        let straight = (0..3).map(|i| (to[i] - from[i]).powi(2)).sum::<f64>().sqrt();
        let [low, mut high] = bounds([from, to]).unwrap_or_default();
        high[1] += lift;
        self.fetch(low, high, cylinder);
        // Along the arc, pieces are no longer than a sample and no flatter than the arc allows.
        let pieces = ((straight + 2.0 * lift) / SAMPLE).max((lift / SAGITTA).sqrt());
        self.cut(pieces * SAMPLE, |t| {
            if lift > 0.0 { arc.at(t) } else { std::array::from_fn(|i| from[i] + t * (to[i] - from[i])) }
        });
        self.stand(from)?;
        for [a, b] in self.pieces.iter().copied() {
            if let Some(object) = self.crossed(a, b, true) {
                return Err(self.forbidden(a, object, "leads over"));
            }
        }
        self.touched.clear();
        for index in 0..self.pieces.len() {
            let [a, b] = self.pieces[index];
            self.touch(&cylinder.sweep(a, b), cylinder.radius);
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        self.collide(cylinder, Some([from, to]))?;
        (self.last, self.steep_since, self.off_since) = (None, None, (0, 0.0));
        self.way += straight;
        self.stand(to)
    }

    /// Fetches the triangles around a stretch.
    fn fetch(&mut self, a: Point, b: Point, cylinder: Cylinder) {
        let around = cylinder.radius.max(self.checker.between) + 3.0 * SAMPLE;
        let low = [a[0].min(b[0]) - around, a[1].min(b[1]) - BELOW.max(self.looseness()), a[2].min(b[2]) - around];
        let high = [a[0].max(b[0]) + around, a[1].max(b[1]) + cylinder.high, a[2].max(b[2]) + around];
        let (checker, near) = (self.checker, &mut self.near);
        near.clear();
        let mut restricted = false;
        checker.facets.within(low, high, |index| {
            let tag = checker.tag_of(checker.facets.all[index as usize].object);
            if tag != Tag::Ignored {
                near.push(index);
                restricted |= tag != Tag::Walkable;
            }
        });
        self.restricted = restricted;
    }

    /// Cuts a stretch of so many metres into pieces.
    fn cut(&mut self, length: f64, at: impl Fn(f64) -> Point) {
        let count = (length / SAMPLE).ceil().max(1.0);
        self.pieces.clear();
        self.pieces.extend((0..count as usize).map(|i| [at(i as f64 / count), at((i + 1) as f64 / count)]));
    }

    /// Stands at every piece's end, and crosses nothing that is forbidden in between.
    fn stand_along(&mut self) -> Result<(), Fault> {
        let pieces = std::mem::take(&mut self.pieces);
        let done = pieces.iter().try_for_each(|&[a, b]| {
            if self.last.is_none() {
                self.stand(a)?;
            }
            if let Some(object) = self.crossed(a, b, false) {
                return Err(self.forbidden(a, object, "leads onto"));
            }
            self.way += (0..3).map(|i| (b[i] - a[i]).powi(2)).sum::<f64>().sqrt();
            self.stand(b)
        });
        self.pieces = pieces;
        done
    }

    /// Stands at a place that follows the last one.
    fn stand(&mut self, feet: Point) -> Result<(), Fault> {
        let support = match self.support(feet) {
            Ok(support) => support,
            Err(missing) => return Err(self.unsupported(feet, &missing)),
        };
        if let Some(off) = self.off_ground(&support, feet, self.way) {
            let (far, side) = (off.abs(), if off > 0.0 { "above" } else { "below" });
            let message = format!("the feet are {far:.2} m {side} the ground for longer than a stride");
            return Err(self.fault(FaultKind::NoSupport, feet, message).measured(far, self.checker.loose));
        }
        if let Some(degrees) = self.too_steep(&support, feet, self.way) {
            return Err(self.steep(feet, degrees, support.object));
        }
        if let Some(last) = self.last
            && let Some(step) = self.step_too_high(&last, &support)
        {
            if let Some(held) = self.foothold(feet, &last) {
                self.last = Some(held);
                return Ok(());
            }
            let most = self.body.max_climb;
            let message = format!("there is a step of {step:.2} m, and {} climbs {most:.2} m", self.body.name);
            let fault = self.fault(FaultKind::StepTooHigh, feet, message).measured(step, most);
            return Err(self.naming(fault, support.object));
        }
        self.last = Some(support);
        Ok(())
    }

    fn unsupported(&self, feet: Point, missing: &Missing) -> Fault {
        match *missing {
            Missing::Forbidden(object) => self.forbidden(feet, object, "leads onto"),
            Missing::Wall(steepness, object) => self.steep(feet, steepness.atan().to_degrees(), object),
            Missing::Nothing(off) => {
                let message = if off.is_finite() {
                    format!("there is nothing to stand on: the nearest surface is {off:.2} m from the feet")
                } else {
                    "there is nothing to stand on, nor within a metre below".to_owned()
                };
                self.fault(FaultKind::NoSupport, feet, message).measured(off, self.looseness())
            }
        }
    }

    fn steep(&self, feet: Point, degrees: f64, object: u32) -> Fault {
        let most = self.body.max_slope.to_degrees();
        let message = format!("the ground is {degrees:.0}° steep, and {} walks up to {most:.0}°", self.body.name);
        self.naming(self.fault(FaultKind::TooSteep, feet, message).measured(degrees, most), object)
    }
}
