//! The loop: take the best open node, expand it, relax what it leads to.
//!
//! In: a space (moves, estimate, goal test), a queue and a seen-table. Out: the goal reached first, or that there is none.
//! With a first-in-first-out queue and unit costs it is a breadth-first flood (the bushfire of Bandi & Thalmann 2000), with buckets and no estimate Dijkstra's
//! search, with an estimate A*; a space without goals is flooded. Of equal keys the queue decides by order of arrival, never
//! by chance.
//!
//! Promised, with [`Buckets`](super::Buckets) and estimates that never say too much: the goal's cost is the least. Estimates
//! need not be consistent: a node that turns out cheaper after its expansion is expanded again. Costs are exact up to
//! [`MAX_COST`]; what would cost more is left out, and the outcome says so.
//!
//! Everything is monomorphised and nothing is allocated in the loop once the tables have grown. A space that only tells its
//! moves is busy until it has told them all and can be asked for estimates only then, so what its moves improve is noted
//! meanwhile; a space that can be asked at any time says so by [`Space::expand`] and saves that.

use super::queue::Queue;
use super::seen::{NOBODY, Seen};

/// The highest cost that a way may have: half of what the integers hold, so that a cost and an estimate have room together.
pub const MAX_COST: u32 = u32::MAX / 2;

/// What a search runs over.
pub trait Space {
    /// Calls `visit(to, cost, how)` for every move from `node`, always in the same order. `how` is the space's own word
    /// for the move and comes back with the path.
    fn moves(&mut self, node: u32, visit: impl FnMut(u32, u32, u8));

    /// Tells the front all moves from `node`, which was reached by the move `how` (0 for a start). This is what the search
    /// calls. It need not be written; spaces do so in which it matters where one comes from, or to tell each move together
    /// with its estimate ([`Front::meet`]), which is faster.
    #[inline]
    fn expand<Q: Queue>(&mut self, node: u32, how: u8, front: &mut Front<'_, Q>) {
        let _ = how;
        self.moves(node, |to, cost, how| front.note(to, cost, how));
        front.settle(self);
    }

    /// At most what is left from here to the nearest goal; 0 when nothing is known. Best is consistent: falling by no more
    /// than a move's cost along the move. Otherwise nodes may be expanded more than once.
    fn estimate(&self, node: u32) -> u32;

    /// Whether the search may stop here. Always false: the search goes on until everything in reach is enumerated.
    fn is_goal(&mut self, node: u32) -> bool;

    /// Whether the search was stopped from outside. The kernel asks before every expansion.
    #[inline]
    fn is_stopped(&self) -> bool {
        false
    }

    /// Number of ids in use, which may grow while the search runs.
    fn len(&self) -> usize;

    /// Whether no ids are in use.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What came of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The goal that was reached, if any.
    pub goal: Option<u32>,
    /// Nodes expanded.
    pub expanded: u64,
    /// Entries put into the queue.
    pub enqueued: u64,
    /// Whether it gave up because `budget` nodes were expanded, or it was stopped.
    pub exhausted: bool,
    /// Whether a way was left out because it costs more than [`MAX_COST`]. Without a goal this means that there may be one.
    pub too_costly: bool,
}

/// The rim of a running search, as a space sees it that expands a node: it takes the moves from there.
#[derive(Debug)]
pub struct Front<'a, Q> {
    queue: &'a mut Q,
    seen: &'a mut Seen,
    /// Nodes noted, with their costs.
    noted: Vec<(u32, u32)>,
    node: u32,
    here: u32,
    enqueued: u64,
    too_costly: bool,
}

impl<Q: Queue> Front<'_, Q> {
    /// Takes a move from the node under expansion.
    #[inline]
    pub fn meet<S: Space + ?Sized>(&mut self, space: &S, to: u32, cost: u32, how: u8) {
        if let Some(cost) = self.improve(to, cost, how) {
            self.push(space, to, cost);
        }
    }

    #[inline]
    fn note(&mut self, to: u32, cost: u32, how: u8) {
        if let Some(cost) = self.improve(to, cost, how) {
            self.noted.push((to, cost));
        }
    }

    #[inline]
    fn settle<S: Space + ?Sized>(&mut self, space: &S) {
        for at in 0..self.noted.len() {
            let (to, cost) = self.noted[at];
            self.push(space, to, cost);
        }
        self.noted.clear();
    }

    /// The cost of a node by way of the one under expansion, if that is an improvement.
    #[inline]
    fn improve(&mut self, to: u32, cost: u32, how: u8) -> Option<u32> {
        if cost > MAX_COST - self.here {
            self.too_costly = true;
            return None;
        }
        let cost = self.here + cost;
        self.seen.improve(to, cost, self.node, how).then_some(cost)
    }

    #[inline]
    fn push<S: Space + ?Sized>(&mut self, space: &S, node: u32, cost: u32) {
        self.enqueued += 1;
        self.queue.push(cost.saturating_add(space.estimate(node)), node);
    }

    fn start<S: Space>(&mut self, space: &S, node: u32, cost: u32) {
        if cost > MAX_COST {
            self.too_costly = true;
        } else if self.seen.improve(node, cost, NOBODY, 0) {
            self.push(space, node, cost);
        }
    }
}

/// Runs a search from the starts, each with what it costs to be there, until a goal is reached, nothing is left or `budget`
/// nodes were expanded. What was met stands in `seen` afterwards.
pub fn search<S: Space, Q: Queue>(
    space: &mut S,
    queue: &mut Q,
    seen: &mut Seen,
    starts: &[(u32, u32)],
    budget: u64,
) -> Outcome {
    queue.clear();
    seen.clear();
    seen.reserve(space.len());
    let noted = std::mem::take(&mut seen.noted);
    let mut front = Front { queue, seen, noted, node: NOBODY, here: 0, enqueued: 0, too_costly: false };
    starts.iter().for_each(|&(node, cost)| front.start(space, node, cost));
    let (mut goal, mut expanded, mut exhausted) = (None, 0, false);
    while let Some(node) = front.queue.pop() {
        let Some((here, how)) = front.seen.close(node) else { continue };
        if space.is_goal(node) {
            goal = Some(node);
            break;
        }
        if expanded >= budget || space.is_stopped() {
            exhausted = true;
            break;
        }
        expanded += 1;
        (front.node, front.here) = (node, here);
        space.expand(node, how, &mut front);
    }
    front.seen.noted = front.noted;
    Outcome { goal, expanded, enqueued: front.enqueued, exhausted, too_costly: front.too_costly }
}
