//! The office of Kuffner 1998, table 1 and figure 4: 15,320 triangles, of which the paper tells no more than their number.
//!
//! Three open-plan rooms and one for meetings at a crossing of two corridors, 22.5 m a side: desks with screens and drawers,
//! chairs on legs, shelves with binders, plants, bins. Lamps hang above every head and rugs lie flat on the floor: neither is
//! in the way. There is no ceiling, so that pictures from above show the rooms. The floor is cut into as many pieces
//! as the number of triangles asks for.

use super::furniture::{chair, cupboard, plant, table};
use super::shapes::{Along, Range, Shape, block, cylinder, perforated, tiled};
use super::stage::{Random, Stage};
use crate::scene::Scene;

const SIDE: f64 = 22.5;
const FLOOR: f64 = 0.1;
const TOP: f64 = 2.8;
const WALL: f64 = 0.2;
/// Both ends of the corridors, along x and along z.
const CORRIDOR: Range = [10.0, 12.5];
/// Where the two wings begin, walls left out.
const WINGS: [Range; 2] = [[WALL, CORRIDOR[0] - WALL], [CORRIDOR[1] + WALL, SIDE - WALL]];
const DOOR: f64 = 2.0;
/// Pieces of the floor along each side.
const PIECES: [usize; 2] = [9, 14];

pub(super) fn build(seed: u64) -> Scene {
    let mut stage = Stage::default();
    let floor = tiled([[0.0, SIDE], [0.0, FLOOR], [0.0, SIDE]], [PIECES[0], 1, PIECES[1]]);
    stage.add("Floor", "floor", floor);
    walls(&mut stage);
    let mut random = Random::new(seed, 13);
    for (room, [x, z]) in [[0, 0], [1, 0], [0, 1]].into_iter().enumerate() {
        workplaces(&mut stage, room + 1, [WINGS[x], WINGS[z]], &mut random);
    }
    meeting(&mut stage, [WINGS[1], WINGS[1]], &mut random);
    for (room, [x, z]) in [[0, 0], [1, 0], [0, 1], [1, 1]].into_iter().enumerate() {
        sundries(&mut stage, room + 1, [WINGS[x], WINGS[z]]);
    }
    lamps(&mut stage);
    stage.place("start", [1.0, FLOOR, 9.2]);
    stage.place("crossing", [SIDE / 2.0, FLOOR, SIDE / 2.0]);
    stage.place("goal", [20.6, FLOOR, 21.6]);
    stage.build()
}

fn walls(stage: &mut Stage) {
    let y = [FLOOR, TOP];
    for (i, at) in [[0.0, WALL], [SIDE - WALL, SIDE]].into_iter().enumerate() {
        stage.add(format!("Wall_outer_{}", i + 1), "wall", block([0.0, SIDE], y, at));
        stage.add(format!("Wall_outer_{}", i + 3), "wall", block(at, y, [WALL, SIDE - WALL]));
    }
    // Each wing has a wall along either corridor, with a double door in it.
    let mut count = 0;
    for (wing, inside) in WINGS.into_iter().enumerate() {
        for at in [[CORRIDOR[0] - WALL, CORRIDOR[0]], [CORRIDOR[1], CORRIDOR[1] + WALL]] {
            let middle = if wing == 0 { 5.0 } else { SIDE - 5.0 };
            let opening = [middle - DOOR / 2.0, middle + DOOR / 2.0];
            // The walls along x keep clear of those along z at the corners of the rooms.
            let corner = if wing == 0 { [inside[0], inside[1] + WALL] } else { [inside[0] - WALL, inside[1]] };
            let height = [FLOOR, FLOOR + 2.1];
            count += 2;
            let along_x = perforated([corner, y, at], &[[opening, height, at]]);
            stage.add(format!("Wall_inner_{}", count - 1), "wall", along_x);
            let along_z = perforated([at, y, inside], &[[at, height, opening]]);
            stage.add(format!("Wall_inner_{count}"), "wall", along_z);
        }
    }
}

/// Six islands of two desks that face each other.
fn workplaces(stage: &mut Stage, room: usize, [x, z]: [Range; 2], random: &mut Random) {
    let mut count = 0;
    for column in 0..2 {
        for row in 0..3 {
            let at = [x[0] + 2.1 + 5.0 * f64::from(column), z[0] + 1.6 + 2.9 * f64::from(row)];
            for side in [0, 2] {
                count += 1;
                let name = |what: &str| format!("{what}_{room}_{count}");
                let put = |shape: Shape, [dx, dz]: [f64; 2], y: f64| {
                    let shape = shape.at([dx, y, dz]).turned(side);
                    shape.at([at[0], FLOOR, at[1]])
                };
                stage.add(name("Desk"), "wood", put(table([1.6, 0.8], 0.70, 0.03), [0.0, 0.40], 0.0));
                stage.add(name("Drawers"), "metal", put(block([-0.7, -0.3], [0.0, 0.6], [0.1, 0.7]), [0.0; 2], 0.0));
                stage.add(name("Screen"), "metal", put(screen(), [0.0, 0.2], 0.73));
                stage.add(name("Keyboard"), "metal", put(block([-0.2, 0.2], [0.0, 0.02], [0.5, 0.65]), [0.0; 2], 0.73));
                let pushed = [random.within([-0.15, 0.15]), 0.9 + random.within([0.0, 0.15])];
                stage.add(name("Office_chair"), "fabric", put(chair().turned(2), pushed, 0.0));
                let bin = cylinder(Along::Y, [0.0, 0.0], 0.14, [0.0, 0.35]);
                let aside = [0.3 + random.within([0.0, 0.2]), 0.25];
                stage.add(name("Bin"), "metal", put(bin, aside, 0.0));
            }
        }
    }
    let middle = [(x[0] + x[1]) / 2.0, (z[0] + z[1]) / 2.0];
    let rug = block([middle[0] - 0.6, middle[0] + 0.6], [FLOOR, FLOOR + 0.02], [middle[1] - 1.5, middle[1] + 1.5]);
    stage.add(format!("Rug_{room}"), "fabric", rug);
}

/// A screen on its foot.
fn screen() -> Shape {
    Shape::of([
        block([-0.12, 0.12], [0.0, 0.02], [-0.08, 0.08]),
        block([-0.02, 0.02], [0.02, 0.2], [-0.02, 0.02]),
        block([-0.3, 0.3], [0.15, 0.5], [0.02, 0.05]),
    ])
}

/// A long table with chairs, and two round ones.
fn meeting(stage: &mut Stage, [x, z]: [Range; 2], random: &mut Random) {
    let [mx, mz] = [(x[0] + x[1]) / 2.0, z[0] + 3.4];
    stage.add("Table_long", "wood", table([4.8, 1.2], 0.70, 0.04).at([mx, FLOOR, mz]));
    let mut count = 0;
    let mut seat = |stage: &mut Stage, at: [f64; 2], turns: u32, random: &mut Random| {
        count += 1;
        let back = random.within([0.0, 0.1]);
        let shape = chair().at([0.0, 0.0, -back]).turned(turns).at([at[0], FLOOR, at[1]]);
        stage.add(format!("Office_chair_4_{count}"), "fabric", shape);
    };
    for place in 0..6 {
        let across = mx - 2.0 + 0.8 * f64::from(place);
        seat(stage, [across, mz - 0.75], 0, random);
        seat(stage, [across, mz + 0.75], 2, random);
    }
    for (i, dx) in [-2.2, 2.2].into_iter().enumerate() {
        let [cx, cz] = [mx + dx, z[1] - 2.4];
        let parts = [(0.05, [0.03, 0.68]), (0.3, [0.0, 0.03]), (0.5, [0.68, 0.72])];
        let round = Shape::of(parts.map(|(radius, y)| cylinder(Along::Y, [0.0; 2], radius, y)));
        stage.add(format!("Table_round_{}", i + 1), "wood", round.at([cx, FLOOR, cz]));
        for (turns, [ax, az]) in [(0, [0.0, -0.65]), (1, [-0.65, 0.0]), (2, [0.0, 0.65]), (3, [0.65, 0.0])] {
            seat(stage, [cx + ax, cz + az], turns, random);
        }
    }
    stage.add("Rug_4", "fabric", block([mx - 3.2, mx + 3.2], [FLOOR, FLOOR + 0.02], [mz - 1.8, mz + 1.8]));
}

/// Shelves along the outer walls, cupboards, and plants in the corners.
fn sundries(stage: &mut Stage, room: usize, [x, z]: [Range; 2]) {
    let (outer_x, inward, turns) = if x[0] < SIDE / 2.0 { (x[0], 1.0, 1) } else { (x[1], -1.0, 3) };
    let shelves = (0..3).map(|i| {
        let at = z[0] + 2.4 + 1.7 * f64::from(i);
        shelf().turned(turns).at([outer_x + 0.18 * inward, FLOOR, at])
    });
    stage.add_all(&format!("Shelf_{room}"), "wood", shelves);
    let cupboard = cupboard([1.0, 0.45], 1.4).turned(turns).at([outer_x + 0.25 * inward, FLOOR, z[0] + 7.6]);
    stage.add(format!("Cupboard_{room}"), "wood", cupboard);
    let corners = [[x[0] + 0.4, z[0] + 0.4], [x[1] - 0.4, z[0] + 0.4], [x[1] - 0.4, z[1] - 0.4]];
    stage.add_all(&format!("Plant_{room}"), "plant", corners.map(|[x, z]| plant().at([x, FLOOR, z])));
}

/// An open shelf with binders: a fixed number, since the triangles are counted. Its back is towards −z.
fn shelf() -> Shape {
    let mut shelf = Shape::of([
        block([-0.8, -0.77], [0.0, 2.0], [-0.16, 0.16]),
        block([0.77, 0.8], [0.0, 2.0], [-0.16, 0.16]),
        block([-0.77, 0.77], [0.0, 2.0], [-0.16, -0.14]),
    ]);
    for board in [0.06, 0.44, 0.83, 1.22, 1.61] {
        shelf.push(block([-0.77, 0.77], [board, board + 0.03], [-0.14, 0.16]));
        for place in 0..2 {
            let x = -0.7 + 0.75 * f64::from(place);
            shelf.push(block([x, x + 0.6], [board + 0.03, board + 0.34], [-0.12, 0.12]));
        }
    }
    shelf
}

/// Lamps on rods, above every head.
fn lamps(stage: &mut Stage) {
    let lamp = |column: i32, row: i32| {
        let [x, z] = [column, row].map(|i| 1.9 + 3.74 * f64::from(i));
        let y = FLOOR + 2.2;
        Shape::of([
            block([x - 0.6, x + 0.6], [y, y + 0.08], [z - 0.12, z + 0.12]),
            block([x - 0.01, x + 0.01], [y + 0.08, y + 0.7], [z - 0.01, z + 0.01]),
        ])
    };
    stage.add_all("Lamp", "metal", (0..36).map(|i| lamp(i % 6, i / 6)));
}
