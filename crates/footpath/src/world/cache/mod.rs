//! The cache of a world: all data derived from it. It is never saved and never hashed, and snapshots share it.
//!
//! In: a key, which is everything that a value depends on besides the ground, and a function that makes the value. Out: the
//! value. Values of one body or band contain [`Table`]s with one entry per tile; values of a whole ground have its [`Stamp`] in
//! their key. Promised: every byte counts, the least recently used entries are dropped first, and a dropped entry is made again
//! when it is needed. Windows of a paged world share the cache of the file.
//!
//! `budget` chooses the entry to drop; `table` and `values`, which hold the entries, drop it. Loaded tiles of a file are not part
//! of this cache but of `world/paged/tile_cache.rs`.

mod budget;
mod stamp;
mod table;
mod values;

pub(crate) use budget::{Budget, Charge};
pub(crate) use stamp::Stamp;
pub(crate) use table::Table;

use super::World;
use crate::ground::Ways;
use std::fmt;
use std::sync::{Arc, Mutex};
use values::Values;

/// Limit of the cache in bytes, unless a user sets another.
const DEFAULT_LIMIT: usize = if usize::BITS > 32 { 4 << 30 } else { 1 << 30 };

/// The memory that a value takes.
pub(crate) trait Bytes {
    /// Bytes on the heap at present, without parts that are entries of their own.
    fn bytes(&self) -> usize;

    /// Whether it contains tables with entries. It then stays in the cache.
    fn has_entries(&self) -> bool {
        false
    }
}

impl<T: Copy> Bytes for Vec<T> {
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

impl Bytes for Ways {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// The derived data of a world and its snapshots.
#[derive(Clone)]
pub(crate) struct Cache {
    values: Arc<Mutex<Values>>,
    budget: Arc<Budget>,
}

impl Default for Cache {
    fn default() -> Self {
        Self::with_budget(Arc::new(Budget::new(DEFAULT_LIMIT, usize::MAX)))
    }
}

impl Cache {
    /// An empty cache that shares the budget of this one.
    pub fn empty_sibling(&self) -> Self {
        Self::with_budget(Arc::clone(&self.budget))
    }

    /// A cache within a budget.
    pub fn with_budget(budget: Arc<Budget>) -> Self {
        Self { values: Arc::default(), budget }
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cache({} bytes)", self.budget.bytes())
    }
}

impl World {
    /// Limits the memory for data that is derived from this world and its snapshots, in bytes: steps, fields, distances, regions.
    /// The least recently used data is dropped first and derived again when it is needed. A limit below the needs of one query
    /// makes queries slow. An eighth of the limit is left to the allocator, which holds freed memory. The default is 4 GiB. A paged world has a limit of its own, which this one cannot exceed.
    ///
    /// ```
    /// # use footpath::{Bake, Scene, World};
    /// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
    /// world.set_cache_limit(64 << 20);
    /// assert!(world.cache_bytes() <= world.cache_limit());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_cache_limit(&self, bytes: usize) {
        self.cache.budget.set_limit(bytes);
    }

    /// The memory limit for data derived from this world and its snapshots, in bytes.
    pub fn cache_limit(&self) -> usize {
        self.cache.budget.limit()
    }

    /// The present memory of data derived from this world and its snapshots, in bytes.
    pub fn cache_bytes(&self) -> usize {
        self.cache.budget.bytes()
    }

    /// Counts bytes as part of the cache until the charge is dropped.
    pub(crate) fn charge(&self, bytes: usize) -> Charge {
        self.cache.budget.charge(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::TileKey;
    use crate::scene::Scene;
    use crate::world::Bake;
    use std::cell::Cell;

    fn labyrinth() -> World {
        World::bake(&Scene::built_in("labyrinth").expect("built in"), &Bake::default()).expect("a labyrinth")
    }

    #[derive(Default)]
    struct PerTile(Table<TileKey, Vec<u8>>);

    impl Bytes for PerTile {
        fn bytes(&self) -> usize {
            0
        }

        fn has_entries(&self) -> bool {
            !self.0.is_empty()
        }
    }

    #[test]
    fn the_least_recently_used_entry_is_dropped_first_and_made_again() {
        let world = labyrinth();
        let keys: Vec<TileKey> = world.tiles().map(|(key, _)| key).collect();
        let (table, made) = (Table::<TileKey, Vec<u8>>::default(), Cell::new(0));
        let ask = |at: usize| {
            table.tile(&world, keys[at], 0, || {
                made.set(made.get() + 1);
                vec![0; 100_000]
            });
        };
        world.set_cache_limit(250_000);
        [0, 1, 0, 2].into_iter().for_each(ask);
        assert_eq!(made.get(), 3);
        // The second entry was used before the last use of the first, so it was dropped.
        ask(0);
        assert_eq!(made.get(), 3);
        ask(1);
        assert_eq!(made.get(), 4);
        assert!((200_000..250_000).contains(&world.cache_bytes()));
        world.set_cache_limit(0);
        assert_eq!(world.cache_bytes(), 0);
    }

    #[test]
    fn values_go_after_the_last_of_their_entries() {
        let world = labyrinth();
        let key = world.tiles().next().expect("a tile").0;
        let made = Cell::new(0);
        let ask = |body: u32| {
            let tiles = world.derived(&body, || {
                made.set(made.get() + 1);
                PerTile::default()
            });
            tiles.0.tile(&world, key, 0, || vec![0; 10_000]);
        };
        world.set_cache_limit(100_000);
        (0..100).for_each(ask);
        assert_eq!(made.get(), 100);
        (95..100).for_each(ask);
        assert_eq!(made.get(), 100, "the last ones are there");
        ask(0);
        assert_eq!(made.get(), 101, "the first one is not");
        assert!(world.cache_bytes() <= 100_000);
        world.set_cache_limit(0);
        assert_eq!(world.cache_bytes(), 0);
    }

    #[test]
    fn charges_that_grow_are_counted() {
        let world = labyrinth();
        let charge = world.charge(10);
        charge.grow(20);
        assert_eq!(world.cache_bytes(), 30);
        drop(charge);
        assert_eq!(world.cache_bytes(), 0);
    }
}
