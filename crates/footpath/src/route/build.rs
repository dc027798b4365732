//! The route builder: from a path of nodes to a route.
//!
//! In: a path of a search, over the terrain that it was found on. Out: cells with their actions, points that follow the ground,
//! sections. Every planner gives its path to [`Builder`], and repair builds the pieces of a route with the same functions.
//! Promised: a route depends only on its cells, corner by corner. The same cells on the same floors give the same points,
//! whatever comes before and after them.

use super::line::height_tolerance;
use super::path::{Cell, CellPath, CellPlan, Corner, Path, metres};
use super::{Route, Section, Traced};
use crate::body::{Body, Posture};
use crate::clearance::Rim;
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::reach::{Costs, Move, ORTHOGONAL, Terrain, centre};
use crate::world::World;

/// Builds plans for the body of a query, over the terrain that the query has used.
pub(crate) struct Builder<'a, 'w> {
    pub terrain: &'a mut Terrain<'w>,
    pub costs: &'a Costs,
    /// The body with the radius that the query uses: zero without a margin.
    pub body: &'a Body,
}

impl Builder<'_, '_> {
    /// The plan over a path and its cells.
    pub fn build_plan(&self, cells: Vec<Cell>, path: Path, cost: u64, goal: usize) -> CellPlan {
        let world = self.terrain.world;
        let (points, corners) = points(world, &cells, &path.corners);
        let sections = sections(world, self.body, &cells, &corners);
        let route = Route { cost: metres_of(world, cost), goal, ..Route::over(points, sections) };
        CellPlan { path: CellPath { cells, moves: path.moves, cost, goal }, corners, route }
    }

    /// The cells of a path, each with the action that starts there. The last one has the action `walk`; a single cell has the
    /// posture in which the body stands.
    pub fn cells(&self, path: &Path) -> Vec<Cell> {
        let limits = &self.terrain.reach.limits;
        let standing = || limits.posture(self.terrain.room(path.nodes[0].0)).unwrap_or(0);
        let starts = |i: usize| match path.nodes.get(i + 1) {
            Some(&(_, how)) => how,
            None if i == 0 => Move::Walk(Posture::ALL[standing()]),
            None => Move::WALK,
        };
        let cell = |(i, &(node, _)): (usize, &Traced)| {
            let (column, height, how) = (self.terrain.column(node), self.terrain.height(node), starts(i));
            Cell { column, height, action: how.action(limits), posture: how.posture(), stepped: true }
        };
        path.nodes.iter().enumerate().map(cell).collect()
    }
}

/// A cost in metres of level walking.
pub(crate) fn metres_of(world: &World, cost: u64) -> f64 {
    cost as f64 / f64::from(ORTHOGONAL) * world.grid().cell_size()
}

/// A point of the route in plan units and cm.
#[derive(Clone, Copy, Debug)]
struct Foot {
    plan: [f64; 2],
    height: f64,
}

impl Foot {
    fn of_cell(world: &World, cell: &Cell) -> Self {
        Self { plan: centre(world.grid(), cell.column).map(|c| c as f64), height: f64::from(cell.height) }
    }
}

/// The points over some cells, straight from corner to corner, and the index of each corner's point.
pub(crate) fn points(world: &World, cells: &[Cell], corners: &[usize]) -> (Vec<[f64; 3]>, Vec<Corner>) {
    let mut feet = vec![Foot::of_cell(world, &cells[corners[0]])];
    let mut turns = vec![Corner { cell: corners[0], point: 0 }];
    for pair in corners.windows(2) {
        if pair[1] > pair[0] + 1 {
            follow_ground(world, &cells[pair[0]..=pair[1]], &mut feet);
        }
        feet.push(Foot::of_cell(world, &cells[pair[1]]));
        turns.push(Corner { cell: pair[1], point: feet.len() - 1 });
    }
    (feet.iter().map(|foot| metres(world, foot.plan, foot.height)).collect(), turns)
}

/// The sections from corner to corner.
pub(crate) fn sections(world: &World, body: &Body, cells: &[Cell], corners: &[Corner]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for pair in corners.windows(2) {
        let over = &cells[pair[0].cell..=pair[1].cell];
        append(&mut sections, section(world, body, over, [pair[0].point, pair[1].point]));
    }
    if sections.is_empty() {
        sections.push(section(world, body, &cells[..1], [0, 0]));
    }
    sections
}

/// Adds a section, or extends the last one if action and posture are the same.
fn append(sections: &mut Vec<Section>, next: Section) {
    match sections.last_mut() {
        Some(last) if last.action == next.action && last.posture == next.posture && !next.action.is_leap() => {
            last.last = next.last;
            last.clearance = last.clearance.min(next.clearance);
        }
        _ => sections.push(next),
    }
}

/// A section over some cells, with the action and posture of the first.
fn section(world: &World, body: &Body, cells: &[Cell], [first, last]: [usize; 2]) -> Section {
    let Cell { action, posture, .. } = cells[0];
    let height = body.height_in(posture).unwrap_or(body.height);
    let field = world.field(body.max_climb, height, Rim::Open);
    let beside = cells.iter().filter_map(|cell| field.clearance(world, cell.floor(world)?));
    let clearance = beside.map(|clearance| clearance.metres()).fold(f64::INFINITY, f64::min);
    // On slopes the field measures from the floor of each cell, but the body from its feet. The body fits, so its clearance is at
    // least its radius.
    let clearance = if clearance.is_finite() { clearance.max(body.radius) } else { body.radius };
    let half_width = body.radius;
    Section { action, posture, behaviour: "walk".to_owned(), first, last, height, half_width, clearance }
}

impl CellPlan {
    /// Appends a plan that begins where this one ends.
    pub(crate) fn append(&mut self, next: Self) {
        self.path.cells.pop();
        self.path.moves.pop();
        self.corners.pop();
        let (cells, points) = (self.path.cells.len(), self.route.points.len() - 1);
        self.path.cells.extend(next.path.cells);
        self.path.moves.extend(next.path.moves);
        let shifted = |corner: Corner| Corner { cell: corner.cell + cells, point: corner.point + points };
        self.corners.extend(next.corners.into_iter().map(shifted));
        self.route.points.extend_from_slice(&next.route.points[1..]);
        for section in next.route.sections {
            let (first, last) = (section.first + points, section.last + points);
            append(&mut self.route.sections, Section { first, last, ..section });
        }
        self.route.length = Route::length_of(&self.route.points);
    }
}

/// Adds the points at which the ground under a straight line deviates from the line's height by more than half a cell's height.
fn follow_ground(world: &World, cells: &[Cell], feet: &mut Vec<Foot>) {
    let (start, end) = (Foot::of_cell(world, &cells[0]), Foot::of_cell(world, &cells[cells.len() - 1]));
    let mut along = Vec::with_capacity(cells.len());
    for around in cells.windows(3) {
        let (t, mut foot) = nearest_on_line(world, start.plan, end.plan, &around[1]);
        // The body has room at all heights between those of neighbouring floors.
        let heights = around.iter().map(|cell| f64::from(cell.height));
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), h| (low.min(h), high.max(h)));
        foot.height = foot.height.clamp(low, high);
        along.push((t, foot));
    }
    simplify((0.0, start), (1.0, end), &along, height_tolerance(world.grid()), feet);
}

/// Where a line is nearest to the centre of a cell, and the height of the ground there. A floor that no longer exists counts as
/// level; repair meets such floors behind a walker.
fn nearest_on_line(world: &World, a: [f64; 2], b: [f64; 2], cell: &Cell) -> (f64, Foot) {
    let at = Foot::of_cell(world, cell);
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

/// Adds the points that are needed to keep the error in height below a tolerance.
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
