//! Smoothing (Bandi & Thalmann §7.4): the path of cells becomes straighter, and keeps its actions.
//!
//! In: traced nodes. Out: for lines of cells, other nodes; for any angle, the nodes between which the body walks straight. A
//! stretch is replaced only where the line can be walked in the same manner as the stretch, off whatever the front kept off, and
//! at no greater cost. Leaps are never touched: their cells are junctions, and the action stays at its cell.

use super::lines::line_8;
use super::space::Costs;
use super::trace::Traced;
use super::walk::{Closed, follow, straight, way_between};
use crate::plan::query::Smoothing;
use crate::plan::terrain::Terrain;

/// A stretch of a path whose moves are all done in the same manner.
pub(crate) struct Smoother<'a, 'w> {
    pub terrain: &'a mut Terrain<'w>,
    pub costs: &'a Costs,
    pub closed: Closed<'a>,
}

/// Whether a move is a leap.
pub(crate) fn is_leap(how: u8) -> bool {
    how >= 8
}

impl Smoother<'_, '_> {
    /// A path with lines of cells where they can be walked.
    pub fn cells(&mut self, path: &[Traced], smoothing: Smoothing) -> Vec<Traced> {
        let mut smooth = vec![path[0]];
        let mut first = 0;
        while first + 1 < path.len() {
            let last = stretch_end(path, first);
            self.lines(&path[first..=last], smoothing, &mut smooth);
            first = last;
        }
        smooth
    }

    fn lines(&mut self, stretch: &[Traced], smoothing: Smoothing, smooth: &mut Vec<Traced>) {
        let how = stretch[1].1;
        let junctions = match smoothing {
            Smoothing::Junctions => self.junctions(stretch),
            _ => (0..stretch.len()).collect(),
        };
        let mut at = 0;
        while at + 1 < junctions.len() {
            let here = junctions[at];
            // The farthest junction to which the line can be walked; the next one is joined by the old piece at least.
            let mut next = (at + 1, None);
            for further in (at + 2..junctions.len()).rev() {
                let there = junctions[further];
                if let Some(line) = self.line(&stretch[here..=there], how) {
                    next = (further, Some(line));
                    break;
                }
            }
            match next.1 {
                Some(line) => smooth.extend(line[1..].iter().map(|&node| (node, how))),
                None => smooth.extend_from_slice(&stretch[here + 1..=junctions[next.0]]),
            }
            at = next.0;
        }
    }

    /// The line of cells between the ends of a piece, if it can be walked.
    fn line(&mut self, piece: &[Traced], how: u8) -> Option<Vec<u32>> {
        if is_leap(how) {
            return None;
        }
        let (from, to) = (piece[0].0, piece[piece.len() - 1].0);
        let (a, b) = (self.terrain.column(from), self.terrain.column(to));
        let cells = line_8(b.x - a.x, b.z - a.z);
        let moves = cells.windows(2).map(|pair| [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]);
        let nodes = follow(self.terrain, self.costs, from, how, moves, self.closed)?;
        let arrived = nodes.last() == Some(&to);
        (arrived && self.cost(nodes.iter().copied()) <= self.cost(piece.iter().map(|&(node, _)| node))).then_some(nodes)
    }

    /// Both ends of a stretch, and the cells where it changes direction.
    fn junctions(&self, stretch: &[Traced]) -> Vec<usize> {
        let way = |i: usize| {
            let (a, b) = (self.terrain.column(stretch[i].0), self.terrain.column(stretch[i + 1].0));
            [b.x - a.x, b.z - a.z]
        };
        let last = stretch.len() - 1;
        (0..=last).filter(|&i| i == 0 || i == last || way(i - 1) != way(i)).collect()
    }

    /// Cost of walking from node to node.
    fn cost(&self, nodes: impl Iterator<Item = u32>) -> u64 {
        let mut sum = 0;
        let mut before = None;
        for node in nodes {
            let step = before.and_then(|before| {
                let way = way_between(self.terrain, before, node)?;
                self.costs.step(self.terrain, before, node, way)
            });
            sum += step.map_or(0, |(cost, _)| u64::from(cost));
            before = Some(node);
        }
        sum
    }

    /// Nodes between which the body moves straight, each with the manner of the move that leads to it.
    pub fn any_angle(&mut self, path: &[Traced]) -> Vec<Traced> {
        let mut corners = vec![path[0]];
        let mut first = 0;
        while first + 1 < path.len() {
            let last = stretch_end(path, first);
            self.pull(&path[first..=last], &mut corners);
            first = last;
        }
        corners
    }

    /// Pulls a stretch straight: from each corner to the farthest node that can be walked to.
    fn pull(&mut self, stretch: &[Traced], corners: &mut Vec<Traced>) {
        let how = stretch[1].1;
        let last = stretch.len() - 1;
        let mut at = 0;
        while at < last {
            let next = if is_leap(how) { at + 1 } else { self.farthest(stretch, at, how) };
            corners.push((stretch[next].0, how));
            at = next;
        }
    }

    /// The farthest node of a stretch that is walked to straight. Looks ahead in growing strides, then closes in.
    fn farthest(&mut self, stretch: &[Traced], at: usize, how: u8) -> usize {
        let last = stretch.len() - 1;
        let mut sure = at + 1;
        let mut stride = 2;
        let mut limit = last + 1;
        while sure < last {
            let try_at = (at + stride).min(last);
            if self.sees(stretch, at, try_at, how) {
                sure = try_at;
                stride *= 2;
            } else {
                limit = try_at;
                break;
            }
        }
        while limit - sure > 1 {
            let middle = usize::midpoint(sure, limit);
            if self.sees(stretch, at, middle, how) { sure = middle } else { limit = middle }
        }
        sure
    }

    fn sees(&mut self, stretch: &[Traced], from: usize, to: usize, how: u8) -> bool {
        let (a, b) = (stretch[from].0, stretch[to].0);
        let Some(nodes) = straight(self.terrain, self.costs, a, b, how, self.closed) else { return false };
        // On plain ground a straight line is never dearer.
        self.costs.is_plain()
            || self.costs.line(self.terrain, &nodes) <= self.cost(stretch[from..=to].iter().map(|&(node, _)| node))
    }
}

/// Last index of the stretch that begins at `first`: as long as moves are done in the same manner; a leap stands alone.
fn stretch_end(path: &[Traced], first: usize) -> usize {
    let how = path[first + 1].1;
    if is_leap(how) {
        return first + 1;
    }
    (first + 1..path.len()).take_while(|&at| path[at].1 == how).last().unwrap_or(first + 1)
}
