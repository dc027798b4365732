//! Labels of one tile: which of its floors are joined by steps within the tile, and what leads out of it.
//!
//! In: steps and leaps of the tile. Out: a label per floor, and the moves that the world's regions are joined by. Kept per tile,
//! so that an edit makes new labels where it was and nowhere else.

use crate::geom::DisjointSets;
use crate::ground::TileKey;
use crate::reach::{ACROSS_X, ACROSS_Z, INDEX, NONE, Reach, WAYS};
use crate::world::{Bytes, World};

/// A floor where the body cannot be has no label.
pub(crate) const UNLABELLED: u32 = u32::MAX;

/// A move out of a piece of a tile: the piece, the tile where it leads (counted from here), the floor there.
pub(crate) type Way = (u32, [i16; 2], u32);

/// The pieces of one tile.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// Piece of each floor, or [`UNLABELLED`]; numbered in the order of their first floors.
    pub of: Vec<u32>,
    /// Floors of each piece.
    pub floors: Vec<u32>,
    /// Steps to tiles of larger numbers; those back are the same ones.
    pub steps: Vec<Way>,
    /// Leaps, without those that stay in their piece.
    pub leaps: Vec<Way>,
}

impl Bytes for Labels {
    fn bytes(&self) -> usize {
        self.of.bytes() + self.floors.bytes() + self.steps.bytes() + self.leaps.bytes()
    }
}

impl Labels {
    pub fn of(world: &World, reach: &Reach, key: TileKey, extended: bool) -> Self {
        let steps = reach.steps(world, key);
        let count = steps.near.len();
        let mut sets = DisjointSets::new(count);
        let mut out: Vec<Way> = Vec::new();
        // A diagonal leads where two orthogonal steps lead, and a step leads both ways: +x and +z say everything.
        let nearest = steps.near.iter().zip(0..).flat_map(|(near, floor)| [0, 1].map(|way| (floor, way, near[way])));
        let others = steps.others.iter().map(|&(floor, way, target)| (floor, usize::from(way), target));
        for (floor, way, target) in nearest.chain(others) {
            if target == NONE {
                continue;
            }
            if target <= INDEX {
                sets.join(floor, target);
            } else if way < 2 {
                let [dx, dz] = WAYS[way];
                let along = |bit: u32, d: i32| if target & bit == 0 { 0 } else { d as i16 };
                out.push((floor, [along(ACROSS_X, dx), along(ACROSS_Z, dz)], target & INDEX));
            }
        }
        let mut labels = Self::default();
        let mut label_of_root = vec![UNLABELLED; count];
        for floor in 0..count as u32 {
            if steps.rooms.heights[floor as usize] == 0 {
                labels.of.push(UNLABELLED);
                continue;
            }
            let label = &mut label_of_root[sets.root(floor) as usize];
            if *label == UNLABELLED {
                *label = labels.floors.len() as u32;
                labels.floors.push(0);
            }
            labels.floors[*label as usize] += 1;
            labels.of.push(*label);
        }
        labels.steps = out.into_iter().map(|(floor, tile, to)| (labels.of[floor as usize], tile, to)).collect();
        labels.steps.sort_unstable();
        labels.steps.dedup();
        if extended {
            labels.find_leaps(world, reach, key);
        }
        labels
    }

    fn find_leaps(&mut self, world: &World, reach: &Reach, key: TileKey) {
        let leaps = reach.leaps(world, key);
        for (floor, leaps) in leaps.all() {
            let from = self.of[floor as usize];
            let stays = |tile: [i16; 2], to: u32| tile == [0, 0] && self.of[to as usize] == from;
            let ways = leaps.iter().filter(|leap| !stays(leap.tile, leap.index));
            self.leaps.extend(ways.map(|leap| (from, leap.tile, leap.index)));
        }
        self.leaps.sort_unstable();
        self.leaps.dedup();
    }
}
