//! Single steps from cell to cell: A*, or a flood without a goal.

use super::Grid;
use super::heuristic::Heuristic;
use crate::search::{Front, Queue, Space};

/// The cells of a grid as a space: one move per step, [`Grid::steps`].
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    /// By cell: which of the eight cells around it are free.
    rings: &'a [u8],
    /// By ring: which directions are open.
    open: &'a [u8; 256],
    /// By direction: the difference to the number of the next cell, and the cost.
    steps: [(i32, u32); 8],
    goal: Option<u32>,
    heuristic: Heuristic,
    /// By the step that led to a cell and its ring: directions in which to continue, if not all.
    onward: Option<&'static [[u8; 256]; 9]>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(grid: &'a Grid, goal: Option<u32>) -> Self {
        let costs = grid.moves.costs();
        let heuristic =
            goal.map_or(Heuristic::without_goal(grid.rows), |goal| Heuristic::new(grid.moves, grid.rows, goal));
        let steps = std::array::from_fn(|d| (grid.offsets[d], costs[d]));
        Self { rings: grid.rings(), open: &grid.open, steps, goal, heuristic, onward: None }
    }

    /// Without an estimate, and along one of equally cheap paths where the rule of moving allows that: Dijkstra's search.
    pub(super) fn blind(grid: &'a Grid, goal: u32) -> Self {
        Self { goal: Some(goal), onward: grid.moves.onward(), ..Self::new(grid, None) }
    }

    #[inline]
    fn visit_steps(&self, node: u32, how: u8, mut visit: impl FnMut(u32, u32, u8)) {
        let ring = usize::from(self.rings[node as usize]);
        let mut open = match self.onward {
            Some(onward) => onward[usize::from(how) % 9][ring],
            None => self.open[ring],
        };
        while open != 0 {
            let d = open.trailing_zeros() as usize & 7;
            open &= open - 1;
            let (offset, cost) = self.steps[d];
            visit(node.wrapping_add_signed(offset), cost, d as u8 + 1);
        }
    }
}

impl Space for Steps<'_> {
    fn moves(&mut self, node: u32, visit: impl FnMut(u32, u32, u8)) {
        self.visit_steps(node, 0, visit);
    }

    #[inline]
    fn expand<Q: Queue>(&mut self, node: u32, how: u8, front: &mut Front<'_, Q>) {
        self.visit_steps(node, how, |to, cost, how| front.meet(self, to, cost, how));
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        self.heuristic.estimate(node)
    }

    #[inline]
    fn is_goal(&mut self, node: u32) -> bool {
        self.goal == Some(node)
    }

    fn len(&self) -> usize {
        self.rings.len()
    }
}
