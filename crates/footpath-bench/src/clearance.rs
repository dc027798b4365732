//! Rows of the clearance: the field of a whole scene.

use crate::data;
use crate::ground::single;
use crate::row::{Bench, Row, Timer};
use anyhow::Result;
use footpath::World;
use footpath::clearance::Rim;

/// Rows: scene file, heights above the floor, rim, and what the row is called.
const FIELDS: [(&str, [f64; 2], Rim, &str); 4] = [
    ("recast_nav_test.obj", [0.3, 1.8], Rim::Open, "cells/field@nav_test"),
    ("recast_nav_test.obj", [0.9, 1.8], Rim::Open, "cells/field/torso@nav_test"),
    ("recast_nav_test.obj", [0.3, 1.8], Rim::Blocked, "cells/field/rim@nav_test"),
    ("duplex_house.obj", [0.3, 1.8], Rim::Open, "cells/field@duplex_house"),
];

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    let bench = |(file, band, rim, name): (&'static str, [f64; 2], Rim, &str)| Bench {
        name: name.to_owned(),
        run: Box::new(move |name: &str, timer: &Timer| field(name, timer, file, band, rim)),
    };
    FIELDS.into_iter().map(bench).collect()
}

/// Time per floor for the field of all tiles, the first time it is asked for.
fn field(name: &str, timer: &Timer, file: &str, [low, high]: [f64; 2], rim: Rim) -> Result<Vec<Row>> {
    let world = World::bake(&data::scene(file)?, &single([0.1, 0.1]))?;
    let (floors, bytes) = (world.counts().floors.max(1), world.to_bytes());
    let mut least = f64::INFINITY;
    for _ in 0..timer.rounds {
        // A loaded world has nothing derived yet.
        let world = World::from_bytes(&bytes, name)?;
        let keys: Vec<_> = world.tiles().map(|(key, _)| key).collect();
        let once = Timer { rounds: 1 };
        let field = world.field(low, high, rim);
        least = least.min(once.millis(|| keys.iter().map(|&key| field.tile(&world, key)).collect::<Vec<_>>()));
    }
    let note = format!("clearance of {floors} floors at 0.1, {low} to {high} m above them, worked out the first time");
    Ok(vec![Row::alone(name, least * 1e6 / floors as f64, "ns/floor", note)])
}
