//! The seed's grids: worlds drawn as text, thin walkers, and what their paths look like.

use super::{Soup, bake, strip};
use footpath::World;
use footpath::body::Body;
use footpath::ground::ColumnKey;
use footpath::plan::cells::CellPlan;
use footpath::plan::{
    Diagonals, Extended, Front, Neighbours, NoRoute, PaperMargin, PaperOptions, PaperSmoothing, Query,
};
use footpath::world::FloorId;

/// Side of a cell in metres.
pub const CELL: f64 = 0.25;

/// A flat grid of cells: `width` by `depth` from column (0, 0), without the cells that are holes.
pub fn grid(width: i32, depth: i32, is_hole: impl Fn(i32, i32) -> bool) -> World {
    let side = |c: i32| [f64::from(c) * CELL, f64::from(c + 1) * CELL];
    let cells = (0..depth).flat_map(|z| (0..width).map(move |x| (x, z)));
    let soup = Soup::of(cells.filter(|&(x, z)| !is_hole(x, z)).map(|(x, z)| strip(side(x), side(z), 0.0)));
    bake(&soup, CELL, 0.05)
}

/// A walker as thin as a point, without abilities.
pub fn walker() -> Body {
    Body { abilities: Vec::new(), ..Body::adult() }
}

/// The seed's plain bushfire: unit costs, contiguous cells, no margin, no smoothing.
pub fn plain() -> PaperOptions {
    PaperOptions {
        neighbours: Neighbours::Four,
        diagonals: Diagonals::Unit,
        front: Front::Bushfire,
        extended: Extended::None,
        margin: PaperMargin::None,
        smoothing: PaperSmoothing::None,
        ..PaperOptions::default()
    }
}

/// Centre of a column on level ground.
pub fn centre([x, z]: [i32; 2], y: f64) -> [f64; 3] {
    [(f64::from(x) + 0.5) * CELL, y, (f64::from(z) + 0.5) * CELL]
}

/// The plan between the centres of two cells.
pub fn plan(
    world: &World,
    body: &Body,
    options: PaperOptions,
    from: [i32; 2],
    to: [i32; 2],
) -> Result<CellPlan, NoRoute> {
    plan_at(world, body, options, centre(from, 0.0), centre(to, 0.0))
}

/// The plan between two positions.
pub fn plan_at(
    world: &World,
    body: &Body,
    options: PaperOptions,
    from: [f64; 3],
    to: [f64; 3],
) -> Result<CellPlan, NoRoute> {
    let mut query = Query::new(body, from, to);
    query.half_extents = [0.01, 0.05, 0.01];
    query.papers = Some(options);
    world.plan_cells(&query)
}

/// Columns of a plan's cells.
pub fn columns(plan: &CellPlan) -> Vec<[i32; 2]> {
    plan.path.cells.iter().map(|cell| [cell.column.x, cell.column.z]).collect()
}

/// Level of a cell in a front: what its path costs, in steps.
pub fn level(world: &World, body: &Body, options: PaperOptions, from: [i32; 2], to: [i32; 2]) -> Option<u64> {
    plan(world, body, options, from, to).ok().map(|plan| plan.path.cost / u64::from(footpath::plan::ORTHOGONAL))
}

/// The only floor of a column, or the one at an index from below.
pub fn floor_of(world: &World, [x, z]: [i32; 2], from_below: usize) -> Option<FloorId> {
    world.floors_at(ColumnKey::new(x, z)).nth(from_below)
}
