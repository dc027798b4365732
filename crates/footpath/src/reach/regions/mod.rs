//! Regions: which floors a body gets to from which, labelled once per body and kept.
//!
//! In: the steps and leaps of a body over a whole world. Out: regions, which are sets of floors that get to each other, and
//! which regions get to which others by leaps that do not lead back. So whether there is a route at all is known without
//! a search, and an unreachable goal is refused at once.
//!
//! Steps lead both ways, so floors are first joined by them, tile by tile; only the few pieces that are left are searched for
//! directed cycles. Labels are kept per tile and regions per ground: after an edit only the tiles around it are
//! labelled again. The numbers do not depend on threads or on the history of the world.

mod join;
mod labels;
mod made;
#[cfg(test)]
mod tests;

use super::Reach;
use crate::body::Body;
use crate::geom::DisjointSets;
use crate::ground::TileKey;
use crate::search::Stop;
use crate::world::{Bytes, FloorId, Semantics, World};
use join::{Edges, components};
pub(crate) use labels::{Labels, UNLABELLED};
use std::sync::Arc;

/// Number of a region, from 0, in the order of the regions' first floors.
pub type RegionId = u32;

/// How large a region is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RegionSize {
    /// Floors.
    pub floors: usize,
    /// Area in plan, in square metres.
    pub area: f64,
}

/// The regions of one body on one ground.
#[derive(Debug)]
pub struct Regions {
    /// Tiles in order, each with the number of its first piece.
    tiles: Vec<(TileKey, u32, Arc<Labels>)>,
    /// Region of each piece.
    of_piece: Vec<RegionId>,
    floors: Vec<usize>,
    /// Which regions lead to which by leaps, there and back.
    onward: Edges,
    backward: Edges,
    /// Place of each region in an order in which leaps lead downwards only.
    order: Vec<u32>,
    cell_area: f64,
}

impl Bytes for Regions {
    fn bytes(&self) -> usize {
        // Labels are entries of their own, but live as long as regions do.
        let labels: usize = self.tiles.iter().map(|(.., labels)| labels.bytes()).sum();
        let edges = self.onward.bytes() + self.backward.bytes() + self.order.bytes();
        labels
            + self.tiles.capacity() * size_of::<(TileKey, u32, Arc<Labels>)>()
            + self.of_piece.bytes()
            + self.floors.bytes()
            + edges
    }
}

impl World {
    /// The regions of a body: which floors it can reach from which. Cached until the ground changes.
    ///
    /// ```
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
    /// let regions = world.regions(&Body::adult());
    /// let floor = |name: &str| world.locate(world.place(name).expect("a place"), [0.5; 3]).expect("a floor");
    /// let (start, goal) = (floor("start"), floor("goal"));
    /// assert!(regions.can_reach(start, goal));
    /// let home = regions.of(start).expect("the body fits at the start");
    /// assert!(regions.size(home).area > 50.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn regions(&self, body: &Body) -> Arc<Regions> {
        let made = Regions::made(self, &Reach::of(self, body, &Semantics::baked(self)), true, &Stop::default());
        made.unwrap_or_else(|| unreachable!("it has no stop"))
    }
}

impl Regions {
    /// Number of regions.
    pub fn len(&self) -> usize {
        self.floors.len()
    }

    /// Whether the body fits nowhere.
    pub fn is_empty(&self) -> bool {
        self.floors.is_empty()
    }

    /// The region of a floor; `None` where the body cannot be.
    pub fn of(&self, floor: FloorId) -> Option<RegionId> {
        let at = self.tiles.binary_search_by_key(&floor.tile, |&(key, ..)| key).ok()?;
        let (_, first, labels) = &self.tiles[at];
        let piece = *labels.of.get(floor.index as usize)?;
        (piece != UNLABELLED).then(|| self.of_piece[(first + piece) as usize])
    }

    /// Size of a region; nothing for one that is not there.
    pub fn size(&self, region: RegionId) -> RegionSize {
        let floors = self.floors.get(region as usize).copied().unwrap_or(0);
        RegionSize { floors, area: floors as f64 * self.cell_area }
    }

    /// The region with most floors: of equal ones the first.
    pub fn largest(&self) -> Option<RegionId> {
        let regions = (0..self.len() as u32).rev();
        regions.max_by_key(|&region| self.floors[region as usize])
    }

    /// Whether the body gets from one floor to another.
    pub fn can_reach(&self, from: FloorId, to: FloorId) -> bool {
        self.of(from).zip(self.of(to)).is_some_and(|(from, to)| self.leads_to(from, to))
    }

    /// Whether one gets from a region to another.
    pub fn leads_to(&self, from: RegionId, to: RegionId) -> bool {
        if from == to || from.max(to) as usize >= self.len() {
            return from == to;
        }
        let order = |region: RegionId| self.order[region as usize];
        let mut open = vec![from];
        let mut met = vec![from];
        while let Some(region) = open.pop() {
            for &next in self.onward.from(region) {
                if next == to {
                    return true;
                }
                if order(next) > order(to)
                    && let Err(at) = met.binary_search(&next)
                {
                    met.insert(at, next);
                    open.push(next);
                }
            }
        }
        false
    }

    /// All regions that are reached from some (or that reach them, `backward`), as one flag per region.
    pub(crate) fn spread(&self, from: &[RegionId], backward: bool) -> Vec<bool> {
        let edges = if backward { &self.backward } else { &self.onward };
        let mut met = vec![false; self.len()];
        let mut open: Vec<RegionId> = from.to_vec();
        while let Some(region) = open.pop() {
            if !std::mem::replace(&mut met[region as usize], true) {
                open.extend_from_slice(edges.from(region));
            }
        }
        met
    }

    /// Regions of a tile's floors, in their order.
    pub(crate) fn in_tile(&self, key: TileKey) -> impl Iterator<Item = Option<RegionId>> + '_ {
        let found = self.tiles.binary_search_by_key(&key, |&(key, ..)| key).ok().map(|at| &self.tiles[at]);
        found.into_iter().flat_map(move |(_, first, labels)| {
            labels.of.iter().map(move |&piece| (piece != UNLABELLED).then(|| self.of_piece[(first + piece) as usize]))
        })
    }

    /// Tiles that have floors of some regions, in order.
    pub(crate) fn tiles_of(&self, side: &[bool]) -> impl Iterator<Item = TileKey> {
        let has = |first: u32, labels: &Labels| {
            let pieces = first as usize..first as usize + labels.floors.len();
            self.of_piece[pieces].iter().any(|&region| side[region as usize])
        };
        self.tiles.iter().filter(move |(_, first, labels)| has(*first, labels)).map(|&(key, ..)| key)
    }

    /// Floors of some regions.
    pub(crate) fn floors_of(&self, side: &[bool]) -> usize {
        self.floors.iter().zip(side).filter(|&(_, &of)| of).map(|(&floors, _)| floors).sum()
    }

    fn join(world: &World, tiles: Vec<(TileKey, u32, Arc<Labels>)>, pieces: usize) -> Self {
        let mut sets = DisjointSets::new(pieces);
        let mut leaps = Vec::new();
        for (key, first, labels) in &tiles {
            let piece = |[x, z]: [i16; 2], floor: u32| {
                let key = key.neighbour([x, z].map(i32::from));
                let at = tiles.binary_search_by_key(&key, |&(key, ..)| key).ok()?;
                let label = *tiles[at].2.of.get(floor as usize)?;
                (label != UNLABELLED).then(|| tiles[at].1 + label)
            };
            for &(from, tile, floor) in &labels.steps {
                piece(tile, floor).into_iter().for_each(|to| sets.join(first + from, to));
            }
            leaps.extend(labels.leaps.iter().filter_map(|&(from, tile, to)| Some((first + from, piece(tile, to)?))));
        }
        // Pieces that steps join; their roots are their first pieces.
        let mut number = vec![0; pieces];
        let mut joined = 0;
        for piece in 0..pieces as u32 {
            let root = sets.root(piece);
            number[piece as usize] = if root == piece { joined } else { number[root as usize] };
            joined += u32::from(root == piece);
        }
        let pairs = |number: &[u32], pairs: Vec<(u32, u32)>| -> Vec<(u32, u32)> {
            pairs.into_iter().map(|(a, b)| (number[a as usize], number[b as usize])).collect()
        };
        let leaps = Edges::new(joined as usize, pairs(&number, leaps));
        let (component, count) = components(joined as usize, &leaps);
        // Regions are numbered by their first floor, whatever order the components were found in.
        let mut region = vec![u32::MAX; count as usize];
        let mut order = Vec::with_capacity(count as usize);
        for &component in &component {
            if region[component as usize] == u32::MAX {
                region[component as usize] = order.len() as u32;
                order.push(component);
            }
        }
        let of_joined: Vec<u32> = component.iter().map(|&component| region[component as usize]).collect();
        let of_piece: Vec<u32> = number.iter().map(|&joined| of_joined[joined as usize]).collect();
        let mut floors = vec![0; count as usize];
        for (_, first, labels) in &tiles {
            for (piece, &size) in (*first..).zip(&labels.floors) {
                floors[of_piece[piece as usize] as usize] += size as usize;
            }
        }
        let onward = Edges::new(count as usize, pairs(&of_joined, leaps.pairs().collect()));
        let backward = Edges::new(count as usize, onward.pairs().map(|(a, b)| (b, a)).collect());
        let cell_area = world.grid().cell_size().powi(2);
        Self { tiles, of_piece, floors, onward, backward, order, cell_area }
    }
}
