//! The levels planner from regions, over dear ground, uphill, within budgets, and with goals that move.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, bake, block, floors, open, strip};
use footpath::plan::levels::LevelPlan;
use footpath::plan::{AreaCosts, Goal, NoRoute, Query, Why};
use footpath::scene::Rules;
use footpath::world::SheetId;
use footpath::{Bake, Body, Scene, World};

/// Four tiles of floor with a wall across that has one door.
fn hall() -> World {
    let soup = strip([-9.0, 9.0], [-9.0, 9.0], 0.0)
        .and(block([-0.1, 0.0, -9.0], [0.1, 2.5, 5.0]))
        .and(block([-0.1, 0.0, 6.0], [0.1, 2.5, 9.0]));
    bake(&soup, 0.1, 0.05)
}

/// Plans over areas of the whole world, which only the feature `papers` has, or over tiles.
fn plan(world: &World, query: &Query<'_>, areas: bool) -> Result<LevelPlan, NoRoute> {
    #[cfg(feature = "papers")]
    if areas {
        return world.plan_areas(query);
    }
    let _ = areas;
    world.plan_levels(query)
}

/// Plans with both planners and compares what they say.
fn agree(world: &World, query: &Query<'_>, what: &str) {
    agree_over(world, query, what, false);
}

fn agree_over(world: &World, query: &Query<'_>, what: &str, areas: bool) {
    let (levels, cells) = (plan(world, query, areas), world.plan_cells(query));
    match (levels, cells) {
        (Ok(levels), Ok(cells)) => {
            assert!(world.checker().check(query.body, &levels.plan.route).is_ok(), "{what}");
            let ratio = levels.plan.route.cost / cells.route.cost.max(0.1);
            assert!(ratio <= 1.10, "{what}: {ratio:.3} of what the cells planner's route costs");
            assert_eq!(levels.plan.route.goal, cells.route.goal, "{what}");
        }
        (levels, cells) => assert_eq!(levels.err().map(|no| no.kind), cells.err().map(|no| no.kind), "{what}"),
    }
}

#[test]
fn a_start_may_be_a_region_over_several_tiles() {
    let world = hall();
    let adult = Body::adult();
    let boxes = [
        ([-9.0, -0.5, -9.0], [-1.0, 0.5, 9.0]),
        ([-9.0, -0.5, -9.0], [9.0, 0.5, -7.0]),
        ([-7.0, -0.5, -7.0], [-5.0, 0.5, -5.0]),
        ([5.0, -0.5, -8.0], [8.0, 0.5, 8.0]),
        ([-0.5, -0.5, 5.2], [0.5, 0.5, 5.8]),
    ];
    for (from, to) in boxes.iter().flat_map(|from| boxes.iter().map(move |to| (from, to))) {
        for areas in [false, true] {
            let mut query = Query::new(&adult, [0.0; 3], Goal::Box(to.0, to.1));
            query.from_region = Some(Goal::Box(from.0, from.1));
            agree_over(&world, &query, &format!("{from:?} to {to:?}, areas {areas}"), areas);
        }
    }
}

#[test]
fn a_start_may_be_an_object() {
    let scene = Scene::built_in("house").unwrap();
    let world = World::bake(&scene, &Bake::default()).unwrap();
    let adult = Body::adult();
    for from in world.objects().iter().map(|object| object.name.clone()) {
        let mut query = Query::new(&adult, [0.0; 3], world.place("goal").unwrap());
        (query.from_region, query.explain) = (Some(Goal::Object(from.clone())), false);
        agree(&world, &query, &from);
    }
}

#[test]
fn ground_may_cost_a_thousand_times_as_much() {
    let world = hall();
    let adult = Body::adult();
    let mut query = Query::new(&adult, [-8.0, 0.0, -8.0], [8.0, 0.0, -8.0]);
    query.rules = Rules::new().cost("*", 1000.0);
    agree(&world, &query, "all of it");
    query.rules = Rules::new();
    let sheets: Vec<SheetId> = floors(&world).filter_map(|floor| world.sheet_of(floor)).collect();
    sheets.into_iter().for_each(|sheet| query.areas.set(sheet, 1000.0));
    agree(&world, &query, "every area");
}

#[test]
fn costs_of_areas_that_are_no_numbers_are_plain() {
    let world = hall();
    let area = world.sheet_of(world.locate([-8.0, 0.0, -8.0], [0.5; 3]).unwrap()).unwrap();
    let mut costs = AreaCosts::default();
    for (factor, then) in [(f64::NAN, 1.0), (f64::INFINITY, 1000.0), (f64::NEG_INFINITY, 1.0), (-3.0, 1.0), (2.5, 2.5)]
    {
        costs.set(area, factor);
        assert_eq!(costs.get(area), then);
    }
}

#[test]
fn those_who_mind_climbing_are_led_as_well() {
    let elderly = Body::elderly();
    assert!(elderly.climb_cost > 0.0, "or this tests nothing");
    let names = ["recast_undulating.obj", "collision_world.glb"];
    for file in names {
        let Some(scene) = open(file) else { continue };
        let world = World::bake(&scene, &Bake { cell_size: 0.2, cell_height: 0.1, ..Bake::default() }).unwrap();
        let regions = world.regions(&elderly);
        let stand: Vec<_> = floors(&world).filter(|&id| regions.of(id).is_some()).collect();
        let mut random = Random(5);
        for _ in 0..if stand.is_empty() { 0 } else { 25 } {
            let [a, b] = [0; 2].map(|_| world.position(stand[random.below(stand.len())]).unwrap());
            let mut query = Query::new(&elderly, a, b);
            (query.half_extents, query.explain) = ([0.01; 3], false);
            agree(&world, &query, &format!("{file}, {a:?} to {b:?}"));
        }
    }
}

#[test]
fn a_budget_holds_for_all_searches_together() {
    let world = hall();
    let adult = Body::adult();
    let mut query = Query::new(&adult, [-8.0, 0.0, -8.0], [8.0, 0.0, -8.0]);
    for areas in [false, true] {
        query.budget = u64::MAX;
        let all = plan(&world, &query, areas).unwrap().plan.route.work.expanded;
        query.budget = all - 1;
        assert_eq!(plan(&world, &query, areas).unwrap_err().kind, Why::Budget, "areas {areas}");
        query.budget = all;
        assert!(plan(&world, &query, areas).is_ok(), "areas {areas}");
    }
}

#[test]
fn the_goal_of_a_journey_may_move() {
    let world = hall();
    let adult = Body::adult();
    let mut journey = world.set_out();
    let mut query = Query::new(&adult, [-8.0, 0.0, -8.0], [8.0, 0.0, -8.0]);
    journey.next_leg(&world, &query).unwrap().unwrap();
    query.to = vec![Goal::Point([-8.0, 0.0, 8.0])];
    let mut last = None;
    while let Some(leg) = journey.next_leg(&world, &query).unwrap() {
        last = leg.route.points.last().copied();
    }
    assert!(last.is_some_and(|[x, _, z]| (x + 8.0).abs() < 0.1 && (z - 8.0).abs() < 0.1), "{last:?}");
    assert_eq!(journey.upper_searches(), 2);
    // It has arrived, until it is sent elsewhere.
    assert!(journey.next_leg(&world, &query).unwrap().is_none());
    query.to = vec![Goal::Point([-8.0, 0.0, 7.0])];
    assert!(journey.next_leg(&world, &query).unwrap().is_some());
}
