//! The staircase of Bandi & Thalmann 2000, figure 17: 53 × 102 × 91 cells.
//!
//! A wide flight, a landing, a second flight round the corner and a gallery, with crates on the way. A tread is two
//! cells deep, so that neighbouring columns never differ by more than one riser.

use super::shapes::{Along, Flight, Range, Shape, perforated, prism};
use super::stage::{Cells, Random, Stage};
use crate::geom::VERTEX_PER_METRE;
use crate::scene::Scene;

pub(super) const GRID: [u32; 3] = [53, 102, 91];
pub(super) const CELLS: Cells = Cells::of_640ths(96);
const RISER: f64 = 0.17;
const TREAD: f64 = 0.30;
/// Treads of a flight; the ninth riser leads onto the landing or the gallery.
const TREADS: u32 = 8;
const GROUND: f64 = 0.1;
const LANDING: f64 = GROUND + (TREADS as f64 + 1.0) * RISER;
const GALLERY: f64 = LANDING + (TREADS as f64 + 1.0) * RISER;
const TOP: f64 = 5.1;
const SLAB: f64 = 0.2;
const RAIL: f64 = 1.0;
/// Treads are cut from a start in metres. This much, less than the vertex grid, makes every riser round to its own side
/// of a cell border.
const NUDGE: f64 = 0.4 / VERTEX_PER_METRE as f64;

/// Where the flights lie, in cells: the first climbs towards larger z, the second towards larger x.
const FIRST: [[i64; 2]; 2] = [[1, 21], [20, 36]];
const SECOND: [[i64; 2]; 2] = [[21, 37], [36, 56]];

pub(super) fn build(seed: u64) -> Scene {
    let mut stage = Stage::default();
    shell(&mut stage);
    flights(&mut stage);
    railings(&mut stage);
    crates(&mut stage, seed);
    stage.place("start", CELLS.centre(34, GROUND, 4));
    stage.place("landing", CELLS.centre(15, LANDING, 50));
    stage.place("goal", CELLS.centre(6, GALLERY, 84));
    stage.build()
}

fn shell(stage: &mut Stage) {
    let [width, _, depth] = GRID.map(i64::from);
    stage.add("Floor", "stone", CELLS.block([0, width], [0.0, GROUND], [0, depth]));
    for (name, x, z) in [
        ("Wall_left", [0, 1], [0, depth]),
        ("Wall_right", [width - 1, width], [0, depth]),
        ("Wall_back", [1, width - 1], [depth - 1, depth]),
    ] {
        stage.add(name, "wall", CELLS.block(x, [GROUND, TOP], z));
    }
    let deck = [GALLERY - SLAB, GALLERY];
    // An L: along the right wall from the second flight, then across the back.
    let [x, z] = [CELLS.range([1, 52]), CELLS.range([20, 90])];
    let open = [[x[0], CELLS.range([37, 38])[0]], deck, [z[0], CELLS.range([62, 63])[0]]];
    stage.add("Gallery", "floor", perforated([x, deck, z], &[open]));
    let [x, z] = [FIRST[0], SECOND[1]];
    stage.add("Landing", "floor", CELLS.block(x, [LANDING - SLAB, LANDING], z));
    let posts = [
        (19, 54, LANDING),
        (1, 54, LANDING),
        (38, 21, GALLERY),
        (38, 60, GALLERY),
        (20, 63, GALLERY),
        (2, 63, GALLERY),
    ];
    let post = |(x, z, top)| CELLS.block([x, x + 2], [GROUND, top - SLAB], [z, z + 2]);
    stage.add_all("Post", "metal", posts.map(post));
}

fn flights(stage: &mut Stage) {
    let flight = |x: Range, foot: [f64; 2], thickness| {
        Flight { x, foot, steps: TREADS, riser: RISER, tread: TREAD, thickness }.shape()
    };
    let foot = FIRST[1][0] as f64 * CELLS.metres() + NUDGE;
    stage.add("Stair_flight_1", "stone", flight(CELLS.range(FIRST[0]), [foot, GROUND], None));
    // Built towards larger z like the first and turned: its z becomes x, its x becomes −z.
    let foot = SECOND[0][0] as f64 * CELLS.metres() + NUDGE;
    let [near, far] = CELLS.range(SECOND[1]);
    stage.add("Stair_flight_2", "stone", flight([-far, -near], [foot, LANDING], Some(SLAB)).turned(1));
}

fn railings(stage: &mut Stage) {
    let mut rails: Vec<Shape> = [
        ([1, 21], LANDING, [55, 56]),
        ([37, 52], GALLERY, [20, 21]),
        ([37, 38], GALLERY, [21, 36]),
        ([37, 38], GALLERY, [56, 62]),
        ([1, 38], GALLERY, [62, 63]),
    ]
    .map(|(x, y, z)| CELLS.block(x, [y, y + RAIL], z))
    .into();
    // Along a flight the railing stands on the line through the inner corners of the steps.
    let sloping = |[from, to]: Range, y: f64| {
        let rise = f64::from(TREADS) * RISER;
        [[from, y], [to, y + rise], [to, y + rise + RISER + RAIL], [from, y + RISER + RAIL]]
    };
    rails.push(prism(Along::X, &sloping(CELLS.range(FIRST[1]), GROUND), CELLS.range([20, 21])));
    for z in [[36, 37], [55, 56]] {
        rails.push(prism(Along::Z, &sloping(CELLS.range(SECOND[0]), LANDING), CELLS.range(z)));
    }
    stage.add_all("Railing", "metal", rails);
}

fn crates(stage: &mut Stage, seed: u64) {
    let on_the_way = [
        ([24, 29], GROUND, [10, 15], 0.9),
        ([8, 12], GROUND, [9, 13], 1.2),
        ([3, 7], LANDING, [38, 42], 0.6),
        ([11, 14], LANDING, [43, 46], 0.5),
        ([43, 47], GALLERY, [58, 62], 0.8),
        ([22, 27], GALLERY, [72, 77], 1.0),
        ([10, 13], GALLERY, [76, 84], 0.7),
    ];
    stage.add_all("Crate", "wood", on_the_way.map(|(x, y, z, height)| CELLS.block(x, [y, y + height], z)));
    // Clutter stored under the gallery, in bays of eight cells.
    let mut random = Random::new(seed, 1);
    let stored = (0..6).map(|bay| {
        let [x, z] = [42, 36 + 8 * bay].map(|first| first + random.below(4) as i64);
        let height = random.within([0.3, 0.9]);
        CELLS.block([x, x + 4], [GROUND, GROUND + height], [z, z + 4])
    });
    stage.add_all("Stored_crate", "wood", stored);
}
