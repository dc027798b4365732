//! A directed graph, and its components in which every node gets to every other.

use crate::world::Bytes;

/// Edges of a directed graph by their first node.
#[derive(Debug, Default)]
pub(crate) struct Edges {
    starts: Vec<u32>,
    to: Vec<u32>,
}

impl Bytes for Edges {
    fn bytes(&self) -> usize {
        self.starts.bytes() + self.to.bytes()
    }
}

impl Edges {
    /// From pairs in any order, without loops and repetitions.
    pub fn new(nodes: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.retain(|(a, b)| a != b);
        pairs.sort_unstable();
        pairs.dedup();
        let starts = (0..=nodes as u32).map(|node| pairs.partition_point(|&(from, _)| from < node) as u32).collect();
        Self { starts, to: pairs.into_iter().map(|(_, to)| to).collect() }
    }

    /// Where the edges of a node lead, in order.
    pub fn from(&self, node: u32) -> &[u32] {
        &self.to[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// All edges.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.starts.len().saturating_sub(1) as u32).flat_map(|a| self.from(a).iter().map(move |&b| (a, b)))
    }
}

const UNSEEN: u32 = u32::MAX;

/// Component of each node (Tarjan 1972, with a stack of our own). Components are numbered so that no edge leads to a larger
/// number: what is reached has the smaller one.
pub(crate) fn components(nodes: usize, edges: &Edges) -> (Vec<u32>, u32) {
    let mut component = vec![UNSEEN; nodes];
    let (mut number, mut low) = (vec![UNSEEN; nodes], vec![0_u32; nodes]);
    let (mut next, mut count) = (0, 0);
    let mut open: Vec<u32> = Vec::new();
    // Nodes under way, each with how many of its edges were looked at.
    let mut under_way: Vec<(u32, usize)> = Vec::new();
    for root in 0..nodes as u32 {
        if number[root as usize] == UNSEEN {
            under_way.push((root, 0));
        }
        while let Some((node, edge)) = under_way.pop() {
            let at = node as usize;
            if edge == 0 {
                (number[at], low[at]) = (next, next);
                next += 1;
                open.push(node);
            } else {
                let before = edges.from(node)[edge - 1] as usize;
                if component[before] == UNSEEN {
                    low[at] = low[at].min(low[before]);
                }
            }
            if let Some(&to) = edges.from(node).get(edge) {
                under_way.push((node, edge + 1));
                if number[to as usize] == UNSEEN {
                    under_way.push((to, 0));
                } else if component[to as usize] == UNSEEN {
                    low[at] = low[at].min(number[to as usize]);
                }
            } else if low[at] == number[at] {
                while let Some(member) = open.pop() {
                    component[member as usize] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    (component, count)
}
