//! Which cells of a path a foot is set on (Bandi & Thalmann §9.1).
//!
//! A cell that little of the ground fills is passed over, as long as the foot reaches across: from one cell that is stepped
//! on to the next it is never farther than the horizontal foot span, nor higher than the vertical one. The seed counts the
//! cells that are left out; a stride over as many cells would be longer than the span by one, so we measure the stride.
//! Where all cells within a stride hold little, the one that holds most is stepped on, of several the farthest.

use super::Planner;
use super::path::Cell;
use crate::plan::query::Support;
use crate::reach::plan_of;

impl Planner<'_> {
    /// Marks the cells of a whole path that are passed over.
    pub(super) fn set_feet(&mut self, cells: &mut [Cell]) {
        if let Some(last) = cells.len().checked_sub(1) {
            self.set_feet_within(cells, 0, last);
        }
    }

    /// The same between two cells that are stepped on.
    pub(super) fn set_feet_within(&mut self, cells: &mut [Cell], first: usize, last: usize) {
        let Support::Path(least) = self.options.support else { return };
        let weights: Vec<u8> = cells[first..=last].iter().map(|cell| self.weight_of(cell)).collect();
        cells[first..=last].iter_mut().for_each(|cell| cell.stepped = false);
        let mut at = first;
        cells[at].stepped = true;
        while at < last {
            at = self.next_foot(cells, at, last, |i| weights[i - first], least);
            cells[at].stepped = true;
        }
    }

    /// The cell that the foot is set on after one.
    fn next_foot(&self, cells: &[Cell], at: usize, last: usize, weight: impl Fn(usize) -> u8, least: u8) -> usize {
        // Leaps begin and end on feet.
        let held =
            |i: usize| i == last || weight(i) >= least || cells[i].action.is_leap() || cells[i - 1].action.is_leap();
        let mut best = at + 1;
        for next in at + 1..=last {
            if next > at + 1 && !self.strides(&cells[at], &cells[next]) {
                break;
            }
            if held(next) {
                return next;
            }
            if weight(next) >= weight(best) {
                best = next;
            }
        }
        best
    }

    /// Whether a foot reaches from one cell to another.
    fn strides(&self, from: &Cell, to: &Cell) -> bool {
        let cell = i64::from(self.terrain.reach.grid.cell);
        let apart = [to.column.x - from.column.x, to.column.z - from.column.z].map(|d| i64::from(d) * cell);
        let span = plan_of(self.body.foot_span);
        apart[0] * apart[0] + apart[1] * apart[1] <= span * span
            && (to.height - from.height).abs() <= self.terrain.reach.limits.climb
    }

    fn weight_of(&mut self, cell: &Cell) -> u8 {
        let Some(id) = cell.floor(self.terrain.world) else { return 0 };
        let node = self.terrain.node(id);
        self.terrain.weight(node)
    }
}
