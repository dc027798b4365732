//! Strides over one column: where a foot is set over a riser or a slit that leaves no floor in it.
//!
//! In: the rooms and steps of a tile and of those beside it. Out: pairs of floors two columns apart, each a leap that the body
//! makes both ways. They are few of its leaps, and are found without the others. Some stairs need them: a riser exactly on the border
//! of two columns fills the column beyond it, so no step leads up a flight whose risers all stand on borders.

use super::Reach;
use super::finder::{Finder, within};
use super::steps::{EDGE, NONE};
use crate::body::Action;
use crate::ground::{ColumnKey, DIRECTIONS, TileKey};
use crate::world::World;

/// A stride between two floors, there and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stride {
    /// The floor in its tile.
    pub from: u32,
    /// The tile of the other, and the floor there.
    pub tile: TileKey,
    pub to: u32,
}

impl Reach {
    /// Strides from a tile's floors towards +x and +z; those the other way are the same ones.
    pub fn strides(&self, world: &World, key: TileKey) -> Vec<Stride> {
        let mut found = Vec::new();
        let upright = self.limits.heights[0];
        let step = self.limits.leaps.iter().find(|leap| leap.action == Action::Step);
        let Some(step) = step else { return found };
        let steps = self.steps(world, key);
        let may_stride = |floor: usize| {
            let at_edge = steps.flanks[floor] & EDGE != 0 && steps.near[floor][..2].contains(&NONE);
            at_edge && i32::from(steps.rooms.heights[floor]) >= upright
        };
        let edges: Vec<usize> = (0..steps.near.len()).filter(|&floor| may_stride(floor)).collect();
        if edges.is_empty() {
            return found;
        }
        let finder = Finder::new(world, self, key, 2);
        for floor in edges {
            let Some(start) = finder.end(&steps, floor) else { continue };
            for way in (0..2).filter(|&way| steps.near[floor][way] == NONE) {
                if !finder.is_open(start, way) {
                    continue;
                }
                let [dx, dz] = DIRECTIONS[way];
                let column = ColumnKey::new(start.column.x + 2 * dx, start.column.z + 2 * dz);
                for end in finder.ends(column) {
                    let fits = finder.room(end) >= upright
                        && within(step, start, end, &self.grid)
                        && within(step, end, start, &self.grid)
                        && finder.is_open(end, way + 2)
                        && finder.is_free(start, end, step)
                        && finder.is_free(end, start, step);
                    if fits {
                        found.push(Stride { from: floor as u32, tile: column.tile(), to: finder.index(end) });
                    }
                }
            }
        }
        found
    }
}
