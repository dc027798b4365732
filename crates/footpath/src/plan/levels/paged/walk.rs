//! Along the way with few tiles at a time: windows for the ends, for tiles that are looked into, for the next stretch.
//!
//! A way over waypoints is a bound: the body may not fit somewhere. So each stretch is searched for on its floors; where
//! that fails, or costs far more than the bound said, the tiles of the stretch are opened, and the way is chosen anew.

use super::PlanError;
use super::above::{Above, Hop};
use super::away::Away;
use super::ends::{Asked, Ends};
use super::left::{Left, tile_corners};
use super::met::View;
use super::opened::Opened;
use super::through::{Measures, Through, Throughs};
use crate::ground::{Outline, TILE, TileKey, Window};
use crate::plan::asked;
use crate::plan::cells::Planner;
use crate::plan::levels::toward::Targets;
use crate::plan::query::{Extended, Query};
use crate::portals::BodyPortals;
use crate::search::Outcome;
use crate::world::{FloorId, PagedWorld, World};
use rayon::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Tiles between two ends that are near to each other.
const NEAR: u32 = 16;

/// A floor and how it is reached.
pub(super) type Trodden = (FloorId, u8);

/// Spots on waypoints over the rim of a tile, counted through, with costs.
pub(super) type Sides = Vec<(u32, u32)>;

/// Floors of a lower search, with what it costs to each.
pub(super) type Found = (Vec<Trodden>, Vec<u64>);

/// What one query works with.
pub(super) struct Walk<'a> {
    pub paged: &'a PagedWorld,
    pub query: &'a Query<'a>,
    pub hierarchy: Arc<BodyPortals>,
    /// The same without leaps, which take long to find.
    pub walking: Arc<BodyPortals>,
    pub throughs: Arc<Throughs>,
    pub measures: Measures,
    pub asked: Arc<Asked>,
    /// Whether no cost holds for the moment only.
    pub lasting: bool,
    /// The window that was made last: what follows often lies in it.
    last: RefCell<Option<(Vec<TileKey>, World)>>,
}

/// What was found out on the way.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub ends: Option<Ends>,
    pub opened: BTreeMap<TileKey, Opened>,
    /// Ways through tiles as a look into one showed them, by the numbers of their outlines.
    pub shown: BTreeMap<u32, Arc<Through>>,
    /// What is left to the goals according to outlines and to what was shown.
    pub left: Option<Arc<Left>>,
    /// How far the floors of the start's tile are, if that was found just now.
    pub away: Option<Arc<Away>>,
    /// Gates and waypoints expanded, floors expanded by each lower search, searches, entries.
    pub upper: u64,
    pub upper_searches: usize,
    pub lower: Vec<u64>,
    pub enqueued: u64,
    /// What the way over waypoints that was chosen last costs.
    pub cost: u32,
    /// That way, and where it begins, until a tile is opened.
    pub chosen: Option<(FloorId, Vec<Hop>)>,
    /// Where the way was to be chosen anew without any news, and what was known then.
    pub turned: BTreeSet<(FloorId, usize)>,
    /// Tiles opened in search of leaps.
    pub looked: usize,
}

impl Known {
    /// Grows with every tile that is opened, and once more when it is with leaps.
    pub fn news(&self) -> usize {
        self.opened.values().map(|tile| 1 + usize::from(tile.leaps)).sum()
    }
}

impl<'a> Walk<'a> {
    pub fn new(paged: &'a PagedWorld, query: &'a Query<'a>) -> Result<Self, PlanError> {
        asked::check(query)?;
        let planner = Planner::new(paged.head(), query);
        let extended = planner.is_extended();
        let reach = &planner.terrain.reach;
        let hierarchy = BodyPortals::of(paged.head(), reach, &planner.costs.lasting(), extended);
        let walking = BodyPortals::of(paged.head(), reach, &planner.costs.lasting(), false);
        let measures = Measures::of(&reach.limits, &planner.costs, extended, reach.grid.cell);
        let throughs = paged.head().derived(&measures, Throughs::default);
        let key = (reach.key(), planner.costs.lasting(), measures);
        let asked = paged.head().derived(&key, Asked::default);
        let (lasting, last) = (planner.costs.are_lasting(), RefCell::default());
        Ok(Self { paged, query, hierarchy, walking, throughs, measures, asked, lasting, last })
    }

    /// Whether the body leaps at all.
    pub fn leaps(&self) -> bool {
        self.hierarchy.moves.extended && !self.hierarchy.moves.reach.limits.leaps.is_empty()
    }

    /// Tiles that what is derived of a tile depends on, counted from it, with leaps or without.
    pub fn halo(&self, leaps: bool) -> i32 {
        self.hierarchy.moves.reach.tiles_around() + if leaps { self.hierarchy.moves.leap_tiles() } else { 0 }
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

    /// Finds the steps of some tiles that are not there yet, on all threads.
    pub fn derive_steps(&self, window: &World, mut tiles: Vec<TileKey>) {
        let reach = &self.hierarchy.moves.reach;
        tiles.retain(|&key| !reach.has_steps(window, key));
        // Who waits for other threads waits long where these are busy.
        match &tiles[..] {
            [] => {}
            &[key] => drop(reach.steps(window, key)),
            tiles => tiles.par_iter().for_each(|&key| drop(reach.steps(window, key))),
        }
    }

    pub fn planner<'w>(&'w self, window: &'w World, leaps: bool) -> Planner<'w> {
        let mut planner = Planner::new(window, self.query);
        if !leaps {
            planner.options.extended = Extended::None;
        }
        planner
    }

    /// The way over waypoints and gates from where the walker is; none if there is none.
    pub fn way(&self, known: &mut Known, from: FloorId) -> Result<Vec<Hop>, PlanError> {
        if let Some((_, hops)) = known.chosen.as_ref().filter(|(start, _)| *start == from) {
            return Ok(hops.clone());
        }
        let ends = self.ends_from(known, from)?;
        for end in ends.goals.iter().chain([&from]) {
            let has = match known.opened.get(&end.tile) {
                Some(tile) => tile.ends.contains_key(&end.index),
                None => ends.sides.get(end).is_some_and(|sides| !sides.is_empty()),
            };
            if !has {
                self.open(known, end.tile, from, false)?;
            }
        }
        let direct = self.direct(known, &ends, from)?;
        if known.left.is_none() {
            known.left = self.left(known, &ends, from)?;
        }
        loop {
            known.upper_searches += 1;
            let (outcome, hops) = self.search(known, &ends, from, direct);
            known.upper += outcome.expanded;
            known.enqueued += outcome.enqueued;
            if let Some((hops, cost)) = hops {
                known.cost = cost;
                known.chosen = Some((from, hops.clone()));
                return Ok(hops);
            }
            if outcome.exhausted || !self.look_around(known, &ends, from)? {
                return Err(self.no(known, &outcome)?.into());
            }
        }
    }

    /// What is left to the goals from all around, found when the way is chosen first; none where outlines know nothing of an end.
    fn left(&self, known: &mut Known, ends: &Ends, from: FloorId) -> Result<Option<Arc<Left>>, PlanError> {
        let has_sides = |end: &FloorId| ends.sides.get(end).is_some_and(|sides| !sides.is_empty());
        if !has_sides(&from) || !ends.goals.iter().all(has_sides) {
            return Ok(None);
        }
        // It knows of no leaps. Where little is to be searched, those that were found shall all count.
        let is_near =
            |goal: &FloorId| goal.tile.x.abs_diff(from.tile.x) <= NEAR && goal.tile.z.abs_diff(from.tile.z) <= NEAR;
        if known.opened.values().any(|tile| tile.leaps) && ends.goals.iter().all(is_near) {
            return Ok(None);
        }
        let between = (from, ends.goals.clone());
        // What ends are away from is not kept either where costs hold for the moment only.
        let lasting = self.lasting && known.shown.is_empty();
        let kept = lasting.then(|| self.asked.left.find(self.paged.head(), &between, std::iter::empty())).flatten();
        let left = match &kept {
            Some(left) => Arc::clone(left),
            None => {
                let (view, until) = (self.view(&known.shown), (self.query.stop.clone(), self.query.budget));
                Arc::new(Left::search(view, &self.hierarchy.moves.costs, (from, &ends.goals), &ends.sides, until))
            }
        };
        known.upper += left.outcome.expanded;
        known.enqueued += left.outcome.enqueued;
        if self.query.stop.is_set() {
            return Err(self.no(known, &left.outcome)?.into());
        }
        // Whoever may expand no more searches as far as that without it, and what is kept must not make a difference.
        if left.outcome.exhausted || left.outcome.expanded > self.query.budget {
            return Ok(None);
        }
        if kept.is_none() && lasting {
            self.asked.left.insert(self.paged.head(), &between, std::iter::empty(), &left);
        }
        Ok(Some(left))
    }

    /// The outline of a tile, and its number.
    pub fn outline(&self, key: TileKey) -> Option<(u32, &Outline)> {
        self.paged.place_of(key).and_then(|place| self.paged.outline(place))
    }

    /// Outlines as this body sees them.
    pub fn view<'v>(&'v self, shown: &'v BTreeMap<u32, Arc<Through>>) -> View<'v> {
        View { paged: self.paged, throughs: &self.throughs, measures: &self.measures, shown }
    }

    pub fn search(
        &self,
        known: &Known,
        ends: &Ends,
        from: FloorId,
        direct: Option<u32>,
    ) -> (Outcome, Option<(Vec<Hop>, u32)>) {
        let mut above =
            Above::new(self.view(&known.shown), &known.opened, &self.hierarchy.moves.costs, (&ends.goals, &ends.sides));
        // To the tiles of the goals: a little less than to the goals themselves.
        above.ahead = tile_corners(ends.goals.iter().map(|goal| goal.tile));
        above.left = known.left.as_deref();
        above.stop = self.query.stop.clone();
        above.way(from, direct, self.query.budget)
    }

    /// What a way costs that stays in the tile of the walker.
    fn direct(&self, known: &mut Known, ends: &Ends, from: FloorId) -> Result<Option<u32>, PlanError> {
        let goals: Vec<FloorId> = ends.goals.iter().copied().filter(|goal| goal.tile == from.tile).collect();
        if goals.is_empty() {
            return Ok(None);
        }
        let leg = self.lower(known, from, &[from.tile], self.leaps(), |_| Targets::goals(&goals))?;
        Ok(leg.and_then(|(_, costs)| costs.last().map(|&cost| cost as u32)))
    }
}
