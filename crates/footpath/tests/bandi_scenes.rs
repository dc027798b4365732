//! Figures 16 and 18 of Bandi & Thalmann on the built-in scenes: what a border makes of the way. Figure 17 is with the repairs.

#![allow(clippy::unwrap_used)]

mod common;

use common::{assert_walkable, bake_with, check_as_wide, floor_near};
use footpath::body::{Action, Body};
use footpath::plan::cells::{CellPlan, Repair};
use footpath::plan::{PaperMargin, PaperOptions, Query};
use footpath::scene::built_in;
use footpath::{Scene, World};

const ONE_LAYER: PaperMargin = PaperMargin::Border { layers: 1, sides: 4 };

/// A built-in scene on the paper's grid.
fn on_the_papers_grid(name: &str) -> World {
    let entry = built_in().iter().find(|entry| entry.name == name).unwrap();
    let world = bake_with(&Scene::built_in(name).unwrap(), entry.cell_size, entry.cell_height);
    let (cells, _) = world.cells().unwrap();
    assert_eq!(Some(cells.map(|side| side as u32)), entry.grid);
    world
}

/// The paper's human: no wider than a path of cells.
fn thin() -> Body {
    Body { radius: 0.1, ..Body::adult() }
}

fn from_start<'a>(world: &World, body: &'a Body, to: &str, margin: PaperMargin) -> Query<'a> {
    let place = |name: &str| world.place(name).unwrap();
    let papers = Some(PaperOptions { margin, ..PaperOptions::default() });
    Query { papers, ..Query::new(body, place("start"), place(to)) }
}

/// A plan to the goal that planner and checker both find free.
fn to_goal(world: &World, body: &Body, margin: PaperMargin) -> CellPlan {
    let query = from_start(world, body, "goal", margin);
    let plan = world.plan_cells(&query).unwrap();
    if margin == PaperMargin::Radius {
        assert_walkable(world, &query, &plan, "by radius");
    } else {
        assert_eq!(world.repair(&query, &plan, 0).unwrap(), Repair::Unchanged, "{margin:?}");
        // As thin as its centre, and no thinner.
        assert_eq!(check_as_wide(world, body, &plan, 0.005), Ok(()), "{margin:?}");
    }
    plan
}

fn passes(world: &World, plan: &CellPlan, place: &str, within: f64) -> bool {
    let [x, _, z] = world.place(place).unwrap();
    plan.path.cells.iter().any(|cell| {
        let at = cell.position(world);
        (at[0] - x).hypot(at[2] - z) < within
    })
}

fn is_border(world: &World, body: &Body, at: [f64; 3]) -> bool {
    let floor = floor_near(world, at).unwrap();
    world.border(body, floor.tile, 1, 4)[floor.index as usize]
}

#[test]
fn bandi_fig_16_without_a_border_the_way_leads_by_a_and_with_it_by_b() {
    let world = on_the_papers_grid("labyrinth");
    let ways = |body: &Body, margin| {
        let plan = to_goal(&world, body, margin);
        ([("A", 0.2), ("B", 1.0)].map(|(place, within)| passes(&world, &plan, place, within)), plan)
    };
    let (by, short) = ways(&thin(), PaperMargin::None);
    assert_eq!(by, [true, false]);
    let (by, long) = ways(&thin(), ONE_LAYER);
    assert_eq!(by, [false, true]);
    assert!(long.route.length > short.route.length + 5.0, "{} and {}", short.route.length, long.route.length);
    // There is room for one cell at A and none for the border around it.
    assert!(is_border(&world, &thin(), world.place("A").unwrap()));
    assert!(!is_border(&world, &thin(), world.place("B").unwrap()));
    // No cell of the path is border, but for the ends where they are asked for.
    let inner = &long.path.cells[1..long.path.cells.len() - 1];
    assert!(inner.iter().all(|cell| !is_border(&world, &thin(), cell.position(&world))));
    // What the border is for: who is 0.4 m wide collides by A and does not by B.
    assert_eq!([&short, &long].map(|plan| check_as_wide(&world, &thin(), plan, 0.2).is_ok()), [false, true]);
    // An adult in metres, instead of layers, does not fit through the gap either.
    assert_eq!(ways(&Body::adult(), PaperMargin::Radius).0, [false, true]);
    assert_eq!(ways(&thin(), PaperMargin::Radius).0, [true, false]);
}

#[test]
fn bandi_fig_18_in_the_factory_a_border_on_the_floor_keeps_people_out_from_under_the_machine() {
    let world = on_the_papers_grid("factory");
    let upright = thin().without(Action::Bend).without(Action::Crawl);
    let [x, y, z] = world.place("machine").unwrap();
    // The machine is 17 cells of 0.3 m long: the first row of floor beside it is border, the next is not.
    let beside = |cells: f64| [x, y, z - cells * 0.3];
    assert!(is_border(&world, &upright, beside(9.0)) && !is_border(&world, &upright, beside(11.0)));
    // Who bends can go on there, so that there is no border.
    assert!(!is_border(&world, &thin(), beside(9.0)));
    let plan = to_goal(&world, &upright, ONE_LAYER);
    let under = |at: [f64; 3]| (at[0] - x).abs() < 8.5 * 0.3 && (at[2] - z).abs() < 8.5 * 0.3;
    assert!(plan.path.cells.iter().all(|cell| !under(cell.position(&world))));
    assert!(plan.route.points.iter().all(|&at| !under(at)), "{:?}", plan.route.points);
    assert!(plan.route.sections.iter().all(|section| section.action != Action::Bend));
    // The goal is the furthest corner, and the machine stands on the straight way to it.
    let (start, goal) = (plan.route.points[0], plan.route.points[plan.route.points.len() - 1]);
    assert!((goal[0] - start[0]).hypot(goal[2] - start[2]) > 20.0);
    // Under the machine there is no place for who stands upright, and one for who bends.
    assert!(world.plan(&from_start(&world, &upright, "machine", ONE_LAYER)).is_err());
    assert!(world.plan(&from_start(&world, &Body::adult(), "machine", PaperMargin::Radius)).is_ok());
    // The adult of our own planner finds a way as well, and the checker agrees.
    to_goal(&world, &Body::adult(), PaperMargin::Radius);
}

#[test]
fn bandi_fig_18_the_supermarket_is_entered_from_the_street() {
    let world = on_the_papers_grid("supermarket");
    for (body, margin) in
        [(Body::adult(), PaperMargin::Radius), (thin(), ONE_LAYER), (Body::child(), PaperMargin::Radius)]
    {
        let plan = to_goal(&world, &body, margin);
        let [start, goal] = ["start", "goal"].map(|name| world.place(name).unwrap());
        // Up the kerb of 12 cm, and past the open wings of the entrance, never through the glass of the shut door.
        assert!((goal[1] - start[1] - 0.12).abs() < 0.011);
        let wall = 60.5 * 0.25;
        let cells = &plan.path.cells;
        let through: Vec<f64> = cells
            .windows(2)
            .map(|pair| [pair[0].position(&world), pair[1].position(&world)])
            .filter(|[from, to]| (from[2] - wall).signum() != (to[2] - wall).signum())
            .map(|[from, _]| from[0])
            .collect();
        assert!(!through.is_empty(), "the shop is entered");
        assert!(through.iter().all(|x| (72.0 * 0.25..=86.0 * 0.25).contains(x)), "by the entrance: {through:?}");
        assert!(plan.route.sections.iter().all(|section| !section.action.is_leap()), "{:?}", plan.route.sections);
    }
}
