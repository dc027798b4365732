//! Smoothing (Bandi & Thalmann §7.4): straightens the path of cells and keeps its actions.
//!
//! In: traced nodes. Out: a [`Path`]: the nodes under the smoothed path, and its corners, between which the body walks straight.
//! Promised: a part of the path is replaced only by a line that can be walked in the same manner, over no floor that the search
//! avoided, and at no greater cost. Leaps are never changed: their cells stay corners, and the action stays at its cell.

use super::build::Builder;
use super::line::{fits, straight, way_between};
use super::path::{Path, Traced};
use crate::reach::{Move, leap_cost};

/// How a path of cells is smoothed (Bandi & Thalmann §7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Smoothing {
    /// The cells as they are.
    None,
    /// Straight lines between any two cells of the path.
    AnyAngle,
}

impl Builder<'_, '_> {
    /// Makes a path of traced nodes, smoothed as asked.
    pub fn smooth_path(&mut self, nodes: Vec<Traced>, smoothing: Smoothing) -> Path {
        match smoothing {
            Smoothing::None => self.cell_by_cell(nodes),
            Smoothing::AnyAngle => self.any_angle(&nodes),
        }
    }

    /// A path on which the body moves from node to node.
    pub fn cell_by_cell(&mut self, nodes: Vec<Traced>) -> Path {
        let mut moves: Vec<u32> = nodes.windows(2).map(|pair| self.move_cost(pair[0].0, pair[1])).collect();
        moves.push(0);
        Path { corners: (0..nodes.len()).collect(), nodes, moves }
    }

    /// Cost of one move.
    fn move_cost(&self, from: u32, (to, how): Traced) -> u32 {
        if let Move::Leap(leap) = how {
            let (start, end, reach) = (self.terrain.column(from), self.terrain.column(to), &self.terrain.reach);
            return leap_cost(&reach.limits.leaps[usize::from(leap)], start, end, &reach.grid);
        }
        let way = way_between(self.terrain, from, to);
        way.and_then(|way| self.costs.step(self.terrain, from, to, way)).map_or(0, |(cost, _)| cost)
    }

    /// Cost of walking from node to node.
    pub fn cost_over(&self, nodes: &[u32]) -> u64 {
        nodes.windows(2).map(|pair| u64::from(self.move_cost(pair[0], (pair[1], Move::WALK)))).sum()
    }

    /// The nodes under the straight lines of a smoothed path.
    fn any_angle(&mut self, nodes: &[Traced]) -> Path {
        let mut path = Path { nodes: vec![nodes[0]], moves: Vec::new(), corners: vec![0] };
        let mut first = 0;
        while first + 1 < nodes.len() {
            let last = stretch_end(nodes, first);
            self.pull(&nodes[first..=last], &mut path);
            first = last;
        }
        path.moves.push(0);
        path
    }

    /// Straightens a stretch: from each corner to the farthest node that a straight line can reach.
    fn pull(&mut self, stretch: &[Traced], path: &mut Path) {
        let how = stretch[1].1;
        let nodes: Vec<u32> = stretch.iter().map(|&(node, _)| node).collect();
        let mut at = 0;
        while at + 1 < nodes.len() {
            let (next, line) = if how.is_leap() { (at + 1, None) } else { self.farthest(&nodes, at, how) };
            let cost = (at..next).map(|i| self.move_cost(nodes[i], stretch[i + 1])).sum();
            // A move around a corner with one flank joins neighbours that no straight line joins.
            self.append_line(line.unwrap_or_else(|| vec![nodes[at], nodes[next]]), how, cost, path);
            at = next;
        }
    }

    /// Appends a line. The cost of the stretch that it replaces is distributed over its nodes.
    fn append_line(&self, line: Vec<u32>, how: Move, cost: u32, path: &mut Path) {
        let steps: Vec<u32> = line.windows(2).map(|pair| self.move_cost(pair[0], (pair[1], how))).collect();
        let whole = steps.iter().map(|&step| u64::from(step)).sum::<u64>().max(1);
        let (mut walked, mut given) = (0, 0);
        for (i, &step) in steps.iter().enumerate() {
            walked += u64::from(step);
            let share = if i + 1 == steps.len() { cost } else { (u64::from(cost) * walked / whole) as u32 };
            path.moves.push(share - given);
            given = share;
        }
        path.nodes.extend(line[1..].iter().map(|&node| (node, how)));
        path.corners.push(path.nodes.len() - 1);
    }

    /// The farthest node of a stretch that a straight line can reach, and that line; `None` for the next node. Tries growing
    /// distances, then bisects.
    fn farthest(&mut self, stretch: &[u32], at: usize, how: Move) -> (usize, Option<Vec<u32>>) {
        let last = stretch.len() - 1;
        let mut sure = (at + 1, None);
        let mut stride = 2;
        let mut limit = last + 1;
        while sure.0 < last {
            let try_at = (at + stride).min(last);
            let Some(line) = self.shortcut(&stretch[at..=try_at], how) else {
                limit = try_at;
                break;
            };
            sure = (try_at, Some(line));
            stride *= 2;
        }
        while limit - sure.0 > 1 {
            let middle = usize::midpoint(sure.0, limit);
            match self.shortcut(&stretch[at..=middle], how) {
                Some(line) => sure = (middle, Some(line)),
                None => limit = middle,
            }
        }
        sure
    }

    /// The straight line between the ends of a stretch, if it can be walked at no greater cost.
    fn shortcut(&mut self, stretch: &[u32], how: Move) -> Option<Vec<u32>> {
        let line = straight(self.terrain, self.costs, stretch[0], stretch[stretch.len() - 1], how)?;
        // On plain ground a straight line never costs more.
        let good = self.costs.is_plain() || self.costs.line(self.terrain, &line) <= self.cost_over(stretch);
        good.then_some(line)
    }

    /// Corners of a line that was cut short: as few as possible so that the body can walk straight between them, over these
    /// nodes.
    pub fn cut_short(&mut self, nodes: &[u32], how: Move) -> Vec<usize> {
        let mut corners = vec![0];
        let mut at = 0;
        let last = nodes.len() - 1;
        while at < last {
            let mut next = last;
            while next > at + 1 && !self.is_line(&nodes[at..=next], how) {
                next = at + (next - at) / 2;
            }
            corners.push(next);
            at = next;
        }
        corners
    }

    /// Whether the straight line between the ends of a piece can be walked, also over exactly these nodes.
    fn is_line(&mut self, nodes: &[u32], how: Move) -> bool {
        straight(self.terrain, self.costs, nodes[0], nodes[nodes.len() - 1], how).is_some()
            && fits(self.terrain, nodes, how)
    }
}

/// Last index of the stretch that begins at `first`: moves in the same manner; a leap is a stretch of its own.
pub(crate) fn stretch_end(path: &[Traced], first: usize) -> usize {
    let how = path[first + 1].1;
    if how.is_leap() {
        return first + 1;
    }
    (first + 1..path.len()).take_while(|&at| path[at].1 == how).last().unwrap_or(first + 1)
}
