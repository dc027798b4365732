//! The refusal of a query without a route. Its reason is found in memory, or in a window around both endpoints of a file.

use super::PlanError;
use super::planner::LevelPlanner;
use super::refine::LEAP_TILES;
use super::tiles::TileStore;
use crate::ground::{TileKey, Window};
use crate::plan::query::{Failure, NoRoute, Planner, Why};
use crate::search::Outcome;
use crate::world::WorldError;

/// Most tiles of a window in which a reason is searched.
const WINDOW: usize = 144;

/// The refusal for users, from the failure of a planner on its tiles.
pub(super) fn explained(planner: &Planner<'_>, failure: Failure) -> NoRoute {
    crate::plan::explained(planner.terrain.world, planner.query, failure)
}

impl LevelPlanner<'_> {
    /// The refusal after a search that found no path.
    pub fn refuse(&mut self) -> PlanError {
        let spent = self.state.spent;
        if let (TileStore::Memory(planner), Some(endpoints)) = (&mut self.tiles, &self.state.endpoints) {
            let start = planner.terrain.node(endpoints.starts[0].0);
            let goals: Vec<u32> = endpoints.goals_in(None).into_iter().map(|goal| planner.terrain.node(goal)).collect();
            let failure = planner.refuse(start, &goals, &spent);
            return explained(planner, failure).into();
        }
        self.refuse_in_file(&spent).map_or_else(|error| error, PlanError::NoRoute)
    }

    fn refuse_in_file(&mut self, spent: &Outcome) -> Result<NoRoute, PlanError> {
        let no = |kind: Why, message: String| Ok(NoRoute::new(kind, self.query.from, message));
        if self.query.stop.is_set() {
            return no(Why::Budget, "the search was stopped".to_owned());
        }
        if spent.exhausted {
            let stopped =
                format!("the search was stopped after {} floors and portals; raise the budget", spent.expanded);
            return no(Why::Budget, stopped);
        }
        if spent.too_costly {
            return no(Why::Budget, "the goal is farther than costs can be counted".to_owned());
        }
        if self.state.leap_tiles > LEAP_TILES {
            let message = "no passages join start and goal, and no leap was found in";
            return no(Why::Budget, format!("{message} {LEAP_TILES} tiles around them; there may be one farther on"));
        }
        const APART: &str = "the goal cannot be reached from the start";
        if !self.query.explain {
            return no(Why::Disconnected, APART.to_owned());
        }
        match self.reason()? {
            Some(reason) => Ok(reason),
            None => no(Why::Disconnected, format!("{APART}; what keeps them apart would take more memory to find")),
        }
    }

    /// What separates the endpoints, searched in a window around both; `None` if the window does not fit into memory.
    fn reason(&mut self) -> Result<Option<NoRoute>, PlanError> {
        let (Some(endpoints), TileStore::File(file)) = (&self.state.endpoints, &self.tiles) else { return Ok(None) };
        let floors = endpoints.starts.iter().map(|&(start, _)| start).chain(endpoints.goals_in(None));
        let window = floors.map(|floor| Window::of_tile(floor.tile)).reduce(|a, b| a.hull(&b));
        let tiles: Vec<TileKey> = window.map_or_else(Vec::new, |window| file.paged.tiles_in(&window));
        if tiles.len() > WINDOW {
            return Ok(None);
        }
        // Floors that are connected in the window are connected in the world, so a remedy found in the window holds for the
        // world.
        let explain = |planner: &mut Planner<'_>| {
            let found = planner.endpoints();
            let failure = found
                .map_or_else(|failure| failure, |ends| planner.refuse(ends.start, &ends.nodes, &Outcome::default()));
            explained(planner, failure)
        };
        match self.tiles.within(&tiles, self.portals.tiles_around(), explain) {
            Ok(found) => Ok(Some(found)),
            Err(PlanError::World(WorldError::Limit { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
