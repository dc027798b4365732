//! Finds the leaps from one floor: what is within an ability, is not walked to, and is free on the whole way.

use super::Reach;
use super::landing::{LeapTo, leap_cost};
use super::limits::Leap;
use super::steps::{NONE, Steps};
use super::surroundings::WAYS;
use super::sweep::{Sweep, centre};
use crate::clearance::{Columns, Ground, Meter};
use crate::geom::Flight;
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{ColumnKey, DIRECTIONS, Grid, TileKey, Window};
use crate::world::World;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How far below its line a leap still crosses a forbidden object, in cm.
const OVER: i32 = 150;

/// What is looked at while the leaps of one tile are found.
pub(super) struct Finder<'a> {
    world: &'a World,
    reach: &'a Reach,
    key: TileKey,
    patch: Columns,
    /// Steps of the tiles that were asked about.
    steps: RefCell<BTreeMap<TileKey, Arc<Steps>>>,
}

/// One end of a leap.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub column: ColumnKey,
    pub height: i32,
}

impl<'a> Finder<'a> {
    /// For leaps of so many columns at most.
    pub fn new(world: &'a World, reach: &'a Reach, key: TileKey, cells: i32) -> Self {
        let window = Window::of_tile(key).grown(cells + reach.disc.reach() + 2);
        Self {
            world,
            reach,
            key,
            patch: Columns::of(world, window, &reach.rule, &reach.semantics),
            steps: RefCell::default(),
        }
    }

    /// Steps from the floors of a tile, derived when a leap leads there.
    fn steps(&self, key: TileKey) -> Arc<Steps> {
        Arc::clone(self.steps.borrow_mut().entry(key).or_insert_with(|| self.reach.steps(self.world, key)))
    }

    /// Free height of a floor for the body, in cm.
    pub fn room(&self, key: TileKey, floor: usize) -> i32 {
        self.steps(key).rooms.heights.get(floor).map_or(0, |&height| i32::from(height))
    }

    /// All leaps from a floor of the tile, nearest columns first.
    pub fn from(&mut self, steps: &Steps, floor: usize, found: &mut Vec<LeapTo>) {
        let column = super::steps::column_in(self.key, steps.columns[floor]);
        let Some(height) = self.world.tile(self.key).map(|tile| tile.height(floor)) else { return };
        let open: Vec<[i32; 2]> = (0..4)
            .filter(|&direction| self.is_open(column, height, direction))
            .map(|direction| DIRECTIONS[direction])
            .collect();
        if open.is_empty() {
            return;
        }
        let start = End { column, height };
        // Landings so far, and what is walked to from them; the start is the first.
        let mut reached = BTreeSet::from([(column, floor)]);
        for [dx, dz] in self.reach.leap_offsets.iter().copied() {
            if !open.iter().any(|[ox, oz]| ox * dx + oz * dz > 0) {
                continue;
            }
            self.onto(start, ColumnKey::new(column.x + dx, column.z + dz), &mut reached, found);
        }
    }

    /// Whether the ground ends or falls in a direction though the body could be there.
    pub fn is_open(&mut self, column: ColumnKey, height: i32, direction: usize) -> bool {
        let [dx, dz] = DIRECTIONS[direction];
        let here = self.patch.floors(self.patch.at(column)).iter().find(|ground| ground.height == height);
        let Some(here) = here.copied() else { return false };
        let at = self.patch.at(ColumnKey::new(column.x + dx, column.z + dz));
        let (grid, climb) = (&self.reach.grid, self.reach.limits.climb);
        let goes_on = |ground: &Ground| {
            ground.holds
                && (-grid.cell_height..=climb).contains(&self.reach.rule.step(
                    [here.slope, ground.slope],
                    ground.height - here.height,
                    direction,
                ))
        };
        !self.patch.floors(at).iter().any(goes_on)
            && Meter::room_in_air(&self.patch, &self.reach.disc, &self.reach.rule, at, height)
                >= self.reach.limits.heights[0]
    }

    /// Leaps from an edge to the floors of a column.
    fn onto(&self, start: End, column: ColumnKey, reached: &mut BTreeSet<(ColumnKey, usize)>, found: &mut Vec<LeapTo>) {
        let key = column.tile();
        let Some(tile) = self.world.tile(key) else { return };
        let [x, z] = column.in_tile();
        let upright = self.reach.limits.heights[0];
        for index in tile.floor_index().range(x, z) {
            let end = End { column, height: tile.height(index) };
            // Rooms are derived tile by tile, and the sweep costs most, so it comes last.
            if !self.is_within(start, end) || self.room(key, index) < upright {
                continue;
            }
            if self.is_reached_from_before(start, end, index, reached) {
                reached.insert((column, index));
                continue;
            }
            let Some((number, leap)) = self.leap(start, end) else { continue };
            reached.insert((column, index));
            found.push(LeapTo {
                tile: [(key.x - self.key.x) as i16, (key.z - self.key.z) as i16],
                index: index as u32,
                cost: leap_cost(leap, start.column, column, &self.reach.grid),
                leap: number as u8,
            });
        }
    }

    /// The cheapest leap between two floors that the body can make.
    fn leap(&self, start: End, end: End) -> Option<(usize, &Leap)> {
        let grid = &self.reach.grid;
        let possible = self.reach.limits.leaps.iter().enumerate().filter(|(_, leap)| within(leap, start, end, grid));
        let mut possible: Vec<(usize, &Leap)> = possible.collect();
        possible.sort_by_key(|(_, leap)| (leap_cost(leap, start.column, end.column, grid), leap.priority));
        possible.into_iter().find(|(_, leap)| self.is_free(start, end, leap))
    }

    /// Whether any leap is long enough.
    fn is_within(&self, start: End, end: End) -> bool {
        self.reach.limits.leaps.iter().any(|leap| within(leap, start, end, &self.reach.grid))
    }

    /// Whether one walks to a landing from the column just before it on the line, which is reached already.
    fn is_reached_from_before(
        &self,
        start: End,
        end: End,
        index: usize,
        reached: &BTreeSet<(ColumnKey, usize)>,
    ) -> bool {
        let (dx, dz) = (end.column.x - start.column.x, end.column.z - start.column.z);
        let longest = dx.abs().max(dz.abs());
        let back = |d: i32| -((2 * d + d.signum() * longest) / (2 * longest));
        let before = ColumnKey::new(end.column.x + back(dx), end.column.z + back(dz));
        let way = WAYS.iter().position(|&[x, z]| [x, z] == [-back(dx), -back(dz)]);
        let (Some(way), Some(tile)) = (way, self.world.tile(before.tile())) else { return false };
        let [x, z] = before.in_tile();
        let mut floors = tile.floor_index().range(x, z).filter(|&floor| reached.contains(&(before, floor)));
        floors.any(|floor| {
            let target = self.steps(before.tile()).near[floor][way];
            target != NONE && (target & super::steps::INDEX) as usize == index
        })
    }

    /// Whether nothing is in the way of the body along a leap, and nothing forbidden under it.
    pub fn is_free(&self, start: End, end: End, leap: &Leap) -> bool {
        let grid = &self.reach.grid;
        let limits = &self.reach.limits;
        let (from, to) = (centre(grid, start.column), centre(grid, end.column));
        let flight = flight(from, to, start.height, end.height);
        let lift = if leap.action.is_airborne() { flight.lift() * f64::from(CM_PER_METRE) } else { 0.0 };
        let feet =
            |t: f64| f64::from(start.height) + t * f64::from(end.height - start.height) + 4.0 * lift * t * (1.0 - t);
        let body = Sweep { from, to, radius: limits.radius };
        let free = body.all_columns(grid, |column| {
            let [first, last] = body.share(grid, column);
            // A parabola has its least at an end and its greatest at an end or in the middle of its rise.
            let (a, b) = (feet(first), feet(last));
            let top = if lift > 0.0 {
                let t = 0.5 + f64::from(end.height - start.height) / (8.0 * lift);
                if first < t && t < last { feet(t) } else { a.max(b) }
            } else {
                a.max(b)
            };
            let (low, high) = (a.min(b).floor() as i32 + limits.climb, top.ceil() as i32 + limits.heights[0]);
            !self.patch.spans(self.patch.at(column)).iter().any(|span| span.high > low && span.low < high)
        });
        let line = Sweep { from, to, radius: 0 };
        let lowest = start.height.min(end.height) - OVER;
        free && line.all_columns(grid, |column| {
            !self
                .patch
                .spans(self.patch.at(column))
                .iter()
                .any(|span| span.forbidden && span.high > lowest && span.low < lowest + OVER + limits.heights[0])
        })
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
