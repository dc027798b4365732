//! Actions of a body, its postures, and its abilities: what it can do beyond walking, how far, and at what cost.

use crate::geom::named;
use serde::{Deserialize, Serialize};

named! {
    /// The action of the body in a section of a route.
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
    /// Whether the action is one move to a floor beyond the next column. Smoothing does not split it.
    pub const fn is_leap(self) -> bool {
        matches!(self, Self::Step | Self::Jump | Self::Drop)
    }

    /// Whether the feet leave the ground between the two points of its section.
    pub const fn is_airborne(self) -> bool {
        matches!(self, Self::Jump | Self::Drop)
    }
}

named! {
    /// A posture of the body.
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

/// One move that a body can make beyond walking.
///
/// Costs count in metres of level walking, so that a route trades a jump against a detour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ability {
    /// What is done.
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
