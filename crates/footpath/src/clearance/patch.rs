//! A square of tiles: the ground that the field of the tile in its middle depends on.

use crate::ground::{ColumnKey, DIRECTIONS, Tile, TileKey, Ways};
use std::sync::Arc;

/// The value for a direction without a blocked column within the measured distance.
pub(crate) const FAR: u16 = u16::MAX;

/// For each floor of a tile and each direction the columns to the nearest blocked one: 0 when its own is blocked,
/// [`FAR`] when there is none as far as is measured.
#[derive(Debug)]
pub(crate) struct Runs(pub Vec<[u16; 4]>);

impl Runs {
    /// Columns to the nearest blocked one along an axis, 0 for x and 1 for z, either way.
    #[inline]
    pub fn along(&self, axis: usize, floor: usize) -> u16 {
        let run = &self.0[floor];
        run[axis].min(run[axis + 2])
    }
}

/// A tile and what was derived from it.
#[derive(Debug)]
pub(crate) struct Part {
    pub tile: Arc<Tile>,
    pub ways: Arc<Ways>,
    /// Straight distances, where they are needed.
    pub runs: Option<Arc<Runs>>,
}

/// Tiles up to `around` tiles away from a centre, row by row.
#[derive(Debug)]
pub(crate) struct Patch {
    pub centre: TileKey,
    around: i32,
    parts: Vec<Option<Part>>,
}

impl Patch {
    pub fn new(centre: TileKey, around: i32, mut part: impl FnMut(TileKey) -> Option<Part>) -> Self {
        let keys = (-around..=around).flat_map(|z| (-around..=around).map(move |x| [x, z]));
        let parts = keys.map(|[x, z]| part(centre.neighbour([x, z]))).collect();
        Self { centre, around, parts }
    }

    /// The part that holds a column, by number, and the column's place in its tile.
    #[inline]
    pub fn find(&self, column: ColumnKey) -> Option<(usize, [i32; 2])> {
        let number = self.number(column.tile())?;
        self.parts[number].as_ref().map(|_| (number, column.in_tile()))
    }

    #[inline]
    fn number(&self, key: TileKey) -> Option<usize> {
        let (x, z) = (key.x - self.centre.x + self.around, key.z - self.centre.z + self.around);
        let side = 2 * self.around + 1;
        (x >= 0 && z >= 0 && x < side && z < side).then(|| (z * side + x) as usize)
    }

    /// The tile at a key.
    pub fn part(&self, key: TileKey) -> Option<(usize, &Part)> {
        let number = self.number(key)?;
        self.parts[number].as_ref().map(|part| (number, part))
    }

    /// The part beside a part.
    pub fn beside(&self, number: usize, direction: usize) -> Option<usize> {
        let side = 2 * self.around + 1;
        let [dx, dz] = DIRECTIONS[direction];
        let (x, z) = (number as i32 % side + dx, number as i32 / side + dz);
        (x >= 0 && z >= 0 && x < side && z < side).then(|| (z * side + x) as usize)
    }

    /// A part that was found.
    #[inline]
    pub fn at(&self, number: usize) -> Option<&Part> {
        self.parts.get(number)?.as_ref()
    }
}
