//! Steps: from every floor of a tile to those around it that a body reaches without leaving the ground.
//!
//! In: links, and the rooms of the tile and of those around it. Out: one target per floor and direction, orthogonal then
//! diagonal. It is the seed's immediate reachability (Bandi & Thalmann §6.2) for neighbouring cells: the step is within the
//! vertical foot span, and the body has room at both ends and on the way. A diagonal leads where both ways around its corner
//! lead; with one way only it is marked, for the seed's laxer rule (Fig. 5). Where the body fits at an end only because steps
//! ahead are no collision, it is also looked at on the way.

use super::Reach;
use super::between::Between;
use super::level::Level;
use super::rooms::Rooms;
use crate::ground::{ColumnKey, DIRECTIONS, TILE, Tile, TileKey, Window, step};
use crate::world::World;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

/// The eight ways: the four of [`DIRECTIONS`], then the diagonals between each and the next.
pub const WAYS: [[i32; 2]; 8] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// Those of the eight ways that lead on in the order of columns.
const ONWARD: [[i32; 2]; 4] = [[1, 0], [-1, 1], [0, 1], [1, 1]];

/// No move.
pub(crate) const NONE: u32 = u32::MAX;
/// The move leads into the tile beside, along x or z; the rest is the index there.
pub(crate) const ACROSS_X: u32 = 1 << 31;
pub(crate) const ACROSS_Z: u32 = 1 << 30;
/// Index part of a target.
pub(crate) const INDEX: u32 = ACROSS_Z - 1;

/// Marks of all four diagonals.
const ALL_FLANKS: u8 = 0b1111;

/// Mark of floors from which a leap may start.
pub(crate) const EDGE: u8 = 1 << 7;

/// Moves of a tile's floors to their neighbours.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    /// Targets by [`WAYS`]; [`NONE`] or index with [`ACROSS_X`] and [`ACROSS_Z`].
    pub near: Vec<[u32; 8]>,
    /// Bit `i`: the diagonal `WAYS[4 + i]` has both its flanks. [`EDGE`]: the ground ends or falls beside the floor.
    pub flanks: Vec<u8>,
    /// Further targets in directions that have several: floor, way, target; sorted.
    pub others: Vec<(u32, u8, u32)>,
    /// Column of each floor in its tile: x + 64 z.
    pub columns: Vec<u16>,
    /// Free heights.
    pub rooms: Arc<Rooms>,
}

/// A tile among its neighbours.
struct Around<'a> {
    world: &'a World,
    reach: &'a Reach,
    key: TileKey,
    tiles: [Option<(&'a Tile, Arc<Rooms>)>; 9],
    /// Once a move has to be looked at on the way.
    between: OnceCell<RefCell<Between<'a>>>,
    /// Moves within the tile that were looked at, by their first floor and [`ONWARD`]: the other floor, and whether the body fits.
    /// It does both ways or not at all, and every move is asked for from both of its ends.
    known: RefCell<Vec<[(u32, bool); ONWARD.len()]>>,
}

/// A floor of one of nine tiles.
#[derive(Clone, Copy, PartialEq, Eq)]
struct At {
    /// Tile offset from the middle one.
    tile: [i32; 2],
    column: [i32; 2],
    index: usize,
}

impl Around<'_> {
    fn tile(&self, offset: [i32; 2]) -> Option<(&Tile, &Rooms)> {
        let [x, z] = offset;
        let at = if x.abs() <= 1 && z.abs() <= 1 { (z + 1) * 3 + x + 1 } else { return None };
        self.tiles[at as usize].as_ref().map(|(tile, rooms)| (*tile, &**rooms))
    }

    /// Floors of the next column that can be stepped onto, lowest first.
    fn onto(&self, from: At, direction: usize, mut visit: impl FnMut(At, i32)) {
        let Some((tile, rooms)) = self.tile(from.tile) else { return };
        let room = i32::from(rooms.heights[from.index]);
        let link = tile.link(from.index, direction);
        if room == 0 || link.is_empty() {
            return;
        }
        let [dx, dz] = DIRECTIONS[direction];
        let (x, z) = (from.column[0] + dx, from.column[1] + dz);
        let beside = [from.tile[0] + x.div_euclid(TILE), from.tile[1] + z.div_euclid(TILE)];
        let column = [x.rem_euclid(TILE), z.rem_euclid(TILE)];
        let Some((other, others)) = self.tile(beside) else { return };
        let first = other.floor_index().range(column[0], column[1]).start;
        let limits = &self.reach.limits;
        for index in link.map(|at| first + at) {
            let there = i32::from(others.heights[index]);
            if there == 0 {
                continue;
            }
            let rise = other.height(index) - tile.height(from.index);
            let slopes = [tile.floors()[from.index].slope, other.floors()[index].slope];
            let over = || [over(tile, from.column, from.index), over(other, column, index)];
            let to = At { tile: beside, column, index };
            if limits.steps(&self.reach.grid, slopes, rise, direction, over) && self.leads([from, to]) {
                visit(to, rise);
            }
        }
    }

    /// Whether the body has room between two floors that steps lead to from each other.
    fn leads(&self, ends: [At; 2]) -> bool {
        let [Some((a, here)), Some((b, there))] = ends.map(|end| self.tile(end.tile)) else { return false };
        let [from, to] = ends.map(|end| end.index);
        let rise = b.height(to) - a.height(from);
        let room = room_on_the_way(i32::from(here.heights[from]), i32::from(there.heights[to]), rise);
        let Some(posture) = self.reach.limits.posture(room) else { return false };
        (!here.leans(from) && !there.leans(to)) || self.fits_between(ends, self.reach.limits.heights[posture])
    }

    /// The same around a corner, whose ways have room for the body in the lowest of its postures at least.
    fn leads_diagonally(&self, ends: [At; 2]) -> bool {
        let leans = |end: At| self.tile(end.tile).is_some_and(|(_, rooms)| rooms.leans(end.index));
        !ends.into_iter().any(leans) || self.leads(ends)
    }

    /// Whether a body of a height fits all the way between two floors.
    #[cold]
    fn fits_between(&self, ends: [At; 2], height: i32) -> bool {
        let [[x, z], [there_x, there_z]] = ends.map(|end| end.column);
        let (from, to) = if (z, x) < (there_z, there_x) { (ends[0], ends[1]) } else { (ends[1], ends[0]) };
        let by = [to.column[0] - from.column[0], to.column[1] - from.column[1]];
        // Of moves over the rim of the tile little is asked for twice.
        let within = from.tile == [0, 0] && to.tile == [0, 0];
        let slot = ONWARD.iter().position(|way| within && *way == by);
        if let Some(way) = slot {
            let mut known = self.known.borrow_mut();
            if known.is_empty() {
                let floors = self.tile(from.tile).map_or(0, |(tile, _)| tile.floors().len());
                known.resize(floors, [(NONE, false); ONWARD.len()]);
            }
            let (known, fits) = known[from.index][way];
            if known == to.index as u32 {
                return fits;
            }
        }
        let between = self.between.get_or_init(|| {
            // Ends are at most two columns outside the tile, and places between them half a column farther from theirs.
            let window = Window::of_tile(self.key).grown(self.reach.half_width() + 4);
            RefCell::new(self.reach.between(self.world, window))
        });
        let mut between = between.borrow_mut();
        let under = [from, to].map(|end| {
            let [x, z] = [0, 1].map(|i| (end.tile[i] * TILE) + end.column[i]);
            let column = ColumnKey::new(self.key.x * TILE + x, self.key.z * TILE + z);
            between.floor_at(column, self.tile(end.tile)?.0.height(end.index))
        });
        let fits = matches!(under, [Some(a), Some(b)] if between.leads([a, b], height));
        if let Some(way) = slot {
            self.known.borrow_mut()[from.index][way] = (to.index as u32, fits);
        }
        fits
    }

    /// The step from a floor to one of the next column in cm, positive upwards.
    fn step_between(&self, from: At, to: At, direction: usize) -> i32 {
        let (Some((tile, _)), Some((other, _))) = (self.tile(from.tile), self.tile(to.tile)) else { return 0 };
        let rise = other.height(to.index) - tile.height(from.index);
        step(&self.reach.grid, &tile.floors()[from.index], &other.floors()[to.index], rise, direction)
    }

    /// The floor of the next column that a step leads to, of several the one nearest in height, and how many there are.
    fn next(&self, from: At, direction: usize) -> (Option<At>, usize) {
        let mut best: Option<(i32, At)> = None;
        let mut count = 0;
        self.onto(from, direction, |at, rise| {
            count += 1;
            if best.is_none_or(|(least, _)| rise.abs() < least) {
                best = Some((rise.abs(), at));
            }
        });
        (best.map(|(_, at)| at), count)
    }
}

/// Free height over a move: while the feet rise, what is above the lower end comes nearer.
#[inline]
pub(crate) fn room_on_the_way(from: i32, to: i32, rise: i32) -> i32 {
    (from - rise.max(0)).min(to - (-rise).max(0))
}

impl Steps {
    pub fn of(world: &World, reach: &Reach, key: TileKey) -> Self {
        let Some(tile) = world.tile(key) else { return Self::default() };
        let rooms = reach.rooms(world, key);
        let upright = reach.limits.heights[0];
        let level = if reach.flanks_cover && upright > 0 { Level::of(tile, &rooms, upright) } else { Level::none() };
        Self::beyond(world, reach, key, &level)
    }

    /// The same, looking at all floors but those that are known to be on level ground.
    pub(super) fn beyond(world: &World, reach: &Reach, key: TileKey, level: &Level) -> Self {
        let Some(tile) = world.tile(key) else { return Self::default() };
        let rooms = reach.rooms(world, key);
        // Of the tiles around only the columns at the rim are asked for.
        let rim = Window::of_tile(key).grown(1);
        let tiles = std::array::from_fn(|at| {
            let beside = key.neighbour([at as i32 % 3 - 1, at as i32 / 3 - 1]);
            let rooms = || match beside == key {
                true => Arc::clone(&rooms),
                false => Arc::new(Rooms::within(world, reach, &reach.disc, beside, &rim)),
            };
            world.tile(beside).map(|tile| (tile, rooms()))
        });
        let count = tile.floors().len();
        let around = Around { world, reach, key, tiles, between: OnceCell::new(), known: RefCell::default() };
        let mut steps = Self {
            near: vec![[NONE; 8]; count],
            flanks: vec![0; count],
            others: Vec::new(),
            columns: vec![0; count],
            rooms,
        };
        for ([x, z], floors) in tile.floor_index().columns() {
            for index in floors {
                steps.columns[index] = (x + z * TILE) as u16;
                if level.holds([x, z], index) {
                    steps.near[index] = WAYS.map(|way| level.beside([x, z], way));
                    steps.flanks[index] = ALL_FLANKS;
                } else {
                    steps.orthogonal(&around, At { tile: [0, 0], column: [x, z], index });
                }
            }
        }
        for ([x, z], floors) in tile.floor_index().columns() {
            for index in floors.filter(|&index| !level.holds([x, z], index)) {
                steps.diagonal(&around, At { tile: [0, 0], column: [x, z], index });
            }
        }
        steps
    }

    fn orthogonal(&mut self, around: &Around<'_>, from: At) {
        for direction in 0..4 {
            let (next, count) = around.next(from, direction);
            let Some(next) = next else {
                self.flanks[from.index] |= EDGE;
                continue;
            };
            if around.step_between(from, next, direction) < -around.reach.grid.cell_height {
                self.flanks[from.index] |= EDGE;
            }
            self.near[from.index][direction] = target(next);
            if count > 1 {
                around.onto(from, direction, |at, _| {
                    if at != next {
                        self.others.push((from.index as u32, direction as u8, target(at)));
                    }
                });
            }
        }
    }

    fn diagonal(&mut self, around: &Around<'_>, from: At) {
        let key = around.key;
        for first in 0..4 {
            let second = (first + 1) % 4;
            let by = |a: usize, b: usize| {
                let flank = self.near[from.index][a];
                if flank == NONE {
                    return None;
                }
                let at = at_of(from, a, flank);
                // Flanks of this tile know their steps already.
                if flank > INDEX {
                    return around.next(at, b).0;
                }
                let there = self.near[at.index][b];
                (there != NONE).then(|| at_of(at, b, there))
            };
            let (one, other) = (by(first, second), by(second, first));
            let Some(there) = one.or(other) else { continue };
            let height = |at: At| around.tile(at.tile).map_or(0, |(tile, _)| tile.height(at.index));
            let column = ColumnKey::new(key.x * TILE + from.column[0], key.z * TILE + from.column[1]);
            let highest = height(from).max(height(there));
            if !around.reach.corner_is_free(around.world, column, WAYS[4 + first], highest)
                || !around.leads_diagonally([from, there])
            {
                continue;
            }
            self.near[from.index][4 + first] = target(there);
            if one == other {
                self.flanks[from.index] |= 1 << first;
            }
        }
    }
}

/// How far the span under a floor shows above and below it, the lesser of both, in cm.
pub(crate) fn over(tile: &Tile, [x, z]: [i32; 2], floor: usize) -> i32 {
    let height = tile.floors()[floor].height;
    let spans = &tile.spans()[tile.span_index().range(x, z)];
    let own = spans.iter().find(|span| span.low <= height && height <= span.high);
    own.map_or(0, |span| i32::from((span.high - height).min(height - span.low)))
}

fn target(at: At) -> u32 {
    let across = |tile: i32, bit: u32| if tile == 0 { 0 } else { bit };
    at.index as u32 | across(at.tile[0], ACROSS_X) | across(at.tile[1], ACROSS_Z)
}

/// The floor that an orthogonal move leads to.
fn at_of(from: At, direction: usize, target: u32) -> At {
    let [dx, dz] = DIRECTIONS[direction];
    let (x, z) = (from.column[0] + dx, from.column[1] + dz);
    At {
        tile: [from.tile[0] + x.div_euclid(TILE), from.tile[1] + z.div_euclid(TILE)],
        column: [x.rem_euclid(TILE), z.rem_euclid(TILE)],
        index: (target & INDEX) as usize,
    }
}

/// The column of a floor in its tile.
pub(crate) fn column_in(key: TileKey, packed: u16) -> ColumnKey {
    ColumnKey::new(key.x * TILE + i32::from(packed) % TILE, key.z * TILE + i32::from(packed) / TILE)
}
