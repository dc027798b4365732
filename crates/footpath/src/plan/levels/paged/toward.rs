//! Where a lower search ends: anywhere along the rim of a tile ahead, with a look at what comes after.
//!
//! In: the hops of a way, and floors where the search may end. Out: for each what is left from there at least, through the runs of
//! the next hops, so that of a wide passage the right place is taken and not the nearest. A search towards them ends in a node
//! of its own, which every floor leads to at that price.

use super::above::{Entry, Hop};
use super::walk::Found;
use crate::ground::{ColumnKey, TILE, Tile, TileKey};
use crate::plan::cells::{Ahead, Cells, Costs, Planner};
use crate::plan::reach::octile;
use crate::search::{Buckets, Outcome, Seen, Space, search};
use crate::world::{FloorId, World};
use std::ops::Range;

/// Hops after the one where a search ends that are looked at.
const AFTER: usize = 6;

/// Floors where a search may end, each with what is left from there, and the columns that all of it leads to.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets {
    pub floors: Vec<(FloorId, u32)>,
    pub last: Option<Ahead>,
}

impl Targets {
    /// The goals themselves.
    pub fn goals(goals: &[FloorId]) -> Self {
        Self { floors: goals.iter().map(|&goal| (goal, 0)).collect(), last: None }
    }

    /// Floors where the first of some hops ends, of which the others lead on to the goals.
    pub fn along(window: &World, costs: &Costs, hops: &[Hop], goals: &[ColumnKey]) -> Self {
        let Some((first, after)) = hops.split_first() else { return Self::default() };
        let looked = &after[..after.len().min(AFTER)];
        let mut stages: Vec<Vec<ColumnKey>> = looked.iter().map(columns).collect();
        if looked.len() == after.len() {
            stages.push(goals.to_vec());
        }
        let mut left: Vec<(ColumnKey, u32)> = Vec::new();
        let rest = |from: ColumnKey, left: &[(ColumnKey, u32)]| {
            let apart = |to: &ColumnKey| costs.at_least(octile((to.x - from.x).abs(), (to.z - from.z).abs()));
            left.iter().map(|(to, rest)| apart(to).saturating_add(*rest)).min().unwrap_or(0)
        };
        for stage in stages.iter().rev() {
            left = stage.iter().map(|&from| (from, rest(from, &left))).collect();
        }
        let floors = entries(window, first).into_iter().map(|(floor, column)| (floor, rest(column, &left))).collect();
        Self { floors, last: stages.last().and_then(|last| Ahead::to(last.iter().copied())) }
    }
}

/// Columns on which a tile is entered by a hop.
fn columns(hop: &Hop) -> Vec<ColumnKey> {
    match &hop.entry {
        Entry::Gate(_, column) => vec![*column],
        Entry::Run { direction, along: [first, end], .. } => {
            (*first..*end).map(|along| on_rim(hop.to, *direction, along)).collect()
        }
    }
}

/// A column at the rim of a tile in a direction.
fn on_rim(tile: TileKey, direction: usize, along: i32) -> ColumnKey {
    let [x, z] = within(direction, along);
    ColumnKey::new(tile.x * TILE + x, tile.z * TILE + z)
}

fn within(direction: usize, along: i32) -> [i32; 2] {
    let across = if direction < 2 { TILE - 1 } else { 0 };
    if direction.is_multiple_of(2) { [across, along] } else { [along, across] }
}

/// The floors on which a tile is entered by a hop, with their columns.
fn entries(window: &World, hop: &Hop) -> Vec<(FloorId, ColumnKey)> {
    let floor = |index: u32| FloorId { tile: hop.to, index };
    match &hop.entry {
        Entry::Gate(index, column) => vec![(floor(*index), *column)],
        Entry::Run { direction, along: [first, end], area } => {
            let tile = window.tile(hop.to);
            let found = tile.into_iter().flat_map(|tile| crossings(tile, *direction, *first..*end, *area));
            found.map(|(along, index)| (floor(index), on_rim(hop.to, *direction, along))).collect()
        }
    }
}

/// Floors of an area at the rim of a tile in a direction, each with its column along the rim.
pub(super) fn crossings(
    tile: &Tile,
    direction: usize,
    along: Range<i32>,
    area: u16,
) -> impl Iterator<Item = (i32, u32)> + '_ {
    along.flat_map(move |along| {
        let [x, z] = within(direction, along);
        let floors = tile.floor_index().range(x, z).filter(move |&floor| tile.sheet(floor) == area);
        floors.map(move |floor| (along, floor as u32))
    })
}

/// Cells that lead to targets and from there to a node of their own.
struct Toward<'s, 'a, 'w> {
    cells: Cells<'a, 'w>,
    /// Sorted, with what is left.
    targets: &'s [(u32, u32)],
    least: u32,
    last: Option<Ahead>,
    end: u32,
}

impl Space for Toward<'_, '_, '_> {
    #[inline]
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        if let Ok(at) = self.targets.binary_search_by_key(&node, |&(target, _)| target) {
            visit(self.end, self.targets[at].1, 0);
        }
        self.cells.moves(node, visit);
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        if node == self.end {
            return 0;
        }
        let last = |last: &Ahead| self.cells.costs.ahead(last, self.cells.terrain.column(node));
        let near = self.cells.estimate(node).saturating_add(self.least);
        near.max(self.last.as_ref().map_or(0, last))
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == self.end
    }

    fn len(&self) -> usize {
        self.cells.len()
    }
}

/// A search from a floor to targets, within some tiles.
pub(super) fn toward(
    planner: &mut Planner<'_>,
    from: FloorId,
    fence: &[TileKey],
    to: Targets,
) -> (Outcome, Option<Found>) {
    let start = planner.terrain.node(from);
    let mut targets: Vec<(u32, u32)> = Vec::new();
    for (floor, rest) in to.floors {
        let node = planner.terrain.node(floor);
        if planner.terrain.room(node) > 0 {
            targets.push((node, rest));
        }
    }
    targets.sort_unstable();
    targets.dedup_by_key(|&mut (node, _)| node);
    let Some(least) = targets.iter().map(|&(_, rest)| rest).min() else { return (Outcome::default(), None) };
    let goals: Vec<u32> = targets.iter().map(|&(node, _)| node).collect();
    let (end, ahead) = (planner.terrain.spare(), planner.ahead(&goals));
    planner.terrain.set_fence(Some(fence.to_vec()));
    let mut seen = Seen::default();
    let cells = planner.space(ahead, &goals, usize::MAX);
    let mut space = Toward { cells, targets: &targets, least, last: to.last, end };
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &[(start, 0)], u64::MAX);
    let found = outcome.goal.and_then(|end| seen.parent(end)).map(|(target, _)| {
        let path = planner.trace(&seen, target);
        let costs = path.iter().map(|&(node, _)| u64::from(seen.cost(node))).collect();
        (path.iter().map(|&(node, how)| (planner.terrain.floor(node), how)).collect(), costs)
    });
    planner.terrain.set_fence(None);
    (outcome, found)
}
