//! The seen-table: what a search knows of each node. Cleared by a generation stamp, never by writing it all.

/// The parent of a start.
pub const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    stamp: u32,
    cost: u32,
    parent: u32,
    how: u8,
    closed: bool,
}

/// Costs, parents and moves of the nodes that a search has met.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    entries: Vec<Entry>,
    stamp: u32,
    /// Moves of the node under expansion; kept to be used again.
    pub(super) found: Vec<(u32, u32, u8)>,
}

impl Seen {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.entries.fill(Entry::default());
            self.stamp = 1;
        }
    }

    /// Makes room for ids below `len`.
    pub fn reserve(&mut self, len: usize) {
        if self.entries.len() < len {
            self.entries.resize(len, Entry::default());
        }
    }

    /// Whether the search has met the node.
    pub fn contains(&self, node: u32) -> bool {
        self.entries.get(node as usize).is_some_and(|entry| entry.stamp == self.stamp)
    }

    /// Cost of the node. Meaningless unless it is contained.
    pub fn cost(&self, node: u32) -> u32 {
        self.entries[node as usize].cost
    }

    /// The node before it and the move between, or `None` for a start.
    pub fn parent(&self, node: u32) -> Option<(u32, u8)> {
        let entry = &self.entries[node as usize];
        (entry.parent != NOBODY).then_some((entry.parent, entry.how))
    }

    /// Takes a way to a node if it is the first or a cheaper one.
    pub(super) fn improve(&mut self, node: u32, cost: u32, parent: u32, how: u8) -> bool {
        let entry = &mut self.entries[node as usize];
        if entry.stamp == self.stamp && entry.cost <= cost {
            return false;
        }
        *entry = Entry { stamp: self.stamp, cost, parent, how, closed: false };
        true
    }

    /// Marks a node as expanded; false when it already was.
    pub(super) fn close(&mut self, node: u32) -> bool {
        !std::mem::replace(&mut self.entries[node as usize].closed, true)
    }

    /// The nodes from a start to `goal`, with the move that leads to each (0 for the start).
    pub fn path(&self, goal: u32) -> Vec<(u32, u8)> {
        let mut path = Vec::new();
        let mut at = Some(goal);
        while let Some(node) = at {
            let before = self.parent(node);
            path.push((node, before.map_or(0, |(_, how)| how)));
            at = before.map(|(parent, _)| parent);
        }
        path.reverse();
        path
    }
}
