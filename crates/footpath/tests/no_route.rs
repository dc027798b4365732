//! The reasoned no: for every kind the place, the measures and the sentence, on scenes built in code; then real scenes.

mod common;

use common::{Soup, bake, bake_with, block, data, strip};
use footpath::body::Action;
use footpath::plan::{Explanation, NoRoute, Query, Why};
use footpath::scene::{Import, Rules, Tag, Up};
use footpath::{Bake, Body, Scene, World};

/// A scene of named parts.
fn scene(parts: &[(&str, Soup)]) -> Scene {
    parts.iter().fold(Scene::builder(), |builder, (name, soup)| soup.put(builder, name)).build()
}

/// A floor of 8 × 4 m, from (-4, -2) to (4, 2).
fn hall() -> (&'static str, Soup) {
    ("Floor", strip([-4.0, 4.0], [-2.0, 2.0], 0.0))
}

/// A wall across the hall at x = 0 with a doorway of some width around z = `at`.
fn doorway(width: f64, at: f64) -> Vec<(&'static str, Soup)> {
    let half = width / 2.0;
    vec![
        ("Wall_left", block([-0.1, 0.0, -2.0], [0.1, 2.5, at - half])),
        ("Wall_right", block([-0.1, 0.0, at + half], [0.1, 2.5, 2.0])),
    ]
}

fn refused(world: &World, body: &Body) -> NoRoute {
    refused_between(world, body, [-3.0, 0.0, 0.0], [3.0, 0.0, 0.0])
}

fn refused_between(world: &World, body: &Body, from: [f64; 3], to: [f64; 3]) -> NoRoute {
    let no = world.plan(&Query::new(body, from, to)).expect_err("there is no way");
    // Asked again it is the same, without a search.
    assert_eq!(world.plan(&Query::new(body, from, to)).expect_err("still no way"), no);
    println!("{no}");
    no
}

fn passes(world: &World, body: &Body) {
    let route = world.plan(&Query::new(body, [-3.0, 0.0, 0.0], [3.0, 0.0, 0.0]));
    route.unwrap_or_else(|no| panic!("{no}"));
}

#[track_caller]
fn is_at(no: &NoRoute, place: [f64; 3]) {
    let apart = (0..3).map(|i| (no.at[i] - place[i]).powi(2)).sum::<f64>().sqrt();
    assert!(apart < 0.5, "{:?} is {apart} m from {place:?}", no.at);
}

#[track_caller]
fn measures(no: &NoRoute, has: f64, needs: f64, tolerance: f64) {
    let (seen, wanted) = (no.has.expect("a measure"), no.needs.expect("a measure"));
    assert!((seen - has).abs() <= tolerance, "has {seen} and not {has}");
    assert!((wanted - needs).abs() <= 0.011, "needs {wanted} and not {needs}");
    assert!(no.message.contains(&format!("{seen:.2}")) || no.kind == Why::TooSteep, "{}", no.message);
}

/// What lets the body pass does so, once it has learnt it as an adult does it.
#[track_caller]
fn passes_with(world: &World, body: &Body, no: &NoRoute) {
    let word = no.passes_with.as_deref().expect("something that lets it pass");
    let adult = Body::adult();
    let ability = adult.abilities.iter().find(|ability| ability.action.name() == word).expect("an ability of an adult");
    passes(world, &body.clone().with(*ability));
}

/// No fancy moves: what is on the ground is walked or not.
fn walker() -> Body {
    let leaps = [Action::Step, Action::Jump, Action::Drop, Action::Bend, Action::Crawl];
    leaps.into_iter().fold(Body::adult(), Body::without)
}

#[test]
fn a_narrow_door_is_named_with_its_width() {
    for (cell, at) in [(0.1, 0.05), (0.1, 0.0), (0.05, 0.0), (0.02, 0.33)] {
        for width in [0.30, 0.52, 0.58] {
            let world = bake_with(&scene(&[vec![hall()], doorway(width, at)].concat()), cell, 0.05);
            let no = refused(&world, &Body::adult());
            assert_eq!(no.kind, Why::TooNarrow);
            is_at(&no, [0.0, 0.0, at]);
            measures(&no, width, 0.60, 0.005);
            assert!(no.also.is_empty());
            assert!(no.object.as_deref().is_some_and(|name| name.starts_with("Wall_")), "{:?}", no.object);
            let way = if width > 0.5 { Some("tuck") } else { None };
            assert_eq!(no.passes_with.as_deref(), way);
            assert!(no.message.contains("or 0.40 m sideways"), "{}", no.message);
        }
    }
    let world = bake_with(&scene(&[vec![hall()], doorway(0.42, 0.0)].concat()), 0.05, 0.05);
    assert_eq!(refused(&world, &Body::adult()).passes_with.as_deref(), Some("sidestep"));
    passes(&bake_with(&scene(&[vec![hall()], doorway(0.66, 0.01)].concat()), 0.02, 0.05), &Body::adult());
}

#[test]
fn a_gap_that_only_cells_find_narrow_is_said_to_be_one() {
    let world = bake_with(&scene(&[vec![hall()], doorway(0.62, 0.0)].concat()), 0.1, 0.05);
    let no = refused(&world, &Body::adult());
    assert_eq!(no.kind, Why::TooNarrow);
    assert!(no.has.is_some_and(|has| has < 0.60));
    assert!(no.message.contains("0.62 m by the triangles"), "{}", no.message);
}

fn beam(height: f64) -> World {
    let beam = block([-0.2, height, -2.0], [0.2, height + 0.2, 2.0]);
    bake_with(&scene(&[hall(), ("Beam", beam)]), 0.1, 0.05)
}

#[test]
fn a_low_beam_is_named_with_its_height() {
    for (height, way) in [(1.79, "bend"), (1.75, "bend"), (1.29, "crawl"), (1.0, "crawl")] {
        let world = beam(height);
        let no = refused(&world, &walker());
        passes_with(&world, &walker(), &no);
        assert_eq!(no.kind, Why::TooLow);
        is_at(&no, [0.0, 0.0, no.at[2]]);
        measures(&no, height, 1.80, 0.011);
        assert_eq!(no.object.as_deref(), Some("Beam"));
        assert_eq!(no.passes_with.as_deref(), Some(way));
        assert!(no.also.is_empty(), "{:?}", no.also);
    }
    for height in [1.80, 1.81] {
        passes(&beam(height), &walker());
    }
    passes(&beam(1.75), &Body::adult());
    passes(&beam(0.81), &Body::adult());
    let no = refused(&beam(0.79), &Body::adult());
    assert_eq!(no.kind, Why::TooLow);
    measures(&no, 0.79, 0.80, 0.011);
}

fn ledge(height: f64) -> World {
    let up = block([0.0, -0.5, -2.0], [4.0, height, 2.0]);
    bake_with(&scene(&[("Floor", strip([-4.0, 0.0], [-2.0, 2.0], 0.0)), ("Ledge", up)]), 0.1, 0.05)
}

#[test]
fn a_high_step_is_named_with_its_height() {
    for height in [0.31, 0.35, 0.9] {
        let no = refused(&ledge(height), &Body::adult());
        assert_eq!(no.kind, Why::TooHighAStep);
        is_at(&no, [0.0, 0.0, no.at[2]]);
        measures(&no, height, 0.30, 0.011);
        assert_eq!(no.object.as_deref(), Some("Ledge"));
        assert!(no.also.is_empty(), "{:?}", no.also);
    }
    for height in [0.28, 0.29, 0.30] {
        passes(&ledge(height), &Body::adult());
    }
    // Down is another matter: what is too high to climb is dropped down, and what is too deep is not.
    let down = |height: f64, body: &Body| ledge(height).plan(&Query::new(body, [3.0, height, 0.0], [-3.0, 0.0, 0.0]));
    assert!(down(0.45, &Body::adult()).is_ok());
    let no = down(0.9, &Body::adult()).expect_err("too deep");
    assert_eq!((no.kind, no.has, no.needs), (Why::TooHighAStep, Some(0.9), Some(0.5)));
    assert!(no.message.contains("drop"), "{}", no.message);
    let no = down(0.45, &walker()).expect_err("it cannot drop");
    assert_eq!((no.kind, no.passes_with.as_deref()), (Why::TooHighAStep, Some("drop")));
}

fn ramp(degrees: f64) -> World {
    let rise = 2.0;
    let run = rise / degrees.to_radians().tan();
    let slope = common::quad([[0.0, 0.0, -2.0], [0.0, 0.0, 2.0], [run, rise, 2.0], [run, rise, -2.0]]);
    let parts = [
        ("Floor", strip([-4.0, 0.0], [-2.0, 2.0], 0.0)),
        ("Ramp", slope),
        ("Top", strip([run, run + 4.0], [-2.0, 2.0], rise)),
    ];
    bake_with(&scene(&parts), 0.1, 0.05)
}

#[test]
fn a_steep_ramp_is_named_with_its_degrees() {
    for degrees in [46.0_f64, 50.0, 60.0] {
        let end = 2.0 / degrees.to_radians().tan() + 2.0;
        let no = refused_between(&ramp(degrees), &Body::adult(), [-3.0, 0.0, 0.0], [end, 2.0, 0.0]);
        assert_eq!(no.kind, Why::TooSteep, "{no}");
        measures(&no, degrees, 45.0, 0.7);
        assert!(no.needs.is_some_and(|needs| (needs - 45.0).abs() < 0.5));
        assert_eq!(no.object.as_deref(), Some("Ramp"));
        assert!(no.at[0] > -0.5 && no.at[0] < end - 1.5, "{:?}", no.at);
        assert!(no.also.is_empty(), "{:?}", no.also);
    }
    for degrees in [40.0_f64, 44.0] {
        let end = 2.0 / degrees.to_radians().tan() + 2.0;
        let world = ramp(degrees);
        let body = Body::adult();
        world.plan(&Query::new(&body, [-3.0, 0.0, 0.0], [end, 2.0, 0.0])).unwrap_or_else(|no| panic!("{no}"));
    }
}

fn trench(width: f64) -> World {
    let half = width / 2.0;
    let parts = [
        ("Near", strip([-4.0, -half], [-2.0, 2.0], 0.0)),
        ("Far", strip([half, 4.0], [-2.0, 2.0], 0.0)),
        ("Bottom", strip([-4.0, 4.0], [-2.0, 2.0], -6.0)),
    ];
    bake_with(&scene(&parts), 0.1, 0.05)
}

#[test]
fn a_wide_gap_is_named_with_its_width() {
    for width in [1.3, 1.6, 3.0] {
        let no = refused(&trench(width), &Body::adult());
        assert_eq!(no.kind, Why::GapTooWide);
        is_at(&no, [0.0, 0.0, no.at[2]]);
        measures(&no, width, 1.20, 0.101);
        assert!(no.passes_with.is_none());
    }
    passes(&trench(1.0), &Body::adult());
    for (width, body, way) in [(1.0, Body::adult().without(Action::Jump), "jump"), (0.5, walker(), "step")] {
        let world = trench(width);
        let no = refused(&world, &body);
        assert_eq!((no.kind, no.passes_with.as_deref()), (Why::GapTooWide, Some(way)));
        passes_with(&world, &body, &no);
    }
}

#[test]
fn a_forbidden_bridge_is_named() {
    for (tag, word) in [(Tag::Forbidden, "forbid"), (Tag::Obstacle, "no floor")] {
        let builder = Scene::builder();
        let builder = strip([-4.0, -1.0], [-2.0, 2.0], 0.0).put(builder, "Near");
        let builder = strip([1.0, 4.0], [-2.0, 2.0], 0.0).put(builder, "Far");
        let builder = strip([-1.0, 1.0], [-0.6, 0.6], 0.0).put_tagged(builder, "Bridge", tag);
        let no = refused(&bake_with(&builder.build(), 0.1, 0.05), &Body::adult());
        assert_eq!((no.kind, no.object.as_deref()), (Why::Forbidden, Some("Bridge")));
        assert!(no.at[0].abs() <= 1.1 && no.at[2].abs() < 0.7, "{:?}", no.at);
        assert!(no.message.contains(word) && no.message.contains("Bridge"), "{}", no.message);
        assert_eq!((no.has, no.needs), (None, None));
    }
}

#[test]
fn a_closed_door_is_named() {
    let mut parts = [vec![hall()], doorway(0.9, 0.3)].concat();
    parts.push(("Lintel", block([-0.1, 2.0, -0.15], [0.1, 2.5, 0.75])));
    parts.push(("Door", block([-0.02, 0.0, -0.15], [0.02, 2.0, 0.75])));
    for cell in [0.1, 0.05] {
        let no = refused(&bake_with(&scene(&parts), cell, 0.05), &Body::adult());
        assert_eq!((no.kind, no.object.as_deref(), no.has), (Why::TooNarrow, Some("Door"), Some(0.0)), "{no}");
        is_at(&no, [0.0, 0.0, no.at[2]]);
        assert!((-0.2..0.8).contains(&no.at[2]), "{:?}", no.at);
        assert!(no.passes_with.is_none() && no.also.is_empty(), "{no:?}");
    }
}

#[test]
fn an_island_far_away_is_disconnected() {
    let parts = [hall(), ("Island", strip([12.0, 16.0], [-2.0, 2.0], 0.0))];
    let no = refused_between(&bake_with(&scene(&parts), 0.1, 0.05), &Body::adult(), [-3.0, 0.0, 0.0], [14.0, 0.0, 0.0]);
    assert_eq!(no.kind, Why::Disconnected);
    assert!(no.has.is_some_and(|has| (has - 8.0).abs() < 0.2), "{:?}", no.has);
    is_at(&no, [4.0, 0.0, no.at[2]]);
    assert!(no.message.contains("8."), "{}", no.message);
}

#[test]
fn two_limits_in_a_row_are_both_told() {
    let mut parts = [vec![hall()], doorway(0.52, 0.05)].concat();
    parts.push(("Beam", block([1.8, 1.7, -2.0], [2.2, 1.9, 2.0])));
    let no = refused(&bake_with(&scene(&parts), 0.1, 0.05), &walker());
    let mut kinds: Vec<Why> = no.also.iter().map(|also| also.kind).chain([no.kind]).collect();
    kinds.sort();
    assert_eq!(kinds, [Why::TooNarrow, Why::TooLow]);
    assert!(no.passes_with.is_none(), "no one thing lets it pass");
    assert!(no.message.contains("0.52") && no.message.contains("1.70"), "{}", no.message);
    for limit in no.also.iter().chain([&no]) {
        is_at(limit, if limit.kind == Why::TooNarrow { [0.0, 0.0, 0.05] } else { [2.0, 0.0, limit.at[2]] });
    }
}

#[test]
fn a_threshold_in_a_narrow_door_gives_both_limits() {
    let mut parts = [vec![hall()], doorway(0.52, 0.05)].concat();
    parts.push(("Threshold", block([-0.1, -0.2, -2.0], [0.1, 0.36, 2.0])));
    let no = refused(&bake_with(&scene(&parts), 0.1, 0.05), &walker());
    let all: Vec<Why> = no.also.iter().map(|also| also.kind).chain([no.kind]).collect();
    assert!(all.contains(&Why::TooNarrow) && all.contains(&Why::TooHighAStep), "{all:?}");
}

#[test]
fn stairs_are_too_high_for_who_takes_no_step_even_if_it_could_leap_as_high() {
    let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default()).expect("a bake");
    let [from, to] = ["start", "goal"].map(|name| world.place(name).expect("a place"));
    let no = refused_between(&world, &Body { max_climb: 0.0, ..Body::adult() }, from, to);
    assert_eq!(no.kind, Why::TooHighAStep, "{no}");
    assert!(no.has.expect("a measure") > 0.05, "{no}");
    measures(&no, no.has.expect("a measure"), 0.0, 0.0);
}

#[test]
fn a_start_where_the_body_does_not_fit_says_why() {
    let world = bake_with(&scene(&[hall(), ("Shelf", block([1.0, 0.6, -2.0], [4.0, 0.8, 2.0]))]), 0.1, 0.05);
    let body = walker();
    let query = Query { half_extents: [0.5, 0.3, 0.5], ..Query::new(&body, [3.0, 0.0, 0.0], [-3.0, 0.0, 0.0]) };
    let no = world.plan(&query).expect_err("under the shelf");
    println!("{no}");
    assert_eq!(no.kind, Why::StartOffMap);
    let why: Vec<_> = no.also.iter().map(|also| (also.kind, also.object.as_deref())).collect();
    assert_eq!(why, [(Why::TooLow, Some("Shelf"))]);
    assert!(no.message.contains("0.60 m high"), "{}", no.message);
}

#[test]
fn a_route_is_explained_by_its_tightest_places() {
    let mut parts = [vec![hall()], doorway(0.9, 0.05)].concat();
    parts.push(("Beam", block([1.8, 1.95, -2.0], [2.2, 2.1, 2.0])));
    parts.push(("Sill", block([-2.0, -0.2, -2.0], [-1.0, 0.2, 2.0])));
    let world = bake_with(&scene(&parts), 0.1, 0.05);
    let body = Body::adult();
    let Explanation::Yes { limits, .. } = world.explain(&Query::new(&body, [-3.0, 0.0, 0.0], [3.0, 0.0, 0.0])) else {
        panic!("there is a way")
    };
    let of = |kind: Why| limits.iter().find(|limit| limit.kind == kind).expect("a limit");
    let near = |a: f64, b: f64| (a - b).abs() < 0.011;
    assert!(near(of(Why::TooNarrow).has, 0.9) && near(of(Why::TooNarrow).margin(), 0.3), "{limits:?}");
    assert!(near(of(Why::TooLow).has, 1.95) && of(Why::TooLow).object.as_deref() == Some("Beam"), "{limits:?}");
    assert!(near(of(Why::TooHighAStep).has, 0.2) && near(of(Why::TooHighAStep).margin(), 0.1), "{limits:?}");
}

#[test]
fn a_bare_no_has_no_reason_and_an_edit_asks_anew() {
    let mut world = beam(1.75);
    let body = walker();
    let query = Query { explain: false, ..Query::new(&body, [-3.0, 0.0, 0.0], [3.0, 0.0, 0.0]) };
    let no = world.plan(&query).expect_err("too low");
    assert_eq!((no.kind, no.has), (Why::Disconnected, None));
    let wall = footpath::world::Obstacle::block([-1.1, 0.0, -2.0], [-1.0, 2.0, 2.0]);
    let id = world.add(&wall).expect("a wall");
    let no = refused(&world, &body);
    assert_eq!(no.also.len() + 1, 2, "the wall and the beam: {no:?}");
    world.remove(id).expect("the wall");
    assert_eq!(refused(&world, &body).kind, Why::TooLow);
}

#[test]
fn a_way_that_costs_more_than_can_be_counted_is_beyond_the_budget() {
    // A kilometre and more of the dearest ground.
    let world = bake(&strip([0.0, 1100.0], [-0.5, 0.5], 0.0), 0.1, 0.05);
    let body = walker();
    let mut query = Query::new(&body, [0.5, 0.0, 0.0], [1099.5, 0.0, 0.0]);
    query.rules = Rules::new().cost("*", 1000.0);
    let no = world.plan(&query).expect_err("too dear");
    assert_eq!(no.kind, Why::Budget, "{no}");
    query.rules = Rules::new();
    world.plan(&query).expect("a way over plain ground");
}

#[test]
fn storeys_of_the_hospital_are_apart_and_the_reason_is_told() {
    let Some(path) = data("scenes/hospital_three_floors.glb") else { return };
    let scene = Scene::open(path).expect("the hospital");
    let world = World::bake(&scene, &Bake { cell_size: 0.2, ..Bake::default() }).expect("a world");
    let no = refused_between(&world, &Body::adult(), [0.0, 0.0, 0.0], [0.0, 3.0, 0.0]);
    assert!(matches!(no.kind, Why::TooHighAStep | Why::Disconnected), "{no:?}");
    assert!(no.has.is_some_and(|has| has > 1.0), "{no:?}");
}

#[test]
fn the_duplex_with_closed_doors_names_a_door() {
    let Some(path) = data("scenes/duplex_house.obj") else { return };
    let scene = Scene::open_with(path, &Import { up: Up::Z, ..Import::default() }).expect("the duplex");
    let world = World::bake(&scene, &Bake::default()).expect("a world");
    // From either terrace into the flat behind it: the glass door is the thinnest thing in the way.
    for [from, to] in [[[4.4, 0.0, 21.0], [4.4, 0.0, 16.0]], [[4.4, 0.0, -3.0], [4.4, 0.0, 3.0]]] {
        let no = refused_between(&world, &Body::adult(), from, to);
        assert_eq!((no.kind, no.has), (Why::TooNarrow, Some(0.0)));
        assert!(no.object.as_deref().is_some_and(|name| name.starts_with("IfcDoor_")), "{no}");
        assert!((no.at[2] - from[2]).abs() < 5.0 && no.also.is_empty());
    }
}
