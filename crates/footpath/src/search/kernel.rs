//! The loop: take the best open node, expand it, relax what it leads to.
//!
//! In: a space (moves, estimate, goal test), a queue and a seen-table. Out: the goal reached first, or that there is none.
//! With a first-in-first-out queue and unit costs it is the seed's bushfire, with buckets and no estimate Dijkstra's
//! search, with an estimate A*. Of equal keys the queue decides by order of insertion, never by chance.

use super::queue::Queue;
use super::seen::{NOBODY, Seen};

/// What a search runs over.
pub trait Space {
    /// Calls `visit(to, cost, how)` for every move from `node`, always in the same order. `how` is the space's own word
    /// for the move and comes back with the path.
    fn moves(&mut self, node: u32, visit: impl FnMut(u32, u32, u8));

    /// At most what is left from here to the nearest goal; 0 when nothing is known. Consistent: it falls by no more than a
    /// move's cost along the move.
    fn estimate(&self, node: u32) -> u32;

    /// Whether the search may stop here.
    fn is_goal(&mut self, node: u32) -> bool;

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
    /// Whether it gave up because `budget` nodes were expanded.
    pub exhausted: bool,
}

/// Runs a search from the starts, each with what it costs to be there, until a goal or nothing is left.
pub fn search<S: Space, Q: Queue>(
    space: &mut S,
    queue: &mut Q,
    seen: &mut Seen,
    starts: &[(u32, u32)],
    budget: u64,
) -> Outcome {
    let mut outcome = Outcome::default();
    queue.clear();
    seen.clear();
    for &(node, cost) in starts {
        seen.reserve(space.len());
        if seen.improve(node, cost, NOBODY, 0) {
            queue.push(cost + space.estimate(node), node);
            outcome.enqueued += 1;
        }
    }
    while let Some(node) = queue.pop() {
        if !seen.close(node) {
            continue;
        }
        if space.is_goal(node) {
            outcome.goal = Some(node);
            return outcome;
        }
        if outcome.expanded >= budget {
            outcome.exhausted = true;
            return outcome;
        }
        outcome.expanded += 1;
        let here = seen.cost(node);
        let mut found = std::mem::take(&mut seen.found);
        found.clear();
        space.moves(node, |to, cost, how| found.push((to, cost, how)));
        seen.reserve(space.len());
        for &(to, cost, how) in &found {
            let cost = here + cost;
            if seen.improve(to, cost, node, how) {
                queue.push(cost + space.estimate(to), to);
                outcome.enqueued += 1;
            }
        }
        seen.found = found;
    }
    outcome
}
