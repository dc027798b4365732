//! Abilities: what a body can do beyond walking, how far, and at what cost.

use super::Action;

/// One thing a body can do beyond walking.
///
/// Costs count in metres of level walking, so that a route trades a jump against a detour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ability {
    /// What is done.
    pub action: Action,
    /// Farthest in plan, from where the feet leave to where they stand again, in metres. Not used by bend, crawl and run.
    pub reach: f64,
    /// Highest rise, in metres. Not used by bend, crawl and run.
    pub up: f64,
    /// Deepest descent, in metres. Not used by bend, crawl and run.
    pub down: f64,
    /// Metres of walking that a metre of it is worth.
    pub cost: f64,
    /// Metres of walking that it costs each time.
    pub effort: f64,
    /// Among ways of the same cost the one with the lower priority number is taken.
    pub priority: u8,
}

impl Ability {
    /// Holding oneself or moving differently over ground that is walked otherwise: bend, crawl, run.
    pub const fn gait(action: Action, cost: f64, priority: u8) -> Self {
        Self { action, reach: 0.0, up: 0.0, down: 0.0, cost, effort: 0.0, priority }
    }

    /// A move that leaves the ground in between: step, jump, drop.
    pub const fn leap(action: Action, reach: f64, up: f64, down: f64, effort: f64, priority: u8) -> Self {
        Self { action, reach, up, down, cost: 1.0, effort, priority }
    }
}
