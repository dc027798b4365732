//! The car park of Deusdado, Fernandes & Belo 2008, figure 1: four levels, ramps between them.
//!
//! A barrier cuts the second level in two, so that its sides meet only by way of the third. Two ramps lead from there
//! towards the roof; the large one on the left ends under the closed slab. A kerb on the third level is stepped over.
//! The paper gives no measures; slabs are 30 × 20 m, a storey is 3 m. Upright faces keep clear of the borders between
//! columns of the recommended size, so that a kerb fills its own columns and no others.

use super::shapes::{Along, Range, Shape, cylinder, perforated, prism};
use super::stage::{Cells, Stage};
use crate::scene::Scene;

pub(super) const CELLS: Cells = Cells::of_640ths(64);
/// Cells of a slab along x and z; everything in plan is counted in cells of 0.1 m.
const WIDTH: [i64; 2] = [0, 300];
const DEPTH: [i64; 2] = [0, 200];
const STOREY: f64 = 3.0;
const SLAB: f64 = 0.25;

/// A ramp from one level to the next, along x.
struct Ramp {
    name: &'static str,
    level: usize,
    x: [i64; 2],
    z: [i64; 2],
    /// Whether it rises towards larger x.
    rises_right: bool,
    /// Whether the slab above has an opening for it.
    is_open: bool,
}

const RAMPS: [Ramp; 5] = [
    Ramp { name: "Ramp_2", level: 0, x: [10, 130], z: [140, 165], rises_right: true, is_open: true },
    Ramp { name: "Ramp_5", level: 1, x: [10, 130], z: [20, 45], rises_right: true, is_open: true },
    Ramp { name: "Ramp_6", level: 1, x: [170, 290], z: [20, 45], rises_right: false, is_open: true },
    Ramp { name: "Ramp_8_closed", level: 2, x: [10, 130], z: [75, 125], rises_right: true, is_open: false },
    Ramp { name: "Ramp_9", level: 2, x: [170, 290], z: [75, 100], rises_right: false, is_open: true },
];

/// Where the pillars of each storey stand.
const PILLARS_X: [f64; 4] = [4.0, 10.0, 20.0, 26.0];
const PILLARS_Z: [f64; 2] = [6.0, 18.75];
const PILLAR: f64 = 0.3;
/// The one beside the kerb: its level and its number there.
const KERB_PILLAR: (usize, usize) = (2, 7);

pub(super) fn build(_seed: u64) -> Scene {
    let mut stage = Stage::default();
    for level in 0..4 {
        stage.add(["Ground", "Deck_2", "Deck_3", "Roof"][level], "concrete", deck(level));
    }
    for ramp in &RAMPS {
        stage.add(ramp.name, "asphalt", slope(ramp));
    }
    let under = |level: usize| height(level + 1) - SLAB;
    for level in 0..3 {
        let places = PILLARS_Z.into_iter().flat_map(|z| PILLARS_X.map(|x| [x, z]));
        for (number, at) in (1..).zip(places) {
            let pillar = cylinder(Along::Y, at, PILLAR, [height(level), under(level)]);
            let name =
                if (level, number) == KERB_PILLAR { "Pillar".into() } else { format!("Pillar_{level}_{number}") };
            stage.add(name, "concrete", pillar);
        }
    }
    stage.add("Barrier", "wall", CELLS.block([149, 151], [height(1), under(1)], DEPTH));
    stage.add("Kerb", "stone", CELLS.block([180, 220], [height(2), height(2) + 0.15], [175, 180]));
    stage.place("start", [27.0, 0.0, 10.0]);
    stage.place("goal", [2.0, height(3), 18.0]);
    stage.place("region_3", [4.0, height(1), 10.0]);
    stage.place("region_4", [26.0, height(1), 10.0]);
    stage.place("kerb", [20.0, height(2), 17.0]);
    stage.build()
}

/// Height that people walk on, of levels counted from 0.
fn height(level: usize) -> f64 {
    level as f64 * STOREY
}

fn deck(level: usize) -> Shape {
    let y = [height(level) - SLAB, height(level)];
    let openings = RAMPS.iter().filter(|ramp| ramp.is_open && ramp.level + 1 == level);
    let openings: Vec<[Range; 3]> = openings.map(|ramp| [CELLS.hole(ramp.x), y, CELLS.hole(ramp.z)]).collect();
    perforated([CELLS.range(WIDTH), y, CELLS.range(DEPTH)], &openings)
}

/// A sloping slab; its underside meets the floor a little behind its foot.
fn slope(ramp: &Ramp) -> Shape {
    let ([left, right], low) = (CELLS.range(ramp.x), height(ramp.level));
    let (foot, head) = if ramp.rises_right { (left, right) } else { (right, left) };
    let landed = foot + (head - foot) * SLAB / STOREY;
    let outline = [[foot, low], [head, low + STOREY], [head, low + STOREY - SLAB], [landed, low]];
    prism(Along::Z, &outline, CELLS.range(ramp.z))
}
