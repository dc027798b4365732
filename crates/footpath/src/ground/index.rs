//! The positions of each column's spans or floors in a tile's arrays.

use super::grid::TILE;
use std::ops::Range;

/// Offsets of a tile's columns, for the rectangle of columns with content.
///
/// Rows have 32-bit offsets, columns 16-bit offsets within their row: two bytes per column, and no limit on a tile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnIndex {
    pub(crate) x0: u8,
    pub(crate) z0: u8,
    pub(crate) width: u8,
    pub(crate) depth: u8,
    /// Start of each row, and the end of the last.
    pub(crate) rows: Vec<u32>,
    /// Start of each column within its row, and the end of the row's last.
    pub(crate) columns: Vec<u16>,
}

impl ColumnIndex {
    /// Packs the start of every column of a tile (row by row) and the end of the last: `TILE² + 1` numbers. `None` if a row has
    /// more than 65,535 items.
    pub(crate) fn pack(starts: &[u32]) -> Option<Self> {
        const SIDE: usize = TILE as usize;
        let occupied = |x: usize, z: usize| starts[z * SIDE + x + 1] > starts[z * SIDE + x];
        let rows_used = (0..SIDE).filter(|z| starts[z * SIDE + SIDE] > starts[z * SIDE]);
        let (mut x0, mut x1, mut z0, mut z1) = (SIDE, 0, SIDE, 0);
        for z in rows_used {
            (z0, z1) = (z0.min(z), z + 1);
            x0 = (0..x0).find(|&x| occupied(x, z)).unwrap_or(x0);
            x1 = (x1..SIDE).rev().find(|&x| occupied(x, z)).map_or(x1, |x| x + 1);
        }
        if z0 >= z1 {
            return Some(Self::default());
        }
        let mut index =
            Self { x0: x0 as u8, z0: z0 as u8, width: (x1 - x0) as u8, depth: (z1 - z0) as u8, ..Self::default() };
        index.columns.reserve_exact((z1 - z0) * (x1 - x0 + 1));
        index.rows.reserve_exact(z1 - z0 + 1);
        for z in z0..z1 {
            let row = starts[z * SIDE];
            if starts[z * SIDE + SIDE] - row > u32::from(u16::MAX) {
                return None;
            }
            index.rows.push(row);
            index.columns.extend(starts[z * SIDE + x0..=z * SIDE + x1].iter().map(|start| (start - row) as u16));
        }
        index.rows.push(starts[SIDE * SIDE]);
        Some(index)
    }

    /// Items of the column at `x`, `z` within the tile; empty outside it.
    #[inline]
    pub fn range(&self, x: i32, z: i32) -> Range<usize> {
        let (x, z) = ((x - i32::from(self.x0)) as u32, (z - i32::from(self.z0)) as u32);
        if x >= u32::from(self.width) || z >= u32::from(self.depth) {
            return 0..0;
        }
        let row = self.rows[z as usize] as usize;
        let at = z as usize * (usize::from(self.width) + 1) + x as usize;
        row + usize::from(self.columns[at])..row + usize::from(self.columns[at + 1])
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.rows.last().map_or(0, |&end| end as usize)
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Columns with content, with their items, in order.
    pub fn columns(&self) -> impl Iterator<Item = ([i32; 2], Range<usize>)> + '_ {
        let (x0, z0) = (i32::from(self.x0), i32::from(self.z0));
        let all =
            (z0..z0 + i32::from(self.depth)).flat_map(move |z| (x0..x0 + i32::from(self.width)).map(move |x| [x, z]));
        all.map(|[x, z]| ([x, z], self.range(x, z))).filter(|(_, items)| !items.is_empty())
    }

    /// The column of an item, within the tile.
    pub fn column_of(&self, item: usize) -> [i32; 2] {
        let row = self
            .rows
            .partition_point(|&start| start as usize <= item)
            .saturating_sub(1)
            .min(usize::from(self.depth) - 1);
        let width = usize::from(self.width) + 1;
        let columns = &self.columns[row * width..(row + 1) * width];
        let within = item - self.rows[row] as usize;
        let column = columns.partition_point(|&start| usize::from(start) <= within) - 1;
        [i32::from(self.x0) + column as i32, i32::from(self.z0) + row as i32]
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.rows.len() * size_of::<u32>() + self.columns.len() * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_found_again_from_its_column_and_back() {
        let side = TILE as usize;
        let mut starts = vec![0u32; side * side + 1];
        for column in 0..side * side {
            let (x, z) = (column % side, column / side);
            let count = if (5..40).contains(&x) && (3..50).contains(&z) { (x * 7 + z * 3) % 4 } else { 0 };
            starts[column + 1] = starts[column] + count as u32;
        }
        let index = ColumnIndex::pack(&starts).expect("small rows");
        assert_eq!(index.len(), starts[side * side] as usize);
        for column in 0..side * side {
            let (x, z) = ((column % side) as i32, (column / side) as i32);
            let range = index.range(x, z);
            assert_eq!(range.len() as u32, starts[column + 1] - starts[column]);
            for item in range {
                assert!((starts[column]..starts[column + 1]).contains(&(item as u32)));
                assert_eq!(index.column_of(item), [x, z]);
            }
        }
        assert_eq!(index.range(-1, 5), 0..0);
        assert_eq!(index.range(64, 5), 0..0);
    }

    #[test]
    fn an_empty_tile_has_an_empty_index() {
        let starts = vec![0; (TILE * TILE) as usize + 1];
        assert_eq!(ColumnIndex::pack(&starts), Some(ColumnIndex::default()));
    }

    #[test]
    fn an_overfull_row_is_refused() {
        let mut starts = vec![70_000; (TILE * TILE) as usize + 1];
        starts[0] = 0;
        assert_eq!(ColumnIndex::pack(&starts), None);
    }
}
