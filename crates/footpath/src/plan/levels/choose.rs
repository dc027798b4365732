//! The upper search: finds the cheapest path over portals.
//!
//! In: the endpoints, and the position of the body. Out: the cheapest path from there over portals of loaded and refined tiles
//! and over passages of outlines. If there is none, tiles that leaps may lead through are refined, and the search runs again.

use super::PlanError;
use super::lower::{search_goals, search_toward};
use super::planner::{Leg, LevelPlanner, Way};
use super::targets::Targets;
use super::tiles::{TileStore, derive_steps};
use crate::ground::{TILE, TileKey};
use crate::portals::{CostToGo, Hop, PortalGraph, Source};
use crate::reach::ORTHOGONAL;
use crate::search::Outcome;
use crate::world::FloorId;
use std::sync::Arc;

/// In memory, a path up to this cost is searched over the cells at once: that of three tiles of plain ground.
const SHORT: u32 = 3 * TILE as u32 * ORTHOGONAL;
/// Kept costs are rounded down by less than one part in this number, except where ground is very costly.
const ROUNDED: u32 = 16;
/// Endpoints that are at most this many tiles apart are near to each other.
const NEAR: u32 = 16;

impl LevelPlanner<'_> {
    /// The cheapest path from here to a goal.
    pub fn choose(&mut self, here: Option<FloorId>) -> Result<Way, PlanError> {
        if let Some((_, way)) = self.state.chosen.as_ref().filter(|(from, _)| *from == here) {
            return Ok(way.clone());
        }
        self.set_origin(here)?;
        self.refine_unknown_ends()?;
        let lower = self.state.lower.len();
        let direct = self.direct()?;
        self.find_cost_to_go()?;
        loop {
            let (outcome, found) = self.search_portals(direct.as_ref());
            self.state.upper_searches += 1;
            self.spend_upper(&outcome);
            if let Some((hops, cost)) = found {
                let way = self.with_leg(hops, cost, direct, lower)?;
                self.state.chosen = self.tiles.is_file().then(|| (here, way.clone()));
                return Ok(way);
            }
            if outcome.exhausted || !self.refine_for_leaps()? {
                return Err(self.refuse());
            }
        }
    }

    /// A leg within the tiles that contain both a start and a goal.
    fn direct(&mut self) -> Result<Option<Leg>, PlanError> {
        let (endpoints, origin) = (self.endpoints(), self.origin());
        let has_goal = |tile: &TileKey| endpoints.goals.iter().any(|(goal, _)| goal.tile == *tile);
        let both: Vec<TileKey> = origin.costs.keys().copied().filter(has_goal).collect();
        if both.is_empty() {
            return Ok(None);
        }
        let goals = endpoints.goals_in(self.tiles.is_file().then_some(&both[..]));
        let mut starts = origin.starts.clone();
        starts.retain(|(start, _)| both.contains(&start.tile));
        let (around, budget) = (self.halo(self.leaps()), self.left());
        let (outcome, leg) = self.tiles.within(&both, around, |planner| {
            derive_steps(planner, &both);
            search_goals(planner, &starts, Some(&both), &goals, budget)
        })?;
        self.spend_lower(&outcome)?;
        Ok(leg)
    }

    /// One search over portals.
    pub fn search_portals(&self, direct: Option<&Leg>) -> (Outcome, Option<(Vec<Hop>, u32)>) {
        let source = match &self.tiles {
            TileStore::Memory(planner) => Source::Memory { world: planner.terrain.world, portals: &self.portals },
            TileStore::File(file) => {
                Source::File { outlines: file.outlines(&self.state.shown), refined: Some(&self.state.refined) }
            }
        };
        let mut graph = PortalGraph::new(source, &self.costs, &self.state.goals);
        graph.cost_to_go = self.state.cost_to_go.as_deref();
        graph.stop = self.query.stop.clone();
        graph.best_way(&self.origin().costs, direct.map(|leg| leg.cost() as u32), self.left())
    }

    /// Adds the leg to a path if one lower search finds all of it. Over a short distance portals are too few to tell good paths
    /// from bad ones, so in memory short paths are searched over the cells.
    fn with_leg(&mut self, hops: Vec<Hop>, cost: u32, direct: Option<Leg>, before: usize) -> Result<Way, PlanError> {
        let direct = direct.filter(|_| hops.is_empty());
        let is_straight = direct.is_some() && cost <= self.least();
        let tried = self.state.lower.len();
        let is_short = !self.tiles.is_file() && cost <= SHORT && !is_straight;
        let short = if is_short { self.short(cost)? } else { None };
        // Searches whose result is not used count as work of the upper search.
        let taken = match (&short, &direct) {
            (Some(_), _) => self.state.lower.get(tried),
            (None, Some(_)) => self.state.lower.get(before),
            (None, None) => None,
        };
        let taken = taken.copied();
        self.state.upper += self.state.lower.drain(before..).sum::<u64>() - taken.unwrap_or(0);
        self.state.lower.extend(taken);
        let leg = short.or(direct).map(|leg| Leg { hops: hops.len(), ..leg });
        Ok(Way { hops, cost, leg, at: 0, walked: 0 })
    }

    /// The cheapest leg to any goal, if it costs at most a little more than `cost`.
    fn short(&mut self, cost: u32) -> Result<Option<Leg>, PlanError> {
        // Portals apply the query's costs of areas only at the ends of their moves.
        let most = if self.costs.are_lasting() { cost + cost / ROUNDED } else { SHORT };
        let targets = Targets::goals(&self.endpoints().goals_in(None)).within(Some(most));
        let (starts, budget) = (self.origin().starts.clone(), self.left());
        let (outcome, leg) =
            self.tiles.within(&[], 0, |planner| search_toward(planner, &starts, None, targets, budget))?;
        self.spend_lower(&outcome)?;
        Ok(leg)
    }

    /// A lower bound of the cost from the origin to a goal.
    fn least(&self) -> u32 {
        let TileStore::Memory(planner) = &self.tiles else { return 0 };
        let Some(goals) = &self.state.goals.columns else { return 0 };
        let least = |&(floor, cost): &(FloorId, u32)| {
            let column = planner.terrain.world.column_of(floor)?;
            Some(cost + self.costs.cost_to(goals, column))
        };
        self.origin().starts.iter().filter_map(least).min().unwrap_or(0)
    }

    /// Finds bounds of the cost to the goals before the first path over outlines is chosen.
    fn find_cost_to_go(&mut self) -> Result<(), PlanError> {
        let (endpoints, origin) = (self.endpoints(), self.origin());
        let has_spots = |costs: &Vec<(u32, u32)>| !costs.is_empty();
        let all_known = origin.spots.values().chain(self.state.goal_spots.values()).all(has_spots);
        // Outlines contain no leaps. Over short distances all leaps found so far must count.
        let is_near = |(start, _): &(FloorId, u32)| {
            let near = |goal: &FloorId| {
                goal.tile.x.abs_diff(start.tile.x) <= NEAR && goal.tile.z.abs_diff(start.tile.z) <= NEAR
            };
            endpoints.goals.iter().all(|(goal, _)| near(goal))
        };
        let leaps_count = self.state.refined.values().any(|tile| tile.leaps) && origin.starts.iter().all(is_near);
        let TileStore::File(file) = &self.tiles else { return Ok(()) };
        if self.state.cost_to_go.is_some() || !all_known || leaps_count {
            return Ok(());
        }
        // Bounds with learned costs, or with the temporary costs of a query, hold for this query only.
        let is_kept = self.costs.are_lasting() && self.state.shown.is_empty();
        let (key, table) = ((origin.starts.clone(), endpoints.goals_in(None)), &file.kept.cost_to_go);
        let kept = table.find(&file.head, &key, std::iter::empty()).filter(|_| is_kept);
        let found = kept.clone().unwrap_or_else(|| {
            let ends = (&origin.spots, &self.state.goal_spots);
            let limits = (self.query.stop.clone(), self.left());
            Arc::new(CostToGo::search(file.outlines(&self.state.shown), &self.portals.moves.costs, ends, limits))
        });
        let Outcome { expanded, exhausted, .. } = found.outcome;
        // If the budget ends here, the answer must not depend on whether the bounds are cached.
        let is_over = exhausted || expanded > self.left();
        if kept.is_none() && is_kept && !is_over {
            table.insert(&file.head, &key, std::iter::empty(), &found);
        }
        let mut outcome = found.outcome;
        outcome.expanded = expanded.min(self.left());
        outcome.exhausted = is_over;
        self.spend_upper(&outcome);
        if is_over {
            return Err(self.refuse());
        }
        self.state.cost_to_go = Some(found);
        Ok(())
    }
}
