//! A disc moved along a straight line in plan, and the columns that it meets.

use crate::ground::{ColumnKey, Grid};
use std::ops::RangeInclusive;

/// A disc and the line along which its centre moves, in plan units from the local origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    pub from: [i64; 2],
    pub to: [i64; 2],
    /// Radius; a disc of none is a point that still has to be somewhere.
    pub radius: i64,
}

/// Centre of a column in plan units.
pub(crate) fn centre(grid: &Grid, column: ColumnKey) -> [i64; 2] {
    [column.x, column.z].map(|c| i64::from(c) * i64::from(grid.cell) + i64::from(grid.cell / 2))
}

impl Sweep {
    /// Calls `visit` for every column whose square comes nearer to the line than the radius, by rows, until it returns `false`.
    pub fn all_columns(&self, grid: &Grid, visit: impl FnMut(ColumnKey) -> bool) -> bool {
        self.near_columns(grid).filter(|&column| self.meets_column(grid, column)).all(visit)
    }

    /// Columns beside the line, by rows: all whose squares come nearer to it than the radius, and few others.
    pub fn near_columns(&self, grid: &Grid) -> impl Iterator<Item = ColumnKey> {
        let cell = i64::from(grid.cell);
        let radius = self.radius.max(1);
        let low = (self.from[1].min(self.to[1]) - radius).div_euclid(cell);
        let high = (self.from[1].max(self.to[1]) + radius - 1).div_euclid(cell);
        (low..=high).flat_map(move |z| self.row(cell, z).map(move |x| ColumnKey::new(x as i32, z as i32)))
    }

    /// Whether the square of a column comes nearer to the line than the radius.
    pub fn meets_column(&self, grid: &Grid, column: ColumnKey) -> bool {
        let cell = i64::from(grid.cell);
        self.meets([column.x, column.z].map(|c| i64::from(c) * cell), cell)
    }

    /// Columns of a row that may come near: those beside the piece of the line that is near the row. A long slanting line thus
    /// costs what its length is, and not what its box is.
    fn row(&self, cell: i64, z: i64) -> RangeInclusive<i64> {
        let radius = self.radius.max(1);
        let along = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        let (first, last) = (self.from[1].min(self.to[1]), self.from[1].max(self.to[1]));
        // Where the line is at a height of the plan, to one unit.
        let x_at = |at: i64| self.from[0] + along[0] * (at.clamp(first, last) - self.from[1]) / along[1];
        let ends = match along[1] {
            0 => [self.from[0], self.to[0]],
            _ => [x_at(z * cell - radius), x_at((z + 1) * cell + radius)],
        };
        let (low, high) = (ends[0].min(ends[1]) - radius - 1, ends[0].max(ends[1]) + radius);
        low.div_euclid(cell)..=high.div_euclid(cell)
    }

    /// Whether a square with its low corner at `low` comes nearer to the line than the radius. Exact.
    fn meets(&self, low: [i64; 2], side: i64) -> bool {
        let radius = self.radius.max(1);
        let square = radius * radius;
        let outside = |p: [i64; 2]| {
            let d = [0, 1].map(|i| (low[i] - p[i]).max(p[i] - low[i] - side).max(0));
            d[0] * d[0] + d[1] * d[1]
        };
        if outside(self.from) < square || outside(self.to) < square {
            return true;
        }
        let along = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        let length = along[0] * along[0] + along[1] * along[1];
        if length == 0 {
            return false;
        }
        // Corners seen from the line: nearer than the radius beside it, or on both sides of it within its length.
        let (mut left, mut right, mut before, mut behind) = (false, false, true, true);
        for corner in [[0, 0], [side, 0], [0, side], [side, side]] {
            let d = [low[0] + corner[0] - self.from[0], low[1] + corner[1] - self.from[1]];
            let cross = along[0] * d[1] - along[1] * d[0];
            let dot = along[0] * d[0] + along[1] * d[1];
            let beside = dot > 0 && dot < length;
            if beside && i128::from(cross) * i128::from(cross) < i128::from(square) * i128::from(length) {
                return true;
            }
            left |= cross > 0;
            right |= cross < 0;
            before &= dot <= 0;
            behind &= dot >= length;
        }
        left && right && !before && !behind && self.overlaps(low, side)
    }

    /// Whether the boxes of line and square overlap.
    fn overlaps(&self, low: [i64; 2], side: i64) -> bool {
        [0, 1]
            .into_iter()
            .all(|i| self.from[i].min(self.to[i]) < low[i] + side && self.from[i].max(self.to[i]) > low[i])
    }

    /// Share of the line, from first to last, at which a column may be under the disc.
    pub fn share(&self, grid: &Grid, column: ColumnKey) -> [f64; 2] {
        let along = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        let length = ((along[0] * along[0] + along[1] * along[1]) as f64).sqrt();
        if length == 0.0 {
            return [0.0, 1.0];
        }
        let middle = centre(grid, column);
        let dot = along[0] * (middle[0] - self.from[0]) + along[1] * (middle[1] - self.from[1]);
        let reach = self.radius as f64 + f64::from(grid.cell) * std::f64::consts::FRAC_1_SQRT_2;
        let at = dot as f64 / length;
        [((at - reach) / length).clamp(0.0, 1.0), ((at + reach) / length).clamp(0.0, 1.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distance of a square to the line by dense sampling.
    fn sampled(sweep: &Sweep, low: [i64; 2], side: i64) -> f64 {
        let samples = (0..=2000).map(|i| f64::from(i) / 2000.0);
        let distance = samples.map(|t| {
            let p = [0, 1].map(|i| sweep.from[i] as f64 + t * (sweep.to[i] - sweep.from[i]) as f64);
            let d = [0, 1].map(|i| (low[i] as f64 - p[i]).max(p[i] - (low[i] + side) as f64).max(0.0));
            (d[0] * d[0] + d[1] * d[1]).sqrt()
        });
        distance.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn a_sweep_meets_the_columns_that_are_nearer_than_its_radius() {
        let grid = Grid { cell: 512, cell_height: 5 };
        let mut state = 1_u64;
        let mut random = |n: i64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % n
        };
        for _ in 0..300 {
            let sweep = Sweep {
                from: [random(4000) - 2000, random(4000) - 2000],
                to: [random(4000) - 2000, random(4000) - 2000],
                radius: 100 + random(1500),
            };
            let mut met = Vec::new();
            sweep.all_columns(&grid, |column| {
                met.push(column);
                true
            });
            for z in -9..9 {
                for x in -9..9 {
                    let apart = sampled(&sweep, [x * 512, z * 512], 512) - sweep.radius as f64;
                    let found = met.contains(&ColumnKey::new(x as i32, z as i32));
                    assert!(apart.abs() < 3.0 || found == (apart < 0.0), "{sweep:?} at {x}, {z}: {apart}");
                }
            }
        }
    }

    #[test]
    fn a_long_slanting_sweep_looks_at_columns_near_its_line_alone() {
        let cell = 512;
        for to in [[300_000, 290_000], [-300_000, 40_000], [1_000, -300_000], [300_000, 0], [0, 0]] {
            let sweep = Sweep { from: [37, -411], to, radius: 1280 };
            let [low, high] = [i64::min, i64::max].map(|of| [0, 1].map(|i| of(sweep.from[i], to[i]).div_euclid(cell)));
            let (mut looked, mut met) = (0, 0);
            for z in low[1] - 4..=high[1] + 4 {
                let row = sweep.row(cell, z);
                looked += row.clone().count();
                for x in low[0] - 4..=high[0] + 4 {
                    let meets = sweep.meets([x * cell, z * cell], cell);
                    met += usize::from(meets);
                    assert!(!meets || row.contains(&x), "{sweep:?} misses {x}, {z}");
                }
            }
            assert!(looked < 4 * met + 200, "{looked} columns are looked at for {met}");
        }
    }
}
