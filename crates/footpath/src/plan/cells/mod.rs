//! The cells planner (Bandi & Thalmann 2000): a search over floors within a body's reach. The path of cells is traced back, and
//! the route builder smooths it.
//!
//! In: a `Planner` of a query. Out: a plan, or a failure. Also repairs plans after edits, and leads them to goals that have
//! moved.

mod explored;
mod intact;
mod join;
mod repair;
mod retarget;
mod splice;

pub use crate::route::{Cell, CellPath, CellPlan, Corner};
pub use explored::{Reached, ReachedFloor};
pub use repair::{Changed, Leaves, Repair};

pub(crate) use explored::explore;
pub(crate) use repair::repair;
pub(crate) use retarget::retarget;

use super::query::{Endpoints, Failure, Planner, Variant, Why, endpoints, work_of};
use crate::search::{Buckets, Fifo, Outcome, Seen, search};

/// Plans to the goal with the cheapest path.
pub(crate) fn plan<V: Variant>(mut planner: Planner<'_, V>) -> Result<CellPlan, Failure> {
    let endpoints = planner.endpoints()?;
    if planner.is_apart(&endpoints) {
        return Err(planner.refuse(endpoints.start, &endpoints.nodes, &Outcome::default()));
    }
    let (outcome, seen) = planner.search(&endpoints, 1);
    match outcome.goal {
        Some(goal) => Ok(planner.plan_to(&endpoints, &seen, goal, &outcome)),
        None => Err(planner.refuse(endpoints.start, &endpoints.nodes, &outcome)),
    }
}

/// Plans to every goal in one search, which ends when all goals are reached or no floor is left (§5.1).
pub(crate) fn plan_to_all<V: Variant>(mut planner: Planner<'_, V>) -> Result<Vec<Result<CellPlan, Failure>>, Failure> {
    let endpoints = planner.endpoints()?;
    let (outcome, seen) = planner.search(&endpoints, endpoints.nodes.len());
    let query = planner.query;
    let plan_to = |(goal, end)| match endpoints.best_of(goal, &seen) {
        Some(node) => Ok(planner.plan_to(&endpoints, &seen, node, &outcome)),
        None if endpoints.off_map.contains(&goal) => {
            Err(endpoints::off_map_of(&mut planner.terrain, query, end, Why::GoalOffMap))
        }
        None => Err(planner.refuse_from(endpoints.start, &endpoints.nodes_of(goal), &outcome)),
    };
    Ok(query.to.iter().enumerate().map(plan_to).collect())
}

impl<V: Variant> Planner<'_, V> {
    /// Searches from the starts until `wanted` goals are reached.
    fn search(&mut self, endpoints: &Endpoints, wanted: usize) -> (Outcome, Seen) {
        let mut seen = Seen::default();
        let (goal_box, budget) = (self.goal_box(&endpoints.nodes), self.query.budget);
        let unweighted = self.variant.is_unweighted(&self.costs, &self.body);
        let mut space = self.space(goal_box, &endpoints.nodes, wanted);
        let outcome = if unweighted {
            search(&mut space, &mut Fifo::default(), &mut seen, &endpoints.starts, budget)
        } else {
            search(&mut space, &mut Buckets::default(), &mut seen, &endpoints.starts, budget)
        };
        (outcome, seen)
    }

    /// The plan to a goal that a search has reached.
    fn plan_to(&mut self, endpoints: &Endpoints, seen: &Seen, goal: u32, outcome: &Outcome) -> CellPlan {
        let nodes = self.trace(seen, goal);
        let cost = u64::from(seen.cost(goal));
        self.plan_over(nodes, cost, endpoints.goal_of(goal), work_of(outcome))
    }
}
