//! Runs: how far it is from a floor to the nearest blocked column, straight in each of the four directions.
//!
//! One pass per direction over a tile's floors, each from the floor where its way leads. Only where the ground ends, and
//! across the tile's border, is a walk made.

use super::measure::Limits;
use super::walk::{Place, Rim, Stand, Walk};
use crate::ground::{ColumnKey, NO_WAY, TILE};

/// Farther than is measured.
pub(crate) const FAR: u16 = u16::MAX;

/// For each floor of a tile and each direction the columns to the nearest blocked one: 0 when its own is blocked,
/// [`FAR`] when there is none as far as is measured.
#[derive(Debug)]
pub(crate) struct Runs(pub Vec<[u16; 4]>);

impl Runs {
    /// Runs of the floors of the tile at the centre of a patch, which must hold the tiles straight around it.
    pub fn of(walk: &Walk, limits: &Limits) -> Self {
        let centre = walk.patch.centre;
        let Some((part, held)) = walk.patch.part(centre) else { return Self(Vec::new()) };
        let count = held.tile.floors().len();
        let mut columns = Vec::with_capacity(count);
        for (at, floors) in held.tile.floor_index().columns() {
            columns.extend(floors.map(|_| at));
        }
        let blocked: Vec<bool> = (0..count).map(|floor| walk.band.is_blocked_on(&held.tile, floor)).collect();
        let mut runs = vec![[0_u16; 4]; count];
        for direction in 0..4 {
            let (axis, last) = (direction % 2, if direction < 2 { TILE - 1 } else { 0 });
            let far = |floor: usize| {
                let [x, z] = columns[floor];
                let column = ColumnKey::new(centre.x * TILE + x, centre.z * TILE + z);
                let place = Place { column, stand: Stand::Floor { part, floor: floor as u32 } };
                walk.run(place, direction, limits.columns).map_or(FAR, |run| run as u16)
            };
            let mut visit = |floor: usize| {
                let way = held.ways.0[floor][direction];
                runs[floor][direction] = if blocked[floor] {
                    0
                } else if way == NO_WAY {
                    if walk.band.rim == Rim::Blocked { 1 } else { far(floor) }
                } else if columns[floor][axis] == last {
                    far(floor)
                } else {
                    farther(runs[way as usize][direction], limits)
                };
            };
            // Against the direction, so that what lies ahead is known: floors stand in order of z, then of x.
            if direction < 2 { (0..count).rev().for_each(&mut visit) } else { (0..count).for_each(&mut visit) }
        }
        Self(runs)
    }

    /// Columns to the nearest blocked one along an axis, 0 for x and 1 for z, either way.
    #[inline]
    pub fn along(&self, axis: usize, floor: usize) -> u16 {
        let run = &self.0[floor];
        run[axis].min(run[axis + 2])
    }
}

/// One column farther.
#[inline]
fn farther(run: u16, limits: &Limits) -> u16 {
    if u32::from(run) < limits.columns { run + 1 } else { FAR }
}
