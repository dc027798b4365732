//! Follows one route from its first point to its last and applies all rules.

use super::collide::Cylinder;
use super::facets::Point;
use super::shape::is_leap;
use super::support::SupportFault;
use super::walk::{Fault, FaultKind, Walk};
use crate::geom::vector::bounds;
use crate::route::{Arc, Route, Section};
use crate::scene::Tag;

/// Metres of the route for which triangles are fetched at once.
const STRETCH: f64 = 0.5;
/// Metres between checks of the ground, and length of the pieces for which steps ahead are excused.
const SAMPLE: f64 = 0.05;
/// How far the chords of an arc may be below it, in metres.
const SAGITTA: f64 = 0.0005;
/// Stretches after a collision in which the step that explains it is searched.
const AHEAD: usize = 3;
/// How far below the feet triangles are fetched, in metres.
const BELOW: f64 = 1.1;

/// Whether a fault of the ground a little later explains the collision: the body ran into that step or bank.
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
            return self.check_ground(local(0), local(0), cylinder);
        }
        for (index, section) in route.sections.iter().enumerate() {
            let cylinder = Cylinder::new(self.body, section.height, section.half_width);
            // A route of one point has a section without length.
            for point in section.first..section.last.max(section.first + 1) {
                (self.section, self.point) = (index, point);
                let (from, to) = (local(point), local((point + 1).min(section.last)));
                if is_leap(section.action) && section.first < section.last {
                    self.check_leap(from, to, section, cylinder)?;
                } else {
                    self.check_ground(from, to, cylinder)?;
                }
            }
        }
        Ok(())
    }

    /// Checks the ground between two points, stretch by stretch.
    fn check_ground(&mut self, from: Point, to: Point, cylinder: Cylinder) -> Result<(), Fault> {
        let length = (0..3).map(|i| (to[i] - from[i]).powi(2)).sum::<f64>().sqrt();
        let stretches = (length / STRETCH).ceil().max(1.0);
        let at = |t: f64| -> Point { std::array::from_fn(|i| from[i] + t * (to[i] - from[i])) };
        let mut met: Option<Fault> = None;
        let mut ahead = AHEAD;
        for stretch in 0..stretches as usize {
            let (start, end) = (at(stretch as f64 / stretches), at((stretch + 1) as f64 / stretches));
            self.fetch(start, end, cylinder);
            self.cut(length / stretches, |t| std::array::from_fn(|i| start[i] + t * (end[i] - start[i])));
            let stood = self.check_pieces();
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
            self.add_touched(&cylinder.sweep(start, end), cylinder.radius);
            met = self.check_collisions(cylinder, None).err();
        }
        met.map_or(Ok(()), Err)
    }

    /// Checks a step, jump or drop: ground at both ends, an arc or a straight line in between.
    fn check_leap(&mut self, from: Point, to: Point, section: &Section, cylinder: Cylinder) -> Result<(), Fault> {
        let arc = Arc { from, to };
        let lift = if section.action.is_airborne() { arc.lift() } else { 0.0 };
        let straight = (0..3).map(|i| (to[i] - from[i]).powi(2)).sum::<f64>().sqrt();
        let [low, mut high] = bounds([from, to]).unwrap_or_default();
        high[1] += lift;
        self.fetch(low, high, cylinder);
        // Along the arc, pieces are no longer than a sample, and short enough for their chords to stay within `SAGITTA`.
        let pieces = ((straight + 2.0 * lift) / SAMPLE).max((lift / SAGITTA).sqrt());
        self.cut(pieces * SAMPLE, |t| {
            if lift > 0.0 { arc.at(t) } else { std::array::from_fn(|i| from[i] + t * (to[i] - from[i])) }
        });
        self.check_support(from)?;
        for [a, b] in self.pieces.iter().copied() {
            if let Some(object) = self.crossed_object(a, b, true) {
                return Err(self.forbidden_fault(a, object, "leads over"));
            }
        }
        self.touched.clear();
        for index in 0..self.pieces.len() {
            let [a, b] = self.pieces[index];
            self.add_touched(&cylinder.sweep(a, b), cylinder.radius);
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        self.check_collisions(cylinder, Some([from, to]))?;
        (self.last, self.steep_since, self.off_since) = (None, None, (0, 0.0));
        self.way += straight;
        self.check_support(to)
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

    /// Cuts a stretch of a length in metres into pieces.
    fn cut(&mut self, length: f64, at: impl Fn(f64) -> Point) {
        let count = (length / SAMPLE).ceil().max(1.0);
        self.pieces.clear();
        self.pieces.extend((0..count as usize).map(|i| [at(i as f64 / count), at((i + 1) as f64 / count)]));
    }

    /// Checks the support at the end of every piece, and that no forbidden object is crossed in between.
    fn check_pieces(&mut self) -> Result<(), Fault> {
        let pieces = std::mem::take(&mut self.pieces);
        let done = pieces.iter().try_for_each(|&[a, b]| {
            if self.last.is_none() {
                self.check_support(a)?;
            }
            if let Some(object) = self.crossed_object(a, b, false) {
                return Err(self.forbidden_fault(a, object, "leads onto"));
            }
            self.way += (0..3).map(|i| (b[i] - a[i]).powi(2)).sum::<f64>().sqrt();
            self.check_support(b)
        });
        self.pieces = pieces;
        done
    }

    /// Checks the support at a place that follows the last one.
    fn check_support(&mut self, feet: Point) -> Result<(), Fault> {
        let support = match self.support(feet) {
            Ok(support) => support,
            Err(missing) => return Err(self.support_fault(feet, &missing)),
        };
        if let Some(off) = self.off_ground(&support, feet, self.way) {
            let (far, side) = (off.abs(), if off > 0.0 { "above" } else { "below" });
            let message = format!("the feet are {far:.2} m {side} the ground for longer than a stride");
            return Err(self.fault(FaultKind::NoSupport, feet, message).measured(far, self.checker.loose));
        }
        if let Some(degrees) = self.too_steep(&support, feet, self.way) {
            return Err(self.steep_fault(feet, degrees, support.object));
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
            return Err(self.with_object(fault, support.object));
        }
        self.last = Some(support);
        Ok(())
    }

    fn support_fault(&self, feet: Point, missing: &SupportFault) -> Fault {
        match *missing {
            SupportFault::Forbidden(object) => self.forbidden_fault(feet, object, "leads onto"),
            SupportFault::Wall(steepness, object) => self.steep_fault(feet, steepness.atan().to_degrees(), object),
            SupportFault::Nothing(off) => {
                let message = if off.is_finite() {
                    format!("there is nothing to stand on: the nearest surface is {off:.2} m from the feet")
                } else {
                    "there is nothing to stand on, nor within a metre below".to_owned()
                };
                self.fault(FaultKind::NoSupport, feet, message).measured(off, self.looseness())
            }
        }
    }

    fn steep_fault(&self, feet: Point, degrees: f64, object: u32) -> Fault {
        let most = self.body.max_slope.to_degrees();
        let message = format!("the ground is {degrees:.0}° steep, and {} walks up to {most:.0}°", self.body.name);
        self.with_object(self.fault(FaultKind::TooSteep, feet, message).measured(degrees, most), object)
    }
}
