//! The loaded tiles of a paged world: the most recently used ones, and those of windows in use.

use crate::ground::{Tile, TileKey};
use crate::world::cache::Budget;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};

/// One of this many parts of the memory is reserved for derived data.
const DERIVED: usize = 8;

/// Tiles by key. Half of the memory is for tiles that no window uses, the rest for derived data. A window that needs more than
/// half takes it from the derived data, which is derived again later.
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
    /// The tile, while the cache holds it.
    held: Option<Arc<Tile>>,
    /// The tile, while any owner holds it.
    alive: Weak<Tile>,
    bytes: usize,
    used: u64,
    /// The time of reading, which distinguishes it from an earlier copy of the same tile.
    read: u64,
    /// Per direction: the time of reading of the neighbour with which the links were checked.
    checked: [Option<u64>; 4],
}

impl Cached {
    fn get(&self) -> Option<Arc<Tile>> {
        self.alive.upgrade()
    }

    /// Whether any owner besides the cache holds the tile.
    fn is_pinned(&self) -> bool {
        self.alive.strong_count() > usize::from(self.held.is_some())
    }
}

fn bytes_of(tile: &Tile) -> usize {
    tile.bytes() + size_of_val(tile.faces()) + size_of::<(TileKey, Cached)>()
}

impl TileCache {
    /// A cache with `memory` bytes for tiles and for derived data, which has a budget of half of them.
    pub fn new(memory: usize, budget: Arc<Budget>) -> Self {
        let limit = memory - memory / 2;
        Self { limit, window_limit: memory - memory / DERIVED, budget, tiles: BTreeMap::new(), clock: 0 }
    }

    /// The memory that windows of `bytes` bytes need, in addition to the fixed bytes.
    pub fn memory_for(bytes: usize) -> usize {
        (bytes * DERIVED).div_ceil(DERIVED - 1)
    }

    /// Bytes of all tiles in memory.
    pub fn bytes(&self) -> usize {
        self.tiles.values().filter(|cached| cached.alive.strong_count() > 0).map(|cached| cached.bytes).sum()
    }

    /// Makes room for tiles of about these sizes, and returns those that must be read. `Err` with the needed bytes if the tiles
    /// of windows in use leave too little room.
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

    /// Unloads tiles, least recently used first, until `coming` more bytes fit. Tiles used at `now` stay.
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

    /// Adds tiles that were read, and gives all requested ones.
    pub fn take(&mut self, keys: &[TileKey], read: Vec<(TileKey, Arc<Tile>)>) -> Vec<(TileKey, Option<Arc<Tile>>)> {
        for (key, tile) in read {
            self.keep(key, tile);
        }
        let found = keys.iter().map(|&key| (key, self.tiles.get(&key).and_then(Cached::get))).collect();
        self.make_room(0, self.clock);
        found
    }

    /// Adds a tile, unless another caller has added it already; gives the tile in the cache.
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
        // A missing tile never changes, so its time is 0.
        self.tiles.get(&key).map_or(0, |cached| cached.read)
    }

    /// Whether the links of a tile in a direction were checked with the present neighbour.
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
