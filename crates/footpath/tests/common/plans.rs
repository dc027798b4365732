//! What must hold of every plan, before and after it is changed.

use footpath::plan::Query;
use footpath::plan::cells::{Cell, CellPlan, Repair};
use footpath::route::Fault;
use footpath::{Body, World};

/// That a plan can be walked in a world, and that its parts belong together.
pub fn assert_walkable(world: &World, query: &Query<'_>, plan: &CellPlan, name: &str) {
    let (path, route) = (&plan.path, &plan.route);
    assert!(!path.cells.is_empty() && path.moves.len() == path.cells.len(), "{name}");
    for corner in &plan.corners {
        let at = path.cells[corner.cell].position(world);
        assert_eq!(route.points[corner.point], at, "{name}: corner {corner:?}");
    }
    let ends = [plan.corners[0], plan.corners[plan.corners.len() - 1]];
    assert_eq!(ends.map(|corner| corner.cell), [0, path.cells.len() - 1], "{name}");
    assert_eq!(ends.map(|corner| corner.point), [0, route.points.len() - 1], "{name}");
    // Sections follow one another from the first point to the last.
    let mut at = 0;
    for section in &route.sections {
        assert!(section.first == at && (section.last > at || route.points.len() == 1), "{name}: {:?}", route.sections);
        at = section.last;
    }
    assert_eq!(at, route.points.len() - 1, "{name}");
    // Every cell has its floor, every move can be made and every line is free: the planner's own word for it.
    let all = path.cells.iter().position(|cell| cell.floor(world).is_none());
    assert_eq!(all, None, "{name}: a cell without a floor");
    let repair = world.repair(query, plan, 0).unwrap_or_else(|no| panic!("{name}: {no}"));
    if let Repair::Changed(changed) = repair {
        let near = &path.cells[changed.new.start.saturating_sub(2)..path.cells.len().min(changed.new.start + 3)];
        panic!("{name}: not free from cell {} on: {near:?}", changed.new.start);
    }
    // And the word of the checker, which knows nothing but the triangles.
    if let Err(fault) = world.check_route(query.body, route) {
        panic!("{name}: {fault}");
    }
}

/// What the checker says of a plan for a body of a radius. A plan by border cells, or without a margin, promises no width.
pub fn check_as_wide(world: &World, body: &Body, plan: &CellPlan, radius: f64) -> Result<(), Fault> {
    let mut route = plan.route.clone();
    route.sections.iter_mut().for_each(|section| section.half_width = radius);
    world.check_route(&Body { radius, ..body.clone() }, &route)
}

/// How many cells two paths share at their beginning and at their end.
pub fn same_cells(a: &[Cell], b: &[Cell]) -> [usize; 2] {
    let first = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let last = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    [first, last]
}

/// How many points two routes share, bit for bit, at their beginning and at their end.
pub fn same_points(a: &[[f64; 3]], b: &[[f64; 3]]) -> [usize; 2] {
    let same = |a: &[f64; 3], b: &[f64; 3]| a.map(f64::to_bits) == b.map(f64::to_bits);
    let first = a.iter().zip(b).take_while(|(a, b)| same(a, b)).count();
    let last = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| same(a, b)).count();
    [first, last]
}
