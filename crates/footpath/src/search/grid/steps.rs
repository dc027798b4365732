//! Moves cell by cell: A*, or a flood without a goal.

use super::Grid;
use crate::search::Space;

/// The cells of a grid as a space: one move per step, [`Grid::steps`].
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    grid: &'a Grid,
    costs: [u32; 8],
    goal: Option<(u32, [i32; 2])>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(grid: &'a Grid, goal: Option<u32>) -> Self {
        Self { grid, costs: grid.moves.costs(), goal: goal.map(|cell| (cell, grid.place(cell))) }
    }
}

impl Space for Steps<'_> {
    #[inline]
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let mut open = self.grid.open[usize::from(self.grid.rings[node as usize])];
        while open != 0 {
            let d = open.trailing_zeros() as usize;
            open &= open - 1;
            visit(node.wrapping_add_signed(self.grid.offsets[d]), self.costs[d], d as u8 + 1);
        }
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        self.goal.map_or(0, |(_, goal)| self.grid.moves.between(self.grid.place(node), goal))
    }

    #[inline]
    fn is_goal(&mut self, node: u32) -> bool {
        self.goal.is_some_and(|(goal, _)| goal == node)
    }

    fn len(&self) -> usize {
        self.grid.rings.len()
    }
}
