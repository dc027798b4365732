//! Routes on a world that stays in its file: found exactly when an ordinary world has them, hardly longer, within the limit.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, all, floors};
use footpath::plan::levels::PlanError;
use footpath::plan::{Goal, Query, Why};
use footpath::scene::City;
use footpath::world::{FloorId, PagedWorld};
use footpath::{Bake, Body, World};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A city in a file of its own, gone when the test ends.
struct File(PathBuf);

impl File {
    fn of(name: &str, city: &City) -> Self {
        let path = std::env::temp_dir().join(format!("footpath-routes-{}-{name}.footpath", std::process::id()));
        let settings = Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() };
        World::bake_to_file(city, &settings, &path, false, &|_| ControlFlow::Continue(())).unwrap();
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Floors where a body can be: all of them, or those of its largest region.
fn standing(world: &World, body: &Body, joined: bool) -> Vec<FloorId> {
    let regions = world.regions(body);
    let fits = |id: &FloorId| match regions.of(*id) {
        Some(region) => !joined || Some(region) == regions.largest(),
        None => false,
    };
    floors(world).filter(fits).collect()
}

fn bodies() -> [Body; 3] {
    [Body::adult(), Body::child(), Body::wheelchair()]
}

#[test]
fn routes_are_those_of_the_world_in_memory() {
    let file = File::of("same", &City::new(128.0, 5));
    let (paged, world) = (PagedWorld::open(&file.0, 96 << 20).unwrap(), World::load(&file.0).unwrap());
    let checker = world.checker();
    for body in bodies() {
        let mut ratios = Vec::new();
        for (joined, seed) in [(true, 3), (false, 4)] {
            let (stand, mut random) = (standing(&world, &body, joined), Random(seed));
            for _ in 0..if all() { 100 } else { 6 } {
                let mut pick = || world.position(stand[random.below(stand.len())]).unwrap();
                let (from, to) = (pick(), pick());
                let mut query = Query::new(&body, from, to);
                (query.half_extents, query.explain) = ([0.01; 3], false);
                let name = format!("{} from {from:?} to {to:?}", body.name);
                match (paged.plan_levels(&query), world.plan_levels(&query)) {
                    (Ok(ours), Ok(theirs)) => {
                        let (route, length) = (&ours.plan.route, theirs.plan.route.length);
                        checker.check(&body, route).unwrap_or_else(|fault| panic!("{name}: {fault}"));
                        assert_eq!(ours.plan.path.cells.first().unwrap().floor(&world), world.locate(from, [0.01; 3]));
                        assert_eq!(ours.plan.path.cells.last().unwrap().floor(&world), world.locate(to, [0.01; 3]));
                        ratios.push(if length > 0.0 { route.length / length } else { 1.0 });
                    }
                    (Err(PlanError::NoRoute(ours)), Err(theirs)) => assert_eq!(ours.kind, theirs.kind, "{name}"),
                    (ours, theirs) => panic!("{name}: {:?}, {:?}", ours.err(), theirs.err()),
                }
                assert!(paged.resident_bytes() <= 96 << 20, "{name}");
            }
        }
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        eprintln!("{}: {} routes, {mean:.4} of the length in memory, at worst {worst:.3}", body.name, ratios.len());
        assert!(!ratios.is_empty() && mean <= 1.02 && worst <= 1.10, "{}: {mean:.4}, {worst:.3}", body.name);
    }
}

#[test]
fn a_journey_arrives_leg_by_leg() {
    let file = File::of("journey", &City::new(96.0, 0));
    let paged = PagedWorld::open(&file.0, 96 << 20).unwrap();
    let [start, goal] = ["start", "goal"].map(|name| paged.place(name).unwrap());
    let adult = Body::adult();
    let query = Query::new(&adult, start, goal);
    let whole = paged.plan(&query).unwrap();
    let mut journey = paged.set_out();
    let (mut walked, mut legs) = (0.0, Vec::new());
    while let Some(leg) = journey.next_leg(&paged, &query).unwrap() {
        walked += leg.route.length;
        legs.push(leg);
    }
    assert!(journey.has_arrived() && legs.len() > 2 && journey.upper_searches() >= 1);
    for pair in legs.windows(2) {
        let (end, begin) = (pair[0].path.cells.last().unwrap(), pair[1].path.cells.first().unwrap());
        assert_eq!((end.column, end.height), (begin.column, begin.height));
    }
    assert!(walked < 1.1 * whole.length, "{walked} against {}", whole.length);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let file = File::of("asked", &City::new(96.0, 0));
    let paged = PagedWorld::open(&file.0, 96 << 20).unwrap();
    let (start, adult) = (paged.place("start").unwrap(), Body::adult());
    let off = paged.plan(&Query::new(&adult, [start[0], start[1] + 500.0, start[2]], start));
    assert!(matches!(off, Err(PlanError::NoRoute(no)) if no.kind == Why::StartOffMap));
    let object = paged.plan(&Query::new(&adult, start, Goal::Object("*".to_owned())));
    assert!(matches!(object, Err(PlanError::Asked(_))));
    let small = PagedWorld::open(&file.0, 4 << 20).unwrap();
    let goal = paged.place("goal").unwrap();
    assert!(matches!(small.plan(&Query::new(&adult, start, goal)), Err(PlanError::World(_))));
}

/// 1 km² is for `./test --all`: against a flat search in a window around both ends, within 500 m.
#[test]
fn routes_of_a_square_kilometre() {
    if !all() {
        return;
    }
    let file = File::of("km", &City::new(1000.0, 0));
    let limit = 512 << 20;
    let (paged, flat) = (PagedWorld::open(&file.0, limit).unwrap(), PagedWorld::open(&file.0, 2 << 30).unwrap());
    let (adult, mut random, mut ratios) = (Body::adult(), Random(9), Vec::new());
    while ratios.len() < 100 {
        let from = [random.between(150.0, 850.0), 0.15, random.between(150.0, 850.0)];
        let to = [from[0] + random.between(-300.0, 300.0), 0.15, from[2] + random.between(-300.0, 300.0)];
        let query = Query { explain: false, ..Query::new(&adult, from, to) };
        let middle = [0, 1, 2].map(|i| (from[i] + to[i]) / 2.0);
        let window = flat.window(&flat.tiles_within(middle, 220.0)).unwrap();
        let Ok(best) = window.plan_cells(&query) else { continue };
        let route = paged.plan(&query).unwrap();
        window.check_route(&adult, &route).unwrap_or_else(|fault| panic!("{from:?} to {to:?}: {fault}"));
        ratios.push(route.length / best.route.length);
        assert!(paged.resident_bytes() <= limit as usize);
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(mean <= 1.02, "{mean:.4}");
}
