//! A house of 16 m: rooms on both sides of a corridor on every storey, a straight stair up to the roof, windows, a front door.

use super::super::shapes::{Flight, Range, Shape, block, perforated};
use super::{GROUND, Lot, SQUARE, Thing, open};

/// From floor to floor: twenty risers.
const STOREY: f64 = 3.2;
const RISER: f64 = 0.16;
const TREAD: f64 = 0.30;
const RISERS: u32 = 20;
const SLAB: f64 = 0.25;
const PARAPET: f64 = 1.0;
/// Thickness of outer and inner walls.
const OUTER: f64 = 0.3;
/// How far an open side stands back from the border, so that the border belongs to the street.
const BACK: f64 = 0.5;
/// Walls along the corridor.
const NORTH: Range = [6.3, 6.48];
const SOUTH: Range = [9.5, 9.7];
/// Walls across, between rooms.
const WEST: Range = [5.2, 5.4];
const EAST: Range = [10.6, 10.8];
/// The stair, off the borders of cells, so that no riser lies on one, whichever way the house is turned.
const STAIR_X: Range = [5.02, 5.02 + (RISERS - 1) as f64 * TREAD];
const STAIR_Z: Range = [8.05, 9.45];
const RAIL: Range = [7.95, 8.05];
const DOOR_WIDTH: f64 = 1.2;
const DOOR_HEIGHT: f64 = 2.1;
/// Middles of the rooms along x.
const ROOMS: [f64; 3] = [2.9, 8.0, 13.2];

/// The ground that a house stands on.
struct Body {
    x: Range,
    z: Range,
    /// Whether the sides of low z, high z, low x and high x are open.
    open: [bool; 4],
}

impl Body {
    fn of(lot: Lot) -> Self {
        let open = match lot {
            Lot::Row => [true, true, false, false],
            Lot::Corner => [true, false, true, false],
            Lot::Free => [true; 4],
        };
        let low = |is_open: bool| if is_open { BACK } else { 0.0 };
        let high = |is_open: bool| if is_open { SQUARE - BACK } else { SQUARE };
        Self { x: [low(open[2]), high(open[3])], z: [low(open[0]), high(open[1])], open }
    }

    fn inner(&self) -> [Range; 2] {
        [self.x, self.z].map(|[low, high]| [low + OUTER, high - OUTER])
    }
}

/// A place to stand in a room of a storey.
pub(super) fn room(storey: u8) -> [f64; 3] {
    [ROOMS[2] + 0.1, floor_of(storey), 5.375]
}

fn floor_of(storey: u8) -> f64 {
    GROUND + f64::from(storey) * STOREY
}

/// A house of so many storeys.
pub(super) fn house(lot: Lot, storeys: u8, furnished: u8) -> Vec<(Thing, Shape)> {
    let body = Body::of(lot);
    let mut parts = vec![(Thing::Pavement, open::pad(GROUND))];
    outer_walls(&body, storeys, &mut parts);
    for storey in 0..storeys {
        let floor = floor_of(storey);
        inner_walls(&body, floor, furnished, &mut parts);
        tables(floor, furnished, storey, &mut parts);
        parts.push((Thing::Stairs, flight(floor)));
    }
    for level in 1..=storeys {
        let floor = floor_of(level);
        let [x, z] = body.inner();
        let hole = [STAIR_X, [floor - SLAB, floor], STAIR_Z];
        parts.push((Thing::Floor, perforated([x, [floor - SLAB, floor], z], &[hole])));
        parts.push((Thing::Stairs, block(STAIR_X, [floor, floor + 1.0], RAIL)));
    }
    parts
}

/// The stair from a floor to the next, towards larger x.
fn flight(floor: f64) -> Shape {
    let across = [-STAIR_Z[1], -STAIR_Z[0]];
    let steps = RISERS - 1;
    Flight { x: across, foot: [STAIR_X[0], floor], steps, riser: RISER, tread: TREAD, thickness: Some(0.2) }
        .shape()
        .turned(1)
}

fn outer_walls(body: &Body, storeys: u8, parts: &mut Vec<(Thing, Shape)>) {
    let y = [GROUND - 0.2, floor_of(storeys) + PARAPET];
    let windows = |middles: &[f64], skip: Option<f64>| {
        let mut holes: Vec<[Range; 2]> = Vec::new();
        for storey in 0..storeys {
            let there = middles.iter().filter(|&&middle| storey > 0 || Some(middle) != skip);
            let floor = floor_of(storey);
            holes.extend(there.map(|middle| [[middle - 0.8, middle + 0.8], [floor + 0.9, floor + 2.3]]));
        }
        holes
    };
    let door = |middle: f64, width: f64| [[middle - width / 2.0, middle + width / 2.0], [GROUND, GROUND + 2.3]];
    // Front and back run along x, the sides between them along z.
    let [front, back] = [[body.z[0], body.z[0] + OUTER], [body.z[1] - OUTER, body.z[1]]];
    for (z, is_open, middle, width) in
        [(front, body.open[0], ROOMS[1], 1.5), (back, body.open[1], ROOMS[0], DOOR_WIDTH)]
    {
        let mut holes = if is_open { windows(&ROOMS, Some(middle)) } else { Vec::new() };
        holes.extend(is_open.then(|| door(middle, width)));
        let holes: Vec<[Range; 3]> = holes.into_iter().map(|[x, y]| [x, y, z]).collect();
        parts.push((Thing::Wall, perforated([body.x, y, z], &holes)));
    }
    let [left, right] = [[body.x[0], body.x[0] + OUTER], [body.x[1] - OUTER, body.x[1]]];
    let between = [front[1], back[0]];
    for (x, is_open) in [(left, body.open[2]), (right, body.open[3])] {
        let holes = if is_open { windows(&[3.5, 12.5], None) } else { Vec::new() };
        let holes: Vec<[Range; 3]> = holes.into_iter().map(|[z, y]| [x, y, z]).collect();
        parts.push((Thing::Wall, perforated([x, y, between], &holes)));
    }
}

fn inner_walls(body: &Body, floor: f64, furnished: u8, parts: &mut Vec<(Thing, Shape)>) {
    let y = [floor, floor + STOREY - SLAB];
    let door = |middle: f64| [[middle - DOOR_WIDTH / 2.0, middle + DOOR_WIDTH / 2.0], [floor, floor + DOOR_HEIGHT]];
    let [x, z] = body.inner();
    let along = |z: Range, doors: &[f64]| {
        let holes: Vec<[Range; 3]> = doors.iter().map(|&middle| door(middle)).map(|[x, y]| [x, y, z]).collect();
        perforated([x, y, z], &holes)
    };
    parts.push((Thing::Wall, along(NORTH, &ROOMS)));
    parts.push((Thing::Wall, along(SOUTH, &[ROOMS[0], ROOMS[2]])));
    for (wall, is_west) in [(WEST, true), (EAST, false)] {
        // One of the layouts has a large room instead of two.
        if furnished != 1 || is_west {
            parts.push((Thing::Wall, block(wall, y, [z[0], NORTH[0]])));
        }
        // The stair stands before the room in the middle, which is entered from the side.
        let [middle, height] = door(12.5);
        let holes = if is_west { vec![[wall, height, middle]] } else { Vec::new() };
        parts.push((Thing::Wall, perforated([wall, y, [SOUTH[1], z[1]]], &holes)));
    }
}

/// A table in some of the rooms, away from the doors.
fn tables(floor: f64, furnished: u8, storey: u8, parts: &mut Vec<(Thing, Shape)>) {
    let spots = [[2.0, 2.5], [8.0, 2.2], [12.2, 2.5], [1.9, 14.0], [8.4, 13.6], [13.9, 13.9]];
    for (i, [x, z]) in spots.into_iter().enumerate() {
        if (i + usize::from(furnished) + usize::from(storey)) % 3 == 0 || (storey == 0 && i == 1) {
            continue;
        }
        let top = block([x - 0.8, x + 0.8], [floor + 0.70, floor + 0.75], [z - 0.4, z + 0.4]);
        parts.push((Thing::Table, top));
        for [dx, dz] in [[-0.75, -0.35], [0.65, -0.35], [-0.75, 0.25], [0.65, 0.25]] {
            let leg = block([x + dx, x + dx + 0.1], [floor, floor + 0.70], [z + dz, z + dz + 0.1]);
            parts.push((Thing::Table, leg));
        }
    }
}
