//! The store of a world's tiles: shared blocks, so that a clone is cheap and an edit copies only the blocks it changes.

use crate::ground::{Tile, TileKey, Window};
use crate::world::obstacle::Placed;
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

/// Tiles along the side of a block.
const BLOCK: i32 = 8;

/// A tile and the obstacles that touch it. Either may be missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slot {
    pub tile: Option<Arc<Tile>>,
    pub obstacles: Vec<Arc<Placed>>,
}

type Block = [Slot; (BLOCK * BLOCK) as usize];

/// Tiles by key. Cloning copies one pointer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tiles {
    blocks: Arc<BTreeMap<TileKey, Arc<Block>>>,
    /// Lowest and highest key ever used; no tile lies outside.
    reach: Option<[TileKey; 2]>,
}

/// Identifies one state of a store.
#[derive(Clone, Debug)]
pub(crate) struct TilesMark(Weak<BTreeMap<TileKey, Arc<Block>>>);

impl TilesMark {
    pub fn is_live(&self) -> bool {
        self.0.strong_count() > 0
    }
}

impl PartialEq for TilesMark {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

fn place(key: TileKey) -> (TileKey, usize) {
    let block = TileKey { z: key.z.div_euclid(BLOCK), x: key.x.div_euclid(BLOCK) };
    (block, (key.z.rem_euclid(BLOCK) * BLOCK + key.x.rem_euclid(BLOCK)) as usize)
}

impl Tiles {
    /// The slot of a tile, if its block exists.
    pub fn slot(&self, key: TileKey) -> Option<&Slot> {
        let (block, at) = place(key);
        self.blocks.get(&block).map(|block| &block[at])
    }

    /// Whether both are clones of one store without a change since.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.blocks, &other.blocks)
    }

    /// The mark of this state. A change moves the blocks to another address, and the mark keeps the old address from being used
    /// again.
    pub fn mark(&self) -> TilesMark {
        TilesMark(Arc::downgrade(&self.blocks))
    }

    /// A window that contains all tiles, maybe with a margin.
    pub fn reach(&self) -> Option<Window> {
        self.reach.map(|[low, high]| Window::of_tile(low).hull(&Window::of_tile(high)))
    }

    /// The tile at a key.
    pub fn get(&self, key: TileKey) -> Option<&Arc<Tile>> {
        self.slot(key)?.tile.as_ref()
    }

    /// The slot of a tile for changes; copies the block if other worlds share it.
    pub fn slot_mut(&mut self, key: TileKey) -> &mut Slot {
        let [low, high] = self.reach.unwrap_or([key, key]);
        let (lowest, highest) = ((low.x.min(key.x), low.z.min(key.z)), (high.x.max(key.x), high.z.max(key.z)));
        self.reach = Some([TileKey { z: lowest.1, x: lowest.0 }, TileKey { z: highest.1, x: highest.0 }]);
        let (block, at) = place(key);
        let blocks = Arc::make_mut(&mut self.blocks);
        let block = blocks.entry(block).or_insert_with(|| Arc::new(std::array::from_fn(|_| Slot::default())));
        &mut Arc::make_mut(block)[at]
    }

    /// All tiles in order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (TileKey, &Arc<Tile>)> {
        // Blocks of one block row interleave, so the keys are sorted.
        let mut found: Vec<_> = self
            .blocks
            .iter()
            .flat_map(|(block, slots)| {
                slots.iter().enumerate().filter_map(|(at, slot)| {
                    let (x, z) = (at as i32 % BLOCK, at as i32 / BLOCK);
                    Some((TileKey { z: block.z * BLOCK + z, x: block.x * BLOCK + x }, slot.tile.as_ref()?))
                })
            })
            .collect();
        found.sort_unstable_by_key(|&(key, _)| key);
        found.into_iter()
    }
}
