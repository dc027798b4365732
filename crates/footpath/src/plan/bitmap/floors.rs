//! The bitmap as a view of the ground: the seed's question, asked of every floor.
//!
//! A floor is free if the body fits upright about the centre of its column, from `max_climb` above it to its height: the rooms
//! that the cells planner goes by. Where the seed has one bitmap of one level plane, each floor has its own height range,
//! so that slopes, stairs, and floors above one another need no more. One walks from floor to floor as far as the body
//! climbs, and does nothing else: no bending, no leaps. Dijkstra with costs of 10 and 14, by the one search kernel.

use crate::body::Body;
use crate::plan::cells::{CellPlan, Costs, Planner};
use crate::plan::no_route::NoRoute;
use crate::plan::query::{CellOptions, Corners, Extended, Margin, Query};
use crate::plan::terrain::Terrain;
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
        let mut seen = Seen::default();
        let mut space = Floors { terrain: &mut planner.terrain, costs: &planner.costs, goals: &ends.nodes };
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &ends.starts, query.budget);
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

    fn estimate(&self, _: u32) -> u32 {
        0
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
