//! Super-sampled cells (Bandi & Thalmann §9.1): what hardly holds a foot is left out by the front, or passed over on the path.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, assert_walkable, bake, block, strip};
use footpath::body::Action;
use footpath::plan::cells::{Cell, CellPlan, Repair};
use footpath::plan::{PaperOptions, PaperSmoothing, Query, Support};
use footpath::world::Obstacle;
use footpath::{Body, World};

const CELL: f64 = 0.2;

/// Two decks, and between them a causeway of thin posts, one in each cell; beside it a bridge that is a detour.
fn posts(gap: i32) -> World {
    let end = 4.0 + f64::from(gap) * CELL;
    let post = |i: i32, j: i32| {
        let (x, z) = (4.0 + (f64::from(i) + 0.3) * CELL, 3.0 + (f64::from(j) + 0.3) * CELL);
        block([x, -1.0, z], [x + 0.03, 0.0, z + 0.03])
    };
    let all = (0..gap).flat_map(|i| (0..10).map(move |j| (i, j)));
    let decks = Soup::of([strip([0.0, 4.0], [0.0, 12.0], 0.0), strip([end, end + 4.0], [0.0, 12.0], 0.0)]);
    let bridge = strip([4.0, end], [10.0, 12.0], 0.0);
    bake(&Soup::of(all.map(|(i, j)| post(i, j))).and(decks).and(bridge), CELL, 0.05)
}

fn weight(world: &World, cell: &Cell) -> u8 {
    let id = cell.floor(world).unwrap();
    world.support(id.tile).unwrap()[id.index as usize]
}

fn over(gap: i32, body: &Body, support: Support) -> Query<'_> {
    let to = [6.0 + f64::from(gap) * CELL, 0.0, 4.1];
    Query { papers: Some(PaperOptions { support, ..PaperOptions::default() }), ..Query::new(body, [2.1, 0.0, 4.1], to) }
}

/// Strides from one stepped cell to the next, in metres.
fn strides(world: &World, plan: &CellPlan) -> Vec<f64> {
    let stepped = plan.path.cells.iter().filter(|cell| cell.stepped).map(|cell| cell.position(world));
    let stepped: Vec<[f64; 3]> = stepped.collect();
    stepped.windows(2).map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][2] - pair[0][2])).collect()
}

#[test]
fn bandi_9_1_the_front_leaves_thin_posts_out() {
    let world = posts(10);
    // Someone who takes no leaps.
    let body = Body { abilities: Vec::new(), ..Body::adult() };
    let over_posts = world.plan_cells(&over(10, &body, Support::Any)).unwrap();
    assert!(over_posts.path.cells.iter().any(|cell| weight(&world, cell) <= 4), "straight over the posts");
    assert!(over_posts.path.cells.iter().all(|cell| cell.stepped));
    for smoothing in [PaperSmoothing::None, PaperSmoothing::Comprehensive, PaperSmoothing::AnyAngle] {
        let mut query = over(10, &body, Support::Front(8));
        query.papers = query.papers.map(|papers| PaperOptions { smoothing, ..papers });
        let around = world.plan_cells(&query).unwrap();
        assert!(around.path.cells.iter().all(|cell| cell.stepped && weight(&world, cell) >= 8), "over the bridge");
        assert!(around.path.cost > over_posts.path.cost);
        assert_walkable(&world, &query, &around, "bridge");
    }
    // An end on a post is an end on the nearest floor that holds.
    let mut query = over(10, &body, Support::Front(8));
    query.from = [4.3, 0.0, 4.1];
    let start = world.plan_cells(&query).unwrap().path.cells[0];
    assert!(weight(&world, &start) >= 8 && start.position(&world)[0] < 4.0);
    // The weight decides: what the posts have is enough for who asks for no more.
    let least = over_posts.path.cells.iter().map(|cell| weight(&world, cell)).min().unwrap();
    let easy = world.plan_cells(&over(10, &body, Support::Front(least))).unwrap();
    assert_eq!(easy.path.cells, over_posts.path.cells);
    // Somebody who can jump crosses a gap that is short enough on good ground alone.
    let jumper = Body::adult();
    let world = posts(4);
    let leap = world.plan_cells(&over(4, &jumper, Support::Front(8))).unwrap();
    assert!(leap.path.cells.iter().any(|cell| cell.action.is_leap()));
    assert!(leap.path.cells.iter().all(|cell| weight(&world, cell) >= 8));
}

#[test]
fn bandi_9_1_low_cells_on_the_path_are_passed_over() {
    let body = Body { abilities: Vec::new(), ..Body::adult() };
    for gap in [1, 2, 3, 4, 5, 6, 7, 8, 13, 20] {
        let world = posts(gap);
        for smoothing in [PaperSmoothing::None, PaperSmoothing::AnyAngle] {
            let mut query = over(gap, &body, Support::Path(8));
            query.papers = query.papers.map(|papers| PaperOptions { smoothing, ..papers });
            let plan = world.plan_cells(&query).unwrap();
            assert_walkable(&world, &query, &plan, "posts");
            // The path is as before; only where feet are set differs.
            let before = world.plan_cells(&Query {
                papers: query.papers.map(|papers| PaperOptions { support: Support::Any, ..papers }),
                ..query.clone()
            });
            let before = before.unwrap();
            assert_eq!((&before.route.points, before.path.cost), (&plan.route.points, plan.path.cost));
            let cells = &plan.path.cells;
            assert!(cells[0].stepped && cells[cells.len() - 1].stepped);
            assert!(cells.iter().all(|cell| cell.stepped || weight(&world, cell) < 8), "good cells are stepped on");
            let longest = strides(&world, &plan).into_iter().fold(0.0, f64::max);
            assert!(longest <= body.foot_span + 1e-9, "a stride of {longest} m");
            // The foot reaches 0.75 m: three cells of 0.2 m, so two are passed over at a time.
            let thin: Vec<&Cell> = cells.iter().filter(|cell| weight(&world, cell) < 8).collect();
            let used = thin.iter().filter(|cell| cell.stepped).count();
            assert_eq!(thin.len(), gap as usize);
            assert_eq!(used, thin.len() / 3, "gap of {gap}: {used} posts are stepped on");
        }
    }
}

#[test]
fn bandi_9_1_of_cells_that_all_hold_little_the_best_is_stepped_on() {
    // One post of the first three is thicker, and still too thin.
    let thick = block([4.0 + 1.1 * CELL, -1.0, 3.0], [4.0 + 1.5 * CELL, 0.0, 5.0]);
    let deck = |x: f64| strip([x, x + 4.0], [0.0, 8.0], 0.0);
    let thin = Soup::of((0..5).filter(|&i| i != 1).map(|i| {
        let x = 4.0 + (f64::from(i) + 0.3) * CELL;
        block([x, -1.0, 3.0], [x + 0.02, 0.0, 5.0])
    }));
    let world = bake(&deck(0.0).and(deck(5.0)).and(thick).and(thin), CELL, 0.05);
    let body = Body { abilities: Vec::new(), ..Body::adult() };
    let plan = world.plan_cells(&over(5, &body, Support::Path(16))).unwrap();
    let on_posts: Vec<_> = plan.path.cells.iter().filter(|cell| weight(&world, cell) < 16).collect();
    assert_eq!(on_posts.len(), 5);
    let used: Vec<usize> = (0..5).filter(|&i| on_posts[i].stepped).collect();
    assert_eq!(used, [1, 4], "the thick one, then the farthest that is within the span of it");
}

#[test]
fn bandi_9_1_feet_on_a_repaired_path_never_stride_too_far() {
    let body = Body { abilities: Vec::new(), ..Body::adult() };
    let world = posts(20);
    let query = over(20, &body, Support::Path(8));
    let plan = world.plan_cells(&query).unwrap();
    for i in 0..20 {
        let mut edited = world.clone();
        let x = 4.1 + f64::from(i) * CELL;
        edited.add(&Obstacle::block([x, -1.0, 3.9], [x + 0.1, 1.5, 4.3])).unwrap();
        let Ok(Repair::Changed(new)) = edited.repair(&query, &plan, 0) else { panic!("post {i} is in the way") };
        assert_walkable(&edited, &query, &new.plan, "posts");
        let longest = strides(&edited, &new.plan).into_iter().fold(0.0, f64::max);
        assert!(longest <= body.foot_span + 1e-9, "obstacle at {x}: a stride of {longest} m");
        assert!(new.plan.path.cells.iter().any(|cell| !cell.stepped));
        assert!(new.plan.path.cells.iter().all(|cell| cell.action == Action::Walk));
    }
}
