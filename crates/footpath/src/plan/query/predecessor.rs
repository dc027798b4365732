//! The choice of a trace: from which neighbour the path comes to a node.

use crate::body::Body;
use crate::reach::{Costs, Terrain};
use crate::route::Traced;

/// Order among equal costs: priority of the move, whether it is diagonal, direction.
type Order = (u8, bool, usize);

/// The best predecessor of a node among the neighbours offered so far.
pub(crate) struct Predecessor<'a> {
    pub node: u32,
    /// Cost of the node.
    cost: u32,
    pub costs: &'a Costs,
    body: &'a Body,
    /// The best neighbour, and its order among equal costs.
    best: Option<(Order, Traced)>,
}

impl<'a> Predecessor<'a> {
    pub fn new(node: u32, cost: u32, (costs, body): (&'a Costs, &'a Body), best: Option<(Order, Traced)>) -> Self {
        Self { node, cost, costs, body, best }
    }

    /// The best neighbour that was offered, and the move from it.
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
            self.keep_better((how.priority(&terrain.reach.limits, self.body), way >= 4, way), (from, how));
        }
    }

    /// Replaces the best neighbour.
    #[cfg(feature = "papers")]
    pub fn replace(&mut self, traced: Traced) {
        self.best = Some(((0, false, 0), traced));
    }

    /// Keeps a neighbour if it comes before the best one.
    fn keep_better(&mut self, order: Order, traced: Traced) {
        if self.best.is_none_or(|(least, _)| order < least) {
            self.best = Some((order, traced));
        }
    }
}
