//! The columns of some tiles and around them as one body sees them, and the eight ways from column to column.

use super::Reach;
use crate::clearance::{Columns, Links, Room};
use crate::ground::{ColumnKey, TILE, TileKey, Window};
use crate::world::World;
use std::rc::Rc;

/// The eight ways: the four of [`DIRECTIONS`](crate::ground::DIRECTIONS), then the diagonals between each and the next.
pub const WAYS: [[i32; 2]; 8] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// The columns of some tiles and around them as a body sees them, with the rooms of all floors in the tiles and one column around.
pub(super) struct Surroundings {
    pub columns: Rc<Columns>,
    pub links: Rc<Links>,
    pub rooms: Vec<Room>,
    /// The columns of the tiles.
    pub window: Window,
}

impl Surroundings {
    pub fn of(world: &World, reach: &Reach, window: Window) -> Self {
        let (columns, links) = reach.columns(world, window.grown(reach.disc.margin() + 2));
        let mut meter = reach.meter(&columns, &links, &reach.disc);
        let rooms = meter.measure(&window.grown(1), reach.support_of(world));
        Self { columns, links, rooms, window }
    }

    /// Whether a flank has room for a body of a height that passes beside it with its feet as high as `highest`.
    #[inline]
    pub fn covers(&self, flank: u32, highest: i32, height: i32) -> bool {
        let (room, feet) = (self.rooms[flank as usize], self.columns.floor(flank).height);
        let has = |free: u16| feet + i32::from(free) >= highest + height;
        has(room.height) && (room.rolls || (has(room.plain) && feet - i32::from(room.spare) <= highest))
    }

    /// Calls `visit` for every floor of a tile: its column in the tile, the column's number, and the floor's number.
    pub fn floors(&self, key: TileKey, mut visit: impl FnMut([i32; 2], usize, u32)) {
        for z in 0..TILE {
            let first = self.columns.at(ColumnKey::new(key.x * TILE, key.z * TILE + z));
            for (x, at) in (0..TILE).zip(first..) {
                self.columns.numbers(at).for_each(|number| visit([x, z], at, number));
            }
        }
    }
}

/// Free height over a move: while the feet rise, what is above the lower end comes nearer.
#[inline]
pub(crate) fn room_on_the_way(from: i32, to: i32, rise: i32) -> i32 {
    (from - rise.max(0)).min(to - (-rise).max(0))
}
