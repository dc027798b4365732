//! Ways to look at a world: floors, floods, what a body takes.

use super::shapes::Soup;
use footpath::ground::{ColumnKey, SKY, TileKey};
use footpath::world::{FloorId, Link};
use footpath::{Bake, Body, Scene, World};
use std::collections::BTreeMap;

pub fn bake(soup: &Soup, cell_size: f64, cell_height: f64) -> World {
    bake_with(&soup.scene(), cell_size, cell_height)
}

pub fn bake_with(scene: &Scene, cell_size: f64, cell_height: f64) -> World {
    let world = World::bake(scene, &Bake { cell_size, cell_height, ..Bake::default() }).unwrap();
    world.check().unwrap();
    world
}

/// All floors of a world.
pub fn floors(world: &World) -> impl Iterator<Item = FloorId> + '_ {
    world.tiles().flat_map(|(key, tile)| floors_in(key, tile.floors().len()))
}

pub fn floors_in(tile: TileKey, count: usize) -> impl Iterator<Item = FloorId> {
    (0..count as u32).map(move |index| FloorId { tile, index })
}

/// The floor of the column under a position that is nearest to it in height.
pub fn floor_near(world: &World, position: [f64; 3]) -> Option<FloorId> {
    let apart = |id: &FloorId| ((world.position(*id).unwrap()[1] - position[1]).abs() * 1000.0) as i64;
    world.floors_at(world.column_at(position)).min_by_key(apart)
}

/// Whether a body can take a link upright, by its fields. Heights are known to 1 cm, so nobody stumbles over one.
pub fn takes(body: &Body, world: &World, link: &Link) -> bool {
    let cm = |metres: f64| (metres * 100.0).round() as i32;
    let (_, to) = world.floor(link.to).unwrap();
    link.step.abs() <= cm(body.max_climb).max(1) && link.headroom >= cm(body.height) && body.stands_on_slope(to.slope)
}

/// Floors that a flood over links has reached.
pub struct Flood<'a> {
    world: &'a World,
    reached: BTreeMap<TileKey, Vec<bool>>,
    pub count: usize,
}

impl<'a> Flood<'a> {
    pub fn new(
        world: &'a World,
        from: impl IntoIterator<Item = FloorId>,
        pass: impl Fn(FloorId, &Link) -> bool,
    ) -> Self {
        let mut flood = Self { world, reached: BTreeMap::new(), count: 0 };
        let mut open: Vec<FloorId> = from.into_iter().filter(|&id| flood.add(id)).collect();
        while let Some(id) = open.pop() {
            for link in world.links(id) {
                if pass(id, &link) && flood.add(link.to) {
                    open.push(link.to);
                }
            }
        }
        flood
    }

    /// Over steps and under ceilings that these measures in cm allow.
    pub fn within(world: &'a World, from: impl IntoIterator<Item = FloorId>, climb: i32, height: i32) -> Self {
        let stands = |id: FloorId| {
            let headroom = world.floor(id).unwrap().1.headroom;
            headroom == SKY || i32::from(headroom) >= height
        };
        let from: Vec<_> = from.into_iter().filter(|&id| stands(id)).collect();
        Self::new(world, from, |_, link| link.step.abs() <= climb && link.headroom >= height)
    }

    fn add(&mut self, id: FloorId) -> bool {
        let held = || vec![false; self.world.tile(id.tile).map_or(0, |tile| tile.floors().len())];
        let slot = &mut self.reached.entry(id.tile).or_insert_with(held)[id.index as usize];
        let is_new = !std::mem::replace(slot, true);
        self.count += usize::from(is_new);
        is_new
    }

    pub fn has(&self, id: FloorId) -> bool {
        self.reached.get(&id.tile).is_some_and(|tile| tile[id.index as usize])
    }

    pub fn iter(&self) -> impl Iterator<Item = FloorId> + '_ {
        self.reached.iter().flat_map(|(&tile, floors)| {
            let found = floors.iter().enumerate().filter(|(_, reached)| **reached);
            found.map(move |(index, _)| FloorId { tile, index: index as u32 })
        })
    }

    /// Columns that hold a reached floor.
    pub fn columns(&self) -> Vec<ColumnKey> {
        self.iter().map(|id| self.world.column_of(id).unwrap()).collect()
    }
}
