//! What a literal reading of Bandi & Thalmann gets wrong, point by point: docs/seeds/bandi-thalmann-2000.md lists them.
//!
//! That distances count moves and not cells is `bandi_fig_8_…`.

#![allow(clippy::unwrap_used)]

mod common;

use common::{CELL, Soup, bake, block, check_as_wide, columns, floor_near, grid, plain, plan, plan_at, strip, walker};
use footpath::World;
use footpath::body::{Ability, Action, Body};
use footpath::plan::cells::CellPlan;
use footpath::plan::{Diagonals, Extended, Neighbours, PaperOptions, SpanMetric};
use footpath::world::FloorId;

fn at(world: &World, position: [f64; 3]) -> FloorId {
    floor_near(world, position).unwrap()
}

/// The feet are in the free cell on top of the support: a body of n cells has its head in the cell n − 1 above it, and the
/// scan of §7.1.1 begins there. One cell off, and a ceiling that just clears the head would end it.
#[test]
fn bandi_7_1_1_the_scan_begins_at_the_head_and_the_feet_stand_on_the_support() {
    let body = Body { height: 4.0 * CELL, bent_height: 4.0 * CELL, crawling_height: 4.0 * CELL, ..walker() };
    for (lower, seen) in [(0.0, true), (0.01, false), (CELL, false)] {
        let underside = 4.0 * CELL - lower;
        let slab = block([1.0, underside, 0.0], [2.0, underside + 0.25, 2.0]);
        let world = bake(&strip([0.0, 2.0], [0.0, 2.0], 0.0).and(slab), CELL, 0.05);
        let p = at(&world, [0.875, 0.0, 1.125]);
        let below = at(&world, [1.125, 0.0, 1.125]);
        let found = world.extended_neighbour(&body, p, [1, 0]);
        assert_eq!(found, seen.then_some(below), "a ceiling {lower} m below the head");
        // Headroom counts from the support, not from the cell in it: an exact fit is reachable, a centimetre less is not.
        assert_eq!(world.is_immediately_reachable(&body, p, below, SpanMetric::Arc), seen, "{lower}");
        let walked = PaperOptions { neighbours: Neighbours::Eight, ..plain() };
        let way = plan_at(&world, &body, walked, [0.875, 0.0, 1.125], [1.125, 0.0, 1.125]);
        assert_eq!(way.is_ok(), seen, "{lower}");
    }
}

/// Two banks, 0.75 m apart, with the ground of a pit between them unless it has none; a beam over the pit if one is given.
/// Sides stand a little within their cells, since an upright face right on a border belongs to the cell behind it.
fn pit(bottom: Option<f64>, beam: Option<f64>) -> World {
    let banks = block([0.0, -4.5, 0.0], [1.99, 0.0, 2.0]).and(block([2.76, -4.5, 0.0], [5.0, 0.0, 2.0]));
    let ground = bottom.map(|y| block([2.01, -4.5, 0.0], [2.74, y, 2.0]));
    let beam = beam.map(|y| block([2.26, y, 0.0], [2.49, y + 1.0, 2.0]));
    bake(&Soup::of([Some(banks), ground, beam].into_iter().flatten()), CELL, 0.05)
}

const BANKS: [[f64; 3]; 2] = [[1.875, 0.0, 1.125], [3.125, 0.0, 1.125]];

fn over(world: &World, body: &Body, extended: Extended) -> Option<CellPlan> {
    let options = PaperOptions { neighbours: Neighbours::Eight, extended, ..plain() };
    let plan = plan_at(world, body, options, [0.625, 0.0, 1.125], BANKS[1]).ok()?;
    assert_eq!(check_as_wide(world, body, &plan, 0.02), Ok(()));
    Some(plan)
}

fn jumper() -> Body {
    Body { foot_span: 1.5, ..walker() }.with(Ability::leap(Action::Jump, 1.5, 0.3, 0.3, 1.0, 1))
}

/// The first occupied cell of a column ends the scan of §7.1.1, however deep it lies: the far bottom of a pit hides its other
/// bank. Looking into every column and every opening of it (§7.2) finds the bank.
#[test]
fn bandi_7_1_1_a_pit_with_a_bottom_ends_the_scan_and_is_jumped_all_the_same() {
    for bottom in [None, Some(-4.0), Some(-1.0)] {
        let world = pit(bottom, None);
        let [here, there] = BANKS.map(|bank| at(&world, bank));
        let edge = at(&world, [2.875, 0.0, 1.125]);
        let scanned = world.extended_neighbour(&jumper(), here, [1, 0]).unwrap();
        let depth = world.position(scanned).unwrap()[1];
        match bottom {
            None => assert_eq!(scanned, edge),
            Some(y) => assert!((depth - y).abs() < 0.011, "the scan ends at {depth}"),
        }
        let reach = world.immediately_reachable(&jumper(), here, SpanMetric::Arc);
        assert!(reach.contains(&edge) && reach.contains(&there), "{bottom:?}");
        let plan = over(&world, &jumper(), Extended::All).unwrap();
        assert_eq!(plan.path.cells.iter().filter(|cell| cell.action == Action::Jump).count(), 1, "{bottom:?}");
        // The front that takes the scan at its word stays on its bank when there is a bottom.
        let strider = Body { foot_span: 1.5, ..walker() }.with(Ability::leap(Action::Step, 1.5, 0.3, 0.3, 1.0, 1));
        assert_eq!(over(&world, &strider, Extended::FirstRing).is_some(), bottom.is_none(), "{bottom:?}");
    }
}

/// A wall at the height of the head ends the scan as well, and what lies beyond it is not seen.
#[test]
fn bandi_7_1_1_a_wall_at_the_head_ends_the_scan() {
    for (underside, seen) in [(1.5, false), (1.8, true)] {
        let world = pit(None, Some(underside));
        let here = at(&world, BANKS[0]);
        assert_eq!(world.extended_neighbour(&jumper(), here, [1, 0]).is_some(), seen, "a beam at {underside}");
    }
}

/// Both ends of a jump have room (§6.2), but a beam hangs over the gap between them: the whole way must be free.
#[test]
fn bandi_6_2_both_ends_are_free_and_the_way_between_them_is_not() {
    for (underside, free) in [(0.9, false), (1.5, false), (1.8, false), (2.6, true)] {
        let world = pit(Some(-4.0), Some(underside));
        let [here, there] = BANKS.map(|bank| at(&world, bank));
        assert!(world.is_immediately_reachable(&jumper(), here, there, SpanMetric::Arc), "the seed looks at the ends");
        assert_eq!(over(&world, &jumper(), Extended::All).is_some(), free, "a beam at {underside}");
    }
}

/// With diagonals of unit length (§3.4) a path has the fewest cells, which is not the shortest way.
#[test]
fn bandi_3_6_unit_diagonals_are_best_in_cells_and_not_in_metres() {
    // A gate straight ahead that costs one cell more than one that is reached by diagonals only.
    let world = grid(21, 21, |x, z| z == 10 && ![4, 10].contains(&x) || (8..=12).contains(&x) && z == 8 && x != 12);
    let body = walker();
    let by = |diagonals| {
        let options = PaperOptions { neighbours: Neighbours::Eight, diagonals, ..plain() };
        plan(&world, &body, options, [10, 2], [10, 18]).unwrap()
    };
    let (unit, truly) = (by(Diagonals::Unit), by(Diagonals::True));
    let length = |plan: &CellPlan| {
        let steps = columns(plan);
        let step = |pair: &[[i32; 2]]| f64::from(pair[0][0] - pair[1][0]).hypot(f64::from(pair[0][1] - pair[1][1]));
        steps.windows(2).map(step).sum::<f64>()
    };
    assert!(columns(&unit).len() <= columns(&truly).len());
    assert!(length(&truly) < length(&unit) - 0.5, "{} and {}", length(&truly), length(&unit));
    // On any grid: never fewer cells than d8 says, never more than the Manhattan path.
    let d8 = 16 + 1;
    let four = plan(&world, &body, plain(), [10, 2], [10, 18]).unwrap();
    assert!(columns(&unit).len() >= d8 && columns(&unit).len() <= columns(&four).len());
}
