//! Along the way with few tiles at a time: windows for the ends, for tiles that are looked into, for the next stretch.
//!
//! A way over waypoints is a bound: the body may not fit somewhere. So each stretch is searched for on its floors; where
//! that fails, or costs far more than the bound said, the tiles of the stretch are opened, and the way is chosen anew.

use super::super::descent::Descent;
use super::super::gates::Kind;
use super::super::hierarchy::Hierarchy;
use super::PlanError;
use super::above::{Above, Entry, Hop, run};
use super::opened::Opened;
use super::through::{Measures, Throughs};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{ColumnKey, TILE, Tile, TileKey, Window};
use crate::plan::cells::{Ahead, Cells, Planner};
use crate::plan::no_route::{NoRoute, Why};
use crate::plan::query::{CellOptions, Extended, Front, Goal, Query};
use crate::plan::reach::{ORTHOGONAL, octile};
use crate::search::{Buckets, Outcome, Seen, search};
use crate::world::{FloorId, PagedWorld, World};
use rayon::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Tiles after the walker's that a lower search leads through. Of its way only what leads out of the first tile is kept.
const HORIZON: usize = 3;
/// What the first tile of a stretch is taken for, as long as it is not known better.
const FIRST: u64 = TILE as u64 * ORTHOGONAL as u64;
/// What a stretch may cost more than its bound, and by an eighth of it, before leaps are looked for; twice as much, and its
/// tiles are opened.
const SLACK: u64 = 16 * ORTHOGONAL as u64;
/// The same for the first stretch of all, which the walker waits for.
const AT_ONCE: usize = 2;
/// Tiles that are opened at most in search of leaps before it is said that the goal cannot be reached.
const LOOKED: usize = 48;
/// Floors that are looked at on each end to find out how far the waypoints of its tile are.
const LOOK: u64 = 4096;

/// A floor and how it is reached.
pub(super) type Trodden = (FloorId, u8);

/// Waypoints over the rim of a tile, counted through, with costs.
pub(super) type Sides = Vec<(u32, u32)>;

/// Floors of a lower search, with what it costs to each.
type Found = (Vec<Trodden>, Vec<u64>);

/// What one query works with.
pub(super) struct Walk<'a> {
    pub paged: &'a PagedWorld,
    pub query: &'a Query<'a>,
    hierarchy: Arc<Hierarchy>,
    throughs: Arc<Throughs>,
    measures: Measures,
    /// The window that was made last: what follows often lies in it.
    last: RefCell<Option<(Vec<TileKey>, World)>>,
}

/// Where a walk begins and where it may end.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub start: FloorId,
    pub goals: Vec<FloorId>,
    /// What it costs to waypoints over the rim of its tile, for each of them.
    sides: BTreeMap<FloorId, Sides>,
}

/// What was found out on the way.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    ends: Option<Ends>,
    opened: BTreeMap<TileKey, Opened>,
    /// Gates and waypoints expanded, floors expanded by each lower search, searches, entries.
    pub upper: u64,
    pub upper_searches: usize,
    pub lower: Vec<u64>,
    pub enqueued: u64,
    /// Tiles opened in search of leaps.
    looked: usize,
}

/// A stretch that a lower search found.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// From where the walker is to behind the next rim, or to the goal.
    pub floors: Vec<Trodden>,
    pub cost: u64,
    /// Hops that are done with.
    pub hops: usize,
}

impl<'a> Walk<'a> {
    pub fn new(paged: &'a PagedWorld, query: &'a Query<'a>) -> Self {
        let planner = Planner::new(paged.head(), query);
        let extended = planner.is_extended();
        let reach = &planner.terrain.reach;
        let hierarchy = Hierarchy::of(paged.head(), reach, &planner.costs.lasting(), extended);
        let cell = reach.grid.cell * CM_PER_METRE / PLAN_PER_METRE + 1;
        let measures = Measures::of(&reach.limits, &planner.costs, extended, cell);
        let throughs = paged.head().kept(&measures, Throughs::default);
        Self { paged, query, hierarchy, throughs, measures, last: RefCell::default() }
    }

    /// Whether the body leaps at all.
    fn leaps(&self) -> bool {
        self.hierarchy.extended && !self.hierarchy.reach.limits.leaps.is_empty()
    }

    /// Tiles that what is derived of a tile depends on, counted from it, with leaps or without.
    fn halo(&self, leaps: bool) -> i32 {
        self.hierarchy.reach.tiles_around() + if leaps { self.hierarchy.leap_tiles() } else { 0 }
    }

    /// A window of some tiles and those around them, or a larger one.
    pub fn window(&self, tiles: impl IntoIterator<Item = TileKey>, around: i32) -> Result<World, PlanError> {
        let grown = |key: TileKey| Window::of_tile(key).grown(around * TILE).tiles().collect::<Vec<_>>();
        let mut keys: Vec<TileKey> = tiles.into_iter().flat_map(grown).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut last = self.last.borrow_mut();
        if let Some((held, world)) = &*last
            && keys.iter().all(|key| held.binary_search(key).is_ok())
        {
            return Ok(world.clone());
        }
        // What it holds must not be in the way of the new one.
        *last = None;
        let world = self.paged.window(&keys)?;
        *last = Some((keys, world.clone()));
        Ok(world)
    }

    /// A window in which what leads through some tiles can be laid out.
    pub fn window_to_tell(&self, tiles: Vec<TileKey>) -> Result<World, PlanError> {
        self.window(tiles, self.halo(false))
    }

    /// The ends of the walk, found once.
    pub fn ends(&self, known: &mut Known) -> Result<Ends, PlanError> {
        if let Some(ends) = &known.ends {
            return Ok(ends.clone());
        }
        let query = self.query;
        if !query.rules.is_empty() || query.from_region.is_some() {
            return Err(PlanError::Asked(
                "a world that is read tile by tile is asked without rules and from a position",
            ));
        }
        let window = self.window(self.tiles_of_ends()?, self.halo(false))?;
        // On all threads, where they are not there yet.
        let reach = &self.hierarchy.reach;
        let at = |goal: &Goal| if let Goal::Point(at) = goal { *at } else { query.from };
        let columns = query.to.iter().map(at).chain([query.from]).map(|at| window.column_at(at).tile());
        columns.collect::<Vec<_>>().par_iter().filter(|key| window.tile(**key).is_some()).for_each(|&key| {
            reach.steps(&window, key);
        });
        let mut planner = self.planner(&window, false);
        let found = planner.ends()?;
        let start = planner.terrain.floor(found.start);
        let goals: Vec<FloorId> = found.nodes.iter().map(|&node| planner.terrain.floor(node)).collect();
        let mut sides = BTreeMap::new();
        for &end in goals.iter().chain([&start]) {
            sides.insert(end, self.sides(&mut planner, end, known));
        }
        let ends = Ends { start, goals, sides };
        known.ends = Some(ends.clone());
        Ok(ends)
    }

    fn tiles_of_ends(&self) -> Result<Vec<TileKey>, PlanError> {
        let [x, _, z] = self.query.half_extents;
        let mut tiles = self.paged.tiles_within(self.query.from, x.max(z));
        for goal in &self.query.to {
            let Goal::Point(at) = goal else {
                return Err(PlanError::Asked("goals in a world that is read tile by tile are positions"));
            };
            tiles.extend(self.paged.tiles_within(*at, x.max(z)));
        }
        Ok(tiles)
    }

    fn planner<'w>(&'w self, window: &'w World, leaps: bool) -> Planner<'w> {
        let mut planner = Planner::new(window, self.query);
        if !leaps {
            planner.options.extended = Extended::None;
        }
        planner
    }

    /// What it costs from a floor to the waypoints over the rim of its tile, by steps.
    fn sides(&self, planner: &mut Planner<'_>, end: FloorId, known: &mut Known) -> Sides {
        let (Some(outline), Some(tile)) = (self.paged.outline_of(end.tile), planner.terrain.world.tile(end.tile))
        else {
            return Vec::new();
        };
        planner.terrain.set_fence(Some(vec![end.tile]));
        let start = planner.terrain.node(end);
        let options = CellOptions { front: Front::Bushfire, extended: Extended::None, ..CellOptions::default() };
        let mut seen = Seen::default();
        let mut space = Cells::flood(&mut planner.terrain, &planner.costs, options);
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &[(start, 0)], LOOK);
        planner.terrain.set_fence(None);
        known.upper += outcome.expanded;
        let at = planner.terrain.column(start).in_tile();
        let mut sides = Vec::new();
        for (local, pass) in outline.passes.iter().filter(|pass| pass.is_outward()).enumerate() {
            let middle = i32::from(pass.column[usize::from(pass.direction % 2 == 0)]);
            let costs = crossings(tile, pass.direction.into(), run(pass), pass.area).filter_map(|(along, index)| {
                let cost = seen.cost(planner.terrain.node(FloorId { tile: end.tile, index }));
                (cost != u32::MAX).then(|| cost.saturating_add(along.abs_diff(middle) * ORTHOGONAL))
            });
            // Of what was not looked at the straight line is a bound.
            let [x, z] = pass.column.map(i32::from);
            let [dx, dz] = [x - at[0], z - at[1]].map(i32::abs);
            let bound = outcome.exhausted.then(|| planner.costs.at_least(octile(dx, dz)));
            sides.extend(costs.min().or(bound).map(|cost| (local as u32, cost)));
        }
        sides
    }

    /// The number of the query's goal that a floor is of.
    pub fn goal_of(&self, floor: FloorId) -> Result<usize, PlanError> {
        if self.query.to.len() < 2 {
            return Ok(0);
        }
        let window = self.window(self.tiles_of_ends()?, self.halo(false))?;
        let mut planner = self.planner(&window, false);
        let ends = planner.ends()?;
        Ok(ends.goal_of(planner.terrain.node(floor)))
    }

    /// Looks into a tile, so that its gates are known, and how far they are from the walker and the goals.
    fn open(&self, known: &mut Known, key: TileKey, from: FloorId) -> Result<(), PlanError> {
        let window = self.window([key], self.hierarchy.gate_tiles())?;
        let before = known.opened.get(&key).into_iter().flat_map(|tile| tile.ends.keys().copied());
        let goals = known.ends.iter().flat_map(|ends| &ends.goals).chain([&from]);
        let mut floors: Vec<u32> = before.chain(goals.filter(|end| end.tile == key).map(|end| end.index)).collect();
        floors.sort_unstable();
        floors.dedup();
        known.opened.insert(key, Opened::of(&window, &self.hierarchy, key, &floors));
        Ok(())
    }

    /// The way over waypoints and gates from where the walker is; none if there is none.
    pub fn way(&self, known: &mut Known, from: FloorId) -> Result<Vec<Hop>, PlanError> {
        let ends = self.ends(known)?;
        for end in ends.goals.iter().chain([&from]) {
            let has = match known.opened.get(&end.tile) {
                Some(tile) => tile.ends.contains_key(&end.index),
                None => ends.sides.get(end).is_some_and(|sides| !sides.is_empty()),
            };
            if !has {
                self.open(known, end.tile, from)?;
            }
        }
        let direct = self.direct(known, &ends, from)?;
        loop {
            known.upper_searches += 1;
            let (outcome, hops) = self.search(known, &ends, from, direct);
            known.upper += outcome.expanded;
            known.enqueued += outcome.enqueued;
            if let Some(hops) = hops {
                return Ok(hops);
            }
            if outcome.exhausted || !self.look_around(known, &ends, from)? {
                return Err(self.no(&outcome));
            }
        }
    }

    fn search(&self, known: &Known, ends: &Ends, from: FloorId, direct: Option<u32>) -> (Outcome, Option<Vec<Hop>>) {
        // To the tiles of the goals: a little less than to the goals themselves.
        let corners = ends.goals.iter().flat_map(|goal| {
            let Window { x0, z0, width, depth } = Window::of_tile(goal.tile);
            [ColumnKey::new(x0, z0), ColumnKey::new(x0 + width - 1, z0 + depth - 1)]
        });
        let by = (&*self.throughs, &self.measures, &self.hierarchy.costs);
        let mut above = Above::new(self.paged, &known.opened, by, (&ends.goals, &ends.sides), Ahead::to(corners));
        above.way(from, direct, self.query.budget)
    }

    /// What a way costs that stays in the tile of the walker.
    fn direct(&self, known: &mut Known, ends: &Ends, from: FloorId) -> Result<Option<u32>, PlanError> {
        let goals: Vec<FloorId> = ends.goals.iter().copied().filter(|goal| goal.tile == from.tile).collect();
        if goals.is_empty() {
            return Ok(None);
        }
        let leg = self.lower(known, from, &[from.tile], self.leaps(), |_| goals)?;
        Ok(leg.and_then(|(_, costs)| costs.last().map(|&cost| cost as u32)))
    }

    /// A lower search within some tiles; the floors where it may end are found in its window.
    fn lower(
        &self,
        known: &mut Known,
        from: FloorId,
        fence: &[TileKey],
        leaps: bool,
        ends: impl FnOnce(&World) -> Vec<FloorId>,
    ) -> Result<Option<Found>, PlanError> {
        let window = self.window(fence.iter().copied(), self.halo(leaps))?;
        let mut planner = self.planner(&window, leaps);
        // On all threads, where they are not there yet.
        let reach = &self.hierarchy.reach;
        fence.par_iter().for_each(|&key| {
            reach.steps(&window, key);
        });
        let start = planner.terrain.node(from);
        let mut goals: Vec<u32> = Vec::new();
        for end in ends(&window) {
            let node = planner.terrain.node(end);
            if planner.terrain.room(node) > 0 {
                goals.push(node);
            }
        }
        goals.sort_unstable();
        if goals.is_empty() {
            return Ok(None);
        }
        let mut descent = Descent::new(&mut planner, &goals);
        let leg = descent.search(fence, &[(start, 0)], &goals);
        known.lower.append(&mut descent.lower);
        known.enqueued += descent.enqueued;
        let Some(leg) = leg else { return Ok(None) };
        let floors = leg.path.iter().map(|&(node, how)| (planner.terrain.floor(node), how)).collect();
        Ok(Some((floors, leg.costs)))
    }

    /// The next stretch along some hops; `None` when the body does not get through there, or by far not as cheaply, and the
    /// tiles were not all opened, as they are then.
    pub fn stretch(
        &self,
        known: &mut Known,
        from: FloorId,
        hops: &[Hop],
        fresh: bool,
    ) -> Result<Option<Stretch>, PlanError> {
        let leaps = hops.first().is_some_and(|hop| hop.from == hop.to);
        let ahead = if leaps {
            1
        } else {
            hops.iter().take(if fresh { AT_ONCE } else { HORIZON }).take_while(|hop| hop.from != hop.to).count()
        };
        let mut fence: Vec<TileKey> = hops[..ahead].iter().map(|hop| hop.to).chain([from.tile]).collect();
        fence.sort_unstable();
        fence.dedup();
        let last = ahead == hops.len();
        let goals = &self.ends(known)?.goals;
        let targets = |window: &World| match hops[..ahead].last() {
            Some(hop) if !last => entries(window, hop),
            _ => goals.clone(),
        };
        let bound = hops[..ahead].last().filter(|_| !last).map(|hop| u64::from(hop.cost));
        let base = hops.first().map_or(0, |hop| u64::from(hop.cost)).saturating_sub(FIRST);
        // Bounds count from where the walker was when the way was chosen; later the first tile is counted in full.
        let bound = bound.map(|bound| if fresh { bound } else { bound.saturating_sub(base) });
        let is_dear = |found: &Option<Found>, eighths: u64| match found {
            Some((_, costs)) => {
                let cost = costs.last().copied().unwrap_or(0);
                bound.is_some_and(|bound| cost > bound * (8 + eighths) / 8 + eighths * SLACK)
            }
            None => true,
        };
        // Leaps are dear to find, and hardly ever shorten a way that is not much longer than its bound.
        let mut found = self.lower(known, from, &fence, false, targets)?;
        if self.leaps() && is_dear(&found, 1) {
            found = self.lower(known, from, &fence, true, targets)?;
        }
        if is_dear(&found, 2) && self.open_all(known, &fence, from)? {
            return Ok(None);
        }
        // With all tiles opened the way is exact, and is found.
        let Some((mut floors, costs)) = found else { return Err(self.no(&Outcome::default())) };
        let (mut done, mut cost) = (ahead, costs.last().copied().unwrap_or(0));
        if !last && !leaps {
            let inside = floors.iter().rposition(|(floor, _)| floor.tile == from.tile).unwrap_or(0);
            let end = (inside + 1).min(floors.len() - 1);
            floors.truncate(end + 1);
            cost = costs[end];
            let tile = floors[end].0.tile;
            done = hops[..ahead].iter().rposition(|hop| hop.to == tile).map_or(1, |at| at + 1);
        }
        Ok(Some(Stretch { floors, cost, hops: done }))
    }

    /// Opens tiles; whether any was not yet.
    fn open_all(&self, known: &mut Known, tiles: &[TileKey], from: FloorId) -> Result<bool, PlanError> {
        let mut new = false;
        for &key in tiles {
            if !known.opened.contains_key(&key) {
                self.open(known, key, from)?;
                new = true;
            }
        }
        Ok(new)
    }

    /// When outlines join nothing: looks into tiles that leaps may lead through, from the ends on, as leaps are not in
    /// outlines. Whether that was news; it is not once all that is reached from an end was looked at, or very much.
    fn look_around(&self, known: &mut Known, ends: &Ends, from: FloorId) -> Result<bool, PlanError> {
        if !self.leaps() {
            return Ok(false);
        }
        let own: Vec<TileKey> = ends.goals.iter().map(|goal| goal.tile).chain([from.tile]).collect();
        if self.open_all(known, &own, from)? {
            return Ok(true);
        }
        let both = ends.goals.iter().map(|&goal| (goal, true)).chain([(from, false)]);
        let next: Vec<Vec<TileKey>> = both.map(|(end, back)| self.frontier(known, end, back)).collect();
        let goals = next.len() - 1;
        if next[goals].is_empty() || next[..goals].iter().all(Vec::is_empty) {
            return Ok(false);
        }
        let mut news = false;
        for tiles in next {
            known.looked += tiles.len();
            if known.looked <= LOOKED {
                news |= self.open_all(known, &tiles, from)?;
            }
        }
        Ok(news)
    }

    /// Tiles that were not opened, next to what is reached from a floor, or reaches it, through those that were.
    fn frontier(&self, known: &Known, end: FloorId, back: bool) -> Vec<TileKey> {
        let (mut met, mut open, mut next) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
        let first = known.opened.get(&end.tile).and_then(|tile| tile.ends.get(&end.index)?.first());
        open.extend(first.map(|&(gate, _)| (end.tile, gate as usize)));
        while let Some((key, entered)) = open.pop() {
            let Some(tile) = known.opened.get(&key) else { continue };
            for at in tile.with(entered) {
                let gate = tile.gates[at];
                if gate.kind == (if back { Kind::Out } else { Kind::In }) || !met.insert((key, at)) {
                    continue;
                }
                let [x, z] = gate.tile.map(i32::from);
                let beyond = TileKey { z: key.z + z, x: key.x + x };
                match known.opened.get(&beyond) {
                    Some(other) => open.extend(other.counterpart(&gate, back).map(|at| (beyond, at))),
                    None if self.paged.place_of(beyond).is_some() => {
                        next.insert(beyond);
                    }
                    None => {}
                }
            }
        }
        next.into_iter().collect()
    }

    fn no(&self, outcome: &Outcome) -> PlanError {
        if outcome.exhausted {
            let message = format!("the search was stopped after {} waypoints; raise the budget", outcome.expanded);
            return NoRoute::new(Why::Budget, self.query.from, message).into();
        }
        NoRoute::new(Why::Disconnected, self.query.from, "the goal cannot be reached from the start".to_owned()).into()
    }
}

/// The floors on which a tile is entered by a hop.
fn entries(window: &World, hop: &Hop) -> Vec<FloorId> {
    let floor = |index: usize| FloorId { tile: hop.to, index: index as u32 };
    match &hop.entry {
        Entry::Gate(index) => vec![floor(*index as usize)],
        Entry::Run { direction, along, area } => {
            let tile = window.tile(hop.to);
            let found = tile.into_iter().flat_map(|tile| crossings(tile, *direction, along.clone(), *area));
            found.map(|(_, index)| floor(index as usize)).collect()
        }
    }
}

/// Floors of an area at the rim of a tile in a direction, each with its column along the rim.
fn crossings(tile: &Tile, direction: usize, along: Range<i32>, area: u16) -> impl Iterator<Item = (i32, u32)> + '_ {
    let across = if direction < 2 { TILE - 1 } else { 0 };
    along.flat_map(move |along| {
        let [x, z] = if direction % 2 == 0 { [across, along] } else { [along, across] };
        let floors = tile.floor_index().range(x, z).filter(move |&floor| tile.sheet(floor) == area);
        floors.map(move |floor| (along, floor as u32))
    })
}
