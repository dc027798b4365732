//! The failure of a planner, before it is explained.

use super::{Goal, NoRoute};
use crate::world::FloorId;

/// Why a planner found no route. The facade makes a refusal of it.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// A complete refusal.
    Refused(NoRoute),
    /// An endpoint of the query is on no floor for the body.
    OffMap { refusal: NoRoute, end: Goal },
    /// Start and goals are on floors for the body, but no path leads from the start to a goal.
    Apart {
        start: FloorId,
        goals: Vec<FloorId>,
        /// The words for goals that were left out.
        left_out: String,
    },
}

impl From<NoRoute> for Failure {
    fn from(refusal: NoRoute) -> Self {
        Self::Refused(refusal)
    }
}
