//! Bodies between the centres of columns: whether steps ahead that are no collision at both ends of a move are none on the way.
//!
//! In: a patch of columns, a place, the floors under it and how high the feet are. Out: whether the body fits. Rooms are asked
//! for at the centres of columns. What is free at both ends is free in between, but an excuse is not: the lower step by which
//! the ground rises to the higher one may be beside both ends and not beside the way. So wherever a room leans on an excuse,
//! moves are looked at every 2.5 cm: half as far as the checker looks, so that it finds nothing in between.
//!
//! On steep ground everything leans, and this is most of what planning does. So a step is tried once for all places over a
//! patch, and the ground is first followed straight to what is in the way; only where that leads nowhere all ways are.

use super::disc::{Disc, first_hit};
use super::limits::Limits;
use super::patch::Patch;
use super::sweep::centre;
use crate::geom::PLAN_PER_METRE;
use crate::ground::{ColumnKey, DIRECTIONS, Grid};
use std::collections::VecDeque;

/// Plan units from one look to the next, at most.
const APART: i64 = PLAN_PER_METRE as i64 / 40;
/// The ground does not rise to here by steps.
const UNREACHED: u32 = u32::MAX;
/// A step that was not tried yet, and one that leads nowhere.
const UNTRIED: u32 = u32::MAX;
const NOWHERE: u32 = u32::MAX - 1;

/// A column and the number of one of its floors in the patch.
pub(crate) type Under = (ColumnKey, u32);

/// Looks at places between the centres of a patch's columns; its arrays are used again.
#[derive(Debug)]
pub(crate) struct Between<'a> {
    disc: &'a Disc,
    limits: &'a Limits,
    grid: &'a Grid,
    patch: Patch,
    /// What was looked at, and the columns in it that something is in the way in, with their numbers in the patch.
    looked: Around,
    hit: Vec<([usize; 2], usize)>,
    /// Heights above which and below which something is in the way.
    base: i32,
    top: i32,
    /// Squared distances in plan from a place, by column and by row.
    apart: [Vec<i64>; 2],
    /// By column: the floor that was reached.
    reached: Vec<u32>,
    queue: VecDeque<[usize; 2]>,
    /// By floor of the patch and direction: the floor that a step leads to, times two, and one more if it hardly leads up.
    steps: Vec<u32>,
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

    /// The least rectangle that has another one too.
    fn with(&self, other: &Self) -> Self {
        let low = [0, 1].map(|i| self.low[i].min(other.low[i]));
        let high = [0, 1].map(|i| (self.low[i] + self.size[i]).max(other.low[i] + other.size[i]));
        Self { low, size: [high[0] - low[0], high[1] - low[1]] }
    }

    fn holds(&self, other: &Self) -> bool {
        (0..2).all(|i| self.low[i] <= other.low[i] && other.low[i] + other.size[i] <= self.low[i] + self.size[i])
    }
}

impl From<ColumnKey> for Around {
    fn from(column: ColumnKey) -> Self {
        Self { low: [column.x, column.z], size: [1, 1] }
    }
}

/// How many pieces a line in plan is cut into.
pub(crate) fn pieces(from: [i64; 2], to: [i64; 2]) -> i64 {
    let square = (0..2).map(|i| (to[i] - from[i]).pow(2)).sum::<i64>();
    (1..).find(|count| (count * APART).pow(2) >= square).unwrap_or(1)
}

impl<'a> Between<'a> {
    pub fn new(disc: &'a Disc, limits: &'a Limits, grid: &'a Grid, patch: Patch) -> Self {
        let (looked, hit, apart, reached, queue) = Default::default();
        let steps = vec![UNTRIED; patch.count() * DIRECTIONS.len()];
        Self { disc, limits, grid, patch, looked, hit, base: 0, top: 0, apart, reached, queue, steps }
    }

    /// The floor of a column at a height.
    pub fn floor_at(&self, column: ColumnKey, height: i32) -> Option<Under> {
        let mut floors = self.patch.numbers(self.patch.at(column));
        floors.find(|&floor| self.patch.floor(floor).height == height).map(|floor| (column, floor))
    }

    /// Whether a body of a height gets straight from the centre of a column to that of one beside it. The same both ways.
    pub fn leads(&mut self, mut ends: [Under; 2], height: i32) -> bool {
        ends.sort_by_key(|(column, _)| *column);
        let [from, to] = ends.map(|(column, _)| centre(self.grid, column));
        let feet = ends.map(|(_, floor)| self.patch.floor(floor).height);
        // One look for the whole move: what is in the way of no piece of it is in the way nowhere on it.
        let both = self.around(from).with(&self.around(to));
        self.look(both, [feet[0].min(feet[1]), feet[0].max(feet[1])], height);
        let (feet, count) = (feet.map(i64::from), pieces(from, to));
        (1..count).all(|piece| {
            let at = [0, 1].map(|i| from[i] + (to[i] - from[i]) * piece / count);
            let sum = feet[0] * (count - piece) + feet[1] * piece;
            let (low, high) = (sum.div_euclid(count), (sum + count - 1).div_euclid(count));
            self.stand([low as i32, high as i32], height);
            self.is_free(at, &ends)
        })
    }

    /// Whether a body of a height fits at a place over some floors, with its feet between two heights.
    pub fn fits(&mut self, at: [i64; 2], under: &[Under], feet: [i32; 2], height: i32) -> bool {
        let around = under.iter().fold(self.around(at), |around, (own, _)| around.with(&Around::from(*own)));
        self.look(around, feet, height);
        self.is_free(at, under)
    }

    /// Looks around a column for what is in the way of a body, for all places over it.
    pub fn look_over(&mut self, column: ColumnKey, feet: [i32; 2], height: i32) {
        let mut around = self.around(centre(self.grid, column));
        around.low = around.low.map(|low| low - 1);
        around.size = around.size.map(|size| size + 2);
        self.look(around, feet, height);
    }

    /// Whether a body fits at a place near those that were looked at; `None` where the look does not reach as far.
    pub fn fits_over(&mut self, at: [i64; 2], under: &[Under]) -> Option<bool> {
        self.looked.holds(&self.around(at)).then(|| self.is_free(at, under))
    }

    /// The heights in which something is in the way of a body with its feet between two heights.
    fn stand(&mut self, [low, high]: [i32; 2], height: i32) {
        (self.base, self.top) = (low + self.limits.climb, high + height);
    }

    fn look(&mut self, around: Around, feet: [i32; 2], height: i32) {
        self.stand(feet, height);
        self.looked = around;
        self.hit.clear();
        for z in 0..around.size[1] as usize {
            for x in 0..around.size[0] as usize {
                let there = self.patch.at(around.column([x, z]));
                if first_hit(&self.patch, there, self.base, self.top).is_some() {
                    self.hit.push(([x, z], there));
                }
            }
        }
    }

    /// Whether nothing that was seen is in the way at a place over some floors.
    fn is_free(&mut self, at: [i64; 2], under: &[Under]) -> bool {
        if under.iter().any(|&(_, floor)| self.patch.floor(floor).ceiling < self.top) {
            return false;
        }
        if self.hit.is_empty() {
            return true;
        }
        self.measure(at);
        let (mut begun, mut chained) = (false, false);
        for i in 0..self.hit.len() {
            let (place, there) = self.hit[i];
            let column = self.looked.column(place);
            let meets = self.is_near(place) && under.iter().all(|(own, _)| *own != column);
            if !meets || first_hit(&self.patch, there, self.base, self.top).is_none() {
                continue;
            }
            if !std::mem::replace(&mut begun, true) {
                self.begin(under);
            }
            if !chained && !self.is_reached(at, place, under) {
                chained = true;
                self.chain(at, under);
            }
            let reached = self.reached[self.looked.index(place)];
            if reached == UNREACHED {
                return false;
            }
            let above = self.base.max(self.patch.floor(reached).height.saturating_add(self.limits.climb));
            if first_hit(&self.patch, there, above, self.top).is_some() {
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

    /// Nothing is reached yet but the floors under the body.
    fn begin(&mut self, under: &[Under]) {
        self.reached.clear();
        self.reached.resize(self.looked.size[0] as usize * self.looked.size[1] as usize, UNREACHED);
        for &(column, floor) in under {
            let Some(place) = self.looked.place(column) else { continue };
            let index = self.looked.index(place);
            self.reached[index] = floor;
        }
    }

    /// Whether the ground rises to a column by steps that lead straight there over columns of one floor each. Then it is reached
    /// whatever other ways there are, and on the same floor; otherwise nothing is known.
    fn is_reached(&mut self, at: [i64; 2], place: [usize; 2], under: &[Under]) -> bool {
        if self.reached[self.looked.index(place)] != UNREACHED {
            return true;
        }
        let column = self.looked.column(place);
        let apart = |own: ColumnKey| [own.x - column.x, own.z - column.z];
        let nearest = under.iter().map(|&(own, _)| apart(own)).min_by_key(|[x, z]| x.abs() + z.abs());
        let Some([dx, dz]) = nearest.filter(|apart| *apart != [0, 0]) else { return false };
        // Back along the longer side first, so that the way stays near the straight line.
        let direction = match (dx.abs() >= dz.abs(), dx > 0, dz > 0) {
            (true, true, _) => 0,
            (false, _, true) => 1,
            (true, false, _) => 2,
            (false, _, false) => 3,
        };
        let Some(before) = self.beside(place, direction) else { return false };
        let single = self.patch.numbers(self.patch.at(column)).len() == 1;
        single && self.is_near(place) && self.is_reached(at, before, under) && {
            let onward = (direction + 2) % DIRECTIONS.len();
            let to = self.step(at, before, onward, place);
            let index = self.looked.index(place);
            self.reached[index] = to.unwrap_or(UNREACHED);
            to.is_some()
        }
    }

    /// The place beside one, if it was looked at.
    fn beside(&self, [x, z]: [usize; 2], direction: usize) -> Option<[usize; 2]> {
        let [dx, dz] = DIRECTIONS[direction];
        let place = [x.wrapping_add_signed(dx as isize), z.wrapping_add_signed(dz as isize)];
        (place[0] < self.looked.size[0] as usize && place[1] < self.looked.size[1] as usize).then_some(place)
    }

    /// Finds all ground that rises from some floors by steps, within the disc around the measured place.
    fn chain(&mut self, at: [i64; 2], under: &[Under]) {
        self.begin(under);
        self.queue.clear();
        self.queue.extend(under.iter().filter_map(|&(column, _)| self.looked.place(column)));
        while let Some(from) = self.queue.pop_front() {
            for direction in 0..DIRECTIONS.len() {
                let Some(place) = self.beside(from, direction) else { continue };
                let index = self.looked.index(place);
                if self.reached[index] != UNREACHED || !self.is_near(place) {
                    continue;
                }
                if let Some(to) = self.step(at, from, direction, place) {
                    self.reached[index] = to;
                    self.queue.push_back(place);
                }
            }
        }
    }

    /// The floor that a step leads to from the one that was reached in a column. From the rim none leads up.
    fn step(&mut self, at: [i64; 2], from: [usize; 2], direction: usize, to: [usize; 2]) -> Option<u32> {
        let floor = self.reached[self.looked.index(from)];
        let slot = DIRECTIONS.len() * floor as usize + direction;
        if self.steps[slot] == UNTRIED {
            self.steps[slot] = self.tried(floor, direction, self.patch.at(self.looked.column(to)));
        }
        let step = self.steps[slot];
        let allowed = step != NOWHERE
            && (step & 1 == 1 || {
                let middle = centre(self.grid, self.looked.column(from));
                !self.disc.is_rim([0, 1].map(|i| middle[i] - at[i]))
            });
        allowed.then_some(step >> 1)
    }

    fn tried(&self, from: u32, direction: usize, column: usize) -> u32 {
        let ground = self.patch.floor(from);
        let Some(floor) = self.disc.onto(&self.patch, ground, column, direction) else { return NOWHERE };
        floor << 1 | u32::from(self.disc.is_level(ground, self.patch.floor(floor), direction))
    }
}
