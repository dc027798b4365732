//! Along the way with few tiles at a time: windows for the ends, for tiles that are looked into, for the next stretch.
//!
//! A way over waypoints is a bound: the body may not fit somewhere. So each stretch is searched for on its floors; where
//! that fails, or costs far more than the bound said, the tiles of the stretch are opened, and the way is chosen anew.

use super::super::descent::Descent;
use super::super::hierarchy::Hierarchy;
use super::PlanError;
use super::above::{Above, Entry, Hop};
use super::opened::Opened;
use super::through::{Measures, Throughs};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{TILE, TileKey, Window};
use crate::plan::cells::{Ahead, Planner};
use crate::plan::no_route::{NoRoute, Why};
use crate::plan::query::{Goal, Query};
use crate::plan::reach::ORTHOGONAL;
use crate::search::Outcome;
use crate::world::{FloorId, PagedWorld, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tiles after the walker's that a lower search leads through. Of its way only what leads out of the first tile is kept.
const HORIZON: usize = 3;
/// How much dearer than its bound a stretch may be before its tiles are opened: so many quarters, and so many columns.
const QUARTERS: u64 = 5;
const COLUMNS: u64 = 16;
/// Tiles around each end that are opened at most before it is said that the other cannot be reached.
const AROUND: usize = 32;

/// A floor and how it is reached.
pub(super) type Trodden = (FloorId, u8);

/// What one query works with.
pub(super) struct Walk<'a> {
    pub paged: &'a PagedWorld,
    pub query: &'a Query<'a>,
    hierarchy: Arc<Hierarchy>,
    throughs: Arc<Throughs>,
    measures: Measures,
    /// The floor where the walk began, and all that will do as its end.
    pub start: FloorId,
    pub goals: Vec<FloorId>,
}

/// What was found out on the way.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    opened: BTreeMap<TileKey, Opened>,
    /// Gates and waypoints expanded, floors expanded by each lower search, searches, entries.
    pub upper: u64,
    pub upper_searches: usize,
    pub lower: Vec<u64>,
    pub enqueued: u64,
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
    pub fn new(paged: &'a PagedWorld, query: &'a Query<'a>, here: Option<FloorId>) -> Result<Self, PlanError> {
        let planner = Planner::new(paged.head(), query);
        let extended = planner.is_extended();
        let reach = &planner.terrain.reach;
        let hierarchy = Hierarchy::of(paged.head(), reach, &planner.costs.lasting(), extended);
        let cell = reach.grid.cell * CM_PER_METRE / PLAN_PER_METRE + 1;
        let measures = Measures::of(&reach.limits, &planner.costs, extended, cell);
        let throughs = paged.head().kept(&measures, Throughs::default);
        let (start, goals) = (FloorId { tile: TileKey::default(), index: 0 }, Vec::new());
        let mut walk = Self { paged, query, hierarchy, throughs, measures, start, goals };
        walk.find_ends(here)?;
        Ok(walk)
    }

    /// Tiles that what is derived for a lower search depends on, counted from its own.
    fn halo(&self) -> i32 {
        let leaps = if self.hierarchy.extended { self.hierarchy.leap_tiles() } else { 0 };
        self.hierarchy.reach.tiles_around() + leaps
    }

    /// A window of some tiles and those around them.
    pub fn window(&self, tiles: impl IntoIterator<Item = TileKey>) -> Result<World, PlanError> {
        self.window_around(tiles, self.halo())
    }

    fn window_around(&self, tiles: impl IntoIterator<Item = TileKey>, around: i32) -> Result<World, PlanError> {
        let grown = |key: TileKey| Window::of_tile(key).grown(around * TILE).tiles().collect::<Vec<_>>();
        let mut keys: Vec<TileKey> = tiles.into_iter().flat_map(grown).collect();
        keys.sort_unstable();
        keys.dedup();
        Ok(self.paged.window(&keys)?)
    }

    fn find_ends(&mut self, here: Option<FloorId>) -> Result<(), PlanError> {
        let query = self.query;
        if !query.rules.is_empty() || query.from_region.is_some() {
            return Err(PlanError::Asked(
                "a world that is read tile by tile is asked without rules and from a position",
            ));
        }
        let mut tiles = self.tiles_at(query.from);
        for goal in &query.to {
            let Goal::Point(at) = goal else {
                return Err(PlanError::Asked("goals in a world that is read tile by tile are positions"));
            };
            tiles.extend(self.tiles_at(*at));
        }
        if let Some(here) = here {
            tiles.push(here.tile);
        }
        let window = self.window(tiles)?;
        let mut planner = Planner::new(&window, query);
        let ends = planner.ends()?;
        let floor = |node: &u32| planner.terrain.floor(*node);
        self.start = here.unwrap_or_else(|| floor(&ends.start));
        self.goals = ends.nodes.iter().map(floor).collect();
        self.goals.sort_unstable();
        Ok(())
    }

    fn tiles_at(&self, at: [f64; 3]) -> Vec<TileKey> {
        let [x, _, z] = self.query.half_extents;
        self.paged.tiles_within(at, x.max(z))
    }

    /// The number of the query's goal that a floor is of.
    pub fn goal_of(&self, floor: FloorId) -> Result<usize, PlanError> {
        if self.query.to.len() < 2 {
            return Ok(0);
        }
        let tiles: Vec<TileKey> =
            self.query.to.iter().filter_map(|goal| Some(self.tiles_at(point(goal)?))).flatten().collect();
        let window = self.window(tiles.into_iter().chain([self.start.tile]))?;
        let mut planner = Planner::new(&window, self.query);
        let ends = planner.ends()?;
        Ok(ends.goal_of(planner.terrain.node(floor)))
    }

    /// Looks into a tile, so that its gates are known, and what they are from a floor of it.
    fn open(&self, known: &mut Known, key: TileKey) -> Result<(), PlanError> {
        let window = self.window_around([key], self.hierarchy.gate_tiles())?;
        let mut floors: Vec<u32> =
            known.opened.get(&key).map(|tile| tile.ends.keys().copied().collect()).unwrap_or_default();
        let ends = self.goals.iter().chain([&self.start]).filter(|end| end.tile == key);
        floors.extend(ends.map(|end| end.index));
        floors.sort_unstable();
        floors.dedup();
        known.opened.insert(key, Opened::of(&window, &self.hierarchy, key, &floors));
        Ok(())
    }

    /// The way over waypoints and gates from where the walker is; none if there is none.
    pub fn way(&mut self, known: &mut Known, from: FloorId) -> Result<Vec<Hop>, PlanError> {
        self.start = from;
        let ends: Vec<FloorId> = self.goals.iter().copied().chain([from]).collect();
        for end in ends {
            let has = known.opened.get(&end.tile).is_some_and(|tile| tile.ends.contains_key(&end.index));
            if !has {
                self.open(known, end.tile)?;
            }
        }
        let direct = self.direct(known, from)?;
        loop {
            known.upper_searches += 1;
            let (outcome, hops) = self.search(known, from, direct);
            known.upper += outcome.expanded;
            known.enqueued += outcome.enqueued;
            if let Some(hops) = hops {
                return Ok(hops);
            }
            if outcome.exhausted || !self.look_around(known, from)? {
                return Err(self.no(&outcome, from));
            }
        }
    }

    fn search(&self, known: &Known, from: FloorId, direct: Option<u32>) -> (Outcome, Option<Vec<Hop>>) {
        let planner = Planner::new(self.paged.head(), self.query);
        let column = |floor: &FloorId| {
            let opened = known.opened.get(&floor.tile)?;
            let &(gate, _) = opened.ends.get(&floor.index)?.first()?;
            Some(opened.columns[gate as usize].tile())
        };
        // To the tiles of the goals: a little less than to the goals themselves.
        let corners = self.goals.iter().filter_map(column).flat_map(|key| {
            let Window { x0, z0, width, depth } = Window::of_tile(key);
            let corner = crate::ground::ColumnKey::new;
            [corner(x0, z0), corner(x0 + width - 1, z0 + depth - 1)]
        });
        let ahead = Ahead::to(corners);
        let by = (&*self.throughs, &self.measures, &planner.costs);
        let mut above = Above::new(self.paged, &known.opened, by, &self.goals, ahead);
        above.way(from, direct, self.query.budget)
    }

    /// What a way costs that stays in the tile of the walker.
    fn direct(&self, known: &mut Known, from: FloorId) -> Result<Option<u32>, PlanError> {
        if self.goals.iter().all(|goal| goal.tile != from.tile) {
            return Ok(None);
        }
        let goals: Vec<FloorId> = self.goals.iter().copied().filter(|goal| goal.tile == from.tile).collect();
        let leg = self.lower(known, from, &[from.tile], |_| goals.clone())?;
        Ok(leg.and_then(|(_, costs)| costs.last().map(|&cost| cost as u32)))
    }

    /// A lower search within some tiles; the floors where it may end are found in its window.
    #[allow(clippy::type_complexity)]
    fn lower(
        &self,
        known: &mut Known,
        from: FloorId,
        fence: &[TileKey],
        ends: impl FnOnce(&World) -> Vec<FloorId>,
    ) -> Result<Option<(Vec<Trodden>, Vec<u64>)>, PlanError> {
        let window = self.window(fence.iter().copied())?;
        let mut planner = Planner::new(&window, self.query);
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
    pub fn stretch(&self, known: &mut Known, from: FloorId, hops: &[Hop]) -> Result<Option<Stretch>, PlanError> {
        let leaps = hops.first().is_some_and(|hop| hop.from == hop.to);
        let ahead = if leaps { 1 } else { hops.iter().take(HORIZON).take_while(|hop| hop.from != hop.to).count() };
        let mut fence: Vec<TileKey> = hops[..ahead].iter().map(|hop| hop.to).chain([from.tile]).collect();
        fence.sort_unstable();
        fence.dedup();
        let last = ahead == hops.len();
        let found = self.lower(known, from, &fence, |window| match hops[..ahead].last() {
            Some(hop) if !last => entries(window, hop),
            _ => self.goals.clone(),
        })?;
        let bound = hops[..ahead].last().filter(|_| !last).map(|hop| u64::from(hop.cost));
        let base = hops.first().map_or(0, |hop| u64::from(hop.cost));
        let surprised = found.as_ref().is_none_or(|(_, costs)| {
            let cost = costs.last().copied().unwrap_or(0);
            // Bounds count from the walker when the way was chosen; what was between has been walked.
            bound.is_some_and(|bound| {
                cost > (bound - base.min(bound)) * QUARTERS / 4
                    + COLUMNS * u64::from(ORTHOGONAL)
                    + 64 * u64::from(ORTHOGONAL)
            })
        });
        if surprised && self.open_all(known, &fence)? {
            return Ok(None);
        }
        // With all tiles opened the way is exact, and is found.
        let Some((mut floors, costs)) = found else { return Err(self.no(&Outcome::default(), from)) };
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
    fn open_all(&self, known: &mut Known, tiles: &[TileKey]) -> Result<bool, PlanError> {
        let mut new = false;
        for &key in tiles {
            if !known.opened.contains_key(&key) {
                self.open(known, key)?;
                new = true;
            }
        }
        Ok(new)
    }

    /// When outlines join nothing: looks into tiles around the ends, as leaps are not in outlines. Whether that was news.
    fn look_around(&self, known: &mut Known, from: FloorId) -> Result<bool, PlanError> {
        let ends: Vec<FloorId> = self.goals.clone();
        if !self.hierarchy.extended || self.hierarchy.reach.limits.leaps.is_empty() {
            return Ok(false);
        }
        let near = |key: TileKey, end: &FloorId| (key.x - end.tile.x).abs().max((key.z - end.tile.z).abs());
        for around in 1..=2 {
            for end in ends.iter().chain([&from]) {
                let ring =
                    Window::of_tile(end.tile).grown(around * TILE).tiles().filter(|&key| near(key, end) == around);
                let ring: Vec<TileKey> = ring.filter(|&key| self.paged.place_of(key).is_some()).collect();
                if known.opened.len() < 2 * AROUND && self.open_all(known, &ring)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn no(&self, outcome: &Outcome, from: FloorId) -> PlanError {
        let at = self.window([from.tile]).ok().and_then(|window| window.position(from)).unwrap_or(self.query.from);
        if outcome.exhausted {
            let message = format!("the search was stopped after {} waypoints; raise the budget", outcome.expanded);
            return NoRoute::new(Why::Budget, at, message).into();
        }
        NoRoute::new(Why::Disconnected, at, "the goal cannot be reached from the start".to_owned()).into()
    }
}

fn point(goal: &Goal) -> Option<[f64; 3]> {
    if let Goal::Point(at) = goal { Some(*at) } else { None }
}

/// The floors on which a tile is entered by a hop.
fn entries(window: &World, hop: &Hop) -> Vec<FloorId> {
    let floor = |index: usize| FloorId { tile: hop.to, index: index as u32 };
    match &hop.entry {
        Entry::Gate(index) => vec![floor(*index as usize)],
        Entry::Run { direction, along, area } => {
            let Some(tile) = window.tile(hop.to) else { return Vec::new() };
            // The direction leads out of the tile, so its rim is on that side.
            let across = if *direction < 2 { TILE - 1 } else { 0 };
            let columns = along.clone().map(|along| if direction % 2 == 0 { [across, along] } else { [along, across] });
            let floors = columns.flat_map(|[x, z]| tile.floor_index().range(x, z));
            floors.filter(|&index| tile.sheet(index) == *area).map(floor).collect()
        }
    }
}
