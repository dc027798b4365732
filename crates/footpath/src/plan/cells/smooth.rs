//! Smoothing (Bandi & Thalmann §7.4): the path of cells becomes straighter, and keeps its actions.
//!
//! In: traced nodes. Out: the nodes under the smoothed way, and those of them between which the body walks straight. A stretch is replaced only where the line can be walked in the same manner as the stretch, off whatever the front kept off, and
//! at no greater cost. Leaps are never touched: their cells are junctions, and the action stays at its cell.

use super::lines::line_8;
use super::trace::Traced;
use super::walk::{fits, follow, straight, way_between};
use crate::plan::query::Smoothing;
use crate::reach::Terrain;
use crate::reach::leap_cost;
use crate::reach::{Costs, LEAP};

/// A path as it is walked.
#[derive(Clone, Debug)]
pub(crate) struct Laid {
    /// The nodes under the way.
    pub nodes: Vec<Traced>,
    /// Cost of the move from each node to the next; 0 at the last.
    pub moves: Vec<u32>,
    /// Indices of the nodes between which the body moves straight, both ends among them.
    pub corners: Vec<usize>,
}

/// A stretch of a path whose moves are all done in the same manner.
pub(crate) struct Smoother<'a, 'w> {
    pub terrain: &'a mut Terrain<'w>,
    pub costs: &'a Costs,
}

/// Whether a move is a leap.
pub(crate) fn is_leap(how: u8) -> bool {
    how >= LEAP
}

impl Smoother<'_, '_> {
    /// A traced path as it is walked.
    pub fn lay(&mut self, path: Vec<Traced>, smoothing: Smoothing) -> Laid {
        match smoothing {
            Smoothing::None => self.as_it_is(path),
            Smoothing::Junctions | Smoothing::Comprehensive => {
                let smooth = self.cells(&path, smoothing);
                self.as_it_is(smooth)
            }
            Smoothing::AnyAngle => self.any_angle(&path),
        }
    }

    /// A path on which the body moves from node to node.
    fn as_it_is(&mut self, nodes: Vec<Traced>) -> Laid {
        let mut moves: Vec<u32> = nodes.windows(2).map(|pair| self.move_cost(pair[0].0, pair[1])).collect();
        moves.push(0);
        Laid { corners: (0..nodes.len()).collect(), nodes, moves }
    }

    /// Cost of one move.
    fn move_cost(&mut self, from: u32, (to, how): Traced) -> u32 {
        if is_leap(how) {
            let (start, end, reach) = (self.terrain.column(from), self.terrain.column(to), &self.terrain.reach);
            return leap_cost(&reach.limits.leaps[usize::from(how - LEAP)], start, end, &reach.grid);
        }
        let way = way_between(self.terrain, from, to);
        way.and_then(|way| self.costs.step(self.terrain, from, to, way)).map_or(0, |(cost, _)| cost)
    }

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
        let nodes = follow(self.terrain, self.costs, from, how, moves)?;
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

    /// A path pulled straight: the nodes under its straight lines.
    fn any_angle(&mut self, path: &[Traced]) -> Laid {
        let mut laid = Laid { nodes: vec![path[0]], moves: Vec::new(), corners: vec![0] };
        let mut first = 0;
        while first + 1 < path.len() {
            let last = stretch_end(path, first);
            self.pull(&path[first..=last], &mut laid);
            first = last;
        }
        laid.moves.push(0);
        laid
    }

    /// Pulls a stretch straight: from each corner to the farthest node that can be walked to.
    fn pull(&mut self, stretch: &[Traced], laid: &mut Laid) {
        let how = stretch[1].1;
        let last = stretch.len() - 1;
        let mut at = 0;
        while at < last {
            let (next, line) = if is_leap(how) { (at + 1, None) } else { self.farthest(stretch, at, how) };
            let cost: u32 = (at..next).map(|i| self.move_cost(stretch[i].0, stretch[i + 1])).sum();
            // Neighbours may be joined by a move that no straight line makes, around a corner with one flank.
            self.put(line.unwrap_or_else(|| vec![stretch[at].0, stretch[next].0]), how, cost, laid);
            at = next;
        }
    }

    fn straight(&mut self, from: u32, to: u32, how: u8) -> Option<Vec<u32>> {
        straight(self.terrain, self.costs, from, to, how)
    }

    /// Appends a line; what its stretch cost is shared out over its nodes.
    fn put(&mut self, line: Vec<u32>, how: u8, cost: u32, laid: &mut Laid) {
        let steps: Vec<u32> = line.windows(2).map(|pair| self.move_cost(pair[0], (pair[1], how))).collect();
        let whole = steps.iter().map(|&step| u64::from(step)).sum::<u64>().max(1);
        let (mut walked, mut given) = (0, 0);
        for (i, &step) in steps.iter().enumerate() {
            walked += u64::from(step);
            let share = if i + 1 == steps.len() { cost } else { (u64::from(cost) * walked / whole) as u32 };
            laid.moves.push(share - given);
            given = share;
        }
        laid.nodes.extend(line[1..].iter().map(|&node| (node, how)));
        laid.corners.push(laid.nodes.len() - 1);
    }

    /// Corners of a piece of a line that is cut short: as few as the body can walk straight between, over these nodes.
    pub fn cut_short(&mut self, piece: &[Traced]) -> Vec<usize> {
        let mut corners = vec![0];
        let mut at = 0;
        let last = piece.len() - 1;
        while at < last {
            let mut next = last;
            while next > at + 1 && !self.lies(&piece[at..=next]) {
                next = at + (next - at) / 2;
            }
            corners.push(next);
            at = next;
        }
        corners
    }

    /// Whether the straight line between the ends of a piece can be walked, and runs over the piece.
    fn lies(&mut self, piece: &[Traced]) -> bool {
        let how = piece[1].1;
        let nodes: Vec<u32> = piece.iter().map(|&(node, _)| node).collect();
        !is_leap(how)
            && self.straight(nodes[0], nodes[nodes.len() - 1], how).is_some()
            && fits(self.terrain, &nodes, how)
    }

    /// The farthest node of a stretch that is walked to straight, and the line to it; none to the next node. Looks ahead in
    /// growing strides, then closes in.
    fn farthest(&mut self, stretch: &[Traced], at: usize, how: u8) -> (usize, Option<Vec<u32>>) {
        let last = stretch.len() - 1;
        let mut sure = (at + 1, None);
        let mut stride = 2;
        let mut limit = last + 1;
        while sure.0 < last {
            let try_at = (at + stride).min(last);
            let Some(line) = self.sees(stretch, at, try_at, how) else {
                limit = try_at;
                break;
            };
            sure = (try_at, Some(line));
            stride *= 2;
        }
        while limit - sure.0 > 1 {
            let middle = usize::midpoint(sure.0, limit);
            match self.sees(stretch, at, middle, how) {
                Some(line) => sure = (middle, Some(line)),
                None => limit = middle,
            }
        }
        sure
    }

    /// The straight line from one node of a stretch to another, if it can be walked at no greater cost.
    fn sees(&mut self, stretch: &[Traced], from: usize, to: usize, how: u8) -> Option<Vec<u32>> {
        let nodes = self.straight(stretch[from].0, stretch[to].0, how)?;
        // On plain ground a straight line is never dearer.
        let good = self.costs.is_plain()
            || self.costs.line(self.terrain, &nodes) <= self.cost(stretch[from..=to].iter().map(|&(node, _)| node));
        good.then_some(nodes)
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
