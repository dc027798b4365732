//! What the builders leave: garden, slabs, walls with their openings, the stair, railings and the balcony.

use super::{GARDEN, HALL, SLAB, STAIR, Stage, UPPER};
use crate::scene::built_in::furniture::tree;
use crate::scene::built_in::shapes::{Along, Flight, Range, block, perforated, prism};

const DOOR: f64 = 2.05;
/// Windows from sill to lintel, above their floor.
const WINDOW: Range = [0.9, 2.1];
const RISERS: u32 = 16;
const TREAD: f64 = 0.28;
const RAIL: f64 = 0.95;
const LOWER_WALLS: Range = [0.0, UPPER - SLAB];
const UPPER_WALLS: Range = [UPPER, UPPER + 2.5];

pub(super) fn add(stage: &mut Stage) {
    garden(stage);
    slabs(stage);
    walls(stage, LOWER_WALLS, "ground", &lower_walls());
    walls(stage, UPPER_WALLS, "upper", &upper_walls());
    stair(stage);
    balcony(stage);
}

fn garden(stage: &mut Stage) {
    stage.add("Grass", "grass", block([-2.0, 14.0], [GARDEN - 0.2, GARDEN], [-6.0, 13.0]));
    stage.add("Garden_path", "stone", block([5.4, 6.4], [GARDEN, -0.28], [-6.0, -1.2]));
    stage.add("Porch_step", "stone", block([4.9, 6.9], [GARDEN, -0.14], [-1.2, 0.0]));
    let hedge = [GARDEN, GARDEN + 0.9];
    stage.add("Hedge_west", "grass", block([-2.0, -1.5], hedge, [-6.0, 13.0]));
    stage.add("Hedge_east", "grass", block([13.5, 14.0], hedge, [-6.0, 13.0]));
    stage.add("Hedge_south_1", "grass", block([-1.5, 5.2], hedge, [-6.0, -5.6]));
    stage.add("Hedge_south_2", "grass", block([6.6, 13.5], hedge, [-6.0, -5.6]));
    stage.add("Hedge_north", "grass", block([-1.5, 13.5], hedge, [12.6, 13.0]));
    stage.add_all("Tree", "grass", [[1.5, -3.2], [10.4, -2.8]].map(|[x, z]| tree().at([x, GARDEN, z])));
    stage.add("Garden_bench", "wood", block([8.0, 9.4], [GARDEN, GARDEN + 0.45], [-0.7, -0.25]));
}

fn slabs(stage: &mut Stage) {
    let [x, z] = [[0.0, 12.0], [0.0, 9.0]];
    stage.add("Floor_ground", "floor", block(x, [GARDEN, 0.0], z));
    let upper = [x, [UPPER - SLAB, UPPER], z];
    stage.add("Floor_upper", "floor", perforated(upper, &[[STAIR[0], upper[1], STAIR[1]]]));
}

/// A wall: its plan, and openings along its longer side with sill and lintel above its floor.
struct Wall {
    name: &'static str,
    x: Range,
    z: Range,
    openings: Vec<(Range, Range)>,
}

fn wall(name: &'static str, x: Range, z: Range, openings: &[(Range, Range)]) -> Wall {
    Wall { name, x, z, openings: openings.to_vec() }
}

fn door(from: f64) -> (Range, Range) {
    ([from, from + 0.9], [0.0, DOOR])
}

fn window(along: Range) -> (Range, Range) {
    (along, WINDOW)
}

fn lower_walls() -> Vec<Wall> {
    let [west, east] = HALL;
    vec![
        wall("south", [0.0, 12.0], [0.0, 0.2], &[window([1.4, 3.6]), door(5.45), window([8.6, 10.6])]),
        wall("north", [0.0, 12.0], [8.8, 9.0], &[window([1.6, 3.4]), window([8.0, 9.2]), window([10.4, 11.4])]),
        wall("west", [0.0, 0.2], [0.2, 8.8], &[window([1.6, 3.2]), window([6.4, 7.8])]),
        wall("east", [11.8, 12.0], [0.2, 8.8], &[window([1.6, 3.0]), window([5.4, 6.6])]),
        wall("hall_west", [west - 0.15, west], [0.2, 8.8], &[door(1.2), door(7.6)]),
        wall("hall_east", [east, east + 0.15], [0.2, 8.8], &[door(1.0), door(7.6)]),
        // The opening that the table stands in.
        wall("living", [0.2, west - 0.15], [4.95, 5.1], &[([1.7, 3.3], [0.0, 2.2])]),
        wall("kitchen", [east + 0.15, 11.8], [4.4, 4.55], &[door(10.15)]),
    ]
}

fn upper_walls() -> Vec<Wall> {
    let [west, east] = HALL;
    vec![
        wall("south", [0.0, 12.0], [0.0, 0.2], &[window([1.4, 3.6]), window([5.6, 6.8]), window([8.8, 10.2])]),
        // The tall opening leads to the gap and the balcony.
        wall("north", [0.0, 12.0], [8.8, 9.0], &[window([1.6, 3.4]), ([5.55, 6.95], [0.0, 2.4]), window([9.0, 11.0])]),
        wall("west", [0.0, 0.2], [0.2, 8.8], &[window([1.6, 2.8]), window([6.0, 7.4])]),
        wall("east", [11.8, 12.0], [0.2, 8.8], &[window([1.2, 2.4]), window([5.2, 7.0])]),
        wall("gallery_west", [west - 0.15, west], [0.2, 8.8], &[door(1.4), door(6.2)]),
        wall("gallery_east", [east, east + 0.15], [0.2, 8.8], &[door(0.9), door(7.0)]),
        wall("bedrooms", [0.2, west - 0.15], [4.4, 4.55], &[]),
        wall("bath", [east + 0.15, 11.8], [3.6, 3.75], &[]),
    ]
}

fn walls(stage: &mut Stage, y: Range, storey: &str, walls: &[Wall]) {
    for wall in walls {
        let lies_along_x = wall.x[1] - wall.x[0] > wall.z[1] - wall.z[0];
        let hole = |&(along, height): &(Range, Range)| {
            let height = height.map(|above| y[0] + above);
            if lies_along_x { [along, height, wall.z] } else { [wall.x, height, along] }
        };
        let holes: Vec<_> = wall.openings.iter().map(hole).collect();
        stage.add(format!("Wall_{storey}_{}", wall.name), "wall", perforated([wall.x, y, wall.z], &holes));
    }
}

fn stair(stage: &mut Stage) {
    let [x, z] = STAIR;
    let riser = UPPER / f64::from(RISERS);
    let steps = RISERS - 1;
    let flight = Flight { x, foot: [z[0], 0.0], steps, riser, tread: TREAD, thickness: Some(0.18) };
    stage.add("Stair_flight", "wood", flight.shape());
    let top = riser + RAIL;
    // Beside the flight, on the hall's side; it ends where the gallery's railing takes over.
    let ramp = [[z[0], riser], [z[1], UPPER], [z[1], UPPER + RAIL], [z[0], top]];
    stage.add("Railing_stair", "wood", prism(Along::X, &ramp, [x[0] - 0.05, x[0]]));
    let y = [UPPER, UPPER + RAIL];
    stage.add("Railing_gallery_west", "wood", block([x[0] - 0.06, x[0]], y, [z[0] - 0.06, z[1]]));
    stage.add("Railing_gallery_south", "wood", block(x, y, [z[0] - 0.06, z[0]]));
}

/// The balcony stands apart: 90 cm of air, with the roof of a lean-to 2 m below.
fn balcony(stage: &mut Stage) {
    let x = [4.9, 7.6];
    stage.add("Lean_to", "stone", block(x, [GARDEN, UPPER - 2.0], [9.0, 9.9]));
    stage.add("Balcony", "wood", block(x, [UPPER - SLAB, UPPER], [9.9, 11.6]));
    let post = |[x, z]: [f64; 2]| block([x, x + 0.15], [GARDEN, UPPER - SLAB], [z, z + 0.15]);
    stage.add_all("Balcony_post", "wood", [[4.9, 9.95], [7.45, 9.95], [4.9, 11.45], [7.45, 11.45]].map(post));
    let y = [UPPER, UPPER + RAIL];
    stage.add("Railing_balcony_west", "wood", block([x[0], x[0] + 0.06], y, [9.9, 11.54]));
    stage.add("Railing_balcony_east", "wood", block([x[1] - 0.06, x[1]], y, [9.9, 11.54]));
    stage.add("Railing_balcony_north", "wood", block(x, y, [11.54, 11.6]));
}
