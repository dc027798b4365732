//! What a planner returns instead of a route, before it is explained.

use super::{Goal, NoRoute};
use crate::world::FloorId;

/// Why a planner found no route. The facade adds the reason that people read.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// Refused, and all is said.
    Refused(NoRoute),
    /// An end of the query is on no floor for the body.
    OffMap { refusal: NoRoute, end: Goal },
    /// Start and goals are on floors for the body, and no moves lead from the start to a goal.
    Apart {
        start: FloorId,
        goals: Vec<FloorId>,
        /// Words for goals that were left out.
        left_out: String,
    },
}

impl From<NoRoute> for Failure {
    fn from(refusal: NoRoute) -> Self {
        Self::Refused(refusal)
    }
}
