//! Costs within the tiles of the endpoints of a file, and the first leg out of the start's tile.
//!
//! In: floors of a tile. Out: costs by steps to every floor of the tile, and to the spots on its passages. They are cached, since
//! many queries share a start or a goal. Without them, a search from the twelfth storey to the street would expand most storeys
//! below, for every query. With them, the first leg begins at the rim of the tile, and the path to the rim is traced back.

use super::PlanError;
use super::kept::{TileDistances, TileFloors};
use super::lower::search_toward;
use super::planner::{Leg, LevelPlanner};
use super::targets::{Targets, crossings, rim_floors};
use super::tiles::{TileStore, derive_steps};
use crate::ground::{DIRECTIONS, Outline, Tile, TileKey};
use crate::plan::query::Planner;
use crate::portals::{CrossingCosts, EndCosts, pass_of};
use crate::reach::{FloorGraph, GraphOptions, ORTHOGONAL, octile};
use crate::search::{Buckets, Outcome, Seen, search};
use crate::world::FloorId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most floors that are expanded around an endpoint: all floors of a tall house. From the top storey the straight line to the
/// street is a poor bound, and poor bounds make the planner refine tiles, which takes longer.
const FLOODED: u64 = 1 << 16;

impl TileDistances {
    /// Floods a tile from some of its floors.
    fn flood(planner: &mut Planner<'_>, floors: &TileFloors, crossing: (&Outline, &CrossingCosts)) -> Self {
        let (key, own) = floors;
        planner.terrain.set_fence(Some(vec![*key]));
        let own: Vec<(u32, u32)> =
            own.iter().map(|&(index, cost)| (planner.terrain.node(FloorId { tile: *key, index }), cost)).collect();
        let mut seen = Seen::default();
        let mut space = FloorGraph::flood(&mut planner.terrain, &planner.costs, GraphOptions::flood(false));
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &own, FLOODED);
        planner.terrain.set_fence(None);
        let costs = planner.terrain.nodes_of(*key).map(|node| seen.cost(node)).collect();
        let (is_whole, expanded) = (!outcome.exhausted, outcome.expanded);
        let mut distances = Self { costs, is_whole, expanded, spots: EndCosts::new() };
        distances.spots = distances.of_spots(planner, crossing, floors);
        distances
    }

    /// Floors at the rim of the tile that border on some other tiles, with their costs.
    fn at_rim(&self, tile: &Tile, key: TileKey, others: &[TileKey]) -> Vec<(FloorId, u32)> {
        let directions = (0..4).filter(|&direction| others.contains(&key.neighbour(DIRECTIONS[direction])));
        let floors = directions.flat_map(|direction| rim_floors(tile, direction));
        let known = floors.map(|floor| (FloorId { tile: key, index: floor }, self.costs[floor as usize]));
        known.filter(|&(_, cost)| cost != u32::MAX).collect()
    }

    /// Extends a leg that begins at the rim of the start's tile by the path from the start to there.
    fn lead_to(&self, planner: &mut Planner<'_>, key: TileKey, mut leg: Leg) -> Option<Leg> {
        let own = planner.terrain.nodes_of(key);
        let cost_of = |node: u32| if own.contains(&node) { self.costs[(node - own.start) as usize] } else { u32::MAX };
        let rim = planner.terrain.node(leg.floors.first()?.0);
        planner.terrain.set_fence(Some(vec![key]));
        let path = planner.trace_costs(cost_of, rim)?;
        leg.costs.splice(..1, path.iter().map(|&(node, _)| u64::from(cost_of(node))));
        leg.floors.splice(..1, path.iter().map(|&(node, how)| (planner.terrain.floor(node), how)));
        Some(leg)
    }

    /// The costs of the spots on the tile's passages.
    fn of_spots(
        &self,
        planner: &Planner<'_>,
        (outline, crossing): (&Outline, &CrossingCosts),
        (key, own): &TileFloors,
    ) -> EndCosts {
        let Some(tile) = planner.terrain.world.tile(*key) else { return EndCosts::new() };
        let index = tile.floor_index();
        let columns: Vec<[i32; 2]> = own.iter().map(|&(floor, _)| index.column_of(floor as usize)).collect();
        let mut found = EndCosts::new();
        for (local, spot) in crossing.spots.iter().enumerate() {
            let pass = pass_of(outline, spot);
            let middle = spot.along(pass.direction);
            let mut best: Option<u32> = None;
            for (along, floor) in crossings(tile, pass.direction.into(), pass.run(), pass.area) {
                let cost = self.costs[floor as usize];
                if cost != u32::MAX {
                    let cost = cost.saturating_add(along.abs_diff(middle) * ORTHOGONAL);
                    best = Some(best.map_or(cost, |least| least.min(cost)));
                }
            }
            // Where the tile was not searched, the straight line is a lower bound.
            if best.is_none() && !self.is_whole {
                let apart = |[x, z]: &[i32; 2]| octile((spot.column[0] - x).abs(), (spot.column[1] - z).abs());
                best = columns.iter().map(apart).min().map(|apart| planner.costs.at_least(apart));
            }
            found.extend(best.map(|cost| (local as u32, cost)));
        }
        found
    }
}

impl LevelPlanner<'_> {
    /// Costs from floors of a tile of a file to all its floors and the spots on its passages, kept or new.
    pub fn distances(&mut self, floors: &TileFloors) -> Result<Arc<TileDistances>, PlanError> {
        let TileStore::File(file) = &self.tiles else { return Ok(Arc::default()) };
        let Some((number, outline)) = file.outline(floors.0) else { return Ok(Arc::default()) };
        let (kept, head, is_lasting) = (Arc::clone(&file.kept), file.head.clone(), self.costs.are_lasting());
        let known = kept.distances.find(&head, floors, std::iter::empty()).filter(|_| is_lasting);
        let distances = match known {
            Some(distances) => distances,
            None => {
                let crossing = file.outlines(&BTreeMap::new()).unshown(number, outline);
                let found = self.tiles.within(&[floors.0], self.halo(false), |planner| {
                    Arc::new(TileDistances::flood(planner, floors, (outline, &crossing)))
                })?;
                if is_lasting {
                    kept.distances.insert(&head, floors, std::iter::empty(), &found);
                }
                found
            }
        };
        self.spend_upper(&Outcome { expanded: distances.expanded, ..Outcome::default() });
        if self.query.stop.is_set() { Err(self.refuse()) } else { Ok(distances) }
    }

    /// A lower search from the start into the tiles after its own; `None` if it finds no leg. It does not find a path that
    /// returns into the start's tile; if the result is too costly, the planner searches all tiles.
    pub fn leg_from_rim(
        &mut self,
        start: FloorId,
        fence: &[TileKey],
        targets: impl FnOnce(&Planner<'_>) -> Targets,
    ) -> Result<Option<Leg>, PlanError> {
        let distances = self.origin().distances.clone().filter(|distances| distances.is_whole);
        let Some(distances) = distances else { return Ok(None) };
        let (around, budget) = (self.halo(false), self.left());
        let found = self.tiles.within(fence, around, |planner| {
            planner.options.leaps = false;
            derive_steps(planner, fence);
            let rim = planner.terrain.world.tile(start.tile).map(|tile| distances.at_rim(tile, start.tile, fence));
            let targets = Targets { closed: Some(start.tile), ..targets(planner) };
            let (outcome, leg) = search_toward(planner, &rim.unwrap_or_default(), Some(fence), targets, budget);
            let leg = leg.and_then(|leg| distances.lead_to(planner, start.tile, leg));
            (outcome, leg)
        });
        let (outcome, leg) = found?;
        self.spend_lower(&outcome)?;
        Ok(leg)
    }
}
