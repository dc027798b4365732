//! Faults of a route.

use crate::geom::named;
use std::fmt;

named! {
    /// What kind of fault a route has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum FaultKind {
        /// The route contradicts itself or the body: no points, not a number, sections that leave out points, a length that
        /// is not that of the points, a height or half-width that is not the body's.
        Malformed = "malformed",
        /// The body does not fit: something is inside the room that it takes up.
        Collision = "collision",
        /// There is nothing to stand on at the height of the feet.
        NoSupport = "no_support",
        /// The ground is steeper than the body can walk.
        TooSteep = "too_steep",
        /// The ground rises or falls by more than a step.
        StepTooHigh = "too_high_a_step",
        /// The way leads onto or over an object that rules forbid, or onto one that is no floor.
        Forbidden = "forbidden",
        /// A step, jump or drop is longer, higher or deeper than the body can.
        TooFar = "too_far",
        /// The body cannot do what the section says.
        MissingAbility = "missing_ability",
        /// The posture does not go with the action.
        Posture = "posture",
    }
}

/// The first thing that is wrong with a route. Shown, it is one sentence for a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// Index of the section.
    pub section: usize,
    /// Index of the point from which the body comes.
    pub point: usize,
    /// Where the feet are when it happens, to 5 cm, in metres.
    pub at: [f64; 3],
    /// What there is, in metres (degrees for [`FaultKind::TooSteep`]). For a collision beside the body the distance
    /// from its middle, for one above it the free height; without support the distance to the nearest surface under or
    /// over the feet, infinite where there is none within a metre.
    pub has: f64,
    /// What there must be, in the same measure.
    pub needs: f64,
    /// Name of the object concerned.
    pub object: Option<String>,
    /// One sentence for a person.
    pub message: String,
}

impl Fault {
    /// A fault of the route itself rather than of a place.
    pub(super) fn malformed(section: usize, point: usize, message: impl Into<String>) -> Self {
        Self {
            kind: FaultKind::Malformed,
            section,
            point,
            at: [0.0; 3],
            has: 0.0,
            needs: 0.0,
            object: None,
            message: message.into(),
        }
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
