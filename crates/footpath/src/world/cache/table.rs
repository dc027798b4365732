//! Tables of the cache: values by key, each valid while the tiles that it was made from are in the world.
//!
//! In: a world, a key, the tiles that the value depends on, and a function that makes it. Out: the value, made now if it is
//! missing or if one of the tiles has been replaced. An edit replaces tiles only where it is, so values elsewhere stay valid.
//! Snapshots from before and after an edit may use a table in turns. A table keeps no tile in memory.

use super::budget::{Charge, Evict};
use super::{Bytes, World};
use crate::ground::{Tile, TileKey};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};

/// Values by key.
#[derive(Debug)]
pub(crate) struct Table<K, T> {
    entries: Arc<Entries<K, T>>,
}

type Entries<K, T> = RwLock<EntryIndex<K, T>>;

#[derive(Debug)]
struct EntryIndex<K, T> {
    by_key: BTreeMap<K, Entry<T>>,
    by_serial: BTreeMap<u64, K>,
}

#[derive(Debug)]
struct Entry<T> {
    /// The tiles that the value was made from. The weak pointer keeps the address from being used again.
    tiles: Box<[Option<Weak<Tile>>]>,
    value: Arc<T>,
    /// Time of the last use.
    used: AtomicU64,
    serial: u64,
    _charge: Charge,
}

impl<K, T> Default for Table<K, T> {
    fn default() -> Self {
        Self { entries: Arc::new(RwLock::new(EntryIndex { by_key: BTreeMap::new(), by_serial: BTreeMap::new() })) }
    }
}

impl<K, T> Table<K, T> {
    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.read().unwrap_or_else(PoisonError::into_inner).by_key.is_empty()
    }
}

impl<K, T> Table<K, T>
where
    K: Ord + Clone + Send + Sync + 'static,
    T: Bytes + Send + Sync + 'static,
{
    /// The value of a key that was made from some tiles; made now if one of them was replaced.
    pub fn get(
        &self,
        world: &World,
        key: &K,
        tiles: impl Iterator<Item = TileKey> + Clone,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        if let Some(value) = self.find(world, key, tiles.clone()) {
            return value;
        }
        // No lock is held while the value is made. Two readers may make the same value; either is kept.
        let value = Arc::new(make());
        self.insert(world, key, tiles, &value);
        value
    }

    /// The value of a key, if it exists and its tiles are those of the world.
    pub fn find(&self, world: &World, key: &K, mut tiles: impl Iterator<Item = TileKey>) -> Option<Arc<T>> {
        let held = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let entry = held.by_key.get(key)?;
        let mut made_from = entry.tiles.iter();
        if !tiles.all(|key| made_from.next().is_some_and(|tile| is_same(world.tiles.get(key), tile.as_ref()))) {
            return None;
        }
        // Written only when it changes, since many threads read it.
        let now = world.cache.budget.now();
        if entry.used.load(Ordering::Relaxed) != now {
            entry.used.store(now, Ordering::Relaxed);
        }
        Some(Arc::clone(&entry.value))
    }

    /// Stores a value that was made from some tiles.
    pub fn insert(&self, world: &World, key: &K, tiles: impl Iterator<Item = TileKey>, value: &Arc<T>) {
        let tiles: Box<[_]> = tiles.map(|key| world.tiles.get(key).map(Arc::downgrade)).collect();
        let budget = &world.cache.budget;
        let own = size_of::<(K, Entry<T>, T, u64, K)>();
        let charge = budget.charge(value.bytes() + size_of_val(&*tiles) + own);
        let serial = budget.serial();
        let entry = Entry { tiles, value: Arc::clone(value), used: AtomicU64::new(serial), serial, _charge: charge };
        let mut held = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let before = held.by_key.insert(key.clone(), entry);
        if let Some(before) = &before {
            held.by_serial.remove(&before.serial);
        }
        held.by_serial.insert(serial, key.clone());
        drop(held);
        drop(before);
        let table: Arc<dyn Evict> = self.entries.clone();
        budget.note(Arc::downgrade(&table), serial);
    }
}

/// A table as a value of the cache: its entries are charged one by one, and it stays while it has entries.
impl<K, T> Bytes for Table<K, T> {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        !self.is_empty()
    }
}

impl<T: Bytes + Send + Sync + 'static> Table<TileKey, T> {
    /// The value of a tile that depends on the tiles up to `around` tiles away.
    pub fn tile(&self, world: &World, key: TileKey, around: i32, make: impl FnOnce() -> T) -> Arc<T> {
        self.get(world, &key, tiles_around(key, around), make)
    }

    /// Keeps a value of a tile that depends on the tiles up to `around` tiles away.
    pub fn keep_tile(&self, world: &World, key: TileKey, around: i32, value: T) {
        self.insert(world, &key, tiles_around(key, around), &Arc::new(value));
    }

    /// Whether the value of a tile exists and is valid.
    pub fn has_tile(&self, world: &World, key: TileKey, around: i32) -> bool {
        self.find(world, &key, tiles_around(key, around)).is_some()
    }
}

/// A tile and those up to `around` tiles away, row by row.
fn tiles_around(key: TileKey, around: i32) -> impl Iterator<Item = TileKey> + Clone {
    (-around..=around).flat_map(move |z| (-around..=around).map(move |x| key.neighbour([x, z])))
}

fn is_same(tile: Option<&Arc<Tile>>, made_from: Option<&Weak<Tile>>) -> bool {
    match (tile, made_from) {
        (Some(tile), Some(made_from)) => std::ptr::eq(Arc::as_ptr(tile), made_from.as_ptr()),
        (tile, made_from) => tile.is_none() && made_from.is_none(),
    }
}

impl<K: Ord + Send + Sync, T: Send + Sync> Evict for Entries<K, T> {
    fn evict(&self, serial: u64, time: u64, _: u64) -> Option<u64> {
        let mut held = self.write().unwrap_or_else(PoisonError::into_inner);
        let EntryIndex { by_key, by_serial } = &mut *held;
        let key = by_serial.get(&serial)?;
        let used = by_key.get(key).map_or(0, |entry| entry.used.load(Ordering::Relaxed));
        if used > time {
            return Some(used);
        }
        let entry = by_serial.remove(&serial).and_then(|key| by_key.remove(&key));
        // The value is dropped after the lock, since it may contain tables.
        drop(held);
        drop(entry);
        None
    }
}
