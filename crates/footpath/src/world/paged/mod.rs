//! A world that stays in its file: tiles are loaded when they are needed, and unloaded when memory is needed for others.
//!
//! In: a world file and a memory limit. Out: windows, which are ordinary [`World`]s with only some of the tiles, so that all
//! functions of a world work on a window. The table of the file, its chunk of tiles, a cache of tiles and the data derived by
//! planners stay in memory; all windows share them. Promised: every chunk is checked when it is read, and the sum of all memory
//! stays within the limit.
//!
//! For a window, `tile_cache` reserves memory and unloads other tiles, and `tile_reader` reads the missing tiles.

mod contents;
mod tile_cache;
mod tile_reader;

use super::cache::{Budget, Cache};
use super::file::{Chunk, HEADER, Header, Kind, Loader, Resident};
use super::{Bake, Semantics, Tiles, World, WorldError};
use crate::ground::{Grid, Outline, Tile, TileKey, Window};
use crate::scene::{Object, Place};
pub use contents::Contents;
use rayon::prelude::*;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tile_cache::TileCache;
use tile_reader::{ChunkPosition, State, chunk_positions, state_of};

/// An open world file, and as many of its tiles as fit into memory. Cloning is cheap and shares everything.
///
/// ```
/// use footpath::world::PagedWorld;
/// use footpath::{Bake, Scene, World};
/// let path = std::env::temp_dir().join(format!("footpath-paged-{}.footpath", std::process::id()));
/// World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default())?.save(&path)?;
///
/// let paged = PagedWorld::open(&path, 32 << 20)?;
/// let start = paged.place("start").expect("a place of the stairs");
/// let window = paged.window(&paged.tiles_within(start, 2.0))?;
/// assert!(window.locate(start, [0.5; 3]).is_some());
/// assert!(paged.resident_bytes() <= 32 << 20);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PagedWorld {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    file: Mutex<File>,
    /// Length and time of the file when it was opened.
    state: State,
    /// The world without its tiles.
    head: World,
    keys: Arc<[TileKey]>,
    /// Ground and triangles of each tile, in order of the keys.
    places: Vec<[ChunkPosition; 2]>,
    resident: Resident,
    limit: usize,
    /// Bytes that are always in memory.
    fixed: usize,
    budget: Arc<Budget>,
    tiles: Mutex<TileCache>,
}

/// The tiles of the file that are not loaded in a window.
#[derive(Debug)]
pub(crate) struct UnloadedTiles {
    all: Arc<[TileKey]>,
    here: Vec<TileKey>,
}

impl UnloadedTiles {
    /// Whether the file has a tile that the window does not contain.
    pub fn hides(&self, key: TileKey) -> bool {
        self.here.binary_search(&key).is_err() && self.all.binary_search(&key).is_ok()
    }
}

impl std::fmt::Debug for PagedWorld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PagedWorld({}, {} tiles)", self.inner.name, self.inner.keys.len())
    }
}

impl PagedWorld {
    /// Opens a world file. Header, table and everything except the tiles is read and checked; tiles are read when they are
    /// needed.
    ///
    /// `memory_limit` is the limit in bytes for everything: the table, cached tiles, tiles of windows in use, and data of
    /// planners. A limit below the size of the table is refused.
    pub fn open(path: impl AsRef<Path>, memory_limit: u64) -> Result<Self, WorldError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let io = |source| WorldError::Io { path: path.into(), source };
        let mut file = File::open(path).map_err(io)?;
        let state = state_of(&file).map_err(io)?;
        let length = state.0;
        let mut first = vec![0; HEADER.min(length as usize)];
        file.read_exact(&mut first).map_err(io)?;
        let header = Header::read(&first, length, &name)?;
        let too_large = |needed| WorldError::Limit { name: name.clone(), needed, limit: memory_limit };
        if header.table_length > memory_limit {
            return Err(too_large(header.table_length));
        }
        let mut read = |start: u64, length: u64| {
            let mut bytes = vec![0; length as usize];
            file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes)).map(|()| bytes).map_err(io)
        };
        let table = read(header.table, header.table_length)?;
        let entries = header.entries(&table, &name)?;
        let mut small = Vec::new();
        let mut fixed = table.len() as u64;
        for entry in entries.iter().filter(|entry| !matches!(entry.kind, Kind::Ground | Kind::Faces)) {
            fixed = fixed.saturating_add(entry.length);
            if fixed > memory_limit {
                return Err(too_large(fixed));
            }
            let mut bytes = read(entry.start, entry.padded_length())?;
            bytes.truncate(entry.check(&bytes, &name)?);
            small.push((entry.kind, bytes));
        }
        let chunks = small.iter().map(|(kind, bytes)| Chunk { kind: *kind, key: TileKey::default(), bytes });
        let chunks: Vec<Chunk> = chunks.collect();
        let loader = Loader { name: &name, chunks: &chunks };
        let (head, resident) = loader.head()?;
        let places =
            chunk_positions(&entries, &resident).map_err(|what| loader.damaged("the table of chunks", what))?;
        let fixed = fixed.max((size_of_val(&places[..]) + resident.bytes()) as u64);
        if fixed > memory_limit {
            return Err(too_large(fixed));
        }
        let room = (memory_limit - fixed) as usize;
        let budget = Arc::new(Budget::new(room / 2, room / 2));
        let inner = Inner {
            head: World { cache: Cache::with_budget(budget.clone()), ..head },
            keys: resident.tiles.iter().map(|(key, _)| *key).collect(),
            places,
            resident,
            limit: memory_limit as usize,
            fixed: fixed as usize,
            tiles: Mutex::new(TileCache::new(room, Arc::clone(&budget))),
            budget,
            file: Mutex::new(file),
            state,
            name,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// An ordinary world with only these tiles, as far as the file has them. Tiles that are not in the cache are read.
    ///
    /// Floors at its rim have links to tiles that are not loaded; these links are never followed. Edits affect only this window
    /// and its clones, and must not touch tiles outside it. A window is refused if its tiles exceed the limit together with those
    /// of other windows in use.
    pub fn window(&self, keys: &[TileKey]) -> Result<World, WorldError> {
        let inner = &*self.inner;
        let mut here: Vec<(TileKey, usize)> =
            keys.iter().filter_map(|key| Some((*key, inner.keys.binary_search(key).ok()?))).collect();
        here.sort_unstable();
        here.dedup();
        let expected = |at: usize| inner.places[at].iter().map(|spot| spot.length as usize).sum();
        let missing = inner.tile_cache().reserve(here.iter().map(|&(key, at)| (key, expected(at))));
        let missing = missing.map_err(|needed| WorldError::Limit {
            name: inner.name.clone(),
            needed: (TileCache::memory_for(needed) + inner.fixed) as u64,
            limit: inner.limit as u64,
        })?;
        let find = |key: &TileKey| here.binary_search_by_key(key, |(key, _)| *key).ok().map(|at| here[at].1);
        let wanted: Vec<(TileKey, usize)> = missing.iter().filter_map(|key| Some((*key, find(key)?))).collect();
        let read: Vec<(TileKey, Arc<Tile>)> = wanted
            .par_iter()
            .map(|&(key, at)| Ok((key, Arc::new(inner.read(key, at)?))))
            .collect::<Result<_, WorldError>>()?;
        let keys: Vec<TileKey> = here.into_iter().map(|(key, _)| key).collect();
        let found = inner.tile_cache().take(&keys, read);
        // Another caller may have unloaded a tile in between.
        let found: Vec<(TileKey, Arc<Tile>)> = found
            .into_iter()
            .map(|(key, tile)| match (tile, inner.keys.binary_search(&key)) {
                (Some(tile), _) => Ok((key, tile)),
                (None, Ok(at)) => Ok((key, inner.tile_cache().keep(key, Arc::new(inner.read(key, at)?)))),
                (None, Err(_)) => Err(inner.damaged(key, "it is not in the file")),
            })
            .collect::<Result<_, WorldError>>()?;
        let mut tiles = Tiles::default();
        for (key, tile) in found {
            let slot = tiles.slot_mut(key);
            slot.tile = Some(tile);
            slot.obstacles = inner.head.tiles.slot(key).map(|slot| slot.obstacles.clone()).unwrap_or_default();
        }
        inner.check_rims(&keys, &tiles)?;
        let unloaded = UnloadedTiles { all: inner.keys.clone(), here: keys };
        Ok(World { tiles, unloaded_tiles: Some(Arc::new(unloaded)), ..inner.head.clone() })
    }

    /// A window under a query's rules. `head` is the world without tiles under the same rules; the window shares its cache.
    pub(crate) fn window_under(
        &self,
        keys: &[TileKey],
        semantics: &Semantics,
        head: &World,
    ) -> Result<World, WorldError> {
        let window = self.window(keys)?;
        if semantics.changes().is_empty() {
            return Ok(window);
        }
        let ruled =
            window.under(semantics).map_err(|error| self.inner.damaged(TileKey::default(), &error.to_string()))?;
        Ok(World { cache: head.cache.clone(), ..ruled })
    }

    /// Bytes in memory at present: the table, tiles in the cache or in windows in use, and cached data of planners. Working
    /// memory of a running query is not included.
    pub fn resident_bytes(&self) -> usize {
        self.inner.fixed + self.inner.tile_cache().bytes() + self.inner.budget.bytes()
    }

    /// The memory limit, in bytes.
    pub fn memory_limit(&self) -> usize {
        self.inner.limit
    }

    /// Keys of all tiles of the file, in order.
    pub fn keys(&self) -> &[TileKey] {
        &self.inner.keys
    }

    /// The tiles that contain some columns, in order.
    pub fn tiles_in(&self, window: &Window) -> Vec<TileKey> {
        window.tiles().filter(|key| self.inner.keys.binary_search(key).is_ok()).collect()
    }

    /// The tiles within `metres` metres of a position, along x and along z.
    pub fn tiles_within(&self, position: [f64; 3], metres: f64) -> Vec<TileKey> {
        let corner = |sign: f64| {
            self.inner.head.column_at([position[0] + sign * metres, 0.0, position[2] + sign * metres]).tile()
        };
        let (low, high) = (corner(-1.0), corner(1.0));
        let within = |key: &&TileKey| (low.x..=high.x).contains(&key.x) && (low.z..=high.z).contains(&key.z);
        let from = self.inner.keys.partition_point(|key| key.z < low.z);
        self.inner.keys[from..].iter().take_while(|key| key.z <= high.z).filter(within).copied().collect()
    }

    /// Index of a tile among the keys.
    pub(crate) fn place_of(&self, key: TileKey) -> Option<usize> {
        self.inner.keys.binary_search(&key).ok()
    }

    /// The outline of the tile at an index, and the outline's number.
    pub(crate) fn outline(&self, at: usize) -> Option<(u32, &Outline)> {
        let (_, outline) = self.inner.resident.at(at)?;
        Some((self.inner.resident.outline_of[at], outline))
    }

    /// The outline of a tile; `None` if the file does not have the tile.
    pub fn outline_of(&self, key: TileKey) -> Option<&Outline> {
        self.outline(self.place_of(key)?).map(|(_, outline)| outline)
    }

    /// Settings of the bake.
    pub fn settings(&self) -> &Bake {
        &self.inner.head.settings
    }

    /// The grid of columns.
    pub fn grid(&self) -> &Grid {
        &self.inner.head.grid
    }

    /// The scene's objects, followed by the object of plain obstacles.
    pub fn objects(&self) -> &[Object] {
        &self.inner.head.objects
    }

    /// Named positions.
    pub fn places(&self) -> &[Place] {
        &self.inner.head.places
    }

    /// A named position.
    pub fn place(&self, name: &str) -> Option<[f64; 3]> {
        self.inner.head.place(name)
    }

    /// The world without its tiles: settings, objects, places, origin.
    pub fn head(&self) -> &World {
        &self.inner.head
    }
}

impl Inner {
    fn tile_cache(&self) -> MutexGuard<'_, TileCache> {
        self.tiles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn damaged(&self, key: TileKey, what: &str) -> WorldError {
        let place = format!("tile {}, {}", key.x, key.z);
        WorldError::Damaged { name: self.name.clone(), place, what: what.to_owned() }
    }
}
