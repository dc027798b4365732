//! The bitmap planner over the floors of a world.
//!
//! In: a planner of a query that [`bitmap_query`] has made. Out: a plan, or a failure. A floor is free if the body fits upright
//! around the centre of its column, from `max_climb` above the floor to its height. These are the rooms that the cells planner
//! uses. Each floor has its own height range, where Kuffner 1998 has one bitmap of a level plane; slopes, stairs and several
//! storeys therefore need no further rule. The body walks from floor to floor within its climb; it does not bend and does not
//! leap. Costs are 10 and 14.
//!
//! We differ from Kuffner 1998 in one point. Its search spreads evenly over the whole bitmap, which in a town has tens of
//! millions of cells. Here an estimate guides the search to the goal, on a path of the same cost.

use crate::body::Body;
use crate::plan::query::{CellOptions, Endpoints, Failure, Planner, Query, work_of};
use crate::reach::{Costs, GoalBox, Move, Terrain, octile_at};
use crate::route::CellPlan;
use crate::search::{Buckets, Outcome, Seen, Space, search};

/// Costs of a step to one of the four nearest columns, and of a diagonal one.
const COSTS: [u32; 2] = [10, 14];

/// Plans for a query that [`bitmap_query`] has made.
pub(crate) fn plan(mut planner: Planner<'_>) -> Result<CellPlan, Failure> {
    let endpoints = planner.endpoints()?;
    if planner.is_apart(&endpoints) {
        return Err(planner.refuse(endpoints.start, &endpoints.nodes, &Outcome::default()));
    }
    let goal_box = planner.goal_box(&endpoints.nodes);
    let budget = planner.query.budget;
    let (outcome, seen) = search_floors(&mut planner, &endpoints, goal_box, budget);
    let Some(goal) = outcome.goal else {
        return Err(planner.refuse(endpoints.start, &endpoints.nodes, &outcome));
    };
    let cost = u64::from(seen.cost(goal));
    let nodes = seen.path(goal).into_iter().map(|(node, _)| (node, Move::WALK)).collect();
    let mut plan = planner.plan_over(nodes, cost, endpoints.goal_of(goal), work_of(&outcome));
    plan.route.cost = cost as f64 / f64::from(COSTS[0]) * planner.terrain.world.grid().cell_size();
    Ok(plan)
}

/// Searches from floor to floor.
fn search_floors(
    planner: &mut Planner<'_>,
    endpoints: &Endpoints,
    goal_box: Option<GoalBox>,
    budget: u64,
) -> (Outcome, Seen) {
    let mut seen = Seen::default();
    let mut space = Floors { terrain: &mut planner.terrain, costs: &planner.costs, goals: &endpoints.nodes, goal_box };
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &endpoints.starts, budget);
    (outcome, seen)
}

/// The same body without abilities, which only walks upright.
pub(crate) fn upright_body(body: &Body) -> Body {
    Body { abilities: Vec::new(), climb_cost: 0.0, ..body.clone() }
}

/// The query for such a body, without leaps.
pub(crate) fn bitmap_query<'a>(query: &Query<'a>, upright: &'a Body) -> Query<'a> {
    Query { body: upright, cells: CellOptions { leaps: false, ..query.cells }, ..query.clone() }
}

/// The floors on which the body stands upright, as a space.
struct Floors<'a, 'w> {
    terrain: &'a mut Terrain<'w>,
    /// Whether the body can make a step: there may be too little room between two floors.
    costs: &'a Costs,
    /// Goals, sorted.
    goals: &'a [u32],
    /// The box around the goals, for the estimate.
    goal_box: Option<GoalBox>,
}

impl Space for Floors<'_, '_> {
    #[inline]
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let costs = self.costs;
        self.terrain.steps(node, |terrain, way, to| {
            if costs.step(terrain, node, to, way).is_some() {
                visit(to, COSTS[usize::from(way >= 4)], way as u8);
            }
        });
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        self.goal_box.as_ref().map_or(0, |goals| {
            let [dx, dz] = goals.offset(self.terrain.column(node));
            octile_at(COSTS, dx, dz)
        })
    }

    fn is_goal(&mut self, node: u32) -> bool {
        self.goals.binary_search(&node).is_ok()
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.terrain.stop.is_set()
    }

    fn len(&self) -> usize {
        self.terrain.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bake, Scene, World};

    /// A search with an estimate finds paths as cheap as one without, with less work.
    #[test]
    fn ways_cost_as_little_as_by_dijkstras_search() {
        for scene in ["house", "office", "maze"] {
            let world = World::bake(&Scene::built_in(scene).unwrap(), &Bake::default()).unwrap();
            let body = upright_body(&Body::adult());
            let (mut found, mut work) = (0, [0; 2]);
            for from in world.places() {
                for to in world.places() {
                    let query = bitmap_query(&Query::new(&body, from.position, to.position), &body);
                    let mut planner = Planner::new(&world, &query);
                    let Ok(endpoints) = planner.endpoints() else { continue };
                    let goal_box = planner.goal_box(&endpoints.nodes);
                    let costs = [goal_box, None].map(|goal_box| {
                        let (outcome, seen) = search_floors(&mut planner, &endpoints, goal_box, u64::MAX);
                        work[usize::from(goal_box.is_none())] += outcome.expanded;
                        outcome.goal.map(|goal| seen.cost(goal))
                    });
                    assert_eq!(costs[0], costs[1], "{scene}, {} to {}", from.name, to.name);
                    found += usize::from(costs[0].is_some_and(|cost| cost > 0));
                }
            }
            assert!(found > 1 && work[0] < work[1], "{scene}: {found} ways, {work:?} expanded");
        }
    }
}
