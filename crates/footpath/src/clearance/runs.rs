//! Runs: how far it is from a floor to the nearest blocked column, straight in each of the four directions.
//!
//! One pass per direction over a tile's floors, each from the floor where its way leads. Only where the ground ends, and
//! across the tile's border, is a walk made.

use super::measure::Limits;
use super::patch::{FAR, Runs};
use super::walk::{Place, Rim, Stand, Walk};
use crate::ground::{ColumnKey, NO_WAY, TILE, Ways};

impl Runs {
    /// Runs of the floors of the tile at the centre of a patch, which must hold the tiles straight around it.
    pub fn of(walk: &Walk, limits: &Limits) -> Self {
        let Some((part, held)) = walk.patch.part(walk.patch.centre) else { return Self(Vec::new()) };
        let count = held.tile.floors().len();
        let mut columns = Vec::with_capacity(count);
        for (at, floors) in held.tile.floor_index().columns() {
            columns.extend(floors.map(|_| at));
        }
        let blocked: Vec<bool> = (0..count).map(|floor| walk.band.is_blocked_on(&held.tile, floor)).collect();
        let pass = Pass { walk, limits, part, ways: &held.ways, columns, blocked };
        let mut runs = vec![[0_u16; 4]; count];
        (0..4).for_each(|direction| pass.over(&mut runs, direction));
        Self(runs)
    }
}

/// What a pass over the floors of a tile reads.
struct Pass<'a> {
    walk: &'a Walk<'a>,
    limits: &'a Limits,
    part: usize,
    ways: &'a Ways,
    /// Column of each floor in the tile.
    columns: Vec<[i32; 2]>,
    blocked: Vec<bool>,
}

impl Pass<'_> {
    /// Against the direction, so that what lies ahead is known: floors stand in order of z, then of x.
    fn over(&self, runs: &mut [[u16; 4]], direction: usize) {
        let last = if direction < 2 { TILE - 1 } else { 0 };
        let mut visit = |floor: usize| {
            let way = self.ways.0[floor][direction];
            runs[floor][direction] = if self.blocked[floor] {
                0
            } else if way == NO_WAY && self.walk.band.rim == Rim::Blocked {
                1
            } else if way == NO_WAY || self.columns[floor][direction % 2] == last {
                self.walked(floor, direction)
            } else {
                farther(runs[way as usize][direction], self.limits)
            };
        };
        let floors = 0..self.columns.len();
        if direction < 2 { floors.rev().for_each(&mut visit) } else { floors.for_each(&mut visit) }
    }

    fn walked(&self, floor: usize, direction: usize) -> u16 {
        let (centre, [x, z]) = (self.walk.patch.centre, self.columns[floor]);
        let column = ColumnKey::new(centre.x * TILE + x, centre.z * TILE + z);
        let place = Place { column, stand: Stand::Floor { part: self.part, floor: floor as u32 } };
        self.walk.run(place, direction, self.limits.columns).map_or(FAR, |run| run as u16)
    }
}

/// One column farther.
#[inline]
fn farther(run: u16, limits: &Limits) -> u16 {
    if u32::from(run) < limits.columns { run + 1 } else { FAR }
}
