//! Paths: the result of a search, for the route builder and for users.
//!
//! A [`Path`] identifies floors by the nodes of one query. A [`CellPath`] identifies them by column and height, so it stays valid
//! after the query and after edits elsewhere. Repair starts from it.

use super::Route;
use crate::body::{Action, Posture};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::ColumnKey;
use crate::reach::{Move, centre};
use crate::world::{FloorId, World};

/// A node and the move that leads to it. The move of the first node has no meaning.
pub(crate) type Traced = (u32, Move);

/// A path with the corners between which the body walks straight.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The nodes along the path.
    pub nodes: Vec<Traced>,
    /// Cost of the move from each node to the next; 0 at the last.
    pub moves: Vec<u32>,
    /// Indices of the nodes between which the body moves straight, first and last node included.
    pub corners: Vec<usize>,
}

/// A cell of a path: a floor by its column and height, which stay valid after edits elsewhere, and the action from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column.
    pub column: ColumnKey,
    /// Height in cm from the world's local origin.
    pub height: i32,
    /// The action that leads to the next cell (Bandi & Thalmann §8.2); `walk` at the last.
    pub action: Action,
    /// The posture on the way to the next cell.
    pub posture: Posture,
    /// Whether a foot is set here, or the cell is passed over (§9.1).
    pub stepped: bool,
}

impl Cell {
    /// The floor of the cell in a world; `None` if it no longer exists.
    pub fn floor(&self, world: &World) -> Option<FloorId> {
        let tile = world.tile(self.column.tile())?;
        world.floors_at(self.column).find(|id| tile.height(id.index as usize) == self.height)
    }

    /// Centre of the cell in metres, whether or not its floor exists.
    pub fn position(&self, world: &World) -> [f64; 3] {
        let plan = centre(world.grid(), self.column).map(|c| c as f64);
        metres(world, plan, f64::from(self.height))
    }

    /// The move to the next cell, unless it is a leap.
    pub(crate) fn step(&self) -> Move {
        if self.action == Action::Run { Move::Run } else { Move::Walk(self.posture) }
    }
}

/// A position in plan units and cm from the local origin, in metres.
pub(super) fn metres(world: &World, [x, z]: [f64; 2], cm: f64) -> [f64; 3] {
    let origin = world.origin();
    [
        origin[0] + x / f64::from(PLAN_PER_METRE),
        origin[1] + cm / f64::from(CM_PER_METRE),
        origin[2] + z / f64::from(PLAN_PER_METRE),
    ]
}

/// A path from cell to cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellPath {
    /// The cells from start to goal.
    pub cells: Vec<Cell>,
    /// Cost of the move from each cell to the next, in the unit of `cost`; 0 at the last.
    pub moves: Vec<u32>,
    /// Its cost, in 1/408 of a cell on plain ground.
    pub cost: u64,
    /// Index of the goal reached.
    pub goal: usize,
}

/// A corner of the smoothed path. From each corner to the next the body moves straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// Index of the cell in the path.
    pub cell: usize,
    /// Index of the point in the route.
    pub point: usize,
}

/// A route, and the path of cells under it.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPlan {
    /// The cells under the smoothed path, from start to goal.
    pub path: CellPath,
    /// The corners of the smoothed path with their points, from start to goal.
    pub corners: Vec<Corner>,
    /// The route.
    pub route: Route,
}

impl CellPlan {
    /// The cell of the path nearest to a position in metres; of several the last.
    pub fn cell_near(&self, world: &World, position: [f64; 3]) -> Option<usize> {
        let apart = |at: [f64; 3]| (0..3).map(|i| (at[i] - position[i]).powi(2)).sum::<f64>();
        let cells = self.path.cells.iter().enumerate().map(|(i, cell)| (apart(cell.position(world)), i));
        cells.min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, i)| i)
    }

    /// Whether cells, moves, corners and points are consistent.
    pub(crate) fn is_sound(&self) -> bool {
        let (cells, points) = (self.path.cells.len(), self.route.points.len());
        let rising = self.corners.windows(2).all(|pair| pair[0].cell < pair[1].cell && pair[0].point < pair[1].point);
        let ends = self.corners.first().zip(self.corners.last()).is_some_and(|(first, last)| {
            (first.cell, first.point) == (0, 0) && (last.cell + 1, last.point + 1) == (cells, points)
        });
        rising && ends && self.path.moves.len() == cells
    }
}
