//! Stretches: what a lower search finds along the next few hops of a way.

use super::PlanError;
use super::above::Hop;
use super::walk::{Found, Known, Trodden, Walk};
use crate::ground::{TILE, TileKey};
use crate::plan::cells::{Planner, Traced};
use crate::plan::levels::toward::{Targets, toward};
use crate::plan::no_route::Why;
use crate::reach::ORTHOGONAL;
use crate::search::Outcome;
use crate::world::{FloorId, World};

/// Tiles after the walker's that a lower search leads through. Of its way only what leads out of the first tile is kept.
const HORIZON: usize = 3;
/// The same for the first stretch of all, which the walker waits for.
const AT_ONCE: usize = 1;
/// What the first tile of a stretch is taken for, as long as it is not known better.
const FIRST: u64 = TILE as u64 * ORTHOGONAL as u64;
/// What a stretch may cost more than its bound, beside an eighth of it, before leaps are looked for, and its tiles are opened.
const SLACK: u64 = 16 * ORTHOGONAL as u64;
/// Ways that cost more are long: a quarter of its bound is little of such a way, and to choose it anew takes long.
const LONG: u32 = 64 * TILE as u32 * ORTHOGONAL;

/// A stretch that a lower search found.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// From where the walker is to behind the next rim, or to the goal.
    pub floors: Vec<Trodden>,
    pub cost: u64,
    /// Hops that are done with.
    pub hops: usize,
}

impl Walk<'_> {
    /// A lower search within some tiles; the floors where it may end are found in its window.
    pub fn lower(
        &self,
        known: &mut Known,
        from: FloorId,
        fence: &[TileKey],
        leaps: bool,
        targets: impl FnOnce(&World) -> Targets,
    ) -> Result<Option<Found>, PlanError> {
        let window = self.window(fence.iter().copied(), self.halo(leaps))?;
        let mut planner = self.planner(&window, leaps);
        self.derive_steps(&window, fence.to_vec());
        let start = planner.terrain.node(from);
        self.searched(known, &mut planner, &[(start, 0)], fence, targets(&window))
    }

    /// What a lower search finds from some nodes, which cost something to be at.
    pub fn searched(
        &self,
        known: &mut Known,
        planner: &mut Planner<'_>,
        starts: &[(u32, u32)],
        fence: &[TileKey],
        targets: Targets,
    ) -> Result<Option<Found>, PlanError> {
        let (outcome, leg) = toward(planner, starts, Some(fence), targets, u64::MAX);
        known.lower.push(outcome.expanded);
        known.enqueued += outcome.enqueued;
        // What was not looked at to its end says nothing of the tiles.
        if outcome.exhausted {
            return Err(self.no(known, &outcome)?.into());
        }
        let floor = |&(node, how): &Traced| (planner.terrain.floor(node), how);
        Ok(leg.map(|leg| (leg.path.iter().map(floor).collect(), leg.costs)))
    }

    /// The next stretch along some hops; `None` when the way is to be chosen anew: the body does not get through there, or by far not
    /// as cheaply, and the tiles were not all opened, as they are then; or it does not from where the walker is.
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
        let ends = self.ends(known)?;
        // Of other goals the window has no tile.
        let goals: Vec<FloorId> = ends.goals.iter().copied().filter(|goal| fence.contains(&goal.tile)).collect();
        let targets = |window: &World| match last {
            true => Targets::goals(&goals),
            false => Targets::along(window, &self.hierarchy.moves.costs, &hops[ahead - 1..], &ends.columns),
        };
        let bound = hops[..ahead].last().map(|hop| u64::from(if last { known.cost } else { hop.cost }));
        let base = hops.first().map_or(0, |hop| u64::from(hop.cost)).saturating_sub(FIRST);
        // Bounds count from where the walker was when the way was chosen; later the first tile is counted in full.
        let bound = bound.map(|bound| if fresh { bound } else { bound.saturating_sub(base) });
        let part = if known.cost > LONG { 4 } else { 8 };
        let most = bound.map(|bound| bound + bound / part + SLACK);
        let is_dear = |found: &Option<Found>| match found {
            Some((_, costs)) => most.is_some_and(|most| costs.last().copied().unwrap_or(0) > most),
            None => true,
        };
        let has_closed = fence.iter().any(|key| !known.opened.contains_key(key));
        let most = most.filter(|_| has_closed).map(|most| u32::try_from(most).unwrap_or(u32::MAX));
        let sets_out = fresh && from == ends.start && !leaps && fence.len() > 1;
        let mut found = match sets_out {
            true => self.lower_from_start(known, from, &fence, |window| targets(window).within(most))?,
            false => None,
        };
        if is_dear(&found) {
            found = self.lower(known, from, &fence, false, |window| targets(window).within(most))?;
        }
        if has_closed && is_dear(&found) {
            // Of what an equal tile has shown nothing is known that the way was not chosen by.
            let unknown: Vec<TileKey> = fence.iter().copied().filter(|&key| !self.is_shown(known, key)).collect();
            self.open_stretch(known, if unknown.is_empty() { &fence } else { &unknown }, from)?;
            return Ok(None);
        }
        if self.leaps() && is_dear(&found) {
            found = self.lower(known, from, &fence, true, targets)?;
        }
        let Some((mut floors, costs)) = found else {
            // With all tiles opened the way is exact, and is found from where it was chosen. Further on the walker may have come
            // into another piece of a tile than it leads through: once, or it would turn for ever.
            known.chosen = None;
            let turns = !known.turned.insert((from, known.news()));
            return if fresh || turns { Err(self.no(known, &Outcome::default())?.into()) } else { Ok(None) };
        };
        let (mut done, mut cost) = (ahead, costs.last().copied().unwrap_or(0));
        if !last && !leaps {
            let inside = floors.iter().rposition(|(floor, _)| floor.tile == from.tile).unwrap_or(0);
            let end = (inside + 1).min(floors.len() - 1);
            floors.truncate(end + 1);
            cost = costs[end];
            let tile = floors[end].0.tile;
            // A way may lead through a tile twice; what was not walked must not be skipped.
            if end + 1 < costs.len() {
                done = hops[..ahead].iter().position(|hop| hop.to == tile).map_or(1, |at| at + 1);
            }
        }
        Ok(Some(Stretch { floors, cost, hops: done }))
    }

    /// Whether a tile was opened, or an equal one.
    fn is_shown(&self, known: &Known, key: TileKey) -> bool {
        let equal = || self.outline(key).is_some_and(|(number, _)| known.shown.contains_key(&number));
        known.opened.contains_key(&key) || equal()
    }

    /// Opens the tiles of a stretch that is no good; with leaps, which take long to find, only if without them the way becomes much
    /// dearer.
    fn open_stretch(&self, known: &mut Known, fence: &[TileKey], from: FloorId) -> Result<(), PlanError> {
        if !self.leaps() {
            return self.open_all(known, fence, from, false).map(|_| ());
        }
        self.way(known, from)?;
        let before = u64::from(known.cost);
        self.open_all(known, fence, from, false)?;
        let is_dear = match self.way(known, from) {
            Ok(_) => u64::from(known.cost) > before + before / 8 + SLACK,
            Err(PlanError::NoRoute(no)) if no.kind != Why::Budget => true,
            Err(error) => return Err(error),
        };
        if is_dear {
            self.open_all(known, fence, from, true)?;
        }
        Ok(())
    }
}
