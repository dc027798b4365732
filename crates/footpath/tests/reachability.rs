//! Whether there is a route: small random worlds beside a plain flood over all moves, chasms that are jumped and beams in
//! the way, and a table that a rule forbids.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Moves, Random, Soup, all, bake, block, strip};
use footpath::body::{Action, Body};
use footpath::plan::{Margin, Query, Why};
use footpath::scene::Rules;
use footpath::{Route, Scene, World};

/// A chequerboard of blocks of random heights, some missing, some under a slab. It lies across four tiles.
fn board(random: &mut Random) -> World {
    let mut soup = Vec::new();
    for (x, z) in (-2..2).flat_map(|z| (-3..3).map(move |x| (f64::from(x) * 0.6, f64::from(z) * 0.6))) {
        let height = [-1.0, 0.2, 0.2, 0.4, 0.6, 0.65, 1.0, 1.4][random.below(8)];
        if height > 0.0 {
            soup.push(block([x, 0.0, z], [x + 0.6, height, z + 0.6]));
        }
        if random.below(6) == 0 {
            let low = height + [0.9, 1.4, 1.75, 2.05][random.below(4)];
            soup.push(block([x, low, z], [x + 0.6, low + 0.1, z + 0.6]));
        }
    }
    bake(&Soup::of(soup), 0.2, 0.05)
}

/// What became of random pairs: routes, refusals, and routes that do not lead back.
#[derive(Default)]
struct Tally {
    found: usize,
    refused: usize,
    one_way: usize,
}

/// Plans for a body between random floors, and hands over whether a route was found and whether the flood leads there.
fn compare(world: &World, body: &Body, random: &mut Random, tally: &mut Tally, holds: impl Fn(bool, bool) -> bool) {
    let moves = Moves::new(world, body);
    let reached: Vec<Vec<bool>> = (0..moves.ids.len()).map(|floor| moves.flood(floor)).collect();
    for _ in 0..if all() { 2_000 } else { 300 } {
        let [from, to] = [0, 1].map(|_| random.below(moves.ids.len()));
        let [start, goal] = [from, to].map(|floor| world.position(moves.ids[floor]).unwrap());
        let mut query = Query::new(body, start, goal);
        (query.half_extents, query.explain, query.cells.margin) = ([0.01; 3], false, Margin::None);
        let plan = world.plan(&query);
        let name = format!("{}, {start:?} to {goal:?}", body.name);
        assert!(holds(plan.is_ok(), reached[from][to]), "{name}: {}, {plan:?}", reached[from][to]);
        match plan {
            Ok(_) => {
                tally.found += 1;
                tally.one_way += usize::from(!reached[to][from]);
            }
            Err(no) if moves.holds(from) && moves.holds(to) => {
                assert_eq!(no.kind, Why::Disconnected, "{name}");
                tally.refused += 1;
            }
            Err(no) => assert!(matches!(no.kind, Why::StartOffMap | Why::GoalOffMap), "{name}: {no}"),
        }
    }
}

fn worlds() -> usize {
    if all() { 60 } else { 6 }
}

#[test]
fn walkers_find_a_route_exactly_where_a_flood_over_all_steps_leads() {
    let mut random = Random(11);
    let mut tally = Tally::default();
    let walker = |body: Body| body.without(Action::Step).without(Action::Drop).without(Action::Jump);
    let stiff = Body::adult().without(Action::Bend).without(Action::Crawl);
    for _ in 0..worlds() {
        let world = board(&mut random);
        for body in [Body::adult(), Body::child(), stiff.clone()].map(walker) {
            compare(&world, &body, &mut random, &mut tally, |found, reached| found == reached);
        }
    }
    let Tally { found, refused, one_way } = tally;
    assert!(found > 100 && refused > 300 && one_way == 0, "{found} found, {refused} refused, {one_way} lead one way");
}

#[test]
fn who_leaps_finds_a_route_exactly_where_a_flood_over_all_moves_leads() {
    let mut random = Random(11);
    let mut tally = Tally::default();
    for _ in 0..worlds() {
        let world = board(&mut random);
        for body in [Body::adult(), Body::child(), Body::adult().without(Action::Jump)] {
            compare(&world, &body, &mut random, &mut tally, |found, reached| found == reached);
        }
    }
    let Tally { found, refused, one_way } = tally;
    assert!(found > 300 && refused > 300 && one_way > 50, "{found} found, {refused} refused, {one_way} lead one way");
}

/// Two banks with a chasm of 0.9 m between them, its floor so far below, and what hangs over it.
fn chasm(depth: f64, over: impl IntoIterator<Item = Soup>) -> World {
    let banks = [block([0.0, -3.0, 0.0], [2.95, 0.0, 6.0]), block([3.85, -3.0, 0.0], [7.0, 0.0, 6.0])];
    let floor = block([2.95, -3.0, 0.0], [3.85, -depth, 6.0]);
    bake(&Soup::of(banks.into_iter().chain([floor]).chain(over)), 0.1, 0.05)
}

/// A beam along the chasm, where the head of a jumper would be.
fn beam(z: [f64; 2]) -> Soup {
    block([3.2, 1.6, z[0]], [3.6, 1.9, z[1]])
}

fn across(world: &World) -> Result<Route, footpath::plan::NoRoute> {
    let adult = Body::adult();
    let mut query = Query::new(&adult, [1.0, 0.0, 1.5], [6.0, 0.0, 1.5]);
    query.explain = false;
    let route = world.plan(&query)?;
    assert_eq!(world.check_route(&adult, &route), Ok(()));
    Ok(route)
}

fn jumps(route: &Route) -> Vec<[[f64; 3]; 2]> {
    let jump = route.sections.iter().filter(|section| section.action == Action::Jump);
    jump.map(|section| [route.points[section.first], route.points[section.last]]).collect()
}

#[test]
fn a_chasm_with_a_floor_in_it_is_jumped_and_not_through_a_beam() {
    let straight = across(&chasm(2.0, [])).unwrap();
    let jump = jumps(&straight);
    assert_eq!(jump.len(), 1, "{:?}", straight.sections);
    assert!(jump[0][0][0] < 3.0 && jump[0][1][0] > 3.7 && (jump[0][0][2] - 1.5).abs() < 0.2, "{jump:?}");
    // Around a beam that ends, and not at all under one that does not.
    let around = across(&chasm(2.0, [beam([0.0, 4.0])])).unwrap();
    let jump = jumps(&around);
    assert_eq!(jump.len(), 1);
    assert!(jump[0].iter().all(|end| end[2] > 4.0), "beside the beam: {jump:?}");
    assert!(around.cost > straight.cost + 2.0);
    let no = across(&chasm(2.0, [beam([0.0, 6.0])])).unwrap_err();
    assert_eq!(no.kind, Why::Disconnected, "{no}");
    // Under a beam high enough for the arc the way is straight again.
    let high = across(&chasm(2.0, [beam([0.0, 6.0]).moved([0.0, 0.5, 0.0])])).unwrap();
    assert_eq!(jumps(&high).len(), 1);
}

#[test]
fn a_shallow_chasm_under_a_beam_is_walked_through() {
    let route = across(&chasm(0.25, [beam([0.0, 6.0])])).unwrap();
    assert!(jumps(&route).is_empty());
    let lowest = route.points.iter().map(|point| point[1]).fold(f64::MAX, f64::min);
    assert!((lowest + 0.25).abs() < 0.05, "down into it: {lowest}");
}

#[test]
fn a_low_table_that_a_rule_forbids_is_walked_around_never_on_or_over() {
    let builder = strip([0.0, 8.0], [0.0, 6.0], 0.0).put(Scene::builder(), "floor");
    let builder = block([3.5, 0.0, 1.5], [4.0, 0.25, 4.5]).put(builder, "table");
    let world = common::bake_with(&builder.build(), 0.1, 0.05);
    let adult = Body::adult();
    let mut query = Query::new(&adult, [2.0, 0.0, 3.0], [6.0, 0.0, 3.0]);
    // No part of the way, sampled finely in plan, is over the table.
    let over = |route: &Route| {
        let along = |pair: &[[f64; 3]], t: f64| [0, 2].map(|i| pair[0][i] + t * (pair[1][i] - pair[0][i]));
        let ways = route.points.windows(2).flat_map(|pair| (0..=200).map(move |i| along(pair, f64::from(i) / 200.0)));
        ways.into_iter().any(|[x, z]| (3.51..3.99).contains(&x) && (1.51..4.49).contains(&z))
    };
    let without = world.plan(&query).unwrap();
    assert!(over(&without), "without the rule it is stepped on or over");
    query.rules = Rules::new().forbid("table");
    let around = world.plan(&query).unwrap();
    assert!(!over(&around), "{:?}", around.points);
    assert!(around.points.iter().all(|point| point[1].abs() < 0.01), "{:?}", around.points);
    assert!(around.sections.iter().all(|section| section.action == Action::Walk), "{:?}", around.sections);
    let checker = world.checker().with_rules(&query.rules);
    assert_eq!(checker.check(&adult, &around), Ok(()));
    assert!(checker.check(&adult, &without).is_err(), "the checker knows the rule");
}
