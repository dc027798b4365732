//! The search loop: take the best open node, expand it, relax its moves.
//!
//! In: a space (moves, estimate, goal test), a queue and a seen-table. Out: the goal reached first, or none. With a
//! first-in-first-out queue and unit costs the search is a breadth-first flood (the bushfire of Bandi & Thalmann 2000). With
//! buckets and no estimate it is Dijkstra's search, with an estimate A*. A space without goals is flooded. Of equal keys the
//! queue decides by order of arrival, never by chance.
//!
//! Promised, with [`Buckets`](super::Buckets) and admissible estimates: the goal's cost is the least. Estimates need not be
//! consistent: a node that becomes cheaper after its expansion is expanded again. Costs are exact up to [`MAX_COST`]. A path that
//! costs more is left out, and the outcome says so.
//!
//! The loop is monomorphised and allocates nothing once the tables have grown. A space that lists its moves in [`Space::moves`]
//! is borrowed meanwhile and cannot give estimates, so improved nodes are noted first and queued afterwards. A space that
//! implements [`Space::expand`] queues them at once.

use super::queue::Queue;
use super::seen::{NOBODY, Seen};

/// The highest cost of a path: half of the integer range, so that the sum of a cost and an estimate fits.
pub const MAX_COST: u32 = u32::MAX / 2;

/// The graph of a search: nodes by id, moves, an estimate and a goal test.
pub trait Space {
    /// Calls `visit(to, cost, how)` for every move from `node`, always in the same order. `how` is a number that the space
    /// chooses for the move; the path gives it back.
    fn moves(&mut self, node: u32, visit: impl FnMut(u32, u32, u8));

    /// Gives `front` all moves from `node`, which was reached by the move `how` (0 for a start). The search calls this. The
    /// default calls [`Space::moves`]. A space implements it if its moves depend on `how`, or to give each move at once with its
    /// estimate ([`Front::meet`]), which is faster.
    #[inline]
    fn expand<Q: Queue>(&mut self, node: u32, how: u8, front: &mut Front<'_, Q>) {
        let _ = how;
        self.moves(node, |to, cost, how| front.note(to, cost, how));
        front.settle(self);
    }

    /// A lower bound of the cost from here to the nearest goal; 0 if none is known. A consistent estimate falls along a move by
    /// no more than its cost. With others, nodes may be expanded more than once.
    fn estimate(&self, node: u32) -> u32;

    /// Whether the search may end here. With `false` everywhere, the search floods all nodes in reach.
    fn is_goal(&mut self, node: u32) -> bool;

    /// Whether the search was stopped from outside. Checked before every expansion.
    #[inline]
    fn is_stopped(&self) -> bool {
        false
    }

    /// Number of ids in use. It may grow while the search runs.
    fn len(&self) -> usize;

    /// Whether no ids are in use.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The goal that was reached, if any.
    pub goal: Option<u32>,
    /// Nodes expanded.
    pub expanded: u64,
    /// Entries put into the queue.
    pub enqueued: u64,
    /// Whether the search gave up because `budget` nodes were expanded or because it was stopped.
    pub exhausted: bool,
    /// Whether a path was left out because it costs more than [`MAX_COST`]. If no goal was found, one may still be reachable.
    pub too_costly: bool,
}

/// The frontier of a running search. A space that expands a node adds its moves here.
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
    /// Adds a move from the node under expansion.
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

    /// The cost of a node over the one under expansion, if that is an improvement.
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

/// Runs a search from the starts, each with its initial cost, until a goal is reached, no open node is left, or `budget` nodes
/// were expanded. Afterwards `seen` has the nodes that were reached.
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
