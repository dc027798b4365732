//! Actions of a body, its postures, and its abilities: what it can do beyond walking, how far, and at what cost.

use crate::geom::named;
use serde::{Deserialize, Serialize};

named! {
    /// What is done at a point of a route.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Action {
        /// One foot before the other.
        #[default]
        Walk = "walk",
        /// Walking, faster.
        Run = "run",
        /// A long stride over a gap or something low.
        Step = "step",
        /// Both feet in the air.
        Jump = "jump",
        /// Down a ledge that is too high for a step.
        Drop = "drop",
        /// Walking bent.
        Bend = "bend",
        /// On hands and knees.
        Crawl = "crawl",
        /// Sideways through a narrow place.
        Sidestep = "sidestep",
        /// With the arms held in.
        Tuck = "tuck",
        /// Up a ladder or a ledge.
        Climb = "climb",
        /// Carried by a lift or an escalator.
        Ride = "ride",
        /// Through a door that is opened.
        Door = "door",
    }
}

impl Action {
    /// Whether it is one move from a floor to another beyond the next column, which no smoothing takes apart.
    pub const fn is_leap(self) -> bool {
        matches!(self, Self::Step | Self::Jump | Self::Drop)
    }

    /// Whether the feet leave the ground between the two points of its section.
    pub const fn is_airborne(self) -> bool {
        matches!(self, Self::Jump | Self::Drop)
    }
}

named! {
    /// How the body is held.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Posture {
        /// At full height.
        #[default]
        Upright = "upright",
        /// Bent forward.
        Bent = "bent",
        /// On hands and knees.
        Crawling = "crawling",
    }
}

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
