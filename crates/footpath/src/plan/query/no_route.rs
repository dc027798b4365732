//! The reasoned no: why there is no route, where, and what would let it pass.

use std::fmt;

/// Why there is no route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// There is no floor for the body at the start.
    StartOffMap,
    /// There is no floor for the body at the goal.
    GoalOffMap,
    /// A passage is narrower than the body.
    TooNarrow,
    /// A passage is lower than the body, even crawling if it can.
    TooLow,
    /// A slope is steeper than the body's limit.
    TooSteep,
    /// A step is higher than the body's limit.
    TooHighAStep,
    /// A gap is wider than the body strides or jumps.
    GapTooWide,
    /// The rules forbid the way.
    Forbidden,
    /// The ground of start and goal does not come near enough to name one measure.
    Disconnected,
    /// The search was stopped by its budget.
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
    /// Why.
    pub kind: Why,
    /// Where, in metres.
    pub at: [f64; 3],
    /// What there is: a full measure in metres, degrees for slopes.
    pub has: Option<f64>,
    /// What the body needs.
    pub needs: Option<f64>,
    /// Further limits on the same way.
    pub also: Vec<NoRoute>,
    /// The object that is in the way.
    pub object: Option<String>,
    /// The action or posture with which it would pass.
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
