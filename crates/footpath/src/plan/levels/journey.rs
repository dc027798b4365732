//! On arrival: each lower search runs when the walker gets there, on the world as it is then (Deusdado et al. §5, "dynamic
//! search").

use super::descent::{Descent, Way};
use super::on_levels;
use crate::body::Body;
use crate::plan::cells::{Cell, CellPlan, Ends, Planner};
use crate::plan::no_route::{NoRoute, Why};
use crate::plan::query::{CellOptions, Goal, Query};
use crate::portals::Hop;
use crate::reach::AreaCosts;
use crate::route::Work;
use crate::scene::Rules;
use crate::search::Outcome;
use crate::world::{Stamp, World};

/// A walk that is planned leg by leg. What it holds is small: where the walker is, and by which gates it goes.
#[derive(Clone, Debug, Default)]
pub struct Journey {
    /// Where the last leg ended.
    here: Option<Cell>,
    /// The gates ahead, and the ground and the question that they were found for.
    ahead: Vec<Hop>,
    found_for: Option<(Stamp, Asked)>,
    arrived: bool,
    upper_searches: usize,
}

/// What of a query decides which way is best.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    body: Body,
    to: Vec<Goal>,
    half_extents: [f64; 3],
    rules: Rules,
    areas: AreaCosts,
    cells: CellOptions,
}

impl Asked {
    fn by(query: &Query<'_>) -> Self {
        let Query { body, to, half_extents, rules, areas, cells, .. } = query.clone();
        Self { body: body.clone(), to, half_extents, rules, areas, cells }
    }
}

impl World {
    /// Begins a walk that is planned leg by leg; nothing is searched yet.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("supermarket").expect("built in"), &Bake::default())?;
    /// let place = |name| world.place(name).expect("a place");
    /// let adult = Body::adult();
    /// let query = Query::new(&adult, place("start"), place("goal"));
    /// let mut journey = world.set_out();
    /// let mut walked = 0.0;
    /// while let Some(leg) = journey.next_leg(&world, &query)? {
    ///     walked += leg.route.length; // the walker walks it, and asks for more
    /// }
    /// assert!(journey.has_arrived());
    /// assert!(walked < 1.05 * world.plan_cells(&query)?.route.length);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_out(&self) -> Journey {
        Journey::default()
    }
}

impl Journey {
    /// The next leg, from where the last one ended (or from the query's start) through the next gate or to the goal;
    /// `None` when the walker has arrived. If the ground or the query (body, goals, rules, costs of areas) has changed since
    /// the gates were chosen, they are chosen anew from here, so a goal may move. The route's `goal` holds for the leg that
    /// ends at one.
    pub fn next_leg(&mut self, world: &World, query: &Query<'_>) -> Result<Option<CellPlan>, NoRoute> {
        let (world, query) = (world.ruled(query)?, on_levels(query));
        let now = (world.stamp(), Asked::by(&query));
        if self.arrived && self.found_for.as_ref().is_some_and(|(_, asked)| *asked == now.1) {
            return Ok(None);
        }
        let mut planner = Planner::new(&world, &query);
        let ends = self.ends(&mut planner)?;
        if planner.is_apart(&ends) {
            return Err(planner.refuse(&ends, &ends.nodes, &Outcome::default()));
        }
        let mut descent = Descent::new(&mut planner, &ends.nodes);
        let leg = if self.found_for.as_ref() == Some(&now) {
            descent.leg(&self.ahead, 0, &ends.starts)
        } else {
            self.upper_searches += 1;
            match descent.way(&ends.starts).1 {
                Some(Way::Direct(leg)) => {
                    self.ahead.clear();
                    Some(leg)
                }
                Some(Way::Portals(hops)) => {
                    self.ahead = hops;
                    descent.leg(&self.ahead, 0, &ends.starts)
                }
                None => None,
            }
        };
        let spent = descent.spent;
        let Some(leg) = leg else { return Err(planner.refuse(&ends, &ends.nodes, &spent)) };
        self.arrived = self.ahead.len() <= 1;
        self.ahead.drain(..1.min(self.ahead.len()));
        self.found_for = Some(now);
        let goal = leg.end().map_or(0, |node| ends.goal_of(node));
        let work = Work { expanded: spent.expanded, enqueued: spent.enqueued };
        let plan = planner.told(leg.path, leg.costs.last().copied().unwrap_or(0), goal, work);
        self.here = plan.path.cells.last().copied();
        Ok(Some(plan))
    }

    /// Whether the last leg ended at a goal.
    pub fn has_arrived(&self) -> bool {
        self.arrived
    }

    /// How often the gates were chosen: once, and once more after every change.
    pub fn upper_searches(&self) -> usize {
        self.upper_searches
    }

    fn ends(&self, planner: &mut Planner<'_>) -> Result<Ends, NoRoute> {
        let Some(here) = self.here else { return planner.ends() };
        let world = planner.terrain.world;
        let Some(floor) = here.floor(world) else {
            let message = "the floor where the walker stands is gone".to_owned();
            return Err(NoRoute::new(Why::StartOffMap, here.position(world), message));
        };
        let node = planner.terrain.node(floor);
        Ends::to_goals(&mut planner.terrain, planner.query, node, vec![(node, 0)])
    }
}
