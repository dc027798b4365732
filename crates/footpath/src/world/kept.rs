//! What is derived from a world and kept to be used again: never saved, never hashed, shared by snapshots.
//!
//! In: tiles. Out: whatever a later room makes of them. A thing made of a tile stays right for as long as that tile and
//! those around it are the very same ones, so an edit makes it new where the edit was and nowhere else, and snapshots
//! from before and after an edit may ask in turns. Nothing here keeps a tile alive. What is kept per tile stays within
//! a [`Ledger`], and what is dropped is made again when it is asked for. Windows of a paged world share what is made of their
//! tiles.

use super::World;
use super::ledger::{Charge, Fate, Ledger, Shelved};
use crate::ground::{Tile, TileKey, Ways};
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

/// How many different things a world keeps; the one that was not asked for longest goes first.
const CAPACITY: usize = 16;

/// Bytes of things per tile that a world keeps, unless told otherwise.
const AT_MOST: usize = if usize::BITS > 32 { 4 << 30 } else { 1 << 30 };

type Shelf = Vec<(TypeId, Box<dyn Any + Send>, Arc<dyn Any + Send + Sync>)>;

/// The shelves that a world and its snapshots share.
#[derive(Clone)]
pub(crate) struct Kept {
    /// Things that hold something per tile; windows of one paged world share it.
    shelf: Arc<Mutex<Shelf>>,
    /// Things made of all tiles of a world at once, where these are a window: they go with it.
    own: Option<Arc<Mutex<Shelf>>>,
    ledger: Arc<Ledger>,
}

impl Default for Kept {
    fn default() -> Self {
        Self::within(Arc::new(Ledger::new(AT_MOST, usize::MAX)))
    }
}

impl Kept {
    /// Shelves that hold what the ledger allows.
    pub fn within(ledger: Arc<Ledger>) -> Self {
        Self { shelf: Arc::default(), own: None, ledger }
    }

    /// Shelves of a window of a paged world.
    pub fn window(&self) -> Self {
        Self { own: Some(Arc::default()), ..self.clone() }
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        write!(f, "Kept({})", shelf.len())
    }
}

impl World {
    /// The thing of this type and key, made if it is not there. It holds its parts per tile, in [`PerTile`]s.
    pub(crate) fn kept<K, T>(&self, key: &K, make: impl FnOnce() -> T) -> Arc<T>
    where
        K: Any + Clone + PartialEq + Send,
        T: Any + Send + Sync,
    {
        on_shelf(&self.kept.shelf, key, make)
    }

    /// Limits what planners keep of the tiles of this world and its snapshots, to use it again, in bytes: steps, fields,
    /// distances. What was not used since it was last looked at goes first, and is made again when it is asked for: less
    /// than a query needs at once makes it slow. 4 GiB unless told otherwise; a paged world has a limit of its own, and this
    /// one cannot be above it.
    ///
    /// ```
    /// # use footpath::{Bake, Scene, World};
    /// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
    /// world.keep_at_most(64 << 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_at_most(&self, bytes: usize) {
        self.kept.ledger.set_limit(bytes);
    }

    /// Puts bytes that are kept beside the tiles on the account, for as long as the charge is held.
    pub(crate) fn charge(&self, bytes: usize) -> Charge {
        self.kept.ledger.charge(bytes).0
    }

    /// Bytes that may be kept.
    pub(crate) fn may_keep(&self) -> usize {
        self.kept.ledger.limit()
    }

    /// Bytes that are kept of the tiles of this world and its snapshots.
    pub(crate) fn kept_bytes(&self) -> usize {
        self.kept.ledger.bytes()
    }

    /// As [`World::kept`], for things that are made of all tiles at once.
    pub(crate) fn kept_whole<K, T>(&self, key: &K, make: impl FnOnce() -> T) -> Arc<T>
    where
        K: Any + Clone + PartialEq + Send,
        T: Any + Send + Sync,
    {
        on_shelf(self.kept.own.as_ref().unwrap_or(&self.kept.shelf), key, make)
    }
}

fn on_shelf<K, T>(shelf: &Mutex<Shelf>, key: &K, make: impl FnOnce() -> T) -> Arc<T>
where
    K: Any + Clone + PartialEq + Send,
    T: Any + Send + Sync,
{
    let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
    let found = shelf
        .iter()
        .position(|(of, held, _)| *of == TypeId::of::<T>() && held.downcast_ref::<K>().is_some_and(|held| held == key));
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

/// What can be kept per tile says how much memory it holds, so that a world stays within its limit.
pub(crate) trait Weighed {
    /// Bytes that it holds; parts that are kept on their own count too, as they live for as long as it does.
    fn bytes(&self) -> usize;
}

impl<T: Copy> Weighed for Vec<T> {
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

impl Weighed for Ways {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// Things made of tiles and those around them.
#[derive(Debug)]
pub(crate) struct PerTile<T> {
    held: Arc<Entries<T>>,
}

type Entries<T> = RwLock<BTreeMap<TileKey, Held<T>>>;

#[derive(Debug)]
struct Held<T> {
    /// The tile and those around it, row by row. Who holds an address so keeps it from being used again.
    from: Box<[Option<Weak<Tile>>]>,
    thing: Arc<T>,
    /// Whether it was asked for since the ledger last looked.
    used: AtomicBool,
    /// Tells it from one that was there before.
    serial: u64,
    _charge: Charge,
}

impl<T> Default for PerTile<T> {
    fn default() -> Self {
        Self { held: Arc::default() }
    }
}

impl<T: Weighed + Send + Sync + 'static> PerTile<T> {
    /// What was made of the tile at `key` and the tiles up to `around` tiles away; made now if any of them is another.
    pub fn get(&self, world: &World, key: TileKey, around: i32, make: impl FnOnce() -> T) -> Arc<T> {
        if let Some(thing) = self.found(world, key, around) {
            return thing;
        }
        // Made outside the lock: two readers may make the same thing, and either may be kept.
        let thing = Arc::new(make());
        let from = neighbours(key, around).map(|key| world.tiles.get(key).map(Arc::downgrade)).collect();
        self.keep(world, key, from, &thing);
        thing
    }

    /// Whether it is there, as it would be made now.
    pub fn has(&self, world: &World, key: TileKey, around: i32) -> bool {
        self.found(world, key, around).is_some()
    }

    fn found(&self, world: &World, key: TileKey, around: i32) -> Option<Arc<T>> {
        let same = |a: Option<&Arc<Tile>>, b: Option<&Weak<Tile>>| match (a, b) {
            (Some(a), Some(b)) => std::ptr::eq(Arc::as_ptr(a), b.as_ptr()),
            (a, b) => a.is_none() && b.is_none(),
        };
        let shelf = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let held = shelf.get(&key)?;
        if !neighbours(key, around).zip(&held.from).all(|(key, tile)| same(world.tiles.get(key), tile.as_ref())) {
            return None;
        }
        // Written only when it changes: many threads read it.
        if !held.used.load(Ordering::Relaxed) {
            held.used.store(true, Ordering::Relaxed);
        }
        Some(Arc::clone(&held.thing))
    }

    fn keep(&self, world: &World, key: TileKey, from: Box<[Option<Weak<Tile>>]>, thing: &Arc<T>) {
        let ledger = &world.kept.ledger;
        let bytes = thing.bytes() + size_of_val(&*from) + size_of::<(TileKey, Held<T>, T)>();
        let (charge, serial) = ledger.charge(bytes);
        let held = Held { from, thing: Arc::clone(thing), used: AtomicBool::new(false), serial, _charge: charge };
        self.held.write().unwrap_or_else(PoisonError::into_inner).insert(key, held);
        let shelved: Arc<dyn Shelved> = self.held.clone();
        ledger.note(Arc::downgrade(&shelved), key, serial);
    }
}

impl<T: Send + Sync> Shelved for Entries<T> {
    fn drop_old(&self, key: TileKey, serial: u64) -> Fate {
        let mut held = self.write().unwrap_or_else(PoisonError::into_inner);
        match held.get(&key).filter(|held| held.serial == serial) {
            None => Fate::Gone,
            Some(held) if held.used.swap(false, Ordering::Relaxed) => Fate::Used,
            Some(_) => {
                held.remove(&key);
                Fate::Gone
            }
        }
    }

    fn holds(&self, key: TileKey, serial: u64) -> bool {
        let held = self.read().unwrap_or_else(PoisonError::into_inner);
        held.get(&key).is_some_and(|held| held.serial == serial)
    }
}

fn neighbours(key: TileKey, around: i32) -> impl Iterator<Item = TileKey> {
    (key.z - around..=key.z + around)
        .flat_map(move |z| (key.x - around..=key.x + around).map(move |x| TileKey { z, x }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::world::Bake;

    #[test]
    fn what_is_kept_stays_within_its_limit_and_is_made_again() {
        let scene = Scene::built_in("labyrinth").expect("built in");
        let world = World::bake(&scene, &Bake::default()).expect("a labyrinth");
        let keys: Vec<TileKey> = world.tiles().map(|(key, _)| key).collect();
        let (shelf, made) = (PerTile::<Vec<u8>>::default(), std::cell::Cell::new(0));
        let ask = |at: usize| {
            shelf.get(&world, keys[at], 0, || {
                made.set(made.get() + 1);
                vec![0; 100_000]
            });
        };
        let held = || world.kept.ledger.bytes();
        [0, 1, 0, 1].into_iter().for_each(ask);
        assert!(made.get() == 2 && held() > 200_000);
        world.keep_at_most(150_000);
        assert!((100_000..150_000).contains(&held()), "one of them went: {}", held());
        [0, 1].into_iter().for_each(ask);
        assert!(made.get() > 2 && held() < 150_000);
        world.keep_at_most(0);
        assert_eq!(held(), 0);
    }
}
