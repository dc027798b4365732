//! On arrival: each lower search runs when the walker gets there, on the world as it is then (Deusdado et al. §5, "dynamic
//! search").

use super::above::Pass;
use super::descent::{Descent, Way};
use super::on_levels;
use crate::plan::areas::AreaCosts;
use crate::plan::cells::{Cell, CellPlan, Ends, Planner};
use crate::plan::no_route::{NoRoute, Why};
use crate::plan::query::Query;
use crate::route::Work;
use crate::search::Outcome;
use crate::world::{Stamp, World};

/// A walk that is planned leg by leg. What it holds is small: where the walker is, and by which gates it goes.
#[derive(Clone, Debug, Default)]
pub struct Journey {
    /// Where the last leg ended.
    here: Option<Cell>,
    /// The gates ahead, and the ground and costs that they were found on.
    ahead: Vec<Pass>,
    found_on: Option<(Stamp, AreaCosts)>,
    arrived: bool,
    upper_searches: usize,
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
    /// `None` when the walker has arrived. If the ground or the costs of areas have changed since the gates were
    /// chosen, they are chosen anew from here.
    pub fn next_leg(&mut self, world: &World, query: &Query<'_>) -> Result<Option<CellPlan>, NoRoute> {
        if self.arrived {
            return Ok(None);
        }
        let (world, query) = (world.ruled(query)?, on_levels(query));
        let mut planner = Planner::new(&world, &query);
        let ends = self.ends(&mut planner)?;
        if planner.is_apart(&ends) {
            return Err(planner.refuse(&ends, &ends.nodes, &Outcome::default()));
        }
        let now = (world.stamp(), query.areas.clone());
        let mut descent = Descent::new(&mut planner, &ends.nodes);
        let mut upper = Outcome::default();
        let leg = if self.found_on.as_ref() == Some(&now) {
            descent.leg(&self.ahead, 0, &ends.starts)
        } else {
            self.upper_searches += 1;
            let (outcome, way) = descent.way(&ends.starts);
            upper = outcome;
            match way {
                Some(Way::Direct(leg)) => {
                    self.ahead.clear();
                    Some(leg)
                }
                Some(Way::Gates(passes)) => {
                    self.ahead = passes;
                    descent.leg(&self.ahead, 0, &ends.starts)
                }
                None => None,
            }
        };
        let Descent { lower, enqueued, .. } = descent;
        let Some(leg) = leg else { return Err(planner.refuse(&ends, &ends.nodes, &upper)) };
        self.arrived = self.ahead.len() <= 1;
        self.ahead.drain(..1.min(self.ahead.len()));
        self.found_on = Some(now);
        let goal = leg.end().map_or(0, |node| ends.goal_of(node));
        let expanded = upper.expanded + lower.iter().sum::<u64>();
        let work = Work { expanded, enqueued: upper.enqueued + enqueued };
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
