//! The bitmap planner on built-in and real scenes: every route goes through the checker, and there is one wherever the body gets
//! to by walking upright.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, all, open};
use footpath::plan::{Method, Query, Smoothing, Why};
use footpath::scene::built_in;
use footpath::world::FloorId;
use footpath::{Bake, Body, Scene, World};

/// A body that does nothing but walk.
fn walker() -> Body {
    Body { abilities: Vec::new(), climb_cost: 0.0, ..Body::adult() }
}

/// Pairs of floors of one region each.
fn pairs(world: &World, body: &Body, wanted: usize) -> Vec<[FloorId; 2]> {
    let regions = world.regions(body);
    let floors: Vec<FloorId> = common::floors(world).filter(|&id| regions.of(id).is_some()).collect();
    let mut random = Random(5);
    let mut found = Vec::new();
    while found.len() < wanted && !floors.is_empty() {
        let from = floors[random.below(floors.len())];
        let near: Vec<FloorId> = floors.iter().copied().filter(|&to| regions.of(to) == regions.of(from)).collect();
        found.push([from, near[random.below(near.len())]]);
    }
    found
}

fn check(world: &World, name: &str, wanted: usize) {
    let (adult, checker) = (Body::adult(), world.checker());
    for (number, pair) in pairs(world, &walker(), wanted).into_iter().enumerate() {
        let [from, to] = pair.map(|id| world.position(id).unwrap());
        let mut query = Query::new(&adult, from, to);
        (query.half_extents, query.explain, query.method) = ([0.01; 3], false, Method::Bitmap);
        // As the seed has it, from centre to centre, every other time.
        query.cells.smoothing = [Smoothing::AnyAngle, Smoothing::None][number % 2];
        let route = world.plan(&query).unwrap_or_else(|no| panic!("{name}, {from:?} to {to:?}: {no}"));
        if let Err(fault) = checker.check(&adult, &route) {
            panic!("{name}, {from:?} to {to:?}: {fault}");
        }
        let actions: Vec<_> = route.sections.iter().map(|section| section.action.name()).collect();
        assert_eq!(actions, ["walk"], "{name}");
        let flat = |a: &[f64; 3], b: &[f64; 3]| (a[0] - b[0]).hypot(a[2] - b[2]);
        let length: f64 = route.points.windows(2).map(|pair| flat(&pair[0], &pair[1])).sum();
        // A diagonal of 1.4 is a little shorter than it is long.
        assert!(length <= route.cost * 1.011 + 1e-6, "{name}: {length} in plan, {} by cost", route.cost);
    }
}

#[test]
fn every_route_on_built_in_scenes_passes_the_checker() {
    for entry in built_in() {
        // Larger worlds are for long runs.
        if !all() && ["campus", "mall", "car_park"].contains(&entry.name) {
            continue;
        }
        let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
        let world = World::bake(&(entry.build)(0), &settings).unwrap();
        check(&world, entry.name, if all() { 200 } else { 6 });
    }
}

#[test]
fn every_route_on_real_scenes_passes_the_checker() {
    let scenes =
        ["recast_nav_test.obj", "living_room.glb", "tower.glb", "duplex_house.obj", "small_house.glb", "apartment.glb"];
    for file in &scenes[..if all() { 6 } else { 4 }] {
        let Some(scene) = open(file) else { continue };
        let world = World::bake(&scene, &Bake::default()).unwrap();
        check(&world, file, if all() { 500 } else { 8 });
    }
}

/// Uneven terrain and several levels, which the seed leaves to future work (§9): up the stairs of the house.
#[test]
fn the_view_of_the_ground_climbs_stairs() {
    let world = World::bake(&Scene::built_in("house").unwrap(), &Bake::default()).unwrap();
    let (adult, place) = (Body::adult(), |name| world.place(name).unwrap());
    let mut query = Query::new(&adult, place("start"), place("goal"));
    query.method = Method::Bitmap;
    let route = world.plan(&query).unwrap();
    let heights: Vec<f64> = route.points.iter().map(|point| point[1]).collect();
    assert!(heights[heights.len() - 1] - heights[0] > 2.0, "{heights:?}");
    world.check_route(&adult, &route).unwrap();
}

/// Where only bending leads on, the bitmap says no and says why; the cells planner bends.
#[test]
fn no_posture_but_upright() {
    let world = World::bake(&Scene::built_in("factory").unwrap(), &Bake::default()).unwrap();
    let (adult, place) = (Body::adult(), |name| world.place(name).unwrap());
    let mut query = Query::new(&adult, place("start"), place("machine"));
    assert!(world.plan(&query).is_ok());
    query.method = Method::Bitmap;
    let no = world.plan(&query).unwrap_err();
    assert!(no.also.iter().any(|no| no.kind == Why::TooLow && no.passes_with.as_deref() == Some("bend")), "{no:?}");
}
