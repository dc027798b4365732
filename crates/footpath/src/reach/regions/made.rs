//! Making regions and keeping them: tile by tile as labels, and as a whole for the ground as it is now.
//!
//! In: a body's reach over a world, and what may stop it. Out: its regions, or nothing if it was stopped. Labels that were made
//! until then are kept, so that the next call gets further.

use super::{Labels, Regions};
use crate::ground::TileKey;
use crate::reach::Reach;
use crate::search::Stop;
use crate::world::{Bytes, Table, World};
use rayon::prelude::*;
use std::sync::Arc;

/// Labels of one body, per tile.
#[derive(Debug, Default)]
struct LabelTable(Table<TileKey, Labels>);

impl Bytes for LabelTable {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        !self.0.is_empty()
    }
}

impl Reach {
    /// Labels of one tile, with leaps or without.
    pub fn labels(&self, world: &World, key: TileKey, extended: bool) -> Arc<Labels> {
        let table = world.derived(&(self.key(), extended), LabelTable::default);
        table.0.tile(world, key, self.tiles_around(), || Labels::of(world, self, key, extended))
    }
}

impl Regions {
    /// The regions for a reach on this ground, if they are known.
    pub(crate) fn known(world: &World, reach: &Reach, extended: bool) -> Option<Arc<Self>> {
        world.find_on_ground(&(reach.key(), extended))
    }

    /// The regions for a reach on this ground, with leaps or without; labelled now if they are not known. `None` if it is stopped
    /// before all tiles are labelled. Labels that were made until then stay in the cache, so the next call gets further.
    pub(crate) fn made(world: &World, reach: &Reach, extended: bool, stop: &Stop) -> Option<Arc<Self>> {
        if let Some(known) = Self::known(world, reach, extended) {
            return Some(known);
        }
        let regions = Self::label(world, reach, extended, stop)?;
        Some(world.derived_on_ground(&(reach.key(), extended), || regions))
    }

    fn label(world: &World, reach: &Reach, extended: bool, stop: &Stop) -> Option<Self> {
        let keys: Vec<TileKey> = world.tiles().map(|(key, _)| key).collect();
        let labelled = |&key: &TileKey| (!stop.is_set()).then(|| reach.labels(world, key, extended));
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
