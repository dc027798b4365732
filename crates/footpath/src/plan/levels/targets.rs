//! Targets of a lower search: any floor behind the next rim, with the remaining cost from there.
//!
//! In: the hops of a path. Out: floors where the search may end. With the remaining cost of each floor, a wide passage is entered
//! where the whole path is cheapest, not where it is nearest. Behind a loaded tile the remaining costs are exact. Where the next
//! hops are known from outlines only, the remaining cost is that of the straight way through their runs.

use crate::ground::{ColumnKey, DIRECTIONS, TILE, Tile, TileKey};
use crate::portals::{BodyPortals, Entry, Hop};
use crate::reach::{Costs, GoalBox, octile};
use crate::world::{FloorId, World};
use std::ops::Range;

/// Number of hops after the search that count for the remaining cost.
const AFTER: usize = 6;
/// One of this many columns of a run is used for it.
const THINNED: i32 = 4;

/// Floors where a search may end, each with the remaining cost from there.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets {
    pub floors: Vec<(FloorId, u32)>,
    /// The box around the last columns of the remaining hops.
    pub last: Option<GoalBox>,
    /// The highest cost of a leg to any of them.
    pub most: Option<u32>,
    /// A tile that the search does not enter, because it begins at the tile's rim.
    pub closed: Option<TileKey>,
}

impl Targets {
    /// The goals, without a remaining cost.
    pub fn goals(goals: &[FloorId]) -> Self {
        Self { floors: goals.iter().map(|&goal| (goal, 0)).collect(), ..Self::default() }
    }

    /// The same with a limit of the cost.
    pub fn within(self, most: Option<u32>) -> Self {
        Self { most, ..self }
    }

    /// Floors behind the rim of the tile that a hop enters, with the kept costs to the portal by which the next hop leaves it.
    /// The portal itself if costs differ by direction or are temporary. `None` if the next hop has no portal.
    pub fn behind(world: &World, portals: &BodyPortals, costs: &Costs, hop: &Hop, next: &Hop) -> Option<Self> {
        let (there, [exit, _]) = (hop.to, next.floors()?);
        let fields = portals.fields(world, there);
        let direction = (0..4).find(|&direction| there.neighbour(DIRECTIONS[direction]) == hop.from);
        let (Some(direction), Some(tile), true) =
            (direction, world.tile(there), fields.both_ways && costs.are_lasting())
        else {
            return Some(Self::goals(&[exit]));
        };
        let row = fields.row(&portals.moves, world, there, exit.index);
        let piece = fields.piece(exit.index);
        let mut floors = Vec::new();
        for floor in rim_floors(tile, direction).filter(|&floor| fields.piece(floor) == piece) {
            floors.extend(fields.cost_to(&row, floor).map(|cost| (FloorId { tile: there, index: floor }, cost)));
        }
        let last = world.column_of(exit).and_then(|column| GoalBox::to([column].into_iter()));
        Some(Self { floors, last, ..Self::default() })
    }

    /// Floors where the first of some hops ends, with the remaining cost along the others to the goals.
    pub fn along(window: &World, costs: &Costs, hops: &[Hop], goals: &[ColumnKey]) -> Self {
        let Some((first, after)) = hops.split_first() else { return Self::default() };
        let next = &after[..after.len().min(AFTER)];
        let mut stages: Vec<Vec<ColumnKey>> = next.iter().map(columns).collect();
        if next.len() == after.len() {
            stages.push(goals.to_vec());
        }
        let mut left: Vec<(ColumnKey, u32)> = Vec::new();
        for stage in stages.iter().rev() {
            left = stage.iter().map(|&from| (from, cost_left(costs, from, &left))).collect();
        }
        let entries = entries(window, first).into_iter();
        let floors = entries.map(|(floor, column)| (floor, cost_left(costs, column, &left))).collect();
        let last = stages.last().and_then(|last| GoalBox::to(last.iter().copied()));
        Self { floors, last, ..Self::default() }
    }
}

/// The least cost from a column over any of some columns, each with its remaining cost.
fn cost_left(costs: &Costs, from: ColumnKey, left: &[(ColumnKey, u32)]) -> u32 {
    let over = |(to, rest): &(ColumnKey, u32)| {
        let apart = costs.at_least(octile((to.x - from.x).abs(), (to.z - from.z).abs()));
        apart.saturating_add(*rest)
    };
    left.iter().map(over).min().unwrap_or(0)
}

/// The column of a tile at its rim in a direction, within the tile.
fn on_rim(direction: usize, along: i32) -> [i32; 2] {
    let across = if direction < 2 { TILE - 1 } else { 0 };
    if direction.is_multiple_of(2) { [across, along] } else { [along, across] }
}

/// The column of a tile at its rim in a direction.
fn column_on_rim(tile: TileKey, direction: usize, along: i32) -> ColumnKey {
    let [x, z] = on_rim(direction, along);
    ColumnKey::new(tile.x * TILE + x, tile.z * TILE + z)
}

/// The floors of a tile at its rim in a direction.
pub(super) fn rim_floors(tile: &Tile, direction: usize) -> impl Iterator<Item = u32> + '_ {
    (0..TILE).flat_map(move |along| floors_at(tile, on_rim(direction, along)))
}

fn floors_at(tile: &Tile, [x, z]: [i32; 2]) -> impl Iterator<Item = u32> + '_ {
    tile.floor_index().range(x, z).map(|floor| floor as u32)
}

/// Floors of an area at the rim of a tile in a direction, each with its column along the rim.
pub(super) fn crossings(
    tile: &Tile,
    direction: usize,
    along: Range<i32>,
    area: u16,
) -> impl Iterator<Item = (i32, u32)> + '_ {
    let floors =
        along.flat_map(move |along| floors_at(tile, on_rim(direction, along)).map(move |floor| (along, floor)));
    floors.filter(move |&(_, floor)| tile.sheet(floor as usize) == area)
}

/// Columns where a hop enters a tile: for a run, evenly spaced columns and both ends.
fn columns(hop: &Hop) -> Vec<ColumnKey> {
    match &hop.entry {
        Entry::Portal { column, .. } => vec![*column],
        Entry::Run { direction, along: [first, end], .. } => {
            let parts = ((end - first - 1) / THINNED).max(1);
            let along = |part: i32| first + part * (end - first - 1) / parts;
            (0..=parts).map(|part| column_on_rim(hop.to, *direction, along(part))).collect()
        }
    }
}

/// The floors where a hop enters a tile, with their columns.
fn entries(window: &World, hop: &Hop) -> Vec<(FloorId, ColumnKey)> {
    let floor = |index: u32| FloorId { tile: hop.to, index };
    match &hop.entry {
        Entry::Portal { floor: index, column, .. } => vec![(floor(*index), *column)],
        Entry::Run { direction, along: [first, end], area } => {
            let Some(tile) = window.tile(hop.to) else { return Vec::new() };
            let found = crossings(tile, *direction, *first..*end, *area);
            found.map(|(along, index)| (floor(index), column_on_rim(hop.to, *direction, along))).collect()
        }
    }
}
