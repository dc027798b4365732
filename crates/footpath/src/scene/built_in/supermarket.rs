//! The supermarket of Bandi & Thalmann 2000, figure 18: 162 × 90 × 236 cells.
//!
//! From the street over the kerb, past the kiosks and the glass doors, through the tills, along twelve rows of shelves
//! to the back. The glass has no thickness and must stop people all the same. There is no roof, so that pictures from
//! above show the aisles.

use super::shapes::{Shape, block, perforated, quad};
use super::stage::{Cells, Random, Stage};
use crate::scene::Scene;

pub(super) const GRID: [u32; 3] = [162, 90, 236];
pub(super) const CELLS: Cells = Cells::of_640ths(160);
const STREET: f64 = 0.10;
/// Pavement and shop floor: one kerb of 12 cm above the street.
const FLOOR: f64 = 0.22;
const TOP: f64 = 4.5;
const KERB: i64 = 24;
/// First row of cells of the front wall.
const FRONT: i64 = 60;
const ENTRANCE: [i64; 2] = [72, 86];
const SIDE_DOOR: [i64; 2] = [100, 108];
const DOOR_HEIGHT: f64 = 2.5;
const ROWS: i64 = 12;
/// Tops of a shelf's boards above the floor.
const BOARDS: [f64; 5] = [0.15, 0.55, 0.95, 1.35, 1.75];
/// Each row has two halves with a cross aisle between them.
const HALVES: [[i64; 2]; 2] = [[112, 160], [170, 218]];

pub(super) fn build(seed: u64) -> Scene {
    let mut stage = Stage::default();
    street(&mut stage);
    building(&mut stage);
    glass(&mut stage);
    tills(&mut stage);
    let mut random = Random::new(seed, 3);
    for row in 0..ROWS {
        shelf_row(&mut stage, row, &mut random);
    }
    stage.place("start", CELLS.centre(30, STREET, 8));
    stage.place("entrance", CELLS.centre(79, FLOOR, 56));
    stage.place("goal", CELLS.centre(135, FLOOR, 224));
    stage.build()
}

fn street(stage: &mut Stage) {
    let [width, _, depth] = GRID.map(i64::from);
    stage.add("Street", "stone", CELLS.block([0, width], [0.0, STREET], [0, depth]));
    stage.add("Pavement", "stone", CELLS.block([0, width], [STREET, FLOOR], [KERB, FRONT]));
    for (i, x) in (1..).zip([44, 112]) {
        stage.add(format!("Kiosk_{i}"), "wood", CELLS.pillar(x, 42, 1.4, [FLOOR, FLOOR + 2.6]));
        stage.add(format!("Kiosk_awning_{i}"), "fabric", CELLS.pillar(x, 42, 2.0, [FLOOR + 2.6, FLOOR + 2.7]));
    }
    let bollard = |x: i64| CELLS.pillar(x, KERB + 2, 0.09, [FLOOR, FLOOR + 0.95]);
    stage.add_all("Bollard", "metal", (8..width).step_by(18).map(bollard));
    let canopy = CELLS.block([ENTRANCE[0] - 6, ENTRANCE[1] + 6], [FLOOR + 3.0, FLOOR + 3.2], [FRONT - 12, FRONT]);
    stage.add("Canopy", "metal", canopy);
    let post = |x: i64| CELLS.block([x, x + 1], [FLOOR, FLOOR + 3.0], [FRONT - 12, FRONT - 11]);
    stage.add_all("Canopy_post", "metal", [ENTRANCE[0] - 6, ENTRANCE[1] + 5].map(post));
}

fn building(stage: &mut Stage) {
    let [width, _, depth] = GRID.map(i64::from);
    stage.add("Floor", "floor", CELLS.block([0, width], [STREET, FLOOR], [FRONT, depth]));
    let y = [FLOOR, TOP];
    let front = [CELLS.range([0, width]), y, CELLS.range([FRONT, FRONT + 1])];
    let door = |x| [CELLS.range(x), [FLOOR, FLOOR + DOOR_HEIGHT], front[2]];
    let window = |x| [CELLS.range(x), [FLOOR + 1.0, FLOOR + 2.8], front[2]];
    let openings = [door(ENTRANCE), door(SIDE_DOOR), window([10, 60]), window([116, 152])];
    stage.add("Wall_front", "wall", perforated(front, &openings));
    stage.add("Wall_back", "wall", CELLS.block([0, width], y, [depth - 1, depth]));
    stage.add("Wall_left", "wall", CELLS.block([0, 1], y, [FRONT + 1, depth - 1]));
    stage.add("Wall_right", "wall", CELLS.block([width - 1, width], y, [FRONT + 1, depth - 1]));
    stage.add("Fridge_back", "metal", CELLS.block([1, 120], [FLOOR, FLOOR + 2.0], [depth - 5, depth - 1]));
    stage.add("Counter_bakery", "wood", CELLS.block([1, 5], [FLOOR, FLOOR + 1.1], [120, 150]));
    stage.add("Kiosk_flowers", "wood", CELLS.pillar(28, 74, 1.0, [FLOOR, FLOOR + 1.1]));
    let trolleys = |x: i64| CELLS.block([x, x + 3], [FLOOR, FLOOR + 1.0], [64, 76]);
    stage.add_all("Trolleys", "metal", [120, 126, 132].map(trolleys));
}

/// Faces without thickness: two wings that stand open at right angles to the entrance, and a side door that is shut.
fn glass(stage: &mut Stage) {
    let y = [FLOOR, FLOOR + DOOR_HEIGHT];
    let pane =
        |[x0, x1]: [f64; 2], [z0, z1]: [f64; 2]| quad([[x0, y[0], z0], [x1, y[0], z1], [x1, y[1], z1], [x0, y[1], z0]]);
    let [left, right] = CELLS.range(ENTRANCE);
    let outward = CELLS.range([FRONT - 7, FRONT]);
    stage.add("Glass_door_open_left", "glass", pane([left, left], outward));
    stage.add("Glass_door_open_right", "glass", pane([right, right], outward));
    let middle = CELLS.centre(0, 0.0, FRONT)[2];
    stage.add("Glass_door_shut", "glass", pane(CELLS.range(SIDE_DOOR), [middle, middle]));
}

/// Tills with lanes of six cells (1.5 m); the way in is round them on the left.
fn tills(stage: &mut Stage) {
    for till in 0..9 {
        let x = 50 + 10 * till;
        let counter = CELLS.block([x, x + 4], [FLOOR, FLOOR + 0.9], [88, 100]);
        stage.add(format!("Till_{}", till + 1), "metal", counter);
        let screen = CELLS.block([x + 1, x + 2], [FLOOR + 0.9, FLOOR + 1.5], [90, 92]);
        stage.add(format!("Till_screen_{}", till + 1), "metal", screen);
    }
    // Every second lane is closed by a chain at hip height.
    for lane in (0..8).step_by(2) {
        let x = CELLS.range([54 + 10 * lane, 60 + 10 * lane]);
        let z = CELLS.centre(0, 0.0, 94)[2];
        let chain = block(x, [FLOOR + 0.75, FLOOR + 0.80], [z - 0.02, z + 0.02]);
        stage.add(format!("Till_chain_{}", lane + 1), "metal", chain);
    }
    stage.add("Rail_way_in", "metal", CELLS.block([30, 50], [FLOOR, FLOOR + 1.0], [88, 89]));
}

/// A gondola: two halves, each with a back panel along its middle, two ends, and boards with goods on both sides.
fn shelf_row(stage: &mut Stage, row: i64, random: &mut Random) {
    let first = 12 + 12 * row;
    let wide = CELLS.range([first, first + 4]);
    let middle = (wide[0] + wide[1]) / 2.0;
    let panel = [middle - 0.03, middle + 0.03];
    let mut shelf = Shape::default();
    let mut goods = Shape::default();
    for half in HALVES {
        let [near, far] = CELLS.range(half);
        let inner = [near + 0.04, far - 0.04];
        shelf.push(block(panel, [FLOOR, FLOOR + 2.1], inner));
        shelf.push(block(wide, [FLOOR, FLOOR + 1.8], [near, inner[0]]));
        shelf.push(block(wide, [FLOOR, FLOOR + 1.8], [inner[1], far]));
        for side in [[wide[0], panel[0]], [panel[1], wide[1]]] {
            for top in BOARDS.map(|height| FLOOR + height) {
                shelf.push(block(side, [top - 0.03, top], inner));
                goods.push(goods_on(side, top, inner, random));
            }
        }
    }
    stage.add(format!("Shelf_row_{}", row + 1), "metal", shelf);
    stage.add(format!("Goods_row_{}", row + 1), "fabric", goods);
}

/// Packets along a board, with room to the next board and never beyond its edge.
fn goods_on(side: [f64; 2], board: f64, [near, far]: [f64; 2], random: &mut Random) -> Shape {
    let mut packets = Shape::default();
    let mut z = near + random.within([0.05, 0.6]);
    loop {
        let end = z + random.within([0.4, 1.8]);
        if end > far {
            return packets;
        }
        let height = random.within([0.12, 0.30]);
        packets.push(block([side[0] + 0.03, side[1] - 0.03], [board, board + height], [z, end]));
        z = end + random.within([0.1, 1.2]);
    }
}
