//! Routes on real scenes: random pairs, three bodies, and every route goes through the checker.
//!
//! The default run takes a few pairs on some scenes at coarse cells; `FOOTPATH_ALL=1` takes 1,000 pairs of one region on all.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, SCENES, all, open};
use footpath::plan::{Query, Why};
use footpath::scene::Rules;
use footpath::world::FloorId;
use footpath::{Bake, Body, World};

/// Floors spread over the world, by chance.
fn somewhere(floors: &[FloorId], random: &mut Random, world: &World) -> [f64; 3] {
    world.position(floors[random.below(floors.len())]).unwrap()
}

/// Plans between random floors until `wanted` routes were found, and checks each.
fn check_routes(file: &str, world: &World, body: &Body, wanted: usize) -> (usize, Vec<String>) {
    let floors: Vec<FloorId> = common::floors(world).collect();
    let checker = world.checker();
    let mut random = Random(7);
    let (mut found, mut faults) = (0, Vec::new());
    for _ in 0..wanted * 40 {
        if found == wanted {
            break;
        }
        let (from, to) = (somewhere(&floors, &mut random, world), somewhere(&floors, &mut random, world));
        let mut query = Query::new(body, from, to);
        (query.half_extents, query.explain) = ([0.3; 3], false);
        let Ok(route) = world.plan(&query) else { continue };
        found += 1;
        if let Err(fault) = checker.check(body, &route) {
            faults.push(format!("{file}, {}, {from:?} to {to:?}: {fault}", body.name));
        }
    }
    (found, faults)
}

#[test]
fn every_route_on_real_scenes_passes_the_checker() {
    let (scenes, pairs, cell) = if all() {
        (&SCENES[..], std::env::var("PAIRS").map_or(1_000, |p| p.parse().unwrap()), 0.1)
    } else {
        (&SCENES[..11], 5, 0.1)
    };
    let mut faults = Vec::new();
    for file in scenes {
        let Some(scene) = open(file) else { continue };
        let cell = if *file == "truck_town.glb" { 0.25 } else { cell };
        let settings = Bake { cell_size: cell, cell_height: cell / 2.0, ..Bake::default() };
        let world = World::bake(&scene, &settings).unwrap();
        for body in [Body::adult(), Body::child(), Body::wheelchair()] {
            let (found, wrong) = check_routes(file, &world, &body, pairs);
            eprintln!("{file}, {}: {found} routes, {} faults", body.name, wrong.len());
            faults.extend(wrong);
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

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
