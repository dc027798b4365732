//! Steps: from every floor of a tile to those around it that a body reaches without leaving the ground.
//!
//! In: columns of some tiles and around them, their links, and the rooms of their floors. Out: one target per floor and direction,
//! orthogonal then diagonal. It is the seed's immediate reachability (Bandi & Thalmann §6.2) for neighbouring cells: the step is
//! within the vertical foot span, and the body has room at both ends and on the way. A body takes a diagonal where it can take both
//! ways around the corner. Where it can take one of them only, the diagonal is marked, for the seed's laxer rule (Fig. 5).
//! Steps that are too high are no links (`clearance/room/rule.rs`); `moves` leaves out the links without room for the body.
//! Promise: nested. A body that is thinner, less high or climbs more has every step of another one.

use super::Reach;
use super::moves::Moves;
use super::rooms::Rooms;
use super::surroundings::{Surroundings, WAYS};
use crate::ground::{ColumnKey, TILE, TileKey, Window};
use crate::world::World;
use std::sync::Arc;

/// No move.
pub(crate) const NONE: u32 = u32::MAX;
/// The move leads into the tile beside, along x or z; the rest is the index there.
pub(crate) const ACROSS_X: u32 = 1 << 31;
pub(crate) const ACROSS_Z: u32 = 1 << 30;
/// Index part of a target.
pub(crate) const INDEX: u32 = ACROSS_Z - 1;

/// Mark of floors from which a leap may start.
pub(crate) const EDGE: u8 = 1 << 7;

/// Moves of a tile's floors to their neighbours.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    /// Targets by [`WAYS`]; [`NONE`] or index with [`ACROSS_X`] and [`ACROSS_Z`].
    pub near: Vec<[u32; 8]>,
    /// Bit `i`: the body can take both ways around the corner of the diagonal `WAYS[4 + i]`. [`EDGE`]: the ground ends or falls beside the floor.
    pub flanks: Vec<u8>,
    /// Further targets in ways that have several: floor, way, target; sorted.
    pub others: Vec<(u32, u8, u32)>,
    /// Steps on which there is less room than the rooms at both ends allow: floor, way, target, free height; sorted.
    pub lowered: Vec<(u32, u8, u32, u16)>,
    /// Column of each floor in its tile: x + 64 z.
    pub columns: Vec<u16>,
    /// Free heights.
    pub rooms: Arc<Rooms>,
}

impl Steps {
    /// Steps from the floors of some tiles of a window, in their order. The columns around them are laid out once for all of them.
    pub fn of(world: &World, reach: &Reach, window: Window, tiles: &[TileKey]) -> Vec<Self> {
        let around = Surroundings::of(world, reach, window);
        let mut moves = Moves::new(reach, &around);
        moves.find_straight();
        let count = |key: TileKey| world.tile(key).map_or(0, |tile| tile.floors().len());
        tiles.iter().map(|&key| Self::of_tile(&mut moves, key, count(key))).collect()
    }

    fn of_tile(moves: &mut Moves<'_>, key: TileKey, count: usize) -> Self {
        let around = moves.around;
        let mut steps = Self {
            near: vec![[NONE; 8]; count],
            flanks: vec![0; count],
            others: Vec::new(),
            lowered: Vec::new(),
            columns: vec![0; count],
            rooms: Arc::default(),
        };
        let mut rooms = Rooms::none(count);
        around.floors(key, |[x, z], at, number| {
            let index = around.columns.index(number);
            steps.columns[index as usize] = (x + z * TILE) as u16;
            let room = around.rooms[number as usize];
            if room.height == 0 {
                steps.flanks[index as usize] = EDGE;
                return;
            }
            rooms.set(index, room);
            steps.add_floor(moves, [x, z], at, number);
        });
        steps.rooms = Arc::new(rooms);
        steps.others.sort_unstable();
        steps.lowered.sort_unstable();
        steps
    }

    fn add_floor(&mut self, moves: &mut Moves<'_>, column: [i32; 2], at: usize, number: u32) {
        let columns = &*moves.around.columns;
        let index = columns.index(number);
        let slot = index as usize;
        let across = across(column);
        let target = |way: usize, to: u32| columns.index(to) | across[way];
        if let Some(ways) = moves.open_ways(number) {
            self.near[slot].iter_mut().zip(0..).for_each(|(near, way)| *near = target(way, ways[way]));
            self.flanks[slot] = 0b1111 | if moves.falls(number) { EDGE } else { 0 };
            return;
        }
        for way in 0..4 {
            match moves.straight(number, way) {
                Some((nearest, falls)) => {
                    self.near[slot][way] = target(way, nearest);
                    self.flanks[slot] |= if falls { EDGE } else { 0 };
                }
                None => self.flanks[slot] |= EDGE,
            }
        }
        for way in 4..8 {
            let Some((to, both)) = moves.diagonal(at, number, way - 4) else { continue };
            self.near[slot][way] = target(way, to);
            self.flanks[slot] |= u8::from(both) << (way - 4);
        }
        for (way, to) in moves.others.drain(..) {
            self.others.push((index, way as u8, target(way, to)));
        }
        for (way, to, room) in moves.lowered_of(number) {
            self.lowered.push((index, way as u8, target(way, to), room));
        }
    }

    /// Free height of a step from a floor to another one, by its index in its tile, if it is less than the rooms at both ends allow.
    #[cold]
    pub fn lowered_room(&self, floor: u32, way: usize, to: u32) -> Option<i32> {
        let key = (floor, way as u8);
        let first = self.lowered.partition_point(|&(floor, way, ..)| (floor, way) < key);
        let mut own = self.lowered[first..].iter().take_while(|&&(floor, way, ..)| (floor, way) == key);
        own.find(|(_, _, target, _)| target & INDEX == to).map(|&(.., room)| i32::from(room))
    }
}

/// For each way from a column of the tile the marks of moves into the tiles beside.
#[inline]
fn across([x, z]: [i32; 2]) -> [u32; 8] {
    let is_inner = |c: i32| (1..TILE - 1).contains(&c);
    if is_inner(x) && is_inner(z) {
        return [0; 8];
    }
    let mark = |c: i32, bit: u32| if (0..TILE).contains(&c) { 0 } else { bit };
    WAYS.map(|[dx, dz]| mark(x + dx, ACROSS_X) | mark(z + dz, ACROSS_Z))
}

/// The column of a floor in its tile.
pub(crate) fn column_in(key: TileKey, packed: u16) -> ColumnKey {
    ColumnKey::new(key.x * TILE + i32::from(packed) % TILE, key.z * TILE + i32::from(packed) / TILE)
}
