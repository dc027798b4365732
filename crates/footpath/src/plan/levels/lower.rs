//! Lower searches: over floors, to any of some targets.
//!
//! In: starts, tiles, and the floors where the search may end, each with the remaining cost from there. Out: the leg to the
//! target with the least sum of both costs. The search ends in a virtual end node, to which each target leads at its remaining
//! cost.

use super::planner::Leg;
use super::targets::Targets;
use crate::ground::TileKey;
use crate::plan::query::Planner;
use crate::reach::{FloorGraph, GoalBox};
use crate::search::{Buckets, Outcome, Seen, Space, search};
use crate::world::FloorId;
use std::ops::Range;

/// Floors, targets and the end node, as a space.
struct Toward<'s, 'a, 'w> {
    cells: FloorGraph<'a, 'w>,
    /// Sorted, with the remaining cost.
    targets: &'s [(u32, u32)],
    least: u32,
    last: Option<GoalBox>,
    end: u32,
    /// Nodes that the search does not enter.
    closed: Range<u32>,
}

impl Space for Toward<'_, '_, '_> {
    #[inline]
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        if let Ok(at) = self.targets.binary_search_by_key(&node, |&(target, _)| target) {
            visit(self.end, self.targets[at].1, 0);
        }
        self.cells.moves(node, |to, cost, how| {
            if !self.closed.contains(&to) {
                visit(to, cost, how);
            }
        });
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        if node == self.end {
            return 0;
        }
        let last = |last: &GoalBox| self.cells.costs.cost_to(last, self.cells.terrain.column(node));
        let near = self.cells.estimate(node).saturating_add(self.least);
        near.max(self.last.as_ref().map_or(0, last))
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == self.end
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.cells.is_stopped()
    }

    fn len(&self) -> usize {
        self.cells.len()
    }
}

/// The nodes of starts, with their initial costs.
fn start_nodes(planner: &mut Planner<'_>, starts: &[(FloorId, u32)]) -> Vec<(u32, u32)> {
    starts.iter().map(|&(floor, cost)| (planner.terrain.node(floor), cost)).collect()
}

/// A search from some floors to targets, within some tiles or anywhere. A leg that would cost more than [`Targets::most`] is not
/// found.
pub(super) fn search_toward(
    planner: &mut Planner<'_>,
    starts: &[(FloorId, u32)],
    fence: Option<&[TileKey]>,
    to: Targets,
    budget: u64,
) -> (Outcome, Option<Leg>) {
    let mut targets: Vec<(u32, u32)> = Vec::new();
    for (floor, rest) in to.floors {
        let node = planner.terrain.node(floor);
        if planner.terrain.room(node) > 0 {
            targets.push((node, rest));
        }
    }
    targets.sort_unstable();
    targets.dedup_by_key(|&mut (node, _)| node);
    let Some(least) = targets.iter().map(|&(_, rest)| rest).min() else { return (Outcome::default(), None) };
    let dearest = targets.iter().map(|&(_, rest)| rest).max();
    let goals: Vec<u32> = targets.iter().map(|&(node, _)| node).collect();
    let closed = to.closed.map_or(0..0, |tile| planner.terrain.nodes_of(tile));
    let mut starts = start_nodes(planner, starts);
    let (end, ahead) = (planner.terrain.spare(), planner.goal_box(&goals));
    // Start the end node at the cost limit. If it is popped first, no path within the limit exists.
    let limit = to.most.zip(dearest).map(|(most, rest)| (end, most.saturating_add(rest)));
    starts.extend(limit);
    planner.terrain.set_fence(fence.map(<[TileKey]>::to_vec));
    // One table serves all legs: a new one would have to be as long as all nodes visited so far, at every leg.
    let mut seen = std::mem::take(&mut planner.seen);
    let cells = planner.space(ahead, &goals, usize::MAX);
    let mut space = Toward { cells, targets: &targets, least, last: to.last, end, closed };
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &starts, budget);
    let target = outcome.goal.and_then(|end| seen.parent(end));
    let leg = target.map(|(target, _)| trace(planner, &seen, target));
    planner.terrain.set_fence(None);
    planner.seen = seen;
    (outcome, leg)
}

/// A search from some floors to the nearest of others, within some tiles or anywhere.
pub(in crate::plan) fn search_goals(
    planner: &mut Planner<'_>,
    starts: &[(FloorId, u32)],
    fence: Option<&[TileKey]>,
    goals: &[FloorId],
    budget: u64,
) -> (Outcome, Option<Leg>) {
    let starts = start_nodes(planner, starts);
    let mut goals: Vec<u32> = goals.iter().map(|&goal| planner.terrain.node(goal)).collect();
    goals.sort_unstable();
    goals.dedup();
    planner.terrain.set_fence(fence.map(<[TileKey]>::to_vec));
    let ahead = planner.goal_box(&goals);
    let mut seen = std::mem::take(&mut planner.seen);
    let mut space = planner.space(ahead, &goals, 1);
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &starts, budget);
    let leg = outcome.goal.map(|goal| trace(planner, &seen, goal));
    planner.terrain.set_fence(None);
    planner.seen = seen;
    (outcome, leg)
}

/// The leg that a search has found to a node.
fn trace(planner: &mut Planner<'_>, seen: &Seen, end: u32) -> Leg {
    let path = planner.trace(seen, end);
    Leg {
        costs: path.iter().map(|&(node, _)| u64::from(seen.cost(node))).collect(),
        floors: path.into_iter().map(|(node, how)| (planner.terrain.floor(node), how)).collect(),
        hops: 0,
    }
}
