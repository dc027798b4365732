//! The intact part of a path after the world has changed.
//!
//! In: a plan and the cell that the walker is on. Out: for each cell from there on, whether it can be kept. A cell is kept if its
//! floor exists, the body can stand on it, the route's straight line over it is free, and the move that leads to it is still
//! possible, leaps included. Cells behind the walker are not examined.

use crate::ground::ColumnKey;
use crate::plan::query::{Planner, Variant};
use crate::reach::{Move, Moves};
use crate::route::line::{check_step_exceptions, feet_around, sweep_level};
use crate::route::{Cell, CellPlan};
use std::sync::Arc;

/// The intact part of a path.
pub(super) struct Intact {
    /// The cell that the walker is on.
    walker: usize,
    /// Nodes of the cells from the walker's last corner on; `None` before it, and where the body cannot stand.
    pub nodes: Vec<Option<u32>>,
    /// Cells that cannot be kept.
    lost: Vec<bool>,
    /// Cells to which the move before them no longer leads.
    cut: Vec<bool>,
}

impl Intact {
    /// Whether the whole path ahead of the walker is intact.
    pub fn is_whole(&self) -> bool {
        !self.lost[self.walker..].contains(&true) && !self.cut[self.walker + 1..].contains(&true)
    }

    /// The last cell that the walker can reach along the path, at least its own cell: C of Fig. 15.
    pub fn last_free(&self) -> usize {
        let walker = self.walker;
        if self.lost[walker] {
            return walker;
        }
        let ahead = walker + 1..self.lost.len();
        ahead.take_while(|&i| !self.lost[i] && !self.cut[i]).last().unwrap_or(walker)
    }

    /// The first cell from which the path is intact up to its end: D of Fig. 15. The number of cells if there is none.
    pub fn first_free(&self) -> usize {
        let cells = self.lost.len();
        let last_cut = (self.walker + 1..cells).rev().find(|&i| self.cut[i]).unwrap_or(0);
        let after_lost = (self.walker..cells).rev().find(|&i| self.lost[i]).map_or(0, |i| i + 1);
        last_cut.max(after_lost).max(self.walker)
    }
}

impl<V: Variant> Planner<'_, V> {
    /// Examines a path from the walker on.
    pub(super) fn examine(&mut self, plan: &CellPlan, walker: usize) -> Intact {
        let cells = &plan.path.cells;
        let corner = plan.corners.iter().rev().find(|corner| corner.cell <= walker).map_or(0, |corner| corner.cell);
        let nodes: Vec<Option<u32>> =
            cells.iter().enumerate().map(|(i, cell)| if i < corner { None } else { self.node_of(cell) }).collect();
        // Closed floors are lost, except those of the walker and the goal.
        let (terrain, between) = (&self.terrain, walker + 1..cells.len() - 1);
        let lost = |i: usize| nodes[i].is_none_or(|node| between.contains(&i) && terrain.is_closed(node));
        let lost = (0..cells.len()).map(|i| i >= walker && lost(i)).collect();
        let mut intact = Intact { walker, nodes, lost, cut: vec![false; cells.len()] };
        for i in walker + 1..cells.len() {
            if let (Some(from), Some(to)) = (intact.nodes[i - 1], intact.nodes[i]) {
                intact.cut[i] = !self.can_move(from, to, &cells[i - 1]);
            }
        }
        for pair in plan.corners.windows(2) {
            let (first, last) = (pair[0].cell, pair[1].cell);
            let walked = first.max(walker);
            // Neighbouring cells need only their move.
            if last > walked && last > first + 1 && !intact.lost[walked..=last].contains(&true) {
                self.mark_collisions(cells, first, last, &mut intact);
            }
        }
        intact
    }

    /// The node of a cell, if its floor exists and the body can stand on it.
    pub(super) fn node_of(&mut self, cell: &Cell) -> Option<u32> {
        let node = self.terrain.node(cell.floor(self.terrain.world)?);
        (self.terrain.room(node) > 0).then_some(node)
    }

    /// Whether the body can still get from a cell to the next by the same move.
    fn can_move(&mut self, from: u32, to: u32, cell: &Cell) -> bool {
        let (reach, planned) = (Arc::clone(&self.terrain.reach), cell.step());
        let fits = |how: Move| match how {
            Move::Leap(_) => how.action(&reach.limits) == cell.action,
            _ if cell.action.is_leap() => false,
            // The planned posture may be lower than the one needed now.
            Move::Walk(posture) => planned != Move::Run && posture <= cell.posture,
            Move::Run => planned == Move::Run,
        };
        // Deriving leaps takes long.
        let moves = self.variant.moves(self.options.leaps && cell.action.is_leap());
        let mut found = false;
        moves.visit(&mut self.terrain, &self.costs, from, |_, there, _, how| found |= there == to && fits(how));
        found
    }

    /// Marks the cells of a line at which the body would collide with an object beside it.
    fn mark_collisions(&mut self, cells: &[Cell], first: usize, last: usize, intact: &mut Intact) {
        let walked = first.max(intact.walker);
        let height = cells[first].step().height(&self.terrain.reach.limits);
        let feet: Vec<i32> = cells[first..=last].iter().map(|cell| cell.height).collect();
        let (mut narrow, mut leaning) = (Vec::new(), false);
        for i in walked..=last {
            let Some(node) = intact.nodes[i] else { continue };
            let rise = feet_around(&feet, i - first)[1] - feet[i - first];
            let (room, leans) = self.terrain.wide_room(node);
            leaning |= leans;
            if room < height + rise {
                narrow.push(i);
            }
        }
        if narrow.is_empty() {
            let nodes: Option<Vec<u32>> = intact.nodes[first..=last].iter().copied().collect();
            if let Some(nodes) = nodes.filter(|_| leaning) {
                check_step_exceptions(&mut self.terrain, &nodes, height, |i| {
                    intact.lost[first + i] |= first + i >= walked;
                    true
                });
            }
            return;
        }
        if feet.iter().any(|&h| h != feet[0]) {
            narrow.into_iter().for_each(|i| intact.lost[i] = true);
            return;
        }
        // On level ground the sweep is exact, and gives the places.
        let ends: [ColumnKey; 2] = [cells[first].column, cells[last].column];
        sweep_level(&self.terrain, ends, [feet[0], height], |share| {
            let share = share.map(|t| t * (last - first) as f64);
            let (from, to) = (first + share[0].floor() as usize, first + share[1].ceil() as usize);
            (from.max(walked)..=to.min(last)).for_each(|i| intact.lost[i] = true);
            true
        });
    }
}
