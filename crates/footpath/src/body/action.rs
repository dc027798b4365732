//! What a body does, and how it holds itself.

use serde::{Deserialize, Serialize};

/// What is done at a point of a route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// One foot before the other.
    #[default]
    Walk,
    /// Walking, faster.
    Run,
    /// A long stride over a gap or something low.
    Step,
    /// Both feet in the air.
    Jump,
    /// Down a ledge that is too high for a step.
    Drop,
    /// Walking bent.
    Bend,
    /// On hands and knees.
    Crawl,
    /// Sideways through a narrow place.
    Sidestep,
    /// With the arms held in.
    Tuck,
    /// Up a ladder or a ledge.
    Climb,
    /// Carried by a lift or an escalator.
    Ride,
    /// Through a door that is opened.
    Door,
}

impl Action {
    /// All actions, in the order of their names in the documentation.
    pub const ALL: [Self; 12] = [
        Self::Walk,
        Self::Run,
        Self::Step,
        Self::Jump,
        Self::Drop,
        Self::Bend,
        Self::Crawl,
        Self::Sidestep,
        Self::Tuck,
        Self::Climb,
        Self::Ride,
        Self::Door,
    ];

    /// Name in files and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Run => "run",
            Self::Step => "step",
            Self::Jump => "jump",
            Self::Drop => "drop",
            Self::Bend => "bend",
            Self::Crawl => "crawl",
            Self::Sidestep => "sidestep",
            Self::Tuck => "tuck",
            Self::Climb => "climb",
            Self::Ride => "ride",
            Self::Door => "door",
        }
    }

    /// Whether it is one move from a floor to another beyond the next column, which no smoothing takes apart.
    pub const fn is_leap(self) -> bool {
        matches!(self, Self::Step | Self::Jump | Self::Drop)
    }

    /// Whether the feet leave the ground between the two points of its section.
    pub const fn is_airborne(self) -> bool {
        matches!(self, Self::Jump | Self::Drop)
    }
}

/// How the body is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Posture {
    /// At full height.
    #[default]
    Upright,
    /// Bent forward.
    Bent,
    /// On hands and knees.
    Crawling,
}

impl Posture {
    /// From the tallest to the lowest.
    pub const ALL: [Self; 3] = [Self::Upright, Self::Bent, Self::Crawling];

    /// Name in files and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Upright => "upright",
            Self::Bent => "bent",
            Self::Crawling => "crawling",
        }
    }
}
