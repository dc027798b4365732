//! The grid of columns: how plan units, columns and tiles relate.

use crate::geom::{CM_PER_METRE, PLAN_PER_METRE, PLAN_PER_VERTEX, Vertex};

/// Columns along one side of a tile. A constant of the file format.
pub const TILE: i32 = 64;

/// Every cell size is a multiple of this number of plan units (1/640 m), so that quarter cells have integer centres.
const CELL_STEP: i32 = 8;

/// Position of a tile in the grid of tiles. Ordered by row, then along the row, as all data of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileKey {
    /// Tile number along z.
    pub z: i32,
    /// Tile number along x.
    pub x: i32,
}

impl TileKey {
    /// The tile at an offset along x and z, in tiles.
    #[inline]
    pub fn neighbour(self, [x, z]: [i32; 2]) -> Self {
        Self { z: self.z + z, x: self.x + x }
    }

    /// The four tiles beside it, in the order of [`DIRECTIONS`](super::DIRECTIONS).
    pub fn neighbours(self) -> [Self; 4] {
        super::DIRECTIONS.map(|offset| self.neighbour(offset))
    }
}

/// Position of a column in the grid of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnKey {
    /// Column number along z.
    pub z: i32,
    /// Column number along x.
    pub x: i32,
}

impl ColumnKey {
    /// The column at an offset from the local origin, in cells.
    pub const fn new(x: i32, z: i32) -> Self {
        Self { z, x }
    }

    /// The tile that holds the column.
    pub const fn tile(self) -> TileKey {
        TileKey { z: self.z.div_euclid(TILE), x: self.x.div_euclid(TILE) }
    }

    /// The column's position in its tile, `0..TILE` along x and z.
    pub const fn in_tile(self) -> [i32; 2] {
        [self.x.rem_euclid(TILE), self.z.rem_euclid(TILE)]
    }
}

/// The four directions from a column to the next: +x, +z, −x, −z. Opposite directions differ by two.
pub const DIRECTIONS: [[i32; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// Sizes of a cell in the integer units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Side of a column in plan units.
    pub cell: i32,
    /// Height of a cell in centimetres: gaps smaller than this are closed.
    pub cell_height: i32,
}

impl Grid {
    /// The grid nearest to sizes in metres: cell size to 1/640 m, cell height to 1 cm.
    pub fn nearest(cell_size: f64, cell_height: f64) -> Self {
        let steps = (cell_size * f64::from(PLAN_PER_METRE) / f64::from(CELL_STEP)).round().max(1.0);
        let height = (cell_height * f64::from(CM_PER_METRE)).round().max(1.0);
        Self { cell: (steps * f64::from(CELL_STEP)) as i32, cell_height: height as i32 }
    }

    /// Side of a column in metres.
    pub fn cell_size(&self) -> f64 {
        f64::from(self.cell) / f64::from(PLAN_PER_METRE)
    }

    /// Number of the last tile that can have content, on either side of the origin.
    pub(crate) fn last_tile(&self) -> u32 {
        let plan = u64::from(super::face::MAX_COORDINATE) * PLAN_PER_VERTEX as u64;
        (plan / (self.cell as u64 * TILE as u64)) as u32 + 1
    }

    /// The corner of a tile on the vertex grid, rounded down by at most one unit where cells do not fit that grid.
    pub(crate) fn corner_of(&self, key: TileKey) -> Vertex {
        let side = i64::from(self.cell) * i64::from(TILE);
        let along = |tile: i32| (i64::from(tile) * side).div_euclid(i64::from(PLAN_PER_VERTEX)) as i32;
        [along(key.x), 0, along(key.z)]
    }

    /// The column that contains a vertex; a vertex on a border belongs to the column of larger numbers.
    pub fn column_of(&self, vertex: Vertex) -> ColumnKey {
        let along = |c: i32| (i64::from(c) * i64::from(PLAN_PER_VERTEX)).div_euclid(i64::from(self.cell)) as i32;
        ColumnKey::new(along(vertex[0]), along(vertex[2]))
    }

    /// Columns that a closed box of vertices overlaps with more than its rim; at least one.
    pub fn window_of(&self, low: Vertex, high: Vertex) -> Window {
        let first = self.column_of(low);
        let last = |c: i32, least: i32| {
            let past = -(-i64::from(c) * i64::from(PLAN_PER_VERTEX)).div_euclid(i64::from(self.cell));
            (past as i32).max(least + 1)
        };
        let (end_x, end_z) = (last(high[0], first.x), last(high[2], first.z));
        Window { x0: first.x, z0: first.z, width: end_x - first.x, depth: end_z - first.z }
    }
}

/// A rectangle of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First column along x.
    pub x0: i32,
    /// First column along z.
    pub z0: i32,
    /// Columns along x.
    pub width: i32,
    /// Columns along z.
    pub depth: i32,
}

impl Window {
    /// The columns of one tile.
    pub const fn of_tile(key: TileKey) -> Self {
        Self { x0: key.x * TILE, z0: key.z * TILE, width: TILE, depth: TILE }
    }

    /// The columns of both windows; `None` where they do not meet.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let x0 = self.x0.max(other.x0);
        let z0 = self.z0.max(other.z0);
        let width = (self.x0 + self.width).min(other.x0 + other.width) - x0;
        let depth = (self.z0 + self.depth).min(other.z0 + other.depth) - z0;
        (width > 0 && depth > 0).then_some(Self { x0, z0, width, depth })
    }

    /// The smallest window that contains both.
    pub fn hull(&self, other: &Self) -> Self {
        let (x0, z0) = (self.x0.min(other.x0), self.z0.min(other.z0));
        let (x1, z1) =
            ((self.x0 + self.width).max(other.x0 + other.width), (self.z0 + self.depth).max(other.z0 + other.depth));
        Self { x0, z0, width: x1 - x0, depth: z1 - z0 }
    }

    /// The window with `by` more columns on every side.
    pub const fn grown(&self, by: i32) -> Self {
        Self { x0: self.x0 - by, z0: self.z0 - by, width: self.width + 2 * by, depth: self.depth + 2 * by }
    }

    /// Number of columns.
    pub const fn len(&self) -> usize {
        (self.width as usize).saturating_mul(self.depth as usize)
    }

    /// Whether it has no column.
    pub const fn is_empty(&self) -> bool {
        self.width <= 0 || self.depth <= 0
    }

    /// Whether it contains a column.
    pub const fn contains(&self, column: ColumnKey) -> bool {
        column.x >= self.x0 && column.z >= self.z0 && column.x < self.x0 + self.width && column.z < self.z0 + self.depth
    }

    /// Its columns, row by row.
    pub fn columns(&self) -> impl Iterator<Item = ColumnKey> + use<> {
        let Self { x0, z0, width, depth } = *self;
        (z0..z0 + depth).flat_map(move |z| (x0..x0 + width).map(move |x| ColumnKey::new(x, z)))
    }

    /// Number of tiles that it overlaps.
    pub(crate) fn tile_count(&self) -> usize {
        let along = |first: i32, count: i32| (first + count - 1).div_euclid(TILE) - first.div_euclid(TILE) + 1;
        (along(self.x0, self.width) as usize).saturating_mul(along(self.z0, self.depth) as usize)
    }

    /// The tiles that it overlaps, in order.
    pub fn tiles(&self) -> impl Iterator<Item = TileKey> + use<> {
        let first = ColumnKey::new(self.x0, self.z0).tile();
        let last = ColumnKey::new(self.x0 + self.width - 1, self.z0 + self.depth - 1).tile();
        (first.z..=last.z).flat_map(move |z| (first.x..=last.x).map(move |x| TileKey { z, x }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_tiles_left_of_the_origin_round_down() {
        let grid = Grid::nearest(0.1, 0.05);
        assert_eq!(grid.cell, 512);
        assert_eq!(grid.column_of([-1, 0, 0]), ColumnKey::new(-1, 0));
        assert_eq!(ColumnKey::new(-1, -65).tile(), TileKey { z: -2, x: -1 });
        assert_eq!(ColumnKey::new(-1, -65).in_tile(), [63, 63]);
    }

    #[test]
    fn a_box_that_ends_on_a_border_does_not_enter_the_next_column() {
        let grid = Grid { cell: 512, cell_height: 5 };
        let window = grid.window_of([0, 0, 0], [1024, 0, 512]);
        assert_eq!((window.width, window.depth), (10, 5));
        let line = grid.window_of([1024, 0, 0], [1024, 0, 0]);
        assert_eq!((line.x0, line.width, line.depth), (10, 1, 1));
    }
}
