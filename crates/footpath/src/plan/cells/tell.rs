//! From nodes to what users read: cells with their actions, points that bend with the ground, sections.
//!
//! A route is told from cells alone, corner by corner: the same cells on the same floors give the same points, whatever
//! comes before and after them.

use super::path::{Cell, Corner, metres};
use super::smooth::Laid;
use super::walk::off_the_ground;
use crate::body::{Action, Posture};
use crate::clearance::Rim;
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::plan::query::{Margin, Query};
use crate::reach::Terrain;
use crate::reach::action_of;
use crate::reach::centre;
use crate::route::{Route, Section};
use crate::world::World;

/// The cells of a path, each with the action that starts there; at the last the body stands.
pub(crate) fn cells(terrain: &Terrain<'_>, laid: &Laid) -> Vec<Cell> {
    let starts = |i: usize| match laid.nodes.get(i + 1) {
        Some(&(_, how)) => action_of(terrain, how),
        None if i == 0 => standing(terrain, laid.nodes[0].0),
        None => (Action::Walk, Posture::Upright),
    };
    let cell = |(i, &(node, _)): (usize, &(u32, u8))| {
        let (action, posture) = starts(i);
        Cell { column: terrain.column(node), height: terrain.height(node), action, posture, stepped: true }
    };
    laid.nodes.iter().enumerate().map(cell).collect()
}

/// A point on the way in plan units and cm.
#[derive(Clone, Copy, Debug)]
struct Foot {
    plan: [f64; 2],
    height: f64,
}

/// The route over some cells, straight from corner to corner, and the corners with their points.
pub(crate) fn route(world: &World, query: &Query<'_>, cells: &[Cell], corners: &[usize]) -> (Route, Vec<Corner>) {
    let (points, turns) = points(world, cells, corners);
    let sections = sections(world, query, cells, &turns);
    (Route { length: Route::length_of(&points), points, sections, ..Route::default() }, turns)
}

/// The points over some cells, straight from corner to corner.
pub(crate) fn points(world: &World, cells: &[Cell], corners: &[usize]) -> (Vec<[f64; 3]>, Vec<Corner>) {
    let mut feet = vec![foot(world, &cells[corners[0]])];
    let mut turns = vec![Corner { cell: corners[0], point: 0 }];
    for pair in corners.windows(2) {
        if pair[1] > pair[0] + 1 {
            bend(world, &cells[pair[0]..=pair[1]], &mut feet);
        }
        feet.push(foot(world, &cells[pair[1]]));
        turns.push(Corner { cell: pair[1], point: feet.len() - 1 });
    }
    (feet.iter().map(|foot| metres(world, foot.plan, foot.height)).collect(), turns)
}

/// What is done from corner to corner.
pub(crate) fn sections(world: &World, query: &Query<'_>, cells: &[Cell], corners: &[Corner]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for pair in corners.windows(2) {
        let over = &cells[pair[0].cell..=pair[1].cell];
        append(&mut sections, section(world, query, over, [pair[0].point, pair[1].point]));
    }
    if sections.is_empty() {
        sections.push(section(world, query, &cells[..1], [0, 0]));
    }
    sections
}

/// Adds a section, or lengthens the last one if the body goes on as before.
fn append(sections: &mut Vec<Section>, next: Section) {
    match sections.last_mut() {
        Some(last) if last.action == next.action && last.posture == next.posture && !next.action.is_leap() => {
            last.last = next.last;
            last.clearance = last.clearance.min(next.clearance);
        }
        _ => sections.push(next),
    }
}

/// A section over some cells, done as the first of them says.
fn section(world: &World, query: &Query<'_>, cells: &[Cell], [first, last]: [usize; 2]) -> Section {
    let Cell { action, posture, .. } = cells[0];
    let half_width = if query.cells.margin == Margin::Radius { query.body.radius } else { 0.0 };
    let height = query.body.height_in(posture).unwrap_or(query.body.height);
    let field = world.field(query.body.max_climb, height, Rim::Open);
    let beside = cells.iter().filter_map(|cell| field.clearance(world, cell.floor(world)?));
    let clearance = beside.map(|clearance| clearance.metres()).fold(f64::INFINITY, f64::min);
    // On slopes the field asks from the ground there and the body from its feet: what it fits through is at least its own.
    let clearance = if clearance.is_finite() { clearance.max(half_width) } else { half_width };
    Section { action, posture, behaviour: "walk".to_owned(), first, last, height, half_width, clearance }
}

/// What the body does at a floor that it does not leave.
fn standing(terrain: &Terrain<'_>, node: u32) -> (Action, Posture) {
    let posture = terrain.reach.limits.posture(terrain.room(node)).unwrap_or(0);
    action_of(terrain, posture as u8)
}

fn foot(world: &World, cell: &Cell) -> Foot {
    Foot { plan: centre(world.grid(), cell.column).map(|c| c as f64), height: f64::from(cell.height) }
}

/// Adds the points at which the straight way over some cells leaves the line from end to end by more than half a cell's
/// height.
fn bend(world: &World, cells: &[Cell], feet: &mut Vec<Foot>) {
    let (start, end) = (foot(world, &cells[0]), foot(world, &cells[cells.len() - 1]));
    let mut along = Vec::with_capacity(cells.len());
    for around in cells.windows(3) {
        let (t, mut foot) = passing(world, start.plan, end.plan, &around[1]);
        // Room was asked for heights between those of neighbouring floors.
        let heights = around.iter().map(|cell| f64::from(cell.height));
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), h| (low.min(h), high.max(h)));
        foot.height = foot.height.clamp(low, high);
        along.push((t, foot));
    }
    simplify((0.0, start), (1.0, end), &along, off_the_ground(world.grid()), feet);
}

/// Where a line is nearest to the centre of a cell, and the height of the ground there. Where the floor is gone, as may be
/// behind a walker, it counts as level.
fn passing(world: &World, a: [f64; 2], b: [f64; 2], cell: &Cell) -> (f64, Foot) {
    let at = foot(world, cell);
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let t = ((at.plan[0] - a[0]) * along[0] + (at.plan[1] - a[1]) * along[1]) / length;
    let plan = [a[0] + t * along[0], a[1] + t * along[1]];
    let floor = cell.floor(world).and_then(|id| world.floor(id));
    let slope = floor.map_or([0.0; 2], |(_, floor)| floor.slope.map(|g| f64::from(g) / 64.0));
    let cm = f64::from(CM_PER_METRE) / f64::from(PLAN_PER_METRE);
    let beside = (slope[0] * (plan[0] - at.plan[0]) + slope[1] * (plan[1] - at.plan[1])) * cm;
    (t, Foot { plan, height: at.height + beside })
}

/// Keeps the points without which the heights would be off by more than a tolerance.
fn simplify(start: (f64, Foot), end: (f64, Foot), along: &[(f64, Foot)], tolerance: f64, feet: &mut Vec<Foot>) {
    let off = |&(t, foot): &(f64, Foot)| {
        let share = (t - start.0) / (end.0 - start.0);
        (foot.height - (start.1.height + share * (end.1.height - start.1.height))).abs()
    };
    let worst = along.iter().enumerate().max_by(|(i, a), (j, b)| off(a).total_cmp(&off(b)).then(j.cmp(i)));
    let Some((at, &middle)) = worst.filter(|(_, point)| off(point) > tolerance) else { return };
    simplify(start, middle, &along[..at], tolerance, feet);
    feet.push(middle.1);
    simplify(middle, end, &along[at + 1..], tolerance, feet);
}
