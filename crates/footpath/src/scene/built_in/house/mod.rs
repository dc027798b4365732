//! The house: the scene of the demo, two furnished storeys with a garden, and five places that teach something.
//!
//! The front door is in the south wall (z = 0); x grows to the east, z to the north. Ground floor at height 0, upstairs
//! at 2.80, the garden 28 cm below the door. There is no roof, so that pictures from above show the rooms.
//!
//! ```text
//!   upstairs                                  ground floor
//!        balcony                                 ┌────────┐ lean-to
//!   z 9  ┌─ gap ──┐                         ┌────┴────────┴────┐
//!   ┌────┴──   ───┴────┐                    │ den   ║back║ study│
//!   │ bed_2 │gallery│  │                    │       ║beam║  ┃   │ passage behind the cupboard
//!   ├───────┤ ┌───┐ │ma│                    ├─table─╢    ║  ┃   │ box beside the shelf
//!   │ bed_1 │ │   │ │st│                    │living ║hall╟──┸ ──┤
//!   │ goal  │ └───┘ ├──┤                    │ sofa  ║    ║kitch.│
//!   └───────┴───────┴──┘ z 0                └───────╨door╨──────┘
//!   x 0               12                            porch, path, start
//! ```
//!
//! Three ways lead to the den and the back hall: bend under the beam, crawl under the table, or side-step through the
//! passage behind the study's cupboard. The balcony is reached by a jump.

mod rooms;
mod shell;

use super::shapes::Shape;
use super::stage::Stage;
use crate::scene::Scene;

/// Height of the upper floor: 16 risers of 17.5 cm.
pub(super) const UPPER: f64 = 2.8;
/// Thickness of the upper floor.
const SLAB: f64 = 0.2;
/// Height of the garden.
const GARDEN: f64 = -0.30;
/// Inner edges of the hall, and of the gallery above it, in x; the walls outside them are 15 cm thick.
const HALL: [f64; 2] = [5.15, 7.35];
/// Where the stair lies in x and z.
const STAIR: [[f64; 2]; 2] = [[6.40, 7.35], [2.40, 6.60]];

pub(super) fn build(seed: u64) -> Scene {
    let mut stage = Stage::default();
    shell::add(&mut stage);
    rooms::ground_floor(&mut stage, seed);
    rooms::upstairs(&mut stage, seed);
    for (name, position) in PLACES {
        stage.place(name, position);
    }
    stage.build()
}

/// Feet positions. Those of the teaching places are in the middle of the difficulty.
const PLACES: [(&str, [f64; 3]); 18] = [
    ("start", [5.9, -0.28, -5.2]),
    ("goal", [3.6, UPPER, 2.0]),
    ("porch", [5.9, -0.14, -0.6]),
    ("hall", [5.75, 0.0, 1.2]),
    ("sofa", [1.55, 0.02, 2.4]),
    ("living", [3.6, 0.0, 1.8]),
    ("kitchen", [8.3, 0.0, 1.6]),
    ("study", [8.4, 0.0, 7.0]),
    ("den", [2.4, 0.02, 7.0]),
    ("beam", [6.25, 0.0, 7.0]),
    ("passage", [9.7, 0.0, 8.55]),
    ("table", [2.5, 0.0, 5.025]),
    ("box", [10.78, 0.0, 7.45]),
    ("stair", [6.875, 0.0, 1.9]),
    ("gallery", [5.75, UPPER, 4.5]),
    ("gap", [6.25, UPPER, 8.7]),
    ("balcony", [6.25, UPPER, 10.6]),
    ("master", [8.4, UPPER, 7.4]),
];

/// A piece of furniture: name, material, shape, quarter turns, and where its centre stands.
type Piece = (&'static str, &'static str, Shape, u32, [f64; 2]);

fn furnish(stage: &mut Stage, floor: f64, pieces: impl IntoIterator<Item = Piece>) {
    for (name, material, shape, quarters, [x, z]) in pieces {
        stage.add(name, material, shape.turned(quarters).at([x, floor, z]));
    }
}
