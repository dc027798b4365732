//! What is under the open sky: streets, crossings, bridges, gates, courts, squares and parks.

use super::super::shapes::{Along, Flight, Range, Shape, block, cylinder, perforated, prism};
use super::{GROUND, SQUARE, Thing};

type Parts = Vec<(Thing, Shape)>;

/// How far the ground reaches down.
const DEPTH: f64 = -0.4;
const WHOLE: Range = [0.0, SQUARE];
/// The pavements of a street along x, and the road between them. A face on a border of cells is in the column behind it, where a
/// kerb would make a wall of the road's first column: it stands just before.
const KERBS: [f64; 2] = [3.5 - 1.0 / 1024.0, 12.5];
/// The deck of a bridge and the stairs to it: 28 risers.
const RISER: f64 = 0.165;
const RISERS: u32 = 28;
const DECK: f64 = GROUND + RISERS as f64 * RISER;
/// Off the borders of cells, so that no riser lies on one, whichever way the bridge is turned.
const STAIRS: Range = [1.02, 1.02 + (RISERS - 1) as f64 * 0.3];
const DECK_X: Range = [STAIRS[1], STAIRS[1] + 2.5];
/// Terraces have four steps.
const TERRACE: f64 = GROUND + 0.6;

/// Places to stand.
pub(super) const ON_BRIDGE: [f64; 3] = [DECK_X[0] + 1.275, DECK, 8.125];
pub(super) const ON_TERRACE: [f64; 3] = [9.125, TERRACE, 9.125];
pub(super) const IN_COURT: [f64; 3] = [8.125, GROUND, 8.125];
pub(super) const IN_PARK: [f64; 3] = [1.125, GROUND, 8.125];

/// The ground of a whole square at one height.
pub(super) fn pad(height: f64) -> Shape {
    block(WHOLE, [DEPTH, height], WHOLE)
}

fn ground(x: Range, height: f64, z: Range) -> Shape {
    block(x, [DEPTH, height], z)
}

fn tree(x: f64, z: f64, parts: &mut Parts) {
    parts.push((Thing::Tree, cylinder(Along::Y, [x, z], 0.18, [GROUND - 0.1, 2.8])));
    parts.push((Thing::Tree, cylinder(Along::Y, [x, z], 1.3, [2.8, 5.2])));
}

fn bench(x: f64, z: f64, parts: &mut Parts) {
    parts.push((Thing::Bench, block([x - 0.9, x + 0.9], [GROUND, GROUND + 0.45], [z - 0.25, z + 0.25])));
}

fn car(x: f64, z: f64, parts: &mut Parts) {
    parts.push((Thing::Car, block([x - 2.1, x + 2.1], [0.25, 0.85], [z - 0.9, z + 0.9])));
    parts.push((Thing::Car, block([x - 1.3, x + 1.0], [0.85, 1.45], [z - 0.8, z + 0.8])));
    for [dx, dz] in [[-1.4, -0.8], [1.3, -0.8], [-1.4, 0.6], [1.3, 0.6]] {
        parts.push((Thing::Car, block([x + dx - 0.3, x + dx + 0.3], [0.0, 0.6], [z + dz, z + dz + 0.2])));
    }
}

fn road() -> Parts {
    vec![
        (Thing::Pavement, ground(WHOLE, GROUND, [0.0, KERBS[0]])),
        (Thing::Road, ground(WHOLE, 0.0, KERBS)),
        (Thing::Pavement, ground(WHOLE, GROUND, [KERBS[1], SQUARE])),
    ]
}

pub(super) fn street(variant: u8) -> Parts {
    let mut parts = road();
    let (cars, trees): (&[[f64; 2]], &[[f64; 2]]) = match variant {
        0 => (&[], &[[4.0, 2.9], [12.0, 2.9], [4.0, 13.1], [12.0, 13.1]]),
        1 => (&[[3.6, 4.7], [10.4, 4.7]], &[[8.0, 13.1]]),
        2 => (&[[5.2, 4.7], [4.4, 11.3], [11.6, 11.3]], &[[13.0, 2.9]]),
        _ => (&[[8.8, 11.3]], &[[8.0, 2.9]]),
    };
    cars.iter().for_each(|&[x, z]| car(x, z, &mut parts));
    trees.iter().for_each(|&[x, z]| tree(x, z, &mut parts));
    parts
}

/// Four corners of pavement, each with a ramp down to the road both ways.
pub(super) fn crossing() -> Parts {
    let mut parts = vec![(Thing::Road, pad(0.0))];
    let [kerb, end] = [KERBS[0], KERBS[0] + 1.8];
    let ramp = [[kerb - 0.1, 0.0], [kerb - 0.1, GROUND], [kerb, GROUND], [end, 0.0]];
    let corner = Shape::of([
        ground([0.0, KERBS[0]], GROUND, [0.0, KERBS[0]]),
        prism(Along::X, &ramp, [1.0, 2.6]),
        prism(Along::Z, &ramp, [1.0, 2.6]),
    ]);
    for (turns, shift) in [[0.0, 0.0], [0.0, SQUARE], [SQUARE, SQUARE], [SQUARE, 0.0]].into_iter().enumerate() {
        parts.push((Thing::Pavement, corner.clone().turned(turns as u32).at([shift[0], 0.0, shift[1]])));
    }
    parts
}

/// Stairs on both pavements to a deck across the road.
pub(super) fn bridge() -> Parts {
    let mut parts = road();
    let stairs = [[0.3, 1.8], [SQUARE - 1.8, SQUARE - 0.3]];
    for z in stairs {
        let flight = Flight {
            x: [-z[1], -z[0]],
            foot: [STAIRS[0], GROUND],
            steps: RISERS - 1,
            riser: RISER,
            tread: 0.3,
            thickness: Some(0.25),
        };
        parts.push((Thing::Bridge, flight.shape().turned(1)));
    }
    let rail = [DECK, DECK + 1.0];
    let [z0, z1] = [stairs[0][0], stairs[1][1]];
    parts.extend(
        [
            block(DECK_X, [DECK - 0.3, DECK], [z0, z1]),
            block([DECK_X[0], DECK_X[0] + 0.1], rail, [stairs[0][1], stairs[1][0]]),
            block([DECK_X[1] - 0.1, DECK_X[1]], rail, [z0, z1]),
            block(DECK_X, rail, [z0, z0 + 0.1]),
            block(DECK_X, rail, [z1 - 0.1, z1]),
            block([DECK_X[0] + 1.0, DECK_X[0] + 1.5], [0.0, DECK - 0.3], [KERBS[0] - 0.5, KERBS[0] - 0.1]),
            block([DECK_X[0] + 1.0, DECK_X[0] + 1.5], [0.0, DECK - 0.3], [KERBS[1] + 0.1, KERBS[1] + 0.5]),
        ]
        .map(|shape| (Thing::Bridge, shape)),
    );
    parts
}

/// Walls with an arch between two houses: the way from the street (low z) into the court.
pub(super) fn gate() -> Parts {
    let mut parts = vec![(Thing::Square, pad(GROUND))];
    let arch = perforated([WHOLE, [GROUND - 0.2, 4.2], [1.0, 1.5]], &[[[6.0, 10.0], [GROUND - 0.2, 3.2], [1.0, 1.5]]]);
    parts.push((Thing::Wall, arch));
    tree(3.0, 8.0, &mut parts);
    tree(13.0, 8.0, &mut parts);
    bench(3.0, 12.0, &mut parts);
    parts
}

pub(super) fn court(variant: u8) -> Parts {
    let mut parts = vec![
        (Thing::Lawn, ground([0.0, 7.0], GROUND, WHOLE)),
        (Thing::Square, ground([7.0, 9.0], GROUND, WHOLE)),
        (Thing::Lawn, ground([9.0, SQUARE], GROUND, WHOLE)),
    ];
    match variant {
        0 => [[3.0, 3.0], [12.5, 5.0], [4.0, 12.0]].iter().for_each(|&[x, z]| tree(x, z, &mut parts)),
        1 => {
            let box_of = [[11.0, 14.0], [GROUND - 0.1, GROUND + 0.25], [10.0, 13.0]];
            parts.push((Thing::Bench, perforated(box_of, &[[[11.2, 13.8], box_of[1], [10.2, 12.8]]])));
            bench(4.0, 6.0, &mut parts);
            tree(3.0, 12.5, &mut parts);
        }
        _ => {
            bench(11.5, 3.0, &mut parts);
            bench(4.5, 13.0, &mut parts);
        }
    }
    parts
}

pub(super) fn paving(variant: u8) -> Parts {
    let mut parts = vec![(Thing::Square, pad(GROUND))];
    match variant {
        0 => {}
        1 => [[4.0, 4.0], [12.0, 4.0], [4.0, 12.0], [12.0, 12.0]].iter().for_each(|&[x, z]| tree(x, z, &mut parts)),
        _ => {
            bench(5.0, 8.0, &mut parts);
            bench(11.0, 8.0, &mut parts);
        }
    }
    parts
}

/// A quarter of a terrace with steps all around and a fountain in its middle.
pub(super) fn terrace() -> Parts {
    let mut parts = vec![(Thing::Square, pad(GROUND))];
    for step in 0..4 {
        let (rim, top) = (5.05 + 0.3 * f64::from(step), GROUND + 0.15 * f64::from(step + 1));
        parts.push((Thing::Stairs, block([rim, SQUARE], [GROUND - 0.1, top], [rim, SQUARE])));
    }
    parts.push((Thing::Wall, block([13.5, SQUARE], [TERRACE, TERRACE + 0.6], [13.5, SQUARE])));
    parts.push((Thing::Wall, block([15.0, SQUARE], [TERRACE, TERRACE + 2.4], [15.0, SQUARE])));
    parts
}

pub(super) fn park(variant: u8) -> Parts {
    let mut parts = vec![(Thing::Lawn, pad(GROUND))];
    match variant {
        0 => {
            parts.push((Thing::Lawn, mound([3.0, 13.0], [3.0, 13.0], 1.2, 3.6)));
            tree(2.0, 2.0, &mut parts);
        }
        1 => {
            let spots = [[3.0, 4.0], [8.5, 2.5], [13.0, 6.0], [5.0, 10.0], [11.0, 12.0], [3.5, 14.0]];
            spots.iter().for_each(|&[x, z]| tree(x, z, &mut parts));
        }
        _ => {
            bench(8.0, 5.0, &mut parts);
            tree(12.0, 11.0, &mut parts);
        }
    }
    parts
}

/// A low hill with a flat top: a pyramid that is cut off.
fn mound([x0, x1]: Range, [z0, z1]: Range, rise: f64, run: f64) -> Shape {
    let (low, high) = (GROUND, GROUND + rise);
    let mut shape = block([x0, x1], [low, high], [z0, z1]);
    let inward = |c: f64, [first, last]: Range| if c == first { c + run } else { last - run };
    for vertex in shape.vertices.iter_mut().filter(|vertex| vertex[1] == high) {
        *vertex = [inward(vertex[0], [x0, x1]), high, inward(vertex[2], [z0, z1])];
    }
    shape
}
