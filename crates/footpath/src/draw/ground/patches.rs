//! Floors → patches: rectangles of neighbouring floors that have one colour and lie in one plane.

use super::paint::Painter;
use super::{Ground, column};
use crate::draw::Colour;
use crate::geom::metres;
use crate::ground::{Tile, TileKey};

/// Rise per run, in 1/64, by which floors of one patch may differ: finer is not seen in a picture.
const SLOPE_APART: i32 = 3;
/// Metres by which a floor may lie off the plane of its patch. A level patch is exact, so that a rug does not end up
/// under its own floor.
const HEIGHT_APART: f64 = 0.02;
const LEVEL_APART: f64 = 0.005;

/// A rectangle of columns with one colour, on a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Patch {
    /// First column along x, and the one after the last.
    pub x: [i32; 2],
    /// First column along z, and the one after the last.
    pub z: [i32; 2],
    /// Height over the centre of the first column, in metres from the origin.
    height: f64,
    slope: [i8; 2],
    pub colour: Colour,
}

impl Patch {
    /// Height of the plane over the centre of a column, which may be a part of one, at a cell size in metres.
    pub fn height_at(&self, x: f64, z: f64, cell_size: f64) -> f64 {
        let rise = |slope: i8, columns: f64| f64::from(slope) / 64.0 * columns * cell_size;
        self.height + rise(self.slope[0], x - f64::from(self.x[0])) + rise(self.slope[1], z - f64::from(self.z[0]))
    }

    /// Whether another patch continues this one: same colour, and its first column on the plane.
    fn continues(&self, next: &Self, cell_size: f64) -> bool {
        let near = |axis: usize| (i32::from(self.slope[axis]) - i32::from(next.slope[axis])).abs() <= SLOPE_APART;
        let level = self.slope == [0; 2] && next.slope == [0; 2];
        let apart = if level { LEVEL_APART } else { HEIGHT_APART };
        let plane = || self.height_at(f64::from(next.x[0]), f64::from(next.z[0]), cell_size);
        self.colour == next.colour && near(0) && near(1) && (plane() - next.height).abs() <= apart
    }
}

/// The floors of a tile that are shown, as few patches.
pub(super) fn merge(ground: &Ground, painter: &Painter, key: TileKey, tile: &Tile) -> Vec<Patch> {
    let cell_size = ground.world.grid().cell_size();
    let mut done: Vec<Patch> = Vec::new();
    let (mut row, mut open): (Vec<Patch>, Vec<usize>) = Default::default();
    for (place, floors) in tile.floor_index().columns() {
        let [x, z] = column(key, place);
        if row.first().is_some_and(|run| run.z[0] != z) {
            stack(&mut done, &mut open, &mut row, cell_size);
        }
        for floor in floors.filter(|&floor| ground.shows(tile, floor)) {
            let single = Patch {
                x: [x, x + 1],
                z: [z, z + 1],
                height: metres(tile.height(floor)),
                slope: tile.floors()[floor].slope,
                colour: painter.colour(key, tile, floor),
            };
            match row.iter_mut().rev().find(|run| run.x[1] == x && run.continues(&single, cell_size)) {
                Some(run) => run.x[1] = x + 1,
                None => row.push(single),
            }
        }
    }
    stack(&mut done, &mut open, &mut row, cell_size);
    done
}

/// Puts the runs of a row under the patches that they continue; the others begin patches. `open` are the patches that
/// the row before reached.
fn stack(done: &mut Vec<Patch>, open: &mut Vec<usize>, row: &mut Vec<Patch>, cell_size: f64) {
    let before = std::mem::take(open);
    for run in row.drain(..) {
        let continued = |&&at: &&usize| {
            let patch: &Patch = &done[at];
            patch.z[1] == run.z[0] && patch.x == run.x && patch.continues(&run, cell_size)
        };
        if let Some(&at) = before.iter().find(continued) {
            done[at].z[1] += 1;
            open.push(at);
        } else {
            open.push(done.len());
            done.push(run);
        }
    }
}
