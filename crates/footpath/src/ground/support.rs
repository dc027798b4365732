//! Support weights: how much of a cell holds a foot (Bandi & Thalmann §9.1, super-sampling).
//!
//! In: the faces of a tile. Out: per floor, the number of its sub-cells with a surface at the floor's height. Computed by the
//! common rasteriser on a finer grid, and only on request.

use super::face::Face;
use super::grid::{Grid, TILE, TileKey, Window};
use super::raster::Raster;
use super::tile::Tile;
use crate::geom::PLAN_PER_METRE;

/// Sub-cells along the side of a cell.
pub const SUB_CELLS: i32 = 4;

/// For each floor of a tile, the number of its 16 sub-cells with a surface near the floor's height.
pub(crate) fn weights(grid: &Grid, key: TileKey, tile: &Tile, faces: &[&Face], restrictions: &[u8]) -> Vec<u8> {
    let fine = Grid { cell: grid.cell / SUB_CELLS, ..*grid };
    let mut raster = Raster::new(fine, restrictions);
    let side = TILE * SUB_CELLS;
    let mut weights = vec![0; tile.floors().len()];
    let window = Window { x0: key.x * side, z0: key.z * side, width: side, depth: side };
    if raster.begin(window, faces.iter().copied()).is_err() {
        // This cannot happen: the tile was built from these faces over the same area.
        return weights;
    }
    faces.iter().for_each(|face| raster.add(face));
    for ([x, z], floors) in tile.floor_index().columns() {
        for floor in floors {
            weights[floor] = weight(&raster, tile, floor, [x * SUB_CELLS, z * SUB_CELLS], grid);
        }
    }
    weights
}

fn weight(raster: &Raster, tile: &Tile, floor: usize, first: [i32; 2], grid: &Grid) -> u8 {
    let slope = tile.floors()[floor].slope;
    let run = i64::from(slope[0].unsigned_abs()) + i64::from(slope[1].unsigned_abs());
    let rise = run * i64::from(grid.cell) * 100 / (2 * 64 * i64::from(PLAN_PER_METRE));
    let reach = rise as i32 + grid.cell_height;
    let height = tile.height(floor) - raster.base;
    let sub_cells = (0..SUB_CELLS).flat_map(|z| (0..SUB_CELLS).map(move |x| [x, z]));
    let held = sub_cells.filter(|[x, z]| {
        let mut spans = raster.column((first[0] + x) as usize, (first[1] + z) as usize);
        spans.any(|span| (i32::from(span.high) - height).abs() <= reach && span.top.is_standable())
    });
    held.count() as u8
}
