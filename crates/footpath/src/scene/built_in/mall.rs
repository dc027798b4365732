//! The world of Deusdado, Fernandes & Belo 2008, figure 9: storeys that are passed over and below, 512 × 512 columns.
//!
//! A square with two galleries of three storeys each, joined by a bridge on every storey. A ramp leads up to the first
//! storey on the right, stairs to the second on the left, stairs to the third on the right again: from the centre of the
//! ground to the left of the top floor one crosses the square three times, above where one set out. The paper gives no
//! measures but the grid. What is not to be stood on is tagged as an obstacle.

use super::shapes::{Along, Flight, Range, Shape, perforated, prism};
use super::stage::{Cells, Stage};
use crate::geom::VERTEX_PER_METRE;
use crate::scene::Scene;

pub(super) const GRID: [u32; 3] = [512, 262, 512];
const SIDE: i64 = GRID[0] as i64;
pub(super) const CELLS: Cells = Cells::of_640ths(96);
const GROUND: f64 = 0.1;
const STOREY: f64 = 4.0;
const SLAB: f64 = 0.2;
const RAIL: f64 = 1.0;
/// Risers of a flight; the last leads onto the storey. Treads are two cells deep.
const RISERS: u32 = 24;
const TREAD: f64 = 0.30;
/// As in the staircase: every riser rounds to its own side of a cell border.
const NUDGE: f64 = 0.4 / VERTEX_PER_METRE as f64;

/// Cells of the galleries along x, and of both along z.
const LEFT: [i64; 2] = [40, 200];
const RIGHT: [i64; 2] = [312, 472];
const GALLERY: [i64; 2] = [96, 416];
/// Cells along z of the bridge of each storey.
const BRIDGES: [[i64; 2]; 3] = [[240, 272], [136, 168], [340, 372]];

/// Cells of the way up to each storey; all climb towards +z. The ramp is as long as its slope of 1 : 4 asks for.
const WAYS_UP: [([i64; 2], [i64; 2]); 3] = [([436, 460], [120, 227]), ([60, 84], [120, 166]), ([436, 460], [300, 346])];

pub(super) fn build(_seed: u64) -> Scene {
    let mut stage = Stage::default();
    stage.add("Square", "stone", CELLS.block([0, SIDE], [0.0, GROUND], [0, SIDE]));
    for storey in 1..=3 {
        galleries(&mut stage, storey);
        bridge(&mut stage, storey);
    }
    ways_up(&mut stage);
    pillars(&mut stage);
    partitions(&mut stage);
    let kiosks = [(256, 60), (220, 450), (292, 450), (20, 300), (492, 300), (256, 330)];
    stage.add_obstacles("Kiosk", "wood", kiosks.map(|(x, z)| CELLS.pillar(x, z, 1.5, [GROUND, GROUND + 2.5])));
    stage.place("start", CELLS.centre(256, GROUND, 256));
    stage.place("bridge", CELLS.centre(256, height(1), 256));
    stage.place("goal", CELLS.centre(60, height(3), 256));
    stage.build()
}

/// Height that people walk on.
fn height(storey: i64) -> f64 {
    GROUND + storey as f64 * STOREY
}

fn galleries(stage: &mut Stage, storey: i64) {
    let y = [height(storey) - SLAB, height(storey)];
    let (up_x, up_z) = WAYS_UP[storey as usize - 1];
    for (side, x) in [("left", LEFT), ("right", RIGHT)] {
        let opening = [CELLS.hole(up_x), y, CELLS.hole(up_z)];
        let openings = if x[0] < up_x[0] && up_x[1] < x[1] { vec![opening] } else { Vec::new() };
        let slab = perforated([CELLS.range(x), y, CELLS.range(GALLERY)], &openings);
        stage.add(format!("Gallery_{side}_{storey}"), "floor", slab);
    }
}

fn bridge(stage: &mut Stage, storey: i64) {
    let (x, z, y) = ([LEFT[1], RIGHT[0]], BRIDGES[storey as usize - 1], height(storey));
    stage.add(format!("Bridge_{storey}"), "metal", CELLS.block(x, [y - SLAB, y], z));
    let rails = [[z[0], z[0] + 1], [z[1] - 1, z[1]]].map(|z| CELLS.block(x, [y, y + RAIL], z));
    stage.add_obstacle(format!("Bridge_rail_{storey}"), "metal", Shape::of(rails));
}

fn ways_up(stage: &mut Stage) {
    let [(x, z), stairs @ ..] = WAYS_UP;
    let [foot, head] = CELLS.range(z);
    let landed = foot + (head - foot) * SLAB / STOREY;
    let outline = [[foot, height(0)], [head, height(1)], [head, height(1) - SLAB], [landed, height(0)]];
    stage.add("Ramp", "stone", prism(Along::X, &outline, CELLS.range(x)));
    for (storey, (x, z)) in (1..).zip(stairs) {
        let foot = [z[0] as f64 * CELLS.metres() + NUDGE, height(storey)];
        let (steps, riser) = (RISERS - 1, STOREY / f64::from(RISERS));
        let flight = Flight { x: CELLS.range(x), foot, steps, riser, tread: TREAD, thickness: Some(SLAB) };
        stage.add(format!("Stairs_{}", storey + 1), "stone", flight.shape());
    }
}

fn pillars(stage: &mut Stage) {
    for storey in 0..3 {
        let y: Range = [height(storey), height(storey + 1) - SLAB];
        let across = [48, 120, 190, 320, 376, 424];
        let spots = across.into_iter().flat_map(|x| [104, 200, 290, 404].map(|z| (x, z)));
        let pillars = spots.map(|(x, z)| CELLS.block([x, x + 3], y, [z, z + 3]));
        stage.add_all(&format!("Pillar_{storey}"), "stone", pillars);
    }
}

/// A wall through each gallery's storeys from front to back, with a door far from where one comes in.
fn partitions(stage: &mut Stage) {
    let doors = [
        (1, "left", 140, 390),
        (1, "right", 400, 380),
        (2, "left", 140, 390),
        (2, "right", 400, 110),
        (3, "left", 140, 110),
        (3, "right", 400, 120),
    ];
    for (storey, side, x, door) in doors {
        let top = height(storey) + if storey == 3 { RAIL } else { STOREY - SLAB };
        let parts = [[GALLERY[0], door], [door + 10, GALLERY[1]]];
        let parts = parts.map(|z| CELLS.block([x, x + 1], [height(storey), top], z));
        stage.add_obstacle(format!("Partition_{side}_{storey}"), "wall", Shape::of(parts));
    }
}
