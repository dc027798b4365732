//! Queues: which open node comes next.

use std::collections::VecDeque;

/// Gives nodes by key. Of equal keys the order of arrival decides, never chance.
pub trait Queue {
    /// Removes all nodes.
    fn clear(&mut self);
    /// Adds a node.
    fn push(&mut self, key: u32, node: u32);
    /// Removes the next node.
    fn pop(&mut self) -> Option<u32>;
}

/// First in, first out, whatever the keys: the bushfire of Bandi & Thalmann 2000. It suits unit costs without an estimate. With
/// other costs, a search that runs until no node is left ends with the right costs too, since it expands nodes again.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    nodes: VecDeque<u32>,
}

impl Queue for Fifo {
    fn clear(&mut self) {
        self.nodes.clear();
    }

    #[inline]
    fn push(&mut self, _: u32, node: u32) {
        self.nodes.push_back(node);
    }

    #[inline]
    fn pop(&mut self) -> Option<u32> {
        self.nodes.pop_front()
    }
}
