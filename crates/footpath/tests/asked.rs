//! Queries that are none: numbers that are no numbers, goals that are nowhere; and what is said of each.

#![allow(clippy::unwrap_used)]

mod common;

use common::{bake, block, strip};
use footpath::body::Action;
use footpath::plan::{Explanation, Goal, Method, Query, Why};
use footpath::scene::{Rules, Tag};
use footpath::world::PagedWorld;
use footpath::{Bake, Body, Scene, World};

/// A yard of 6 m with a low table in it, and a pillar that nobody stands on.
fn yard() -> World {
    let ground = strip([-3.0, 3.0], [-3.0, 3.0], 0.0);
    let table = block([1.0, 0.0, 1.0], [2.5, 0.2, 2.5]);
    let pillar = block([-2.0, 0.0, -2.0], [-1.6, 3.0, -1.6]);
    let scene = pillar.put(table.put(ground.put(Scene::builder(), "ground"), "table"), "pillar").build();
    World::bake(&scene, &Bake::default()).unwrap()
}

const FROM: [f64; 3] = [0.0, 0.0, -1.0];

#[test]
fn measures_that_are_no_numbers_are_refused_by_name() {
    let world = yard();
    type Change = fn(&mut Body, f64);
    let table: [(&str, Change); 6] = [
        ("`radius`", |body, to| body.radius = to),
        ("`height`", |body, to| body.height = to),
        ("`max_climb`", |body, to| body.max_climb = to),
        ("`max_slope`", |body, to| body.max_slope = to),
        ("`foot_span`", |body, to| body.foot_span = to),
        ("`step.reach`", |body, to| {
            body.abilities.iter_mut().for_each(|a| {
                if a.action == Action::Step {
                    a.reach = to
                }
            })
        }),
    ];
    for (name, change) in table {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.1] {
            let mut body = Body::adult();
            change(&mut body, value);
            for method in [Method::Cells, Method::Bitmap, Method::Levels] {
                let query = Query { method, ..Query::new(&body, FROM, [1.0, 0.0, -1.0]) };
                let no = world.plan(&query).expect_err("no body");
                assert!(no.message.contains(name) && no.message.contains("give a number"), "{name} {value}: {no}");
                assert!(world.front(&query).is_err() && world.plan_cells_to_all(&query).is_err(), "{name} {value}");
            }
        }
    }
}

#[test]
fn positions_that_are_no_numbers_are_refused() {
    let (world, adult) = (yard(), Body::adult());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let no = world.plan(&Query::new(&adult, [bad, 0.0, 0.0], FROM)).unwrap_err();
        assert_eq!(no.kind, Why::StartOffMap);
        assert!(no.message.contains("finite numbers") && no.at.iter().all(|c| c.is_finite()), "{no}");
        let no = world.plan(&Query::new(&adult, FROM, [0.0, bad, 0.0])).unwrap_err();
        assert!(no.kind == Why::GoalOffMap && no.message.contains("finite numbers"), "{no}");
    }
    let no = world.plan(&Query::new(&adult, FROM, Goal::Box([f64::NAN; 3], [1.0; 3]))).unwrap_err();
    assert!(no.kind == Why::GoalOffMap && no.message.contains("finite numbers"), "{no}");
    for extents in [[f64::NAN, 1.0, 1.0], [0.5, -1.0, 0.5]] {
        let no = world.plan(&Query { half_extents: extents, ..Query::new(&adult, FROM, FROM) }).unwrap_err();
        assert!(no.message.contains("`half_extents`"), "{no}");
    }
}

#[test]
fn a_world_in_its_file_refuses_them_too() {
    let path = std::env::temp_dir().join(format!("footpath-asked-{}.footpath", std::process::id()));
    yard().save(&path).unwrap();
    let (paged, adult) = (PagedWorld::open(&path, 64 << 20).unwrap(), Body::adult());
    let thin = Body { radius: f64::NAN, ..Body::adult() };
    let queries = [Query::new(&thin, FROM, FROM), Query::new(&adult, FROM, [f64::NAN; 3])];
    for (query, word) in queries.iter().zip(["`radius`", "finite numbers"]) {
        let whole = paged.plan(query).unwrap_err().to_string();
        let leg = paged.set_out().next_leg(&paged, query).unwrap_err().to_string();
        assert!(whole.contains(word) && leg == whole, "{whole}, {leg}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn goals_that_are_off_the_map_are_named_with_the_route_to_another() {
    let (world, adult) = (yard(), Body::adult());
    let goals = vec![Goal::Point([50.0, 0.0, 0.0]), Goal::Point([2.0, 0.0, -1.0]), Goal::Object("nothing".to_owned())];
    for method in [Method::Cells, Method::Bitmap, Method::Levels] {
        let mut query = Query { method, to: goals.clone(), ..Query::new(&adult, FROM, FROM) };
        let route = world.plan(&query).unwrap();
        assert_eq!((route.goal, route.off_map.as_slice()), (1, &[0, 2][..]), "{method:?}");
        query.to.truncate(1);
        assert_eq!(world.plan(&query).unwrap_err().kind, Why::GoalOffMap);
        query.to = vec![goals[1].clone()];
        assert!(world.plan(&query).unwrap().off_map.is_empty());
    }
    // To all of them: each has its own answer.
    let query = Query { to: goals, ..Query::new(&adult, FROM, FROM) };
    let all = world.plan_cells_to_all(&query).unwrap();
    let kinds: Vec<Option<Why>> = all.iter().map(|answer| answer.as_ref().err().map(|no| no.kind)).collect();
    assert_eq!(kinds, [Some(Why::GoalOffMap), None, Some(Why::GoalOffMap)]);
}

#[test]
fn a_no_names_the_goals_that_were_left_out() {
    // Two plates far apart.
    let world = bake(&strip([-3.0, 0.0], [-1.0, 1.0], 0.0).and(strip([3.0, 6.0], [-1.0, 1.0], 0.0)), 0.1, 0.05);
    let adult = Body::adult();
    let to = vec![Goal::Point([4.5, 0.0, 0.0]), Goal::Point([50.0, 0.0, 0.0])];
    let no = world.plan(&Query { to, ..Query::new(&adult, [-1.5, 0.0, 0.0], FROM) }).unwrap_err();
    assert_eq!(no.kind, Why::GapTooWide, "{no}");
    assert!(no.message.ends_with("; goal 2 of 2 is on no floor for this body"), "{no}");
}

#[test]
fn a_region_without_room_says_what_is_missing_there() {
    let (world, adult) = (yard(), Body::adult());
    let table = Goal::Object("table".to_owned());
    let query = Query::new(&adult, FROM, table.clone());
    assert!(world.plan(&query).is_ok());
    // On the pillar there is no floor that the body has room on; on the table rules forbid it.
    let forbid = Rules::new().forbid("table");
    let boxed = Goal::Box([1.2, 0.1, 1.2], [2.2, 0.3, 2.2]);
    for (end, words) in [(table.clone(), "\"table\""), (boxed, "the box from (1.20, 0.10, 1.20)")] {
        let no = world.plan(&Query { rules: forbid.clone(), ..Query::new(&adult, FROM, end.clone()) }).unwrap_err();
        assert!(no.kind == Why::GoalOffMap && no.message.contains(words), "{no}");
        assert!(no.message.contains("which the rules forbid"), "{no}");
        assert_eq!(no.object.as_deref(), Some("table"));
        assert!((1.0..2.5).contains(&no.at[0]) && (1.0..2.5).contains(&no.at[2]), "{:?}", no.at);
        let start = Query { from_region: Some(end), rules: forbid.clone(), ..Query::new(&adult, [9.0; 3], FROM) };
        let no = world.plan(&start).unwrap_err();
        assert!(no.kind == Why::StartOffMap && no.message.contains("which the rules forbid"), "{no}");
    }
}

#[test]
fn what_limits_a_route_is_told_under_the_rules_of_its_query() {
    // A corridor, narrowed by a cupboard that the query ignores.
    let ground = strip([-3.0, 3.0], [-0.6, 0.6], 0.0);
    let walls = block([-3.0, 0.0, -0.8], [3.0, 2.5, -0.6]).and(block([-3.0, 0.0, 0.6], [3.0, 2.5, 0.8]));
    let cupboard = block([-0.5, 0.0, 0.2], [0.5, 2.0, 0.6]);
    let scene = ground.and(walls).put(Scene::builder(), "hall");
    let world = World::bake(&cupboard.put_tagged(scene, "cupboard", Tag::Walkable).build(), &Bake::default()).unwrap();
    let adult = Body::adult();
    let narrowest = |rules: Rules| {
        let query = Query { rules, ..Query::new(&adult, [-2.5, 0.0, 0.0], [2.5, 0.0, 0.0]) };
        let Explanation::Yes { limits, .. } = world.explain(&query) else { panic!("a route") };
        let narrow = limits.into_iter().find(|limit| limit.kind == Why::TooNarrow).unwrap();
        (narrow.has, narrow.object.unwrap())
    };
    let (with, beside) = narrowest(Rules::new());
    assert!((with - 0.8).abs() < 0.11, "{with} beside {beside}");
    let (without, beside) = narrowest(Rules::new().ignore("cupboard"));
    assert!(without > 1.0 && beside == "hall", "{without} beside {beside}");
}

#[test]
fn a_query_that_nobody_waits_for_any_more_ends() {
    let (world, adult) = (yard(), Body::adult());
    let stop = footpath::search::Stop::default();
    stop.set();
    for method in [Method::Cells, Method::Bitmap, Method::Levels] {
        let free = Query { method, ..Query::new(&adult, FROM, [1.0, 0.0, -1.0]) };
        let no = world.plan(&Query { stop: stop.clone(), ..free.clone() }).unwrap_err();
        assert_eq!((no.kind, no.message.contains("raise")), (Why::Budget, false), "{method:?}: {no}");
        assert!(world.plan(&free).is_ok(), "{method:?}");
    }
    let query = Query { stop, ..Query::new(&adult, FROM, [1.0, 0.0, -1.0]) };
    assert_eq!(world.front(&query).unwrap().expanded, 0);
}
