//! The result of a search on a grid: the path cell by cell with its exact length, or why there is none.

use super::Grid;
use crate::search::{Outcome, Seen};

/// A path of least cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPath {
    /// Columns and rows from start to goal, both included; each is next to the one before it.
    pub cells: Vec<[u32; 2]>,
    /// Steps to one of the four nearest cells.
    pub orthogonal: u32,
    /// Diagonal steps.
    pub diagonal: u32,
    /// Cost of the path: 408 per orthogonal step and 577 per diagonal one (408 for a king); 10 and 14 in tenths.
    pub cost: u32,
    /// Work of the search.
    pub work: Outcome,
}

impl GridPath {
    /// Length with diagonals of √2.
    pub fn length(&self) -> f64 {
        f64::from(self.orthogonal) + f64::from(self.diagonal) * std::f64::consts::SQRT_2
    }
}

/// Why there is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPath {
    /// The start is not free or not on the map.
    #[error("the start is not free")]
    StartBlocked,
    /// The goal is not free or not on the map.
    #[error("the goal is not free")]
    GoalBlocked,
    /// Start and goal lie in different connected pieces.
    #[error("start and goal are not connected")]
    Disconnected,
    /// Start and goal are connected, but every path costs more than [`MAX_COST`](crate::search::MAX_COST).
    #[error("the way is longer than costs can count")]
    TooLong,
}

impl Grid {
    /// Reads the path to a goal out of the table, last jump first. A jump goes diagonally, then straight.
    pub(super) fn read(&self, seen: &Seen, goal: u32, work: Outcome) -> Result<GridPath, NoPath> {
        if work.goal.is_none() {
            return Err(if work.too_costly { NoPath::TooLong } else { NoPath::Disconnected });
        }
        let mut path = GridPath { cells: Vec::new(), orthogonal: 0, diagonal: 0, cost: seen.cost(goal), work };
        let [mut x, mut y] = self.place(goal);
        path.cells.push([x as u32, y as u32]);
        let mut cell = goal;
        while let Some((before, _)) = seen.parent(cell) {
            let [to_x, to_y] = self.place(before);
            let (away_x, away_y) = (x.abs_diff(to_x), y.abs_diff(to_y));
            let (step_x, step_y) = ((to_x - x).signum(), (to_y - y).signum());
            let (diagonal, straight) = (away_x.min(away_y), away_x.abs_diff(away_y));
            let (along_x, along_y) = (step_x * i32::from(away_x > away_y), step_y * i32::from(away_y > away_x));
            for _ in 0..straight {
                (x, y) = (x + along_x, y + along_y);
                path.cells.push([x as u32, y as u32]);
            }
            for _ in 0..diagonal {
                (x, y) = (x + step_x, y + step_y);
                path.cells.push([x as u32, y as u32]);
            }
            path.orthogonal += straight;
            path.diagonal += diagonal;
            cell = before;
        }
        path.cells.reverse();
        Ok(path)
    }
}
