//! Numbers for sheets so that those which touch differ: the lowest number that no neighbour has, in the order of tiles.

use crate::ground::{DIRECTIONS, TileKey};
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
                let taken: BTreeSet<usize> = neighbours
                    .get(&sheet)
                    .into_iter()
                    .flatten()
                    .filter_map(|other| numbers.get(other).copied())
                    .collect();
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
        for ([x, z], floors) in tile.floor_index().columns() {
            for floor in floors.clone() {
                let here = SheetId { tile: key, sheet: tile.sheet(floor) };
                if floor + 1 < floors.end {
                    join(here, SheetId { tile: key, sheet: tile.sheet(floor + 1) });
                }
                // The other two directions are these from the other side.
                for direction in 0..2 {
                    for other in linked(world, FloorId { tile: key, index: floor as u32 }, [x, z], direction) {
                        join(here, other);
                    }
                }
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

/// Sheets of the floors that a floor is linked to in one direction.
fn linked(world: &World, id: FloorId, [x, z]: [i32; 2], direction: usize) -> impl Iterator<Item = SheetId> + '_ {
    let [column_x, column_z] = super::column(id.tile, [x, z]);
    let next = crate::ground::ColumnKey::new(column_x + DIRECTIONS[direction][0], column_z + DIRECTIONS[direction][1]);
    let (key, [x, z]) = (next.tile(), next.in_tile());
    let found = world.tile(id.tile).zip(world.tile(key));
    found.into_iter().flat_map(move |(from, to)| {
        let first = to.floor_index().range(x, z).start;
        from.link(id.index as usize, direction).map(move |at| SheetId { tile: key, sheet: to.sheet(first + at) })
    })
}
