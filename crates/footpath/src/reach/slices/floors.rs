//! All tiles of a world as one plan: which floors a body can be on, and its steps between them.
//!
//! In: rooms and steps of the tiles, which are kept with the reach. Out: a look at them by tile and floor, and connected
//! pieces of them under any rule for steps.

use crate::geom::DisjointSets;
use crate::ground::{ColumnKey, Tile, TileKey};
use crate::reach::{ACROSS_X, ACROSS_Z, INDEX, NONE, Reach, Steps, Stride, WAYS, column_in};
use crate::world::{FloorId, World};
use rayon::prelude::*;
use std::sync::Arc;

/// A floor: index of its tile in [`Floors::tiles`], and its index there.
pub(super) type At = (u32, u32);

/// Floors where the body cannot be are in no piece.
pub(super) const NO_PIECE: u32 = u32::MAX;

/// A tile with the steps of the body.
pub(super) struct Tiled<'a> {
    pub key: TileKey,
    pub tile: &'a Tile,
    pub steps: Arc<Steps>,
    /// Indices of the tiles around, row by row; `u32::MAX` where there is none.
    beside: [u32; 9],
}

/// The floors of a world as a body sees them.
pub(super) struct Floors<'a> {
    pub world: &'a World,
    reach: &'a Reach,
    /// In order of their keys.
    pub tiles: Vec<Tiled<'a>>,
}

impl<'a> Floors<'a> {
    pub fn of(world: &'a World, reach: &'a Reach) -> Self {
        let found: Vec<(TileKey, &Tile)> = world.tiles().collect();
        reach.derive_steps(world, found.iter().map(|&(key, _)| key));
        let steps: Vec<Arc<Steps>> = found.iter().map(|&(key, _)| reach.steps(world, key)).collect();
        let number = |key: TileKey| found.binary_search_by_key(&key, |&(key, _)| key).map_or(u32::MAX, |at| at as u32);
        let around = |key: TileKey, at: usize| key.neighbour([at as i32 % 3 - 1, at as i32 / 3 - 1]);
        let tiles = found.iter().zip(steps).map(|(&(key, tile), steps)| Tiled {
            key,
            tile,
            steps,
            beside: std::array::from_fn(|at| number(around(key, at))),
        });
        Self { world, reach, tiles: tiles.collect() }
    }

    pub fn tile(&self, at: At) -> &Tiled<'a> {
        &self.tiles[at.0 as usize]
    }

    /// Height in cm from the local origin.
    #[inline]
    pub fn height(&self, at: At) -> i32 {
        self.tile(at).tile.height(at.1 as usize)
    }

    #[inline]
    pub fn column(&self, at: At) -> ColumnKey {
        let tile = self.tile(at);
        column_in(tile.key, tile.steps.columns[at.1 as usize])
    }

    pub fn id(&self, at: At) -> FloorId {
        FloorId { tile: self.tile(at).key, index: at.1 }
    }

    /// Floors of a tile where the body can be, in order.
    pub fn open_in(&self, tile: u32) -> impl Iterator<Item = At> + '_ {
        let heights = &self.tiles[tile as usize].steps.rooms.heights;
        (0..).zip(heights).filter(|&(_, &room)| room > 0).map(move |(index, _)| (tile, index))
    }

    /// The floor that the nearest step of a way leads to.
    #[inline]
    pub fn next(&self, from: At, way: usize) -> Option<At> {
        let target = self.tile(from).steps.near[from.1 as usize][way];
        (target != NONE).then(|| self.target(from.0, way, target))
    }

    fn target(&self, tile: u32, way: usize, target: u32) -> At {
        if target <= INDEX {
            return (tile, target);
        }
        let [dx, dz] = WAYS[way];
        let along = |bit: u32, d: i32| if target & bit == 0 { 0 } else { d };
        let at = (along(ACROSS_Z, dz) + 1) * 3 + along(ACROSS_X, dx) + 1;
        (self.tiles[tile as usize].beside[at as usize], target & INDEX)
    }

    /// Calls `visit(from, way, to)` for every step of a tile's floors towards +x and +z. A step leads both ways, so these
    /// are all of them once.
    pub fn onward(&self, tile: u32, mut visit: impl FnMut(At, usize, At)) {
        let steps = &self.tiles[tile as usize].steps;
        for (index, near) in (0..).zip(&steps.near) {
            for (way, &target) in near.iter().enumerate().take(2) {
                if target != NONE {
                    visit((tile, index), way, self.target(tile, way, target));
                }
            }
        }
        for &(index, way, target) in steps.others.iter().filter(|(_, way, _)| *way < 2) {
            visit((tile, index), usize::from(way), self.target(tile, usize::from(way), target));
        }
    }

    /// Calls `visit(to)` for every step from a floor, diagonals too.
    pub fn around(&self, from: At, mut visit: impl FnMut(At)) {
        (0..WAYS.len()).filter_map(|way| self.next(from, way)).for_each(&mut visit);
        let others = &self.tile(from).steps.others;
        let first = others.partition_point(|&(floor, ..)| floor < from.1);
        for &(_, way, target) in others[first..].iter().take_while(|&&(floor, ..)| floor == from.1) {
            visit(self.target(from.0, usize::from(way), target));
        }
    }

    /// Strides over one column between floors that are `apart`; each leads there and back.
    pub fn strides(&self, apart: impl Fn(At, At) -> bool + Sync) -> Vec<(At, At)> {
        let in_tile = |tile: u32| -> Vec<(At, At)> {
            let strides = self.reach.strides(self.world, self.tiles[tile as usize].key);
            let pair = |stride: Stride| {
                let there = self.tiles.binary_search_by_key(&stride.tile, |tile| tile.key).ok()?;
                Some(((tile, stride.from), (there as u32, stride.to)))
            };
            strides.into_iter().filter_map(pair).filter(|&(from, to)| apart(from, to)).collect()
        };
        let found: Vec<Vec<(At, At)>> = (0..self.tiles.len() as u32).into_par_iter().map(in_tile).collect();
        found.into_iter().flatten().collect()
    }

    /// Connected pieces of the floors that are `wanted`, under those steps that are `joined`: the piece of each floor, tile by
    /// tile, and how many there are. Their numbers are arbitrary, though always the same.
    pub fn pieces(
        &self,
        wanted: impl Fn(At) -> bool + Sync,
        joined: impl Fn(At, At) -> bool + Sync,
    ) -> (Vec<Vec<u32>>, usize) {
        let labelled: Vec<Labelled> =
            (0..self.tiles.len() as u32).into_par_iter().map(|tile| self.label(tile, &wanted, &joined)).collect();
        let mut first = Vec::with_capacity(labelled.len());
        let mut count = 0;
        for tile in &labelled {
            first.push(count);
            count += tile.count;
        }
        let mut sets = DisjointSets::new(count as usize);
        let piece = |at: At| first[at.0 as usize] + labelled[at.0 as usize].of[at.1 as usize];
        for &(from, to) in labelled.iter().flat_map(|tile| &tile.across) {
            sets.join(piece(from), piece(to));
        }
        let (number, pieces) = sets.numbers();
        let world_wide = |(tile, first): (Labelled, &u32)| -> Vec<u32> {
            let of = |label: u32| if label == NO_PIECE { NO_PIECE } else { number[(first + label) as usize] };
            tile.of.into_iter().map(of).collect()
        };
        (labelled.into_iter().zip(&first).map(world_wide).collect(), pieces as usize)
    }

    fn label(&self, tile: u32, wanted: &impl Fn(At) -> bool, joined: &impl Fn(At, At) -> bool) -> Labelled {
        let mut sets = DisjointSets::new(self.tiles[tile as usize].steps.near.len());
        let mut across = Vec::new();
        self.onward(tile, |from, _, to| {
            if wanted(from) && wanted(to) && joined(from, to) {
                if to.0 == tile { sets.join(from.1, to.1) } else { across.push((from, to)) }
            }
        });
        let mut of = vec![NO_PIECE; self.tiles[tile as usize].steps.near.len()];
        let mut count = 0;
        for (_, index) in self.open_in(tile).filter(|&at| wanted(at)) {
            // The root is the lowest of its set, so it has its label already.
            let root = sets.root(index);
            of[index as usize] = if root == index { count } else { of[root as usize] };
            count += u32::from(root == index);
        }
        Labelled { of, count, across }
    }
}

/// Pieces within one tile, and the steps that join them to those of others.
struct Labelled {
    of: Vec<u32>,
    count: u32,
    across: Vec<(At, At)>,
}
