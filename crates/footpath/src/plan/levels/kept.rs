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
    /// Costs between floors of a tile and the spots on its passages.
    pub spots: Table<TileFloors, SpotCosts>,
    /// Bounds of the cost from some starts to some goals.
    pub cost_to_go: Table<StartsAndGoals, CostToGo>,
    /// Costs from starts to all floors of their tile.
    pub distances: Table<TileFloors, TileDistances>,
}

/// Costs between floors of a tile and the spots on its passages.
#[derive(Clone, Debug, Default)]
pub(super) struct SpotCosts {
    pub costs: EndCosts,
    /// Floors expanded to find them.
    pub expanded: u64,
}

/// Costs from some floors to all floors of their tile.
#[derive(Debug)]
pub(super) struct TileDistances {
    /// By floor; `u32::MAX` for floors that steps do not reach.
    pub costs: Vec<u32>,
    /// Whether the whole tile was searched.
    pub is_whole: bool,
    /// Floors expanded to find them.
    pub expanded: u64,
}

impl Bytes for KeptEnds {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        !(self.spots.is_empty() && self.cost_to_go.is_empty() && self.distances.is_empty())
    }
}

impl Bytes for SpotCosts {
    fn bytes(&self) -> usize {
        self.costs.bytes()
    }
}

impl Bytes for TileDistances {
    fn bytes(&self) -> usize {
        self.costs.bytes()
    }
}
