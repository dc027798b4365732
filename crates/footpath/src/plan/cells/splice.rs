//! Inserts a new piece into an old path, and keeps the other cells and points bit for bit.
//!
//! In: a plan, the cell where the piece leaves it, a traced piece, the cell where it joins the plan again. Out: the whole plan.
//! Only the new piece is smoothed. A straight line of the old route that is left or joined midway is cut there; its other part
//! stays as it was.

use super::intact::Intact;
use crate::body::{Action, Posture};
use crate::plan::query::{Planner, Variant};
use crate::route::build::{metres_of, points, sections};
use crate::route::{Cell, CellPath, CellPlan, Corner, Route, Traced, Work};
use std::ops::{Range, RangeInclusive};

/// A new piece and its place in the old path.
pub(super) struct Piece {
    /// The kept cell where it begins; `None` if it begins beside the path.
    pub from: Option<usize>,
    /// The kept cell where it ends; `None` if it ends at a goal.
    pub to: Option<usize>,
    /// Its nodes, including both of these cells.
    pub nodes: Vec<Traced>,
}

impl<V: Variant> Planner<'_, V> {
    /// Inserts a piece. Gives the plan and the range of its new cells.
    pub(super) fn splice(
        &mut self,
        old: &CellPlan,
        intact: &Intact,
        piece: Piece,
        goal: usize,
        work: Work,
    ) -> (CellPlan, Range<usize>) {
        let Piece { from, to, nodes } = piece;
        let (path, new_cells) = self.path_and_cells(nodes);
        let (mut cells, moves, new) = insert_cells(old, from, to, (new_cells, path.moves));
        let (head, joint) = (from.unwrap_or(0), new.end);
        self.set_feet_around(&mut cells, head, joint);
        // Corners: the old ones before the piece, its own, the old ones after it.
        let before = from.map_or(0, |head| old.corners.partition_point(|corner| corner.cell <= head));
        let after = to.map_or(old.corners.len(), |to| old.corners.partition_point(|corner| corner.cell < to));
        let (kept, rest) = (&old.corners[..before], &old.corners[after..]);
        let mut turns: Vec<usize> = Vec::new();
        if let Some(corner) = kept.last() {
            turns.extend(self.cut_short(&old.path.cells, intact, corner.cell..=head));
            turns.pop();
        }
        turns.extend(path.corners.iter().map(|corner| head + corner));
        if let (Some(to), Some(corner)) = (to, rest.first()) {
            let cut = self.cut_short(&old.path.cells, intact, to..=corner.cell);
            turns.extend(cut.into_iter().skip(1).map(|i| joint + i - to));
        }
        let world = self.terrain.world;
        let (new_points, corners) = points(world, &cells, &turns);
        let seam = Seam { kept, rest, joint, to: to.unwrap_or(0) };
        let (points, corners) = seam.join_points(&old.route.points, new_points, &corners);
        let cost = moves.iter().map(|&cost| u64::from(cost)).sum();
        // Sections are built again, since an obstacle beside kept cells changes their clearance.
        let sections = sections(world, &self.body, &cells, &corners);
        let off_map = old.route.off_map.clone();
        let route = Route { cost: metres_of(world, cost), goal, off_map, work, ..Route::over(points, sections) };
        (CellPlan { path: CellPath { cells, moves, cost, goal }, corners, route }, new)
    }

    /// The corners over kept cells of a line that is cut.
    fn cut_short(&mut self, cells: &[Cell], intact: &Intact, range: RangeInclusive<usize>) -> Vec<usize> {
        let (first, last) = (*range.start(), *range.end());
        if last <= first + 1 {
            return range.collect();
        }
        let nodes: Option<Vec<u32>> = intact.nodes[range.clone()].iter().copied().collect();
        if let Some(nodes) = nodes {
            let corners = self.builder().cut_short(&nodes, cells[first].step());
            return corners.into_iter().map(|i| first + i).collect();
        }
        // Some of these nodes no longer exist, behind the walker.
        let there = range.rev().take_while(|&i| intact.nodes[i].is_some()).last().unwrap_or(last);
        let mut corners = vec![first];
        corners.extend(self.cut_short(cells, intact, there..=last));
        corners
    }

    /// Sets the feet on a new piece, from the last kept foot before it to the first kept foot after it.
    fn set_feet_around(&mut self, cells: &mut [Cell], head: usize, joint: usize) {
        let last = cells.len() - 1;
        let from = (0..=head.min(last)).rev().find(|&i| cells[i].stepped).unwrap_or(0);
        let to = (joint.min(last)..=last).find(|&i| cells[i].stepped).unwrap_or(last);
        self.variant.set_feet(&self.terrain, &self.body, &mut cells[from..=to]);
    }
}

/// The cells and moves of a path with an inserted piece, and the range of its new cells.
fn insert_cells(
    old: &CellPlan,
    from: Option<usize>,
    to: Option<usize>,
    (mut cells, mut moves): (Vec<Cell>, Vec<u32>),
) -> (Vec<Cell>, Vec<u32>, Range<usize>) {
    let (old_cells, old_moves) = (&old.path.cells, &old.path.moves);
    // Both ends of the piece are kept cells. The move from the first belongs to the piece, the move from the last does not.
    cells.truncate(cells.len() - usize::from(to.is_some()));
    moves.truncate(cells.len());
    let head = from.unwrap_or(0);
    if let (Some(from), Some(first)) = (from, cells.first_mut()) {
        first.stepped = old_cells[from].stepped;
    }
    cells.splice(..0, old_cells[..head].iter().copied());
    moves.splice(..0, old_moves[..head].iter().copied());
    let joint = cells.len();
    if let Some(to) = to {
        cells.extend_from_slice(&old_cells[to..]);
        moves.extend_from_slice(&old_moves[to..]);
    } else if joint > 1 {
        // The path may end at a cell from which the old one continued.
        (cells[joint - 1].action, cells[joint - 1].posture) = (Action::Walk, Posture::Upright);
    }
    let first_new = (head + usize::from(from.is_some())).min(joint);
    (cells, moves, first_new..joint)
}

/// The joint between new points and old ones.
struct Seam<'a> {
    /// Old corners before it.
    kept: &'a [Corner],
    /// Old corners after it.
    rest: &'a [Corner],
    /// Index in the new path of cell `to` of the old path.
    joint: usize,
    to: usize,
}

impl Seam<'_> {
    /// Joins the old points before the piece, the new points, and the old points after it.
    fn join_points(&self, old: &[[f64; 3]], new: Vec<[f64; 3]>, corners: &[Corner]) -> (Vec<[f64; 3]>, Vec<Corner>) {
        let first = self.kept.last().map_or(0, |corner| corner.point);
        let mut points = old[..first].to_vec();
        points.extend(new);
        let mut turns = self.kept[..self.kept.len().saturating_sub(1)].to_vec();
        turns.extend(corners.iter().map(|corner| Corner { cell: corner.cell, point: corner.point + first }));
        if let Some(back) = self.rest.first() {
            let seam = points.len() - 1;
            points.extend_from_slice(&old[back.point + 1..]);
            turns.extend(self.rest[1..].iter().map(|corner| Corner {
                cell: corner.cell + self.joint - self.to,
                point: corner.point + seam - back.point,
            }));
        }
        (points, turns)
    }
}
