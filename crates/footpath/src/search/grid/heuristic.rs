//! The estimate of grids: the cost to the goal on an empty map, and how cells are numbered.

use super::rule::Moves;

/// Cells are numbered row by row. The row of a cell is found by a multiplication, which is faster than a division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    width: u32,
    /// 2⁴¹ / width, rounded up.
    factor: u64,
}

/// A cell is below 2²⁶ and a width below 2¹⁵.
const BITS: u32 = 41;

impl Rows {
    pub(super) fn new(width: u32) -> Self {
        Self { width, factor: (1_u64 << BITS).div_ceil(u64::from(width)) }
    }

    /// Column and row of a cell.
    #[inline]
    pub(super) fn place(self, cell: u32) -> [i32; 2] {
        // Exact: rounding up adds less than the width; times a cell number that is less than 2⁴¹.
        let row = ((self.factor * u64::from(cell)) >> BITS) as u32;
        [(cell - row * self.width) as i32, row as i32]
    }
}

/// The goal of a search, and the cost to it on an empty map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heuristic {
    rows: Rows,
    goal: [i32; 2],
    /// Cost of a step along the longer side.
    straight: u32,
    /// Additional cost of a step along the shorter side.
    aside: u32,
}

impl Heuristic {
    pub(super) fn new(moves: Moves, rows: Rows, goal: u32) -> Self {
        let [straight, diagonal, ..] = moves.costs();
        let aside = if moves == Moves::Four { straight } else { diagonal - straight };
        Self { rows, goal: rows.place(goal), straight, aside }
    }

    /// No goal: the estimate is always 0.
    pub(super) fn without_goal(rows: Rows) -> Self {
        Self { rows, goal: [0; 2], straight: 0, aside: 0 }
    }

    #[inline]
    pub(super) fn estimate(&self, cell: u32) -> u32 {
        if self.straight == 0 {
            return 0;
        }
        let [x, y] = self.rows.place(cell);
        let [x, y] = [x.abs_diff(self.goal[0]), y.abs_diff(self.goal[1])];
        self.straight * x.max(y) + self.aside * x.min(y)
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;
    use crate::search::grid::{MAX_CELLS, MAX_SIDE};

    #[test]
    fn rows_are_exact_at_their_ends() {
        for width in (1..=MAX_SIDE as u32).filter(|width| width % 97 == 0 || *width < 99 || *width > 32_700) {
            let (rows, last) = (Rows::new(width), (MAX_CELLS as u32 / width).min(MAX_SIDE as u32) - 1);
            for row in [0, 1, 2, last / 2, last - 1, last] {
                for cell in [row * width, row * width + width - 1] {
                    assert_eq!(rows.place(cell), [cell % width, cell / width].map(|c| c as i32), "{width}");
                }
            }
        }
    }
}
