//! Journeys: each leg is planned when the walker gets there, on the world as it is then (Deusdado et al. §5, "dynamic search").

use super::PlanError;
use super::planner::{LevelPlanner, State, Way};
use crate::body::Body;
use crate::plan::query::{CellOptions, Goal, NoRoute, Query, Why};
use crate::reach::AreaCosts;
use crate::route::{Cell, CellPlan};
use crate::scene::Rules;
use crate::world::{FloorId, PagedWorld, Stamp, World};

/// The part of a query that decides which path is best.
#[derive(Clone, Debug, PartialEq)]
struct QueryKey {
    body: Body,
    to: Vec<Goal>,
    half_extents: [f64; 3],
    rules: Rules,
    areas: AreaCosts,
    cells: CellOptions,
}

impl QueryKey {
    fn of(query: &Query<'_>) -> Self {
        let Query { body, to, half_extents, rules, areas, cells, .. } = query.clone();
        Self { body: body.clone(), to, half_extents, rules, areas, cells }
    }
}

/// The way ahead of a walker.
#[derive(Clone, Debug, Default)]
struct Ahead {
    /// None if it is to be chosen.
    way: Option<Way>,
    arrived: bool,
    upper_searches: usize,
}

impl Ahead {
    /// The next leg as a plan, and the floor where it ends.
    fn next_leg(
        &mut self,
        planner: &mut LevelPlanner<'_>,
        here: Option<FloorId>,
    ) -> Result<(CellPlan, Option<FloorId>), PlanError> {
        planner.find_endpoints(here)?;
        loop {
            let mut way = match self.way.take() {
                Some(way) => way,
                None => {
                    let before = planner.state.upper_searches;
                    let way = planner.choose(here);
                    self.upper_searches += planner.state.upper_searches - before;
                    way?
                }
            };
            let Some(leg) = planner.leg(here, &way)? else { continue };
            self.arrived = way.advance(&leg);
            self.way = (!self.arrived).then_some(way);
            let plan = planner.tell(&leg.floors, leg.cost(), leg.end())?;
            return Ok((plan, leg.end()));
        }
    }
}

/// A walk that is planned leg by leg. It stores only the position of the walker and the portals ahead.
#[derive(Clone, Debug, Default)]
pub struct Journey {
    /// Where the last leg ended.
    here: Option<Cell>,
    ahead: Ahead,
    /// The ground and the query for which the path was chosen.
    chosen_for: Option<(Stamp, QueryKey)>,
}

/// A walk in a paged world that is planned leg by leg. It keeps no tile in memory.
#[derive(Clone, Debug, Default)]
pub struct PagedJourney {
    here: Option<FloorId>,
    ahead: Ahead,
    chosen_for: Option<QueryKey>,
    state: State,
}

impl World {
    /// Begins a walk that is planned leg by leg. Nothing is searched yet.
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
    ///     walked += leg.route.length; // the walker walks it, then requests the next
    /// }
    /// assert!(journey.has_arrived());
    /// assert!(walked < 1.05 * world.plan_cells(&query)?.route.length);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_out(&self) -> Journey {
        Journey::default()
    }
}

impl PagedWorld {
    /// Begins a walk that is planned leg by leg. Nothing is searched yet.
    pub fn set_out(&self) -> PagedJourney {
        PagedJourney::default()
    }
}

impl Journey {
    /// The next leg, from the end of the last one (or from the query's start) through the next portal or to the goal; `None` when
    /// the walker has arrived. If the ground or the query (body, goals, rules, costs of areas) has changed since the path was
    /// chosen, it is chosen again from here, so a goal may move. The route's `goal` is valid for the leg that ends at a goal.
    pub fn next_leg(&mut self, world: &World, query: &Query<'_>) -> Result<Option<CellPlan>, NoRoute> {
        let world = world.with_rules(query)?;
        let now = (world.stamp(), QueryKey::of(query));
        if self.ahead.arrived && self.chosen_for.as_ref().is_some_and(|(_, query)| *query == now.1) {
            return Ok(None);
        }
        if self.chosen_for.as_ref() != Some(&now) {
            self.ahead.way = None;
        }
        let mut planner = LevelPlanner::in_memory(&world, query);
        let here = self.here.map(|cell| floor_of(&world, cell)).transpose()?;
        let (plan, _) = self.ahead.next_leg(&mut planner, here).map_err(|error| error.refusal(query.from))?;
        self.chosen_for = Some(now);
        self.here = plan.path.cells.last().copied();
        Ok(Some(plan))
    }

    /// Whether the last leg ended at a goal.
    pub fn has_arrived(&self) -> bool {
        self.ahead.arrived
    }

    /// How often a path was chosen: once, and once more after every change.
    pub fn upper_searches(&self) -> usize {
        self.ahead.upper_searches
    }
}

impl PagedJourney {
    /// The next leg; see [`Journey::next_leg`].
    pub fn next_leg(&mut self, paged: &PagedWorld, query: &Query<'_>) -> Result<Option<CellPlan>, PlanError> {
        let now = QueryKey::of(query);
        let is_same = self.chosen_for.as_ref() == Some(&now);
        if self.ahead.arrived && is_same {
            return Ok(None);
        }
        if !is_same {
            (self.ahead.way, self.state) = (None, State::default());
        }
        // Work is counted per leg.
        self.state.spent = Default::default();
        let mut planner = LevelPlanner::on_file(paged, query, std::mem::take(&mut self.state))?;
        let found = self.ahead.next_leg(&mut planner, self.here);
        self.state = planner.state;
        self.chosen_for = Some(now);
        let (plan, end) = found?;
        // They are found again if a tile is refined; until then the path stays the same.
        self.state.cost_to_go = None;
        if let Some(origin) = &mut self.state.origin {
            origin.distances = None;
        }
        self.here = end;
        Ok(Some(plan))
    }

    /// Whether the last leg ended at a goal.
    pub fn has_arrived(&self) -> bool {
        self.ahead.arrived
    }

    /// How often a path was chosen: once, and once more wherever it proved wrong.
    pub fn upper_searches(&self) -> usize {
        self.ahead.upper_searches
    }
}

/// The floor of the cell on which a walker stands.
fn floor_of(world: &World, cell: Cell) -> Result<FloorId, NoRoute> {
    cell.floor(world).ok_or_else(|| {
        let message = "the floor where the walker stands is gone".to_owned();
        NoRoute::new(Why::StartOffMap, cell.position(world), message)
    })
}
