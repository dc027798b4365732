//! Why there is no way: told from what is known, and from a window around both ends where that fits into memory.

use super::PlanError;
use super::look::LOOKED;
use super::walk::{Known, Walk};
use crate::ground::{TileKey, Window};
use crate::plan::no_route::{NoRoute, Why};
use crate::search::Outcome;
use crate::world::WorldError;

/// Tiles of a window in which a reason is looked for, at most.
const NEAR: usize = 144;

impl Walk<'_> {
    /// The refusal after an upper search that found nothing.
    pub fn no(&self, known: &Known, outcome: &Outcome) -> Result<NoRoute, PlanError> {
        let no = |kind: Why, message: String| Ok(NoRoute::new(kind, self.query.from, message));
        if self.query.stop.is_set() {
            return no(Why::Budget, "the search was stopped".to_owned());
        }
        if outcome.exhausted {
            let stopped = format!("the search was stopped after {} waypoints; raise the budget", outcome.expanded);
            return no(Why::Budget, stopped);
        }
        if outcome.too_costly {
            return no(Why::Budget, "the goal is farther than costs can be counted".to_owned());
        }
        if known.looked > LOOKED {
            let message = "no waypoints join start and goal, and no leap was found in";
            return no(Why::Budget, format!("{message} {LOOKED} tiles around them; there may be one farther on"));
        }
        const APART: &str = "the goal cannot be reached from the start";
        if !self.query.explain {
            return no(Why::Disconnected, APART.to_owned());
        }
        match self.reason(known)? {
            Some(reason) => Ok(reason),
            None => no(Why::Disconnected, format!("{APART}; what keeps them apart would take more memory to find")),
        }
    }

    /// What keeps the ends apart, looked for in a window around both; none if that would not fit.
    fn reason(&self, known: &Known) -> Result<Option<NoRoute>, PlanError> {
        let Some(ends) = &known.ends else { return Ok(None) };
        let around = ends
            .goals
            .iter()
            .map(|goal| goal.tile)
            .fold(Window::of_tile(ends.start.tile), |window, tile| window.hull(&Window::of_tile(tile)));
        let tiles: Vec<TileKey> = self.paged.tiles_in(&around);
        if tiles.len() > NEAR {
            return Ok(None);
        }
        let window = match self.window(tiles, self.hierarchy.tiles_around()) {
            Ok(window) => window,
            Err(PlanError::World(WorldError::Limit { .. })) => return Ok(None),
            Err(error) => return Err(error),
        };
        // All that is joined in the window is joined in the world, so what would join them there would join them.
        let mut planner = self.planner(&window, true);
        let ends = planner.ends()?;
        Ok(Some(planner.refuse(&ends, &ends.nodes, &Outcome::default())))
    }
}
