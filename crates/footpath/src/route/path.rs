//! Paths: what a search hands to the route builder, and what users read of it.
//!
//! A [`Path`] names floors by the nodes of one query. A [`CellPath`] names them by column and height, so that it outlasts the
//! query and edits elsewhere: a plan is repaired from it.

use super::Route;
use crate::body::{Action, Posture};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::ColumnKey;
use crate::reach::{Move, centre};
use crate::world::{FloorId, World};

/// A node and the move that leads to it; the move to the first node of a path is not read.
pub(crate) type Traced = (u32, Move);

/// A path as the body walks it.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The nodes under the way.
    pub nodes: Vec<Traced>,
    /// Cost of the move from each node to the next; 0 at the last.
    pub moves: Vec<u32>,
    /// Indices of the nodes between which the body moves straight, both ends among them.
    pub corners: Vec<usize>,
}

/// A cell of a path: a floor by its column and height, which outlast edits elsewhere, and what the body does from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column.
    pub column: ColumnKey,
    /// Height in cm from the world's local origin.
    pub height: i32,
    /// What starts here and leads to the next cell (Bandi & Thalmann §8.2); walking at the last.
    pub action: Action,
    /// How the body is held on the way to the next cell.
    pub posture: Posture,
    /// Whether a foot is set here, or the cell is passed over (§9.1).
    pub stepped: bool,
}

impl Cell {
    /// The floor of the cell in a world; `None` if it is not there any more.
    pub fn floor(&self, world: &World) -> Option<FloorId> {
        let tile = world.tile(self.column.tile())?;
        world.floors_at(self.column).find(|id| tile.height(id.index as usize) == self.height)
    }

    /// Centre of the cell in metres, whether its floor is there or not.
    pub fn position(&self, world: &World) -> [f64; 3] {
        let plan = centre(world.grid(), self.column).map(|c| c as f64);
        metres(world, plan, f64::from(self.height))
    }

    /// The move to the next cell, for one that is no leap.
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

/// A way from cell to cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellPath {
    /// The cells from start to goal.
    pub cells: Vec<Cell>,
    /// What the move from each cell to the next costs, in the unit of `cost`; 0 at the last.
    pub moves: Vec<u32>,
    /// What it costs, in 1/408 of a cell on plain ground.
    pub cost: u64,
    /// Index of the goal reached.
    pub goal: usize,
}

/// A cell between which and the next corner the body moves straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// Index of the cell in the path.
    pub cell: usize,
    /// Index of the point in the route.
    pub point: usize,
}

/// A route and the path of cells under it.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPlan {
    /// The cells under the smoothed way, from start to goal.
    pub path: CellPath,
    /// The cells between which the body moves straight, with their points, from start to goal.
    pub corners: Vec<Corner>,
    /// The route.
    pub route: Route,
}

impl CellPlan {
    /// The cell of the path that is nearest to a position in metres; of several the last.
    pub fn cell_near(&self, world: &World, position: [f64; 3]) -> Option<usize> {
        let apart = |at: [f64; 3]| (0..3).map(|i| (at[i] - position[i]).powi(2)).sum::<f64>();
        let cells = self.path.cells.iter().enumerate().map(|(i, cell)| (apart(cell.position(world)), i));
        cells.min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, i)| i)
    }

    /// Whether cells, moves, corners and points belong together.
    pub(crate) fn is_sound(&self) -> bool {
        let (cells, points) = (self.path.cells.len(), self.route.points.len());
        let rising = self.corners.windows(2).all(|pair| pair[0].cell < pair[1].cell && pair[0].point < pair[1].point);
        let ends = self.corners.first().zip(self.corners.last()).is_some_and(|(first, last)| {
            (first.cell, first.point) == (0, 0) && (last.cell + 1, last.point + 1) == (cells, points)
        });
        rising && ends && self.path.moves.len() == cells
    }
}
