//! The world of Deusdado, Fernandes & Belo 2008, figure 8: three dimensions that come down to two, 512 × 512 columns.
//!
//! One level. Long walls with a gap at one end each cut the grounds into four yards, so that the straight line from start
//! to goal leads into three dead ends one after the other; houses with doors, blocks and trees stand in the yards. The
//! paper gives no measures but the grid. What is not to be stood on is tagged as an obstacle.

use super::shapes::Shape;
use super::stage::{Cells, Stage};
use crate::scene::Scene;

pub(super) const GRID: [u32; 3] = [512, 60, 512];
const SIDE: i64 = GRID[0] as i64;
pub(super) const CELLS: Cells = Cells::of_640ths(96);
const GROUND: f64 = 0.1;
const TOP: f64 = 3.0;
/// Cells that a wall is thick.
const WALL: i64 = 2;
/// Cells that a door is wide: 1.2 m.
const DOOR: i64 = 8;

/// The walls between the yards: cells along x, and the first along z.
const LONG_WALLS: [([i64; 2], i64); 3] = [([2, 440], 126), ([72, 510], 254), ([2, 440], 382)];

/// Corners of houses in cells, and the side of the door: 0 towards +x, then +z, −x, −z.
const HOUSES: [([i64; 2], [i64; 2], usize); 8] = [
    ([40, 110], [30, 90], 1),
    ([330, 420], [24, 84], 2),
    ([120, 200], [160, 220], 0),
    ([300, 400], [150, 200], 3),
    ([30, 110], [290, 350], 0),
    ([200, 300], [280, 340], 3),
    ([90, 180], [410, 480], 1),
    ([330, 410], [420, 490], 2),
];

/// Corners of solid blocks in cells.
const BLOCKS: [([i64; 2], [i64; 2]); 6] = [
    ([140, 220], [70, 100]),
    ([440, 490], [20, 60]),
    ([20, 90], [160, 200]),
    ([420, 470], [170, 230]),
    ([340, 440], [290, 345]),
    ([430, 480], [440, 480]),
];

pub(super) fn build(_seed: u64) -> Scene {
    let mut stage = Stage::default();
    stage.add("Ground", "grass", CELLS.block([0, SIDE], [0.0, GROUND], [0, SIDE]));
    let edge = SIDE - WALL;
    for (name, x, z) in [
        ("Fence_north", [0, SIDE], [0, WALL]),
        ("Fence_south", [0, SIDE], [edge, SIDE]),
        ("Fence_west", [0, WALL], [WALL, edge]),
        ("Fence_east", [edge, SIDE], [WALL, edge]),
    ] {
        stage.add_obstacle(name, "wall", high(x, z));
    }
    stage.add_obstacles("Long_wall", "wall", LONG_WALLS.map(|(x, z)| high(x, [z, z + WALL])));
    stage.add_obstacles("House", "wall", HOUSES.map(|(x, z, door)| house(x, z, door)));
    stage.add_obstacles("Block", "stone", BLOCKS.map(|(x, z)| high(x, z)));
    // An avenue beside every long wall.
    let spots = LONG_WALLS.into_iter().flat_map(|(_, wall)| (0..10).map(move |i| (50 + 42 * i, wall - 14)));
    stage.add_obstacles("Tree", "wood", spots.map(|(x, z)| CELLS.pillar(x, z, 0.3, [GROUND, TOP - 0.5])));
    stage.place("start", CELLS.centre(256, GROUND, 40));
    stage.place("goal", CELLS.centre(256, GROUND, 470));
    stage.build()
}

fn high(x: [i64; 2], z: [i64; 2]) -> Shape {
    CELLS.block(x, [GROUND, TOP], z)
}

/// Four walls without a roof, and a door in the middle of one of them.
fn house([x0, x1]: [i64; 2], [z0, z1]: [i64; 2], door: usize) -> Shape {
    let (inner_z0, inner_z1) = (z0 + WALL, z1 - WALL);
    let sides = [
        ([x1 - WALL, x1], [inner_z0, inner_z1]),
        ([x0, x1], [inner_z1, z1]),
        ([x0, x0 + WALL], [inner_z0, inner_z1]),
        ([x0, x1], [z0, inner_z0]),
    ];
    let parts = sides.into_iter().enumerate().flat_map(|(side, (x, z))| {
        let gap = |[low, high]: [i64; 2]| [[low, (low + high - DOOR) / 2], [(low + high + DOOR) / 2, high]];
        match (side == door, side % 2) {
            (false, _) => vec![high(x, z)],
            (true, 0) => gap(z).map(|z| high(x, z)).into(),
            (true, _) => gap(x).map(|x| high(x, z)).into(),
        }
    });
    Shape::of(parts)
}
