//! The choice of a trace: which of the neighbours before a node the path comes from.

use crate::body::Body;
use crate::reach::{Costs, Terrain};
use crate::route::Traced;

/// Order among ties: priority of the move, whether it is diagonal, direction.
type Order = (u8, bool, usize);

/// The best of the neighbours before a node, as far as they were offered.
pub(crate) struct Before<'a> {
    pub node: u32,
    /// Cost of the node.
    cost: u32,
    pub costs: &'a Costs,
    body: &'a Body,
    /// The best neighbour and its order among ties.
    best: Option<(Order, Traced)>,
}

impl<'a> Before<'a> {
    pub fn new(node: u32, cost: u32, (costs, body): (&'a Costs, &'a Body), best: Option<(Order, Traced)>) -> Self {
        Self { node, cost, costs, body, best }
    }

    /// The best neighbour that was offered, and the move from there.
    pub fn best(self) -> Option<Traced> {
        self.best.map(|(_, traced)| traced)
    }

    /// Offers a neighbour from which a move in a direction leads to the node.
    pub fn offer(&mut self, terrain: &Terrain<'_>, cost_of: &impl Fn(u32) -> u32, from: u32, way: usize) {
        let cost = cost_of(from);
        if cost >= self.cost {
            return;
        }
        let Some((step, how)) = self.costs.step(terrain, from, self.node, way) else { return };
        if cost + step == self.cost {
            self.take((how.priority(&terrain.reach.limits, self.body), way >= 4, way), (from, how));
        }
    }

    /// Takes a neighbour in place of the best one.
    #[cfg(feature = "papers")]
    pub fn put(&mut self, traced: Traced) {
        self.best = Some(((0, false, 0), traced));
    }

    /// Takes a neighbour if it comes before the best one.
    fn take(&mut self, order: Order, traced: Traced) {
        if self.best.is_none_or(|(least, _)| order < least) {
            self.best = Some((order, traced));
        }
    }
}
