//! The labyrinth of Bandi & Thalmann 2000, figure 16: 72 × 23 × 93 cells.
//!
//! At A there is room for a path of cells but none for the border around it; the longer way leads by B.

use super::stage::{Cells, Stage};
use crate::scene::Scene;

pub(super) const GRID: [u32; 3] = [72, 23, 93];
pub(super) const CELLS: Cells = Cells::of_640ths(192);
const FLOOR: f64 = 0.1;
const TOP: f64 = 2.3;

/// Every second row and column is a wall of one cell, the others are corridors of four. `A` is a wall with a gap of one
/// cell in it. From `S` to `G` it is 40 cells shorter through A than by B, and there is no third way.
const MAP: [&str; 37] = [
    "#############################",
    "#S  #           #           #",
    "# ### ######### # # ####### #",
    "#   # #     # # # # #     # #",
    "# # # # # ### # # ### ##### #",
    "# #   # #     #       #   # #",
    "# ### # ### # ########### # #",
    "#   #   #   #     #     # # #",
    "# ####### ##### # # # ### # #",
    "# #   #   #   # #   #   #   #",
    "### # # # # ### ####### # ###",
    "#   #   # #       # #   #   #",
    "# ### # # # # ### # # ##### #",
    "#   # # # # #   #   # # #   #",
    "# ####### # ### ### ### # ###",
    "#     #   # #     #   # # # #",
    "### # # ### ####### # # # # #",
    "#   # #   #   #   # #   #   #",
    "# # # ####### # # # ####### #",
    "# # #     #   A # #     # # #",
    "##### # ### ### # ####### # #",
    "# #   # # # #   #       #   #",
    "# # ### # # # ### ### # # ###",
    "#   # # #   #   #   # # #   #",
    "# # # # # # # ### ##### # ###",
    "# # #   # #B  #     #   # # #",
    "# ####### ########### ### # #",
    "# # #   #   #     #   #   # #",
    "# # # ##### # ##### ### ### #",
    "#   #         #     #       #",
    "# ### ####### # # ######### #",
    "# #     # # # # #       # # #",
    "# ####### # ### ######### # #",
    "# #     # # #     #   #     #",
    "# # ### # # # ### # # #######",
    "#   #     #   #     #      G#",
    "#############################",
];

pub(super) fn build(_seed: u64) -> Scene {
    let mut stage = Stage::default();
    let [width, _, depth] = GRID.map(i64::from);
    stage.add("Floor", "floor", CELLS.block([0, width], [0.0, FLOOR], [0, depth]));
    let walls = lying_walls().chain(standing_walls());
    stage.add_all("Wall", "wall", walls.map(|[x, z]| CELLS.block(x, [FLOOR, TOP], z)));
    for (z, row) in MAP.iter().enumerate() {
        for (x, mark) in row.bytes().enumerate() {
            let ([left, right], [front, back]) = (across(x), along(z));
            let centre = CELLS.centre((left + right) / 2, FLOOR, (front + back) / 2);
            match mark {
                b'S' => stage.place("start", centre),
                b'G' => stage.place("goal", centre),
                b'B' => stage.place("B", centre),
                b'A' => {
                    let gap = (front + back) / 2;
                    stage.add("Wall_A_front", "wall", CELLS.block([left, right], [FLOOR, TOP], [front, gap]));
                    stage.add("Wall_A_back", "wall", CELLS.block([left, right], [FLOOR, TOP], [gap + 1, back]));
                    stage.place("A", centre);
                }
                _ => {}
            }
        }
    }
    stage.build()
}

/// Runs of `#` along a row, as boxes of cells; a single `#` is part of a standing wall.
fn lying_walls() -> impl Iterator<Item = [[i64; 2]; 2]> {
    MAP.iter().enumerate().step_by(2).flat_map(|(z, row)| {
        let runs = runs(row.as_bytes()).into_iter();
        runs.map(move |[first, last]| [[across(first)[0], across(last)[1]], along(z)])
    })
}

/// Runs of `#` down a column.
fn standing_walls() -> impl Iterator<Item = [[i64; 2]; 2]> {
    (0..MAP[0].len()).step_by(2).flat_map(|x| {
        let column: Vec<u8> = MAP.iter().map(|row| row.as_bytes()[x]).collect();
        runs(&column).into_iter().map(move |[first, last]| [across(x), [along(first)[0], along(last)[1]]])
    })
}

/// First and last index of every run of more than one `#`.
fn runs(line: &[u8]) -> Vec<[usize; 2]> {
    let is_wall = |&i: &usize| line[i] == b'#';
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for i in (0..line.len()).filter(is_wall) {
        match runs.last_mut() {
            Some([_, last]) if *last + 1 == i => *last = i,
            _ => runs.push([i, i]),
        }
    }
    runs.retain(|[first, last]| first < last);
    runs
}

/// Cells in x of a character of the map; the last wall takes what the pitch of five leaves over.
fn across(character: usize) -> [i64; 2] {
    cells_of(character, MAP[0].len(), GRID[0])
}

/// Cells in z of a row of the map.
fn along(row: usize) -> [i64; 2] {
    cells_of(row, MAP.len(), GRID[2])
}

fn cells_of(index: usize, count: usize, cells: u32) -> [i64; 2] {
    let pitch = (index / 2 * 5) as i64;
    match index {
        _ if index + 1 == count => [pitch, i64::from(cells)],
        _ if index.is_multiple_of(2) => [pitch, pitch + 1],
        _ => [pitch + 1, pitch + 5],
    }
}
