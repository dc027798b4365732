//! Abilities: the moves that a body can make beyond walking, how far they lead, and at what cost.

use super::Action;

/// One move that a body can make beyond walking.
///
/// Costs count in metres of level walking, so that a route trades a jump against a detour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ability {
    /// The action.
    pub action: Action,
    /// Longest distance in plan between take-off and landing, in metres. Not used by bend, crawl and run.
    pub reach: f64,
    /// Highest rise, in metres. Not used by bend, crawl and run.
    pub up: f64,
    /// Deepest descent, in metres. Not used by bend, crawl and run.
    pub down: f64,
    /// Cost of one metre of it, in metres of walking.
    pub cost: f64,
    /// Additional cost of each move, in metres of walking.
    pub effort: f64,
    /// Of moves at the same cost, the one with the lower priority number is taken.
    pub priority: u8,
}

impl Ability {
    /// Another way to cover ground that can be walked: bend, crawl, run.
    pub const fn gait(action: Action, cost: f64, priority: u8) -> Self {
        Self { action, reach: 0.0, up: 0.0, down: 0.0, cost, effort: 0.0, priority }
    }

    /// A move that leaves the ground in between: step, jump, drop.
    pub const fn leap(action: Action, reach: f64, up: f64, down: f64, effort: f64, priority: u8) -> Self {
        Self { action, reach, up, down, cost: 1.0, effort, priority }
    }
}
