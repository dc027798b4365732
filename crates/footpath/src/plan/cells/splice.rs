//! A new piece in an old path: what is kept stays bit for bit, cells and points.
//!
//! In: a plan, the cell at which it is left, a traced piece, the cell at which the plan is joined again. Out: the whole
//! plan. Only the new piece is smoothed. A straight line of the old route that is left or joined midway is cut there, and
//! that is all that changes of it.

use super::intact::Intact;
use super::path::{Cell, CellPath, Corner};
use super::trace::Traced;
use super::{CellPlan, Planner, tell};
use crate::body::{Action, Posture};
use crate::route::{Route, Section, Work};
use std::ops::Range;

/// A new piece and where it belongs.
pub(super) struct Piece {
    /// The kept cell that it begins at; none when it begins beside the path.
    pub from: Option<usize>,
    /// The kept cell that it ends at; none when it ends at a goal.
    pub to: Option<usize>,
    /// Its nodes, with both of these.
    pub path: Vec<Traced>,
}

impl Planner<'_> {
    /// Puts a piece in. Gives the plan and the range of its new cells.
    pub(super) fn splice(
        &mut self,
        old: &CellPlan,
        intact: &Intact,
        piece: Piece,
        goal: usize,
        work: Work,
    ) -> (CellPlan, Range<usize>) {
        let smoothing = self.options.smoothing;
        let laid = self.smoother().lay(piece.path, smoothing);
        let mut middle = tell::cells(&self.terrain, &laid);
        let mut moves = laid.moves;
        let (before, after) = (&old.path.cells, &old.path.moves);
        // The ends of the piece are kept cells: what stands before its first and from its last on is not new.
        let head = piece.from.unwrap_or(0);
        let last_new = piece.to.map_or(middle.len(), |_| middle.len() - 1);
        let first_new = usize::from(piece.from.is_some()).min(last_new);
        middle.truncate(last_new.max(first_new));
        moves.truncate(middle.len());
        let mut cells: Vec<Cell> = before[..head].to_vec();
        let mut costs: Vec<u32> = after[..head].to_vec();
        cells.extend(middle);
        costs.extend(moves);
        let joint = cells.len();
        if let Some(to) = piece.to {
            cells.extend_from_slice(&before[to..]);
            costs.extend_from_slice(&after[to..]);
        }
        if let Some(from) = piece.from.filter(|_| head < joint) {
            cells[head].stepped = before[from].stepped;
        }
        if piece.to.is_none() && cells.len() > 1 {
            (cells[joint - 1].action, cells[joint - 1].posture) = (Action::Walk, Posture::Upright);
        }
        // Corners: the old ones up to the piece, its own, the old ones after it.
        let kept: Vec<Corner> = old.corners.iter().copied().filter(|corner| corner.cell <= head).collect();
        let kept = if piece.from.is_some() { kept } else { Vec::new() };
        let back = piece.to.and_then(|to| old.corners.iter().position(|corner| corner.cell >= to));
        let rest: &[Corner] = back.map_or(&[], |back| &old.corners[back..]);
        let mut turns: Vec<usize> = Vec::new();
        if let Some(corner) = kept.last() {
            turns.extend(self.cut_short(before, intact, corner.cell..=head));
            turns.pop();
        }
        turns.extend(laid.corners.iter().map(|corner| head + corner));
        if let (Some(to), Some(corner)) = (piece.to, rest.first()) {
            turns.extend(self.cut_short(before, intact, to..=corner.cell).into_iter().skip(1).map(|i| joint + i - to));
        }
        self.set_feet_around(&mut cells, head, joint);
        let (told, corners) = tell::route(self.terrain.world, self.query, &cells, &turns);
        let seam = Seam { kept: &kept, rest, joint, to: piece.to.unwrap_or(0) };
        let (mut route, corners) = seam.route(&old.route, told, &corners);
        let cost = costs.iter().map(|&cost| u64::from(cost)).sum();
        (route.goal, route.cost, route.work) = (goal, self.metres(cost), work);
        let new = head + first_new..joint;
        (CellPlan { path: CellPath { cells, moves: costs, cost, goal }, corners, route }, new)
    }

    /// Corners over kept cells of one line that is cut.
    fn cut_short(&mut self, cells: &[Cell], intact: &Intact, range: std::ops::RangeInclusive<usize>) -> Vec<usize> {
        let (first, last) = (*range.start(), *range.end());
        if last <= first + 1 {
            return (first..=last).collect();
        }
        match Self::line_of(&cells[range.clone()], &intact.nodes[range]) {
            Some(line) => self.smoother().cut_short(&line).into_iter().map(|i| first + i).collect(),
            // Some of it is gone behind the walker, who is beyond it.
            None => vec![first, last],
        }
    }

    /// Sets the feet on a new piece, from the last kept one before it to the first kept one after it.
    fn set_feet_around(&mut self, cells: &mut [Cell], head: usize, joint: usize) {
        let last = cells.len() - 1;
        let from = (0..=head.min(last)).rev().find(|&i| cells[i].stepped).unwrap_or(0);
        let to = (joint.min(last)..=last).find(|&i| cells[i].stepped).unwrap_or(last);
        self.set_feet_within(cells, from, to);
    }
}

/// Where a route that was told anew meets the old one.
struct Seam<'a> {
    /// Old corners before it.
    kept: &'a [Corner],
    /// Old corners after it.
    rest: &'a [Corner],
    /// Number of the cell in the new path that was cell `to` of the old one.
    joint: usize,
    to: usize,
}

impl Seam<'_> {
    /// The old route before the seam, what was told, and the old route after it.
    fn route(&self, old: &Route, told: Route, corners: &[Corner]) -> (Route, Vec<Corner>) {
        let mut route = Route::default();
        let mut turns: Vec<Corner> = Vec::new();
        let first = self.kept.last().map_or(0, |corner| corner.point);
        route.points.extend_from_slice(&old.points[..first]);
        turns.extend_from_slice(&self.kept[..self.kept.len().saturating_sub(1)]);
        clip(&old.sections, 0, first, |section| tell::append(&mut route.sections, section));
        let shift = |section: Section| Section { first: section.first + first, last: section.last + first, ..section };
        let told_last = told.points.len() - 1;
        clip(&told.sections, 0, told_last, |section| tell::append(&mut route.sections, shift(section)));
        route.points.extend_from_slice(&told.points);
        turns.extend(corners.iter().map(|corner| Corner { cell: corner.cell, point: corner.point + first }));
        if let Some(back) = self.rest.first() {
            let (seam, last) = (route.points.len() - 1, old.points.len() - 1);
            route.points.extend_from_slice(&old.points[back.point + 1..]);
            clip(&old.sections, back.point, last, |section| {
                let shift = |point: usize| point + seam - back.point;
                let section = Section { first: shift(section.first), last: shift(section.last), ..section };
                tell::append(&mut route.sections, section);
            });
            turns.extend(self.rest[1..].iter().map(|corner| Corner {
                cell: corner.cell + self.joint - self.to,
                point: corner.point + seam - back.point,
            }));
        }
        if route.sections.is_empty() {
            // One point: the body stands.
            let told = told.sections.into_iter().map(|section| Section { first, last: first, ..section });
            route.sections.extend(told);
        }
        route.length = Route::length_of(&route.points);
        (route, turns)
    }
}

/// The parts of sections between two points.
fn clip(sections: &[Section], from: usize, to: usize, mut visit: impl FnMut(Section)) {
    for section in sections {
        let (first, last) = (section.first.max(from), section.last.min(to));
        if first < last {
            visit(Section { first, last, ..section.clone() });
        }
    }
}
