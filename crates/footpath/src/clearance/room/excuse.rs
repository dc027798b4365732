//! The step exception: steps ahead of a body are no collision.
//!
//! In: a place, the floors under it, and columns in which something is in the way. Out: the ground that the body reaches in such a
//! column by steps. The body's cylinder begins `climb` above that ground there.
//!
//! The steps that lead to a column at a distance D from the place are over columns nearer than D + 5 cm, and lead up only from
//! columns whose middle is nearer than D and an eighth of a cell (5 cm at most), or within 1.12 cells: otherwise all ground of that
//! column may be outside of the body, or its edge may be farther away than the column says. An eighth is what diagonal stairs need. This does not
//! depend on the radius, so the same obstacle is excused for a wide body and for a thin one. All floors that steps lead to count,
//! not one per column, so a body that climbs more or is less high reaches no less.

use super::columns::Columns;
use super::disc::RIM;
use super::links::{DOWN, Links, UP};

/// A place in plan and how far the columns around it are, as squares of plan units. Columns are counted in the window.
#[derive(Debug, Default)]
pub(super) struct Place {
    low: [i32; 2],
    cell: i64,
    /// Squared distances to squares and to middles, by column and by row.
    near: [Vec<i64>; 2],
    middle: [Vec<i64>; 2],
}

impl Place {
    /// Measures around a place (plan units from the window's corner) as far as a radius reaches, and its rim.
    pub fn set(&mut self, at: [i64; 2], radius: i64, cell: i64) {
        self.cell = cell;
        for axis in [0, 1] {
            let low = (at[axis] - radius - RIM).div_euclid(cell);
            let high = (at[axis] + radius + RIM).div_euclid(cell);
            self.low[axis] = low as i32;
            self.near[axis].clear();
            self.middle[axis].clear();
            for first in (low..=high).map(|column| column * cell) {
                self.near[axis].push((first - at[axis]).max(at[axis] - first - cell).max(0).pow(2));
                self.middle[axis].push((first + cell / 2 - at[axis]).pow(2));
            }
        }
    }

    /// Whether a column is measured.
    #[inline]
    pub fn holds(&self, column: [i32; 2]) -> bool {
        (0..2).all(|axis| ((column[axis] - self.low[axis]) as u32 as usize) < self.near[axis].len())
    }

    /// Squared distance to a column's square.
    #[inline]
    pub fn near(&self, column: [i32; 2]) -> i64 {
        let along = |axis: usize| self.near[axis][(column[axis] - self.low[axis]) as usize];
        along(0) + along(1)
    }

    /// Squared distance to a column's middle.
    #[inline]
    fn exact_middle(&self, column: [i32; 2]) -> i64 {
        let along = |axis: usize| self.middle[axis][(column[axis] - self.low[axis]) as usize];
        along(0) + along(1)
    }

    /// Squared distance to a column's middle, increased so that it can be compared with the limit for squares. 0 within 1.12 cells,
    /// which is the distance from the border between two columns to the middle of a column beside both.
    #[inline]
    fn middle(&self, column: [i32; 2]) -> i64 {
        let square = self.exact_middle(column);
        if 4 * square <= 5 * self.cell.pow(2) {
            return 0;
        }
        // Compared with the same limit as squares, which may be `RIM` beyond the obstacle; middles may be an eighth of a cell.
        (square.isqrt() + RIM - (self.cell / 8).min(RIM)).pow(2)
    }
}

/// A floor and its column in the window.
type Spot = (u32, [i32; 2]);

/// Ground that steps lead to from under a place; its arrays are used again.
#[derive(Debug, Default)]
pub(super) struct Excuse {
    /// By floor: the number of the place for which it was reached last.
    reached: Vec<u32>,
    number: u32,
    queue: Vec<Spot>,
    /// Floors that count only for obstacles farther away, each with the square of the distance from which it counts.
    later: Vec<(i64, Spot)>,
    /// Floors from which steps lead to an obstacle.
    back: Vec<Spot>,
}

/// Most floors of a search backwards from an obstacle.
const MANY: usize = 12;

const WAYS: [[i32; 2]; 4] = crate::ground::DIRECTIONS;

impl Excuse {
    /// Nothing is reached but the floors under a place.
    pub fn begin(&mut self, columns: &Columns, under: impl Iterator<Item = Spot>) {
        if self.reached.len() != columns.count() || self.number == u32::MAX {
            self.reached.clear();
            self.reached.resize(columns.count(), 0);
            self.number = 0;
        }
        self.number += 1;
        self.queue.clear();
        self.later.clear();
        for spot in under {
            self.enter(spot);
        }
    }

    fn enter(&mut self, spot: Spot) {
        if std::mem::replace(&mut self.reached[spot.0 as usize], self.number) != self.number {
            self.queue.push(spot);
        }
    }

    /// Follows the steps that may lead to an obstacle at this squared distance.
    fn follow(&mut self, links: &Links, place: &Place, square: i64) {
        let limit = (square.isqrt() + RIM).pow(2);
        let mut i = 0;
        while i < self.later.len() {
            if self.later[i].0 < limit {
                let (_, spot) = self.later.swap_remove(i);
                self.enter(spot);
            } else {
                i += 1;
            }
        }
        while let Some((floor, [x, z])) = self.queue.pop() {
            for (direction, [dx, dz]) in WAYS.into_iter().enumerate() {
                let column = [x + dx, z + dz];
                for link in links.from(floor, direction) {
                    let to = link >> 2;
                    if self.reached[to as usize] == self.number || !place.holds(column) {
                        continue;
                    }
                    let near = place.near(column);
                    let key = if link & UP != 0 { near.max(place.middle([x, z])) } else { near };
                    if key < limit {
                        self.enter((to, column));
                    } else {
                        self.later.push((key, (to, column)));
                    }
                }
            }
        }
    }

    /// Whether steps may lead to a floor of an obstacle at this squared distance. Searches backwards from the floor, over
    /// few floors. `false` if the search ends without a reached floor. Most obstacles are walls, and no steps lead to their tops.
    pub fn may_reach(&mut self, links: &Links, place: &Place, to: Spot, square: i64) -> bool {
        let limit = (square.isqrt() + RIM).pow(2);
        self.back.clear();
        self.back.push(to);
        let mut next = 0;
        while let Some(&(floor, [x, z])) = self.back.get(next) {
            if self.reached[floor as usize] == self.number || self.back.len() > MANY {
                return true;
            }
            next += 1;
            for (direction, [dx, dz]) in WAYS.into_iter().enumerate() {
                let column = [x + dx, z + dz];
                if !place.holds(column) || place.near(column) >= limit {
                    continue;
                }
                for link in links.from(floor, direction) {
                    let is_open = link & DOWN == 0 || place.middle(column) < limit;
                    if is_open && self.back.iter().all(|&(other, _)| other != link >> 2) {
                        self.back.push((link >> 2, column));
                    }
                }
            }
        }
        false
    }

    /// The height of the highest floor of a column that steps lead to, for an obstacle there at this squared distance. Distances may
    /// only grow.
    pub fn highest(
        &mut self,
        columns: &Columns,
        links: &Links,
        place: &Place,
        (at, square): (usize, i64),
    ) -> Option<i32> {
        let column = columns.place(at);
        let top = columns.numbers(at).rev().find(|&floor| columns.floor(floor).stands)?;
        if !self.lead_straight(links, place, (top, column), square) {
            self.follow(links, place, square);
        }
        let reached = columns.numbers(at).rev().find(|&floor| self.reached[floor as usize] == self.number);
        reached.map(|floor| columns.floor(floor).height)
    }

    /// Whether steps from under the place lead to a floor by the straightest way. Most ways are straight, and few steps are looked at.
    fn lead_straight(&mut self, links: &Links, place: &Place, to: Spot, square: i64) -> bool {
        let limit = (square.isqrt() + RIM).pow(2);
        self.back.clear();
        let mut spot = to;
        while self.reached[spot.0 as usize] != self.number {
            self.back.push(spot);
            match previous_spot(links, place, spot, limit) {
                Some(next) => spot = next,
                None => return false,
            }
        }
        let mut back = std::mem::take(&mut self.back);
        back.drain(..).for_each(|spot| self.enter(spot));
        self.back = back;
        true
    }
}

/// The neighbour with a step to `floor` that is nearest to the place, if it is nearer than `floor`. Steps must be within the squared
/// distance `limit`.
fn previous_spot(links: &Links, place: &Place, (floor, [x, z]): Spot, limit: i64) -> Option<Spot> {
    let mut nearest = (place.exact_middle([x, z]), None);
    for (direction, [dx, dz]) in WAYS.into_iter().enumerate() {
        let column = [x + dx, z + dz];
        let Some(link) = links.from(floor, direction).next() else { continue };
        if !place.holds(column) || place.exact_middle(column) >= nearest.0 || place.near(column) >= limit {
            continue;
        }
        if link & DOWN == 0 || place.middle(column) < limit {
            nearest = (place.exact_middle(column), Some((link >> 2, column)));
        }
    }
    nearest.1
}
