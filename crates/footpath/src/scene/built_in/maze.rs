//! The maze of Kuffner 1998, table 1: 2,780 triangles, of which the paper tells no more than their number.
//!
//! Ten by ten rooms of 2.5 m between posts and panels, joined to a tree at first and then by six loops, and crates that a user
//! would drag about. Corridors are so wide that a body passes on a bitmap of 50 cells a side too. The floor is cut into as
//! many pieces as the number of triangles asks for.

use super::shapes::{Range, block, tiled};
use super::stage::{Random, Stage};
use crate::scene::Scene;

const ROOMS: usize = 10;
const PITCH: f64 = 2.5;
const POST: f64 = 0.15;
const PANEL: f64 = 0.1;
const FLOOR: f64 = 0.1;
const TOP: f64 = 2.4;
const LOOPS: usize = 6;
const CRATES: usize = 9;
/// Pieces of the floor along each side.
const PIECES: usize = 8;

/// Which of the panels between rooms stand: to the right of each room, and below it.
struct Plan {
    right: [[bool; ROOMS]; ROOMS],
    below: [[bool; ROOMS]; ROOMS],
}

impl Plan {
    /// A tree of rooms by going on at random and turning back at dead ends, then some panels less. It is the same for every
    /// seed, since routes depend on it.
    fn new() -> Self {
        let mut plan = Self { right: [[true; ROOMS]; ROOMS], below: [[true; ROOMS]; ROOMS] };
        let mut random = Random::new(1998, 11);
        let mut entered = [[false; ROOMS]; ROOMS];
        entered[0][0] = true;
        let mut way = vec![[0, 0]];
        while let Some(&room) = way.last() {
            let fresh: Vec<_> = around(room).into_iter().filter(|&[x, z]| !entered[z][x]).collect();
            if fresh.is_empty() {
                way.pop();
                continue;
            }
            let next = fresh[random.below(fresh.len() as u64) as usize];
            *plan.between(room, next) = false;
            entered[next[1]][next[0]] = true;
            way.push(next);
        }
        let mut opened = 0;
        while opened < LOOPS {
            let [x, z] = [0, 1].map(|_| 1 + random.below(ROOMS as u64 - 2) as usize);
            let panel = plan.between([x, z], [x + 1, z]);
            opened += usize::from(std::mem::take(panel));
        }
        plan
    }

    /// The panel between two rooms side by side.
    fn between(&mut self, a: [usize; 2], b: [usize; 2]) -> &mut bool {
        let [x, z] = [a[0].min(b[0]), a[1].min(b[1])];
        if a[1] == b[1] { &mut self.right[z][x] } else { &mut self.below[z][x] }
    }
}

/// Rooms beside a room.
fn around([x, z]: [usize; 2]) -> Vec<[usize; 2]> {
    let beside = [(x.wrapping_sub(1), z), (x + 1, z), (x, z.wrapping_sub(1)), (x, z + 1)];
    beside.into_iter().filter(|&(x, z)| x < ROOMS && z < ROOMS).map(|(x, z)| [x, z]).collect()
}

/// A line between rooms, in metres.
fn line(number: usize) -> f64 {
    number as f64 * PITCH
}

fn middle(room: usize) -> f64 {
    line(room) + PITCH / 2.0
}

pub(super) fn build(seed: u64) -> Scene {
    let mut stage = Stage::default();
    let side = [-PANEL, line(ROOMS) + PANEL];
    stage.add("Floor", "floor", tiled([side, [0.0, FLOOR], side], [PIECES, 1, PIECES]));
    panels(&mut stage, &Plan::new());
    for z in 1..ROOMS {
        for x in 1..ROOMS {
            let post = block(about(line(x), POST), [FLOOR, TOP], about(line(z), POST));
            stage.add(format!("Post_{x}_{z}"), "wood", post);
        }
    }
    crates(&mut stage, &mut Random::new(seed, 12));
    stage.place("start", [middle(0), FLOOR, middle(0)]);
    stage.place("goal", [middle(ROOMS - 1), FLOOR, middle(ROOMS - 1)]);
    stage.build()
}

/// A range about a coordinate.
fn about(at: f64, half: f64) -> Range {
    [at - half, at + half]
}

/// Panels from post to post; those around the maze meet at its corners.
fn panels(stage: &mut Stage, plan: &Plan) {
    let mut panels = Vec::new();
    let mut add = |x: Range, z: Range| panels.push(block(x, [FLOOR, TOP], z));
    let ends = |room: usize| {
        let corner = |number: usize| if number == 0 || number == ROOMS { PANEL } else { 0.0 };
        [line(room) - corner(room), line(room + 1) + corner(room + 1)]
    };
    for room in 0..ROOMS {
        for rim in [0, ROOMS] {
            add(ends(room), about(line(rim), PANEL));
            add(about(line(rim), PANEL), ends(room));
        }
        for other in 0..ROOMS - 1 {
            if plan.right[room][other] {
                add(about(line(other + 1), PANEL), inner(room));
            }
            if plan.below[other][room] {
                add(inner(room), about(line(other + 1), PANEL));
            }
        }
    }
    stage.add_all("Panel", "wall", panels);
}

/// From post to post, or to the panels around the maze.
fn inner(room: usize) -> Range {
    let near = |number: usize| if number == 0 || number == ROOMS { PANEL } else { POST };
    [line(room) + near(room), line(room + 1) - near(room + 1)]
}

/// Crates in corners of rooms, one to a row, out of everybody's way.
fn crates(stage: &mut Stage, random: &mut Random) {
    let crates = (0..CRATES).map(|row| {
        let room = 1 + random.below(ROOMS as u64 - 2) as usize;
        let half = random.within([0.20, 0.25]);
        let offset = |side: u64| if side == 0 { POST + half } else { PITCH - POST - half };
        let (x, z) = (line(room) + offset(random.below(2)), line(row) + offset(random.below(2)));
        block(about(x, half), [FLOOR, FLOOR + random.within([0.5, 0.9])], about(z, half))
    });
    stage.add_all("Crate", "wood", crates);
}
