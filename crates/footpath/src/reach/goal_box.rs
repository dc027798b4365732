//! The box around the goals, for lower bounds of the cost that is left.

use crate::ground::ColumnKey;

/// The box around the goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalBox {
    low: ColumnKey,
    high: ColumnKey,
}

impl GoalBox {
    pub fn to(columns: impl Iterator<Item = ColumnKey>) -> Option<Self> {
        columns.map(|at| Self { low: at, high: at }).reduce(|a, b| Self {
            low: ColumnKey::new(a.low.x.min(b.low.x), a.low.z.min(b.low.z)),
            high: ColumnKey::new(a.high.x.max(b.high.x), a.high.z.max(b.high.z)),
        })
    }

    /// Columns that are left along either axis.
    #[inline]
    pub fn offset(&self, at: ColumnKey) -> [i32; 2] {
        let apart = |c: i32, low: i32, high: i32| (low - c).max(c - high).max(0);
        [apart(at.x, self.low.x, self.high.x), apart(at.z, self.low.z, self.high.z)]
    }
}
