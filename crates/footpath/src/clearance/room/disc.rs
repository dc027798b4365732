//! The columns that a disc meets. A column counts when its square is nearer than the radius; an exact fit passes.

use crate::geom::PLAN_PER_METRE;
use crate::ground::{ColumnKey, Grid};

/// How much farther than an obstacle the ground may be by which steps lead to it, in plan units: 5 cm.
pub(super) const RIM: i64 = PLAN_PER_METRE as i64 / 20;

/// A disc around the centre of a column.
#[derive(Clone, Debug)]
pub(crate) struct Disc {
    /// Half-widths in columns, from the row of the centre outwards.
    rows: Vec<i32>,
    /// Columns but its own, nearest first, with the squared distance to each.
    offsets: Vec<([i32; 2], i64)>,
    pub radius: i64,
    cell: i64,
}

impl Disc {
    pub fn new(grid: &Grid, radius: i64) -> Self {
        let cell = i64::from(grid.cell);
        let near = |d: i64| (d * cell - cell / 2).max(0);
        let square = radius * radius;
        let half_width = |dz: i64| (0..).take_while(|&dx: &i64| near(dx).pow(2) + near(dz).pow(2) < square).last();
        let rows: Vec<i32> = (0..).map_while(|dz| half_width(dz).map(|dx| dx as i32)).collect();
        let mut offsets = Vec::new();
        for (dz, &half) in (0..).zip(&rows) {
            let signs = if dz == 0 { &[1][..] } else { &[1, -1] };
            let row = signs.iter().flat_map(|sign| (-half..=half).map(move |dx| [dx, sign * dz]));
            offsets.extend(row.map(|[x, z]| ([x, z], [x, z].map(|c| near(i64::from(c.abs())).pow(2)).iter().sum())));
        }
        offsets.retain(|(offset, _)| *offset != [0, 0]);
        offsets.sort_unstable_by_key(|&([x, z], square)| (square, z, x));
        Self { rows, offsets, radius, cell }
    }

    /// Half-widths in columns, from the row of the centre outwards; none for a point.
    pub fn rows(&self) -> &[i32] {
        &self.rows
    }

    /// Columns from the centre to the rim.
    pub fn reach(&self) -> i32 {
        (self.rows.len() as i32 - 1).max(0)
    }

    /// Columns around a place, wherever it is in its column, that its room depends on.
    pub fn margin(&self) -> i32 {
        ((self.radius + RIM + self.cell / 2) / self.cell) as i32 + 1
    }

    /// Whether a disc around the centre of a column meets another column.
    pub fn covers(&self, centre: ColumnKey, other: ColumnKey) -> bool {
        let half = self.rows.get(centre.z.abs_diff(other.z) as usize);
        half.is_some_and(|&half| centre.x.abs_diff(other.x) as i32 <= half)
    }

    /// The columns of the disc around a column of a window of this width, but its own, nearest first, with the squared distance to each.
    #[inline]
    pub fn around(&self, at: usize, width: usize) -> impl Iterator<Item = (usize, i64)> {
        let column = move |[x, z]: [i32; 2]| at.wrapping_add_signed(z as isize * width as isize + x as isize);
        self.offsets.iter().map(move |&(offset, square)| (column(offset), square))
    }
}
