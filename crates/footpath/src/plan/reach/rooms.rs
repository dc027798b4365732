//! Rooms: for every floor of a tile the height in which a body fits there, kept per tile and body.

use super::Reach;
use super::disc::{Disc, Scratch};
use super::limits::ENOUGH;
use super::patch::{Ground, Patch};
use crate::ground::{ColumnKey, Floor, TILE, TileKey, Window};
use crate::world::World;

/// Free heights of a tile's floors for one body.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    /// In cm, in the order of the tile's floors; 0 where the body cannot be.
    pub heights: Vec<u16>,
    /// Floors at which steps ahead are within the body and excused, in order.
    leaning: Vec<u32>,
}

impl Rooms {
    pub fn of(world: &World, reach: &Reach, disc: &Disc, key: TileKey) -> Self {
        let Some(tile) = world.tile(key) else { return Self::default() };
        let lowest = reach.limits.lowest();
        let least = reach.limits.support;
        let weights = if least > 0 { world.kept_support(key) } else { Default::default() };
        let holds = |floor: usize| least == 0 || weights.get(floor).is_some_and(|&weight| weight >= least);
        if disc.is_point() {
            // Nothing is beside a body without width: its room is the headroom.
            let room = |(index, floor): (usize, &Floor)| {
                let tag = reach.semantics.tag(tile.objects()[usize::from(floor.object)]);
                let ground = Ground::of(tile, floor, &reach.limits, tag);
                let free = ground.ceiling - ground.height;
                if ground.holds && free >= lowest && holds(index) { free.min(ENOUGH) as u16 } else { 0 }
            };
            return Self { heights: tile.floors().iter().enumerate().map(room).collect(), leaning: Vec::new() };
        }
        let patch = Patch::of(world, Window::of_tile(key).grown(disc.reach()), &reach.limits, &reach.semantics);
        let mut scratch = Scratch::default();
        let (mut heights, mut leaning) = (Vec::with_capacity(tile.floors().len()), Vec::new());
        for ([x, z], _) in tile.floor_index().columns() {
            let at = patch.at(ColumnKey::new(key.x * TILE + x, key.z * TILE + z));
            let first = heights.len();
            heights.extend(patch.floors(at).iter().enumerate().map(|(i, ground)| {
                let fits = ground.holds && holds(first + i) && ground.ceiling - ground.height >= lowest;
                let (room, leans) = if fits { disc.room(&patch, at, ground, &mut scratch) } else { (0, false) };
                if leans && room >= lowest {
                    leaning.push((first + i) as u32);
                }
                if room < lowest { 0 } else { room.min(ENOUGH) as u16 }
            }));
        }
        Self { heights, leaning }
    }

    /// Whether the body fits at a floor only because steps ahead are no collision.
    #[inline]
    pub fn leans(&self, floor: usize) -> bool {
        !self.leaning.is_empty() && self.leaning.binary_search(&(floor as u32)).is_ok()
    }
}
