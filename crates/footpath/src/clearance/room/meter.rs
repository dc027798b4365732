//! How much room a body has at every floor of some columns.
//!
//! In: columns with their links, a disc and the step rule. Out: for each floor the greatest height that fits there, in cm, and the same
//! without the step exception. Almost all floors are decided by maxima over the disc, taken around all columns at once: where nothing
//! is in the way, where a wall is, and where all ground in the disc is joined by steps ([`Layer`]). The disc of every other floor is
//! looked at column by column.

use super::columns::{Columns, ENOUGH};
use super::disc::Disc;
use super::excuse::{Excuse, Place};
use super::layer::{Decision, Layer};
use super::links::Links;
use super::rule::StepRule;
use crate::ground::{ColumnKey, Window};
use std::rc::Rc;

/// The room at a floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Room {
    /// Greatest height that fits, in cm; 0 where the body cannot be.
    pub height: u16,
    /// The same without the step exception.
    pub plain: u16,
    /// Whether the ground rises to everything in the disc by steps, so that the step exception holds at all places around.
    pub rolls: bool,
}

/// Measures the room at floors; its arrays are used again.
#[derive(Debug)]
pub(crate) struct Meter {
    columns: Rc<Columns>,
    links: Rc<Links>,
    disc: Disc,
    rule: StepRule,
    /// Heights above which more room makes no difference.
    cap: i32,
    place: Place,
    excuse: Excuse,
    /// Columns with something in the way, by their squared distance.
    hits: Vec<(i64, usize)>,
}

impl Meter {
    pub fn new(columns: Rc<Columns>, links: Rc<Links>, disc: &Disc, rule: &StepRule, cap: i32) -> Self {
        let (place, excuse, hits) = Default::default();
        Self { columns, links, disc: disc.clone(), rule: *rule, cap, place, excuse, hits }
    }

    /// The rooms of all floors in a window that is at least [`Disc::margin`] columns and one more inside of the columns, by the
    /// numbers of the floors; elsewhere there is none.
    pub fn measure(&mut self, window: &Window, allowed: impl Fn(ColumnKey, u32) -> bool) -> Vec<Room> {
        let mut rooms = vec![Room::default(); self.columns.count()];
        let layer =
            (!self.disc.rows().is_empty()).then(|| Layer::of(&self.columns, &self.links, &self.disc, &self.rule));
        let mut left = Vec::new();
        for column in window.columns() {
            let at = self.columns.at(column);
            for number in self.columns.numbers(at) {
                let ground = self.columns.floor(number);
                if !ground.stands || !allowed(column, self.columns.index(number)) {
                    continue;
                }
                let own = ground.free().min(self.cap);
                match layer.as_ref().map_or(Decision::Free(own), |layer| layer.decide(at, ground, own)) {
                    Decision::Free(height) => rooms[number as usize] = self.room(height, height, false),
                    Decision::Rolling(height) => rooms[number as usize] = self.room(height, height, true),
                    Decision::Blocked => {}
                    Decision::Unknown => left.push((at, number)),
                }
            }
        }
        for (at, number) in left {
            rooms[number as usize] = self.look(at, number);
        }
        rooms
    }

    fn room(&self, height: i32, plain: i32, rolls: bool) -> Room {
        if height < self.rule.lowest {
            return Room::default();
        }
        // Where the exception counts there is never as much room as makes no difference: moves there may have less.
        let height = if plain < height { height.min(self.cap - 1) } else { height };
        Room { height: height as u16, plain: plain.min(height) as u16, rolls }
    }

    /// The room at a floor, column by column.
    fn look(&mut self, at: usize, number: u32) -> Room {
        let Self { columns, rule, disc, hits, .. } = self;
        let ground = columns.floor(number);
        let (feet, base) = (ground.height, ground.height + rule.climb);
        let own = ground.free().min(self.cap);
        let (mut height, mut plain) = (own, own);
        hits.clear();
        let stands = disc.all_columns(at, columns.width(), |column, square| {
            let Some(low) = columns.hit(column, base, feet + own) else { return true };
            let free = low.max(base) - feet;
            plain = plain.min(free);
            if columns.floors(column).iter().any(|floor| floor.stands && floor.height > feet) {
                hits.push((square, column));
            } else {
                height = height.min(free);
            }
            height >= rule.lowest
        });
        if !stands {
            return Room::default();
        }
        if !self.hits.is_empty() {
            self.hits.sort_unstable();
            height = self.excused(at, number, height);
        }
        self.room(height, plain, false)
    }

    /// The room with the step exception.
    fn excused(&mut self, at: usize, number: u32, mut height: i32) -> i32 {
        self.begin(at, number);
        let (columns, feet) = (&self.columns, self.columns.floor(number).height);
        let base = feet + self.rule.climb;
        for &(square, there) in &self.hits {
            self.excuse.follow(&self.links, &self.place, square);
            let above = self.excuse.highest(columns, there).map_or(base, |ground| base.max(ground + self.rule.climb));
            if let Some(low) = columns.hit(there, above, feet + height) {
                height = height.min(low.max(above) - feet);
                if height < self.rule.lowest {
                    return 0;
                }
            }
        }
        height
    }

    /// Starts the steps that lead from a floor at the centre of its column.
    fn begin(&mut self, at: usize, number: u32) {
        let (width, cell) = (self.columns.width(), i64::from(self.rule.grid.cell));
        let column = [at % width, at / width].map(|c| c as i32);
        self.place.set(column.map(|c| i64::from(c) * cell + cell / 2), self.disc.radius, cell);
        self.excuse.begin(&self.columns, std::iter::once((number, column)));
    }

    /// The nearest column in the disc around a floor, with its distance in plan units, that is blocked between two heights (in cm from
    /// the local origin) and to which no steps lead.
    pub fn nearest(&mut self, column: ColumnKey, height: i32, [low, high]: [i32; 2]) -> Option<(ColumnKey, i64)> {
        let at = self.columns.at(column);
        let Self { columns, disc, hits, .. } = &mut *self;
        hits.clear();
        disc.all_columns(at, columns.width(), |column, square| {
            if columns.hit(column, low, high).is_some() {
                hits.push((square, column));
            }
            true
        });
        hits.sort_unstable();
        let own = self.columns.numbers(at).find(|&number| self.columns.floor(number).height == height)?;
        self.begin(at, own);
        let found = self.hits.iter().find(|&&(square, there)| {
            self.excuse.follow(&self.links, &self.place, square);
            let ground = self.excuse.highest(&self.columns, there);
            let above = ground.map_or(low, |ground| low.max(ground + self.rule.climb));
            self.columns.hit(there, above, high).is_some()
        });
        found.map(|&(square, there)| (self.columns.column(there), square.isqrt()))
    }

    /// Free height above feet that hang over the centre of a column at a height, where no steps count.
    pub fn room_in_air(columns: &Columns, disc: &Disc, rule: &StepRule, at: usize, feet: i32) -> i32 {
        let base = feet + rule.climb;
        let free =
            |column: usize, most: i32| columns.hit(column, base, feet + most).map_or(most, |low| low.max(base) - feet);
        let mut room = free(at, ENOUGH);
        disc.all_columns(at, columns.width(), |column, _| {
            room = free(column, room);
            room > rule.climb
        });
        room
    }
}

impl Room {
    /// Whether a body of a height fits only because steps ahead are no collision.
    #[inline]
    pub fn leans(&self, height: i32) -> bool {
        !self.rolls && i32::from(self.plain) < height
    }
}
