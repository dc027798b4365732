//! What is left to the goals, over outlines: searched from the goals back to the start, once, and kept.
//!
//! In: where a walk begins and where it may end. Out: for every spot nearer to the way than the rest what it costs from there to a
//! goal, and for all others a bound. An upper search that knows it expands hardly more than the way itself, however far that leads
//! and however often tiles are opened and the way is chosen anew. It is a bound but where a tile that was opened leads through a narrow
//! passage after all, or has a leap: then a way may be taken that is not the best.
//!
//! Searched with the straight line to the start as an estimate, every spot that is not expanded costs at least what the way costs less
//! that line (Kaindl & Kainz 1997, bidirectional search with such bounds).

use super::met::{Behind, Known, Met, View};
use super::walk::Sides;
use crate::ground::{ColumnKey, TileKey, Window};
use crate::reach::ORTHOGONAL;
use crate::reach::{Costs, GoalBox};
use crate::search::{Buckets, Outcome, Seen, Space, Stop, search};
use crate::world::{Bytes, FloorId};
use std::collections::BTreeMap;

/// The node of the start.
const START: u32 = 0;
/// Of a spot that was not expanded, and a tile that was not met.
const UNKNOWN: u32 = u32::MAX;

/// What is left to the goals from all around the way.
#[derive(Debug)]
pub(super) struct Left {
    /// By the place of each tile in the order of the world's keys: its first spot among all.
    first: Vec<u32>,
    costs: Vec<u32>,
    /// What the whole way costs, and where it begins; no bound follows where there is none.
    bound: Option<(u32, GoalBox)>,
    /// What the search took.
    pub outcome: Outcome,
}

impl Left {
    /// The first spot of a tile among all, if it was met.
    pub fn tile(&self, place: usize) -> Option<u32> {
        Some(self.first[place]).filter(|&first| first != UNKNOWN)
    }

    /// What is left from a spot, if that is known.
    pub fn of(&self, first: u32, local: usize) -> Option<u32> {
        Some(self.costs[first as usize + local]).filter(|&cost| cost != UNKNOWN)
    }

    /// What is left at least from a column, if no spot there is known.
    pub fn elsewhere(&self, costs: &Costs, column: ColumnKey) -> u32 {
        self.bound.as_ref().map_or(0, |(cost, start)| cost.saturating_sub(costs.cost_to(start, column)))
    }

    /// Searches from the goals, each with what it costs to the waypoints of its tile, back to the start.
    pub fn search(
        view: View<'_>,
        costs: &Costs,
        (start, goals): (FloorId, &[FloorId]),
        sides: &BTreeMap<FloorId, Sides>,
        (stop, budget): (Stop, u64),
    ) -> Self {
        let ahead = tile_corners([start.tile]);
        let mut back = Back { met: Met::new(view, None), costs, start, sides: &[], ahead, stop };
        back.sides = sides.get(&start).map_or(&[], |sides| sides);
        let mut open: Vec<(u32, u32)> = Vec::new();
        for goal in goals {
            let Some(at) = back.met.meet(goal.tile) else { continue };
            let base = back.met.tiles()[at].base;
            open.extend(sides.get(goal).into_iter().flatten().map(|&(local, cost)| (base + local, cost)));
        }
        let mut seen = Seen::default();
        let outcome = search(&mut back, &mut Buckets::default(), &mut seen, &open, budget);
        let mut first = vec![UNKNOWN; view.paged.keys().len()];
        for tile in back.met.tiles() {
            first[tile.place] = tile.base;
        }
        let known = |node: u32| if seen.is_closed(node) { seen.cost(node) } else { UNKNOWN };
        let left: Vec<u32> = (0..back.met.len() as u32).map(known).collect();
        let bound = outcome.goal.and(ahead).map(|ahead| (seen.cost(START), ahead));
        Self { first, costs: left, bound, outcome }
    }
}

/// A box around some tiles.
pub(super) fn tile_corners(tiles: impl IntoIterator<Item = TileKey>) -> Option<GoalBox> {
    GoalBox::to(tiles.into_iter().flat_map(|tile| {
        let Window { x0, z0, width, depth } = Window::of_tile(tile);
        [ColumnKey::new(x0, z0), ColumnKey::new(x0 + width - 1, z0 + depth - 1)]
    }))
}

/// Spots, from those that are entered last to those before.
struct Back<'p> {
    met: Met<'p>,
    costs: &'p Costs,
    start: FloorId,
    /// From the start to spots of its tile.
    sides: &'p [(u32, u32)],
    ahead: Option<GoalBox>,
    stop: Stop,
}

impl Space for Back<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let (at, local) = self.met.of(node);
        // Whoever enters here leaves the tile beside by the spot behind this one, whichever way he came there.
        let Behind::Spot(before, _) = self.met.behind(at, local) else { return };
        let (at, local) = self.met.of(before);
        // Whether a passage is narrow is asked on the side from which it is passed.
        let Behind::Spot(_, narrow) = self.met.behind(at, local) else { return };
        let tile = &self.met.tiles()[at];
        let Known::Outline(_, through) = &tile.known else { return };
        let to = &through.spots[local];
        if !to.leaves {
            return;
        }
        let over = narrow + self.costs.at_least(ORTHOGONAL);
        if tile.key == self.start.tile {
            let own = self.sides.iter().filter(|&&(side, _)| side as usize == local);
            own.for_each(|&(_, cost)| visit(START, cost.saturating_add(over), 0));
        }
        for (from, spot) in (0..).zip(&through.spots) {
            let cost = through.row(from)[local];
            if cost != u32::MAX && spot.pass != to.pass {
                visit(tile.base + from as u32, cost.saturating_add(over), 0);
            }
        }
    }

    fn estimate(&self, node: u32) -> u32 {
        match &self.ahead {
            Some(ahead) if node != START => self.costs.cost_to(ahead, self.met.column(node)),
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
        self.met.len()
    }
}

impl Bytes for Left {
    fn bytes(&self) -> usize {
        self.first.bytes() + self.costs.bytes()
    }
}
