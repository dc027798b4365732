//! The path of cells: what the front is traced back to.

use crate::body::{Action, Posture};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::ColumnKey;
use crate::reach::centre;
use crate::world::{FloorId, World};

/// A cell of a path: a floor by its column and height, which outlast edits elsewhere, and what the body does from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column.
    pub column: ColumnKey,
    /// Height in cm from the world's local origin.
    pub height: i32,
    /// What starts here and leads to the next cell (§8.2); walking at the last.
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
}

/// A position in plan units and cm from the local origin, in metres.
pub(crate) fn metres(world: &World, [x, z]: [f64; 2], cm: f64) -> [f64; 3] {
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
