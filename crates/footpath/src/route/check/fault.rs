//! Faults of a route.

use crate::geom::named;
use std::fmt;

named! {
    /// Kinds of faults.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum FaultKind {
        /// The route contradicts itself or the body: no points, a value that is not a number, sections that leave out points, a
        /// length that differs from that of the points, a height or half-width that is not the body's.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The kind of fault.
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
