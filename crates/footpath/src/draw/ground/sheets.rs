//! Numbers for sheets so that those which touch differ: the lowest number that no neighbour has, in the order of tiles.

use crate::ground::TileKey;
use crate::world::{FloorId, SheetId, World};
use std::collections::{BTreeMap, BTreeSet};

/// A small number per sheet.
pub(super) struct SheetColours(BTreeMap<SheetId, usize>);

impl SheetColours {
    pub fn of(world: &World) -> Self {
        let neighbours = neighbours(world);
        let mut numbers: BTreeMap<SheetId, usize> = BTreeMap::new();
        for (tile, held) in world.tiles() {
            for sheet in (0..held.sheet_count()).map(|sheet| SheetId { tile, sheet }) {
                let beside = neighbours.get(&sheet).into_iter().flatten();
                let taken: BTreeSet<usize> = beside.filter_map(|other| numbers.get(other).copied()).collect();
                let free = (0..).find(|number| !taken.contains(number)).unwrap_or(0);
                numbers.insert(sheet, free);
            }
        }
        Self(numbers)
    }

    pub fn number(&self, tile: TileKey, sheet: u16) -> usize {
        self.0.get(&SheetId { tile, sheet }).copied().unwrap_or(0)
    }
}

/// Sheets that touch: beside each other where floors are linked, above each other in one column.
fn neighbours(world: &World) -> BTreeMap<SheetId, BTreeSet<SheetId>> {
    let mut pairs: BTreeSet<(SheetId, SheetId)> = BTreeSet::new();
    let mut last = None;
    let mut join = |a: SheetId, b: SheetId| {
        // Floor after floor joins the same two sheets; asking the set each time would be slow.
        if a != b && last != Some((a, b)) {
            pairs.insert((a, b));
            last = Some((a, b));
        }
    };
    for (key, tile) in world.tiles() {
        for (_, floors) in tile.floor_index().columns() {
            for floor in floors.clone() {
                let here = SheetId { tile: key, sheet: tile.sheet(floor) };
                if floor + 1 < floors.end {
                    join(here, SheetId { tile: key, sheet: tile.sheet(floor + 1) });
                }
                // The other two directions are these from the other side.
                let links = world.links(FloorId { tile: key, index: floor as u32 }).into_iter();
                let beside = links.filter(|link| link.direction < 2).filter_map(|link| world.sheet_of(link.to));
                beside.for_each(|other| join(here, other));
            }
        }
    }
    let mut neighbours: BTreeMap<SheetId, BTreeSet<SheetId>> = BTreeMap::new();
    for (a, b) in pairs {
        neighbours.entry(a).or_default().insert(b);
        neighbours.entry(b).or_default().insert(a);
    }
    neighbours
}
