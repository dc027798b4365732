//! Plan: the planners. A query and a world go in; a route or a refusal comes out.
//!
//! This is the facade: it checks a query, applies its rules to the world, calls the planner of its method, and explains the
//! planner's failure. Planners import neither each other nor the explanations.

mod answer;
pub mod bitmap;
pub mod cells;
mod explain;
pub mod levels;
#[cfg(feature = "papers")]
pub mod papers;
mod prepare;
pub(crate) mod query;

pub use answer::{Answer, RouteAnswer, SectionAnswer, WhyAnswer, WorkAnswer};
pub use explain::{Explanation, Limit};
#[cfg(feature = "papers")]
pub use papers::SpanMetric;
pub use query::{CellOptions, Goal, Margin, Method, NoRoute, Query, Smoothing, Why};
#[cfg(feature = "papers")]
pub use query::{
    Corners, Diagonals, Extended, Front, Join, Neighbours, PaperMargin, PaperOptions, PaperSmoothing, Support,
};

pub use crate::reach::{
    AreaCosts, DIAGONAL, LevelArea, LevelSlice, LevelWaypoint, Levels, ORTHOGONAL, RegionId, RegionSize, Regions,
    SliceKind, WAYS,
};
pub use crate::world::Semantics;

use crate::route::Route;
use crate::world::World;
use cells::{CellPlan, Reached, Repair};
use query::validate::validate;
use query::{Failure, Planner};
use std::borrow::Cow;

/// Answers a query with a cells planner, the standard one or that of a paper: `|world, query, planner| answer`.
macro_rules! with_planner {
    ($self:ident, |$world:ident, $query:ident, $planner:ident| $answer:expr) => {{
        let $world = &*$self.with_rules($query)?;
        #[cfg(feature = "papers")]
        if let Some(options) = $query.papers {
            let $query = &Query { cells: options.cells(), ..$query.clone() };
            let $planner = papers::planner($world, $query, options);
            return $answer.map_err(|failure| explained($world, $query, failure));
        }
        let $planner = Planner::new($world, $query);
        $answer.map_err(|failure| explained($world, $query, failure))
    }};
}

impl World {
    /// The route of a body to a goal, or a refusal.
    pub fn plan(&self, query: &Query<'_>) -> Result<Route, NoRoute> {
        match query.method {
            Method::Auto | Method::Cells => self.plan_cells(query).map(|plan| plan.route),
            Method::Bitmap => self.plan_bitmap(query).map(|plan| plan.route),
            Method::Levels => self.plan_levels(query).map(|plan| plan.plan.route),
        }
    }

    /// Plans with the cells planner, and keeps the cells.
    pub fn plan_cells(&self, query: &Query<'_>) -> Result<CellPlan, NoRoute> {
        with_planner!(self, |world, query, planner| cells::plan(planner))
    }

    /// Plans to every goal in one search, which ends when all goals are reached or no floor is left (Bandi & Thalmann §5.1).
    pub fn plan_cells_to_all(&self, query: &Query<'_>) -> Result<Vec<Result<CellPlan, NoRoute>>, NoRoute> {
        with_planner!(self, |world, query, planner| {
            let refusal = |plan: Result<CellPlan, Failure>| plan.map_err(|failure| explained(world, query, failure));
            cells::plan_to_all(planner).map(|all| all.into_iter().map(refusal).collect())
        })
    }

    /// Plans with the bitmap planner: upright walking only, at costs of 10 and 14 (Kuffner 1998). Of [`CellOptions`] it uses the
    /// smoothing and whether there is a margin. [`Smoothing::None`](crate::plan::Smoothing) leaves the path from centre to
    /// centre, as in the paper.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("office").expect("built in"), &Bake::default())?;
    /// let place = |name| world.place(name).expect("a place");
    /// let adult = Body::adult();
    /// let plan = world.plan_bitmap(&Query::new(&adult, place("start"), place("goal"))).expect("a way");
    /// assert!(plan.route.length < 40.0 && plan.route.sections.len() == 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan_bitmap(&self, query: &Query<'_>) -> Result<CellPlan, NoRoute> {
        let (world, body) = (self.with_rules(query)?, bitmap::upright_body(query.body));
        let query = bitmap::bitmap_query(query, &body);
        bitmap::plan(Planner::new(&world, &query)).map_err(|failure| explained(&world, &query, failure))
    }

    /// The floors that the search of a query reaches until it stops. Refused if an endpoint is on no floor for the body. If no
    /// goal can be reached, all reachable floors are given.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::{Bake, Body, Scene, World};
    /// let scene = Scene::built_in("labyrinth").expect("a built-in scene");
    /// let world = World::bake(&scene, &Bake::default())?;
    /// let (start, goal) = (world.place("start").expect("a place"), world.place("goal").expect("a place"));
    /// let front = world.front(&Query::new(&Body::adult(), start, goal))?;
    /// assert!(front.found && front.floors[0].level == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn front(&self, query: &Query<'_>) -> Result<Reached, NoRoute> {
        with_planner!(self, |world, query, planner| cells::explore(planner))
    }

    /// Repairs a plan after obstacles were added, for a walker on one of its cells: leads it around them.
    ///
    /// The query is the one that the plan was made for; its `from` is not used. [`CellPlan::cell_near`] finds the walker's cell.
    /// If the path is free from there on, the plan stays as it is. A plan does not get shorter when an obstacle is removed; plan
    /// again for that.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::world::Obstacle;
    /// use footpath::{Bake, Body, Scene, World};
    /// let plate = [[0.0, 0.0, 0.0], [0.0, 0.0, 8.0], [8.0, 0.0, 8.0], [8.0, 0.0, 0.0]];
    /// let scene = Scene::builder().object("plate", &plate, &[0u32, 1, 2, 0, 2, 3], None).build();
    /// let mut world = World::bake(&scene, &Bake::default())?;
    /// let adult = Body::adult();
    /// let query = Query::new(&adult, [1.0, 0.0, 4.0], [7.0, 0.0, 4.0]);
    /// let plan = world.plan_cells(&query)?;
    ///
    /// world.add(&Obstacle::block([3.5, 0.0, 3.0], [4.5, 2.0, 5.0]))?;
    /// let repair = world.repair(&query, &plan, 0)?;
    /// let changed = repair.changed().expect("the box is in the way");
    /// assert_eq!(changed.plan.path.cells[..changed.new.start], plan.path.cells[..changed.new.start]);
    ///
    /// // A walker past the box has nothing to change.
    /// let beyond = plan.cell_near(&world, [6.0, 0.0, 4.0]).expect("a cell of the path");
    /// assert!(world.repair(&query, &plan, beyond)?.changed().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repair(&self, query: &Query<'_>, plan: &CellPlan, walker: usize) -> Result<Repair, NoRoute> {
        if !plan.is_sound() {
            return self.plan_cells(query).map(Repair::anew);
        }
        with_planner!(self, |world, query, planner| cells::repair(planner, plan, walker))
    }

    /// Leads a plan to another goal, for a walker on one of its cells.
    ///
    /// The query is the one that the plan was made for; its `from` and `to` are not used. Cells that edits have broken since are
    /// not kept. [`CellOptions::slack`](crate::plan::CellOptions) limits how much more than the best path the result may cost.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::{Bake, Body, Scene, World};
    /// let scene = Scene::built_in("stairs").expect("a built-in scene");
    /// let world = World::bake(&scene, &Bake { cell_size: 0.15, ..Bake::default() })?;
    /// let (from, to) = (world.place("start").expect("a place"), world.place("goal").expect("a place"));
    /// let adult = Body::adult();
    /// let query = Query::new(&adult, from, to);
    /// let plan = world.plan_cells(&query)?;
    /// let moved = world.retarget(&query, &plan, [to[0] + 1.0, to[1], to[2] - 1.0], 0)?;
    /// let changed = moved.changed().expect("another goal");
    /// assert!(changed.new.start > plan.path.cells.len() * 3 / 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn retarget(
        &self,
        query: &Query<'_>,
        plan: &CellPlan,
        goal: impl Into<Goal>,
        walker: usize,
    ) -> Result<Repair, NoRoute> {
        let query = &Query { to: vec![goal.into()], ..query.clone() };
        if !plan.is_sound() {
            return self.plan_cells(query).map(Repair::anew);
        }
        with_planner!(self, |world, query, planner| cells::retarget(planner, plan, walker))
    }

    /// Why there is no route, or the tightest places of the route.
    ///
    /// ```
    /// use footpath::plan::{Explanation, Query, Why};
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
    /// let [from, to] = ["start", "goal"].map(|name| world.place(name).expect("a place"));
    /// let adult = Body::adult();
    /// let Explanation::Yes { limits, .. } = world.explain(&Query::new(&adult, from, to)) else { panic!("a route") };
    /// assert!(limits.iter().any(|limit| limit.kind == Why::TooNarrow && limit.margin() > 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, query: &Query<'_>) -> Explanation {
        let query = Query { explain: true, ..query.clone() };
        // The limits are those under the query's rules: an ignored door is no narrow place.
        let found = self.plan_cells(&query).and_then(|plan| {
            let limits = explain::limits(&*self.with_rules(&query)?, &query, &plan);
            Ok((plan, limits))
        });
        match found {
            Err(refusal) => Explanation::No(Box::new(refusal)),
            Ok((plan, limits)) => Explanation::Yes { plan: Box::new(plan), limits },
        }
    }

    /// The world under a query's rules: this one if they change nothing, else one as a bake with these rules gives it. Refuses an
    /// invalid query.
    pub(crate) fn with_rules(&self, query: &Query<'_>) -> Result<Cow<'_, World>, NoRoute> {
        validate(query)?;
        if query.rules.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let semantics = Semantics::of(self, &query.rules);
        if semantics.changes().is_empty() && semantics.missing().is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let changed = self.under(&semantics);
        changed.map(Cow::Owned).map_err(|error| NoRoute::new(Why::Disconnected, query.from, error.to_string()))
    }
}

/// The refusal for users, from the failure of a planner on a world.
pub(crate) fn explained(world: &World, query: &Query<'_>, failure: Failure) -> NoRoute {
    explain::refusal(world, query, failure)
}
