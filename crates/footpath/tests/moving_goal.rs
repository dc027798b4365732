//! Goals that move: most of the path is kept, and the whole stays near the best.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, all, assert_walkable, bake, same_points, strip};
use footpath::plan::cells::{Leaves, Repair};
use footpath::plan::{CellOptions, Query, Smoothing, Why};
use footpath::scene::built_in;
use footpath::world::Obstacle;
use footpath::{Bake, Body, World};

/// Somewhere to which the goal could have walked 1 to 5 m, as someone who is followed does.
fn moved(random: &mut Random, world: &World, body: &Body, from: [f64; 3]) -> [f64; 3] {
    loop {
        let (angle, far) = (random.between(0.0, std::f64::consts::TAU), random.between(1.0, 5.0));
        let to = [from[0] + far * angle.cos(), from[1] + random.between(-1.0, 1.0), from[2] + far * angle.sin()];
        if let Ok(route) = world.plan(&Query { budget: 20_000, ..Query::new(body, from, to) })
            && (1.0..=5.0).contains(&route.length)
        {
            return *route.points.last().unwrap();
        }
    }
}

#[test]
fn a_goal_that_moves_a_hundred_times_keeps_most_of_the_path() {
    let body = Body::adult();
    let mut random = Random(23);
    let mut of_all = [0; 2];
    for entry in built_in() {
        let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
        let world = World::bake(&(entry.build)(0), &settings).unwrap();
        let first = Query::new(&body, world.place("start").unwrap(), world.place("goal").unwrap());
        for smoothing in [Smoothing::None, Smoothing::AnyAngle] {
            let mut query = Query { cells: CellOptions { smoothing, ..first.cells }, ..first.clone() };
            let mut plan = world.plan_cells(&query).unwrap();
            let (mut moves, mut kept, mut worst, mut sum) = (0, [0; 2], 1.0_f64, 0.0);
            let (mut lengths, mut work) = ([0.0; 2], [0; 2]);
            // On large worlds every move takes a search over much of the world to compare with.
            let large = world.counts().floors > 60_000;
            let wanted = match (all(), large) {
                (true, false) => 1000,
                (true, true) | (false, false) => 100,
                (false, true) => 1,
            };
            while moves < wanted {
                let goal = moved(&mut random, &world, &body, *plan.route.points.last().unwrap());
                query.to = vec![goal.into()];
                let best = world.plan_cells(&query).unwrap();
                let name = format!("{} {smoothing:?} move {moves} to {goal:?}", entry.name);
                let repair = world.retarget(&query, &plan, goal, 0).unwrap_or_else(|no| panic!("{name}: {no}"));
                moves += 1;
                let Repair::Changed(new) = repair else { panic!("{name}: nothing was changed") };
                assert_eq!((new.leaves, new.new.end), (Leaves::ForGoal, new.plan.path.cells.len()), "{name}");
                assert_walkable(&world, &query, &new.plan, &name);
                assert_eq!(new.plan.route.points.last(), best.route.points.last(), "{name}");
                // What is kept is kept bit for bit.
                let head = new.new.start;
                assert_eq!(plan.path.cells[..head - 1], new.plan.path.cells[..head - 1], "{name}");
                let mut corners = plan.corners.iter().filter(|corner| corner.cell < head);
                let points = corners.next_back().map_or(0, |corner| corner.point + 1);
                assert!(same_points(&plan.route.points, &new.plan.route.points)[0] >= points, "{name}");
                // Of a path that gets shorter no more can be kept than there is of the new one.
                kept[0] += head;
                kept[1] += plan.path.cells.len().min(new.plan.path.cells.len());
                let ratio = new.plan.path.cost as f64 / best.path.cost.max(1) as f64;
                (worst, sum) = (worst.max(ratio), sum + ratio);
                lengths = [lengths[0] + new.plan.route.length, lengths[1] + best.route.length];
                work = [work[0] + new.plan.route.work.expanded, work[1] + best.route.work.expanded];
                plan = new.plan;
            }
            let mean = sum / f64::from(moves);
            of_all = [of_all[0] + kept[0], of_all[1] + kept[1]];
            let kept = kept[0] as f64 / kept[1] as f64;
            eprintln!(
                "{:<12} {smoothing:?}: {:.1} % kept, cost {:.2} % above the best in the mean, {:.2} % at worst; length {:+.2} %; {} floors expanded, {} from scratch",
                entry.name,
                100.0 * kept,
                100.0 * (mean - 1.0),
                100.0 * (worst - 1.0),
                100.0 * (lengths[0] / lengths[1] - 1.0),
                work[0],
                work[1]
            );
            assert!(kept >= 0.7, "{}: {kept}", entry.name);
            assert!(worst <= 1.1, "{}: {worst}", entry.name);
        }
    }
    let mean = of_all[0] as f64 / of_all[1] as f64;
    eprintln!("{:.1} % of all cells are kept", 100.0 * mean);
    assert!(mean >= 0.9, "{mean} of the cells are kept in the mean");
}

/// The walker goes on while the goal moves: what is behind it is never searched again.
#[test]
fn a_walker_follows_a_goal_and_gets_nearer() {
    let body = Body::adult();
    let entry = built_in().iter().find(|entry| entry.name == "supermarket").unwrap();
    let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
    let world = World::bake(&(entry.build)(0), &settings).unwrap();
    let query = Query::new(&body, world.place("start").unwrap(), world.place("goal").unwrap());
    let (mut plan, mut walker) = (world.plan_cells(&query).unwrap(), 0);
    let mut random = Random(5);
    for round in 0..20 {
        walker = (walker + 10).min(plan.path.cells.len() - 1);
        let goal = moved(&mut random, &world, &body, *plan.route.points.last().unwrap());
        let behind = plan.path.cells[..walker].to_vec();
        let here = plan.path.cells[walker].position(&world);
        plan = world.retarget(&query, &plan, goal, walker).unwrap().plan_or(plan);
        assert_eq!(plan.path.cells[..walker], behind, "round {round}");
        let left: u64 = plan.path.moves[walker..].iter().map(|&cost| u64::from(cost)).sum();
        let best = world.plan_cells(&Query { from: here, to: vec![goal.into()], ..query.clone() }).unwrap().path.cost;
        assert!(left * 100 <= best * 111, "round {round}: {left} against {best}");
        assert_walkable(&world, &query, &plan, &format!("round {round}"));
    }
}

#[test]
fn a_goal_on_the_path_cuts_it_short_and_one_that_stays_changes_nothing() {
    let world = bake(&strip([0.0, 12.0], [0.0, 8.0], 0.0), 0.1, 0.05);
    let body = Body::adult();
    for smoothing in [Smoothing::None, Smoothing::AnyAngle] {
        let query = Query::new(&body, [1.0, 0.0, 2.0], [11.05, 0.0, 6.05]);
        let query = Query { cells: CellOptions { smoothing, ..query.cells }, ..query };
        let plan = world.plan_cells(&query).unwrap();
        assert_eq!(world.retarget(&query, &plan, [11.07, 0.0, 6.07], 3).unwrap(), Repair::Unchanged);
        let middle = plan.path.cells.len() / 2;
        let goal = plan.path.cells[middle].position(&world);
        for walker in [0, middle] {
            let Ok(Repair::Changed(short)) = world.retarget(&query, &plan, goal, walker) else {
                panic!("another goal")
            };
            assert_eq!(short.plan.path.cells.len(), middle + 1, "{smoothing:?}");
            assert!(short.new.is_empty());
            assert_walkable(&world, &query, &short.plan, "cut short");
        }
        // Behind the walker is a goal like any other.
        let Ok(Repair::Changed(back)) = world.retarget(&query, &plan, [1.0, 0.0, 2.0], middle) else {
            panic!("behind")
        };
        assert_eq!(back.new.start, middle + 1);
        assert_walkable(&world, &query, &back.plan, "back");
        // Nowhere near a floor is a refusal, with the distance.
        let no = world.retarget(&query, &plan, [13.0, 0.0, 6.0], 0).expect_err("beyond the edge");
        assert_eq!(no.kind, Why::GoalOffMap);
        assert!((0.9..1.5).contains(&no.has.unwrap()), "{no}");
        // What an obstacle has broken is not kept.
        let mut edited = world.clone();
        edited.add(&Obstacle::block([5.0, 0.0, 2.0], [6.0, 2.0, 5.5])).unwrap();
        let Ok(Repair::Changed(around)) = edited.retarget(&query, &plan, [11.0, 0.0, 5.0], 0) else { panic!("a box") };
        assert_walkable(&edited, &query, &around.plan, "around");
    }
}
