//! Floors as a graph to search: the moves of a body, and how far the goals are.
//!
//! In: the touched tiles, costs and goals. Out: a [`Space`] for the search kernel.

use super::{Costs, GoalBox, Move, Terrain, octile};
use crate::search::Space;

/// Which moves a search over floors looks at, and the heuristic that goes with them.
pub(crate) trait Moves {
    /// Calls `visit(terrain, to, cost, move)` for every move from a node.
    fn visit(
        &self,
        terrain: &mut Terrain<'_>,
        costs: &Costs,
        node: u32,
        visit: impl FnMut(&Terrain<'_>, u32, u32, Move),
    );

    /// A lower bound of the cost over so many columns.
    #[inline]
    fn estimate(&self, costs: &Costs, [dx, dz]: [i32; 2]) -> u32 {
        costs.at_least(octile(dx, dz))
    }
}

/// All moves of a body: steps, and leaps if they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GraphOptions {
    /// Whether it looks at leaps.
    pub leaps: bool,
}

impl GraphOptions {
    /// A search by cost alone, with leaps or without.
    pub fn flood(leaps: bool) -> Self {
        Self { leaps }
    }
}

impl Moves for GraphOptions {
    #[inline]
    fn visit(
        &self,
        terrain: &mut Terrain<'_>,
        costs: &Costs,
        node: u32,
        mut visit: impl FnMut(&Terrain<'_>, u32, u32, Move),
    ) {
        terrain.steps(node, |terrain, way, to| {
            if let Some((cost, how)) = costs.step(terrain, node, to, way) {
                visit(terrain, to, cost, how);
            }
        });
        if self.leaps {
            terrain.leaps(node, |terrain, to, cost, leap| visit(terrain, to, cost, Move::Leap(leap)));
        }
    }
}

/// The floors around a start, with their moves.
pub(crate) struct FloorGraph<'a, 'w, M = GraphOptions> {
    pub terrain: &'a mut Terrain<'w>,
    pub costs: &'a Costs,
    pub options: M,
    /// The box around the goals; none for a search by cost alone.
    pub goal_box: Option<GoalBox>,
    /// Goals, sorted.
    pub goals: &'a [u32],
    /// Goals that must be reached before the search stops.
    pub wanted: usize,
}

impl<'a, 'w> FloorGraph<'a, 'w> {
    /// A graph without any goal.
    pub fn flood(terrain: &'a mut Terrain<'w>, costs: &'a Costs, options: GraphOptions) -> Self {
        Self { terrain, costs, options, goal_box: None, goals: &[], wanted: 1 }
    }
}

impl<M: Moves> Space for FloorGraph<'_, '_, M> {
    #[inline]
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let goals = self.goals;
        // A filter may close the floor of a goal, which is entered all the same.
        let closed = |terrain: &Terrain<'_>, to: u32| terrain.is_closed(to) && goals.binary_search(&to).is_err();
        self.options.visit(self.terrain, self.costs, node, |terrain, to, cost, how| {
            if !closed(terrain, to) {
                visit(to, cost, how.pack());
            }
        });
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        let offset = |goals: &GoalBox| self.options.estimate(self.costs, goals.offset(self.terrain.column(node)));
        self.goal_box.as_ref().map_or(0, offset)
    }

    fn is_goal(&mut self, node: u32) -> bool {
        if self.goals.binary_search(&node).is_err() {
            return false;
        }
        self.wanted -= 1;
        self.wanted == 0
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.terrain.stop.is_set()
    }

    fn len(&self) -> usize {
        self.terrain.len()
    }
}
