//! Leaps: moves over what cannot be walked. A long stride, a jump, a drop.
//!
//! In: the rooms and steps of a tile and of those within a leap. Out: for floors at an edge, every floor within a leap that
//! walking the straight line does not lead to, with the cheapest action that gets there.
//!
//! The seed first looks for the nearest surface in each direction (Bandi & Thalmann §7.1.1) and then enumerates all reachable
//! cells within the spans (§7.2); Fig. 11 needs the second. We look at every floor of every column within the span, but from edge
//! floors only. At an edge the ground ends or falls by more than a cell's height in a direction in which the body has room. A body
//! that leaps from elsewhere can walk to an edge first. The seed tests headroom at the ends; we sweep the body along the whole way,
//! on an arc when both feet are in the air, so that no leap goes through a beam or over a forbidden object.

use super::Reach;
use super::finder::Finder;
use super::landing::LeapTo;
use super::steps::EDGE;
use crate::ground::{TILE, TileKey};
use crate::world::{Bytes, World};

/// Leaps from a tile's floors.
#[derive(Debug, Default)]
pub(crate) struct Leaps {
    /// Floors that have any, in order, and where theirs begin.
    starts: Vec<(u32, u32)>,
    leaps: Vec<LeapTo>,
}

impl Bytes for Leaps {
    fn bytes(&self) -> usize {
        self.starts.bytes() + self.leaps.bytes()
    }
}

impl Leaps {
    /// Leaps from a floor.
    pub fn from(&self, floor: u32) -> &[LeapTo] {
        let Ok(at) = self.starts.binary_search_by_key(&floor, |&(floor, _)| floor) else { return &[] };
        let end = self.starts.get(at + 1).map_or(self.leaps.len(), |&(_, start)| start as usize);
        &self.leaps[self.starts[at].1 as usize..end]
    }

    /// Floors that have any, in order, each with its leaps.
    pub fn all(&self) -> impl Iterator<Item = (u32, &[LeapTo])> {
        let ends = self.starts.iter().skip(1).map(|&(_, start)| start as usize).chain([self.leaps.len()]);
        self.starts.iter().zip(ends).map(|(&(floor, start), end)| (floor, &self.leaps[start as usize..end]))
    }

    pub fn of(world: &World, reach: &Reach, key: TileKey) -> Self {
        let mut leaps = Self::default();
        if reach.limits.leaps.is_empty() || world.tile(key).is_none() {
            return leaps;
        }
        let steps = reach.steps(world, key);
        let upright = reach.limits.heights[0];
        let is_rim =
            |floor: &usize| steps.flanks[*floor] & EDGE != 0 && i32::from(steps.rooms.heights[*floor]) >= upright;
        let rims: Vec<usize> = (0..steps.near.len()).filter(is_rim).collect();
        if rims.is_empty() {
            return leaps;
        }
        let mut finder = Finder::new(world, reach, key, reach.limits.leap_cells(&reach.grid));
        for floor in rims {
            let first = leaps.leaps.len();
            if let Some(start) = finder.end(&steps, floor) {
                finder.from(start, &mut leaps.leaps);
            }
            if leaps.leaps.len() > first {
                leaps.starts.push((floor as u32, first as u32));
            }
        }
        leaps
    }
}

/// Tiles that a number of columns may lead across.
pub(crate) fn tiles_of(columns: i32) -> i32 {
    (columns + TILE - 1) / TILE
}
