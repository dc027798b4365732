//! The frontier of a search (Bandi & Thalmann §4.1): every floor that the search has reached, with its cost and level.
//!
//! In: a planner. Out: the floors in order of their cost, for measurements and for pictures such as Fig. 3 of the paper. The
//! search stops at the first goal; if it reaches no goal, all floors that the body can reach are listed.

use crate::plan::query::{Failure, Planner, Variant};
use crate::route::build::metres_of;
use crate::search::Seen;
use crate::world::{FloorId, World};

/// The floors that a search has reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reached {
    /// The floors sorted by cost, then by id.
    pub floors: Vec<ReachedFloor>,
    /// Floors expanded before the search stopped.
    pub expanded: u64,
    /// Whether a goal was reached.
    pub found: bool,
}

/// A floor that a search has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedFloor {
    /// The floor.
    pub floor: FloorId,
    /// Cost of reaching it, in 1/408 of a cell on plain ground.
    pub cost: u32,
    /// Moves from the start: the number that the paper writes into the cell.
    pub level: u32,
}

impl Reached {
    /// The highest cost of a floor, in metres of level walking.
    pub fn farthest(&self, world: &World) -> f64 {
        metres_of(world, self.floors.last().map_or(0, |last| u64::from(last.cost)))
    }
}

/// The floors that the search of a query reaches until it stops.
pub(crate) fn explore<V: Variant>(mut planner: Planner<'_, V>) -> Result<Reached, Failure> {
    let endpoints = planner.endpoints()?;
    let (outcome, seen) = planner.search(&endpoints, 1);
    let levels = levels(&seen, planner.terrain.len() as u32);
    let met = levels.into_iter().enumerate().filter_map(|(node, level)| Some((node as u32, level?)));
    let floor = |(node, level)| ReachedFloor { floor: planner.terrain.floor(node), cost: seen.cost(node), level };
    let mut floors: Vec<ReachedFloor> = met.map(floor).collect();
    floors.sort_unstable_by_key(|reached| (reached.cost, reached.floor));
    Ok(Reached { floors, expanded: outcome.expanded, found: outcome.goal.is_some() })
}

/// Moves from a start to each node that was reached.
fn levels(seen: &Seen, count: u32) -> Vec<Option<u32>> {
    let mut levels: Vec<Option<u32>> = vec![None; count as usize];
    let mut trail = Vec::new();
    for node in (0..count).filter(|&node| seen.contains(node)) {
        // Walks back to a node whose level is known, then forward again.
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
#[cfg(feature = "papers")]
mod tests {
    use crate::body::Body;
    use crate::plan::{Diagonals, Front, Goal, Neighbours, PaperMargin, PaperOptions, Query};
    use crate::reach::ORTHOGONAL;
    use crate::scene::Scene;
    use crate::world::{Bake, World};

    /// A level floor of 4 × 4 m.
    fn plate() -> World {
        let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]];
        let scene = Scene::builder().object("plate", &corners, &[0_u32, 1, 2, 0, 2, 3], None).build();
        World::bake(&scene, &Bake::default()).expect("a plate")
    }

    fn bushfire(body: &Body, from: [f64; 3], to: [f64; 3]) -> Query<'_> {
        let mut query = Query::new(body, from, to);
        query.papers = Some(PaperOptions {
            neighbours: Neighbours::Four,
            diagonals: Diagonals::Unit,
            front: Front::Bushfire,
            margin: PaperMargin::None,
            ..PaperOptions::default()
        });
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
        // The search stops at the goal, ten cells away: all diamonds before that are whole.
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
