//! The state while a route is followed, shared by all rules: nearby triangles, the last support, the place for faults.

use super::Checker;
use super::excuse::Excuse;
use super::facets::{Facet, Point};
use crate::body::Body;
use crate::geom::named;
use crate::scene::Tag;
use std::fmt;

/// The ground under a place of the feet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// Place in plan.
    pub at: [f64; 2],
    pub height: f64,
    pub gradient: [f64; 2],
    /// Rise per run where the middle of the body stands on it; `None` where the middle is past an edge.
    pub steepness: Option<f64>,
    pub object: u32,
}

/// The state while a route is followed.
pub(super) struct Walk<'a> {
    pub checker: &'a Checker,
    pub body: &'a Body,
    /// Triangles near the current stretch.
    pub near: Vec<u32>,
    /// Whether any of them belongs to an object that is no floor.
    pub restricted: bool,
    pub excuse: Excuse,
    /// The current stretch in pieces of one sample.
    pub pieces: Vec<[Point; 2]>,
    /// Triangles that the exact sweep found inside the body.
    pub touched: Vec<u32>,
    pub last: Option<Support>,
    /// Metres walked.
    pub way: f64,
    /// Metres of the route at which the ground became too steep.
    pub steep_since: Option<f64>,
    /// Whether the feet are above (1) or below (−1) the ground, and the metres of the route at which that began.
    pub off_since: (i8, f64),
    pub section: usize,
    pub point: usize,
}

impl<'a> Walk<'a> {
    pub fn new(checker: &'a Checker, body: &'a Body) -> Self {
        Self {
            checker,
            body,
            near: Vec::new(),
            restricted: false,
            excuse: Excuse::default(),
            pieces: Vec::new(),
            touched: Vec::new(),
            last: None,
            way: 0.0,
            steep_since: None,
            off_since: (0, 0.0),
            section: 0,
            point: 0,
        }
    }

    /// Triangles near the current stretch.
    pub fn near(&self) -> impl Iterator<Item = &Facet> + Clone {
        self.near.iter().map(|&index| &self.checker.facets.all[index as usize])
    }

    pub fn tag(&self, facet: &Facet) -> Tag {
        self.checker.tag_of(facet.object)
    }

    /// A fault at a place of the feet.
    pub fn fault(&self, kind: FaultKind, feet: Point, message: String) -> Fault {
        let origin = self.checker.facets.origin;
        Fault::malformed(self.section, self.point, message).of_kind(kind).at([0, 1, 2].map(|i| origin[i] + feet[i]))
    }

    pub fn with_object(&self, mut fault: Fault, object: u32) -> Fault {
        fault.object = Some(self.checker.name_of(object).to_owned());
        fault
    }

    pub fn forbidden_fault(&self, feet: Point, object: u32, how: &str) -> Fault {
        let name = self.checker.name_of(object);
        let what = match self.checker.tag_of(object) {
            Tag::Obstacle => "an obstacle",
            _ => "forbidden",
        };
        let message = format!("the way {how} {name}, which is {what}");
        self.with_object(self.fault(FaultKind::Forbidden, feet, message), object)
    }
}

named! {
    /// Kinds of faults.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum FaultKind {
        /// The route contradicts itself or the body: no points, a value that is not a number, sections that leave out points, a
        /// length that differs from that of the points, a height or half-width that is not the body's.
        #[default]
        Malformed = "malformed",
        /// The body does not fit: an object is inside the space that it takes up.
        Collision = "collision",
        /// There is nothing to stand on at the height of the feet.
        NoSupport = "no_support",
        /// The ground is steeper than the body can walk.
        TooSteep = "too_steep",
        /// The ground rises or falls by more than a step.
        StepTooHigh = "too_high_a_step",
        /// The route leads onto or over an object that rules forbid, or onto one that is no floor.
        Forbidden = "forbidden",
        /// A step, jump or drop is longer, higher or deeper than the body can make it.
        TooFar = "too_far",
        /// The body does not have the ability for the section's action.
        MissingAbility = "missing_ability",
        /// The posture does not match the action.
        Posture = "posture",
    }
}

/// The first fault of a route. `Display` gives one sentence for a person.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// Index of the section.
    pub section: usize,
    /// Index of the last point before the fault.
    pub point: usize,
    /// Position of the feet at the fault, to 5 cm, in metres.
    pub at: [f64; 3],
    /// The measure found, in metres (degrees for [`FaultKind::TooSteep`]). For a collision beside the body, the distance of the
    /// object from its middle; for one above it, the free height. Without support, the distance to the nearest surface under or
    /// over the feet, infinite if there is none within a metre.
    pub has: f64,
    /// The measure needed, in the same unit.
    pub needs: f64,
    /// Name of the object at fault.
    pub object: Option<String>,
    /// One sentence for a person.
    pub message: String,
}

impl Fault {
    /// A fault of the route itself, without a place.
    pub(super) fn malformed(section: usize, point: usize, message: impl Into<String>) -> Self {
        Self { section, point, message: message.into(), ..Self::default() }
    }

    /// The same fault of another kind.
    pub(super) fn of_kind(mut self, kind: FaultKind) -> Self {
        self.kind = kind;
        self
    }

    /// The same fault at a place.
    pub(super) fn at(mut self, at: [f64; 3]) -> Self {
        self.at = at;
        self
    }

    /// The same fault with its measures.
    pub(super) fn measured(mut self, has: f64, needs: f64) -> Self {
        (self.has, self.needs) = (has, needs);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
