//! Refusals. Each has the reason why there is no route, the place, and the change that would let the body pass.

use std::fmt;

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// There is no floor for the body at the start.
    StartOffMap,
    /// There is no floor for the body at the goal.
    GoalOffMap,
    /// A passage is narrower than the body.
    TooNarrow,
    /// A passage is lower than the body, even crawling if it can crawl.
    TooLow,
    /// A slope is steeper than the body's limit.
    TooSteep,
    /// A step is higher than the body's limit.
    TooHighAStep,
    /// A gap is wider than the body strides or jumps.
    GapTooWide,
    /// The path leads over ground that rules forbid.
    Forbidden,
    /// The ground of the start and that of the goal do not come near enough to name a measure.
    Disconnected,
    /// The search ended by its budget, or was stopped.
    Budget,
}

impl Why {
    /// Name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StartOffMap => "start_off_map",
            Self::GoalOffMap => "goal_off_map",
            Self::TooNarrow => "too_narrow",
            Self::TooLow => "too_low",
            Self::TooSteep => "too_steep",
            Self::TooHighAStep => "too_high_a_step",
            Self::GapTooWide => "gap_too_wide",
            Self::Forbidden => "forbidden",
            Self::Disconnected => "disconnected",
            Self::Budget => "budget",
        }
    }
}

/// A refusal with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct NoRoute {
    /// The kind of the reason.
    pub kind: Why,
    /// Position in metres.
    pub at: [f64; 3],
    /// The measure found, in metres (degrees for slopes).
    pub has: Option<f64>,
    /// The measure that the body needs.
    pub needs: Option<f64>,
    /// Further limits along the same path.
    pub also: Vec<NoRoute>,
    /// The object that limits the place.
    pub object: Option<String>,
    /// The action or posture with which the body would pass.
    pub passes_with: Option<String>,
    /// One sentence for a person.
    pub message: String,
}

impl NoRoute {
    pub(crate) fn new(kind: Why, at: [f64; 3], message: String) -> Self {
        Self { kind, at, has: None, needs: None, also: Vec::new(), object: None, passes_with: None, message }
    }
}

impl fmt::Display for NoRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NoRoute {}
