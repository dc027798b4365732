//! The contents of a paged world, from the data in memory. Tiles are read only to judge surfaces, each distinct content once.

use super::{Inner, PagedWorld};
use crate::body::Body;
use crate::ground::{TILE, TileKey, Window};
use crate::scene::ObjectId;
use crate::world::file::{hash_of, read_ground};
use crate::world::{Refused, WorldError};
use std::collections::{BTreeMap, BTreeSet};

/// Counts of a world file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Tiles with content.
    pub tiles: usize,
    /// Distinct tiles; the file stores equal ones once.
    pub distinct: usize,
    /// Columns along x and z, from the first with content to the last.
    pub columns: [usize; 2],
    /// Lowest and highest centimetre from the local origin.
    pub heights: [i32; 2],
    /// Solid spans.
    pub spans: usize,
    /// Floors.
    pub floors: usize,
    /// Sheets, summed over tiles.
    pub sheets: usize,
    /// Triangles, summed over tiles: a triangle counts in every tile that it touches.
    pub triangles: usize,
    /// Bytes of all tiles without sharing: about their memory when loaded.
    pub bytes: u64,
}

impl PagedWorld {
    /// Counts over all tiles. No tile is read.
    pub fn contents(&self) -> Contents {
        let inner = &*self.inner;
        let mut contents = Contents { tiles: inner.keys.len(), heights: [i32::MAX, i32::MIN], ..Contents::default() };
        for (_, facts) in &inner.resident.tiles {
            contents.spans += facts.spans as usize;
            contents.floors += facts.floors as usize;
            contents.sheets += facts.sheets as usize;
            contents.triangles += facts.faces as usize;
            let ([low, high], now) = (facts.heights, contents.heights);
            contents.heights = [now[0].min(low), now[1].max(high)];
        }
        if let Some(window) = self.columns() {
            contents.columns = [window.width as usize, window.depth as usize];
        }
        contents.distinct = inner.distinct().len();
        contents.bytes = inner.places.iter().flatten().map(|spot| spot.length).fold(0, u64::saturating_add);
        contents
    }

    /// The columns from the first with content to the last; `None` for an empty world.
    pub fn columns(&self) -> Option<Window> {
        let windows = self.inner.resident.tiles.iter().map(|(key, facts)| {
            let [x0, z0, width, depth] = facts.columns.map(i32::from);
            Window { x0: key.x * TILE + x0, z0: key.z * TILE + z0, width, depth }
        });
        windows.reduce(|a, b| a.hull(&b))
    }

    /// The hash of the whole world, equal to [`World::hash`](crate::World::hash), from the table alone.
    pub fn hash(&self) -> u128 {
        let inner = &*self.inner;
        let sums = inner.keys.iter().zip(&inner.places).map(|(key, [ground, _])| (*key, ground.sum));
        hash_of(inner.head.revision, &inner.head.grid, inner.head.origin, sums)
    }

    /// The surfaces on which a body can and cannot stand, in the whole world. Tiles of equal content are read and judged once.
    pub fn refused(&self, body: &Body) -> Result<Refused, WorldError> {
        let inner = &*self.inner;
        let mut refused = Refused::default();
        for (at, times) in inner.distinct().into_values() {
            let key = inner.keys[at];
            let bytes = inner.chunk(inner.places[at][0])?;
            let tile = read_ground(&bytes).ok_or_else(|| inner.damaged(key, "its arrays do not fit together"))?;
            let checked = crate::world::check::check_tile(&tile, inner.head.objects.len());
            checked.map_err(|what| inner.damaged(key, &what))?;
            inner.head.refuse(body, &tile, times, &mut refused);
        }
        Ok(refused)
    }
}

impl PagedWorld {
    /// The tiles with floors of some objects, in order. Tiles of equal content are read once.
    pub(crate) fn tiles_of(&self, objects: &[ObjectId]) -> Result<Vec<TileKey>, WorldError> {
        let inner = &*self.inner;
        let mut with_floors = BTreeSet::new();
        for (start, (at, _)) in inner.distinct() {
            let bytes = inner.chunk(inner.places[at][0])?;
            let tile = read_ground(&bytes);
            let tile = tile.ok_or_else(|| inner.damaged(inner.keys[at], "its arrays do not fit together"))?;
            let is_named = |object: u16| tile.objects().get(usize::from(object)).is_some_and(|id| objects.contains(id));
            if tile.floors().iter().any(|floor| is_named(floor.object)) {
                with_floors.insert(start);
            }
        }
        let tiles = inner.keys.iter().zip(&inner.places);
        Ok(tiles.filter(|(_, [ground, _])| with_floors.contains(&ground.start)).map(|(&key, _)| key).collect())
    }
}

impl Inner {
    /// Distinct ground chunks by their position: the first tile with the chunk, and the number of such tiles.
    fn distinct(&self) -> BTreeMap<u64, (usize, usize)> {
        let mut found: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
        for (at, [ground, _]) in self.places.iter().enumerate() {
            found.entry(ground.start).or_insert((at, 0)).1 += 1;
        }
        found
    }
}
