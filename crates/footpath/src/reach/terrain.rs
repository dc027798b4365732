//! Terrain: the tiles that a query has touched, with one number per floor for the search.
//!
//! In: a world and a reach. Out: nodes (numbers that are dense enough for tables), their moves, columns and heights. Tiles are
//! entered when a node of theirs is first met; the numbers depend on the order in which that happens and on nothing else,
//! and no answer depends on the numbers.

use super::{ACROSS_X, ACROSS_Z, EDGE, INDEX, Leaps, NONE, Reach, Rooms, Steps, WAYS, column_in};
use crate::ground::{ColumnKey, Tile, TileKey};
use crate::search::Stop;
use crate::world::{FloorId, World};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Nodes are given out in blocks of this many, each block to one tile.
const BLOCK_BITS: u32 = 10;
const UNSET: u32 = u32::MAX;

/// Floors that a search keeps off, beside those where the body has no room.
pub(crate) trait Filter: std::fmt::Debug {
    /// Whether searches keep off a floor.
    fn is_closed(&self, world: &World, floor: FloorId) -> bool;
}

/// A tile that was touched.
#[derive(Debug)]
struct Slot<'a> {
    key: TileKey,
    tile: Option<&'a Tile>,
    base: u32,
    steps: Arc<Steps>,
    leaps: Option<Arc<Leaps>>,
    wide: Option<Arc<Rooms>>,
    /// Slots of the tiles around, row by row; [`UNSET`] until asked for.
    beside: [u32; 9],
    /// Whether the tile lies within the fence.
    inside: bool,
}

/// The tiles that a query has touched.
#[derive(Debug)]
pub(crate) struct Terrain<'a> {
    pub world: &'a World,
    pub reach: Arc<Reach>,
    slots: Vec<Slot<'a>>,
    by_key: BTreeMap<TileKey, u32>,
    /// Slot of each block of nodes.
    blocks: Vec<u32>,
    /// Floors that searches keep off, if any.
    pub filter: Option<Box<dyn Filter>>,
    /// Tiles that moves stay in, if they are fenced.
    fence: Option<Vec<TileKey>>,
    /// Ends searches over it from outside.
    pub stop: Stop,
}

impl<'a> Terrain<'a> {
    pub fn new(world: &'a World, reach: Arc<Reach>) -> Self {
        let (slots, by_key, blocks, stop) = Default::default();
        Self { world, reach, slots, by_key, blocks, filter: None, fence: None, stop }
    }

    /// Limits moves to these tiles from now on; `None` removes the limit.
    pub fn set_fence(&mut self, tiles: Option<Vec<TileKey>>) {
        for slot in &mut self.slots {
            slot.inside = is_inside(tiles.as_deref(), slot.key);
        }
        self.fence = tiles;
    }

    /// Numbers given out so far.
    pub fn len(&self) -> usize {
        self.blocks.len() << BLOCK_BITS
    }

    fn slot_of(&self, node: u32) -> &Slot<'a> {
        &self.slots[self.blocks[(node >> BLOCK_BITS) as usize] as usize]
    }

    /// The slot of a tile, touched now if need be.
    fn touch(&mut self, key: TileKey) -> u32 {
        if let Some(&slot) = self.by_key.get(&key) {
            return slot;
        }
        let slot = self.slots.len() as u32;
        let steps = self.reach.steps(self.world, key);
        let base = self.len() as u32;
        let blocks = steps.near.len().div_ceil(1 << BLOCK_BITS);
        self.blocks.extend(std::iter::repeat_n(slot, blocks));
        self.slots.push(Slot {
            key,
            tile: self.world.tile(key),
            base,
            steps,
            leaps: None,
            wide: None,
            beside: [UNSET; 9],
            inside: is_inside(self.fence.as_deref(), key),
        });
        self.by_key.insert(key, slot);
        slot
    }

    /// The number of a floor.
    pub fn node(&mut self, id: FloorId) -> u32 {
        let slot = self.touch(id.tile);
        self.slots[slot as usize].base + id.index
    }

    /// The numbers of a tile's floors, in their order.
    pub fn nodes_of(&mut self, key: TileKey) -> Range<u32> {
        let slot = self.touch(key);
        let slot = &self.slots[slot as usize];
        slot.base..slot.base + slot.steps.near.len() as u32
    }

    /// The floor of a number.
    pub fn floor(&self, node: u32) -> FloorId {
        let slot = self.slot_of(node);
        FloorId { tile: slot.key, index: node - slot.base }
    }

    /// The tile of a node, and the floor's index in it.
    pub fn tile(&self, node: u32) -> (&'a Tile, usize) {
        let slot = self.slot_of(node);
        (slot.tile.unwrap_or_else(|| unreachable!("nodes are floors of tiles")), (node - slot.base) as usize)
    }

    /// Whether the filter closes a node to searches.
    #[inline]
    pub fn is_closed(&self, node: u32) -> bool {
        self.filter.as_ref().is_some_and(|filter| filter.is_closed(self.world, self.floor(node)))
    }

    /// The column of a node.
    #[inline]
    pub fn column(&self, node: u32) -> ColumnKey {
        let slot = self.slot_of(node);
        column_in(slot.key, slot.steps.columns[(node - slot.base) as usize])
    }

    /// Height of a node in cm from the local origin.
    pub fn height(&self, node: u32) -> i32 {
        let (tile, index) = self.tile(node);
        tile.height(index)
    }

    /// Free height that the body has at a node, in cm; 0 where it cannot be.
    #[inline]
    pub fn room(&self, node: u32) -> i32 {
        let slot = self.slot_of(node);
        i32::from(slot.steps.rooms.heights[(node - slot.base) as usize])
    }

    /// Free height of a step between two nodes, if it is less than their rooms allow.
    #[inline]
    pub fn lowered_room(&self, from: u32, to: u32, way: usize) -> Option<i32> {
        let slot = self.slot_of(from);
        if slot.steps.lowered.is_empty() {
            return None;
        }
        slot.steps.lowered_room(from - slot.base, way, to - self.slot_of(to).base)
    }

    /// A number that no floor has, for a search that needs one of its own.
    pub fn spare(&mut self) -> u32 {
        let node = self.len() as u32;
        self.blocks.push(UNSET);
        node
    }

    /// Calls `visit(terrain, way, to)` for every step from a node. A diagonal needs both floors beside it.
    #[inline]
    pub fn steps(&mut self, node: u32, mut visit: impl FnMut(&Self, usize, u32)) {
        self.steps_with::<true>(node, &mut |terrain, way, to, _| visit(terrain, way, to));
    }

    /// Calls `visit(terrain, way, to, both)` for every step from a node, diagonals with one free floor beside them included;
    /// `both` says whether both are free.
    #[cfg(any(test, feature = "papers"))]
    pub fn loose_steps(&mut self, node: u32, mut visit: impl FnMut(&Self, usize, u32, bool)) {
        self.steps_with::<false>(node, &mut visit);
    }

    #[inline]
    fn steps_with<const STRICT: bool>(&mut self, node: u32, visit: &mut impl FnMut(&Self, usize, u32, bool)) {
        let number = self.blocks[(node >> BLOCK_BITS) as usize];
        let slot = &self.slots[number as usize];
        let index = (node - slot.base) as usize;
        let (near, flanks, base) = (slot.steps.near[index], slot.steps.flanks[index], slot.base);
        for (way, &target) in near.iter().enumerate() {
            let both = way < 4 || flanks & (1 << (way - 4)) != 0;
            if target == NONE || (STRICT && !both) {
                continue;
            }
            if target <= INDEX {
                visit(self, way, base + target, both);
            } else if let Some(to) = self.across(number, way, target) {
                visit(self, way, to, both);
            }
        }
        if !self.slots[number as usize].steps.others.is_empty() {
            self.others(number, index as u32, visit);
        }
    }

    #[cold]
    fn others(&mut self, number: u32, index: u32, visit: &mut impl FnMut(&Self, usize, u32, bool)) {
        let steps = Arc::clone(&self.slots[number as usize].steps);
        let first = steps.others.partition_point(|&(floor, ..)| floor < index);
        for &(_, way, target) in steps.others[first..].iter().take_while(|&&(floor, ..)| floor == index) {
            if let Some(to) = self.across(number, usize::from(way), target) {
                visit(self, usize::from(way), to, true);
            }
        }
    }

    /// The node that a target in this or a neighbouring tile stands for; none beyond the fence.
    fn across(&mut self, number: u32, way: usize, target: u32) -> Option<u32> {
        let [dx, dz] = WAYS[way];
        let x = if target & ACROSS_X == 0 { 0 } else { dx };
        let z = if target & ACROSS_Z == 0 { 0 } else { dz };
        let at = ((z + 1) * 3 + x + 1) as usize;
        let mut beside = self.slots[number as usize].beside[at];
        if beside == UNSET {
            let key = self.slots[number as usize].key;
            let key = key.neighbour([x, z]);
            if !is_inside(self.fence.as_deref(), key) {
                return None;
            }
            beside = self.touch(key);
            self.slots[number as usize].beside[at] = beside;
        }
        let slot = &self.slots[beside as usize];
        slot.inside.then(|| slot.base + (target & INDEX))
    }

    /// Calls `visit(terrain, to, cost, leap)` for every leap from a node.
    pub fn leaps(&mut self, node: u32, mut visit: impl FnMut(&Self, u32, u32, u8)) {
        if self.reach.limits.leaps.is_empty() {
            return;
        }
        let number = self.blocks[(node >> BLOCK_BITS) as usize] as usize;
        let slot = &mut self.slots[number];
        let index = node - slot.base;
        if slot.steps.flanks[index as usize] & EDGE == 0 {
            return;
        }
        let (key, reach, world) = (slot.key, &self.reach, self.world);
        let leaps = Arc::clone(slot.leaps.get_or_insert_with(|| reach.leaps(world, key)));
        for leap in leaps.from(index) {
            let key = key.neighbour(leap.tile.map(i32::from));
            // Tiles beyond the fence are skipped, since they may be unloaded.
            if is_inside(self.fence.as_deref(), key) {
                let slot = self.touch(key) as usize;
                visit(self, self.slots[slot].base + leap.index, leap.cost, leap.leap);
            }
        }
    }

    /// Free height at a node for a body that may be anywhere in the column, in cm; 0 where it cannot be. Also whether that height
    /// depends on the step exception.
    pub fn wide_room(&mut self, node: u32) -> (i32, bool) {
        let number = self.blocks[(node >> BLOCK_BITS) as usize] as usize;
        let slot = &mut self.slots[number];
        let (key, reach, world) = (slot.key, &self.reach, self.world);
        let wide = slot.wide.get_or_insert_with(|| reach.wide_rooms(world, key));
        let floor = (node - slot.base) as usize;
        (i32::from(wide.heights[floor]), wide.leans(floor))
    }
}

fn is_inside(fence: Option<&[TileKey]>, key: TileKey) -> bool {
    fence.is_none_or(|tiles| tiles.contains(&key))
}
