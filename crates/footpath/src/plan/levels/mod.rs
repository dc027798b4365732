//! The levels planner (Deusdado, Fernandes & Belo 2008): A* from area to area, then A* within each of them.
//!
//! In: a query. Out: a route like that of the cells planner, found exactly when that finds one. Three levels keep every search
//! small: regions say whether there is a way at all, gates of tiles (`gates`) which way it is, and the cells of a few tiles at a
//! time where the feet go. What lies between gates is measured once per body (`hierarchy`) and kept; an edit drops it for
//! the tiles around it and nowhere else. The lower searches run at once ([`World::plan_levels`]) or, as in the seed, each when
//! the walker arrives ([`World::set_out`]).
//!
//! Where we differ: the seed's areas are those of one avatar and may be as large as a storey, so its lower searches may be as
//! large as the map; ours end at tiles. Its sequence of areas has the fewest hops; ours costs least, from measured distances.
//! Its lower search aims at a waypoint; ours aims at the one after, through both areas, and so does not touch the first where
//! that would be a detour.

mod above;
mod descent;
mod joined;
mod journey;
mod paged;
mod toward;

pub use journey::Journey;
pub use paged::{PagedJourney, PlanError};

use super::explained;
use super::query::{Failure, NoRoute, Planner, Query, Why, work_of};
use crate::route::CellPlan;
use crate::search::Outcome;
use crate::world::World;
use descent::Descent;

/// A plan and what it took at both levels.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelPlan {
    /// The route and the cells under it.
    pub plan: CellPlan,
    /// Gates expanded by the upper search.
    pub upper: u64,
    /// Floors expanded by each lower search, in the order in which they are walked.
    pub lower: Vec<u64>,
}

impl LevelPlan {
    /// What is expanded before the first move is known, if the lower searches after the first wait until the walker arrives.
    pub fn before_first_move(&self) -> u64 {
        self.upper + self.lower.first().copied().unwrap_or(0)
    }
}

impl World {
    /// Plans with the levels planner. Of `Query::cells` it uses the smoothing, whether there is a margin, and whether there
    /// are leaps; the rest is as by default.
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
        let (world, query) = (self.with_rules(query)?, on_levels(query));
        plan(&world, &query).map_err(|failure| explained(&world, &query, failure))
    }
}

fn plan(world: &World, query: &Query<'_>) -> Result<LevelPlan, Failure> {
    let mut planner = Planner::new(world, query);
    let ends = planner.endpoints()?;
    if planner.is_apart(&ends) {
        return Err(planner.refuse(&ends, &ends.nodes, &Outcome::default()));
    }
    let mut descent = Descent::new(&mut planner, &ends.nodes);
    let (upper, leg) = if query.levels.tiles {
        let (upper, way) = descent.way(&ends.starts);
        (upper, way.and_then(|way| descent.whole(way, &ends.starts)))
    } else {
        descent.joined(&descent.hierarchy(), &ends.starts)
    };
    let Descent { lower, spent, .. } = descent;
    let Some(leg) = leg else {
        return Err(if query.levels.tiles || spent.exhausted {
            planner.refuse(&ends, &ends.nodes, &spent)
        } else {
            no_waypoints(query).into()
        });
    };
    let goal = leg.end().map_or(0, |node| ends.goal_of(node));
    let cost = leg.costs.last().copied().unwrap_or(0);
    let plan = planner.plan_over(leg.path, cost, goal, work_of(&spent));
    Ok(LevelPlan { plan, upper: upper.expanded, lower })
}

/// A query with those of its options that the levels know of.
pub(crate) fn on_levels<'a>(query: &Query<'a>) -> Query<'a> {
    query.clone()
}

/// The refusal where areas of the whole world are not joined; a leap may still lead there.
fn no_waypoints(query: &Query<'_>) -> NoRoute {
    let message = "no waypoints lead from the area of the start to that of the goal".to_owned();
    NoRoute::new(Why::Disconnected, query.from, message)
}
