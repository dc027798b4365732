//! Plan: the planners. A query and a world go in; a route comes out, or a reasoned no.

mod answer;
mod asked;
pub mod bitmap;
pub mod cells;
mod explain;
pub mod levels;
mod no_route;
#[cfg(feature = "papers")]
mod papers;
mod prepare;
mod query;

pub use answer::{Answer, RouteAnswer, SectionAnswer, WhyAnswer, WorkAnswer};
pub use explain::{Explanation, Limit};
pub use no_route::{NoRoute, Why};
pub use query::{
    CellOptions, Corners, Diagonals, Extended, Front, Goal, Join, Margin, Method, Neighbours, Query, Smoothing, Support,
};

pub use crate::reach::{
    AreaCosts, DIAGONAL, LevelArea, LevelSlice, LevelWaypoint, Levels, ORTHOGONAL, RegionId, RegionSize, Regions,
    SliceKind, SpanMetric, WAYS,
};
pub use crate::world::Semantics;

use crate::route::Route;
use crate::world::World;
use std::borrow::Cow;

impl World {
    /// The way of a body to a goal, or why there is none.
    pub fn plan(&self, query: &Query<'_>) -> Result<Route, NoRoute> {
        match query.method {
            Method::Auto | Method::Cells => self.plan_cells(query).map(|plan| plan.route),
            Method::Bitmap => self.plan_bitmap(query).map(|plan| plan.route),
            Method::Levels => self.plan_levels(query).map(|plan| plan.plan.route),
        }
    }

    /// The world that a query walks on: this one, or as a bake with the query's rules would have it. Refuses what is no query.
    pub(crate) fn ruled(&self, query: &Query<'_>) -> Result<Cow<'_, World>, NoRoute> {
        asked::check(query)?;
        if query.rules.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let semantics = Semantics::of(self, &query.rules);
        if semantics.changes().is_empty() && semantics.missing().is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let ruled = self.under(&semantics);
        ruled.map(Cow::Owned).map_err(|error| NoRoute::new(Why::Disconnected, query.from, error.to_string()))
    }
}
