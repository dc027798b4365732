//! The front itself (Bandi & Thalmann §4.1): every floor that a search has met, with its cost and its level.
//!
//! In: a query. Out: the floors in order of their cost, for pictures such as the seed's Fig. 3 and for measuring. The front
//! stops where the search does, at the first goal; when no goal can be reached it is all that the body can reach.

use super::Planner;
use crate::plan::no_route::NoRoute;
use crate::plan::query::Query;
use crate::reach::ORTHOGONAL;
use crate::search::Seen;
use crate::world::{FloorId, World};

/// The floors that a search has met.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reached {
    /// The floors by cost, those of one cost in order of their ids.
    pub floors: Vec<ReachedFloor>,
    /// Floors expanded before the search stopped.
    pub expanded: u64,
    /// Whether a goal was reached.
    pub found: bool,
}

/// A floor of the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedFloor {
    /// The floor.
    pub floor: FloorId,
    /// What it costs to get there, in 1/408 of a cell on plain ground.
    pub cost: u32,
    /// Moves from the start: the number that the seed writes into the cell.
    pub level: u32,
}

impl Reached {
    /// The cost of the dearest floor, in metres of level walking.
    pub fn farthest(&self, world: &World) -> f64 {
        let cells = self.floors.last().map_or(0.0, |last| f64::from(last.cost) / f64::from(ORTHOGONAL));
        cells * world.grid().cell_size()
    }
}

impl World {
    /// How far the front of a query has grown when its search stops. The refusal is that of an end off the map; a goal that
    /// cannot be reached gives all that can.
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
        let world = self.ruled(query)?;
        let mut planner = Planner::new(&world, query);
        let ends = planner.ends()?;
        let (outcome, seen) = planner.grow(&ends, 1);
        let levels = levels(&seen, planner.terrain.len() as u32);
        let met = levels.into_iter().enumerate().filter_map(|(node, level)| Some((node as u32, level?)));
        let floor = |(node, level)| ReachedFloor { floor: planner.terrain.floor(node), cost: seen.cost(node), level };
        let mut floors: Vec<ReachedFloor> = met.map(floor).collect();
        floors.sort_unstable_by_key(|reached| (reached.cost, reached.floor));
        Ok(Reached { floors, expanded: outcome.expanded, found: outcome.goal.is_some() })
    }
}

/// Moves from a start to each node that was met.
fn levels(seen: &Seen, count: u32) -> Vec<Option<u32>> {
    let mut levels: Vec<Option<u32>> = vec![None; count as usize];
    let mut trail = Vec::new();
    for node in (0..count).filter(|&node| seen.contains(node)) {
        // Back to a node whose level is known, then forth again.
        let mut at = Some(node);
        while let Some(here) = at.filter(|&here| levels[here as usize].is_none()) {
            trail.push(here);
            at = seen.parent(here).map(|(parent, _)| parent);
        }
        let mut next = at.map_or(0, |known| levels[known as usize].map_or(0, |level| level + 1));
        while let Some(here) = trail.pop() {
            levels[here as usize] = Some(next);
            next += 1;
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::plan::{CellOptions, Diagonals, Front, Goal, Margin, Neighbours};
    use crate::scene::Scene;
    use crate::world::Bake;

    /// A level floor of 4 × 4 m.
    fn plate() -> World {
        let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]];
        let scene = Scene::builder().object("plate", &corners, &[0_u32, 1, 2, 0, 2, 3], None).build();
        World::bake(&scene, &Bake::default()).expect("a plate")
    }

    fn bushfire(body: &Body, from: [f64; 3], to: [f64; 3]) -> Query<'_> {
        let mut query = Query::new(body, from, to);
        query.cells = CellOptions {
            neighbours: Neighbours::Four,
            diagonals: Diagonals::Unit,
            front: Front::Bushfire,
            margin: Margin::None,
            ..CellOptions::default()
        };
        query
    }

    #[test]
    fn levels_of_a_four_neighbour_front_are_diamonds() {
        let (world, body) = (plate(), Body { abilities: Vec::new(), ..Body::adult() });
        let front =
            world.front(&bushfire(&body, [2.05, 0.0, 2.05], [2.05, 0.0, 3.05])).expect("both ends on the plate");
        assert!(front.found && front.floors.is_sorted_by_key(|reached| reached.cost));
        let start = world.column_of(front.floors[0].floor).expect("a floor");
        for reached in &front.floors {
            let column = world.column_of(reached.floor).expect("a floor");
            let apart = column.x.abs_diff(start.x) + column.z.abs_diff(start.z);
            assert_eq!((reached.level, reached.cost), (apart, apart * ORTHOGONAL));
        }
        // It stops at the goal, ten cells away: all diamonds before its own are whole.
        assert_eq!(front.floors.iter().filter(|reached| reached.level == 9).count(), 36);
        assert!(front.floors.iter().all(|reached| reached.level <= 11));
    }

    #[test]
    fn a_front_from_a_region_begins_everywhere_in_it() {
        let (world, body) = (plate(), Body::adult());
        let mut query = bushfire(&body, [9.0; 3], [3.05, 0.0, 2.05]);
        query.from_region = Some(Goal::Box([1.0, -1.0, 1.0], [2.0, 1.0, 2.0]));
        let front = world.front(&query).expect("both ends on the plate");
        assert_eq!(front.floors.iter().filter(|reached| reached.level == 0).count(), 100);
        query.from_region = Some(Goal::Object("roof".to_owned()));
        assert!(world.front(&query).is_err());
    }
}
