//! Bounds of the cost to the goals over outlines. One search from the goals back to the start finds them; later searches use
//! them.
//!
//! In: the start and the goals of a route. Out: for every spot that the search expanded, the cost from there to a goal; for all
//! others a bound. With these values a search over portals expands little more than the path itself, however long the path is and
//! however often tiles are refined and the path is searched again. The values are no lower bounds where a refined tile leads
//! through a passage that counted as narrow, or where it has a leap. There the chosen path need not be the best.
//!
//! The search uses the straight line to the start as its estimate. A spot that it does not expand therefore costs at least the
//! cost of the whole path less that line (Kaindl & Kainz 1997, bidirectional search with such bounds).

use super::crossing_costs::CrossingCosts;
use super::portal::EndCosts;
use super::visited::{Behind, Outlines, Source, TileCosts, VisitedTiles};
use crate::ground::{ColumnKey, TileKey, Window};
use crate::reach::{Costs, GoalBox, ORTHOGONAL};
use crate::search::{Buckets, Outcome, Seen, Space, Stop, search};
use crate::world::Bytes;
use std::collections::BTreeMap;

/// The node of the start.
const START: u32 = 0;
/// The cost of a spot that was not expanded.
const UNKNOWN: u32 = u32::MAX;

/// Bounds of the cost to the goals around a path.
#[derive(Debug)]
pub(crate) struct CostToGo {
    /// The number of each visited tile's first spot.
    first: BTreeMap<TileKey, u32>,
    costs: Vec<u32>,
    /// The cost of the whole path, and the box of its start; `None` if the search found no path, which gives no bound.
    bound: Option<(u32, GoalBox)>,
    /// Work of the search.
    pub outcome: Outcome,
}

impl CostToGo {
    /// The number of a tile's first spot, if the search visited the tile.
    pub fn tile(&self, key: TileKey) -> Option<u32> {
        self.first.get(&key).copied()
    }

    /// The cost to the goals from a spot, if the search expanded it.
    pub fn of(&self, first: u32, local: usize) -> Option<u32> {
        Some(self.costs[first as usize + local]).filter(|&cost| cost != UNKNOWN)
    }

    /// A bound of the cost to the goals from a column of which no spot is known.
    pub fn elsewhere(&self, costs: &Costs, column: ColumnKey) -> u32 {
        self.bound.as_ref().map_or(0, |(cost, start)| cost.saturating_sub(costs.cost_to(start, column)))
    }

    /// Searches from the goals back to the start. Both are given by the costs between them and the spots of their tiles.
    pub fn search(
        outlines: Outlines<'_>,
        costs: &Costs,
        (starts, goals): (&BTreeMap<TileKey, EndCosts>, &BTreeMap<TileKey, EndCosts>),
        (stop, budget): (Stop, u64),
    ) -> Self {
        let start_box = tile_corners(starts.keys().copied());
        let visited = VisitedTiles::new(Source::File { outlines, refined: None }, costs);
        let mut back = Backward { visited, costs, starts, start_box, stop };
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (&key, goals) in goals {
            let Some(at) = back.visited.visit(key) else { continue };
            let base = back.visited.tiles()[at].base;
            open.extend(goals.iter().map(|&(local, cost)| (base + local, cost)));
        }
        let mut seen = Seen::default();
        let outcome = search(&mut back, &mut Buckets::default(), &mut seen, &open, budget);
        let first = back.visited.tiles().iter().map(|tile| (tile.key, tile.base)).collect();
        let known = |node: u32| if seen.is_closed(node) { seen.cost(node) } else { UNKNOWN };
        let costs = (0..back.visited.len() as u32).map(known).collect();
        let bound = outcome.goal.and(start_box).map(|start_box| (seen.cost(START), start_box));
        Self { first, costs, bound, outcome }
    }
}

/// A box around some tiles.
pub(crate) fn tile_corners(tiles: impl IntoIterator<Item = TileKey>) -> Option<GoalBox> {
    GoalBox::to(tiles.into_iter().flat_map(|tile| {
        let Window { x0, z0, width, depth } = Window::of_tile(tile);
        [ColumnKey::new(x0, z0), ColumnKey::new(x0 + width - 1, z0 + depth - 1)]
    }))
}

/// The graph of outlines with its moves reversed: from each spot to those from which it is entered.
struct Backward<'p> {
    visited: VisitedTiles<'p>,
    costs: &'p Costs,
    /// Costs from the starts to the spots of their tiles.
    starts: &'p BTreeMap<TileKey, Vec<(u32, u32)>>,
    start_box: Option<GoalBox>,
    stop: Stop,
}

impl Space for Backward<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let (at, local) = self.visited.of(node);
        // The tile of this node is entered from the spot behind it, in the tile beside.
        let Behind::Node(before, _) = self.visited.behind(at, local) else { return };
        let (at, local) = self.visited.of(before);
        // A passage counts as narrow on the side from which it is passed.
        let Behind::Node(_, narrow) = self.visited.behind(at, local) else { return };
        let tile = &self.visited.tiles()[at];
        let TileCosts::Outline(_, crossing) = &tile.costs else { return };
        let crossing: &CrossingCosts = crossing;
        let to = &crossing.spots[local];
        if !to.leaves {
            return;
        }
        let over = narrow + self.costs.at_least(ORTHOGONAL);
        let starts = self.starts.get(&tile.key).into_iter().flatten().filter(|&&(side, _)| side as usize == local);
        starts.for_each(|&(_, cost)| visit(START, cost.saturating_add(over), 0));
        for (from, spot) in (0..).zip(&crossing.spots) {
            let cost = crossing.row(from)[local];
            if cost != u32::MAX && spot.pass != to.pass {
                visit(tile.base + from as u32, cost.saturating_add(over), 0);
            }
        }
    }

    fn estimate(&self, node: u32) -> u32 {
        match &self.start_box {
            Some(start) if node != START => self.costs.cost_to(start, self.visited.column(node)),
            _ => 0,
        }
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == START
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    fn len(&self) -> usize {
        self.visited.len()
    }
}

impl Bytes for CostToGo {
    fn bytes(&self) -> usize {
        self.first.len() * size_of::<(TileKey, u32)>() + self.costs.bytes()
    }
}
