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
    /// What was looked at, and the columns in it that something is in the way in, with their numbers in the patch.
    looked: Around,
    hit: Vec<([usize; 2], usize)>,
    /// Heights above which and below which something is in the way.
    base: i32,
    top: i32,
    /// Squared distances in plan from a place, by column and by row.
    apart: [Vec<i64>; 2],
    /// By column: ground that was reached.
    reached: Vec<i32>,
    queue: VecDeque<([usize; 2], Ground)>,
    /// By column and direction: steps that were tried. They are the same for all places that one look serves.
    steps: Vec<Step>,
    looks: u32,
}

/// A step from the ground of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The look that it was tried in, and the ground's height.
    look: u32,
    from: i32,
    to: Option<Ground>,
    /// Whether it hardly leads up.
    level: bool,
}

/// A rectangle of columns.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    low: [i32; 2],
    size: [i32; 2],
}

impl Around {
    /// A column from the lowest corner on.
    fn place(&self, column: ColumnKey) -> Option<[usize; 2]> {
        let [x, z] = [column.x - self.low[0], column.z - self.low[1]];
        let inside = (0..self.size[0]).contains(&x) && (0..self.size[1]).contains(&z);
        inside.then_some([x as usize, z as usize])
    }

    fn index(&self, [x, z]: [usize; 2]) -> usize {
        z * self.size[0] as usize + x
    }

    fn column(&self, [x, z]: [usize; 2]) -> ColumnKey {
        ColumnKey::new(self.low[0] + x as i32, self.low[1] + z as i32)
    }

    /// The least rectangle that has another column too.
    fn with(&self, ColumnKey { x, z, .. }: ColumnKey) -> Self {
        let low = [self.low[0].min(x), self.low[1].min(z)];
        let high = [(self.low[0] + self.size[0]).max(x + 1), (self.low[1] + self.size[1]).max(z + 1)];
        Self { low, size: [high[0] - low[0], high[1] - low[1]] }
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
        let (looked, hit, apart, reached, queue, steps) = Default::default();
        Self { disc, limits, grid, looked, hit, base: 0, top: 0, apart, reached, queue, steps, looks: 0 }
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
        let around = under.iter().fold(self.around(at), |around, (own, _)| around.with(*own));
        self.look(patch, around, feet, height);
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
        self.looked.holds(&self.around(at)).then(|| self.is_free(patch, at, under))
    }

    fn look(&mut self, patch: &Patch, around: Around, [low, high]: [i32; 2], height: i32) {
        (self.base, self.top) = (low + self.limits.climb, high + height);
        self.looked = around;
        self.looks = self.looks.wrapping_add(1);
        self.hit.clear();
        for z in 0..around.size[1] as usize {
            for x in 0..around.size[0] as usize {
                let there = patch.at(around.column([x, z]));
                if first_hit(patch, there, self.base, self.top).is_some() {
                    self.hit.push(([x, z], there));
                }
            }
        }
    }

    /// Whether nothing that was seen is in the way at a place over some floors.
    fn is_free(&mut self, patch: &Patch, at: [i64; 2], under: &[Under]) -> bool {
        if under.iter().any(|(_, ground)| ground.ceiling < self.top) {
            return false;
        }
        if self.hit.is_empty() {
            return true;
        }
        self.measure(at);
        let mut chained = false;
        for i in 0..self.hit.len() {
            let (place, there) = self.hit[i];
            let column = self.looked.column(place);
            if !self.is_near(place) || under.iter().any(|(own, _)| *own == column) {
                continue;
            }
            if !std::mem::replace(&mut chained, true) {
                self.chain(patch, at, under);
            }
            let reached = self.reached[self.looked.index(place)];
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
        Around { low, size: [0, 1].map(|i| high[i] - low[i] + 1) }
    }

    /// Measures how far the columns and rows that were looked at are from a place.
    fn measure(&mut self, at: [i64; 2]) {
        let cell = i64::from(self.grid.cell);
        for axis in [0, 1] {
            let (first, count) = (self.looked.low[axis], self.looked.size[axis]);
            let apart = |column: i32| {
                let low = i64::from(column) * cell;
                (low - at[axis]).max(at[axis] - low - cell).max(0).pow(2)
            };
            self.apart[axis].clear();
            self.apart[axis].extend((first..first + count).map(apart));
        }
    }

    /// Whether the square of a column is nearer to the measured place than the radius.
    fn is_near(&self, [x, z]: [usize; 2]) -> bool {
        self.apart[0][x] + self.apart[1][z] < self.limits.radius * self.limits.radius
    }

    /// Finds the ground that rises from some floors by steps, within the disc around the measured place.
    fn chain(&mut self, patch: &Patch, at: [i64; 2], under: &[Under]) {
        let [width, depth] = self.looked.size.map(|size| size as usize);
        self.reached.clear();
        self.reached.resize(width * depth, UNREACHED);
        self.queue.clear();
        for &(column, ground) in under {
            let Some(place) = self.looked.place(column) else { continue };
            self.reached[self.looked.index(place)] = ground.height;
            self.queue.push_back((place, ground));
        }
        while let Some((from, ground)) = self.queue.pop_front() {
            let middle = centre(self.grid, self.looked.column(from));
            let rim = self.disc.is_rim([0, 1].map(|i| middle[i] - at[i]));
            for (direction, [dx, dz]) in DIRECTIONS.into_iter().enumerate() {
                let place = [from[0].wrapping_add_signed(dx as isize), from[1].wrapping_add_signed(dz as isize)];
                if place[0] >= width || place[1] >= depth {
                    continue;
                }
                let index = self.looked.index(place);
                if self.reached[index] != UNREACHED || !self.is_near(place) {
                    continue;
                }
                let step = self.step(patch, from, &ground, direction, place);
                if let Some(to) = step.to.filter(|_| step.level || !rim) {
                    self.reached[index] = to.height;
                    self.queue.push_back((place, to));
                }
            }
        }
    }

    /// The step from the ground of a column to the next column, tried once for all places that a look serves.
    fn step(&mut self, patch: &Patch, from: [usize; 2], ground: &Ground, direction: usize, to: [usize; 2]) -> Step {
        let at = DIRECTIONS.len() * self.looked.index(from) + direction;
        if self.steps.len() <= at {
            self.steps.resize(at + 1, Step::default());
        }
        let known = self.steps[at];
        if known.look == self.looks && known.from == ground.height {
            return known;
        }
        let next = self.disc.onto(patch, ground, patch.at(self.looked.column(to)), direction);
        let level = next.is_some_and(|next| self.disc.is_level(ground, &next, direction));
        let step = Step { look: self.looks, from: ground.height, to: next, level };
        self.steps[at] = step;
        step
    }
}
