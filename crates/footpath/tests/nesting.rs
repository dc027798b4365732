//! Nesting in real scenes: where a body gets, a thinner, less high or better climbing body gets too.
//!
//! Pairs of bodies have random radii, heights and climbs. Some radii are close to whole and half cells. For each pair of bodies random
//! floors are drawn, and goals that the worse body reaches from them; the better body must reach them as well.
//!
//! The default run takes about 1,000 combinations on the smaller scenes, `./test --soak nesting` 100,000 on all.

#![allow(clippy::unwrap_used)]

mod common;

use common::{LARGE, LONG, Random, count, open, skip};
use footpath::body::Action;
use footpath::plan::Regions;
use footpath::world::FloorId;
use footpath::{Bake, Body, World};

const CELL: f64 = 0.1;

/// Pairs of floors for each pair of bodies.
const PAIRS: usize = 20;

/// Draws of a goal before one in the region of the start is taken.
const DRAWS: usize = 5;

fn size(random: &mut Random) -> [f64; 3] {
    let radius = match random.below(3) {
        0 => [0.01, 0.03, 0.05, 0.0501, 0.095, 0.1, 0.101, 0.105][random.below(8)],
        1 => CELL * (0.5 + random.below(8) as f64 / 2.0) - 0.005 + 0.005 * random.below(3) as f64,
        _ => 0.01 + random.below(60) as f64 / 100.0,
    };
    let climb = [0.0, 0.02, 0.1, 0.2, 0.3, 0.5][random.below(6)];
    [radius, 0.9 + random.below(120) as f64 / 100.0, climb]
}

/// A worse and a better body.
fn bodies(random: &mut Random) -> [Body; 2] {
    let adult = Body::adult();
    let base = match random.below(3) {
        0 => adult,
        1 => adult.without(Action::Bend).without(Action::Crawl),
        _ => adult.without(Action::Jump).without(Action::Drop),
    };
    let (one, other) = (size(random), size(random));
    let body = |radius: f64, height: f64, max_climb: f64| Body { radius, height, max_climb, ..base.clone() };
    [
        body(one[0].max(other[0]), one[1].max(other[1]), one[2].min(other[2])),
        body(one[0].min(other[0]), one[1].min(other[1]), one[2].max(other[2])),
    ]
}

/// Floors that the worse body gets from and to, and the better one does not.
fn reversals(world: &World, bodies: &[Body; 2], random: &mut Random) -> Vec<String> {
    let [worse, better]: [std::sync::Arc<Regions>; 2] = [&bodies[0], &bodies[1]].map(|body| world.regions(body));
    let floors: Vec<FloorId> = common::floors(world).filter(|&id| worse.of(id).is_some()).collect();
    let mut found = Vec::new();
    for _ in 0..if floors.is_empty() { 0 } else { PAIRS } {
        let from = floors[random.below(floors.len())];
        let mut draws = (0..DRAWS).map(|_| floors[random.below(floors.len())]);
        let to = draws.find(|&to| worse.can_reach(from, to)).unwrap_or(from);
        if !better.can_reach(from, to) {
            let sizes = bodies.each_ref().map(|body| [body.radius, body.height, body.max_climb]);
            found.push(format!("{sizes:?}, {:?} to {:?}", world.position(from), world.position(to)));
        }
    }
    found
}

fn check_scene(file: &str) {
    if LARGE.contains(&file) && !count(false, false, "nesting", true) {
        return skip(LONG);
    }
    let Some(scene) = open(file) else { return };
    let cell_size = if file == "truck_town.glb" { 0.25 } else { CELL };
    let world = World::bake(&scene, &Bake { cell_size, cell_height: cell_size / 2.0, ..Bake::default() }).unwrap();
    let mut random = Random(11);
    let mut found = Vec::new();
    for _ in 0..count(5, 20, "nesting", 300) {
        let bodies = bodies(&mut random);
        found.extend(reversals(&world, &bodies, &mut random));
    }
    assert!(found.is_empty(), "{file}: {} reversals\n{}", found.len(), found.join("\n"));
}

common::in_every_scene!(no_better_body_is_refused_in, check_scene);
