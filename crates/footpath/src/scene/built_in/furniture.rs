//! Furniture, each piece around the origin of its own: centred in plan, feet at height zero, its back towards −z.
//!
//! Legs are legs: what stands on four of them can be looked, crawled or stumbled under.

use super::shapes::{Along, Range, Shape, block, cylinder};
use super::stage::Random;

/// A range of this length around zero.
fn around(length: f64) -> Range {
    [-length / 2.0, length / 2.0]
}

/// Four square legs just inside the corners of a plan.
fn legs([width, depth]: [f64; 2], y: Range, thick: f64) -> Shape {
    let ends = |length: f64| [[-length / 2.0, -length / 2.0 + thick], [length / 2.0 - thick, length / 2.0]];
    Shape::of(ends(width).into_iter().flat_map(|x| ends(depth).map(|z| block(x, y, z))))
}

/// A table: clear height under the top, thickness of the top.
pub(super) fn table([width, depth]: [f64; 2], clear: f64, top: f64) -> Shape {
    Shape::of([legs([width, depth], [0.0, clear], 0.06), block(around(width), [clear, clear + top], around(depth))])
}

/// A chair, its back towards −z.
pub(super) fn chair() -> Shape {
    Shape::of([
        legs([0.42, 0.42], [0.0, 0.42], 0.04),
        block(around(0.42), [0.42, 0.46], around(0.42)),
        block(around(0.42), [0.46, 0.90], [-0.21, -0.17]),
    ])
}

/// A stool of 45 cm.
pub(super) fn stool() -> Shape {
    Shape::of([legs([0.34, 0.34], [0.0, 0.42], 0.04), block(around(0.34), [0.42, 0.45], around(0.34))])
}

/// A sofa or, if narrow, an armchair: base, back and arms.
pub(super) fn sofa(width: f64) -> Shape {
    let (depth, arm) = (0.9, 0.18);
    let seats = [-width / 2.0 + arm, width / 2.0 - arm];
    Shape::of([
        legs([width, depth], [0.0, 0.10], 0.08),
        block(around(width), [0.10, 0.28], around(depth)),
        block(seats, [0.28, 0.45], [-0.25, depth / 2.0]),
        block(around(width), [0.28, 0.82], [-depth / 2.0, -0.25]),
        block([-width / 2.0, seats[0]], [0.28, 0.62], [-0.25, depth / 2.0]),
        block([seats[1], width / 2.0], [0.28, 0.62], [-0.25, depth / 2.0]),
    ])
}

/// A bed two metres long with its headboard towards −z.
pub(super) fn bed(width: f64) -> Shape {
    let pillow = |x: Range| block(x, [0.50, 0.60], [-0.95, -0.60]);
    Shape::of([
        legs([width, 2.0], [0.0, 0.22], 0.08),
        block(around(width), [0.22, 0.32], around(2.0)),
        block(around(width - 0.06), [0.32, 0.50], around(1.94)),
        block(around(width), [0.0, 0.95], [-1.06, -1.0]),
        pillow([-width / 2.0 + 0.10, -0.05]),
        pillow([0.05, width / 2.0 - 0.10]),
    ])
}

/// An open shelf 2 m high with boards every 40 cm, and books on them.
pub(super) fn bookshelf(width: f64, random: &mut Random) -> Shape {
    let (depth, height, side) = (0.32, 2.0, 0.03);
    let inner = [-width / 2.0 + side, width / 2.0 - side];
    let mut shelf = Shape::of([
        block([-width / 2.0, inner[0]], [0.0, height], around(depth)),
        block([inner[1], width / 2.0], [0.0, height], around(depth)),
        block(inner, [0.0, height], [-depth / 2.0, -depth / 2.0 + 0.02]),
    ]);
    for board in [0.06, 0.44, 0.83, 1.22, 1.61] {
        shelf.push(block(inner, [board, board + 0.03], [-depth / 2.0 + 0.02, depth / 2.0]));
        let mut x = inner[0] + random.within([0.0, 0.2]);
        loop {
            let end = x + random.within([0.50, 0.90]);
            if end > inner[1] {
                break;
            }
            let height = random.within([0.18, 0.30]);
            shelf.push(block([x, end], [board + 0.03, board + 0.03 + height], [-0.13, 0.10]));
            x = end + random.within([0.05, 0.40]);
        }
    }
    shelf
}

/// A closed cupboard: a plinth set back by 4 cm and the case.
pub(super) fn cupboard([width, depth]: [f64; 2], height: f64) -> Shape {
    Shape::of([
        block(around(width), [0.0, 0.08], [-depth / 2.0, depth / 2.0 - 0.04]),
        block(around(width), [0.08, height], around(depth)),
    ])
}

/// A kitchen counter with a worktop that juts out.
pub(super) fn counter(width: f64) -> Shape {
    Shape::of([block(around(width), [0.0, 0.86], [-0.30, 0.26]), block(around(width), [0.86, 0.90], around(0.60))])
}

/// A floor lamp: foot, pole and shade.
pub(super) fn lamp() -> Shape {
    let part = |radius, y| cylinder(Along::Y, [0.0, 0.0], radius, y);
    Shape::of([part(0.16, [0.0, 0.03]), part(0.02, [0.03, 1.35]), part(0.20, [1.35, 1.65])])
}

/// A plant in a pot.
pub(super) fn plant() -> Shape {
    let part = |radius, y| cylinder(Along::Y, [0.0, 0.0], radius, y);
    Shape::of([part(0.16, [0.0, 0.35]), part(0.04, [0.35, 0.70]), part(0.26, [0.70, 1.30])])
}

/// A garden tree whose crown is above every head.
pub(super) fn tree() -> Shape {
    let part = |radius, y| cylinder(Along::Y, [0.0, 0.0], radius, y);
    Shape::of([part(0.14, [0.0, 2.3]), part(0.8, [2.3, 2.8]), part(1.2, [2.8, 3.8]), part(0.7, [3.8, 4.3])])
}

/// A bath tub of solid walls around a hollow.
pub(super) fn bath() -> Shape {
    let (width, depth, rim) = (1.70, 0.75, 0.08);
    Shape::of([
        block(around(width), [0.0, 0.15], around(depth)),
        block(around(width), [0.15, 0.55], [-depth / 2.0, -depth / 2.0 + rim]),
        block(around(width), [0.15, 0.55], [depth / 2.0 - rim, depth / 2.0]),
        block([-width / 2.0, -width / 2.0 + rim], [0.15, 0.55], around(depth - 2.0 * rim)),
        block([width / 2.0 - rim, width / 2.0], [0.15, 0.55], around(depth - 2.0 * rim)),
    ])
}

/// A toilet, its cistern towards −z.
pub(super) fn toilet() -> Shape {
    Shape::of([
        cylinder(Along::Y, [0.0, 0.08], 0.20, [0.0, 0.42]),
        block(around(0.40), [0.42, 0.80], [-0.32, -0.14]),
        block(around(0.24), [0.0, 0.42], [-0.32, -0.14]),
    ])
}

/// A washbasin on a column.
pub(super) fn basin() -> Shape {
    Shape::of([cylinder(Along::Y, [0.0, -0.10], 0.09, [0.0, 0.75]), block(around(0.55), [0.75, 0.88], [-0.22, 0.22])])
}
