//! Routes on a world that stays in its file: found exactly when an ordinary world has them, hardly longer, within the limit.

#![allow(clippy::unwrap_used)]

mod common;

use common::{LONG, Random, all, bake, block, floors, skip, strip};
use footpath::ground::TileKey;
use footpath::plan::levels::{LevelPlan, PlanError};
use footpath::plan::{Goal, Method, Query, Why};
use footpath::scene::{City, Rules};
use footpath::world::{FloorId, PagedWorld, StreamError, WorldError};
use footpath::{Bake, Body, Route, Scene, World};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a paged world may take in most of these tests.
const LIMIT: u64 = 96 << 20;

/// A city in a file of its own, gone when the test ends.
struct File(PathBuf);

fn settings() -> Bake {
    Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() }
}

impl File {
    fn named(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("footpath-routes-{}-{name}.footpath", std::process::id())))
    }

    fn of(name: &str, city: &City) -> Self {
        let file = Self::named(name);
        World::bake_to_file(city, &settings(), &file.0, false, &|_| ControlFlow::Continue(())).unwrap();
        file
    }

    /// The same, stopped after every so many tiles and continued.
    fn in_parts(name: &str, city: &City, tiles: usize) -> Self {
        let file = Self::named(name);
        let mut stops = 0;
        loop {
            let count = AtomicUsize::new(0);
            let go_on = |_| match count.fetch_add(1, Ordering::Relaxed) + 1 < tiles {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            };
            match World::bake_to_file(city, &settings(), &file.0, stops > 0, &go_on) {
                Ok(_) if stops > 0 => break,
                Ok(_) => panic!("it was to be stopped"),
                Err(_) => stops += 1,
            }
            assert!(stops < 20, "a few rows are made every time");
        }
        file
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

fn query(body: &Body, from: [f64; 3], to: [f64; 3]) -> Query<'_> {
    Query { half_extents: [0.01; 3], explain: false, ..Query::new(body, from, to) }
}

#[test]
fn routes_are_those_of_the_world_in_memory() {
    let file = File::of("same", &City::new(if all() { 128.0 } else { 96.0 }, 5));
    let (paged, world) = (PagedWorld::open(&file.0, LIMIT).unwrap(), World::load(&file.0).unwrap());
    let checker = world.checker();
    for body in bodies() {
        let mut ratios = Vec::new();
        for (joined, seed) in [(true, 3), (false, 4)] {
            let (stand, mut random) = (standing(&world, &body, joined), Random(seed));
            for _ in 0..if all() { 100 } else { 6 } {
                let mut pick = || world.position(stand[random.below(stand.len())]).unwrap();
                let (from, to) = (pick(), pick());
                let query = query(&body, from, to);
                let name = format!("{} from {from:?} to {to:?}", body.name);
                match (paged.plan_levels(&query), world.plan_cells(&query)) {
                    (Ok(ours), Ok(theirs)) => {
                        let (route, length) = (&ours.plan.route, theirs.route.length);
                        checker.check(&body, route).unwrap_or_else(|fault| panic!("{name}: {fault}"));
                        assert_eq!(ours.plan.path.cells.first().unwrap().floor(&world), world.locate(from, [0.01; 3]));
                        assert_eq!(ours.plan.path.cells.last().unwrap().floor(&world), world.locate(to, [0.01; 3]));
                        ratios.push(if length > 0.0 { route.length / length } else { 1.0 });
                    }
                    (Err(PlanError::NoRoute(ours)), Err(theirs)) => assert_eq!(ours.kind, theirs.kind, "{name}"),
                    (ours, theirs) => panic!("{name}: {:?}, {:?}", ours.err(), theirs.err()),
                }
                assert!(paged.resident_bytes() as u64 <= LIMIT, "{name}");
            }
        }
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        eprintln!("{}: {} routes, {mean:.4} of the length on cells, at worst {worst:.3}", body.name, ratios.len());
        assert!(!ratios.is_empty() && mean <= 1.02 && worst <= 1.1, "{}: {mean:.4}, {worst:.3}", body.name);
    }
}

/// Whatever the limit, in whichever order it is asked, and whether the file was made in one go.
#[test]
fn the_same_way_whatever_is_in_memory() {
    let city = City::new(96.0, 2);
    let file = File::of("limits", &city);
    let parts = File::in_parts("parts", &city, 36);
    let world = World::load(&file.0).unwrap();
    let body = Body::adult();
    let (stand, mut random) = (standing(&world, &body, true), Random(8));
    let mut pick = || world.position(stand[random.below(stand.len())]).unwrap();
    let pairs: Vec<_> = (0..if all() { 24 } else { 2 }).map(|_| (pick(), pick())).collect();
    let plan = |paged: &PagedWorld, at: usize| -> LevelPlan {
        let plan = paged.plan_levels(&query(&body, pairs[at].0, pairs[at].1)).unwrap();
        assert!(paged.resident_bytes() <= paged.memory_limit());
        plan
    };
    let first = PagedWorld::open(&file.0, 256 << 20).unwrap();
    let expected: Vec<LevelPlan> = (0..pairs.len()).map(|at| plan(&first, at)).collect();
    for (name, limit) in [(&file, 64 << 20), (&parts, 96 << 20)] {
        let paged = PagedWorld::open(&name.0, limit).unwrap();
        for at in (0..pairs.len()).rev() {
            assert_eq!(plan(&paged, at).plan, expected[at].plan, "{limit} bytes, {:?}", pairs[at]);
        }
    }
}

#[test]
fn a_stopped_query_says_so_and_spoils_nothing() {
    let file = File::of("stopped", &City::new(96.0, 0));
    let paged = PagedWorld::open(&file.0, LIMIT).unwrap();
    let [start, goal] = ["start", "goal"].map(|name| paged.place(name).unwrap());
    let body = Body::adult();
    let stopped = query(&body, start, goal);
    stopped.stop.set();
    let no = paged.plan(&stopped).unwrap_err();
    assert!(matches!(&no, PlanError::NoRoute(no) if no.kind == Why::Budget), "{no}");
    let fresh = PagedWorld::open(&file.0, LIMIT).unwrap();
    let [again, first] = [&paged, &fresh].map(|paged| paged.plan(&query(&body, start, goal)).unwrap());
    assert_eq!(again.points, first.points);
}

#[test]
fn a_journey_arrives_leg_by_leg() {
    let file = File::of("journey", &City::new(96.0, 0));
    let paged = PagedWorld::open(&file.0, LIMIT).unwrap();
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
    let world = World::load(&file.0).unwrap();
    legs.iter().for_each(|leg| world.check_route(&adult, &leg.route).unwrap());
    assert!(walked < 1.1 * whole.length, "{walked} against {}", whole.length);
}

/// Blocks to climb, to leap down from and to go around: what was leaped down cannot be climbed again, and where that leads nowhere
/// another way is found, or none, as in memory.
#[test]
fn what_can_be_leaped_down_from_is_found_as_in_memory() {
    let mut drops = 0;
    for seed in 0..if all() { 60 } else { 8 } {
        let mut random = Random(seed);
        let mut soup = strip([-9.0, 9.0], [-7.0, 7.0], 0.0);
        for _ in 0..45 {
            let mut metres = |most: usize| random.below(most) as f64 / 10.0;
            let low = [metres(170) - 9.0, 0.0, metres(130) - 7.0];
            let (wide, high, deep) = (0.3 + metres(30), 0.1 + metres(12), 0.3 + metres(30));
            soup = soup.and(block(low, [low[0] + wide, high, low[2] + deep]));
        }
        let world = bake(&soup, 0.1, 0.05);
        let file = File::named(&format!("clutter-{seed}"));
        world.save(&file.0).unwrap();
        let paged = PagedWorld::open(&file.0, LIMIT).unwrap();
        let adult = Body::adult();
        let stand = standing(&world, &adult, false);
        for _ in 0..10 {
            let mut pick = || world.position(stand[random.below(stand.len())]).unwrap();
            let query = query(&adult, pick(), pick());
            match (paged.plan_levels(&query), world.plan_cells(&query)) {
                (Ok(ours), Ok(_)) => {
                    // A leap that only makes a way shorter need not be found: outlines know of none.
                    let ours = &ours.plan.route;
                    world.checker().check(&adult, ours).unwrap_or_else(|fault| panic!("{seed}: {fault}"));
                    drops += usize::from(ours.sections.iter().any(|section| section.action.is_leap()));
                }
                (Err(PlanError::NoRoute(ours)), Err(theirs)) => assert_eq!(ours.kind, theirs.kind, "{seed}"),
                (ours, theirs) => panic!("{seed}, {:?}: {:?}, {:?}", query.from, ours.err(), theirs.err()),
            }
        }
    }
    assert!(drops > 10, "{drops} routes with leaps");
}

/// A limit on work means the same in a file that was just opened and in one of which much is kept.
#[test]
fn budgets_answer_the_same_whatever_is_kept() {
    let file = File::of("budget", &City::new(160.0, 4));
    let (body, kept) = (Body::adult(), PagedWorld::open(&file.0, LIMIT).unwrap());
    let ends = [kept.place("start").unwrap(), kept.place("goal").unwrap()];
    let asked = |budget: u64| Query { budget, ..query(&body, ends[0], ends[1]) };
    let whole = kept.plan_levels(&asked(u64::MAX)).unwrap();
    let (mut given_up, mut found) = (0, 0);
    for budget in [1, 30, 100, 300, 1_000, 10_000, 1_000_000] {
        let fresh = PagedWorld::open(&file.0, LIMIT).unwrap();
        match (kept.plan_levels(&asked(budget)), fresh.plan_levels(&asked(budget))) {
            (Ok(ours), Ok(theirs)) => {
                assert_eq!((&ours.plan.path, &ours.plan.path), (&theirs.plan.path, &whole.plan.path), "{budget}");
                found += 1;
            }
            (Err(PlanError::NoRoute(ours)), Err(PlanError::NoRoute(theirs))) => {
                assert_eq!((ours.kind, theirs.kind), (Why::Budget, Why::Budget), "{budget}");
                given_up += 1;
            }
            (ours, theirs) => panic!("{budget}: {:?}, {:?}", ours.err(), theirs.err()),
        }
    }
    assert!(given_up > 0 && found > 0, "{given_up} given up, {found} found");
}

/// Who lives under a roof has far to go to the street; that is known before the way is chosen, and no tile is opened to learn it.
#[test]
fn from_under_a_roof_the_way_is_chosen_once() {
    let file = File::of("roof", &City::new(96.0, 5));
    let (paged, world) = (PagedWorld::open(&file.0, LIMIT).unwrap(), World::load(&file.0).unwrap());
    let (body, street) = (Body::adult(), paged.place("start").unwrap());
    let mut highest: BTreeMap<TileKey, [f64; 3]> = BTreeMap::new();
    for id in standing(&world, &body, true) {
        let at = world.position(id).unwrap();
        let held = highest.entry(id.tile).or_insert(at);
        if at[1] > held[1] {
            *held = at;
        }
    }
    let tall: Vec<[f64; 3]> = highest.into_values().filter(|at| at[1] > street[1] + 9.0).collect();
    let chosen = |&from: &[f64; 3]| {
        let mut journey = paged.set_out();
        journey.next_leg(&paged, &query(&body, from, street)).unwrap();
        journey.upper_searches()
    };
    let often: Vec<usize> = tall.iter().map(chosen).collect();
    let once = often.iter().filter(|&&count| count == 1).count();
    assert!(!often.is_empty() && 10 * once >= 9 * often.len(), "{often:?}");
}

#[test]
fn of_several_goals_the_nearest_is_found_wherever_they_are() {
    let file = File::of("goals", &City::new(160.0, 4));
    let (paged, world) = (PagedWorld::open(&file.0, LIMIT).unwrap(), World::load(&file.0).unwrap());
    let (body, mut random) = (Body::adult(), Random(6));
    let stand = standing(&world, &body, true);
    for _ in 0..6 {
        let mut pick = || world.position(stand[random.below(stand.len())]).unwrap();
        let mut asked = query(&body, pick(), pick());
        asked.to.extend([Goal::Point(pick()), Goal::Point(pick())]);
        let (ours, theirs) = (paged.plan(&asked).unwrap(), world.plan_cells(&asked).unwrap().route);
        let Goal::Point(meant) = asked.to[ours.goal] else { panic!("a position") };
        assert_eq!(world.locate(*ours.points.last().unwrap(), [0.1; 3]), world.locate(meant, [0.01; 3]));
        assert!(ours.length <= 1.15 * theirs.length + 1.0, "{} against {}", ours.length, theirs.length);
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let file = File::of("asked", &City::new(96.0, 0));
    let paged = PagedWorld::open(&file.0, LIMIT).unwrap();
    let (start, goal, adult) = (paged.place("start").unwrap(), paged.place("goal").unwrap(), Body::adult());
    let off = paged.plan(&Query::new(&adult, [start[0], start[1] + 500.0, start[2]], start));
    assert!(matches!(off, Err(PlanError::NoRoute(no)) if no.kind == Why::StartOffMap));
    let outside = paged.plan(&Query::new(&adult, start, [start[0] - 5000.0, start[1], start[2]]));
    assert!(matches!(outside, Err(PlanError::NoRoute(no)) if no.kind == Why::GoalOffMap));
    let short = paged.plan(&Query { budget: 1, ..Query::new(&adult, start, goal) });
    assert!(matches!(short, Err(PlanError::NoRoute(no)) if no.kind == Why::Budget));
    let small = PagedWorld::open(&file.0, 1 << 20).unwrap();
    let error = small.plan(&Query::new(&adult, start, goal)).unwrap_err();
    assert!(matches!(error, PlanError::World(WorldError::Limit { needed, limit, .. }) if needed > limit), "{error}");
}

/// Asks a file and the same world in memory.
fn agree(paged: &PagedWorld, world: &World, query: &Query<'_>, what: &str) -> Option<Route> {
    match (paged.plan(query), world.plan_cells(query)) {
        (Ok(ours), Ok(theirs)) => {
            let theirs = theirs.route;
            assert!(ours.cost <= 1.15 * theirs.cost + 1.0, "{what}: {} against {}", ours.cost, theirs.cost);
            assert_eq!((ours.goal, &ours.off_map), (theirs.goal, &theirs.off_map), "{what}");
            Some(ours)
        }
        (Err(PlanError::NoRoute(ours)), Err(theirs)) => {
            assert_eq!(ours.kind, theirs.kind, "{what}");
            None
        }
        (ours, theirs) => panic!("{what}: {:?}, {:?}", ours.err(), theirs.err()),
    }
}

/// A yard of several tiles in a file: two doors in a wall, a carpet in one of them, and a table.
fn yard() -> (File, PagedWorld, World) {
    let wall = |low: f64, high: f64| block([-0.1, 0.0, low], [0.1, 2.5, high]);
    let walls = wall(-9.0, -6.0).and(wall(-5.0, 5.0)).and(wall(6.0, 9.0));
    let mut scene = Scene::builder();
    for (name, soup) in [
        ("ground", strip([-9.0, 9.0], [-9.0, 9.0], 0.0)),
        ("wall", walls),
        ("carpet", strip([-1.0, 1.0], [-6.5, -4.5], 0.01)),
        ("table", block([6.0, 0.0, 6.0], [7.0, 0.15, 7.0])),
        ("table", block([-7.0, 0.0, 6.0], [-6.0, 0.15, 7.0])),
    ] {
        let (vertices, indices) = (soup.vertices(), soup.indices());
        scene = scene.object(name, &vertices, &indices, None);
    }
    let world = World::bake(&scene.build(), &Bake::default()).unwrap();
    let file = File::named("yard");
    world.save(&file.0).unwrap();
    let paged = PagedWorld::open(&file.0, LIMIT).unwrap();
    (file, paged, world)
}

#[test]
fn every_option_of_a_query_works_on_a_file() {
    let (_file, paged, world) = yard();
    let adult = Body::adult();
    let plain = Query::new(&adult, [-8.0, 0.0, -8.0], [8.0, 0.0, -8.0]);
    let object = |name: &str| Goal::Object(name.to_owned());
    let tables = Query { to: vec![object("table")], ..plain.clone() };
    assert!(agree(&paged, &world, &tables, "an object").is_some());
    let boxes = vec![Goal::Box([5.0, -0.5, -9.0], [9.0, 0.5, 9.0]), Goal::Point([50.0, 0.0, 0.0])];
    let several =
        Query { to: boxes, from_region: Some(Goal::Box([-9.0, -0.5, 2.0], [-4.0, 0.5, 9.0])), ..plain.clone() };
    assert_eq!(agree(&paged, &world, &several, "boxes").unwrap().off_map, [1]);
    let from_object = Query { from_region: Some(object("table")), ..plain.clone() };
    assert!(agree(&paged, &world, &from_object, "from an object").is_some());
    let nowhere = Query { to: vec![object("chair")], ..plain.clone() };
    assert!(agree(&paged, &world, &nowhere, "an object that is not there").is_none());
    // Through the door with the carpet, unless it is forbidden or dear.
    let door = |route: &Route| route.points.iter().min_by(|a, b| a[0].abs().total_cmp(&b[0].abs())).unwrap()[2];
    assert!(door(&agree(&paged, &world, &plain, "plain").unwrap()) < -4.5);
    for rules in [Rules::new().forbid("carpet"), Rules::new().cost("carpet", 100.0), Rules::new().obstacle("carpet")] {
        let ruled = Query { rules: rules.clone(), ..plain.clone() };
        assert!(door(&agree(&paged, &world, &ruled, &format!("{rules:?}")).unwrap()) > 4.5, "{rules:?}");
    }
    let mut crowded = plain.clone();
    for z in [-5.5, -5.0, -6.0] {
        crowded.areas.set(world.sheet_of(world.locate([0.0, 0.0, z], [0.3; 3]).unwrap()).unwrap(), 50.0);
    }
    assert!(paged.plan(&crowded).is_ok());
    let ignored = Query { rules: Rules::new().ignore("wall"), ..plain.clone() };
    assert!(matches!(paged.plan(&ignored), Err(PlanError::Unsupported(message)) if message.contains("\"wall\"")));
}

#[test]
fn other_methods_need_the_whole_file_in_memory() {
    let (file, paged, world) = yard();
    let adult = Body::adult();
    for method in [Method::Cells, Method::Bitmap] {
        let query = Query { method, ..Query::new(&adult, [-8.0, 0.0, -8.0], [8.0, 0.0, -8.0]) };
        assert_eq!(paged.plan(&query).unwrap().points, world.plan(&query).unwrap().points);
        let small = PagedWorld::open(&file.0, paged.contents().bytes / 2).unwrap();
        let error = small.plan(&query).unwrap_err();
        assert!(
            matches!(&error, PlanError::Unsupported(text) if text.contains("method") && text.contains("MiB")),
            "{error}"
        );
    }
}

#[test]
fn a_budget_limits_all_searches_on_a_file() {
    let (_file, paged, _) = yard();
    let adult = Body::adult();
    let mut query = Query::new(&adult, [-8.0, 0.0, -8.0], [8.0, 0.0, -8.0]);
    let plan = paged.plan_levels(&query).unwrap();
    let all = plan.plan.route.work.expanded;
    assert!(plan.lower.iter().sum::<u64>() > 0 && plan.upper + plan.lower.iter().sum::<u64>() == all);
    for budget in [plan.upper, all - 1] {
        query.budget = budget;
        let no = paged.plan_levels(&query).unwrap_err();
        assert!(matches!(&no, PlanError::NoRoute(no) if no.kind == Why::Budget), "{budget}: {no}");
    }
    query.budget = all;
    assert_eq!(paged.plan_levels(&query).unwrap().plan.path, plan.plan.path);
}

/// Windows shrink where the limit is small: a file is planned on with less memory than its tiles take.
#[test]
fn a_file_is_planned_on_with_less_memory_than_it_has_tiles() {
    let mut worlds =
        vec![("supermarket", World::bake(&Scene::built_in("supermarket").unwrap(), &Bake::default()).unwrap())];
    if let Some(scene) = common::open("hospital_three_floors.glb") {
        worlds.push(("hospital", World::bake(&scene, &Bake::default()).unwrap()));
    }
    let adult = Body::adult();
    for (name, world) in worlds {
        let file = File::named(name);
        world.save(&file.0).unwrap();
        // Of the hospital, whose file has 32 MB, that is 28 MiB.
        let limit = std::fs::metadata(&file.0).unwrap().len() * 11 / 12;
        let (stand, mut random) = (standing(&world, &adult, true), Random(4));
        let paged = PagedWorld::open(&file.0, limit).unwrap();
        for _ in 0..if all() { 40 } else { 4 } {
            let mut pick = || world.position(stand[random.below(stand.len())]).unwrap();
            let query = query(&adult, pick(), pick());
            let (ours, theirs) =
                (paged.plan(&query).unwrap_or_else(|no| panic!("{name}: {no}")), world.plan(&query).unwrap());
            world.check_route(&adult, &ours).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert!(ours.length <= 1.15 * theirs.length + 1.0, "{name}: {} against {}", ours.length, theirs.length);
            assert!(paged.resident_bytes() as u64 <= limit, "{name}");
        }
    }
}

#[test]
fn a_no_says_what_keeps_the_ends_apart() {
    let file = File::of("no", &City::new(96.0, 0));
    let (paged, world) = (PagedWorld::open(&file.0, 256 << 20).unwrap(), World::load(&file.0).unwrap());
    let body = Body::wheelchair();
    let (regions, stand) = (world.regions(&body), standing(&world, &body, false));
    let start = *standing(&world, &body, true).first().unwrap();
    // Upstairs, where no wheelchair comes.
    let goal = *stand.iter().find(|&&id| regions.of(id) != regions.largest()).unwrap();
    let [from, to] = [start, goal].map(|id| world.position(id).unwrap());
    let query = Query { half_extents: [0.01; 3], ..Query::new(&body, from, to) };
    let Err(PlanError::NoRoute(no)) = paged.plan(&query) else { panic!("there is no way") };
    let theirs = world.plan(&query).unwrap_err();
    assert!(no.kind == theirs.kind && no.has.is_some() && no.needs.is_some(), "{no} against {theirs}");
}

#[test]
fn a_file_that_is_not_as_it_was_is_refused() {
    let file = File::of("changed", &City::new(96.0, 0));
    let adult = Body::adult();
    let plan = |paged: &PagedWorld| {
        let [start, goal] = ["start", "goal"].map(|name| paged.place(name).unwrap());
        paged.plan(&Query::new(&adult, start, goal)).map_err(|error| match error {
            PlanError::World(error) => error,
            error => panic!("{error}"),
        })
    };
    let open = PagedWorld::open(&file.0, LIMIT).unwrap();
    let whole = std::fs::read(&file.0).unwrap();
    let mut bytes = whole.clone();
    // Ground and triangles of every tile, as the table of chunks follows them.
    let (first, last) = (bytes.len() / 50, bytes.len() / 2);
    bytes[first..last].iter_mut().step_by(256).for_each(|byte| *byte ^= 0x10);
    std::fs::write(&file.0, &bytes).unwrap();
    assert!(matches!(plan(&open), Err(WorldError::Changed { .. })));
    let damaged = PagedWorld::open(&file.0, LIMIT).unwrap();
    let error = plan(&damaged).unwrap_err();
    assert!(matches!(error, WorldError::Damaged { .. }), "{error}");
    // What was not read does not matter, and a file that is whole again is read.
    std::fs::write(&file.0, &whole).unwrap();
    assert!(plan(&open).is_ok());
}

#[test]
fn one_file_is_baked_by_one_at_a_time() {
    let file = File::named("busy");
    let city = City::new(96.0, 0);
    let busy = AtomicUsize::new(0);
    let try_too = |_| {
        let other = World::bake_to_file(&city, &settings(), &file.0, true, &|_| ControlFlow::Continue(()));
        busy.fetch_add(usize::from(matches!(other, Err(StreamError::Busy { .. }))), Ordering::Relaxed);
        ControlFlow::Break(())
    };
    assert!(World::bake_to_file(&city, &settings(), &file.0, false, &try_too).is_err());
    assert!(busy.into_inner() > 0);
    // It is let go when the bake ends, however it ends.
    assert!(World::bake_to_file(&city, &settings(), &file.0, true, &|_| ControlFlow::Continue(())).is_ok());
}

/// 1 km² is for `./test --all`: against a flat search in a window around both ends, within 500 m.
#[test]
fn routes_of_a_square_kilometre() {
    if !all() {
        return skip(LONG);
    }
    let file = File::of("km", &City::new(1000.0, 0));
    let limit = 256 << 20;
    let (paged, flat) = (PagedWorld::open(&file.0, limit).unwrap(), PagedWorld::open(&file.0, 4 << 30).unwrap());
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
        assert!(paged.resident_bytes() as u64 <= limit);
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(mean <= 1.02, "{mean:.4}");
}
