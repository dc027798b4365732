//! Actions of a body, and its postures.

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
