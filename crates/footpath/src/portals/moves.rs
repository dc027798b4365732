//! The moves that portals are derived for: a body's reach, its costs, and whether it leaps.

use crate::ground::{TILE, TileKey};
use crate::reach::{Costs, Labels, Reach};
use crate::world::World;
use std::sync::Arc;

/// The inputs of portals besides the ground.
#[derive(Debug)]
pub(crate) struct Moves {
    pub reach: Arc<Reach>,
    pub costs: Costs,
    /// Whether leaps count as moves.
    pub extended: bool,
}

impl Moves {
    /// The number of tiles that a leap may cross.
    pub fn leap_tiles(&self) -> i32 {
        (self.reach.limits.leap_cells(&self.reach.grid) + TILE - 1) / TILE
    }

    /// The pieces of a tile: floors that steps join within it.
    pub fn labels(&self, world: &World, key: TileKey) -> Arc<Labels> {
        self.reach.labels(world, key, self.extended)
    }
}
