//! The factory of Bandi & Thalmann 2000, figure 18: 69 × 95 × 69 cells.
//!
//! A machine on legs stands between start and goal. Under it there is 1.5 m: too low to walk upright, so the way to the
//! furthest corner leads past the overhang. A crane hook, pipes at knee height and a conveyor are in the way too.

use super::shapes::{Along, Range, Shape, block, cylinder, perforated};
use super::stage::{Cells, Random, Stage};
use crate::scene::Scene;

pub(super) const GRID: [u32; 3] = [69, 95, 69];
pub(super) const CELLS: Cells = Cells::of_640ths(192);
const FLOOR: f64 = 0.2;
const ROOF: [f64; 2] = [4.55, 4.75];
/// Free height under the machine.
const UNDER_MACHINE: f64 = 1.5;
/// Free height under the crane's hook: lower than a head.
const UNDER_HOOK: f64 = 1.7;
/// Free height under the pipes.
const UNDER_PIPE: f64 = 0.4;

pub(super) fn build(seed: u64) -> Scene {
    let mut stage = Stage::default();
    hall(&mut stage);
    machine(&mut stage);
    crane(&mut stage);
    pipes(&mut stage);
    conveyor(&mut stage);
    clutter(&mut stage, seed);
    stage.place("start", CELLS.centre(6, FLOOR, 5));
    stage.place("machine", CELLS.centre(34, FLOOR, 34));
    stage.place("goal", CELLS.centre(64, FLOOR, 64));
    stage.build()
}

fn hall(stage: &mut Stage) {
    let [width, _, depth] = GRID.map(i64::from);
    stage.add("Floor", "stone", CELLS.block([0, width], [0.0, FLOOR], [0, depth]));
    stage.add("Roof", "metal", CELLS.block([0, width], ROOF, [0, depth]));
    let y = [FLOOR, ROOF[0]];
    let front = [CELLS.range([0, width]), y, CELLS.range([0, 1])];
    let gate = [CELLS.range([9, 21]), [FLOOR, FLOOR + 3.0], front[2]];
    stage.add("Wall_gate", "wall", perforated(front, &[gate]));
    stage.add("Wall_back", "wall", CELLS.block([0, width], y, [depth - 1, depth]));
    stage.add("Wall_left", "wall", CELLS.block([0, 1], y, [1, depth - 1]));
    stage.add("Wall_right", "wall", CELLS.block([width - 1, width], y, [1, depth - 1]));
    stage.add_all("Pillar", "wall", posts([22, 46], y));
}

/// Posts of one cell at the corners of a square.
fn posts(corners: [i64; 2], y: Range) -> [Shape; 4] {
    let [low, high] = corners;
    [[low, low], [high, low], [low, high], [high, high]].map(|[x, z]| CELLS.block([x, x + 1], y, [z, z + 1]))
}

fn machine(stage: &mut Stage) {
    let underside = FLOOR + UNDER_MACHINE;
    stage.add("Machine_body", "metal", CELLS.block([26, 43], [underside, underside + 1.1], [26, 43]));
    let chimney = cylinder(Along::Y, [CELLS.centre(34, 0.0, 0)[0]; 2], 0.6, [underside + 1.1, underside + 2.2]);
    stage.add("Machine_chimney", "metal", chimney);
    stage.add_all("Machine_leg", "metal", posts([26, 42], [FLOOR, underside]));
    stage.add_all("Press", "metal", [[12, 20], [26, 34]].map(|z| CELLS.block([51, 57], [FLOOR, FLOOR + 2.4], z)));
    stage.add("Lathe", "metal", CELLS.block([8, 12], [FLOOR, FLOOR + 1.2], [26, 36]));
}

fn crane(stage: &mut Stage) {
    let [width, _, _] = GRID.map(i64::from);
    let rail = [4.25, ROOF[0]];
    stage.add("Crane_bridge", "metal", CELLS.block([1, width - 1], rail, [15, 17]));
    stage.add("Crane_trolley", "metal", CELLS.block([17, 21], [4.0, rail[0]], [14, 18]));
    let [x, _, z] = CELLS.centre(19, 0.0, 16);
    let low = FLOOR + UNDER_HOOK;
    stage.add("Crane_cable", "metal", cylinder(Along::Y, [x, z], 0.03, [low + 0.3, 4.0]));
    let hook = [
        block([x - 0.12, x + 0.12], [low + 0.2, low + 0.4], [z - 0.08, z + 0.08]),
        block([x - 0.04, x + 0.04], [low, low + 0.2], [z - 0.04, z + 0.04]),
        block([x + 0.04, x + 0.16], [low, low + 0.06], [z - 0.04, z + 0.04]),
    ];
    stage.add("Crane_hook", "metal", Shape::of(hook));
    stage.place("hook", [x, FLOOR, z]);
}

/// Two pipes side by side across the hall, open at its right end.
fn pipes(stage: &mut Stage) {
    const RADIUS: f64 = 0.08;
    let centre = |z: i64| [CELLS.centre(0, 0.0, z)[2], FLOOR + UNDER_PIPE + RADIUS];
    let pipe = |z: i64| cylinder(Along::X, centre(z), RADIUS, CELLS.range([1, 54]));
    stage.add_all("Pipe", "metal", [50, 51].map(pipe));
    let stand = |x: i64| CELLS.block([x, x + 1], [FLOOR, FLOOR + UNDER_PIPE], [50, 52]);
    stage.add_all("Pipe_stand", "metal", (4..54).step_by(12).map(stand));
}

fn conveyor(stage: &mut Stage) {
    let belt = [FLOOR + 0.8, FLOOR + 0.9];
    stage.add("Conveyor_belt", "fabric", CELLS.block([44, 60], belt, [57, 60]));
    let stand = |x: i64| CELLS.block([x, x + 1], [FLOOR, belt[0]], [58, 59]);
    stage.add_all("Conveyor_stand", "metal", [45, 51, 58].map(stand));
}

/// Crates and barrels in bays along the left and the back wall.
fn clutter(stage: &mut Stage, seed: u64) {
    let mut random = Random::new(seed, 2);
    let left = (0..3).map(|i| [1, 38 + 4 * i]);
    let back = (0..8).map(|i| [6 + 5 * i, 64]);
    for (i, [x, z]) in left.chain(back).enumerate() {
        let height = random.within([0.5, 1.4]);
        if random.below(3) == 0 {
            let barrel = CELLS.pillar(x + 1, z + 1, 0.28, [FLOOR, FLOOR + 0.9]);
            stage.add(format!("Barrel_{}", i + 1), "metal", barrel);
        } else {
            let [wide, deep] = [2 + random.below(2) as i64, 2 + random.below(2) as i64];
            let shape = CELLS.block([x, x + wide], [FLOOR, FLOOR + height], [z, z + deep]);
            stage.add(format!("Crate_{}", i + 1), "wood", shape);
        }
    }
}
