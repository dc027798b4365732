//! Queues: which open node comes next.

use std::collections::VecDeque;

/// Hands out nodes by key; of equal keys the order of arrival decides, never chance.
pub trait Queue {
    /// Forgets everything.
    fn clear(&mut self);
    /// Takes a node in.
    fn push(&mut self, key: u32, node: u32);
    /// The node that comes next.
    fn pop(&mut self) -> Option<u32>;
}

/// First in, first out, whatever the keys: the bushfire of Bandi & Thalmann 2000. Right for unit costs without an estimate; with other costs
/// a search that runs until nothing is left ends with the right costs too, by expanding nodes again.
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
