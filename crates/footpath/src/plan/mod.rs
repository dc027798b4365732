//! Plan: the planners. A query and a world go in; a route comes out, or a reasoned no.

pub mod cells;
mod explain;
mod no_route;
mod query;
mod reach;
mod regions;
mod semantics;
mod terrain;

pub use explain::{Explanation, Limit};
pub use no_route::{NoRoute, Why};
pub use query::{
    CellOptions, Corners, Diagonals, Extended, Front, Goal, Join, Margin, Neighbours, Query, Smoothing, Support,
};
pub use reach::{DIAGONAL, ORTHOGONAL, SpanMetric, WAYS};
pub use regions::{RegionId, RegionSize, Regions};
pub use semantics::Semantics;

use crate::route::Route;
use crate::world::World;

impl World {
    /// The way of a body to a goal, or why there is none.
    pub fn plan(&self, query: &Query<'_>) -> Result<Route, NoRoute> {
        self.plan_cells(query).map(|plan| plan.route)
    }
}
