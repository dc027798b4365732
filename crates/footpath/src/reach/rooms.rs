//! Rooms: for every floor of a tile the height in which a body fits there, kept per tile and body.

use super::Reach;
use super::disc::{Disc, Scratch};
use super::level::Tops;
use super::limits::ENOUGH;
use super::patch::{Ground, Patch};
use crate::ground::{TileKey, Window};
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
        Self::within(world, reach, disc, key, &Window::of_tile(key))
    }

    /// The same for those of a tile's columns that are in a window; elsewhere no room is told.
    pub fn within(world: &World, reach: &Reach, disc: &Disc, key: TileKey, window: &Window) -> Self {
        let Some(tile) = world.tile(key) else { return Self::default() };
        let mut rooms = Self { heights: vec![0; tile.floors().len()], leaning: Vec::new() };
        let Some(window) = window.intersection(&Window::of_tile(key)) else { return rooms };
        let lowest = reach.limits.lowest();
        let least = reach.limits.support;
        let weights = if least > 0 { world.kept_support(key) } else { Default::default() };
        let holds = |floor: usize| least == 0 || weights.get(floor).is_some_and(|&weight| weight >= least);
        if disc.is_point() {
            // Nothing is beside a body without width: its room is the headroom.
            for index in window.columns().flat_map(|column| {
                let [x, z] = column.in_tile();
                tile.floor_index().range(x, z)
            }) {
                let floor = &tile.floors()[index];
                let tag = reach.semantics.tag(tile.objects()[usize::from(floor.object)]);
                let ground = Ground::of(tile, floor, &reach.limits, tag);
                if ground.holds && ground.free() >= lowest && holds(index) {
                    rooms.heights[index] = ground.free() as u16;
                }
            }
            return rooms;
        }
        let patch = Patch::of(world, window.grown(disc.reach()), &reach.limits, &reach.semantics);
        let tops = Tops::of(&patch, disc.reach());
        let mut scratch = Scratch::of_patch(&patch);
        for column in window.columns() {
            let [x, z] = column.in_tile();
            let at = patch.at(column);
            for (index, ground) in tile.floor_index().range(x, z).zip(patch.floors(at)) {
                if !ground.holds || ground.free() < lowest || !holds(index) {
                    continue;
                }
                let (room, leans) = match tops.is_open(at, ground, reach.limits.climb) {
                    true => (ground.free(), false),
                    false => disc.room(&patch, at, ground, &mut scratch),
                };
                if room < lowest {
                    continue;
                }
                rooms.heights[index] = room.min(ENOUGH) as u16;
                if leans {
                    rooms.leaning.push(index as u32);
                }
            }
        }
        rooms
    }

    /// Whether the body fits at a floor only because steps ahead are no collision.
    #[inline]
    pub fn leans(&self, floor: usize) -> bool {
        !self.leaning.is_empty() && self.leaning.binary_search(&(floor as u32)).is_ok()
    }
}
