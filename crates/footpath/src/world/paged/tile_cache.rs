//! The tiles that are in memory: those that were asked for last, and those that a window still holds.

use crate::ground::{Tile, TileKey};
use crate::world::cache::Budget;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};

/// One part of so many is for derived data alone.
const DERIVED: usize = 8;

/// Tiles by key. Half of the memory is for tiles that no window holds, and the rest for derived data. A window that needs more than
/// half takes it from the derived data, which is derived again.
#[derive(Debug)]
pub(super) struct TileCache {
    /// Bytes of cached tiles.
    limit: usize,
    /// Bytes of tiles that windows may hold.
    window_limit: usize,
    budget: Arc<Budget>,
    tiles: BTreeMap<TileKey, Cached>,
    /// Rises with every use.
    clock: u64,
}

#[derive(Debug)]
struct Cached {
    /// As long as the cache holds it.
    held: Option<Arc<Tile>>,
    /// As long as anybody does.
    alive: Weak<Tile>,
    bytes: usize,
    used: u64,
    /// When it was read: tells it from the same tile that was read earlier.
    read: u64,
    /// Per direction, when the tile there was read that its links were checked with.
    checked: [Option<u64>; 4],
}

impl Cached {
    fn get(&self) -> Option<Arc<Tile>> {
        self.alive.upgrade()
    }

    /// Whether somebody besides the cache holds it.
    fn is_pinned(&self) -> bool {
        self.alive.strong_count() > usize::from(self.held.is_some())
    }
}

fn bytes_of(tile: &Tile) -> usize {
    tile.bytes() + size_of_val(tile.faces()) + size_of::<(TileKey, Cached)>()
}

impl TileCache {
    /// With so many bytes of memory for tiles and for derived data, which has a budget of half of them.
    pub fn new(memory: usize, budget: Arc<Budget>) -> Self {
        let limit = memory - memory / 2;
        Self { limit, window_limit: memory - memory / DERIVED, budget, tiles: BTreeMap::new(), clock: 0 }
    }

    /// The memory, beside bytes that are fixed, that windows of so many bytes need.
    pub fn memory_for(bytes: usize) -> usize {
        (bytes * DERIVED).div_ceil(DERIVED - 1)
    }

    /// Bytes of all tiles that are alive.
    pub fn bytes(&self) -> usize {
        self.tiles.values().filter(|cached| cached.alive.strong_count() > 0).map(|cached| cached.bytes).sum()
    }

    /// Makes room for tiles of about these sizes and says which of them must be read; `Err` with the bytes that would be
    /// needed where there cannot be room, because windows hold the others.
    pub fn reserve(&mut self, wanted: impl Iterator<Item = (TileKey, usize)>) -> Result<Vec<TileKey>, usize> {
        self.tiles.retain(|_, cached| cached.alive.strong_count() > 0);
        self.clock += 1;
        let (mut missing, mut needed, mut here) = (Vec::new(), 0, BTreeSet::new());
        for (key, expected) in wanted {
            match self.tiles.get_mut(&key) {
                Some(cached) => {
                    cached.used = self.clock;
                    needed += cached.bytes;
                }
                None => {
                    missing.push(key);
                    needed += expected;
                }
            }
            here.insert(key);
        }
        let others = self.tiles.iter().filter(|(key, cached)| !here.contains(key) && cached.is_pinned());
        let pinned: usize = others.map(|(_, cached)| cached.bytes).sum();
        if needed + pinned > self.window_limit {
            return Err(needed + pinned);
        }
        let coming =
            needed - here.iter().filter_map(|key| self.tiles.get(key)).map(|cached| cached.bytes).sum::<usize>();
        self.make_room(coming, self.clock);
        Ok(missing)
    }

    /// Lets go of tiles, the least recently used first, until so many more bytes fit; never of those used at `now`.
    fn make_room(&mut self, coming: usize, now: u64) {
        let mut bytes = self.bytes() + coming;
        let mut old: Vec<(u64, TileKey)> = self
            .tiles
            .iter()
            .filter(|(_, cached)| cached.used < now && !cached.is_pinned())
            .map(|(&key, cached)| (cached.used, key))
            .collect();
        old.sort_unstable();
        for (_, key) in old {
            if bytes <= self.limit {
                break;
            }
            bytes -= self.tiles.remove(&key).map_or(0, |cached| cached.bytes);
        }
        self.budget.reserve(bytes.saturating_sub(self.limit));
    }

    /// Puts tiles in that were read, and gives out all that are asked for.
    pub fn take(&mut self, keys: &[TileKey], read: Vec<(TileKey, Arc<Tile>)>) -> Vec<(TileKey, Option<Arc<Tile>>)> {
        for (key, tile) in read {
            self.keep(key, tile);
        }
        let found = keys.iter().map(|&key| (key, self.tiles.get(&key).and_then(Cached::get))).collect();
        self.make_room(0, self.clock);
        found
    }

    /// Puts a tile in, unless another caller was faster; the tile that is in.
    pub fn keep(&mut self, key: TileKey, tile: Arc<Tile>) -> Arc<Tile> {
        if let Some(tile) = self.tiles.get(&key).and_then(Cached::get) {
            return tile;
        }
        self.clock += 1;
        let cached = Cached {
            alive: Arc::downgrade(&tile),
            bytes: bytes_of(&tile),
            held: Some(tile.clone()),
            used: self.clock,
            read: self.clock,
            checked: [None; 4],
        };
        self.tiles.insert(key, cached);
        tile
    }

    fn read_at(&self, key: TileKey) -> u64 {
        // A place without a tile never changes.
        self.tiles.get(&key).map_or(0, |cached| cached.read)
    }

    /// Whether the links of a tile in a direction were checked with the tile that is there.
    pub fn is_checked(&self, key: TileKey, direction: usize, next: TileKey) -> bool {
        self.tiles.get(&key).is_some_and(|cached| cached.checked[direction] == Some(self.read_at(next)))
    }

    pub fn set_checked(&mut self, key: TileKey, direction: usize, next: TileKey) {
        let at = self.read_at(next);
        if let Some(cached) = self.tiles.get_mut(&key) {
            cached.checked[direction] = Some(at);
        }
    }
}
