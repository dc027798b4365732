//! Ways of a body between the centres of columns.
//!
//! In: columns with their links, a disc, the step rule, and two neighbouring floors, or a place and the floors under it. Out: whether the
//! body fits. Rooms are measured at the centres of columns. Space that is free at both ends is free in between. A step exception at
//! both ends need not hold in between: the lower step up to an obstacle may be beside both ends, but not beside the way. Where a room
//! depends on the exception, the body is therefore tested every 2.5 cm along the way. The checker tests half as densely.

use super::columns::Columns;
use super::disc::Disc;
use super::excuse::{Excuse, Place};
use super::links::Links;
use super::rule::StepRule;
use crate::geom::PLAN_PER_METRE;
use crate::ground::ColumnKey;
use std::rc::Rc;

/// Plan units from one look to the next, at most.
const APART: i64 = PLAN_PER_METRE as i64 / 40;

/// A column and the number of one of its floors.
pub(crate) type Under = (ColumnKey, u32);

/// How many pieces a line in plan is cut into.
pub(crate) fn pieces(from: [i64; 2], to: [i64; 2]) -> i64 {
    let square = (0..2).map(|i| (to[i] - from[i]).pow(2)).sum::<i64>();
    (1..).find(|count| (count * APART).pow(2) >= square).unwrap_or(1)
}

/// Looks at places between the centres of columns; its arrays are used again.
pub(crate) struct Ways<'a> {
    columns: Rc<Columns>,
    links: Rc<Links>,
    disc: &'a Disc,
    rule: &'a StepRule,
    place: Place,
    excuse: Excuse,
    /// Columns with something in the way, of those near the whole way.
    near: Vec<usize>,
    hits: Vec<(i64, usize)>,
}

impl<'a> Ways<'a> {
    pub fn new(columns: Rc<Columns>, links: Rc<Links>, disc: &'a Disc, rule: &'a StepRule) -> Self {
        let (place, excuse, near, hits) = Default::default();
        Self { columns, links, disc, rule, place, excuse, near, hits }
    }

    /// The floor of a column at a height.
    pub fn floor_at(&self, column: ColumnKey, height: i32) -> Option<Under> {
        let mut floors = self.columns.numbers(self.columns.at(column));
        floors.find(|&floor| self.columns.floor(floor).height == height).map(|floor| (column, floor))
    }

    /// Whether a body of a height gets straight from the centre of a column to that of one beside it. The same both ways.
    pub fn leads(&mut self, mut ends: [Under; 2], height: i32) -> bool {
        ends.sort_by_key(|(column, _)| *column);
        let [from, to] = ends.map(|(column, _)| self.centre(column));
        let feet = ends.map(|(_, floor)| self.columns.floor(floor).height);
        let count = pieces(from, to);
        let middle = [0, 1].map(|i| (from[i] + to[i]) / 2);
        let half = (0..2).map(|i| (to[i] - from[i]).pow(2)).sum::<i64>().isqrt() / 2 + 2;
        self.find_near(
            middle,
            self.disc.radius + half,
            self.heights([feet[0].min(feet[1]), feet[0].max(feet[1])], height),
        );
        (1..count).all(|piece| {
            let at = [0, 1].map(|i| from[i] + (to[i] - from[i]) * piece / count);
            let sum = i64::from(feet[0]) * (count - piece) + i64::from(feet[1]) * piece;
            let (low, high) = (sum.div_euclid(count), (sum + count - 1).div_euclid(count));
            self.fits_at(at, &ends, [low as i32, high as i32], height)
        })
    }

    /// Whether a body of a height fits at a place in plan over some floors, with its feet between two heights.
    pub fn fits(&mut self, at: [i64; 2], under: &[Under], feet: [i32; 2], height: i32) -> bool {
        let cell = i64::from(self.rule.grid.cell);
        let corner = [self.columns.window.x0, self.columns.window.z0].map(|c| i64::from(c) * cell);
        let at = [at[0] - corner[0], at[1] - corner[1]];
        self.find_near(at, self.disc.radius, self.heights(feet, height));
        self.fits_at(at, under, feet, height)
    }

    /// The centre of a column in plan units from the corner of the window.
    fn centre(&self, column: ColumnKey) -> [i64; 2] {
        let cell = i64::from(self.rule.grid.cell);
        self.place_of(column).map(|c| i64::from(c) * cell + cell / 2)
    }

    fn place_of(&self, column: ColumnKey) -> [i32; 2] {
        [column.x - self.columns.window.x0, column.z - self.columns.window.z0]
    }

    fn fits_at(&mut self, at: [i64; 2], under: &[Under], feet: [i32; 2], height: i32) -> bool {
        let [base, top] = self.heights(feet, height);
        if under.iter().any(|&(_, floor)| self.columns.floor(floor).ceiling < top) {
            return false;
        }
        if !self.find_hits(at, under, [base, top]) {
            return false;
        }
        if self.hits.is_empty() {
            return true;
        }
        self.hits.sort_unstable();
        let corner = [self.columns.window.x0, self.columns.window.z0];
        let spots = under.iter().map(|&(column, floor)| (floor, [column.x - corner[0], column.z - corner[1]]));
        self.excuse.begin(&self.columns, spots);
        for &(square, there) in &self.hits {
            let highest = self.excuse.highest(&self.columns, &self.links, &self.place, (there, square));
            let Some(ground) = highest else { return false };
            if self.columns.hit(there, base.max(ground + self.rule.climb), top).is_some() {
                return false;
            }
        }
        true
    }

    /// Heights between which a body meets what is in the way, with its feet between two heights.
    fn heights(&self, feet: [i32; 2], height: i32) -> [i32; 2] {
        [feet[0] + self.rule.climb, feet[1] + height]
    }

    /// Finds the columns within a distance of a place with something between two heights.
    fn find_near(&mut self, at: [i64; 2], distance: i64, [base, top]: [i32; 2]) {
        let cell = i64::from(self.rule.grid.cell);
        let low = at.map(|c| (c - distance).div_euclid(cell) as i32);
        let high = at.map(|c| (c + distance - 1).div_euclid(cell) as i32);
        self.near.clear();
        for z in low[1]..=high[1] {
            let row = z as usize * self.columns.width();
            let columns = row + low[0] as usize..=row + high[0] as usize;
            self.near.extend(columns.filter(|&column| self.columns.hit(column, base, top).is_some()));
        }
    }

    /// Finds the columns near a place with something between two heights; `false` if no steps can lead to one of them.
    fn find_hits(&mut self, at: [i64; 2], under: &[Under], [base, top]: [i32; 2]) -> bool {
        let (cell, radius) = (i64::from(self.rule.grid.cell), self.disc.radius);
        self.place.set(at, radius, cell);
        self.hits.clear();
        for &there in &self.near {
            let column = self.columns.place(there);
            if !self.place.holds(column) || under.iter().any(|&(column_under, _)| self.place_of(column_under) == column)
            {
                continue;
            }
            let square = self.place.near(column);
            if square >= radius * radius || self.columns.hit(there, base, top).is_none() {
                continue;
            }
            if !self.columns.floors(there).iter().any(|floor| floor.stands) {
                return false;
            }
            self.hits.push((square, there));
        }
        true
    }
}
