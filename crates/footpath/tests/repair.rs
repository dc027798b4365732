//! Paths that an obstacle breaks (Bandi & Thalmann §8.3, Figs. 15 and 17).

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, Soup, all, assert_walkable, bake, block, same_cells, same_points, strip};
use footpath::body::Action;
use footpath::plan::cells::{Cell, CellPlan, Changed, Leaves, Repair};
use footpath::plan::{CellOptions, Goal, Join, PaperOptions, PaperSmoothing, Query, Smoothing, Why};
use footpath::scene::built_in;
use footpath::world::Obstacle;
use footpath::{Bake, Body, World};

const SMOOTHINGS: [PaperSmoothing; 4] =
    [PaperSmoothing::None, PaperSmoothing::Junctions, PaperSmoothing::Comprehensive, PaperSmoothing::AnyAngle];

fn plate() -> World {
    bake(&strip([0.0, 12.0], [0.0, 8.0], 0.0), 0.1, 0.05)
}

/// A query of the planner of users where it has the smoothing, of the paper's planner otherwise.
fn with(query: &Query<'_>, smoothing: PaperSmoothing) -> Query<'static> {
    let body: &'static Body = Box::leak(Box::new(query.body.clone()));
    let new = Query { to: query.to.clone(), ..Query::new(body, query.from, query.to[0].clone()) };
    let cells = |smoothing| CellOptions { smoothing, ..CellOptions::default() };
    match smoothing {
        PaperSmoothing::None => Query { cells: cells(Smoothing::None), ..new },
        PaperSmoothing::AnyAngle => Query { cells: cells(Smoothing::AnyAngle), ..new },
        lines => Query { papers: Some(PaperOptions { smoothing: lines, ..PaperOptions::default() }), ..new },
    }
}

/// The same where a repair joins the old path as given.
fn joining(query: &Query<'_>, smoothing: PaperSmoothing, join: Join) -> Query<'static> {
    let query = with(query, smoothing);
    match join {
        Join::Total => query,
        Join::First => Query { papers: Some(PaperOptions { smoothing, join, ..PaperOptions::default() }), ..query },
    }
}

fn built_in_world(name: &str) -> World {
    let entry = built_in().iter().find(|entry| entry.name == name).unwrap();
    let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
    World::bake(&(entry.build)(0), &settings).unwrap()
}

fn from_start_to_goal(world: &World, body: &'static Body) -> Query<'static> {
    Query::new(body, world.place("start").unwrap(), world.place("goal").unwrap())
}

fn adult() -> &'static Body {
    static ADULT: std::sync::OnceLock<Body> = std::sync::OnceLock::new();
    ADULT.get_or_init(Body::adult)
}

#[track_caller]
fn changed(repair: Repair) -> Changed {
    match repair {
        Repair::Changed(changed) => *changed,
        Repair::Unchanged => panic!("nothing was changed"),
    }
}

/// What is kept is kept bit for bit: cells, their moves, and all points up to the corners around the new piece.
fn assert_kept(old: &CellPlan, new: &Changed, name: &str) {
    let tail = new.plan.path.cells.len() - new.new.end;
    let head = new.new.start;
    let (before, after) = (&old.path, &new.plan.path);
    let place = |cell: &Cell| (cell.column, cell.height);
    assert!(before.cells[..head].iter().map(place).eq(after.cells[..head].iter().map(place)), "{name}");
    // What starts at the last kept cell is the new piece.
    let first = head.saturating_sub(1);
    assert_eq!(before.cells[..first], after.cells[..first], "{name}");
    assert_eq!(before.moves[..first], after.moves[..first], "{name}");
    assert_eq!(before.cells[before.cells.len() - tail..], after.cells[new.new.end..], "{name}");
    assert_eq!(before.moves[before.cells.len() - tail..], after.moves[new.new.end..], "{name}");
    let mut corners = old.corners.iter().filter(|corner| corner.cell < head);
    let points = corners.next_back().map_or(0, |corner| corner.point + 1);
    let behind = old.corners.iter().find(|corner| corner.cell >= before.cells.len() - tail);
    let points_behind = behind.map_or(0, |corner| old.route.points.len() - corner.point);
    let [same, same_behind] = same_points(&old.route.points, &new.plan.route.points);
    assert!(
        same >= points && same_behind >= points_behind,
        "{name}: {same} of {points}, {same_behind} of {points_behind}"
    );
}

#[test]
fn bandi_fig_15_both_ends_stay_bit_for_bit() {
    let world = plate();
    let mut edited = world.clone();
    edited.add(&Obstacle::block([5.0, 0.0, 2.0], [6.0, 2.0, 5.0])).unwrap();
    let goals = [[11.0, 0.0, 3.5], [11.0, 0.0, 4.4], [10.3, 0.0, 2.6]];
    for (smoothing, to) in SMOOTHINGS.into_iter().flat_map(|smoothing| goals.map(|to| (smoothing, to))) {
        let name = format!("{smoothing:?} to {to:?}");
        let query = with(&Query::new(adult(), [1.0, 0.0, 3.5], to), smoothing);
        let plan = world.plan_cells(&query).unwrap();
        assert_walkable(&world, &query, &plan, &name);
        assert_eq!(world.repair(&query, &plan, 0).unwrap(), Repair::Unchanged, "{name}");
        let repaired = changed(edited.repair(&query, &plan, 0).unwrap());
        assert_kept(&plan, &repaired, &name);
        assert_eq!(repaired.leaves, Leaves::BeforeObstacle, "{name}");
        assert_walkable(&edited, &query, &repaired.plan, &name);
        // C is the last cell from which one could go on: the next is too near to the obstacle for the body.
        let c = &plan.path.cells[repaired.new.start - 1];
        let near = 5.0 - c.position(&world)[0];
        assert!((0.3..0.61).contains(&near), "{name}: the path is left {near} m before the obstacle");
        assert!(!repaired.new.is_empty() && repaired.new.end < repaired.plan.path.cells.len(), "{name}");
        // Both ways are paths in the eyes of a planner that starts afresh, which can only be better.
        let best = edited.plan_cells(&query).unwrap();
        assert!(repaired.plan.path.cost >= best.path.cost && repaired.plan.path.cost < 2 * best.path.cost, "{name}");
        assert_eq!(repaired.plan.path.moves.iter().map(|&cost| u64::from(cost)).sum::<u64>(), repaired.plan.path.cost);
    }
}

#[test]
fn bandi_fig_15_a_walker_on_d_b_goes_on() {
    let world = plate();
    let mut edited = world.clone();
    edited.add(&Obstacle::block([5.0, 0.0, 2.0], [6.0, 2.0, 5.0])).unwrap();
    for smoothing in SMOOTHINGS {
        let query = with(&Query::new(adult(), [1.0, 0.0, 3.5], [11.0, 0.0, 3.7]), smoothing);
        let plan = world.plan_cells(&query).unwrap();
        for (walker, cell) in plan.path.cells.iter().enumerate() {
            let x = cell.position(&world)[0];
            // In the midst of the obstacle there is nowhere to step to.
            let unchanged = edited.repair(&query, &plan, walker) == Ok(Repair::Unchanged);
            assert!(x > 5.0 || !unchanged, "{smoothing:?}: at {x} the obstacle is ahead");
            assert!(x < 6.7 || unchanged, "{smoothing:?}: at {x} the obstacle is behind");
        }
    }
}

#[test]
fn bandi_fig_15_a_walker_on_a_c_finds_the_same_way_from_c() {
    let world = plate();
    let mut edited = world.clone();
    edited.add(&Obstacle::block([5.0, 0.0, 2.0], [6.0, 2.0, 5.0])).unwrap();
    for (smoothing, join) in SMOOTHINGS.into_iter().flat_map(|s| [Join::Total, Join::First].map(|join| (s, join))) {
        let query = joining(&Query::new(adult(), [1.0, 0.0, 3.5], [11.0, 0.0, 3.5]), smoothing, join);
        let plan = world.plan_cells(&query).unwrap();
        let from_a = changed(edited.repair(&query, &plan, 0).unwrap());
        for walker in 1..from_a.new.start {
            let repaired = changed(edited.repair(&query, &plan, walker).unwrap());
            // All but the work, which knows how many cells there were to start from.
            let (new, old) = (&repaired.plan, &from_a.plan);
            assert!((&new.path, &new.corners) == (&old.path, &old.corners), "{smoothing:?}, walker on {walker}");
            assert!((&new.route.points, &new.route.sections) == (&old.route.points, &old.route.sections));
            assert_eq!((repaired.new, repaired.leaves), (from_a.new.clone(), from_a.leaves));
        }
    }
}

#[test]
fn bandi_fig_15_the_seed_joins_where_the_front_arrives_first() {
    let world = plate();
    let mut edited = world.clone();
    edited.add(&Obstacle::block([5.0, 0.0, 2.0], [6.0, 2.0, 5.0])).unwrap();
    let repaired = [Join::First, Join::Total].map(|join| {
        let query = joining(&Query::new(adult(), [1.0, 0.0, 3.5], [11.0, 0.0, 3.5]), PaperSmoothing::None, join);
        let plan = world.plan_cells(&query).unwrap();
        let repaired = changed(edited.repair(&query, &plan, 0).unwrap());
        assert_kept(&plan, &repaired, "join");
        assert_walkable(&edited, &query, &repaired.plan, "join");
        repaired
    });
    let [first, total] = &repaired;
    assert_eq!(first.new.start, total.new.start);
    let left = |repaired: &Changed| repaired.plan.path.cells.len() - repaired.new.end;
    assert!(left(first) > left(total), "the first cell of D to B comes before the best");
    assert!(first.plan.path.cost > total.plan.path.cost, "and dearer in the end");
}

#[test]
fn nobody_walks_into_a_dead_end_and_back() {
    // Two aisles between three shelves; the one that the path takes is closed at its far end.
    let shelves = Soup::of([0.0, 3.0, 6.0].map(|z| block([3.0, -0.1, z], [13.0, 2.0, z + 1.0])));
    let world = bake(&shelves.and(strip([0.0, 16.0], [0.0, 7.0], 0.0)), 0.1, 0.05);
    let mut edited = world.clone();
    edited.add(&Obstacle::block([12.0, 0.0, 0.9], [12.5, 2.0, 3.1])).unwrap();
    for smoothing in SMOOTHINGS {
        let query = with(&Query::new(adult(), [1.0, 0.0, 2.2], [15.0, 0.0, 2.2]), smoothing);
        let plan = world.plan_cells(&query).unwrap();
        let repaired = changed(edited.repair(&query, &plan, 0).unwrap());
        assert_eq!(repaired.leaves, Leaves::Earlier, "{smoothing:?}");
        let left = plan.path.cells[repaired.new.start - 1].position(&world);
        assert!(left[0] < 4.0, "{smoothing:?}: into the dead end as far as {left:?}");
        assert_kept(&plan, &repaired, "aisle");
        assert_walkable(&edited, &query, &repaired.plan, "aisle");
        // Who is in the aisle already comes back out of it.
        let walker = plan.cell_near(&world, [9.0, 0.0, 2.0]).unwrap();
        let from_within = changed(edited.repair(&query, &plan, walker).unwrap());
        assert_eq!(from_within.new.start, walker + 1);
        assert_kept(&plan, &from_within, "aisle");
        assert_walkable(&edited, &query, &from_within.plan, "aisle, from within");
        // The seed goes to the obstacle first.
        let query = joining(&query, smoothing, Join::First);
        let literal = changed(edited.repair(&query, &plan, 0).unwrap());
        assert!(plan.path.cells[literal.new.start - 1].position(&world)[0] > 11.0);
        assert_walkable(&edited, &query, &literal.plan, "aisle, to the letter");
    }
}

/// A deck from which one drops to a lower one, and cannot climb back; a longer way leads around on the upper level.
fn decks() -> World {
    let upper = block([0.0, 0.0, 0.0], [4.0, 0.33, 4.0]);
    let lower = block([4.0, -0.1, 0.0], [8.0, 0.0, 4.0]);
    let around = Soup::of([
        block([1.0, 0.0, 4.0], [3.0, 0.33, 9.0]),
        block([3.0, 0.0, 7.0], [12.0, 0.33, 9.0]),
        block([10.0, 0.0, 4.0], [12.0, 0.33, 7.0]),
    ]);
    let goal = block([8.0, -0.1, 0.0], [12.0, 0.0, 4.0]);
    bake(&upper.and(lower).and(around).and(goal), 0.1, 0.05)
}

#[test]
fn where_no_way_leads_on_the_path_is_left_earlier() {
    let world = decks();
    let mut edited = world.clone();
    edited.add(&Obstacle::block([6.5, -0.1, -0.5], [7.0, 2.5, 4.0])).unwrap();
    for smoothing in SMOOTHINGS {
        let query = with(&Query::new(adult(), [1.0, 0.33, 2.0], [10.0, 0.0, 2.0]), smoothing);
        let plan = world.plan_cells(&query).unwrap();
        let drop = plan.path.cells.iter().position(|cell| cell.action == Action::Drop).unwrap();
        let repaired = changed(edited.repair(&query, &plan, 0).unwrap());
        assert_eq!(repaired.leaves, Leaves::Earlier);
        assert!(repaired.new.start <= drop + 1, "{smoothing:?}");
        assert_kept(&plan, &repaired, "decks");
        assert_walkable(&edited, &query, &repaired.plan, "decks");
        // Who has dropped already is caught.
        let no = edited.repair(&query, &plan, drop + 2).expect_err("no way up again");
        assert!(!matches!(no.kind, Why::StartOffMap | Why::GoalOffMap | Why::Budget), "{no}");
        // An obstacle that takes the landing away breaks the leap, though both of its ends are far from the walker.
        let mut covered = world.clone();
        covered.add(&Obstacle::block([4.0, 0.0, 0.0], [5.2, 0.1, 4.0])).unwrap();
        let repaired = changed(covered.repair(&query, &plan, 0).unwrap());
        assert_walkable(&covered, &query, &repaired.plan, "decks with a step");
    }
}

#[test]
fn an_obstacle_on_the_start_is_no_matter_to_who_has_left_it() {
    let world = plate();
    for smoothing in SMOOTHINGS {
        let query = with(&Query::new(adult(), [1.0, 0.0, 3.5], [11.0, 0.0, 6.1]), smoothing);
        let plan = world.plan_cells(&query).unwrap();
        let mut edited = world.clone();
        edited.add(&Obstacle::block([0.8, 0.0, 3.3], [1.2, 2.0, 3.7])).unwrap();
        let walker = plan.cell_near(&world, [4.0, 0.0, 4.2]).unwrap();
        assert_eq!(edited.repair(&query, &plan, walker).unwrap(), Repair::Unchanged);
        // Also when something else breaks the path ahead: what is behind the walker is kept as it was.
        edited.add(&Obstacle::block([7.0, 0.0, 3.0], [8.0, 2.0, 6.0])).unwrap();
        let repaired = changed(edited.repair(&query, &plan, walker).unwrap());
        assert!(repaired.new.start > walker);
        assert_kept(&plan, &repaired, "start");
        assert_eq!(edited.repair(&query, &repaired.plan, walker).unwrap(), Repair::Unchanged);
        // Who is on it has to step aside first.
        let aside = changed(edited.repair(&query, &plan, 0).unwrap());
        assert_eq!((aside.leaves, aside.new.start), (Leaves::Aside, 0));
        assert_kept(&plan, &aside, "aside");
        assert_walkable(&edited, &query, &aside.plan, "aside");
        let [x, _, z] = aside.plan.route.points[0];
        assert!((x - 1.0).abs() <= 0.6 && (z - 3.5).abs() <= 0.6, "{x}, {z}");
    }
}

#[test]
fn an_obstacle_on_the_walker_makes_it_step_aside_or_says_how_far_it_would_be() {
    let world = plate();
    let query = Query::new(adult(), [1.0, 0.0, 3.5], [11.0, 0.0, 3.5]);
    let plan = world.plan_cells(&query).unwrap();
    let walker = plan.cell_near(&world, [5.0, 0.0, 3.5]).unwrap();
    let mut edited = world.clone();
    edited.add(&Obstacle::disc([5.0, 0.0, 3.5], 0.1, 2.0)).unwrap();
    let aside = changed(edited.repair(&query, &plan, walker).unwrap());
    assert_eq!(aside.leaves, Leaves::Aside);
    assert_kept(&plan, &aside, "walker");
    assert_walkable(&edited, &query, &aside.plan, "walker");
    let mut edited = world.clone();
    edited.add(&Obstacle::block([3.0, 0.0, 1.5], [7.0, 2.0, 5.5])).unwrap();
    let no = edited.repair(&query, &plan, walker).expect_err("nothing free within half a metre");
    assert_eq!(no.kind, Why::StartOffMap);
    assert!((1.9..2.9).contains(&no.has.unwrap()), "{no}");
}

#[test]
fn an_obstacle_on_the_goal_moves_it_or_says_how_far_it_would_be() {
    let world = plate();
    for smoothing in SMOOTHINGS {
        let query = with(&Query::new(adult(), [1.0, 0.0, 3.5], [11.0, 0.0, 3.5]), smoothing);
        let plan = world.plan_cells(&query).unwrap();
        let mut edited = world.clone();
        edited.add(&Obstacle::disc([11.1, 0.0, 3.5], 0.1, 2.0)).unwrap();
        let repaired = changed(edited.repair(&query, &plan, 0).unwrap());
        assert_kept(&plan, &repaired, "goal");
        assert_walkable(&edited, &query, &repaired.plan, "goal");
        let [x, _, z] = *repaired.plan.route.points.last().unwrap();
        assert!((x - 11.0).abs() <= 0.55 && (z - 3.5).abs() <= 0.55, "{x}, {z}");
        let mut edited = world.clone();
        edited.add(&Obstacle::block([9.5, 0.0, 2.0], [12.0, 2.0, 5.0])).unwrap();
        let no = edited.repair(&query, &plan, 0).expect_err("nothing free within half a metre");
        assert_eq!(no.kind, Why::GoalOffMap);
        assert!(no.has.unwrap() > 1.0, "{no}");
    }
    // With several goals another one does.
    let goals = vec![Goal::Point([9.0, 0.0, 3.5]), Goal::Point([11.0, 0.0, 6.0])];
    let query = Query { to: goals, ..Query::new(adult(), [1.0, 0.0, 3.5], [0.0; 3]) };
    let plan = world.plan_cells(&query).unwrap();
    assert_eq!(plan.path.goal, 0);
    let mut edited = world.clone();
    edited.add(&Obstacle::block([8.0, 0.0, 2.5], [10.0, 2.0, 4.5])).unwrap();
    let repaired = changed(edited.repair(&query, &plan, 0).unwrap());
    assert_eq!((repaired.plan.path.goal, repaired.plan.route.goal), (1, 1));
    assert_walkable(&edited, &query, &repaired.plan, "another goal");
}

#[test]
fn a_beam_overhead_breaks_a_path_that_was_told_to_walk_upright() {
    let world = plate();
    let query = Query::new(adult(), [1.0, 0.0, 3.5], [11.0, 0.0, 3.5]);
    let plan = world.plan_cells(&query).unwrap();
    let mut edited = world.clone();
    let beam = edited.add(&Obstacle::block([5.0, 1.5, -1.0], [5.5, 1.7, 9.0])).unwrap();
    let bent = changed(edited.repair(&query, &plan, 0).unwrap());
    assert!(bent.plan.path.cells.iter().any(|cell| cell.action == Action::Bend));
    assert_kept(&plan, &bent, "beam");
    assert_walkable(&edited, &query, &bent.plan, "beam");
    // Without it nobody has to bend, and nobody is kept from it.
    edited.remove(beam).unwrap();
    assert_eq!(edited.repair(&query, &bent.plan, 0).unwrap(), Repair::Unchanged);
}

#[test]
fn a_plan_whose_parts_do_not_fit_is_made_anew() {
    let world = plate();
    let query = Query::new(adult(), [1.0, 0.0, 3.5], [11.0, 0.0, 3.5]);
    let plan = world.plan_cells(&query).unwrap();
    let mut headless = plan.clone();
    headless.path.cells.clear();
    let mut cornerless = plan.clone();
    cornerless.corners.pop();
    for broken in [headless, cornerless] {
        for repair in [world.repair(&query, &broken, 7), world.retarget(&query, &broken, [11.0, 0.0, 3.5], 7)] {
            let repair = changed(repair.unwrap());
            assert_eq!((repair.leaves, repair.plan), (Leaves::Anew, plan.clone()));
        }
    }
    // Nobody is beyond the end.
    assert_eq!(world.repair(&query, &plan, usize::MAX).unwrap(), Repair::Unchanged);
}

#[test]
fn bandi_fig_17_a_second_obstacle_on_the_stairs() {
    let world = built_in_world("stairs");
    // The 8-path, and what DDA lines make of it.
    let raw = with(&from_start_to_goal(&world, adult()), PaperSmoothing::None);
    let eight = world.plan_cells(&raw).unwrap();
    assert_walkable(&world, &raw, &eight, "8-path");
    let query = with(&raw, PaperSmoothing::Comprehensive);
    let smooth = world.plan_cells(&query).unwrap();
    assert_walkable(&world, &query, &smooth, "DDA");
    let turns = |plan: &CellPlan| {
        let way = |pair: &[Cell]| (pair[1].column.x - pair[0].column.x, pair[1].column.z - pair[0].column.z);
        plan.path.cells.windows(3).filter(|three| way(&three[..2]) != way(&three[1..])).count()
    };
    assert!(smooth.route.length <= eight.route.length + 1e-9);
    assert_ne!(smooth.path.cells, eight.path.cells);
    assert_eq!(smooth.path.cost, eight.path.cost, "lines are never dearer, and the front knew the least cost");
    // Before the goal is reached another obstacle appears: on the landing, in the way.
    let landing = world.place("landing").unwrap();
    let at = smooth.cell_near(&world, landing).unwrap();
    let [x, y, z] = smooth.path.cells[at].position(&world);
    let mut edited = world.clone();
    edited.add(&Obstacle::block([x - 0.3, y, z - 0.3], [x + 0.3, y + 1.0, z + 0.3])).unwrap();
    let walker = at / 3;
    for query in [&raw, &query, &from_start_to_goal(&world, adult())] {
        let plan = world.plan_cells(query).unwrap();
        let repaired = changed(edited.repair(query, &plan, walker).unwrap());
        assert_kept(&plan, &repaired, "stairs");
        assert_walkable(&edited, query, &repaired.plan, "stairs");
        assert!(repaired.new.start > walker && !repaired.new.is_empty());
        let [same, same_behind] = same_cells(&plan.path.cells, &repaired.plan.path.cells);
        assert!(
            same + same_behind > plan.path.cells.len() / 2,
            "{same} and {same_behind} of {}",
            plan.path.cells.len()
        );
    }
    let repaired = [&raw, &query].map(|query| {
        let plan = world.plan_cells(query).unwrap();
        changed(edited.repair(query, &plan, walker).unwrap()).plan
    });
    assert!(turns(&repaired[1]) > 0 && repaired[1].route.length <= repaired[0].route.length + 1e-9);
}

/// Random obstacles on the paths of all built-in scenes, walkers anywhere on them, several in a row.
#[test]
fn repairs_hold_in_every_built_in_scene() {
    let mut random = Random(17);
    let mut of_all = 0;
    let rounds = if all() { 100 } else { 5 };
    for entry in built_in() {
        let world = built_in_world(entry.name);
        let (mut repaired, mut refused) = (0, 0);
        // On the two large worlds a single plan is as much work as all of the others.
        let rounds = if world.counts().floors > 150_000 { rounds / 5 } else { rounds };
        for round in 0..rounds {
            let smoothing = SMOOTHINGS[random.below(4)];
            let join = if random.below(4) == 0 { Join::First } else { Join::Total };
            let query = joining(&from_start_to_goal(&world, adult()), smoothing, join);
            let mut plan = world.plan_cells(&query).unwrap();
            let name = format!("{} {smoothing:?} round {round}", entry.name);
            assert_walkable(&world, &query, &plan, &name);
            let mut edited = world.clone();
            let mut walker = random.below(plan.path.cells.len() / 2);
            for _ in 0..4 {
                let ahead = walker + random.below(plan.path.cells.len() - walker);
                let [x, y, z] = plan.path.cells[ahead].position(&world);
                let at = [x + random.between(-0.5, 0.5), y, z + random.between(-0.5, 0.5)];
                let size = random.between(0.05, 0.4);
                edited.add(&Obstacle::disc(at, size, random.between(0.05, 2.0))).unwrap();
                match edited.repair(&query, &plan, walker) {
                    Ok(Repair::Unchanged) => {}
                    Ok(Repair::Changed(new)) => {
                        assert_kept(&plan, &new, &name);
                        // What is behind the walker may be covered by now; ahead of it all is free.
                        walker = if new.leaves == Leaves::Aside { 0 } else { walker };
                        assert_eq!(edited.repair(&query, &new.plan, walker).unwrap(), Repair::Unchanged, "{name}");
                        if edited.repair(&query, &new.plan, 0) == Ok(Repair::Unchanged) {
                            assert_walkable(&edited, &query, &new.plan, &name);
                        }
                        plan = new.plan;
                        repaired += 1;
                    }
                    Err(no) => {
                        // A planner that starts at the walker does not find more.
                        let from = plan.path.cells[walker].position(&world);
                        let again = edited.plan_cells(&Query { from, ..query.clone() });
                        assert_eq!(again.expect_err(&name).kind, no.kind, "{name}");
                        refused += 1;
                        break;
                    }
                }
            }
        }
        eprintln!("{}: {repaired} repaired, {refused} refused", entry.name);
        of_all += repaired;
    }
    // Where the ways are as narrow as in the house and the labyrinth, most obstacles leave no way around.
    assert!(of_all > 6 * rounds, "{of_all} repaired");
}
