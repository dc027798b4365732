//! Tracing a search back from the goal (Bandi & Thalmann §4.1, §5.5).
//!
//! In: the costs that a search gave to nodes. Out: the nodes from start to goal, with the move that leads to each. Of all
//! neighbours from which a node was reached at its cost, the trace chooses the one whose move has the best priority, then an
//! orthogonal one, then the first by direction. The choice never depends on chance. This removes the crooked paths of Fig. 7.

use super::planner::Planner;
use super::predecessor::Predecessor;
use super::variant::Variant;
use crate::reach::Move;
use crate::route::Traced;
use crate::search::Seen;

impl<V: Variant> Planner<'_, V> {
    /// The nodes from a start to a goal that a search has reached.
    pub fn trace(&mut self, seen: &Seen, goal: u32) -> Vec<Traced> {
        trace_back(goal, |node| {
            // The parent in the seen-table has the last place in the order, so leaps are kept where no other move leads here.
            let (parent, label) = seen.parent(node)?;
            self.predecessor(node, &|node| seen.cost(node), Some((parent, Move::unpack(label))))
        })
    }

    /// The nodes to `goal` from a node with cost 0, given the costs of nodes (`u32::MAX` if unknown). `None` if the costs lead to
    /// no such node.
    pub fn trace_costs(&mut self, cost_of: impl Fn(u32) -> u32, goal: u32) -> Option<Vec<Traced>> {
        let path = trace_back(goal, |node| self.predecessor(node, &cost_of, None));
        (cost_of(path[0].0) == 0).then_some(path)
    }

    /// The predecessor of a node, and the move from it.
    fn predecessor(&mut self, node: u32, cost_of: &impl Fn(u32) -> u32, noted: Option<Traced>) -> Option<Traced> {
        let Self { terrain, costs, body, variant, .. } = self;
        let limits = &terrain.reach.limits;
        let best = noted.map(|(from, how)| ((how.priority(limits, body), true, usize::MAX), (from, how)));
        let mut before = Predecessor::new(node, cost_of(node), (costs, body), best);
        variant.trace(terrain, &mut before, cost_of);
        before.best()
    }
}

/// The nodes that lead to `goal`, in order, given the predecessor of each and the move from it.
fn trace_back(goal: u32, mut before: impl FnMut(u32) -> Option<Traced>) -> Vec<Traced> {
    let mut path = Vec::new();
    let mut at = goal;
    while let Some((node, how)) = before(at) {
        path.push((at, how));
        at = node;
    }
    path.push((at, Move::WALK));
    path.reverse();
    path
}
