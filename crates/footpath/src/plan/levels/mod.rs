//! The levels planner (Deusdado, Fernandes & Belo 2008): A* from tile to tile over portals, then A* within a few tiles at a time.
//!
//! In: a query, on a world in memory or in a file. Out: a route like that of the cells planner, found if and only if that one
//! finds a route. Three levels keep every search small. Regions tell whether a path exists. The portal graph gives the tiles that
//! it leads through (`choose`). Lower searches over the floors of a few tiles find it exactly (`leg`, `trail`). A tile is either
//! loaded, with exact portals, or known by its outline, with lower bounds. In memory every tile is loaded. In a file, a tile
//! where outline and floors disagree is refined: its exact portals are found and used from then on (`refine`), and the path is
//! chosen again (Deusdado et al. §6: the graph stays, areas come and go). The lower searches run at once ([`World::plan_levels`],
//! [`PagedWorld::plan`]) or, as in the paper, each when the walker arrives ([`World::set_out`]).
//!
//! We differ from the paper in three points. Its areas are those of one avatar and may be as large as a storey, so its lower
//! searches may be as large as the map; ours end at tiles. Its sequence of areas has the fewest hops; ours costs least, from
//! measured distances. Its lower search leads to a waypoint; ours leads to the one after, through both areas, and so avoids a
//! detour over the first.

mod choose;
mod endpoints;
mod journey;
mod kept;
mod leg;
mod lower;
mod planner;
mod refine;
mod refusal;
mod start_tile;
mod targets;
#[cfg(test)]
mod tests;
mod tiles;
mod trail;

pub use journey::{Journey, PagedJourney};
#[cfg(feature = "papers")]
pub(in crate::plan) use {lower::search_goals, planner::Leg};

use super::query::{Method, NoRoute, Query, Why};
use crate::route::{CellPlan, Route};
use crate::world::{PagedWorld, World, WorldError};
use planner::{LevelPlanner, State};

/// A plan, and the work of both levels.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelPlan {
    /// The route and the cells under it.
    pub plan: CellPlan,
    /// Portals expanded by the upper search.
    pub upper: u64,
    /// Floors expanded by each lower search, in the order in which the legs are walked.
    pub lower: Vec<u64>,
}

impl LevelPlan {
    /// Nodes expanded before the first move is known, if later lower searches wait until the walker arrives.
    pub fn before_first_move(&self) -> u64 {
        self.upper + self.lower.first().copied().unwrap_or(0)
    }
}

impl World {
    /// Plans with the levels planner. Of `Query::cells` it uses the smoothing, whether there is a margin, and whether there are
    /// leaps.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("supermarket").expect("built in"), &Bake::default())?;
    /// let place = |name| world.place(name).expect("a place");
    /// let adult = Body::adult();
    /// let query = Query::new(&adult, place("start"), place("goal"));
    /// let (levels, cells) = (world.plan_levels(&query).expect("a way"), world.plan_cells(&query).expect("the same"));
    /// assert!(levels.plan.route.length < 1.02 * cells.route.length);
    /// // No lower search is large.
    /// assert!(levels.lower.iter().all(|&expanded| expanded < 4 * 64 * 64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan_levels(&self, query: &Query<'_>) -> Result<LevelPlan, NoRoute> {
        let world = self.with_rules(query)?;
        LevelPlanner::in_memory(&world, query).level_plan().map_err(|error| error.refusal(query.from))
    }
}

/// Why a paged world gives no route.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// There is no route.
    #[error(transparent)]
    NoRoute(#[from] NoRoute),
    /// The file cannot be read, or tiles that are needed at once exceed the limit of memory.
    #[error(transparent)]
    World(#[from] WorldError),
    /// The query needs the whole world, which does not fit into the limit of memory.
    #[error("{0}")]
    Unsupported(String),
}

impl PlanError {
    /// The refusal. An error that only files have becomes a refusal with its message.
    fn refusal(self, at: [f64; 3]) -> NoRoute {
        match self {
            Self::NoRoute(no) => no,
            error => NoRoute::new(Why::Disconnected, at, error.to_string()),
        }
    }
}

impl PagedWorld {
    /// Plans a whole route with a few tiles in memory at a time. [`Method::Auto`] and [`Method::Levels`] use the levels planner.
    /// The other methods need all tiles at once, and fail if these exceed the limit of memory.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::scene::City;
    /// use footpath::world::PagedWorld;
    /// use footpath::{Bake, Body, World};
    /// use std::ops::ControlFlow;
    /// let path = std::env::temp_dir().join(format!("footpath-route-{}.footpath", std::process::id()));
    /// let settings = Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() };
    /// World::bake_to_file(&City::new(96.0, 0), &settings, &path, false, &|_| ControlFlow::Continue(()))?;
    /// let paged = PagedWorld::open(&path, 128 << 20)?;
    /// let (start, goal) = (paged.place("start").expect("a place"), paged.place("goal").expect("a place"));
    /// let adult = Body::adult();
    /// let route = paged.plan(&Query::new(&adult, start, goal))?;
    /// assert!(route.length > 10.0 && paged.resident_bytes() <= 128 << 20);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self, query: &Query<'_>) -> Result<Route, PlanError> {
        if matches!(query.method, Method::Auto | Method::Levels) {
            return self.plan_levels(query).map(|plan| plan.plan.route);
        }
        match self.window(self.keys()) {
            Ok(window) => Ok(window.plan(query)?),
            Err(WorldError::Limit { needed, limit, .. }) => Err(PlanError::Unsupported(format!(
                "the method {:?} needs all tiles of the file at once, {} MiB, and the limit is {} MiB; \
                 plan with levels, or raise the limit",
                query.method,
                needed.div_ceil(1 << 20),
                limit >> 20
            ))),
            Err(error) => Err(error.into()),
        }
    }

    /// As [`PagedWorld::plan`] with the levels planner, with the cells under the route and the work.
    pub fn plan_levels(&self, query: &Query<'_>) -> Result<LevelPlan, PlanError> {
        LevelPlanner::on_file(self, query, State::default())?.level_plan()
    }
}

impl LevelPlanner<'_> {
    fn level_plan(mut self) -> Result<LevelPlan, PlanError> {
        let plan = self.plan()?;
        let State { upper, lower, .. } = self.state;
        Ok(LevelPlan { plan, upper, lower })
    }
}
