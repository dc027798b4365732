//! The levels planner: found exactly when the cells planner finds a route, hardly longer, right after edits.

#![allow(clippy::unwrap_used)]

mod common;

use common::{LONG, Random, SCENES, Soup, all, bake, block, count, floors, open, skip, strip};
use footpath::body::{Action, Posture};
use footpath::plan::{AreaCosts, Method, Query, Why};
use footpath::scene::built_in;
use footpath::world::{FloorId, Obstacle};
use footpath::{Bake, Body, Route, Scene, World};

/// Lengths of both planners over many pairs.
#[derive(Default)]
struct Lengths {
    ratios: Vec<f64>,
    faults: Vec<String>,
    worst: (f64, String),
}

impl Lengths {
    /// Plans pairs of floors with both planners: they agree on whether there is a route, and every route is checked.
    fn add(&mut self, name: &str, world: &World, body: &Body, pairs: usize) {
        let regions = world.regions(body);
        let stand: Vec<FloorId> = floors(world).filter(|&id| regions.of(id).is_some()).collect();
        let checker = world.checker();
        let mut random = Random(11);
        for _ in 0..if stand.is_empty() { 0 } else { pairs } {
            let mut pick = || stand[random.below(stand.len())];
            let (from, to) = (pick(), pick());
            let [a, b] = [from, to].map(|id| world.position(id).unwrap());
            let mut query = Query::new(body, a, b);
            (query.half_extents, query.explain) = ([0.01; 3], false);
            match (world.plan_levels(&query), world.plan_cells(&query)) {
                (Ok(levels), Ok(cells)) => {
                    if let Err(fault) = checker.check(body, &levels.plan.route) {
                        self.faults.push(format!("{name}, {}, {a:?} to {b:?}: {fault}", body.name));
                    }
                    if cells.route.length > 0.0 {
                        let ratio = ratio(&levels.plan.route, &cells.route);
                        if ratio > self.worst.0 {
                            self.worst = (ratio, format!("{a:?} to {b:?}"));
                        }
                        self.ratios.push(ratio);
                    }
                }
                (Err(levels), Err(cells)) => assert_eq!(levels.kind, cells.kind, "{name}"),
                (levels, cells) => {
                    panic!("{name}, {}, {a:?} to {b:?}: {:?}, {:?}", body.name, levels.err(), cells.err())
                }
            }
        }
    }

    fn check(&self, name: &str, most: f64) {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
        let mean = self.ratios.iter().sum::<f64>() / self.ratios.len().max(1) as f64;
        let (worst, pair) = &self.worst;
        let told = format!("{name}: {} routes, mean {mean:.4}, at worst {worst:.3} from {pair}", self.ratios.len());
        eprintln!("{told}");
        assert!(mean <= 1.02 && *worst <= most, "{told}");
    }
}

/// How much longer one route is than another: by what it costs, where one of them is not walked upright all the way, since
/// a short way on all fours may be the dearer one.
fn ratio(route: &Route, other: &Route) -> f64 {
    let walk = (Action::Walk, Posture::Upright);
    let walks = |route: &Route| route.sections.iter().all(|section| (section.action, section.posture) == walk);
    if walks(route) && walks(other) { route.length / other.length } else { route.cost / other.cost }
}

fn bodies() -> [Body; 3] {
    [Body::adult(), Body::child(), Body::wheelchair()]
}

#[test]
fn routes_of_built_in_scenes_are_found_and_hardly_longer() {
    for entry in built_in() {
        let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
        let world = World::bake(&(entry.build)(0), &settings).unwrap();
        let large = world.counts().floors > 150_000;
        for body in bodies() {
            let mut lengths = Lengths::default();
            let pairs = if large { 3 } else { 12 };
            lengths.add(entry.name, &world, &body, if all() { 100 * pairs } else { pairs });
            lengths.check(entry.name, 1.10);
        }
    }
}

fn check_scene(file: &str) {
    if !SCENES[..6].contains(&file) && !count(false, true, "levels", true) {
        return skip(LONG);
    }
    let Some(scene) = open(file) else { return };
    let (pairs, fine) = count((5, 0.2), (50, 0.1), "levels", (1_000, 0.1));
    let cell = if file == "truck_town.glb" { 0.25 } else { fine };
    let settings = Bake { cell_size: cell, cell_height: cell / 2.0, ..Bake::default() };
    let world = World::bake(&scene, &settings).unwrap();
    for body in bodies() {
        let mut lengths = Lengths::default();
        lengths.add(file, &world, &body, pairs);
        lengths.check(&format!("{file}, {}", body.name), 1.10);
    }
}

common::in_every_scene!(routes_are_found_and_hardly_longer_in, check_scene);

/// Blocks by chance on a floor of several tiles, some of them high, some to be climbed, some to jump from.
fn clutter(seed: u64, blocks: usize) -> Soup {
    let mut random = Random(seed);
    let mut soup = strip([-9.0, 9.0], [-7.0, 7.0], 0.0);
    for _ in 0..blocks {
        let mut metres = |most: usize| random.below(most) as f64 / 10.0;
        let low = [metres(170) - 9.0, 0.0, metres(130) - 7.0];
        let (wide, high, deep) = (0.3 + metres(30), 0.1 + metres(12), 0.3 + metres(30));
        soup = soup.and(block(low, [low[0] + wide, high, low[2] + deep]));
    }
    soup
}

#[test]
fn routes_over_clutter_are_found_exactly_when_cells_finds_them() {
    let mut lengths = Lengths::default();
    for seed in 0..if all() { 100 } else { 6 } {
        let world = bake(&clutter(seed, 40), 0.1, 0.05);
        for body in [Body::adult(), Body::wheelchair(), Body::adult().without(footpath::body::Action::Jump)] {
            lengths.add(&format!("clutter {seed}"), &world, &body, 20);
        }
    }
    // One of 3,110 was 1.118 times as long.
    lengths.check("clutter", 1.15);
}

#[test]
fn what_is_kept_stays_right_after_edits() {
    let mut world = bake(&clutter(3, 12), 0.1, 0.05);
    let adult = Body::adult();
    let query = Query::new(&adult, [-8.5, 0.0, -6.5], [8.5, 0.0, 6.5]);
    let mut random = Random(8);
    let mut held = Vec::new();
    for _ in 0..25 {
        let mut metres = |most: usize| random.below(most) as f64 / 10.0;
        if held.len() > 3 {
            world.remove(held.remove(0)).unwrap();
        } else {
            let low = [metres(140) - 7.0, 0.0, metres(100) - 6.0];
            let high = [low[0] + 0.5 + metres(30), 2.0, low[2] + 0.5 + metres(30)];
            held.push(world.add(&Obstacle::block(low, high)).unwrap());
        }
        let fresh = World::from_bytes(&world.to_bytes(), "fresh").unwrap();
        match (world.plan_levels(&query), fresh.plan_levels(&query)) {
            (Ok(kept), Ok(anew)) => assert_eq!(kept, anew),
            (kept, anew) => assert_eq!(kept.is_ok(), anew.is_ok()),
        }
    }
}

#[test]
fn what_is_kept_may_go_at_any_time() {
    let bake = || World::bake(&Scene::built_in("car_park").unwrap(), &Bake::default()).unwrap();
    let [keeps, drops] = [bake(), bake()];
    let adult = Body::adult();
    let query = Query::new(&adult, keeps.place("region_3").unwrap(), keeps.place("region_4").unwrap());
    for _ in 0..3 {
        assert_eq!(drops.plan_levels(&query).unwrap(), keeps.plan_levels(&query).unwrap());
        assert_eq!(drops.plan_cells(&query).unwrap(), keeps.plan_cells(&query).unwrap());
        // Everything goes.
        drops.set_cache_limit(0);
        drops.set_cache_limit(usize::MAX);
    }
}

#[test]
fn a_journey_is_planned_leg_by_leg_on_the_world_as_it_is() {
    let scene = Scene::built_in("supermarket").unwrap();
    let mut world = World::bake(&scene, &Bake::default()).unwrap();
    let adult = Body::adult();
    let query = Query::new(&adult, world.place("start").unwrap(), world.place("goal").unwrap());
    let whole = world.plan_levels(&query).unwrap();
    let mut journey = world.set_out();
    let (mut legs, mut length, mut last) = (0, 0.0, None);
    while let Some(leg) = journey.next_leg(&world, &query).unwrap() {
        assert!(world.checker().check(&adult, &leg.route).is_ok());
        let first = leg.route.points[0];
        assert!(last.is_none_or(|last| last == first), "a leg begins where the last one ended");
        last = leg.route.points.last().copied();
        (legs, length) = (legs + 1, length + leg.route.length);
    }
    assert!(journey.has_arrived() && journey.upper_searches() == 1);
    assert_eq!(legs, whole.lower.len());
    assert!(length < 1.1 * whole.plan.route.length);
    assert!(journey.next_leg(&world, &query).unwrap().is_none());

    // A block in front of a walker who is on the way: the gates are chosen anew, and nobody walks into it.
    let mut journey = world.set_out();
    let leg = journey.next_leg(&world, &query).unwrap().unwrap();
    let at = *leg.route.points.last().unwrap();
    let goal = world.place("goal").unwrap();
    let ahead = [0, 2].map(|i| at[i] + (goal[i] - at[i]) * 0.3);
    world.add(&Obstacle::block([ahead[0] - 0.5, 0.0, ahead[1] - 0.5], [ahead[0] + 0.5, 2.0, ahead[1] + 0.5])).unwrap();
    while let Some(leg) = journey.next_leg(&world, &query).unwrap() {
        assert!(world.checker().check(&adult, &leg.route).is_ok());
    }
    assert_eq!(journey.upper_searches(), 2);
}

#[test]
fn a_crowded_area_is_gone_around_and_left_alone_again() {
    // Two doors in a wall: the near one is crowded.
    let soup = strip([-6.3, 6.3], [-6.3, 6.3], 0.0)
        .and(block([-0.1, 0.0, -6.3], [0.1, 2.5, -4.0]))
        .and(block([-0.1, 0.0, -3.0], [0.1, 2.5, 3.0]))
        .and(block([-0.1, 0.0, 4.0], [0.1, 2.5, 6.3]));
    let world = bake(&soup, 0.1, 0.05);
    let adult = Body::adult();
    for method in [Method::Levels, Method::Cells] {
        let mut query = Query::new(&adult, [-5.0, 0.0, -1.0], [5.0, 0.0, -1.0]);
        query.method = method;
        let passes_at = |query: &Query<'_>| {
            let route = world.plan(query).unwrap();
            assert!(world.checker().check(&adult, &route).is_ok());
            let near = route.points.iter().min_by(|a, b| a[0].abs().total_cmp(&b[0].abs())).unwrap();
            near[2]
        };
        assert!(passes_at(&query) < -3.0, "{method:?}");
        // Both sides of the near door are full.
        for x in [-3.0, 3.0] {
            let floor = world.locate([x, 0.0, -3.5], [0.2; 3]).unwrap();
            query.areas.set(world.sheet_of(floor).unwrap(), 6.0);
        }
        assert!(passes_at(&query) > 3.0, "{method:?}");
        query.areas = AreaCosts::default();
        assert!(passes_at(&query) < -3.0, "{method:?}");
    }
}

#[test]
fn a_no_between_unconnected_areas_costs_no_lower_search() {
    let soup = strip([-6.3, 6.3], [-6.3, 6.3], 0.0).and(block([-0.1, 0.0, -6.4], [0.1, 2.5, 6.4]));
    let world = bake(&soup, 0.1, 0.05);
    for body in [Body::wheelchair(), Body::adult()] {
        let mut query = Query::new(&body, [-3.0, 0.0, 0.5], [3.0, 0.0, 0.5]);
        (query.method, query.explain) = (Method::Levels, false);
        assert_eq!(world.plan(&query).unwrap_err().kind, Why::Disconnected);
    }
    // What holds for a child need not hold for a wheelchair user: a step of 15 cm.
    let soup = strip([-6.3, 0.0], [-6.3, 6.3], 0.0).and(strip([0.0, 6.3], [-6.3, 6.3], 0.15));
    let world = bake(&soup, 0.1, 0.05);
    let found = |body: &Body| world.plan_levels(&Query::new(body, [-3.0, 0.0, 0.5], [3.0, 0.15, 0.5])).is_ok();
    assert!(found(&Body::child()) && !found(&Body::wheelchair()));
}

#[cfg(feature = "papers")]
/// The areas of the whole world that a path leads through, counted from 1 as the seed does.
fn areas_along(world: &World, body: &Body, path: &footpath::plan::cells::CellPath) -> Vec<usize> {
    let levels = world.levels(body);
    let mut areas: Vec<usize> =
        path.cells.iter().map(|cell| levels.area_of(cell.floor(world).unwrap()).unwrap() + 1).collect();
    areas.dedup();
    areas
}

#[cfg(feature = "papers")]
#[test]
fn deusdado_fig_7_five_lower_searches_from_region_3_to_region_4() {
    let world = World::bake(&Scene::built_in("car_park").unwrap(), &Bake::default()).unwrap();
    let adult = Body::adult();
    let [from, to] = ["region_3", "region_4"].map(|name| world.place(name).unwrap());
    let query = Query::new(&adult, from, to);
    let plan = world.plan_areas(&query).unwrap();
    // Fig. 6: that the sides of the barrier do not meet on their level is not searched for.
    assert_eq!(areas_along(&world, &adult, &plan.plan.path), [3, 5, 7, 6, 4]);
    assert_eq!(plan.lower.len(), 5, "{:?}", plan.lower);
    assert!(world.checker().check(&adult, &plan.plan.route).is_ok());
    // The same way with tiles, and with the cells planner.
    let tiled = world.plan_levels(&query).unwrap();
    let flat = world.plan_cells(&query).unwrap();
    assert_eq!(areas_along(&world, &adult, &tiled.plan.path), [3, 5, 7, 6, 4]);
    for plan in [&plan, &tiled] {
        assert!(plan.plan.route.length <= 1.02 * flat.route.length);
    }
}

#[test]
fn deusdado_fig_6_without_ramps_the_sides_of_the_barrier_are_apart_at_no_lower_search() {
    let mut world = World::bake(&Scene::built_in("car_park").unwrap(), &Bake::default()).unwrap();
    let adult = Body::adult();
    let levels = world.levels(&adult);
    let [from, to] = ["region_3", "region_4"].map(|name| world.place(name).unwrap());
    let area = |at: [f64; 3]| levels.area_of(world.locate(at, [0.5; 3]).unwrap()).unwrap();
    let here = area(from);
    // Every ramp that leads up from region 3 is closed at its waypoint.
    let ramps = levels.waypoints_of(here).iter().map(|&at| &levels.waypoints()[at]);
    let closed: Vec<[f64; 3]> =
        ramps.map(|waypoint| world.position(waypoint.crossings[waypoint.middle][0]).unwrap()).collect();
    for [x, y, z] in closed {
        world.add(&Obstacle::block([x - 2.5, y, z - 2.5], [x + 2.5, y + 2.0, z + 2.5])).unwrap();
    }
    let mut query = Query::new(&adult, from, to);
    query.cells.leaps = false;
    assert!(world.plan_levels(&query).is_err() && world.plan_cells(&query).is_err());
    #[cfg(feature = "papers")]
    assert!(world.plan_areas(&query).is_err());
    // The graph says so by itself.
    let levels = world.levels(&adult);
    let area = |at: [f64; 3]| levels.area_of(world.locate(at, [0.5; 3]).unwrap()).unwrap();
    assert!(!levels.are_joined(area(from), area(to)));
}
