//! Runs: how far it is from a floor to the nearest blocked column, straight in each of the four directions.
//!
//! One pass per direction over the floors, each from the floor where its way leads; tiles ahead come first, as far as a walk
//! can reach. Only where the ground ends is a walk made.

use super::measure::Limits;
use super::walk::{Place, Rim, Stand, Walk};
use crate::ground::{ColumnKey, DIRECTIONS, NO_WAY, TILE, TileKey};

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
        let count = walk.patch.part(centre).map_or(0, |(_, part)| part.tile.floors().len());
        let mut runs = vec![[FAR; 4]; count];
        let (mut ahead, mut here) = (Vec::new(), Vec::new());
        for (direction, [dx, dz]) in DIRECTIONS.into_iter().enumerate() {
            ahead.clear();
            for tiles in (0..=limits.tiles()).rev() {
                let key = TileKey { z: centre.z + dz * tiles, x: centre.x + dx * tiles };
                // Columns of this tile that are within reach of the centre.
                let reach = limits.columns as i32 - (tiles - 1) * TILE;
                sweep(walk, limits, key, direction, if tiles == 0 { TILE } else { reach.min(TILE) }, &ahead, &mut here);
                std::mem::swap(&mut ahead, &mut here);
            }
            runs.iter_mut().zip(&ahead).for_each(|(runs, &run)| runs[direction] = run);
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

/// Runs in one direction of a tile's floors in the first `reach` columns, given those of the tile `ahead`.
fn sweep(walk: &Walk, limits: &Limits, key: TileKey, direction: usize, reach: i32, ahead: &[u16], runs: &mut Vec<u16>) {
    runs.clear();
    let Some((part, held)) = walk.patch.part(key) else { return };
    runs.resize(held.tile.floors().len(), FAR);
    let index = held.tile.floor_index();
    let (axis, forward) = (direction % 2, direction < 2);
    let last = if forward { TILE - 1 } else { 0 };
    // Against the direction, so that what lies ahead is known.
    let order = |i: i32| if forward { TILE - 1 - i } else { i };
    for z in (0..TILE).map(order) {
        for x in (0..TILE).map(order) {
            let (at, along) = ([x, z], [x, z][axis]);
            let within = if forward { along } else { TILE - 1 - along };
            if within >= reach {
                continue;
            }
            for floor in index.range(x, z) {
                runs[floor] = if walk.band.is_blocked_on(&held.tile, floor, at) {
                    0
                } else {
                    match (held.ways.0[floor][direction], walk.band.rim) {
                        (NO_WAY, Rim::Blocked) => 1,
                        (NO_WAY, Rim::Open) => {
                            let column = ColumnKey::new(key.x * TILE + x, key.z * TILE + z);
                            let place = Place { column, stand: Stand::Floor { part, floor: floor as u32 } };
                            walk.run(place, direction, limits.columns).map_or(FAR, |run| run as u16)
                        }
                        (way, _) => {
                            let next = if along == last { ahead.get(way as usize) } else { runs.get(way as usize) };
                            farther(next.copied().unwrap_or(FAR), limits)
                        }
                    }
                };
            }
        }
    }
}

/// One column farther.
#[inline]
fn farther(run: u16, limits: &Limits) -> u16 {
    if u32::from(run) < limits.columns { run + 1 } else { FAR }
}
