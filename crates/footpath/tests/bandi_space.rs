//! Figures 8 to 14 and 19 of Bandi & Thalmann: reach, extended neighbours, borders and semantics in three dimensions.

#![allow(clippy::unwrap_used)]

mod common;

use common::{
    CELL, Soup, bake, block, centre, columns, floor_near, floor_of, grid, plain, plan, plan_at, strip, walker,
};
use footpath::body::{Ability, Action, Body};
use footpath::plan::{Extended, Neighbours, PaperMargin, PaperOptions, PaperSmoothing, SpanMetric};
use footpath::scene::Tag;
use footpath::world::FloorId;
use footpath::{Scene, World};

/// A thin body in cells: height, horizontal and vertical foot span.
fn in_cells(height: i32, horizontal: i32, vertical: i32) -> Body {
    let [height, reach, climb] = [height, horizontal, vertical].map(|cells| f64::from(cells) * CELL);
    Body {
        height,
        foot_span: reach,
        max_climb: climb,
        abilities: vec![Ability::leap(Action::Step, reach, climb, climb, 0.1, 1)],
        ..Body::adult()
    }
}

fn at(world: &World, x: f64, y: f64, z: f64) -> FloorId {
    floor_near(world, [x, y, z]).unwrap_or_else(|| panic!("no floor at {x}, {y}, {z}"))
}

/// P in the middle of a ring of holes, one cell wide.
fn ring() -> World {
    grid(11, 11, |x, z| (4..=6).contains(&x) && (4..=6).contains(&z) && (x, z) != (5, 5))
}

#[test]
fn bandi_fig_8_what_is_beyond_a_ring_of_holes_is_reached_within_the_span() {
    let world = ring();
    let p = floor_of(&world, [5, 5], 0).unwrap();
    let reached = |span: i32, metric: SpanMetric| {
        let mut found: Vec<[i32; 2]> = world
            .immediately_reachable(&in_cells(7, span, 1), p, metric)
            .into_iter()
            .map(|id| world.column_of(id).map(|column| [column.x - 5, column.z - 5]).unwrap())
            .collect();
        found.sort_unstable();
        found
    };
    let orthogonal = vec![[-2, 0], [0, -2], [0, 2], [2, 0]];
    assert_eq!(reached(1, SpanMetric::Arc), Vec::<[i32; 2]>::new());
    assert_eq!(reached(2, SpanMetric::Arc), orthogonal);
    assert!(!reached(3, SpanMetric::Arc).contains(&[2, 2]) && reached(4, SpanMetric::Arc).contains(&[2, 2]));
    // Printed as cells of the path, both ends counted, everything is one farther.
    assert_eq!(reached(2, SpanMetric::Cells), Vec::<[i32; 2]>::new());
    assert_eq!(reached(3, SpanMetric::Cells), orthogonal);
    assert!(!reached(4, SpanMetric::Cells).contains(&[2, 2]) && reached(5, SpanMetric::Cells).contains(&[2, 2]));
}

#[test]
fn bandi_fig_8_contiguity_fails_where_reach_does_not() {
    let world = ring();
    for (span, extended, found) in [
        (2, Extended::None, false),
        (1, Extended::All, false),
        (2, Extended::FirstRing, true),
        (2, Extended::All, true),
    ] {
        let options = PaperOptions { extended, neighbours: Neighbours::Eight, ..plain() };
        let path = plan(&world, &in_cells(7, span, 1), options, [5, 5], [9, 5]);
        assert_eq!(path.is_ok(), found, "span {span}, {extended:?}");
        if let Ok(path) = path {
            // The action stands at the cell where it starts, and the next cell is not contiguous.
            assert_eq!((path.path.cells[0].action, columns(&path)[1]), (Action::Step, [7, 5]));
            assert!(path.path.cells[1..].iter().all(|cell| cell.action == Action::Walk));
        }
    }
}

/// A balcony in two pieces with a gap, a stair to it, and a shelf above its outer piece that leaves no room.
fn balcony() -> World {
    let ground = strip([0.0, 12.0], [0.0, 6.0], 0.0);
    let inner = block([4.0, 2.3, 2.0], [6.0, 2.5, 4.0]);
    let outer = block([6.5, 2.3, 2.0], [8.5, 2.5, 4.0]);
    let shelf = block([6.5, 4.8, 2.0], [8.5, 5.0, 4.0]);
    let roof = block([6.5, 5.8, 2.0], [8.5, 6.0, 4.0]);
    let steps = Soup::of((0..10).map(|i| {
        let (x, y) = (1.5 + 0.25 * f64::from(i), 0.25 * f64::from(i + 1));
        block([x, y - 0.05, 2.0], [x + 0.25, y, 4.0])
    }));
    bake(&Soup::of([ground, inner, outer, shelf, roof, steps]), CELL, 0.05)
}

#[test]
fn bandi_fig_9_a_balcony_across_a_gap_the_ground_below_and_a_shelf_above() {
    let world = balcony();
    let body = Body { foot_span: 0.75, max_climb: 0.3, abilities: Vec::new(), ..Body::adult() };
    let reach =
        |body: &Body, from: FloorId, to: FloorId| world.is_immediately_reachable(body, from, to, SpanMetric::Arc);
    let b2 = at(&world, 5.875, 2.5, 3.0);
    let [a1, a2, a3] = [0.0, 2.5, 5.0].map(|y| at(&world, 6.625, y, 3.0));
    assert!(reach(&body, b2, a2));
    assert!(!reach(&body, b2, a1) && !reach(&body, b2, a3));
    // The ground is out of reach by height alone, the shelf by its headroom too.
    let tall = Body { max_climb: 3.0, ..body.clone() };
    assert!(reach(&tall, b2, a1) && !reach(&tall, b2, a3));
    // a1 is in the same region all the same: by the stair.
    let stride = Ability::leap(Action::Step, 0.75, 0.3, 0.3, 0.1, 1);
    let body = body.with(stride);
    let options = PaperOptions { neighbours: Neighbours::Eight, extended: Extended::All, ..plain() };
    let from = world.position(b2).unwrap();
    let path = plan_at(&world, &body, options, from, world.position(a1).unwrap()).unwrap();
    assert!(path.path.cells.iter().any(|cell| world.position(cell.floor(&world).unwrap()).unwrap()[0] < 2.0));
    let path = plan_at(&world, &body, options, from, world.position(a2).unwrap()).unwrap();
    assert_eq!(path.path.cells.iter().filter(|cell| cell.action == Action::Step).count(), 1);
    assert!(plan_at(&world, &body, options, from, world.position(a3).unwrap()).is_err());
    // Under the stair nobody stands who does not bend.
    assert!(plan_at(&world, &body, options, from, [3.125, 0.0, 3.0]).is_err());
}

/// The side view of Fig. 10 along x, two metres deep: P at 0, Q and A to its left, R and B to its right; S far away.
fn side_view(f_is: Tag) -> World {
    let slab = |x: [f64; 2], y: [f64; 2]| block([x[0], y[0], 0.0], [x[1], y[1], 2.0]);
    let p = slab([0.0, 0.25], [-1.5, 0.0]);
    let a = slab([-0.25, 0.0], [-1.5, -0.5]);
    let c = slab([-0.25, 0.0], [1.25, 1.5]);
    let b = slab([0.25, 0.5], [-1.5, 0.5]);
    let d = slab([0.25, 0.5], [1.25, 1.5]);
    let s = slab([3.0, 3.25], [-1.5, 0.0]);
    // The side of S fills the first column of E: a face on a border belongs to the column behind it.
    let e = slab([3.25, 3.75], [-1.5, -1.0]);
    let f = slab([3.25, 3.75], [0.25, 0.5]);
    let builder = Soup::of([p, a, c, b, d, s, e]).put(Scene::builder(), "rest");
    let scene = f.put_tagged(builder, "f", f_is).build();
    common::bake_with(&scene, CELL, 0.05)
}

#[test]
fn bandi_fig_10_extended_neighbours_are_found_below_and_above() {
    let world = side_view(Tag::Walkable);
    let body = in_cells(4, 2, 2);
    let p = at(&world, 0.125, 0.0, 1.125);
    let [a, c] = [-0.5, 1.5].map(|y| at(&world, -0.125, y, 1.125));
    let [b, d] = [0.5, 1.5].map(|y| at(&world, 0.375, y, 1.125));
    // Q has nothing to step on and R is inside the solid: the scan goes down to A and up to B.
    assert_eq!(world.extended_neighbour(&body, p, [-1, 0]), Some(a));
    assert_eq!(world.extended_neighbour(&body, p, [1, 0]), Some(b));
    let reach = |to: FloorId| world.is_immediately_reachable(&body, p, to, SpanMetric::Arc);
    // B leaves three cells of height for a body of four; C and D are too high.
    assert_eq!([a, b, c, d].map(reach), [true, false, false, false]);
    // With three cells B would do, and with two more of vertical span nothing changes for C and D but D's height.
    let short = Body { height: 0.75, ..body.clone() };
    assert!(world.is_immediately_reachable(&short, p, b, SpanMetric::Arc));
}

#[test]
fn bandi_fig_10_several_floors_of_a_column_are_candidates() {
    let body = in_cells(4, 2, 4);
    for (f_is, expected) in [(Tag::Walkable, vec![-100, 50]), (Tag::Forbidden, vec![-100])] {
        let world = side_view(f_is);
        let s = at(&world, 3.125, 0.0, 1.125);
        // The single scan knows F alone.
        let found = world.extended_neighbour(&body, s, [1, 0]).unwrap();
        assert_eq!(world.position(found).unwrap()[1], 0.5);
        let all = world.immediately_reachable(&body, s, SpanMetric::Arc).into_iter();
        let mut heights: Vec<i32> = all
            .map(|id| world.position(id).unwrap())
            .filter(|at| at[0] > 3.25)
            .map(|at| (at[1] * 100.0).round() as i32)
            .collect();
        heights.sort_unstable();
        heights.dedup();
        assert_eq!(heights, expected, "F is {f_is:?}");
    }
}

/// Three blocks on a floor, the small middle one higher than the others: A on the left one, B the floor, C on the middle.
fn three_blocks() -> World {
    let floor = strip([0.0, 8.0], [0.0, 3.0], 0.0);
    let left = block([1.0, 0.0, 0.0], [3.0, 0.3, 3.0]);
    let middle = block([3.5, 0.0, 0.0], [4.5, 0.5, 3.0]);
    let right = block([5.0, 0.0, 0.0], [7.0, 0.3, 3.0]);
    bake(&Soup::of([floor, left, middle, right]), CELL, 0.05)
}

#[test]
fn bandi_fig_11_and_19a_all_reachable_neighbours_lead_where_the_first_ring_does_not() {
    let world = three_blocks();
    let jump = Ability::leap(Action::Jump, 1.0, 0.3, 0.3, 1.0, 2);
    let body = Body { abilities: vec![jump], ..walker() };
    let (a, c) = ([2.125, 0.3, 1.625], [4.125, 0.5, 1.625]);
    let base = PaperOptions { neighbours: Neighbours::Eight, ..plain() };
    let stride = body.clone().with(Ability::leap(Action::Step, 1.0, 0.3, 0.3, 1.0, 1));
    // A reaches B, and B does not reach C: a front of first layers stops there.
    let first = PaperOptions { extended: Extended::FirstRing, ..base };
    assert!(plan_at(&world, &stride, first, a, c).is_err());
    let all = PaperOptions { extended: Extended::All, ..base };
    let path = plan_at(&world, &body, all, a, c).unwrap();
    let jumps: Vec<usize> = (0..path.path.cells.len()).filter(|&i| path.path.cells[i].action == Action::Jump).collect();
    assert_eq!(jumps.len(), 1);
    // The jump is noted at the edge of the left block, and the next cell of the path is not contiguous.
    let (from, to) = (path.path.cells[jumps[0]], path.path.cells[jumps[0] + 1]);
    assert_eq!((from.height, to.height), (30, 50));
    assert!(to.column.x - from.column.x > 1);
    // All the way over the middle to the right block takes two jumps.
    let path = plan_at(&world, &body, all, a, [6.125, 0.3, 1.625]).unwrap();
    let over = path.path.cells.iter().filter(|cell| cell.action == Action::Jump).count();
    assert!(over <= 2 && path.route.sections.iter().filter(|section| section.action == Action::Jump).count() == over);
}

fn border_at(world: &World, body: &Body, position: [f64; 3], layers: u8, sides: u8) -> bool {
    let id = floor_near(world, position).unwrap();
    world.border(body, id.tile, layers, sides)[id.index as usize]
}

#[test]
fn bandi_fig_12_a_border_is_on_the_slab_and_not_on_the_floor_below() {
    let slab = block([3.0, 2.3, 3.0], [5.0, 2.5, 5.0]);
    let world = bake(&strip([0.0, 8.0], [0.0, 8.0], 0.0).and(slab), CELL, 0.05);
    let body = walker();
    // q at the rim of the slab, p beside it on the floor, r on the floor under the slab.
    let (q, p, r) = ([3.125, 2.5, 4.125], [2.875, 0.0, 4.125], [4.125, 0.0, 4.125]);
    assert_eq!([q, p, r].map(|at| border_at(&world, &body, at, 1, 4)), [true, false, false]);
    // One layer is the rim; the next makes it two cells wide; 8 sides see the corner that 4 do not.
    let inner = [3.375, 2.5, 4.125];
    assert!(!border_at(&world, &body, inner, 1, 4) && border_at(&world, &body, inner, 2, 4));
    assert!(!border_at(&world, &body, [3.625, 2.5, 4.125], 2, 4));
    // r is reached from outside although the slab above it has a border.
    let bordered = PaperOptions { margin: PaperMargin::Border { layers: 1, sides: 4 }, ..plain() };
    assert!(plan_at(&world, &body, bordered, [1.125, 0.0, 4.125], r).is_ok());
}

#[test]
fn bandi_fig_12_there_is_no_border_between_islands_that_reach_each_other() {
    let slab = |x: [f64; 2]| block([x[0], 2.3, 3.0], [x[1], 2.5, 5.0]);
    let world = bake(&Soup::of([strip([0.0, 8.0], [0.0, 8.0], 0.0), slab([3.0, 4.0]), slab([4.5, 5.5])]), CELL, 0.05);
    let body = Body { foot_span: 0.75, ..walker() };
    let borders = [3.875, 4.625].map(|x| border_at(&world, &body, [x, 2.5, 4.125], 1, 4));
    assert_eq!(borders, [false, false], "the sides that face each other");
    let outer = [3.125, 5.375].map(|x| border_at(&world, &body, [x, 2.5, 4.125], 1, 4));
    assert_eq!(outer, [true, true]);
    // A gap wider than the foot span has a border on both sides.
    let short = Body { foot_span: 0.5, ..walker() };
    assert!(border_at(&world, &short, [3.875, 2.5, 4.125], 1, 4));
}

#[test]
fn bandi_7_3_eight_sides_see_a_corner_that_four_do_not() {
    let world = grid(9, 9, |x, z| (x, z) == (4, 4));
    let body = Body { foot_span: 0.0, ..walker() };
    let corner = centre([3, 3], 0.0);
    assert!(!border_at(&world, &body, corner, 1, 4) && border_at(&world, &body, corner, 1, 8));
}

#[test]
fn bandi_fig_13_lines_remove_the_bend_and_stay_off_the_border() {
    let wall = |x: i32, z: i32| (8..=17).contains(&x) && (9..=11).contains(&z);
    let world = grid(26, 24, wall);
    let body = Body { foot_span: 0.0, ..walker() };
    let (a, b) = ([10, 3], [13, 19]);
    let base =
        PaperOptions { neighbours: Neighbours::Eight, margin: PaperMargin::Border { layers: 1, sides: 8 }, ..plain() };
    let bends = |path: &[[i32; 2]]| {
        let ways: Vec<_> = path.windows(2).map(|pair| [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]).collect();
        ways.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let is_off = |&[x, z]: &[i32; 2]| !border_at(&world, &body, centre([x, z], 0.0), 1, 8);
    let jagged = columns(&plan(&world, &body, base, a, b).unwrap());
    assert!(jagged.iter().all(is_off));
    let mut lengths = Vec::new();
    for smoothing in
        [PaperSmoothing::None, PaperSmoothing::Junctions, PaperSmoothing::Comprehensive, PaperSmoothing::AnyAngle]
    {
        let smooth = plan(&world, &body, PaperOptions { smoothing, ..base }, a, b).unwrap();
        assert!(columns(&smooth).iter().all(is_off), "{smoothing:?}");
        lengths.push(smooth.route.length);
        // The route's points keep off the border as well.
        assert!(smooth.route.points.iter().all(|&at| !border_at(&world, &body, at, 1, 8)));
    }
    // Lines of cells have as many cells; straight lines are shorter.
    assert!(lengths[3] < lengths[0] - 0.05, "{lengths:?}");
    let lines = plan(&world, &body, PaperOptions { smoothing: PaperSmoothing::Comprehensive, ..base }, a, b).unwrap();
    assert_eq!(columns(&lines).len(), jagged.len());
    assert!(bends(&jagged) > 0);
}

/// A low table between A and B, as a rule has it.
fn table(tag: Tag) -> World {
    let builder = strip([0.0, 8.0], [0.0, 6.0], 0.0).put(Scene::builder(), "floor");
    let top = block([3.5, 0.0, 1.5], [4.5, 0.25, 4.5]);
    common::bake_with(&top.put_tagged(builder, "table", tag).build(), CELL, 0.05)
}

#[test]
fn bandi_fig_14_and_19bc_a_forbidden_table_is_walked_around_never_on_or_over() {
    let body = Body::adult();
    let thin = PaperOptions { neighbours: Neighbours::Eight, extended: Extended::All, ..plain() };
    let (a, b) = ([2.125, 0.0, 3.125], [5.875, 0.0, 3.125]);
    let over = |path: &footpath::plan::cells::CellPlan| {
        path.path.cells.iter().any(|cell| (14..18).contains(&cell.column.x) && (6..18).contains(&cell.column.z))
            || path.path.cells.windows(2).any(|pair| {
                // A move over the table though no cell of it is touched.
                let (low, high) = (pair[0].column.x.min(pair[1].column.x), pair[0].column.x.max(pair[1].column.x));
                low < 14 && high >= 18 && (6..18).contains(&pair[0].column.z)
            })
    };
    // Fig. 19(b): without the rule the path steps on it.
    let straight = plan_at(&table(Tag::Walkable), &body, thin, a, b).unwrap();
    assert!(over(&straight));
    assert!(straight.path.cells.iter().any(|cell| cell.height == 25));
    for tag in [Tag::Forbidden, Tag::Obstacle] {
        let around = plan_at(&table(tag), &body, thin, a, b).unwrap();
        assert!(tag == Tag::Obstacle || !over(&around), "{tag:?}");
        assert!(around.path.cells.iter().all(|cell| cell.height == 0));
    }
    // Even a jumper who could clear it goes around.
    let jumper = Body::adult().with(Ability::leap(Action::Jump, 3.0, 0.3, 0.3, 0.0, 1));
    assert!(!over(&plan_at(&table(Tag::Forbidden), &jumper, thin, a, b).unwrap()));
}
