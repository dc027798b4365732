//! Making regions and keeping them: tile by tile as labels, and as a whole for the ground as it is now.
//!
//! In: a body's reach over a world, and what may stop it. Out: its regions, or nothing if it was stopped. Labels that were made
//! until then are kept, so whoever asks again gets further.

use super::{Labels, Regions};
use crate::ground::TileKey;
use crate::reach::Reach;
use crate::search::Stop;
use crate::world::{PerTile, World};
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// A world and an overlay of it are asked in turns more often than many worlds.
const GROUNDS: usize = 2;

/// What is kept of a body's regions.
#[derive(Debug, Default)]
struct Shelf {
    labels: PerTile<Labels>,
    held: Mutex<Vec<Arc<Regions>>>,
}

impl Shelf {
    /// What is kept for a reach, with leaps or without.
    fn of(world: &World, reach: &Reach, extended: bool) -> Arc<Self> {
        world.kept(&(reach.key(), extended), Self::default)
    }
}

impl Reach {
    /// Labels of one tile, with leaps or without.
    pub fn labels(&self, world: &World, key: TileKey, extended: bool) -> Arc<Labels> {
        Shelf::of(world, self, extended).tile(world, self, key, extended)
    }
}

impl Shelf {
    fn tile(&self, world: &World, reach: &Reach, key: TileKey, extended: bool) -> Arc<Labels> {
        self.labels.get(world, key, reach.tiles_around(), || Labels::of(world, reach, key, extended))
    }
}

impl Regions {
    /// The regions for a reach on this ground, if they are known.
    pub(crate) fn known(world: &World, reach: &Reach, extended: bool) -> Option<Arc<Self>> {
        let shelf = Shelf::of(world, reach, extended);
        let held = shelf.held.lock().unwrap_or_else(PoisonError::into_inner);
        let now = world.stamp();
        held.iter().find(|regions| regions.ground == now).cloned()
    }

    /// The regions for a reach on this ground, with leaps or without; labelled now if they are not known. None if it is stopped
    /// before all tiles are labelled; the labels until then are kept, so the next one gets further.
    pub(crate) fn made(world: &World, reach: &Reach, extended: bool, stop: &Stop) -> Option<Arc<Self>> {
        if let Some(known) = Self::known(world, reach, extended) {
            return Some(known);
        }
        let shelf = Shelf::of(world, reach, extended);
        let regions = Arc::new(Self::label(world, reach, extended, stop)?);
        let mut held = shelf.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|regions| regions.ground.is_live());
        held.insert(0, Arc::clone(&regions));
        held.truncate(GROUNDS);
        Some(regions)
    }

    fn label(world: &World, reach: &Reach, extended: bool, stop: &Stop) -> Option<Self> {
        let keys: Vec<TileKey> = world.tiles().map(|(key, _)| key).collect();
        let shelf = Shelf::of(world, reach, extended);
        let labelled = |&key: &TileKey| (!stop.is_set()).then(|| shelf.tile(world, reach, key, extended));
        let labels: Vec<Arc<Labels>> = keys.par_iter().map(labelled).collect::<Option<_>>()?;
        let mut first = 0;
        let mut tiles = Vec::with_capacity(keys.len());
        for (key, labels) in keys.into_iter().zip(labels) {
            let pieces = labels.floors.len() as u32;
            tiles.push((key, first, labels));
            first += pieces;
        }
        Some(Self::join(world, tiles, first as usize))
    }
}
