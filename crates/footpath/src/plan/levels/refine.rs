//! Refining tiles: where an outline is not precise enough, the exact portals of its tile are found; with leaps only where no path
//! by steps exists.

use super::PlanError;
use super::planner::{LevelPlanner, State};
use super::tiles::TileStore;
use crate::ground::TileKey;
use crate::portals::{BodyPortals, EndCosts, Kind, Refined, goal_costs, start_costs};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most tiles that are refined to find leaps.
pub(super) const LEAP_TILES: usize = 1024;

impl LevelPlanner<'_> {
    /// The portals with which a tile is refined, or would be without leaps. For a world in memory, all portals of the body.
    pub fn portals_of(&self, key: TileKey) -> Arc<BodyPortals> {
        match &self.tiles {
            TileStore::File(file) if !self.state.refined.get(&key).is_some_and(|tile| tile.leaps) => {
                Arc::clone(&file.walking)
            }
            _ => Arc::clone(&self.portals),
        }
    }

    /// Refines a tile: finds its portals, the costs between them, and their costs to the endpoints in the tile.
    pub fn refine(&mut self, key: TileKey, leaps: bool) -> Result<(), PlanError> {
        let portals = if leaps { Arc::clone(&self.portals) } else { self.portals_of(key) };
        let TileStore::File(file) = &self.tiles else { return Ok(()) };
        let outline = file.paged.place_of(key).and_then(|place| file.paged.outline(place));
        let outlines = file.outlines(&self.state.shown);
        let crossing = outline.map(|(number, outline)| (outline, outlines.unshown(number, outline)));
        let goals: Vec<u32> = self.endpoints().goals_in(Some(&[key])).into_iter().map(|goal| goal.index).collect();
        let mut starts = self.state.origin.as_ref().map_or_else(Vec::new, |origin| origin.starts.clone());
        starts.retain(|(start, _)| start.tile == key);
        let starts: Vec<(u32, u32)> = starts.into_iter().map(|(start, cost)| (start.index, cost)).collect();
        let costs = &self.costs;
        let (refined, starts, goals) = self.tiles.within(&[key], portals.tiles_around(), |planner| {
            let world = planner.terrain.world;
            let outline = crossing.as_ref().map(|(outline, costs)| (*outline, &**costs));
            let refined = Refined::new(world, &portals, key, outline);
            let starts = (!starts.is_empty()).then(|| start_costs(world, &portals, costs, key, &starts).0);
            let goals = (!goals.is_empty()).then(|| goal_costs(world, &portals, costs, key, &goals));
            (refined, starts, goals)
        })?;
        if let (TileStore::File(file), Some((number, _)), Some((_, crossing))) = (&self.tiles, outline, crossing)
            && !self.state.shown.contains_key(&number)
        {
            // Equal tiles use these costs without being refined.
            let shown = refined.between_spots(&crossing, &portals.moves.costs);
            self.state.shown.insert(number, Arc::new(crossing.amended(&file.measures, shown)));
        }
        self.state.note_refined(key, refined, starts, goals);
        Ok(())
    }

    /// Refines tiles, with leaps or without. Returns whether a tile was new.
    pub fn refine_all(&mut self, tiles: &[TileKey], leaps: bool) -> Result<bool, PlanError> {
        let mut new = false;
        for &key in tiles {
            if self.state.refined.get(&key).is_none_or(|tile| leaps && !tile.leaps) {
                self.refine(key, leaps)?;
                new = true;
            }
        }
        Ok(new)
    }

    /// Refines the tiles of endpoints from which no path over outlines leads out.
    pub fn refine_unknown_ends(&mut self) -> Result<(), PlanError> {
        if !self.tiles.is_file() {
            return Ok(());
        }
        let ends = self.state.goal_spots.iter().chain(&self.origin().spots);
        let unknown = ends.filter(|(_, costs)| costs.is_empty()).map(|(&key, _)| key);
        let unknown: BTreeSet<TileKey> = unknown.collect();
        self.refine_all(&unknown.into_iter().collect::<Vec<_>>(), false).map(|_| ())
    }

    /// Called when no path over outlines exists. Refines tiles that leaps may lead through, from the endpoints outwards, since
    /// outlines contain no leaps. False once everything reached from an endpoint is refined, or [`LEAP_TILES`] tiles are.
    pub fn refine_for_leaps(&mut self) -> Result<bool, PlanError> {
        if !self.leaps() || !self.tiles.is_file() {
            return Ok(false);
        }
        let own: BTreeSet<TileKey> = self.state.goal_spots.keys().chain(self.origin().spots.keys()).copied().collect();
        if self.refine_all(&own.into_iter().collect::<Vec<_>>(), true)? {
            return Ok(true);
        }
        let from_starts = self.unrefined_around(&self.origin().costs, false);
        let from_goals = self.unrefined_around(&self.state.goals.costs, true);
        if from_starts.is_empty() || from_goals.is_empty() {
            return Ok(false);
        }
        let mut news = false;
        for tiles in [from_starts, from_goals] {
            self.state.leap_tiles += tiles.len();
            if self.state.leap_tiles <= LEAP_TILES {
                news |= self.refine_all(&tiles, true)?;
            }
        }
        Ok(news)
    }

    /// Tiles not refined with leaps, next to the refined tiles that are reached from some endpoints, or that lead to them
    /// (`back`).
    fn unrefined_around(&self, ends: &BTreeMap<TileKey, EndCosts>, back: bool) -> Vec<TileKey> {
        let refined = |key: &TileKey| self.state.refined.get(key).filter(|tile| tile.leaps);
        let has_tile = |key: TileKey| match &self.tiles {
            TileStore::File(file) => file.paged.place_of(key).is_some(),
            TileStore::Memory(_) => false,
        };
        let closed = if back { Kind::Out } else { Kind::In };
        let (mut seen, mut next) = (BTreeSet::new(), BTreeSet::new());
        let ends = ends.iter().filter(|(key, _)| refined(key).is_some());
        let mut open: Vec<(TileKey, usize)> =
            ends.flat_map(|(&key, costs)| costs.iter().map(move |&(portal, _)| (key, portal as usize))).collect();
        while let Some((key, entered)) = open.pop() {
            let Some(Refined { tile, .. }) = refined(&key) else { continue };
            for at in tile.of_piece(tile.portals[entered].piece) {
                let portal = tile.portals[at];
                if portal.kind == closed || !seen.insert((key, at)) {
                    continue;
                }
                let beyond = key.neighbour(portal.tile.map(i32::from));
                let (tile, there) = (portal.tile.map(|c| -c), refined(&beyond));
                match there.map(|there| &there.tile) {
                    Some(other) if back => {
                        open.extend(other.exit(portal.beyond, tile, portal.floor).map(|at| (beyond, at)))
                    }
                    Some(other) => open.extend(other.entry(portal.beyond, tile, portal.floor).map(|at| (beyond, at))),
                    None if has_tile(beyond) => drop(next.insert(beyond)),
                    None => {}
                }
            }
        }
        next.into_iter().collect()
    }
}

impl State {
    /// Adds a refined tile. Removes paths and bounds that were found without it.
    fn note_refined(&mut self, key: TileKey, refined: Refined, starts: Option<EndCosts>, goals: Option<EndCosts>) {
        self.refined.insert(key, refined);
        if let (Some(costs), Some(origin)) = (starts, &mut self.origin) {
            origin.costs.insert(key, costs);
        }
        if let Some(costs) = goals {
            self.goals.costs.insert(key, costs);
        }
        self.cost_to_go = None;
        self.chosen = None;
    }
}
