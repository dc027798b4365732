//! Faces sorted into work units: squares of tiles that one thread builds at a time.

use super::error::BakeError;
use crate::geom::{PLAN_PER_VERTEX, dealt};
use crate::ground::build::{Builder, Overfull};
use crate::ground::{Face, Grid, TILE, Tile, TileKey, Window};
use std::sync::Arc;

/// Why a work unit was not built.
pub(super) enum UnitError {
    Tile(TileKey, Overfull),
    Cancelled,
}

impl UnitError {
    pub(super) fn describe(self, origin: [f64; 3], grid: &Grid) -> BakeError {
        match self {
            Self::Cancelled => BakeError::Cancelled,
            Self::Tile(key, overfull) => BakeError::of_tile(key, overfull, origin, grid),
        }
    }
}

/// Work units and their faces.
pub(super) struct Units {
    side: i32,
    /// Units that faces may touch, in order.
    pub keys: Vec<TileKey>,
    /// Start of each unit's faces in `faces`, and the end of the last.
    starts: Vec<u32>,
    faces: Vec<u32>,
}

impl Units {
    /// Sorts faces into units of `side` tiles along a side; `None` if there are more units than 32 bits can number.
    pub fn sort(faces: &[Face], grid: &Grid, side: i32) -> Option<Self> {
        // The unit of a column is the floor of a floor, which is one division of the coordinate.
        let size = i64::from(grid.cell) * i64::from(TILE * side);
        let plan = |c: i32| i64::from(c) * i64::from(PLAN_PER_VERTEX);
        let first = |c: i32| plan(c).div_euclid(size) as i32;
        // A face that ends on a border is not in the column behind it.
        let last = |c: i32| (plan(c) - 1).div_euclid(size) as i32;
        let ends = |face: &Face| {
            let [low, high] = face.bounds();
            let (x, z) = (first(low[0]), first(low[2]));
            [x, z, last(high[0]).max(x), last(high[2]).max(z)]
        };
        let ends: Vec<[i32; 4]> = faces.iter().map(ends).collect();
        let none = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
        let wider = |a: [i32; 4], b: &[i32; 4]| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
        let [x0, z0, x1, z1] = ends.iter().fold(none, wider);
        let width = i64::from(x1) - i64::from(x0) + 1;
        u32::try_from(width * (i64::from(z1) - i64::from(z0) + 1)).ok()?;
        let number = |x: i32, z: i32| i64::from(z - z0) * width + i64::from(x - x0);
        // A pair of unit and face as one number, which sorts fastest.
        let mut pairs: Vec<u64> = Vec::with_capacity(faces.len() * 2);
        for (face, &[left, near, right, far]) in ends.iter().enumerate() {
            for z in near..=far {
                pairs.extend((left..=right).map(|x| (number(x, z) as u64) << 32 | face as u64));
            }
        }
        let count = (width * (i64::from(z1) - i64::from(z0) + 1)) as usize;
        let pairs = sort_pairs(pairs, count);
        let mut units = Self { side, keys: Vec::new(), starts: Vec::new(), faces: Vec::with_capacity(pairs.len()) };
        let mut last = None;
        for pair in pairs {
            let number = (pair >> 32) as i64;
            if last.replace(number) != Some(number) {
                units.keys.push(TileKey { z: z0 + (number / width) as i32, x: x0 + (number % width) as i32 });
                units.starts.push(units.faces.len() as u32);
            }
            units.faces.push(pair as u32);
        }
        units.starts.push(units.faces.len() as u32);
        Some(units)
    }

    /// Builds the tiles of one unit.
    pub fn build(
        &self,
        unit: usize,
        faces: &[Face],
        grid: &Grid,
        builder: &mut Builder,
    ) -> Result<Vec<(TileKey, Tile)>, UnitError> {
        let mine = &self.faces[self.starts[unit] as usize..self.starts[unit + 1] as usize];
        let mine = || mine.iter().map(|&i| &faces[i as usize]);
        let key = self.keys[unit];
        let size = TILE * self.side;
        let window = Window { x0: key.x * size, z0: key.z * size, width: size, depth: size };
        // A unit may be too tall as a whole although none of its tiles is.
        let at_once = builder.gather(window, mine()).is_ok();
        let mut tiles = Vec::new();
        for key in window.tiles() {
            let inside = Window::of_tile(key);
            let meets = |face: &&Face| {
                let [low, high] = face.bounds();
                grid.window_of(low, high).intersection(&inside).is_some()
            };
            let own: Arc<[Face]> =
                if self.side == 1 { mine().copied().collect() } else { mine().filter(meets).copied().collect() };
            let alone = if at_once { Ok(()) } else { builder.gather(inside, own.iter()) };
            let tile = alone.and_then(|()| builder.tile(key, own));
            let tile = tile.map_err(|overfull| UnitError::Tile(key, overfull))?;
            tiles.extend(tile.map(|tile| (key, tile)));
        }
        Ok(tiles)
    }
}

/// Pairs sorted by their unit, which is below `count`. They arrive sorted by face, so a counting sort by unit is enough, unless
/// most units are empty.
fn sort_pairs(mut pairs: Vec<u64>, count: usize) -> Vec<u64> {
    if count > 4 * pairs.len() {
        pairs.sort_unstable();
        return pairs;
    }
    dealt(count, pairs.iter().map(|&pair| ((pair >> 32) as usize, pair))).1
}
