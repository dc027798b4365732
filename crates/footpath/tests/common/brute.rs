//! Clearance from its definition, floor by floor and column by column, knowing nothing of how the library finds it.

use footpath::World;
use footpath::clearance::Rim;
use footpath::ground::{ColumnKey, DIRECTIONS, SKY, TILE};
use footpath::world::FloorId;
use std::collections::BTreeMap;

#[derive(Clone, Copy)]
struct Held {
    id: FloorId,
    height: i32,
    ceiling: i32,
}

/// What a walk is on.
#[derive(Clone, Copy)]
enum On {
    Floor(usize),
    /// The last floor, and how many columns are left.
    Air(usize, i32),
}

enum Next {
    On(On),
    Blocked,
    Lost,
}

/// A world written out: floors, spans and ways by column, all in cm from the local origin.
pub struct Brute {
    floors: Vec<Held>,
    numbers: BTreeMap<FloorId, usize>,
    by_column: BTreeMap<ColumnKey, Vec<usize>>,
    spans: BTreeMap<ColumnKey, Vec<[i32; 2]>>,
    ways: Vec<[Option<usize>; 4]>,
    air: i32,
    half_cells: i64,
}

impl Brute {
    pub fn new(world: &World) -> Self {
        let (mut floors, mut numbers, mut by_column, mut spans) =
            (Vec::new(), BTreeMap::new(), BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        for (key, tile) in world.tiles() {
            for (index, floor) in tile.floors().iter().enumerate() {
                let id = FloorId { tile: key, index: index as u32 };
                let height = tile.height(index);
                let ceiling = if floor.headroom == SKY { i32::MAX } else { height + i32::from(floor.headroom) };
                numbers.insert(id, floors.len());
                by_column.entry(world.column_of(id).unwrap()).or_default().push(floors.len());
                floors.push(Held { id, height, ceiling });
            }
            for ([x, z], range) in tile.span_index().columns() {
                let column = ColumnKey::new(key.x * TILE + x, key.z * TILE + z);
                let cm = |at: u16| tile.base() + i32::from(at);
                spans.insert(column, tile.spans()[range].iter().map(|span| [cm(span.low), cm(span.high)]).collect());
            }
        }
        let cell = world.grid().cell_size();
        let half_cells = (2.0 * world.settings().max_clearance / cell + 1e-9).floor() as i64;
        let air = ((1.0 / cell + 1e-9).floor() as i32).max(1);
        let mut brute = Self { floors, numbers, by_column, spans, ways: Vec::new(), air, half_cells };
        brute.ways = brute.floors.iter().map(|held| brute.ways_of(world, held.id)).collect();
        brute
    }

    /// The floor with room for somebody that is mutually nearest by step in each direction. Of equal steps, the lower floors belong together.
    fn ways_of(&self, world: &World, id: FloorId) -> [Option<usize>; 4] {
        let best = |from: FloorId, direction: usize| {
            let links = world.links(from).into_iter().filter(|link| link.direction == direction && link.headroom >= 30);
            links.min_by_key(|link| (link.step.abs(), link.to)).filter(|link| link.step.abs() <= 30)
        };
        std::array::from_fn(|direction| {
            let link = best(id, direction)?;
            let back = best(link.to, (direction + 2) % 4)?;
            (back.to == id).then(|| self.numbers[&link.to])
        })
    }

    fn meets(&self, column: ColumnKey, low: i32, high: i32) -> bool {
        low < high && self.spans.get(&column).is_some_and(|spans| spans.iter().any(|[a, b]| *a < high && *b > low))
    }

    /// Whether a span above the floor's own meets the band above it.
    fn blocked_on(&self, floor: usize, column: ColumnKey, [low, high]: [i32; 2]) -> bool {
        let Held { height, ceiling, .. } = self.floors[floor];
        let above = self.spans[&column].iter().filter(|span| span[0] >= ceiling);
        low < high && above.into_iter().any(|[a, b]| *a < height + high && *b > height + low)
    }

    fn next(&self, on: On, column: ColumnKey, direction: usize, band: [i32; 2], rim: Rim) -> Next {
        let enter = |floor: usize| {
            if self.blocked_on(floor, column, band) { Next::Blocked } else { Next::On(On::Floor(floor)) }
        };
        let (last, left) = match on {
            On::Floor(floor) => match self.ways[floor][direction] {
                Some(next) => return enter(next),
                None if rim == Rim::Blocked => return Next::Blocked,
                None => (floor, self.air),
            },
            On::Air(last, left) => (last, left),
        };
        if left == 0 {
            return Next::Lost;
        }
        let height = self.floors[last].height;
        let there = self.by_column.get(&column).into_iter().flatten();
        let apart = |floor: usize| (self.floors[floor].height - height).abs();
        // Floors stand from below, and the first of the nearest is taken.
        if let Some(&floor) = there.filter(|&&floor| apart(floor) <= 30).min_by_key(|&&floor| apart(floor)) {
            return enter(floor);
        }
        if self.meets(column, height + band[0], height + band[1]) {
            return Next::Blocked;
        }
        Next::On(On::Air(last, left - 1))
    }

    /// All columns that a straight walk enters, with what it is on there; the last may be blocked.
    fn walk(
        &self,
        on: On,
        column: ColumnKey,
        direction: usize,
        band: [i32; 2],
        rim: Rim,
    ) -> Vec<(ColumnKey, Option<On>)> {
        let (mut on, mut column, mut way) = (on, column, Vec::new());
        let [dx, dz] = DIRECTIONS[direction];
        for _ in 0..=self.half_cells / 2 {
            column = ColumnKey::new(column.x + dx, column.z + dz);
            match self.next(on, column, direction, band, rim) {
                Next::On(next) => {
                    on = next;
                    way.push((column, Some(on)));
                }
                Next::Blocked => {
                    way.push((column, None));
                    break;
                }
                Next::Lost => break,
            }
        }
        way
    }

    /// Squared distance in half cells from a floor.
    pub fn squared(&self, world: &World, id: FloorId, band: [i32; 2], rim: Rim) -> u32 {
        let (floor, own) = (self.numbers[&id], world.column_of(id).unwrap());
        let mut least = self.half_cells * self.half_cells;
        if self.blocked_on(floor, own, band) {
            return 0;
        }
        let mut offer = |column: ColumnKey| {
            let away = |a: i32, b: i32| i64::from((2 * (a - b).abs() - 1).max(0)).pow(2);
            least = least.min(away(column.x, own.x) + away(column.z, own.z));
        };
        for direction in 0..4 {
            let first = self.walk(On::Floor(floor), own, direction, band, rim);
            for (column, on) in [(own, Some(On::Floor(floor)))].into_iter().chain(first) {
                let Some(on) = on else {
                    offer(column);
                    continue;
                };
                for across in [(direction + 1) % 4, (direction + 3) % 4] {
                    let (mut on, mut column) = (on, column);
                    let mut skipped = 0;
                    // In the air the last floor goes along as far as it can.
                    if let On::Air(last, left) = on {
                        let (mut last, [dx, dz]) = (last, DIRECTIONS[across]);
                        while let (Some(next), true) = (self.ways[last][across], skipped <= self.half_cells) {
                            last = next;
                            column = ColumnKey::new(column.x + dx, column.z + dz);
                            skipped += 1;
                        }
                        on = On::Air(last, left);
                    }
                    let second = self.walk(on, column, across, band, rim);
                    second.into_iter().filter(|(_, on)| on.is_none()).for_each(|(column, _)| offer(column));
                }
            }
        }
        least as u32
    }
}
