//! Fields of a tile: how far its floors are from one of them, for one body and its costs. Measured on first use, and kept.
//!
//! In: a tile's steps and leaps. Out: costs within the tile. They depend on less than its gates do, so an edit nearby leaves
//! them as they are. Costs are kept in parts that fit 16 bits: a part is less than a centimetre but where ground is very dear.

use super::hierarchy::Hierarchy;
use crate::ground::TileKey;
use crate::plan::cells::{Cells, Costs};
use crate::plan::query::{CellOptions, Extended, Front};
use crate::plan::regions::{Labels, UNLABELLED};
use crate::plan::terrain::Terrain;
use crate::search::{Buckets, Seen, search};
use crate::world::{FloorId, Weighed, World};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

/// Not reached within the tile.
const FAR: u16 = u16::MAX;
/// Rows that a tile is thought to need, where memory is counted: open ground has so many gates.
pub(super) const ROWS: usize = 16;

/// The fields of one tile.
#[derive(Debug)]
pub(crate) struct Fields {
    pub labels: Arc<Labels>,
    /// Whether every way costs the same there and back: nothing is climbed and nothing leaped over.
    pub both_ways: bool,
    /// Place of each floor among those of its piece.
    place: Vec<u32>,
    /// By the floor that they are measured from.
    rows: RwLock<BTreeMap<u32, Arc<Row>>>,
}

impl Weighed for Fields {
    fn bytes(&self) -> usize {
        self.labels.bytes() + self.place.bytes() + ROWS * (self.place.len() * size_of::<u16>() + size_of::<Row>())
    }
}

/// How far everything in a piece is from one of its floors.
#[derive(Debug)]
pub(crate) struct Row {
    /// Cost of one part.
    part: u32,
    /// Cost to each floor of the piece, in parts.
    field: Vec<u16>,
}

impl Fields {
    pub fn of(above: &Hierarchy, world: &World, key: TileKey) -> Self {
        let labels = above.labels(world, key);
        let mut sizes = vec![0; labels.floors.len()];
        let place = labels.of.iter().map(|&piece| {
            let Some(size) = sizes.get_mut(piece as usize) else { return 0 };
            *size += 1;
            *size - 1
        });
        let place = place.collect();
        let leaps_within = || above.reach.leaps(world, key).all().any(|(_, to)| to.iter().any(|to| to.tile == [0, 0]));
        let one_way = above.costs.climbs() || (above.extended && leaps_within());
        Self { labels, both_ways: !one_way, place, rows: RwLock::default() }
    }

    /// The piece of a floor, if the body can be there.
    pub fn piece(&self, floor: u32) -> Option<u32> {
        self.labels.of.get(floor as usize).copied().filter(|&piece| piece != UNLABELLED)
    }

    /// How far everything is from a floor, as far as one gets within the tile.
    pub fn row(&self, above: &Hierarchy, world: &World, key: TileKey, floor: u32) -> Arc<Row> {
        if let Some(row) = self.rows.read().unwrap_or_else(PoisonError::into_inner).get(&floor) {
            return Arc::clone(row);
        }
        let row = Arc::new(self.measure(above, world, key, floor));
        self.rows.write().unwrap_or_else(PoisonError::into_inner).insert(floor, Arc::clone(&row));
        row
    }

    fn measure(&self, above: &Hierarchy, world: &World, key: TileKey, floor: u32) -> Row {
        let (costs, _) = flood(above, &above.costs, world, key, &[(floor, 0)]);
        let piece = self.labels.of[floor as usize];
        let own = || self.labels.of.iter().zip(&costs).filter(|&(&of, _)| of == piece).map(|(_, &cost)| cost);
        let most = own().filter(|&cost| cost != u32::MAX).max().unwrap_or(0);
        let part = most / u32::from(FAR) + 1;
        let parts = |cost: u32| if cost == u32::MAX { FAR } else { (cost / part) as u16 };
        Row { part, field: own().map(parts).collect() }
    }

    /// Cost from where a row is measured to a floor of its piece; none if it is not reached within the tile.
    pub fn cost_to(&self, row: &Row, floor: u32) -> Option<u32> {
        let parts = row.field[self.place[floor as usize] as usize];
        (parts != FAR).then(|| u32::from(parts) * row.part)
    }
}

/// Costs to all floors of a tile from some of them, without leaving it; `u32::MAX` for what is not reached. Also how many
/// floors were expanded.
pub(super) fn flood(
    above: &Hierarchy,
    costs: &Costs,
    world: &World,
    key: TileKey,
    starts: &[(u32, u32)],
) -> (Vec<u32>, u64) {
    let mut terrain = Terrain::new(world, Arc::clone(&above.reach));
    terrain.set_fence(Some(vec![key]));
    let floor = |index: u32| FloorId { tile: key, index };
    let starts: Vec<(u32, u32)> = starts.iter().map(|&(index, cost)| (terrain.node(floor(index)), cost)).collect();
    let extended = if above.extended { Extended::All } else { Extended::None };
    let options = CellOptions { front: Front::Bushfire, extended, ..CellOptions::default() };
    let mut seen = Seen::default();
    let mut space = Cells::flood(&mut terrain, costs, options);
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &starts, u64::MAX);
    let count = world.tile(key).map_or(0, |tile| tile.floors().len() as u32);
    ((0..count).map(|index| seen.cost(terrain.node(floor(index)))).collect(), outcome.expanded)
}
