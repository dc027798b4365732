//! Routes on real scenes: random pairs, three bodies, and every route goes through the checker.
//!
//! Starts are drawn from all floors on which the body can be, so that a region counts as much as it is large; goals from the
//! region of the start and, every other time, from any that it leads to by a way that may not lead back. So there is a route for
//! every pair, and one that is not found is as much of a fault as one that cannot be walked.
//!
//! The default run takes 5 pairs on the smaller scenes, `./test --all` 100 pairs on all, `./test --soak routes` 1,000.

#![allow(clippy::unwrap_used)]

mod common;

use common::{LARGE, LONG, Random, count, open, skip};
use footpath::plan::{Query, Regions, Why};
use footpath::route::Checker;
use footpath::scene::Rules;
use footpath::world::FloorId;
use footpath::{Bake, Body, World};
use rayon::prelude::*;

/// Draws for a goal outside the region of its start before one inside will do.
const DRAWS: usize = 20;

/// Pairs of floors with a route from the one to the other.
fn draw(world: &World, regions: &Regions, wanted: usize) -> Vec<[FloorId; 2]> {
    let mut by_region: Vec<Vec<FloorId>> = vec![Vec::new(); regions.len()];
    let mut floors = Vec::new();
    for id in common::floors(world) {
        if let Some(region) = regions.of(id) {
            by_region[region as usize].push(id);
            floors.push(id);
        }
    }
    let mut random = Random(7);
    let pair = |number: usize| {
        let from = floors[random.below(floors.len())];
        let home = &by_region[regions.of(from).unwrap() as usize];
        let draws = if number.is_multiple_of(2) { 0 } else { DRAWS };
        let far = (0..draws).map(|_| floors[random.below(floors.len())]).find(|&to| regions.can_reach(from, to));
        [from, far.unwrap_or_else(|| home[random.below(home.len())])]
    };
    if floors.is_empty() { Vec::new() } else { (0..wanted).map(pair).collect() }
}

/// What is wrong with the way from one floor to another.
fn fault(world: &World, checker: &Checker, body: &Body, pair: [FloorId; 2]) -> Option<String> {
    let [from, to] = pair.map(|id| world.position(id).unwrap());
    let mut query = Query::new(body, from, to);
    (query.half_extents, query.explain) = ([0.01; 3], false);
    let wrong = match world.plan(&query) {
        Ok(route) => checker.check(body, &route).err()?.to_string(),
        Err(no) => format!("no route, {no}"),
    };
    Some(format!("{}, {from:?} to {to:?}: {wrong}", body.name))
}

/// Plans between random floors of a scene with three bodies, and checks each route.
fn check_scene(file: &str) {
    if LARGE.contains(&file) && !count(false, true, "routes", true) {
        return skip(LONG);
    }
    let Some(scene) = open(file) else { return };
    let pairs = count(5, 100, "routes", 1_000);
    let cell_size = if file == "truck_town.glb" { 0.25 } else { 0.1 };
    let settings = Bake { cell_size, cell_height: cell_size / 2.0, ..Bake::default() };
    let world = World::bake(&scene, &settings).unwrap();
    let checker = world.checker();
    let mut faults = Vec::new();
    for body in [Body::adult(), Body::child(), Body::wheelchair()] {
        let pairs = draw(&world, &world.regions(&body), pairs);
        let wrong: Vec<String> = pairs.par_iter().filter_map(|&pair| fault(&world, &checker, &body, pair)).collect();
        eprintln!("{file}, {}: {} routes, {} faults", body.name, pairs.len(), wrong.len());
        faults.extend(wrong);
    }
    assert!(faults.is_empty(), "{file}: {} faults\n{}", faults.len(), faults.join("\n"));
}

common::in_every_scene!(every_route_passes_the_checker_in, check_scene);

#[test]
fn from_the_front_door_of_the_duplex_to_a_bedroom_by_the_stairs() {
    let Some(scene) = open("duplex_house.obj") else { return };
    let world = World::bake(&scene, &Bake::default()).unwrap();
    let adult = Body::adult();
    let rules = Rules::new().ignore("IfcDoor*");
    let mut query = Query::new(&adult, [0.0; 3], [0.0; 3]);
    query.rules = rules.clone();
    // The lowest and the highest storey of the house, at floors that a person reaches from each other.
    let open_world = world.without(footpath::plan::Semantics::of(&world, &rules).ignored()).unwrap();
    let regions = open_world.regions(&adult);
    let storey = |low: f64, high: f64| {
        common::floors(&open_world)
            .filter(|&id| open_world.position(id).is_some_and(|[_, y, _]| (low..high).contains(&y)))
            .filter_map(|id| Some((regions.of(id)?, id)))
            .collect::<Vec<_>>()
    };
    let (down, up) = (storey(-0.1, 0.1), storey(3.0, 3.3));
    let pair = down.iter().find_map(|(region, from)| {
        let to = up.iter().find(|(other, _)| other == region)?;
        Some((*from, to.1))
    });
    let (from, to) = pair.expect("a stair joins the storeys");
    query.from = open_world.position(from).unwrap();
    query.to = vec![open_world.position(to).unwrap().into()];
    query.half_extents = [0.05; 3];
    let route = world.plan(&query).unwrap();
    let heights: Vec<f64> = route.points.iter().map(|point| point[1]).collect();
    // By the stairs: the way rises tread by tread, never by a leap.
    assert!(heights.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.45), "{heights:?}");
    assert!(world.checker().with_rules(&rules).check(&adult, &route).is_ok());
}

#[test]
fn the_storeys_of_the_hospital_are_apart_and_it_says_so() {
    let Some(scene) = open("hospital_three_floors.glb") else { return };
    let world = World::bake(&scene, &Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() }).unwrap();
    let adult = Body::adult();
    let mut heights: Vec<(i64, FloorId)> = common::floors(&world)
        .filter(|&id| world.headroom(id).is_some_and(|free| free > 2.0))
        .map(|id| ((world.position(id).unwrap()[1] * 2.0).round() as i64, id))
        .collect();
    heights.sort_unstable();
    let (low, high) = (heights[heights.len() / 20], heights[heights.len() - heights.len() / 20]);
    let (from, to) = (world.position(low.1).unwrap(), world.position(high.1).unwrap());
    assert!(to[1] - from[1] > 2.5);
    let mut query = Query::new(&adult, from, to);
    query.half_extents = [3.0, 0.3, 3.0];
    let no = world.plan(&query).unwrap_err();
    assert!(no.kind != Why::StartOffMap && no.kind != Why::GoalOffMap && no.kind != Why::Budget, "{no}");
    assert!(!no.message.is_empty());
}
