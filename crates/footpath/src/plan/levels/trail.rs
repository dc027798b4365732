//! The whole route: all legs of a path, with a few tiles loaded at a time.
//!
//! In: a planner whose endpoints are found. Out: the plan over all legs. If a leg is not as its path predicted, some of the legs
//! before it are given up, and the path is chosen again from there.

use super::PlanError;
use super::planner::{Leg, LevelPlanner, PathFloor, Way};
use crate::ground::TileKey;
use crate::plan::query::Why;
use crate::portals::Entry;
use crate::reach::Move;
use crate::route::{CellPlan, Traced, Work};
use crate::world::{FloorId, WorldError};
use std::collections::BTreeMap;

/// Most tiles of the part of a route that is smoothed at a time.
const SMOOTHED: usize = 8;
/// Number of legs that are given up when a path proves wrong: a better one may branch off that far back. Giving up all legs would
/// plan a path across a city anew for every passage that is too narrow.
const BACK: usize = 16;

/// Where a leg begins, and the hops that it leads along.
type LegKey = (Option<FloorId>, Vec<(TileKey, Entry)>);

/// The legs found so far.
#[derive(Default)]
struct Trail {
    floors: Vec<PathFloor>,
    /// Floors and cost at the end of each leg.
    ends: Vec<(usize, u64)>,
    /// None if it is to be chosen.
    way: Option<Way>,
    /// Legs of earlier paths: a new path has many of them in common.
    legs: BTreeMap<LegKey, Leg>,
    /// [`State::news`](super::planner::State::news) when all legs were last given up.
    restarted: usize,
}

impl Trail {
    /// The end of the last leg; `None` at the start.
    fn here(&self) -> Option<FloorId> {
        self.floors.last().map(|&(floor, _)| floor)
    }

    fn cost(&self) -> u64 {
        self.ends.last().map_or(0, |&(_, cost)| cost)
    }

    fn add(&mut self, leg: &Leg) {
        let known = usize::from(!self.floors.is_empty());
        self.floors.extend_from_slice(&leg.floors[known..]);
        self.ends.push((self.floors.len(), self.cost() + leg.cost()));
    }

    /// Gives up all legs after the first `legs`.
    fn go_back(&mut self, legs: usize) {
        self.ends.truncate(legs);
        self.floors.truncate(self.ends.last().map_or(0, |&(floors, _)| floors));
        self.way = None;
    }

    /// The tile in which the last leg began.
    fn tile_before(&self) -> Option<TileKey> {
        let legs = self.ends.len();
        let at = if legs < 2 { 0 } else { self.ends[legs - 2].0 - 1 };
        self.floors.get(at).map(|(floor, _)| floor.tile)
    }
}

impl LevelPlanner<'_> {
    /// Plans the whole route.
    pub fn plan(&mut self) -> Result<CellPlan, PlanError> {
        self.find_endpoints(None)?;
        let mut trail = Trail::default();
        loop {
            let Some(way) = trail.way.take() else {
                self.choose_for(&mut trail)?;
                continue;
            };
            if self.advance(&mut trail, way)? {
                return self.tell(&trail.floors, trail.cost(), trail.here());
            }
        }
    }

    /// Chooses the path from the end of the trail, or gives up a part of the trail.
    fn choose_for(&mut self, trail: &mut Trail) -> Result<(), PlanError> {
        let here = trail.here();
        let way = match self.choose(here) {
            // A drop cannot be climbed back. With the tiles refined since, another path may lead from the start.
            Err(PlanError::NoRoute(no))
                if no.kind != Why::Budget && here.is_some() && self.state.news() > trail.restarted =>
            {
                trail.restarted = self.state.news();
                trail.go_back(0);
                return Ok(());
            }
            way => way?,
        };
        // A path that leads back to the previous tile would have branched off there.
        let returns = way.hops.first().is_some_and(|hop| here.is_some() && Some(hop.to) == trail.tile_before());
        if returns && !self.state.given_up.contains(&(here, self.state.news())) {
            trail.go_back(trail.ends.len() - 1);
        } else {
            trail.way = Some(way);
        }
        Ok(())
    }

    /// Adds the next leg of the path. Returns whether it ends at a goal.
    fn advance(&mut self, trail: &mut Trail, mut way: Way) -> Result<bool, PlanError> {
        let here = trail.here();
        let key: LegKey = (here, way.ahead().iter().take(4).map(|hop| (hop.to, hop.entry)).collect());
        let news = self.state.news();
        let found = match trail.legs.get(&key) {
            Some(leg) => Some(leg.clone()),
            None => self.leg(here, &way)?,
        };
        let Some(leg) = found else {
            // If tiles were refined, a better path may branch off earlier.
            if self.state.news() > news {
                trail.go_back(trail.ends.len().saturating_sub(BACK));
            }
            return Ok(false);
        };
        trail.add(&leg);
        let arrived = way.advance(&leg);
        trail.way = Some(way);
        if self.tiles.is_file() {
            trail.legs.insert(key, leg);
        }
        Ok(arrived)
    }

    /// The plan over some floors, which end at a goal or on the way. In a file a few tiles are smoothed at a time.
    pub fn tell(&mut self, floors: &[PathFloor], cost: u64, end: Option<FloorId>) -> Result<CellPlan, PlanError> {
        let mut most = if self.tiles.is_file() { SMOOTHED } else { usize::MAX };
        let (mut first, mut whole) = (0, None::<CellPlan>);
        while first + 1 < floors.len() || whole.is_none() {
            let last = part_end(floors, first, most);
            let part = match self.tell_part(&floors[first..=last], cost) {
                // Fewer tiles may fit into memory.
                Err(PlanError::World(WorldError::Limit { .. })) if most > 2 => {
                    most /= 2;
                    continue;
                }
                part => part?,
            };
            match &mut whole {
                Some(whole) => whole.append(part),
                None => whole = Some(part),
            }
            first = last;
        }
        let mut plan = whole.unwrap_or_else(|| unreachable!("a path has a floor"));
        let goal = end.map_or(0, |end| self.endpoints().goal_of(end));
        (plan.path.goal, plan.route.goal) = (goal, goal);
        plan.route.off_map.clone_from(&self.endpoints().off_map);
        let spent = &self.state.spent;
        plan.route.work = Work { expanded: spent.expanded, enqueued: spent.enqueued };
        Ok(plan)
    }

    fn tell_part(&mut self, floors: &[PathFloor], cost: u64) -> Result<CellPlan, PlanError> {
        let (is_file, around) = (self.tiles.is_file(), self.halo(false));
        let mut tiles: Vec<TileKey> = floors.iter().map(|(floor, _)| floor.tile).collect();
        tiles.sort_unstable();
        tiles.dedup();
        self.tiles.within(&tiles, around, |planner| {
            if is_file {
                // Tiles at the rim of the window lack neighbours, so their steps would be wrong.
                planner.terrain.set_fence(Some(tiles.clone()));
            }
            let mut path: Vec<Traced> = floors.iter().map(|&(floor, how)| (planner.terrain.node(floor), how)).collect();
            path[0].1 = Move::WALK;
            planner.plan_over(path, cost, 0, Work::default())
        })
    }
}

/// The last floor of a part that begins at `first` and touches at most `most` tiles.
fn part_end(floors: &[PathFloor], first: usize, most: usize) -> usize {
    let mut tiles = vec![floors[first].0.tile];
    for (at, (floor, _)) in floors.iter().enumerate().skip(first) {
        if most < usize::MAX && !tiles.contains(&floor.tile) {
            if tiles.len() == most {
                return at - 1;
            }
            tiles.push(floor.tile);
        }
    }
    floors.len() - 1
}
