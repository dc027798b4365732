//! Where a lower search ends: on any of some floors, with what is left from there.
//!
//! In: starts, tiles, and the floors where the search may end, each with its price. Out: the leg to the one from which all of the way costs
//! least. The search ends in a node of its own, which every such floor leads to at its price.

use super::descent::Leg;
use crate::ground::{TILE, TileKey};
use crate::plan::query::Planner;
use crate::reach::{FloorGraph, GoalBox};
use crate::search::{Buckets, Outcome, Space, search};
use crate::world::FloorId;
use std::ops::Range;

/// Floors where a search may end, each with what is left from there, and the columns that all of it leads to.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets {
    pub floors: Vec<(FloorId, u32)>,
    pub last: Option<GoalBox>,
    /// What the way to any of them may cost at most, if that is of interest.
    pub most: Option<u32>,
    /// A tile of which all is known: the search begins at its rim, and does not enter it.
    pub known: Option<TileKey>,
}

impl Targets {
    /// The goals themselves.
    pub fn goals(goals: &[FloorId]) -> Self {
        Self { floors: goals.iter().map(|&goal| (goal, 0)).collect(), ..Self::default() }
    }

    /// The same, given up when they cost more.
    pub fn within(self, most: Option<u32>) -> Self {
        Self { most, ..self }
    }
}

/// A column of a tile at its rim in a direction.
pub(super) fn on_rim(direction: usize, along: i32) -> [i32; 2] {
    let across = if direction < 2 { TILE - 1 } else { 0 };
    if direction.is_multiple_of(2) { [across, along] } else { [along, across] }
}

/// Cells that lead to targets and from there to a node of their own.
struct Toward<'s, 'a, 'w> {
    cells: FloorGraph<'a, 'w>,
    /// Sorted, with what is left.
    targets: &'s [(u32, u32)],
    least: u32,
    last: Option<GoalBox>,
    end: u32,
    /// Nodes that are not entered.
    known: Range<u32>,
}

impl Space for Toward<'_, '_, '_> {
    #[inline]
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        if let Ok(at) = self.targets.binary_search_by_key(&node, |&(target, _)| target) {
            visit(self.end, self.targets[at].1, 0);
        }
        self.cells.moves(node, |to, cost, how| {
            if !self.known.contains(&to) {
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

/// A search from some nodes, which cost something to be at, to targets, within some tiles or anywhere. What would cost more
/// than [`Targets::most`] is not found.
pub(super) fn toward(
    planner: &mut Planner<'_>,
    starts: &[(u32, u32)],
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
    let known = to.known.map_or(0..0, |tile| planner.terrain.nodes_of(tile));
    let (end, ahead) = (planner.terrain.spare(), planner.goal_box(&goals));
    planner.terrain.set_fence(fence.map(<[TileKey]>::to_vec));
    // One table for all legs: a new one would be as long as all nodes met so far, at every leg.
    let mut seen = std::mem::take(&mut planner.seen);
    let cells = planner.space(ahead, &goals, usize::MAX);
    let mut space = Toward { cells, targets: &targets, least, last: to.last, end, known };
    // At that cost one is at the end without any way.
    let given_up = to.most.zip(dearest).map(|(most, rest)| (end, most.saturating_add(rest)));
    let starts: Vec<(u32, u32)> = starts.iter().copied().chain(given_up).collect();
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &starts, budget);
    let target = outcome.goal.and_then(|end| seen.parent(end));
    let leg = target.map(|(target, _)| Leg::traced(planner, &seen, target));
    planner.terrain.set_fence(None);
    planner.seen = seen;
    (outcome, leg)
}
