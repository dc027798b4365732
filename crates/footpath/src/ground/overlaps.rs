//! Splits pieces of ground that cover a column twice into sheets that do not.

use super::grid::TILE;
use super::ways::FloorColumns;
use crate::geom::DisjointSets;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

const NONE: u32 = u32::MAX;
const SIDE: usize = TILE as usize;

/// One bit per column of a tile.
type ColumnSet = [u64; SIDE];

/// Working memory, reused from tile to tile.
#[derive(Debug, Default)]
pub(crate) struct Overlaps {
    /// By root: whether the piece covers a column twice.
    overlapping: Vec<bool>,
    rank: Vec<u32>,
    /// Number of floors of the current column, per piece.
    held: Vec<u32>,
    queue: Vec<u32>,
    beside: Vec<[u32; 4]>,
}

impl Overlaps {
    /// Splits the pieces that cover a column twice. The root of a piece is its first floor.
    pub fn split(&mut self, columns: &FloorColumns, pieces: &mut DisjointSets) {
        if !self.rank_overlaps(columns, pieces.roots()) {
            return;
        }
        let roots = pieces.roots().to_vec();
        self.find_neighbours(columns, roots.len());
        self.spread_ranks(roots.len());
        let cut: Vec<usize> = (0..roots.len()).filter(|&floor| self.is_cut(&roots, floor)).collect();
        cut.iter().for_each(|&floor| pieces.separate(floor as u32));
        for &floor in &cut {
            for other in self.next_floors(floor) {
                if self.rank[floor] == self.rank[other as usize] {
                    pieces.join(floor as u32, other);
                }
            }
        }
        self.join_parts(columns, &roots, pieces);
    }

    fn is_cut(&self, roots: &[u32], floor: usize) -> bool {
        self.overlapping[roots[floor] as usize]
    }

    /// The next floors of a floor in the directions +x and +z.
    fn next_floors(&self, floor: usize) -> impl Iterator<Item = u32> + use<> {
        let [east, south, ..] = self.beside[floor];
        [east, south].into_iter().filter(|&other| other != NONE)
    }

    /// Ranks, from below, the floors that share a column with another floor of their piece. Returns whether there are any.
    fn rank_overlaps(&mut self, columns: &FloorColumns, roots: &[u32]) -> bool {
        self.overlapping.clear();
        self.overlapping.resize(roots.len(), false);
        self.rank.clear();
        self.rank.resize(roots.len(), NONE);
        self.held.clear();
        self.held.resize(roots.len(), 0);
        let mut any = false;
        for column in (0..SIDE * SIDE).filter(|&column| columns.column(column).len() > 1) {
            // Counts the floors of each piece in the column, then ranks each floor.
            for floor in columns.column(column) {
                self.held[roots[floor] as usize] += 1;
                self.rank[floor] = self.held[roots[floor] as usize] - 1;
            }
            for floor in columns.column(column) {
                if self.held[roots[floor] as usize] > 1 {
                    self.overlapping[roots[floor] as usize] = true;
                    any = true;
                } else {
                    self.rank[floor] = NONE;
                }
            }
            columns.column(column).for_each(|floor| self.held[roots[floor] as usize] = 0);
        }
        any
    }

    fn find_neighbours(&mut self, columns: &FloorColumns, floors: usize) {
        self.beside.clear();
        self.beside.resize(floors, [NONE; 4]);
        let beside = &mut self.beside;
        columns.all_pairs(|a, b, direction| {
            beside[a][direction] = b as u32;
            beside[b][direction + 2] = a as u32;
        });
    }

    /// Floors that are alone in their column get the rank of the nearest ranked floor. The top of a wall within an upper storey
    /// therefore goes with that storey.
    fn spread_ranks(&mut self, floors: usize) {
        self.queue.clear();
        self.queue.extend((0..floors as u32).filter(|&floor| self.rank[floor as usize] != NONE));
        let mut at = 0;
        while at < self.queue.len() {
            let floor = self.queue[at] as usize;
            at += 1;
            for other in self.beside[floor].into_iter().filter(|&other| other != NONE) {
                if self.rank[other as usize] == NONE {
                    self.rank[other as usize] = self.rank[floor];
                    self.queue.push(other);
                }
            }
        }
    }

    /// Joins neighbouring parts, those with the longest common border first, as long as no column is covered twice.
    fn join_parts(&self, columns: &FloorColumns, roots: &[u32], pieces: &mut DisjointSets) {
        let mut parts = Parts::default();
        for column in 0..SIDE * SIDE {
            for floor in columns.column(column).filter(|&floor| self.is_cut(roots, floor)) {
                let mine = parts.number(pieces.root(floor as u32));
                parts.parts[mine].columns[column / SIDE] |= 1 << (column % SIDE);
                for other in self.next_floors(floor) {
                    let theirs = parts.number(pieces.root(other));
                    if mine != theirs {
                        parts.touch(mine, theirs);
                    }
                }
            }
        }
        parts.join(|a, b| pieces.join(a, b));
    }
}

/// A part of an overlapping piece: its first floor, its columns, and the parts beside it with the length of the common border.
#[derive(Debug)]
struct Part {
    first: u32,
    columns: Box<ColumnSet>,
    beside: BTreeMap<usize, u32>,
}

/// Parts by number, in the order in which they are found.
#[derive(Debug, Default)]
struct Parts {
    parts: Vec<Part>,
    numbers: BTreeMap<u32, usize>,
}

impl Parts {
    fn number(&mut self, first: u32) -> usize {
        *self.numbers.entry(first).or_insert_with(|| {
            self.parts.push(Part { first, columns: Box::new([0; SIDE]), beside: BTreeMap::new() });
            self.parts.len() - 1
        })
    }

    fn touch(&mut self, a: usize, b: usize) {
        *self.parts[a].beside.entry(b).or_default() += 1;
        *self.parts[b].beside.entry(a).or_default() += 1;
    }

    /// Repeatedly joins the parts with the longest border. Borders only grow and overlaps stay, so outdated queue entries can be
    /// skipped. Each join moves the smaller list of neighbours.
    fn join(mut self, mut joined: impl FnMut(u32, u32)) {
        let mut queue: BinaryHeap<(u32, Reverse<(usize, usize)>)> = BinaryHeap::new();
        for (a, part) in self.parts.iter().enumerate() {
            let after = part.beside.range(a + 1..);
            queue.extend(after.map(|(&b, &length)| (length, Reverse((a, b)))));
        }
        while let Some((length, Reverse((a, b)))) = queue.pop() {
            if self.parts[a].beside.get(&b) != Some(&length) {
                continue;
            }
            self.parts[a].beside.remove(&b);
            self.parts[b].beside.remove(&a);
            let overlap = self.parts[a].columns.iter().zip(&*self.parts[b].columns).any(|(a, b)| a & b != 0);
            if overlap {
                continue;
            }
            joined(self.parts[a].first, self.parts[b].first);
            let larger = self.parts[a].beside.len() >= self.parts[b].beside.len();
            let (kept, gone) = if larger { (a, b) } else { (b, a) };
            let moved = std::mem::take(&mut self.parts[gone].beside);
            for row in 0..SIDE {
                let more = self.parts[gone].columns[row];
                self.parts[kept].columns[row] |= more;
            }
            for (other, length) in moved {
                self.parts[other].beside.remove(&gone);
                let border = self.parts[kept].beside.entry(other).or_default();
                *border += length;
                let length = *border;
                self.parts[other].beside.insert(kept, length);
                queue.push((length, Reverse((kept.min(other), kept.max(other)))));
            }
        }
    }
}
