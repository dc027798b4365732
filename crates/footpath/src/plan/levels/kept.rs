//! Cached data of endpoints in a file, for one body. Many queries start or end at the same place.

use crate::ground::TileKey;
use crate::portals::{CostToGo, EndCosts};
use crate::world::{Bytes, FloorId, Table};

/// Floors of a tile, with their initial costs.
pub(super) type TileFloors = (TileKey, Vec<(u32, u32)>);

/// The starts of a query, with their initial costs, and its goals.
pub(super) type StartsAndGoals = (Vec<(FloorId, u32)>, Vec<FloorId>);

/// Cached data of endpoints.
#[derive(Debug, Default)]
pub(super) struct KeptEnds {
    /// Bounds of the cost from some starts to some goals.
    pub cost_to_go: Table<StartsAndGoals, CostToGo>,
    /// Costs from some floors to all of their tile.
    pub distances: Table<TileFloors, TileDistances>,
}

/// Costs from some floors to all floors of their tile, and to the spots on its passages.
#[derive(Debug, Default)]
pub(super) struct TileDistances {
    /// By floor; `u32::MAX` for floors that steps do not reach.
    pub costs: Vec<u32>,
    /// Whether the whole tile was searched.
    pub is_whole: bool,
    pub spots: EndCosts,
    /// Floors expanded to find them.
    pub expanded: u64,
}

impl Bytes for KeptEnds {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        self.cost_to_go.has_entries() || self.distances.has_entries()
    }
}

impl Bytes for TileDistances {
    fn bytes(&self) -> usize {
        self.costs.bytes() + self.spots.bytes()
    }
}
