//! The seen-table: cost, parent and move of each node that a search has reached, twelve bytes each. A stamp clears it.

/// The parent of a start.
pub const NOBODY: u32 = u32::MAX;

/// Bits of an entry's tag: the move that leads to the node, whether the node was expanded, and above them the stamp of the
/// search.
const HOW: u32 = 0xFF;
const CLOSED: u32 = 0x100;
const STAMP: u32 = 0x200;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    cost: u32,
    parent: u32,
    tag: u32,
}

/// Costs, parents and moves of the nodes that a search has reached. One table serves any number of searches, one after another.
/// It grows to the highest id reached.
#[derive(Clone, Debug)]
pub struct Seen {
    entries: Vec<Entry>,
    stamp: u32,
    /// Buffer in which a front notes nodes; kept for the next search.
    pub(super) noted: Vec<(u32, u32)>,
}

impl Default for Seen {
    fn default() -> Self {
        // Entries that were never written have stamp 0, which no search uses.
        Self { entries: Vec::new(), stamp: STAMP, noted: Vec::new() }
    }
}

impl Seen {
    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(STAMP);
        if self.stamp == 0 {
            self.entries.fill(Entry::default());
            self.stamp = STAMP;
        }
    }

    /// Makes room for ids below `len`.
    pub fn reserve(&mut self, len: usize) {
        if self.entries.len() < len {
            self.entries.resize(len, Entry::default());
        }
    }

    fn entry(&self, node: u32) -> Option<&Entry> {
        self.entries.get(node as usize).filter(|entry| entry.tag >= self.stamp)
    }

    /// Whether the search has reached the node.
    pub fn contains(&self, node: u32) -> bool {
        self.entry(node).is_some()
    }

    /// Whether the search has expanded the node at its present cost.
    pub fn is_closed(&self, node: u32) -> bool {
        self.entry(node).is_some_and(|entry| entry.tag & CLOSED != 0)
    }

    /// Cost of the node, or `u32::MAX` if the search has not reached it. The cost is final at the goal, at every node when no
    /// open node was left, and at expanded nodes when estimates are consistent.
    pub fn cost(&self, node: u32) -> u32 {
        self.entry(node).map_or(u32::MAX, |entry| entry.cost)
    }

    /// The node before it and the move between them, or `None` for a start and for nodes not reached.
    pub fn parent(&self, node: u32) -> Option<(u32, u8)> {
        let entry = self.entry(node).filter(|entry| entry.parent != NOBODY)?;
        Some((entry.parent, (entry.tag & HOW) as u8))
    }

    /// Records a path to a node if it is the first or a cheaper one.
    #[inline]
    pub(super) fn improve(&mut self, node: u32, cost: u32, parent: u32, how: u8) -> bool {
        let Some(entry) = self.entries.get_mut(node as usize) else {
            return self.grow(node, cost, parent, how);
        };
        // Stamps rise, so a tag that is not lower belongs to this search.
        if entry.tag >= self.stamp && entry.cost <= cost {
            return false;
        }
        *entry = Entry { cost, parent, tag: self.stamp | u32::from(how) };
        true
    }

    /// The same for a node beyond the end of the table.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, node: u32, cost: u32, parent: u32, how: u8) -> bool {
        self.reserve((node as usize + 1).max(self.entries.len() * 2));
        self.entries[node as usize] = Entry { cost, parent, tag: self.stamp | u32::from(how) };
        true
    }

    /// Marks a node as expanded; gives its cost and the move that led to it, or `None` if it was expanded already.
    #[inline]
    pub(super) fn close(&mut self, node: u32) -> Option<(u32, u8)> {
        let entry = self.entries.get_mut(node as usize)?;
        if entry.tag & CLOSED != 0 {
            return None;
        }
        entry.tag |= CLOSED;
        Some((entry.cost, (entry.tag & HOW) as u8))
    }

    /// The nodes from a start to `goal`, with the move that leads to each (0 for the start). Empty if `goal` was not reached.
    pub fn path(&self, goal: u32) -> Vec<(u32, u8)> {
        let mut path = Vec::new();
        let mut at = self.contains(goal).then_some(goal);
        while let Some(node) = at {
            let before = self.parent(node);
            path.push((node, before.map_or(0, |(_, how)| how)));
            at = before.map(|(parent, _)| parent);
        }
        path.reverse();
        path
    }
}
