//! Moves of a body as thin as its centre, from their definitions, floor by floor and column by column: steps to the next column,
//! and leaps from edges. Worlds have level floors only. Knows nothing of how the library finds them.

use footpath::World;
use footpath::body::{Action, Body};
use footpath::ground::{ColumnKey, DIRECTIONS, SKY, TILE};
use footpath::route::Arc;
use footpath::world::FloorId;
use std::collections::BTreeMap;

/// What is as good as the open sky, in cm.
const ENOUGH: i32 = 30_000;

#[derive(Clone, Copy)]
struct Level {
    column: ColumnKey,
    height: i32,
    room: i32,
}

/// How far a leap goes in metres, and how far up and down in cm.
struct Leap {
    airborne: bool,
    reach: f64,
    up: i32,
    down: i32,
}

/// A world written out for one body.
pub struct Moves {
    pub ids: Vec<FloorId>,
    levels: Vec<Level>,
    by_column: BTreeMap<ColumnKey, Vec<usize>>,
    spans: BTreeMap<ColumnKey, Vec<[i32; 2]>>,
    climb: i32,
    upright: i32,
    lowest: i32,
    leaps: Vec<Leap>,
    cell: f64,
    cell_height: i32,
    /// Floors that one move leads to, by floor.
    next: Vec<Vec<usize>>,
}

fn cm(metres: f64) -> i32 {
    (metres * 100.0).round() as i32
}

impl Moves {
    pub fn new(world: &World, body: &Body) -> Self {
        let (mut ids, mut levels, mut by_column, mut spans) =
            (Vec::new(), Vec::new(), BTreeMap::<_, Vec<_>>::new(), BTreeMap::new());
        for (key, tile) in world.tiles() {
            for (index, floor) in tile.floors().iter().enumerate() {
                assert_eq!(floor.slope, [0, 0], "level floors only");
                let id = FloorId { tile: key, index: index as u32 };
                let column = world.column_of(id).unwrap();
                let room = if floor.headroom == SKY { ENOUGH } else { i32::from(floor.headroom) };
                by_column.entry(column).or_default().push(ids.len());
                levels.push(Level { column, height: tile.height(index), room });
                ids.push(id);
            }
            for ([x, z], range) in tile.span_index().columns() {
                let column = ColumnKey::new(key.x * TILE + x, key.z * TILE + z);
                let held = &tile.spans()[range];
                let cm = |at: u16| tile.base() + i32::from(at);
                spans.insert(column, held.iter().map(|span| [cm(span.low), cm(span.high)]).collect());
            }
        }
        let able = |action: Action| body.ability(action);
        let lowest = [(Action::Bend, body.bent_height), (Action::Crawl, body.crawling_height)];
        let lowest = lowest.iter().filter(|(action, _)| able(*action).is_some()).map(|(_, height)| *height);
        let leap = |action: Action| {
            let airborne = action != Action::Step;
            able(action).map(|a| Leap { airborne, reach: a.reach, up: cm(a.up), down: cm(a.down) })
        };
        let mut moves = Self {
            ids,
            levels,
            by_column,
            spans,
            climb: cm(body.max_climb),
            upright: cm(body.height),
            lowest: cm(lowest.fold(body.height, f64::min)),
            leaps: [Action::Step, Action::Drop, Action::Jump].into_iter().filter_map(leap).collect(),
            cell: world.grid().cell_size(),
            cell_height: cm(world.settings().cell_height),
            next: Vec::new(),
        };
        let all = 0..moves.levels.len();
        let next = |from: usize| all.clone().filter(|&to| moves.moves(from, to)).collect();
        moves.next = all.clone().map(next).collect();
        moves
    }

    /// Whether the body can be on a floor at all.
    pub fn holds(&self, floor: usize) -> bool {
        self.levels[floor].room >= self.lowest
    }

    /// Every floor that is reached from one, itself included.
    pub fn flood(&self, from: usize) -> Vec<bool> {
        let mut met = vec![false; self.levels.len()];
        let mut open = if self.holds(from) { vec![from] } else { Vec::new() };
        open.iter().for_each(|&floor| met[floor] = true);
        while let Some(at) = open.pop() {
            for &to in &self.next[at] {
                if !std::mem::replace(&mut met[to], true) {
                    open.push(to);
                }
            }
        }
        met
    }

    fn moves(&self, from: usize, to: usize) -> bool {
        self.holds(from) && self.holds(to) && (self.steps(from, to) || self.leaps(from, to))
    }

    /// A step: to a floor of the next column, no higher than a step, with room for some posture at both ends and on the way.
    fn steps(&self, from: usize, to: usize) -> bool {
        let (a, b) = (self.levels[from], self.levels[to]);
        let rise = b.height - a.height;
        // While the feet are at the lower end, the ceiling over it is nearer by the rise.
        let room = (a.room - rise.max(0)).min(b.room - (-rise).max(0));
        a.column.x.abs_diff(b.column.x) + a.column.z.abs_diff(b.column.z) == 1
            && rise.abs() <= self.climb
            && room >= self.lowest
    }

    /// A leap: upright, from where the ground ends or falls towards some floor ahead, with nothing in its way.
    fn leaps(&self, from: usize, to: usize) -> bool {
        let (a, b) = (self.levels[from], self.levels[to]);
        let [dx, dz] = [b.column.x - a.column.x, b.column.z - a.column.z];
        let ahead = |[x, z]: [i32; 2]| x * dx + z * dz > 0;
        let far = f64::from(dx * dx + dz * dz).sqrt() * self.cell;
        let rise = b.height - a.height;
        a.room.min(b.room) >= self.upright
            && DIRECTIONS.into_iter().any(|way| ahead(way) && self.is_open(a, way))
            && self.leaps.iter().any(|leap| {
                far <= leap.reach + 1e-9 && rise <= leap.up && -rise <= leap.down && self.is_free(a, b, leap.airborne)
            })
    }

    /// Whether the ground ends or falls by more than a cell's height though the body could be there.
    fn is_open(&self, at: Level, [dx, dz]: [i32; 2]) -> bool {
        let column = ColumnKey::new(at.column.x + dx, at.column.z + dz);
        let floors = self.by_column.get(&column).into_iter().flatten();
        let goes_on =
            |&floor: &usize| (-self.cell_height..=self.climb).contains(&(self.levels[floor].height - at.height));
        let [low, high] = [at.height + self.climb, at.height + self.upright];
        !floors.into_iter().any(goes_on) && !self.is_solid(column, low, high)
    }

    fn is_solid(&self, column: ColumnKey, low: i32, high: i32) -> bool {
        self.spans.get(&column).is_some_and(|spans| spans.iter().any(|span| span[1] > low && span[0] < high))
    }

    /// Whether nothing is in a column under the line while the middle of the body may be over it: as long as it is within half
    /// the column's diagonal of the centre, along the way.
    fn is_free(&self, a: Level, b: Level, airborne: bool) -> bool {
        let point = |level: Level| {
            let along = |c: i32| (f64::from(c) + 0.5) * self.cell;
            [along(level.column.x), f64::from(level.height) / 100.0, along(level.column.z)]
        };
        let arc = Arc { from: point(a), to: point(b) };
        let length = ((arc.to[0] - arc.from[0]).powi(2) + (arc.to[2] - arc.from[2]).powi(2)).sqrt();
        let lift = if airborne { arc.lift() } else { 0.0 };
        let [from, to] = [a.height, b.height].map(f64::from);
        let feet = |t: f64| from + t * (to - from) + 4.0 * 100.0 * lift * t * (1.0 - t);
        let [x0, x1] = [a.column.x.min(b.column.x), a.column.x.max(b.column.x)];
        let [z0, z1] = [a.column.z.min(b.column.z), a.column.z.max(b.column.z)];
        let columns = (z0..=z1).flat_map(|z| (x0..=x1).map(move |x| ColumnKey::new(x, z)));
        columns.filter(|&column| touches(a.column, b.column, column)).all(|column| {
            let middle = [f64::from(column.x) + 0.5, f64::from(column.z) + 0.5].map(|c| c * self.cell);
            let along = (arc.to[0] - arc.from[0]) * (middle[0] - arc.from[0])
                + (arc.to[2] - arc.from[2]) * (middle[1] - arc.from[2]);
            let half = self.cell * std::f64::consts::FRAC_1_SQRT_2;
            let share = [along / length - half, along / length + half].map(|at| (at / length).clamp(0.0, 1.0));
            let looks = (0..=2_000).map(|i| feet(share[0] + (share[1] - share[0]) * f64::from(i) / 2_000.0));
            let (low, high) = looks.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            let (low, high) = (low.floor() as i32, high.ceil() as i32);
            !self.is_solid(column, low + self.climb, high + self.upright)
        })
    }
}

/// Whether the line between the centres of two columns touches another, corners included.
fn touches(a: ColumnKey, b: ColumnKey, column: ColumnKey) -> bool {
    // In half cells; corners of the column on both sides of the line, or on it.
    let (dx, dz) = (2 * (b.x - a.x), 2 * (b.z - a.z));
    let side = |x: i32, z: i32| dx * (2 * (column.z - a.z) - 1 + 2 * z) - dz * (2 * (column.x - a.x) - 1 + 2 * x);
    let sides = [side(0, 0), side(1, 0), side(0, 1), side(1, 1)];
    sides.iter().any(|&s| s >= 0) && sides.iter().any(|&s| s <= 0)
}
