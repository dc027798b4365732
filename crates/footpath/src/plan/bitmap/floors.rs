//! The bitmap as a view of the ground: the seed's question, asked of every floor.
//!
//! A floor is free if the body fits upright about the centre of its column, from `max_climb` above it to its height: the rooms
//! that the cells planner goes by. Where the seed has one bitmap of one level plane, each floor has its own height range,
//! so that slopes, stairs, and floors above one another need no more. One walks from floor to floor as far as the body
//! climbs, and does nothing else: no bending, no leaps. Costs of 10 and 14, by the one search kernel.
//!
//! Where we differ from the seed: its search spreads evenly over the whole bitmap, which in a town is tens of millions of cells.
//! Here what is left at least is added, so that it heads for the goal and finds a way of the same cost.

use crate::body::Body;
use crate::plan::cells::{CellPlan, Ends, Planner};
use crate::plan::no_route::NoRoute;
use crate::plan::query::{CellOptions, Corners, Extended, Margin, Query};
use crate::reach::Terrain;
use crate::reach::octile_at;
use crate::reach::{Costs, GoalBox};
use crate::route::Work;
use crate::search::{Buckets, Outcome, Seen, Space, search};
use crate::world::World;

/// Costs of a step to one of the four nearest columns, and of a diagonal one.
const COSTS: [u32; 2] = [10, 14];

impl World {
    /// Plans with the bitmap planner: walking upright alone, at costs of 10 and 14 (Kuffner 1998). Of [`CellOptions`] it uses the
    /// smoothing, and whether there is a margin; [`Smoothing::None`](crate::plan::Smoothing) leaves the path from centre to
    /// centre, as the seed has it.
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
        let world = self.ruled(query)?;
        let body = upright(query.body);
        let query = on_bitmap(query, &body);
        let mut planner = Planner::new(&world, &query);
        let ends = planner.ends()?;
        if planner.is_apart(&ends) {
            return Err(planner.refuse(&ends, &ends.nodes, &Outcome::default()));
        }
        let ahead = planner.ahead(&ends.nodes);
        let (outcome, seen) = searched(&mut planner, &ends, ahead, query.budget);
        let Some(goal) = outcome.goal else {
            return Err(planner.refuse(&ends, &ends.nodes, &outcome));
        };
        let cost = u64::from(seen.cost(goal));
        let path = seen.path(goal).into_iter().map(|(node, _)| (node, 0)).collect();
        let work = Work { expanded: outcome.expanded, enqueued: outcome.enqueued };
        let mut plan = planner.told(path, cost, ends.goal_of(goal), work);
        plan.route.cost = cost as f64 / f64::from(COSTS[0]) * world.grid().cell_size();
        Ok(plan)
    }
}

/// What a search from floor to floor found.
fn searched(planner: &mut Planner<'_>, ends: &Ends, ahead: Option<GoalBox>, budget: u64) -> (Outcome, Seen) {
    let mut seen = Seen::default();
    let mut space = Floors { terrain: &mut planner.terrain, costs: &planner.costs, goals: &ends.nodes, ahead };
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &ends.starts, budget);
    (outcome, seen)
}

/// A body that walks and does nothing else.
pub(crate) fn upright(body: &Body) -> Body {
    Body { abilities: Vec::new(), climb_cost: 0.0, ..body.clone() }
}

/// A query for such a body with those of its options that the bitmap knows of.
pub(crate) fn on_bitmap<'a>(query: &Query<'a>, upright: &'a Body) -> Query<'a> {
    let margin = if query.cells.margin == Margin::None { Margin::None } else { Margin::Radius };
    let smoothing = query.cells.smoothing;
    let cells = CellOptions { margin, smoothing, extended: Extended::None, ..CellOptions::default() };
    Query { body: upright, cells, ..query.clone() }
}

/// Floors around a start on which the body stands upright.
struct Floors<'a, 'w> {
    terrain: &'a mut Terrain<'w>,
    /// What says whether the body can do a step: there may be too little room between two floors.
    costs: &'a Costs,
    /// Goals, sorted.
    goals: &'a [u32],
    /// Where they are, so that the search heads there.
    ahead: Option<GoalBox>,
}

impl Space for Floors<'_, '_> {
    #[inline]
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let costs = self.costs;
        self.terrain.steps(node, 8, Corners::BothFlanks, |terrain, way, to| {
            if costs.step(terrain, node, to, way).is_some() {
                visit(to, COSTS[usize::from(way >= 4)], way as u8);
            }
        });
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        self.ahead.as_ref().map_or(0, |ahead| {
            let [dx, dz] = ahead.offset(self.terrain.column(node));
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
    use crate::{Bake, Scene};

    /// Heading for the goal finds ways as cheap as spreading evenly does, with less work.
    #[test]
    fn ways_cost_as_little_as_by_dijkstras_search() {
        for scene in ["house", "office", "maze"] {
            let world = World::bake(&Scene::built_in(scene).unwrap(), &Bake::default()).unwrap();
            let body = upright(&Body::adult());
            let (mut found, mut work) = (0, [0; 2]);
            for from in world.places() {
                for to in world.places() {
                    let query = on_bitmap(&Query::new(&body, from.position, to.position), &body);
                    let mut planner = Planner::new(&world, &query);
                    let Ok(ends) = planner.ends() else { continue };
                    let ahead = planner.ahead(&ends.nodes);
                    let costs = [ahead, None].map(|ahead| {
                        let (outcome, seen) = searched(&mut planner, &ends, ahead, u64::MAX);
                        work[usize::from(ahead.is_none())] += outcome.expanded;
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
