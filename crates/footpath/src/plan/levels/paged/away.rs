//! How far all floors of an end's tile are from it, and the first stretch of a walk with that.
//!
//! In: an end. Out: what it costs by steps from there to every floor of its tile; kept, as many set out from one place. Somebody
//! who sets out on the twelfth storey has all storeys below between him and the street, and a search that heads for the street looks at
//! most of them each time. With the costs known it begins at the rim of the tile, and the way there is traced back.

use super::PlanError;
use super::met::beside;
use super::walk::{Found, Known, Walk};
use crate::ground::{TILE, Tile, TileKey};
use crate::plan::levels::toward::{Targets, on_rim};
use crate::plan::query::Planner;
use crate::reach::{FloorGraph, GraphOptions};
use crate::search::{Buckets, Seen, search};
use crate::world::{Bytes, FloorId, World};
use std::sync::Arc;

/// Floors that are looked at around an end, at most: all floors of a tall house. Of an end under the roof the straight line to the street
/// is so little of the way that its tiles would be opened, which takes longer.
const LOOK: u64 = 1 << 16;

/// Costs from an end to the floors of its tile.
#[derive(Debug)]
pub(super) struct Away {
    /// By floor; `u32::MAX` where no step leads.
    pub costs: Vec<u32>,
    /// Whether all of the tile was looked at.
    pub whole: bool,
}

impl Bytes for Away {
    fn bytes(&self) -> usize {
        size_of_val(&self.costs[..])
    }
}

impl Away {
    /// Floors at the rim of the tile that lead on into some others, with their costs.
    fn at_rim(&self, tile: &Tile, key: TileKey, ahead: &[TileKey]) -> Vec<(FloorId, u32)> {
        let sides = (0..4).filter(|&side| ahead.contains(&beside(key, side)));
        let columns = sides.flat_map(|side| (0..TILE).map(move |along| on_rim(side, along)));
        let floors = columns.flat_map(|[x, z]| tile.floor_index().range(x, z));
        let known = floors.map(|floor| (FloorId { tile: key, index: floor as u32 }, self.costs[floor]));
        known.filter(|&(_, cost)| cost != u32::MAX).collect()
    }
}

impl Walk<'_> {
    /// Finds how far the floors of an end's tile are, within that tile.
    pub fn look_from(&self, planner: &mut Planner<'_>, end: FloorId, known: &mut Known) -> Result<Away, PlanError> {
        planner.terrain.set_fence(Some(vec![end.tile]));
        let start = planner.terrain.node(end);
        let mut seen = Seen::default();
        let mut space = FloorGraph::flood(&mut planner.terrain, &planner.costs, GraphOptions::flood(false));
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &[(start, 0)], LOOK);
        planner.terrain.set_fence(None);
        known.upper += outcome.expanded;
        if self.query.stop.is_set() {
            return Err(self.no(known, &outcome)?.into());
        }
        let costs: Vec<u32> = planner.terrain.nodes_of(end.tile).map(|node| seen.cost(node)).collect();
        Ok(Away { costs, whole: !outcome.exhausted })
    }

    /// How far the floors of the start's tile are, found again if it is no longer kept.
    fn away(&self, planner: &mut Planner<'_>, start: FloorId, known: &mut Known) -> Result<Arc<Away>, PlanError> {
        if let Some(away) = known.away.clone().or_else(|| self.kept_away(start)) {
            return Ok(away);
        }
        let away = Arc::new(self.look_from(planner, start, known)?);
        self.keep_away(known, start, &away);
        Ok(away)
    }

    fn kept_away(&self, start: FloorId) -> Option<Arc<Away>> {
        self.asked.away.find(self.paged.head(), &start, std::iter::empty()).filter(|_| self.lasting)
    }

    /// Keeps how far the floors of the start's tile are.
    pub fn keep_away(&self, known: &mut Known, start: FloorId, away: &Arc<Away>) {
        known.away = Some(Arc::clone(away));
        if self.lasting {
            self.asked.away.insert(self.paged.head(), &start, std::iter::empty(), away);
        }
    }

    /// A lower search from the start into the tiles after its own. `None` where that finds nothing. A way that comes back into the start's
    /// tile and leaves it again is not seen; where what is found instead is dear, all is searched.
    pub fn lower_from_start(
        &self,
        known: &mut Known,
        start: FloorId,
        fence: &[TileKey],
        targets: impl FnOnce(&World) -> Targets,
    ) -> Result<Option<Found>, PlanError> {
        let window = self.window(fence.iter().copied(), self.halo(false))?;
        let Some(tile) = window.tile(start.tile) else { return Ok(None) };
        let mut planner = self.planner(&window, false);
        self.derive_steps(&window, fence.to_vec());
        let away = self.away(&mut planner, start, known)?;
        if !away.whole {
            return Ok(None);
        }
        let rim = away.at_rim(tile, start.tile, fence);
        let starts: Vec<(u32, u32)> = rim.iter().map(|&(floor, cost)| (planner.terrain.node(floor), cost)).collect();
        let targets = Targets { known: Some(start.tile), ..targets(&window) };
        let Some((mut floors, mut costs)) = self.searched(known, &mut planner, &starts, fence, targets)? else {
            return Ok(None);
        };
        let own = planner.terrain.nodes_of(start.tile);
        let cost_of = |node: u32| if own.contains(&node) { away.costs[(node - own.start) as usize] } else { u32::MAX };
        let left = planner.terrain.node(floors[0].0);
        planner.terrain.set_fence(Some(vec![start.tile]));
        let Some(path) = planner.trace_costs(cost_of, left) else { return Ok(None) };
        costs.splice(..1, path.iter().map(|&(node, _)| u64::from(cost_of(node))));
        floors.splice(..1, path.iter().map(|&(node, how)| (planner.terrain.floor(node), how)));
        Ok(Some((floors, costs)))
    }
}
