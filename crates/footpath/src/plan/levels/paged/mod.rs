//! Routes in a world that stays in its file (Deusdado et al. §6: the graph is kept, areas come and go).
//!
//! In: a query on a [`PagedWorld`]. Out: routes as [`World::plan_levels`](crate::World::plan_levels) finds them, with a few
//! tiles in memory at a time. The upper search runs over the outlines of all tiles, which are resident (`above`, `through`); the lower
//! ones over the floors of the next few tiles, which are paged in as windows (`walk`, `stretch`, `targets`). A tile at which the two do not agree is
//! opened: its gates are found exactly, and count from then on instead of its outline (`look`, `opened`).

mod above;
mod away;
mod ends;
mod journey;
mod left;
mod look;
mod met;
mod no;
mod opened;
mod stretch;
mod targets;
#[cfg(test)]
mod tests;
mod through;
mod walk;
mod whole;

pub use journey::PagedJourney;

use super::LevelPlan;
use crate::plan::query::NoRoute;
use crate::plan::query::Query;
use crate::route::Route;
use crate::world::{PagedWorld, WorldError};

/// Why a paged world gives no route.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// There is none.
    #[error(transparent)]
    NoRoute(#[from] NoRoute),
    /// The file cannot be read, or the tiles that are needed at once do not fit into its limit of memory.
    #[error(transparent)]
    World(#[from] WorldError),
    /// The query asks for what needs the whole world.
    #[error("{0}")]
    Asked(&'static str),
}

impl PagedWorld {
    /// Plans a whole route with a few tiles in memory at a time.
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
        self.plan_levels(query).map(|plan| plan.plan.route)
    }

    /// As [`PagedWorld::plan`], with the cells under the route and what it took.
    pub fn plan_levels(&self, query: &Query<'_>) -> Result<LevelPlan, PlanError> {
        whole::plan(self, &super::on_levels(query))
    }

    /// Begins a walk that is planned leg by leg; nothing is searched yet.
    pub fn set_out(&self) -> PagedJourney {
        PagedJourney::default()
    }
}
