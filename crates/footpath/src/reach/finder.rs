//! Finds the leaps from one floor: to floors that an ability reaches, that the body cannot walk to, and with a free way.
//!
//! In: a tile and the columns within a leap of it, as the body sees them. Out: for a floor at an edge its leaps, nearest columns first.

use super::Reach;
use super::landing::{LeapOffset, LeapTo, leap_cost};
use super::limits::{Leap, Limits};
use super::steps::{INDEX, NONE, Steps};
use super::surroundings::WAYS;
use super::sweep::{Sweep, centre};
use crate::clearance::{Columns, Meter};
use crate::geom::{CM_PER_METRE, Flight, PLAN_PER_METRE};
use crate::ground::{ColumnKey, DIRECTIONS, Grid, TileKey, Window};
use crate::world::World;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A leap must not cross a forbidden object that is less than this below its line, in cm.
const FORBIDDEN_DEPTH: i32 = 150;

/// What is looked at while the leaps of one tile are found.
pub(super) struct Finder<'a> {
    world: &'a World,
    reach: &'a Reach,
    key: TileKey,
    patch: Columns,
    /// Whether anything in the patch is forbidden.
    has_forbidden: bool,
    /// Steps of the tiles that were asked about.
    steps: RefCell<BTreeMap<TileKey, Arc<Steps>>>,
    /// By floor of the patch: the number of the take-off from which it was reached last.
    reached: Vec<u32>,
    take_off: u32,
}

/// One end of a leap: a floor of the patch.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub column: ColumnKey,
    pub height: i32,
    /// Its number in the patch.
    number: u32,
}

impl<'a> Finder<'a> {
    /// For leaps of so many columns at most.
    pub fn new(world: &'a World, reach: &'a Reach, key: TileKey, cells: i32) -> Self {
        let window = Window::of_tile(key).grown(cells + reach.disc.reach() + 2);
        let patch = Columns::of(world, window, &reach.rule, &reach.semantics);
        let has_forbidden = (0..window.len()).any(|at| patch.spans(at).iter().any(|span| span.forbidden));
        let reached = vec![0; patch.count()];
        Self { world, reach, key, patch, has_forbidden, steps: RefCell::default(), reached, take_off: 0 }
    }

    /// Steps from the floors of a tile, derived when a leap leads there.
    fn steps(&self, key: TileKey) -> Arc<Steps> {
        Arc::clone(self.steps.borrow_mut().entry(key).or_insert_with(|| self.reach.steps(self.world, key)))
    }

    /// Free height of a floor for the body, in cm.
    pub fn room(&self, end: End) -> i32 {
        let floor = self.patch.index(end.number) as usize;
        self.steps(end.column.tile()).rooms.heights.get(floor).map_or(0, |&height| i32::from(height))
    }

    /// A floor of the tile, by its index there and its column in the tile.
    pub fn end(&self, steps: &Steps, floor: usize) -> Option<End> {
        let column = super::steps::column_in(self.key, steps.columns[floor]);
        self.ends(column).find(|end| self.patch.index(end.number) as usize == floor)
    }

    /// The floors of a column.
    pub fn ends(&self, column: ColumnKey) -> impl Iterator<Item = End> {
        let numbers = self.patch.numbers(self.patch.at(column));
        numbers.map(move |number| End { column, height: self.patch.floor(number).height, number })
    }

    /// Index of a floor in its tile.
    pub fn index(&self, end: End) -> u32 {
        self.patch.index(end.number)
    }

    /// All leaps from a floor of the tile, nearest columns first.
    pub fn from(&mut self, start: End, found: &mut Vec<LeapTo>) {
        let open: Vec<[i32; 2]> =
            (0..4).filter(|&direction| self.is_open(start, direction)).map(|direction| DIRECTIONS[direction]).collect();
        if open.is_empty() {
            return;
        }
        // Landings so far, and the floors that the body walks to from them. The start is the first.
        self.take_off += 1;
        self.reached[start.number as usize] = self.take_off;
        for offset in &self.reach.leap_offsets {
            let [dx, dz] = offset.column;
            if open.iter().any(|[ox, oz]| ox * dx + oz * dz > 0) {
                self.add_leaps(start, offset, found);
            }
        }
    }

    /// Whether the ground ends or falls in a direction in which the body has room.
    pub fn is_open(&self, from: End, direction: usize) -> bool {
        let here = self.patch.floor(from.number);
        let [dx, dz] = DIRECTIONS[direction];
        let at = self.patch.at(ColumnKey::new(from.column.x + dx, from.column.z + dz));
        let (grid, limits, rule) = (&self.reach.grid, &self.reach.limits, &self.reach.rule);
        let goes_on = self.patch.floors(at).iter().any(|ground| {
            let step = rule.step([here.slope, ground.slope], ground.height - here.height, direction);
            ground.holds && (-grid.cell_height..=limits.climb).contains(&step)
        });
        !goes_on && Meter::room_in_air(&self.patch, &self.reach.disc, rule, at, here.height) >= limits.heights[0]
    }

    /// Adds the leaps from an edge to the floors of a column.
    #[inline]
    fn add_leaps(&mut self, start: End, offset: &LeapOffset, found: &mut Vec<LeapTo>) {
        let column = ColumnKey::new(start.column.x + offset.column[0], start.column.z + offset.column[1]);
        for number in self.patch.numbers(self.patch.at(column)) {
            let ground = self.patch.floor(number);
            let rise = ground.height - start.height;
            if !ground.stands || rise > offset.up || -rise > offset.down {
                continue;
            }
            let end = End { column, height: ground.height, number };
            // The sweep costs most, so it comes last. The room before it may derive another tile.
            if self.room(end) < self.reach.limits.heights[0] {
                continue;
            }
            if self.is_reached_from_before(start, end) {
                self.reached[number as usize] = self.take_off;
                continue;
            }
            let Some((leap_number, leap)) = self.leap(start, end) else { continue };
            self.reached[number as usize] = self.take_off;
            let key = column.tile();
            found.push(LeapTo {
                tile: [(key.x - self.key.x) as i16, (key.z - self.key.z) as i16],
                index: self.patch.index(number),
                cost: leap_cost(leap, start.column, column, &self.reach.grid),
                leap: leap_number as u8,
            });
        }
    }

    /// The cheapest leap between two floors that the body can make.
    fn leap(&self, start: End, end: End) -> Option<(usize, &'a Leap)> {
        let grid = &self.reach.grid;
        let possible = self.reach.limits.leaps.iter().enumerate().filter(|(_, leap)| within(leap, start, end, grid));
        let mut possible: Vec<(usize, &Leap)> = possible.collect();
        possible.sort_by_key(|(_, leap)| (leap_cost(leap, start.column, end.column, grid), leap.priority));
        possible.into_iter().find(|(_, leap)| self.is_free(start, end, leap))
    }

    /// Whether the body walks to a landing from the column just before it on the line, and reached that one already.
    fn is_reached_from_before(&self, start: End, end: End) -> bool {
        let (dx, dz) = (end.column.x - start.column.x, end.column.z - start.column.z);
        let longest = dx.abs().max(dz.abs());
        let back = |d: i32| -((2 * d + d.signum() * longest) / (2 * longest));
        let before = ColumnKey::new(end.column.x + back(dx), end.column.z + back(dz));
        let Some(way) = WAYS.iter().position(|&[x, z]| [x, z] == [-back(dx), -back(dz)]) else { return false };
        let mut floors = self.ends(before).filter(|floor| self.reached[floor.number as usize] == self.take_off);
        floors.any(|floor| {
            let target = self.steps(before.tile()).near[self.index(floor) as usize][way];
            target != NONE && target & INDEX == self.index(end)
        })
    }

    /// Whether nothing is in the way of the body along a leap, and nothing forbidden under it.
    pub fn is_free(&self, start: End, end: End, leap: &Leap) -> bool {
        let (grid, limits) = (&self.reach.grid, &self.reach.limits);
        let (from, to) = (centre(grid, start.column), centre(grid, end.column));
        let flight = flight(from, to, start.height, end.height);
        let lift = if leap.action.is_airborne() { flight.lift() * f64::from(CM_PER_METRE) } else { 0.0 };
        let feet = FeetHeights { ends: [start.height, end.height], lift };
        let body = Sweep { from, to, radius: limits.radius };
        let all = feet.body_heights([0.0, 1.0], limits);
        let is_clear = |column: ColumnKey| {
            let at = self.patch.at(column);
            // Most columns are below the whole arc.
            if self.patch.hit(at, all[0], all[1]).is_none() || !body.meets_column(grid, column) {
                return true;
            }
            let [low, high] = feet.body_heights(body.share(grid, column), limits);
            self.patch.hit(at, low, high).is_none()
        };
        body.near_columns(grid).all(is_clear) && !self.crosses_forbidden(from, to, start.height.min(end.height))
    }

    /// Whether anything forbidden is under a line between two heights of which the lower one is known.
    fn crosses_forbidden(&self, from: [i64; 2], to: [i64; 2], lower: i32) -> bool {
        let (low, high) = (lower - FORBIDDEN_DEPTH, lower + self.reach.limits.heights[0]);
        let is_allowed = |column: ColumnKey| {
            let spans = self.patch.spans(self.patch.at(column));
            !spans.iter().any(|span| span.forbidden && span.high > low && span.low < high)
        };
        self.has_forbidden && !Sweep { from, to, radius: 0 }.all_columns(&self.reach.grid, is_allowed)
    }
}

/// Heights of the feet along a leap, in cm.
struct FeetHeights {
    ends: [i32; 2],
    /// Of the middle above the straight line.
    lift: f64,
}

impl FeetHeights {
    fn at(&self, t: f64) -> f64 {
        let [start, end] = self.ends.map(f64::from);
        start + t * (end - start) + 4.0 * self.lift * t * (1.0 - t)
    }

    /// The lowest and the highest point of the body, without its climb, between two shares of the leap.
    fn body_heights(&self, [first, last]: [f64; 2], limits: &Limits) -> [i32; 2] {
        // A parabola has its least at an end and its greatest at an end or in the middle of its rise.
        let (a, b) = (self.at(first), self.at(last));
        let peak = 0.5 + f64::from(self.ends[1] - self.ends[0]) / (8.0 * self.lift);
        let top = if self.lift > 0.0 && first < peak && peak < last { self.at(peak) } else { a.max(b) };
        [a.min(b).floor() as i32 + limits.climb, top.ceil() as i32 + limits.heights[0]]
    }
}

/// Whether a leap is long enough, up and down.
pub(super) fn within(leap: &Leap, start: End, end: End, grid: &Grid) -> bool {
    let (dx, dz) = (i64::from(end.column.x - start.column.x), i64::from(end.column.z - start.column.z));
    let cell = i64::from(grid.cell);
    let rise = end.height - start.height;
    (dx * dx + dz * dz) * cell * cell <= leap.reach * leap.reach && rise <= leap.up && -rise <= leap.down
}

/// The flight between two columns, in metres from the local origin.
fn flight(from: [i64; 2], to: [i64; 2], low: i32, high: i32) -> Flight {
    let point = |plan: [i64; 2], cm: i32| {
        let along = |c: i64| c as f64 / f64::from(PLAN_PER_METRE);
        [along(plan[0]), f64::from(cm) / f64::from(CM_PER_METRE), along(plan[1])]
    };
    Flight { from: point(from, low), to: point(to, high) }
}
