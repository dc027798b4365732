//! Refining tiles: where an outline is not precise enough, the exact portals of its tile are found; with leaps only where no path
//! by steps exists.

use super::PlanError;
use super::planner::LevelPlanner;
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

    /// Refines a tile: finds its portals, the costs between them, and their costs to the endpoints in the tile. Paths and bounds from
    /// before are discarded.
    pub fn refine(&mut self, key: TileKey, leaps: bool) -> Result<(), PlanError> {
        let portals = if leaps { Arc::clone(&self.portals) } else { self.portals_of(key) };
        let TileStore::File(file) = &self.tiles else { return Ok(()) };
        let (measures, found) = (file.measures, file.outline(key));
        let crossing = found.map(|(number, outline)| file.outlines(&self.state.shown).unshown(number, outline));
        let outline = found.map(|(_, outline)| outline).zip(crossing.as_deref());
        let goals: Vec<u32> = self.endpoints().goals_in(Some(&[key])).into_iter().map(|goal| goal.index).collect();
        let starts = self.state.origin.iter().flat_map(|origin| &origin.starts).filter(|(start, _)| start.tile == key);
        let starts: Vec<(u32, u32)> = starts.map(|&(start, cost)| (start.index, cost)).collect();
        let costs = &self.costs;
        let (refined, from_starts, to_goals) = self.tiles.within(&[key], portals.tiles_around(), |planner| {
            let world = planner.terrain.world;
            let refined = Refined::new(world, &portals, key, outline);
            let from_starts = (!starts.is_empty()).then(|| start_costs(world, &portals, costs, key, &starts).0);
            (refined, from_starts, (!goals.is_empty()).then(|| goal_costs(world, &portals, costs, key, &goals)))
        })?;
        let state = &mut self.state;
        if let (Some((number, _)), Some(crossing)) = (found, &crossing)
            && !state.shown.contains_key(&number)
        {
            // Equal tiles use these costs without being refined.
            let shown = refined.between_spots(crossing, &portals.moves.costs);
            state.shown.insert(number, Arc::new(crossing.amended(&measures, shown)));
        }
        state.refined.insert(key, refined);
        if let Some(origin) = &mut state.origin {
            origin.costs.extend(from_starts.map(|costs| (key, costs)));
        }
        state.goals.costs.extend(to_goals.map(|costs| (key, costs)));
        (state.cost_to_go, state.chosen) = (None, None);
        Ok(())
    }

    /// Refines tiles, with leaps or without. Returns whether a tile was new.
    pub fn refine_all(&mut self, tiles: impl IntoIterator<Item = TileKey>, leaps: bool) -> Result<bool, PlanError> {
        let mut new = false;
        for key in tiles {
            if self.state.refined.get(&key).is_none_or(|tile| leaps && !tile.leaps) {
                self.refine(key, leaps)?;
                new = true;
            }
        }
        Ok(new)
    }

    /// Refines the tiles of endpoints from which no path over outlines leads out.
    pub fn refine_unknown_ends(&mut self) -> Result<(), PlanError> {
        let ends = self.state.goal_spots.iter().chain(&self.origin().spots);
        let unknown: BTreeSet<TileKey> = ends.filter(|(_, costs)| costs.is_empty()).map(|(&key, _)| key).collect();
        self.refine_all(unknown, false).map(|_| ())
    }

    /// Called when no path over outlines exists. Refines tiles that leaps may lead through, from the endpoints outwards, since
    /// outlines contain no leaps. False once everything reached from an endpoint is refined, or [`LEAP_TILES`] tiles are.
    pub fn refine_for_leaps(&mut self) -> Result<bool, PlanError> {
        if !self.leaps() || !self.tiles.is_file() {
            return Ok(false);
        }
        let own: BTreeSet<TileKey> = self.state.goal_spots.keys().chain(self.origin().spots.keys()).copied().collect();
        if self.refine_all(own, true)? {
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
                news |= self.refine_all(tiles, true)?;
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
