//! Pieces of ground that cover a column twice, cut into sheets that do not.

use super::grid::TILE;
use super::sheets::{Ground, root, union};
use std::collections::BTreeMap;

const NONE: u32 = u32::MAX;
const SIDE: usize = TILE as usize;

/// One bit per column of a tile.
type ColumnSet = [u64; SIDE];

/// Memory of the cutting, reused from tile to tile.
#[derive(Debug, Default)]
pub(crate) struct Overlaps {
    /// Whether the piece with this root covers a column twice.
    overlapping: Vec<bool>,
    rank: Vec<u32>,
    queue: Vec<u32>,
    beside: Vec<[u32; 4]>,
}

impl Overlaps {
    /// Cuts the pieces of `parent` (each floor's root, which is the piece's first floor) that cover a column twice.
    pub fn split(&mut self, ground: &Ground, parent: &mut [u32]) {
        if !self.rank_overlaps(ground, parent) {
            return;
        }
        self.find_neighbours(ground, parent.len());
        self.spread_ranks(parent);
        let mut part: Vec<u32> = parent.to_vec();
        for floor in (0..parent.len()).filter(|&floor| self.is_cut(parent, floor)) {
            part[floor] = floor as u32;
        }
        for floor in (0..parent.len()).filter(|&floor| self.is_cut(parent, floor)) {
            for other in self.after(floor) {
                if self.rank[floor] == self.rank[other as usize] {
                    union(&mut part, floor as u32, other);
                }
            }
        }
        self.join_parts(ground, parent, &mut part);
        for (floor, piece) in parent.iter_mut().enumerate() {
            *piece = root(&mut part, floor as u32);
        }
    }

    fn is_cut(&self, parent: &[u32], floor: usize) -> bool {
        self.overlapping[parent[floor] as usize]
    }

    /// Floors beside a floor in the directions +x and +z.
    fn after(&self, floor: usize) -> impl Iterator<Item = u32> + use<> {
        let [east, south, ..] = self.beside[floor];
        [east, south].into_iter().filter(|&other| other != NONE)
    }

    /// Ranks from below the floors that share a column with another floor of their piece; says whether there are any.
    fn rank_overlaps(&mut self, ground: &Ground, parent: &[u32]) -> bool {
        self.overlapping.clear();
        self.overlapping.resize(parent.len(), false);
        self.rank.clear();
        self.rank.resize(parent.len(), NONE);
        let mut any = false;
        for column in (0..SIDE * SIDE).filter(|&column| ground.column(column).len() > 1) {
            for floor in ground.column(column) {
                let same = ground.column(column).filter(|&other| parent[other] == parent[floor]);
                if same.clone().count() > 1 {
                    self.rank[floor] = same.take_while(|&other| other < floor).count() as u32;
                    self.overlapping[parent[floor] as usize] = true;
                    any = true;
                }
            }
        }
        any
    }

    fn find_neighbours(&mut self, ground: &Ground, floors: usize) {
        self.beside.clear();
        self.beside.resize(floors, [NONE; 4]);
        let beside = &mut self.beside;
        ground.all_pairs(|a, b, direction| {
            beside[a][direction] = b as u32;
            beside[b][direction + 2] = a as u32;
        });
    }

    /// Floors alone in their column take the rank of the nearest that is not, so that the top of a wall within an upper
    /// storey goes with that storey.
    fn spread_ranks(&mut self, parent: &[u32]) {
        self.queue.clear();
        self.queue.extend((0..parent.len() as u32).filter(|&floor| self.rank[floor as usize] != NONE));
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
    fn join_parts(&self, ground: &Ground, parent: &[u32], part: &mut [u32]) {
        let mut columns: BTreeMap<u32, ColumnSet> = BTreeMap::new();
        let mut borders: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for column in 0..SIDE * SIDE {
            for floor in ground.column(column).filter(|&floor| self.is_cut(parent, floor)) {
                let mine = root(part, floor as u32);
                columns.entry(mine).or_insert([0; SIDE])[column / SIDE] |= 1 << (column % SIDE);
                for other in self.after(floor) {
                    let theirs = root(part, other);
                    if mine != theirs {
                        *borders.entry((mine.min(theirs), mine.max(theirs))).or_default() += 1;
                    }
                }
            }
        }
        let meet = |a: &ColumnSet, b: &ColumnSet| a.iter().zip(b).any(|(a, b)| a & b != 0);
        borders.retain(|(a, b), _| !meet(&columns[a], &columns[b]));
        while let Some((&(kept, gone), _)) =
            borders.iter().max_by_key(|&(&pair, &length)| (length, std::cmp::Reverse(pair)))
        {
            union(part, kept, gone);
            let moved = columns.remove(&gone).unwrap_or([0; SIDE]);
            for (row, more) in columns.entry(kept).or_insert([0; SIDE]).iter_mut().zip(moved) {
                *row |= more;
            }
            let mut merged: BTreeMap<(u32, u32), u32> = BTreeMap::new();
            for ((a, b), length) in borders {
                let renamed = |id: u32| if id == gone { kept } else { id };
                let (a, b) = (renamed(a), renamed(b));
                if a != b {
                    *merged.entry((a.min(b), a.max(b))).or_default() += length;
                }
            }
            merged.retain(|&(a, b), _| (a != kept && b != kept) || !meet(&columns[&a], &columns[&b]));
            borders = merged;
        }
    }
}
