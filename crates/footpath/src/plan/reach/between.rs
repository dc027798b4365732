//! Bodies between the centres of columns: whether steps ahead that are no collision at both ends of a move are none on the way.
//!
//! In: a patch of columns, a place, the floors under it and how high the feet are. Out: whether the body fits. Rooms are asked
//! for at the centres of columns. What is free at both ends is free in between, but an excuse is not: the lower step by which
//! the ground rises to the higher one may be beside both ends and not beside the way. So wherever a room leans on an excuse,
//! moves are looked at every 2.5 cm: half as far as the checker looks, so that it finds nothing in between.

use super::disc::{Disc, first_hit};
use super::limits::Limits;
use super::patch::{Ground, Patch};
use super::sweep::centre;
use crate::geom::PLAN_PER_METRE;
use crate::ground::{ColumnKey, DIRECTIONS, Grid};
use std::collections::VecDeque;

/// Plan units from one look to the next, at most.
const APART: i64 = PLAN_PER_METRE as i64 / 40;
/// The ground does not rise to here by steps.
const UNREACHED: i32 = i32::MIN;

/// A floor and its column.
pub(crate) type Under = (ColumnKey, Ground);

/// Looks at places between centres; its arrays are used again.
#[derive(Debug)]
pub(crate) struct Between<'a> {
    disc: &'a Disc,
    limits: &'a Limits,
    grid: &'a Grid,
    /// What was looked at, and the columns in it that something is in the way in.
    looked: Option<Around>,
    hit: Vec<(ColumnKey, usize)>,
    /// Heights above which and below which something is in the way.
    base: i32,
    top: i32,
    /// Ground that was reached, for a rectangle of columns.
    reached: Vec<i32>,
    queue: VecDeque<Under>,
}

/// The columns around a place.
#[derive(Clone, Copy, Debug)]
struct Around {
    at: [i64; 2],
    low: [i32; 2],
    size: [i32; 2],
}

impl Around {
    fn index(&self, column: ColumnKey) -> Option<usize> {
        let [x, z] = [column.x - self.low[0], column.z - self.low[1]];
        let inside = (0..self.size[0]).contains(&x) && (0..self.size[1]).contains(&z);
        inside.then_some((z * self.size[0] + x) as usize)
    }

    fn holds(&self, other: &Self) -> bool {
        (0..2).all(|i| self.low[i] <= other.low[i] && other.low[i] + other.size[i] <= self.low[i] + self.size[i])
    }
}

/// How many pieces a line in plan is cut into.
pub(crate) fn pieces(from: [i64; 2], to: [i64; 2]) -> i64 {
    let square = (0..2).map(|i| (to[i] - from[i]).pow(2)).sum::<i64>();
    (1..).find(|count| (count * APART).pow(2) >= square).unwrap_or(1)
}

impl<'a> Between<'a> {
    pub fn new(disc: &'a Disc, limits: &'a Limits, grid: &'a Grid) -> Self {
        let (reached, hit, queue) = (Vec::new(), Vec::new(), VecDeque::new());
        Self { disc, limits, grid, looked: None, hit, base: 0, top: 0, reached, queue }
    }

    /// Whether a body of a height gets straight from the centre of a column to that of one beside it. The same both ways.
    pub fn leads(&mut self, patch: &Patch, mut ends: [Under; 2], height: i32) -> bool {
        ends.sort_by_key(|(column, _)| *column);
        let [from, to] = ends.map(|(column, _)| centre(self.grid, column));
        let feet = ends.map(|(_, ground)| i64::from(ground.height));
        let count = pieces(from, to);
        (1..count).all(|piece| {
            let at = [0, 1].map(|i| from[i] + (to[i] - from[i]) * piece / count);
            let sum = feet[0] * (count - piece) + feet[1] * piece;
            let (low, high) = (sum.div_euclid(count), (sum + count - 1).div_euclid(count));
            self.fits(patch, at, &ends, [low as i32, high as i32], height)
        })
    }

    /// Whether a body of a height fits at a place over some floors, with its feet between two heights.
    pub fn fits(&mut self, patch: &Patch, at: [i64; 2], under: &[Under], feet: [i32; 2], height: i32) -> bool {
        self.look(patch, self.around(at), feet, height);
        self.is_free(patch, at, under)
    }

    /// Looks around a column for what is in the way of a body, for all places over it.
    pub fn look_over(&mut self, patch: &Patch, column: ColumnKey, feet: [i32; 2], height: i32) {
        let mut around = self.around(centre(self.grid, column));
        around.low = around.low.map(|low| low - 1);
        around.size = around.size.map(|size| size + 2);
        self.look(patch, around, feet, height);
    }

    /// Whether a body fits at a place near those that were looked at; `None` where the look does not reach as far.
    pub fn fits_over(&mut self, patch: &Patch, at: [i64; 2], under: &[Under]) -> Option<bool> {
        let within = self.looked.is_some_and(|looked| looked.holds(&self.around(at)));
        within.then(|| self.is_free(patch, at, under))
    }

    fn look(&mut self, patch: &Patch, around: Around, [low, high]: [i32; 2], height: i32) {
        (self.base, self.top) = (low + self.limits.climb, high + height);
        self.looked = Some(around);
        self.hit.clear();
        for z in around.low[1]..around.low[1] + around.size[1] {
            for x in around.low[0]..around.low[0] + around.size[0] {
                let column = ColumnKey::new(x, z);
                let there = patch.at(column);
                if first_hit(patch, there, self.base, self.top).is_some() {
                    self.hit.push((column, there));
                }
            }
        }
    }

    /// Whether nothing that was seen is in the way at a place over some floors.
    fn is_free(&mut self, patch: &Patch, at: [i64; 2], under: &[Under]) -> bool {
        if under.iter().any(|(_, ground)| ground.ceiling < self.top) {
            return false;
        }
        let around = self.around(at);
        let mut chained = false;
        for i in 0..self.hit.len() {
            let (column, there) = self.hit[i];
            if under.iter().any(|(own, _)| *own == column) || !self.is_near(at, column) {
                continue;
            }
            if !std::mem::replace(&mut chained, true) {
                self.chain(patch, around, under);
            }
            let reached = around.index(column).map_or(UNREACHED, |index| self.reached[index]);
            let above = self.base.max(reached.saturating_add(self.limits.climb));
            if first_hit(patch, there, above, self.top).is_some() {
                return false;
            }
        }
        true
    }

    fn around(&self, at: [i64; 2]) -> Around {
        let (cell, radius) = (i64::from(self.grid.cell), self.limits.radius);
        let low = at.map(|c| (c - radius).div_euclid(cell) as i32);
        let high = at.map(|c| (c + radius - 1).div_euclid(cell) as i32);
        Around { at, low, size: [0, 1].map(|i| high[i] - low[i] + 1) }
    }

    /// Whether the square of a column is nearer to a place than the radius.
    fn is_near(&self, at: [i64; 2], column: ColumnKey) -> bool {
        let cell = i64::from(self.grid.cell);
        let apart = |c: i64, low: i64| (low - c).max(c - low - cell).max(0);
        let (x, z) = (apart(at[0], i64::from(column.x) * cell), apart(at[1], i64::from(column.z) * cell));
        x * x + z * z < self.limits.radius * self.limits.radius
    }

    /// Finds the ground that rises from some floors by steps, within the disc around a place.
    fn chain(&mut self, patch: &Patch, around: Around, under: &[Under]) {
        self.reached.clear();
        self.reached.resize((around.size[0] * around.size[1]) as usize, UNREACHED);
        self.queue.clear();
        for &(column, ground) in under {
            if let Some(index) = around.index(column) {
                self.reached[index] = ground.height;
            }
            self.queue.push_back((column, ground));
        }
        while let Some((from, ground)) = self.queue.pop_front() {
            let middle = centre(self.grid, from);
            let rim = self.disc.is_rim([0, 1].map(|i| middle[i] - around.at[i]));
            for (direction, [dx, dz]) in DIRECTIONS.into_iter().enumerate() {
                let column = ColumnKey::new(from.x + dx, from.z + dz);
                let Some(index) = around.index(column) else { continue };
                if self.reached[index] != UNREACHED || !self.is_near(around.at, column) {
                    continue;
                }
                if let Some(to) = self.disc.next(patch, &ground, rim, patch.at(column), direction) {
                    self.reached[index] = to.height;
                    self.queue.push_back((column, to));
                }
            }
        }
    }
}
