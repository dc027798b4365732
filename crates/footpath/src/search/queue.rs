//! Queues: which open node comes next.

use std::collections::VecDeque;

/// Hands out nodes by key, equal keys in order of insertion.
pub trait Queue {
    /// Forgets everything.
    fn clear(&mut self);
    /// Takes a node in.
    fn push(&mut self, key: u32, node: u32);
    /// The node with the lowest key.
    fn pop(&mut self) -> Option<u32>;
}

/// First in, first out: the seed's bushfire, right for unit costs without an estimate.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    nodes: VecDeque<u32>,
}

impl Queue for Fifo {
    fn clear(&mut self) {
        self.nodes.clear();
    }

    fn push(&mut self, _: u32, node: u32) {
        self.nodes.push_back(node);
    }

    fn pop(&mut self) -> Option<u32> {
        self.nodes.pop_front()
    }
}

/// A heap of keys; of equal keys the one that came first.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    heap: std::collections::BinaryHeap<std::cmp::Reverse<(u32, u32, u32)>>,
    count: u32,
}

impl Queue for Buckets {
    fn clear(&mut self) {
        self.heap.clear();
        self.count = 0;
    }

    fn push(&mut self, key: u32, node: u32) {
        self.heap.push(std::cmp::Reverse((key, self.count, node)));
        self.count += 1;
    }

    fn pop(&mut self) -> Option<u32> {
        self.heap.pop().map(|std::cmp::Reverse((_, _, node))| node)
    }
}
