//! What is derived from a world and kept to be used again: never saved, never hashed, shared by snapshots.
//!
//! In: tiles. Out: whatever a later room makes of them. A thing made of a tile stays right for as long as that tile and
//! those around it are the very same ones, so an edit makes it new where the edit was and nowhere else, and snapshots
//! from before and after an edit may ask in turns.

use super::World;
use super::tiles::Tiles;
use crate::ground::{Tile, TileKey};
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// How many different things a world keeps; the one that was not asked for longest goes first.
const CAPACITY: usize = 16;

type Shelf = Vec<(TypeId, Box<dyn Any + Send>, Arc<dyn Any + Send + Sync>)>;

/// The shelf that a world and its snapshots share.
#[derive(Clone, Default)]
pub(crate) struct Kept {
    shelf: Arc<Mutex<Shelf>>,
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        write!(f, "Kept({})", shelf.len())
    }
}

impl World {
    /// The thing of this type and key, made if it is not there.
    pub(crate) fn kept<K, T>(&self, key: &K, make: impl FnOnce() -> T) -> Arc<T>
    where
        K: Any + Clone + PartialEq + Send,
        T: Any + Send + Sync,
    {
        let mut shelf = self.kept.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let found = shelf.iter().position(|(of, held, _)| {
            *of == TypeId::of::<T>() && held.downcast_ref::<K>().is_some_and(|held| held == key)
        });
        let entry = match found {
            Some(at) => shelf.remove(at),
            None => (TypeId::of::<T>(), Box::new(key.clone()) as _, Arc::new(make()) as _),
        };
        let thing = Arc::clone(&entry.2);
        shelf.push(entry);
        if shelf.len() > CAPACITY {
            shelf.remove(0);
        }
        thing.downcast().unwrap_or_else(|_| unreachable!("found by its type"))
    }
}

/// The ground of a world as it was at one moment. While one is held an edit copies what it changes, so that the ground is
/// the same one if and only if its store is.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot(Tiles);

impl Snapshot {
    /// Whether a world still has this ground.
    pub fn is_of(&self, world: &World) -> bool {
        self.0.is_same(&world.tiles)
    }
}

impl World {
    /// The ground as it is now.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot(self.tiles.clone())
    }
}

/// Things made of tiles and those around them.
#[derive(Debug)]
pub(crate) struct PerTile<T> {
    held: RwLock<BTreeMap<TileKey, Held<T>>>,
}

#[derive(Debug)]
struct Held<T> {
    /// The tile and those around it, row by row.
    from: Box<[Option<Arc<Tile>>]>,
    thing: Arc<T>,
}

impl<T> Default for PerTile<T> {
    fn default() -> Self {
        Self { held: RwLock::default() }
    }
}

impl<T> PerTile<T> {
    /// What was made of the tile at `key` and the tiles up to `around` tiles away; made now if any of them is another.
    pub fn get(&self, world: &World, key: TileKey, around: i32, make: impl FnOnce() -> T) -> Arc<T> {
        let same = |a: Option<&Arc<Tile>>, b: Option<&Arc<Tile>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        if let Some(held) = self.held.read().unwrap_or_else(PoisonError::into_inner).get(&key)
            && neighbours(key, around).zip(&held.from).all(|(key, tile)| same(world.tiles.get(key), tile.as_ref()))
        {
            return Arc::clone(&held.thing);
        }
        // Made outside the lock: two readers may make the same thing, and either may be kept.
        let thing = Arc::new(make());
        let from = neighbours(key, around).map(|key| world.tiles.get(key).cloned()).collect();
        let held = Held { from, thing: Arc::clone(&thing) };
        self.held.write().unwrap_or_else(PoisonError::into_inner).insert(key, held);
        thing
    }
}

fn neighbours(key: TileKey, around: i32) -> impl Iterator<Item = TileKey> {
    (key.z - around..=key.z + around)
        .flat_map(move |z| (key.x - around..=key.x + around).map(move |x| TileKey { z, x }))
}
