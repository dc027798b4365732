//! From traced nodes to what users read: cells with their actions, points that bend with the ground, sections.

use super::path::Cell;
use super::smooth::is_leap;
use super::space::{Costs, action_of};
use super::trace::Traced;
use super::walk::straight;
use crate::body::{Action, Posture};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::plan::query::{Margin, Query};
use crate::plan::terrain::Terrain;
use crate::route::{Route, Section};

/// The cells of a path, each with the action that starts there.
pub(crate) fn cells(terrain: &Terrain<'_>, path: &[Traced]) -> Vec<Cell> {
    let next = |i: usize| path.get(i + 1).map_or((Action::Walk, Posture::Upright), |&(_, how)| action_of(terrain, how));
    let cell = |(i, &(node, _)): (usize, &Traced)| {
        let (action, posture) = next(i);
        Cell { column: terrain.column(node), height: terrain.height(node), action, posture, stepped: true }
    };
    path.iter().enumerate().map(cell).collect()
}

/// A point on the way in plan units and cm.
#[derive(Clone, Copy, Debug)]
struct Foot {
    plan: [f64; 2],
    height: f64,
}

/// The route along corners between which the body moves straight.
pub(crate) fn route(terrain: &mut Terrain<'_>, query: &Query<'_>, costs: &Costs, corners: &[Traced]) -> Route {
    let mut feet = vec![foot(terrain, corners[0].0)];
    let mut sections: Vec<Section> = Vec::new();
    for pair in corners.windows(2) {
        let ((from, _), (to, how)) = (pair[0], pair[1]);
        let first = feet.len() - 1;
        if !is_leap(how) {
            bend(terrain, costs, from, to, how, &mut feet);
        }
        feet.push(foot(terrain, to));
        let (action, posture) = action_of(terrain, how);
        let last = feet.len() - 1;
        match sections.last_mut() {
            Some(section) if section.action == action && section.posture == posture && !is_leap(how) => {
                section.last = last
            }
            _ => sections.push(section(query, action, posture, first, last)),
        }
    }
    if sections.is_empty() {
        let (action, posture) = standing(terrain, corners[0].0);
        sections.push(section(query, action, posture, 0, 0));
    }
    let origin = terrain.world.origin();
    let point = |foot: &Foot| {
        let along = |plan: f64| plan / f64::from(PLAN_PER_METRE);
        [
            origin[0] + along(foot.plan[0]),
            origin[1] + foot.height / f64::from(CM_PER_METRE),
            origin[2] + along(foot.plan[1]),
        ]
    };
    let points: Vec<[f64; 3]> = feet.iter().map(point).collect();
    Route { length: Route::length_of(&points), points, sections, ..Route::default() }
}

fn section(query: &Query<'_>, action: Action, posture: Posture, first: usize, last: usize) -> Section {
    let half_width = if query.cells.margin == Margin::Radius { query.body.radius } else { 0.0 };
    Section {
        action,
        posture,
        behaviour: "walk".to_owned(),
        first,
        last,
        height: query.body.height_in(posture).unwrap_or(query.body.height),
        half_width,
        clearance: half_width,
    }
}

/// What the body does at a floor that it does not leave.
fn standing(terrain: &Terrain<'_>, node: u32) -> (Action, Posture) {
    let posture = terrain.reach.limits.posture(terrain.room(node)).unwrap_or(0);
    action_of(terrain, posture as u8)
}

fn foot(terrain: &Terrain<'_>, node: u32) -> Foot {
    let plan = crate::plan::reach::centre(&terrain.reach.grid, terrain.column(node)).map(|c| c as f64);
    Foot { plan, height: f64::from(terrain.height(node)) }
}

/// Adds the points at which the straight way between two nodes leaves the line from end to end by more than half a cell's
/// height.
fn bend(terrain: &mut Terrain<'_>, costs: &Costs, from: u32, to: u32, how: u8, feet: &mut Vec<Foot>) {
    let Some(nodes) = straight(terrain, costs, from, to, how, &|_, _| false) else { return };
    let (start, end) = (foot(terrain, from), foot(terrain, to));
    let along: Vec<(f64, Foot)> = nodes[1..nodes.len().saturating_sub(1).max(1)]
        .iter()
        .map(|&node| passing(terrain, start.plan, end.plan, node))
        .collect();
    let tolerance = (f64::from(terrain.reach.grid.cell_height) / 2.0).max(1.0);
    simplify((0.0, start), (1.0, end), &along, tolerance, feet);
}

/// Where a line is nearest to the centre of a node's column, and the height of the ground there.
fn passing(terrain: &Terrain<'_>, a: [f64; 2], b: [f64; 2], node: u32) -> (f64, Foot) {
    let at = foot(terrain, node);
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let t = ((at.plan[0] - a[0]) * along[0] + (at.plan[1] - a[1]) * along[1]) / length;
    let plan = [a[0] + t * along[0], a[1] + t * along[1]];
    let (tile, floor) = terrain.tile(node);
    let slope = tile.floors()[floor].slope.map(|g| f64::from(g) / 64.0);
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
