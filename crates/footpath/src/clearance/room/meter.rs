//! How much room a body has at every floor of some columns.
//!
//! In: columns with their links, a disc and the step rule. Out: for each floor the greatest height that fits there, in cm, and the same
//! without the step exception. Almost all floors are decided by maxima over the disc, taken around all columns at once: where nothing
//! is in the way, where a wall is, and where all ground in the disc is joined by steps ([`Source`]). The disc of every other floor is
//! looked at column by column.

use super::columns::{Columns, ENOUGH, Ground};
use super::disc::Disc;
use super::excuse::{Excuse, Place};
use super::layer::{Decision, Extent, Source};
use super::links::Links;
use super::rule::StepRule;
use crate::ground::{ColumnKey, TILE, Window};

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
    /// How far the ground in the disc ends below the body, which begins a climb above the feet, in cm; a lower bound.
    pub spare: u8,
}

/// A floor whose room is not decided yet.
#[derive(Clone, Copy)]
struct Undecided {
    /// The square of columns that it is in: floors far apart have layers of their own.
    square: u32,
    height: i32,
    column: [i32; 2],
    number: u32,
}

/// Columns along a square of which floors are decided together: a tile and a column on either side.
const SQUARE: i32 = TILE + 2;

/// The time to look at one floor, counted in columns that a layer splits in that time.
const COLUMNS_PER_LOOK: usize = 32;

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
}

impl Meter {
    pub fn new(columns: Rc<Columns>, links: Rc<Links>, disc: &Disc, rule: &StepRule, cap: i32) -> Self {
        let (place, excuse) = Default::default();
        Self { columns, links, disc: disc.clone(), rule: *rule, cap, place, excuse }
    }

    /// The rooms of all floors in a window, by floor number; floors outside of it get no room. The columns must reach beyond the window
    /// by at least [`Disc::margin`] + 1.
    pub fn measure(&mut self, window: &Window, allowed: impl Fn(ColumnKey, u32) -> bool) -> Vec<Room> {
        let mut rooms = vec![Room::default(); self.columns.count()];
        let mut left = Vec::new();
        if self.disc.rows().is_empty() {
            self.decide(window, allowed, |_, _, own| Decision::Free { height: own, spare: 0 }, &mut rooms, &mut left);
            return rooms;
        }
        let (columns, links) = (Rc::clone(&self.columns), Rc::clone(&self.links));
        let (disc, rule) = (self.disc.clone(), self.rule);
        let source = Source::new(&columns, &links, &disc, &rule);
        let lowest = source.lowest_layer();
        self.decide(window, allowed, |column, ground, own| lowest.decide(column, ground, own), &mut rooms, &mut left);
        self.decide_upper(&source, left, &mut rooms);
        rooms
    }

    /// Decides the floors of a window. Adds the undecided ones to `left`.
    fn decide(
        &self,
        window: &Window,
        allowed: impl Fn(ColumnKey, u32) -> bool,
        decide: impl Fn([i32; 2], &Ground, i32) -> Decision,
        rooms: &mut [Room],
        left: &mut Vec<Undecided>,
    ) {
        for column in window.columns() {
            let [x, z] = [column.x, column.z];
            let place = [x - self.columns.window.x0, z - self.columns.window.z0];
            for number in self.columns.numbers(self.columns.at(column)) {
                let ground = self.columns.floor(number);
                if !ground.stands || !allowed(column, self.columns.index(number)) {
                    continue;
                }
                match self.room_of(decide(place, ground, ground.free().min(self.cap))) {
                    Some(room) => rooms[number as usize] = room,
                    None => left.push(Undecided {
                        square: square_of([x - window.x0, z - window.z0]),
                        height: ground.height,
                        column: place,
                        number,
                    }),
                }
            }
        }
    }

    /// Decides the undecided floors. Large groups of about the same height get a layer of their own; other floors are tested one by one.
    /// If the layer begins too low for a floor, the floor joins the next higher group.
    fn decide_upper(&mut self, source: &Source<'_>, mut left: Vec<Undecided>, rooms: &mut [Room]) {
        left.sort_unstable_by_key(|left| (left.square, left.height));
        let mut start = 0;
        while let Some(&first) = left.get(start) {
            let (most, rest) = (first.height + self.rule.climb, &left[start..]);
            let end = start + rest.partition_point(|left| (left.square, left.height) <= (first.square, most));
            start = self.decide_group(source, &mut left[start..end], rooms) + start;
        }
    }

    /// Decides floors of about the same height, lowest first. Moves the undecided ones to the end and returns the number of the decided.
    fn decide_group(&mut self, source: &Source<'_>, group: &mut [Undecided], rooms: &mut [Room]) -> usize {
        let extent = source.around(&extent_of(group));
        let layer =
            (group.len() * COLUMNS_PER_LOOK >= extent.len()).then(|| source.layer_from(group[0].height, extent));
        let mut higher = Vec::new();
        for &left in group.iter() {
            let ground = self.columns.floor(left.number);
            let decision = layer.as_ref().map(|layer| layer.decide(left.column, ground, ground.free().min(self.cap)));
            if decision == Some(Decision::Higher) {
                higher.push(left);
                continue;
            }
            let known = decision.and_then(|decision| self.room_of(decision));
            rooms[left.number as usize] = known.unwrap_or_else(|| self.look(&left, source.lowest_linked()));
        }
        let decided = group.len() - higher.len();
        group[decided..].copy_from_slice(&higher);
        decided
    }

    fn room_of(&self, decision: Decision) -> Option<Room> {
        match decision {
            Decision::Free { height, spare } => Some(Room { spare, ..self.room(height, height, false) }),
            Decision::Rolling(height) => Some(self.room(height, height, true)),
            Decision::Blocked => Some(Room::default()),
            Decision::Higher | Decision::Unknown => None,
        }
    }

    fn room(&self, height: i32, plain: i32, rolls: bool) -> Room {
        if height < self.rule.min_height {
            return Room::default();
        }
        // A room that depends on the step exception stays below the cap, because moves from there may have less room.
        let height = if plain < height { height.min(self.cap - 1) } else { height };
        Room { height: height as u16, plain: plain.min(height) as u16, rolls, spare: 0 }
    }

    /// The room at a floor, column by column, nearest first. `lowest_linked` has for each floor the height of the lowest floor linked
    /// with it. Floors with different values are not joined by steps.
    fn look(&mut self, left: &Undecided, lowest_linked: &[i32]) -> Room {
        let number = left.number;
        let lowest = lowest_linked[number as usize];
        let Self { columns, links, rule, disc, place, excuse, .. } = self;
        let ground = columns.floor(number);
        let (feet, base) = (ground.height, ground.height + rule.climb);
        let own = ground.free().min(self.cap);
        let (mut height, mut plain, mut has_begun) = (own, own, false);
        let at = left.column[1] as usize * columns.width() + left.column[0] as usize;
        for (column, square) in disc.around(at, columns.width()) {
            let Some(low) = columns.hit(column, base, feet + own) else { continue };
            plain = plain.min(low.max(base) - feet);
            let mut above = base;
            let mut higher = columns.numbers(column).filter(|&floor| {
                let ground = columns.floor(floor);
                ground.stands && ground.height > feet && lowest_linked[floor as usize] == lowest
            });
            let may_rise = higher.any(|floor| {
                if !std::mem::replace(&mut has_begun, true) {
                    begin(columns, rule, disc, place, excuse, (number, left.column));
                }
                excuse.may_reach(links, place, (floor, columns.place(column)), square)
            });
            if may_rise {
                let ground = excuse.highest(columns, links, place, (column, square));
                above = ground.map_or(base, |ground| base.max(ground + rule.climb));
            }
            if let Some(low) = columns.hit(column, above, feet + height) {
                height = height.min(low.max(above) - feet);
                if height < rule.min_height {
                    return Room::default();
                }
            }
        }
        self.room(height, plain, false)
    }

    /// The nearest column in the disc around a floor, with its distance in plan units, that is blocked between two heights (in cm from
    /// the local origin) and to which no steps lead.
    pub fn nearest(&mut self, column: ColumnKey, height: i32, [low, high]: [i32; 2]) -> Option<(ColumnKey, i64)> {
        let at = self.columns.at(column);
        let Self { columns, links, rule, disc, place, excuse, .. } = self;
        let own = columns.numbers(at).find(|&number| columns.floor(number).height == height)?;
        begin(columns, rule, disc, place, excuse, (own, columns.place(at)));
        let (there, square) = disc.around(at, columns.width()).find(|&(there, square)| {
            columns.hit(there, low, high).is_some() && {
                let ground = excuse.highest(columns, links, place, (there, square));
                let above = ground.map_or(low, |ground| low.max(ground + rule.climb));
                columns.hit(there, above, high).is_some()
            }
        })?;
        Some((columns.column(there), square.isqrt()))
    }

    /// Free height above feet that hang over the centre of a column at a height, where no steps count.
    pub fn room_in_air(columns: &Columns, disc: &Disc, rule: &StepRule, at: usize, feet: i32) -> i32 {
        let base = feet + rule.climb;
        let free =
            |column: usize, most: i32| columns.hit(column, base, feet + most).map_or(most, |low| low.max(base) - feet);
        let mut room = free(at, ENOUGH);
        for (column, _) in disc.around(at, columns.width()) {
            room = free(column, room);
            if room <= rule.climb {
                break;
            }
        }
        room
    }
}

/// Starts the steps that lead from a floor at the centre of its column, which is counted from the corner of the window.
fn begin(
    columns: &Columns,
    rule: &StepRule,
    disc: &Disc,
    place: &mut Place,
    excuse: &mut Excuse,
    spot: (u32, [i32; 2]),
) {
    let cell = i64::from(rule.grid.cell);
    place.set(spot.1.map(|c| i64::from(c) * cell + cell / 2), disc.radius, cell);
    excuse.begin(columns, std::iter::once(spot));
}

/// The rectangle of columns that some floors are in.
fn extent_of(floors: &[Undecided]) -> Extent {
    let mut extent = Extent { low: [usize::MAX; 2], high: [0; 2] };
    for (axis, at) in floors.iter().flat_map(|left| left.column.into_iter().enumerate()) {
        extent.low[axis] = extent.low[axis].min(at as usize);
        extent.high[axis] = extent.high[axis].max(at as usize + 1);
    }
    extent
}

/// A number for the square of columns that a column of a window is in.
fn square_of(column: [i32; 2]) -> u32 {
    let [x, z] = column.map(|c| (c / SQUARE) as u32);
    z << 16 | x
}

impl Room {
    /// For two neighbouring floors, of which one is on rolling ground: whether that one is so high that all ground in the disc of the
    /// other stays below a body on the way. Steps lead to all ground in the disc of the rolling one.
    #[inline]
    pub fn is_clear_to_rolling([from, to]: [Self; 2], rise: i32) -> bool {
        if to.rolls { rise >= -i32::from(from.spare) } else { rise <= i32::from(to.spare) }
    }

    /// Whether a body of a height fits only because steps ahead are no collision.
    #[inline]
    pub fn leans(&self, height: i32) -> bool {
        !self.rolls && i32::from(self.plain) < height
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::geom::PLAN_PER_METRE;
    use crate::scene::{Scene, SceneBuilder, built_in};
    use crate::world::{Bake, Semantics, World};

    #[test]
    fn floors_that_are_decided_together_have_the_room_that_looking_finds() {
        for entry in built_in() {
            let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
            let world = World::bake(&(entry.build)(0), &settings).expect("built in");
            for (radius, climb, lowest) in
                [(0.25, 30, 180), (0.9, 2, 60), (0.4 * entry.cell_size, 0, 100), (0.6, 90, 200)]
            {
                compare(&world, (radius * f64::from(PLAN_PER_METRE)) as i64, climb, lowest);
            }
        }
    }

    /// A closed block between two corners.
    fn block(scene: SceneBuilder, name: &str, low: [f64; 3], high: [f64; 3]) -> SceneBuilder {
        let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { low[axis] } else { high[axis] });
        let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
        let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let faces: Vec<u32> = sides.iter().flat_map(|[a, b, c, d]| [*a, *b, *c, *a, *c, *d]).collect();
        scene.object(name, &corners, &faces, None)
    }

    #[test]
    fn the_tread_of_an_open_stair_is_a_step_and_no_ceiling() {
        let scene = block(Scene::builder(), "ground", [0.0, -0.2, 0.0], [4.0, 0.0, 3.0]);
        let scene = block(scene, "block", [2.0, 0.0, 0.0], [2.2, 0.2, 3.0]);
        let scene = block(scene, "deck", [2.2, 0.36, 0.0], [4.0, 0.4, 3.0]).build();
        let world =
            World::bake(&scene, &Bake { cell_size: 0.1, cell_height: 0.04, ..Bake::default() }).expect("a deck");
        for climb in [25, 30, 45] {
            compare(&world, (0.3 * f64::from(PLAN_PER_METRE)) as i64, climb, 80);
        }
        let reach = crate::reach::Reach::of(&world, &Body::adult(), &Semantics::baked(&world));
        let beside = ColumnKey::new(18, 15);
        let rooms = &reach.steps(&world, beside.tile()).rooms.heights;
        let tile = world.tile(beside.tile()).expect("ground");
        let [x, z] = beside.in_tile();
        assert!(tile.floor_index().range(x, z).any(|floor| rooms[floor] >= 180), "the adult walks up to the stair");
    }

    fn compare(world: &World, radius: i64, climb: i32, lowest: i32) {
        let disc = Disc::new(world.grid(), radius);
        let rule = StepRule { climb, min_height: lowest, slope: 64 * 64, grid: *world.grid() };
        let cap = lowest + 2 * climb + 50;
        for (key, _) in world.tiles() {
            let window = Window::of_tile(key);
            let columns = Columns::of(world, window.grown(disc.margin() + 1), &rule, &Semantics::baked(world));
            let links = Links::of(&columns, &rule);
            let (columns, links) = (Rc::new(columns), Rc::new(links));
            let lowest = links.lowest_linked(&columns);
            let mut meter = Meter::new(Rc::clone(&columns), links, &disc, &rule, cap);
            let rooms = meter.measure(&window, |_, _| true);
            for (at, column) in window.columns().map(|column| (columns.at(column), column)) {
                for number in columns.numbers(at).filter(|&number| columns.floor(number).stands) {
                    let left = Undecided { square: 0, height: 0, column: columns.place(at), number };
                    let (found, looked) = (rooms[number as usize], meter.look(&left, &lowest));
                    let least = |room: Room| room.height.min(cap as u16 - 1);
                    assert_eq!(least(found), least(looked), "{column:?}, {found:?}, {looked:?}");
                    assert!(
                        found.rolls || found.plain.min(cap as u16 - 1) == looked.plain.min(cap as u16 - 1),
                        "{column:?}"
                    );
                }
            }
        }
    }
}
