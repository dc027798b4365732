//! The next leg of a path: one lower search along its next hops.
//!
//! In: the position of the body, and the hops ahead. Out: the leg into the next tile or to a goal. In memory the costs of hops
//! are exact, and one hop at a time is enough. Over outlines the cost of a path is a lower bound, and the body may not fit
//! everywhere. If a leg is not found, or costs far more than the bound, the planner refines its tiles and chooses the path again.

use super::PlanError;
use super::lower::{search_goals, search_toward};
use super::planner::{Leg, LevelPlanner, Starts, Way};
use super::targets::Targets;
use super::tiles::{TileStore, derive_steps};
use crate::ground::{TILE, TileKey};
use crate::plan::query::Planner;
use crate::plan::query::Why;
use crate::portals::Hop;
use crate::reach::ORTHOGONAL;
use crate::world::{FloorId, WorldError};

/// Tiles after the first that a lower search leads through. Only the part of its path up to the second tile is kept.
const HORIZON: usize = 3;
/// The same for the first leg after a path is chosen, for which the walker waits.
const FIRST_HORIZON: usize = 1;
/// The cost by which the legs so far may exceed their bound, beside a sixteenth of it, before tiles are refined.
const SLACK: u64 = 4 * ORTHOGONAL as u64;
/// Ways that cost more are long. Their legs may exceed the bound by a quarter, since choosing such a way again takes long.
const LONG: u32 = 64 * TILE as u32 * ORTHOGONAL;

/// Some hops that one lower search leads along.
pub(super) struct Stretch<'h> {
    hops: &'h [Hop],
    pub starts: Starts,
    /// The tiles of the search.
    pub fence: Vec<TileKey>,
    /// Number of hops that the search leads along.
    ahead: usize,
    /// Whether the hop leads from piece to piece of one tile, by a leap.
    within_tile: bool,
    /// The cost above which the leg counts as too costly.
    most: u64,
}

impl Stretch<'_> {
    fn is_last(&self) -> bool {
        self.ahead == self.hops.len()
    }

    fn is_dear(&self, leg: Option<&Leg>) -> bool {
        leg.is_none_or(|leg| leg.cost() > self.most)
    }

    /// Keeps the part of a leg up to the next tile, and counts its hops.
    fn cut(&self, mut leg: Leg) -> Leg {
        leg.hops = self.ahead;
        if self.is_last() || self.within_tile {
            return leg;
        }
        let here = leg.floors.first().map(|(floor, _)| floor.tile);
        let inside = leg.floors.iter().rposition(|(floor, _)| Some(floor.tile) == here).unwrap_or(0);
        let end = (inside + 1).min(leg.floors.len() - 1);
        // A path may lead through a tile twice; hops that were not walked must not be skipped.
        if end + 1 < leg.floors.len() {
            let tile = leg.floors[end].0.tile;
            leg.hops = self.hops[..self.ahead].iter().position(|hop| hop.to == tile).map_or(1, |at| at + 1);
        }
        leg.truncate(end + 1);
        leg
    }
}

impl LevelPlanner<'_> {
    /// The next leg of a way. `None` if the way is to be chosen again.
    pub fn leg(&mut self, here: Option<FloorId>, way: &Way) -> Result<Option<Leg>, PlanError> {
        if way.leg.is_some() {
            return Ok(way.leg.clone());
        }
        if !self.tiles.is_file() {
            let leg = self.exact_leg(self.starts_at(here), way.ahead())?;
            return leg.map(Some).ok_or_else(|| self.refuse());
        }
        let horizon = if way.at == 0 { FIRST_HORIZON } else { HORIZON };
        match self.bounded_leg(here, way, horizon) {
            // Fewer tiles may fit into memory.
            Err(PlanError::World(WorldError::Limit { .. })) if horizon > 1 => self.bounded_leg(here, way, 1),
            leg => leg,
        }
    }

    /// A leg through the first of some hops over exact portals, towards the hop after it or to a goal.
    fn exact_leg(&mut self, mut starts: Starts, hops: &[Hop]) -> Result<Option<Leg>, PlanError> {
        let hop = &hops[0];
        starts.retain(|(start, _)| start.tile == hop.from);
        let (fence, budget) = ([hop.from, hop.to], self.left());
        let goals = match hops.get(1) {
            None => Some(self.endpoints().goals_in(None)),
            // Between two pieces of one tile there is no rim where the leg could end.
            Some(_) if hop.from == hop.to => hop.floors().map(|[_, floor]| vec![floor]),
            Some(_) => None,
        };
        let (portals, costs) = (&self.portals, &self.costs);
        let (outcome, leg) = self.tiles.within(&fence, 0, |planner| match (goals, hops.get(1)) {
            (None, Some(next)) => {
                let world = planner.terrain.world;
                let targets = Targets::behind(world, portals, costs, hop, next).unwrap_or_default();
                search_toward(planner, &starts, Some(&fence), targets, budget)
            }
            (goals, _) => search_goals(planner, &starts, Some(&fence), &goals.unwrap_or_default(), budget),
        })?;
        self.spend_lower(&outcome)?;
        let Some(mut leg) = leg else { return Ok(None) };
        if hops.len() > 1 && hop.from != hop.to {
            let inside = leg.floors.iter().rposition(|(floor, _)| floor.tile == hop.from);
            leg.truncate(inside.map_or(0, |at| at + 2));
        }
        leg.hops = 1;
        Ok((!leg.floors.is_empty()).then_some(leg))
    }

    /// The hops that the next lower search leads along, and the cost above which its leg counts as too costly.
    pub fn stretch<'h>(&self, here: Option<FloorId>, way: &'h Way, horizon: usize) -> Stretch<'h> {
        let hops = way.ahead();
        let within_tile = hops[0].from == hops[0].to;
        let ahead =
            if within_tile { 1 } else { hops.iter().take(horizon).take_while(|hop| hop.from != hop.to).count() };
        let mut starts = self.starts_at(here);
        starts.retain(|(start, _)| start.tile == hops[0].from);
        let mut fence: Vec<TileKey> = hops[..ahead].iter().map(|hop| hop.to).collect();
        fence.extend(starts.iter().map(|(start, _)| start.tile));
        fence.sort_unstable();
        fence.dedup();
        // Bounds count from where the way was chosen.
        let bound = u64::from(if ahead == hops.len() { way.cost } else { hops[ahead - 1].cost });
        let part = if way.cost > LONG { 4 } else { 16 };
        let most = (bound + bound / part + SLACK).saturating_sub(way.walked);
        Stretch { hops, starts, fence, ahead, within_tile, most }
    }

    /// A leg along hops whose costs are lower bounds.
    fn bounded_leg(&mut self, here: Option<FloorId>, way: &Way, horizon: usize) -> Result<Option<Leg>, PlanError> {
        let (stretch, is_first) = (self.stretch(here, way, horizon), way.at == 0);
        let has_outlines = stretch.fence.iter().any(|key| !self.state.refined.contains_key(key));
        let most = has_outlines.then(|| u32::try_from(stretch.most).unwrap_or(u32::MAX));
        let from_rim = here.is_none() && is_first && !stretch.within_tile && stretch.fence.len() > 1;
        let mut leg = match stretch.starts[..] {
            [(start, 0)] if from_rim => {
                let targets = self.targets_of(&stretch, most);
                self.leg_from_rim(start, &stretch.fence, targets)?
            }
            _ => None,
        };
        if stretch.is_dear(leg.as_ref()) {
            leg = self.search_stretch(&stretch, false, most)?;
        }
        if has_outlines && stretch.is_dear(leg.as_ref()) {
            // The portal graph already uses costs learned from equal tiles, so refining those again teaches nothing.
            let unknown: Vec<TileKey> = stretch.fence.iter().copied().filter(|&key| !self.is_shown(key)).collect();
            self.refine_stretch(here, if unknown.is_empty() { &stretch.fence } else { &unknown })?;
            return Ok(None);
        }
        if self.leaps() && stretch.is_dear(leg.as_ref()) {
            leg = match self.search_stretch(&stretch, true, None) {
                // Leaps need more tiles. A costly leg is better than none.
                Err(PlanError::World(WorldError::Limit { .. })) if leg.is_some() => leg,
                found => found?,
            };
        }
        if let Some(leg) = leg {
            return Ok(Some(stretch.cut(leg)));
        }
        // With every tile refined, the path is exact from where it was chosen. Farther on, the body may have entered another
        // piece of a tile than the path leads through. Choosing again once helps.
        self.state.chosen = None;
        let again = !self.state.given_up.insert((here, self.state.news()));
        if is_first || again { Err(self.refuse()) } else { Ok(None) }
    }

    /// The lower search of a stretch, with leaps or without.
    pub fn search_stretch(
        &mut self,
        stretch: &Stretch<'_>,
        leaps: bool,
        most: Option<u32>,
    ) -> Result<Option<Leg>, PlanError> {
        let (around, budget, fence) = (self.halo(leaps), self.left(), &stretch.fence[..]);
        let targets = self.targets_of(stretch, most);
        let (outcome, leg) = self.tiles.within(fence, around, |planner| {
            if !leaps {
                planner.options.leaps = false;
            }
            derive_steps(planner, fence);
            let targets = targets(planner);
            search_toward(planner, &stretch.starts, Some(fence), targets, budget)
        })?;
        self.spend_lower(&outcome)?;
        Ok(leg)
    }

    /// The targets of a stretch, found in its window.
    pub fn targets_of<'s>(
        &self,
        stretch: &'s Stretch<'_>,
        most: Option<u32>,
    ) -> impl FnOnce(&Planner<'_>) -> Targets + use<'s> {
        let (costs, columns) = (self.costs.clone(), self.endpoints().columns.clone());
        // Goals outside the window are left out, as their tiles are not loaded.
        let goals = self.endpoints().goals_in(Some(&stretch.fence));
        move |planner| {
            let targets = match stretch.is_last() {
                true => Targets::goals(&goals),
                false => Targets::along(planner.terrain.world, &costs, &stretch.hops[stretch.ahead - 1..], &columns),
            };
            targets.within(most)
        }
    }

    /// Whether a tile, or one with an equal outline, is refined.
    fn is_shown(&self, key: TileKey) -> bool {
        let TileStore::File(file) = &self.tiles else { return true };
        let is_known = |(number, _): (u32, _)| self.state.shown.contains_key(&number);
        self.state.refined.contains_key(&key) || file.outline(key).is_some_and(is_known)
    }

    /// Refines the tiles of a stretch that is too costly. Leaps take long to find; they are included only if the path becomes
    /// much more costly without them.
    fn refine_stretch(&mut self, here: Option<FloorId>, tiles: &[TileKey]) -> Result<(), PlanError> {
        if !self.leaps() {
            return self.refine_all(tiles.iter().copied(), false).map(|_| ());
        }
        let before = u64::from(self.choose(here)?.cost);
        self.refine_all(tiles.iter().copied(), false)?;
        let is_dear = match self.choose(here) {
            Ok(way) => u64::from(way.cost) > before + before / 8 + 4 * SLACK,
            Err(PlanError::NoRoute(no)) if no.kind != Why::Budget => true,
            Err(error) => return Err(error),
        };
        if !is_dear {
            return Ok(());
        }
        match self.refine_all(tiles.iter().copied(), true) {
            // Leaps need more tiles. If no path exists without them, the planner refines these tiles again later.
            Err(PlanError::World(WorldError::Limit { .. })) => Ok(()),
            refined => refined.map(|_| ()),
        }
    }
}
