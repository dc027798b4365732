//! Where a lower search of a paged world ends: anywhere along the rim of a tile ahead, with a look at what comes after.
//!
//! In: the hops of a way. Out: floors where the search may end, each with what is left from there, through the runs of
//! the next hops, so that of a wide passage the right place is taken and not the nearest.

use super::above::{Entry, Hop};
use crate::ground::{ColumnKey, TILE, Tile, TileKey};
use crate::plan::levels::toward::{Targets, on_rim};
use crate::reach::octile;
use crate::reach::{Costs, GoalBox};
use crate::world::{FloorId, World};
use std::ops::Range;

/// Hops after the one where a search ends that are looked at.
const AFTER: usize = 6;
/// Columns of a run per one that is looked at, there.
const THINNED: i32 = 4;

impl Targets {
    /// Floors where the first of some hops ends, of which the others lead on to the goals.
    pub(super) fn along(window: &World, costs: &Costs, hops: &[Hop], goals: &[ColumnKey]) -> Self {
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
        let last = stages.last().and_then(|last| GoalBox::to(last.iter().copied()));
        Self { floors, last, ..Self::default() }
    }
}

/// Columns on which a tile is entered by a hop: of a run some, evenly spread, and its ends.
fn columns(hop: &Hop) -> Vec<ColumnKey> {
    match &hop.entry {
        Entry::Gate(_, column) => vec![*column],
        Entry::Run { direction, along: [first, end], .. } => {
            let parts = ((end - first - 1) / THINNED).max(1);
            let along = |part: i32| first + part * (end - first - 1) / parts;
            (0..=parts).map(|part| column_on_rim(hop.to, *direction, along(part))).collect()
        }
    }
}

/// A column at the rim of a tile in a direction.
fn column_on_rim(tile: TileKey, direction: usize, along: i32) -> ColumnKey {
    let [x, z] = on_rim(direction, along);
    ColumnKey::new(tile.x * TILE + x, tile.z * TILE + z)
}

/// The floors on which a tile is entered by a hop, with their columns.
fn entries(window: &World, hop: &Hop) -> Vec<(FloorId, ColumnKey)> {
    let floor = |index: u32| FloorId { tile: hop.to, index };
    match &hop.entry {
        Entry::Gate(index, column) => vec![(floor(*index), *column)],
        Entry::Run { direction, along: [first, end], area } => {
            let tile = window.tile(hop.to);
            let found = tile.into_iter().flat_map(|tile| crossings(tile, *direction, *first..*end, *area));
            found.map(|(along, index)| (floor(index), column_on_rim(hop.to, *direction, along))).collect()
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
        let [x, z] = on_rim(direction, along);
        let floors = tile.floor_index().range(x, z).filter(move |&floor| tile.sheet(floor) == area);
        floors.map(move |floor| (along, floor as u32))
    })
}
