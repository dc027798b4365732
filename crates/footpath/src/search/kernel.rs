//! The loop: take the best open node, expand it, relax what it leads to.
//!
//! In: a space (moves, estimate, goal test), a queue and a seen-table. Out: the goal reached first, or that there is none.
//! With a first-in-first-out queue and unit costs it is the seed's bushfire, with buckets and no estimate Dijkstra's
//! search, with an estimate A*; a space without goals is flooded. Of equal keys the queue decides by order of arrival, never
//! by chance.
//!
//! Promised, with [`Buckets`](super::Buckets) and estimates that never say too much: the goal's cost is the least. Estimates
//! need not be consistent: a node that turns out cheaper after its expansion is expanded again. Costs are exact up to
//! [`MAX_COST`]; what would cost more is left out, and the outcome says so.
//!
//! Everything is monomorphised and nothing is allocated in the loop once the tables have grown. Moves are relaxed while
//! the space tells them; only those that improve something are noted, because the space is busy until it has told all
//! and can be asked for estimates only then.

use super::queue::Queue;
use super::seen::{NOBODY, Seen};

/// The highest cost that a way may have: half of what the integers hold, so that a cost and an estimate have room together.
pub const MAX_COST: u32 = u32::MAX / 2;

/// What a search runs over.
pub trait Space {
    /// Calls `visit(to, cost, how)` for every move from `node`, always in the same order. `how` is the space's own word
    /// for the move and comes back with the path.
    fn moves(&mut self, node: u32, visit: impl FnMut(u32, u32, u8));

    /// The same for a node that was reached by the move `how` (0 for a start); for spaces in which it matters where one
    /// comes from. The search calls this one.
    #[inline]
    fn moves_on(&mut self, node: u32, how: u8, visit: impl FnMut(u32, u32, u8)) {
        let _ = how;
        self.moves(node, visit);
    }

    /// At most what is left from here to the nearest goal; 0 when nothing is known. Best is consistent: falling by no more
    /// than a move's cost along the move. Otherwise nodes may be expanded more than once.
    fn estimate(&self, node: u32) -> u32;

    /// Whether the search may stop here. Always false: the search goes on until everything in reach is enumerated.
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
    /// Whether a way was left out because it costs more than [`MAX_COST`]. Without a goal this means that there may be one.
    pub too_costly: bool,
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
    let mut outcome = Outcome::default();
    queue.clear();
    seen.clear();
    seen.reserve(space.len());
    for &(node, cost) in starts {
        if cost > MAX_COST {
            outcome.too_costly = true;
        } else if seen.improve(node, cost, NOBODY, 0) {
            queue.push(cost.saturating_add(space.estimate(node)), node);
            outcome.enqueued += 1;
        }
    }
    let mut improved = std::mem::take(&mut seen.improved);
    while let Some(node) = queue.pop() {
        let Some((here, how)) = seen.close(node) else { continue };
        if space.is_goal(node) {
            outcome.goal = Some(node);
            break;
        }
        if outcome.expanded >= budget {
            outcome.exhausted = true;
            break;
        }
        outcome.expanded += 1;
        improved.clear();
        space.moves_on(node, how, |to, cost, how| {
            let cost = here.saturating_add(cost);
            if cost > MAX_COST {
                outcome.too_costly = true;
            } else if seen.improve(to, cost, node, how) {
                improved.push((to, cost));
            }
        });
        outcome.enqueued += improved.len() as u64;
        for &(to, cost) in &improved {
            queue.push(cost.saturating_add(space.estimate(to)), to);
        }
    }
    seen.improved = improved;
    outcome
}
