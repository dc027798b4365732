//! The levels planner: its tiles, and the state of one query.

use super::PlanError;
use super::kept::TileDistances;
use super::tiles::TileStore;
use crate::ground::{ColumnKey, TileKey};
use crate::plan::query::Planner;
use crate::plan::query::Query;
use crate::plan::query::validate::validate;
use crate::portals::{BodyPortals, CostToGo, CrossingCosts, EndCosts, Goals, Hop, Refined};
use crate::reach::{Costs, Move};
use crate::search::Outcome;
use crate::world::{FloorId, PagedWorld, World};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A floor of a path, and the move that leads to it.
pub(in crate::plan) type PathFloor = (FloorId, Move);

/// Floors where a search begins, with their initial costs.
pub(super) type Starts = Vec<(FloorId, u32)>;

/// A part of a route that one lower search finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::plan) struct Leg {
    pub floors: Vec<PathFloor>,
    /// Cost up to each floor.
    pub costs: Vec<u64>,
    /// Number of hops that it covers.
    pub hops: usize,
}

impl Leg {
    /// The floor where it ends.
    pub fn end(&self) -> Option<FloorId> {
        self.floors.last().map(|&(floor, _)| floor)
    }

    pub fn cost(&self) -> u64 {
        self.costs.last().copied().unwrap_or(0)
    }

    /// Appends another leg, which begins where this one ends.
    #[cfg(feature = "papers")]
    pub fn join(&mut self, next: &Self) {
        let (cost, known) = (self.cost(), usize::from(!self.floors.is_empty()));
        self.floors.extend_from_slice(&next.floors[known..]);
        self.costs.extend(next.costs[known..].iter().map(|more| cost + more));
    }

    /// Keeps the first `floors` floors.
    pub fn truncate(&mut self, floors: usize) {
        self.floors.truncate(floors);
        self.costs.truncate(floors);
    }
}

/// The cheapest path over portals, and how many of its hops are done.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub hops: Vec<Hop>,
    /// Its cost; a lower bound where it leads through outlines.
    pub cost: u32,
    /// The leg, if a lower search has found all of the path.
    pub leg: Option<Leg>,
    /// Number of hops that are done.
    pub at: usize,
    /// Cost of the legs along the hops that are done.
    pub walked: u64,
}

impl Way {
    /// The hops ahead.
    pub fn ahead(&self) -> &[Hop] {
        &self.hops[self.at..]
    }

    /// Counts the hops of a leg as done. Returns whether the leg ends at a goal.
    pub fn advance(&mut self, leg: &Leg) -> bool {
        self.at += leg.hops;
        self.walked += leg.cost();
        self.at >= self.hops.len()
    }
}

/// The floors where a query starts and where it may end.
#[derive(Clone, Debug, Default)]
pub(super) struct Endpoints {
    pub starts: Starts,
    /// Floors of the goals with the index of their goal, sorted.
    pub goals: Vec<(FloorId, usize)>,
    /// The columns of the goals' floors.
    pub columns: Vec<ColumnKey>,
    /// Goals without a floor for the body.
    pub off_map: Vec<usize>,
}

impl Endpoints {
    /// The index of a floor's goal; if several share it, the first.
    pub fn goal_of(&self, floor: FloorId) -> usize {
        let at = self.goals.partition_point(|&(other, _)| other < floor);
        self.goals.get(at).map_or(0, |&(_, goal)| goal)
    }

    /// The goals' floors in some tiles, each once.
    pub fn goals_in(&self, tiles: Option<&[TileKey]>) -> Vec<FloorId> {
        let is_in = |floor: &FloorId| tiles.is_none_or(|tiles| tiles.contains(&floor.tile));
        let mut floors: Vec<FloorId> = self.goals.iter().map(|&(floor, _)| floor).filter(is_in).collect();
        floors.dedup();
        floors
    }
}

/// The position from which a path is chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    /// `None` for the starts of the query.
    pub here: Option<FloorId>,
    pub starts: Starts,
    /// Costs to the spots of the starts' tiles, for the search over outlines.
    pub spots: BTreeMap<TileKey, EndCosts>,
    /// Costs to the nodes of the starts' tiles.
    pub costs: BTreeMap<TileKey, EndCosts>,
    /// Costs from the start of a query on a file to all floors of its tile, where it has one start.
    pub distances: Option<Arc<TileDistances>>,
}

/// The state of a query. It keeps no tile in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub endpoints: Option<Endpoints>,
    pub origin: Option<Origin>,
    /// The goals, for the search over portals.
    pub goals: Goals,
    /// Costs from the spots of the goals' tiles, for the search over outlines.
    pub goal_spots: BTreeMap<TileKey, EndCosts>,
    pub refined: BTreeMap<TileKey, Refined>,
    /// Crossing costs learned from refined tiles, by the numbers of their outlines.
    pub shown: BTreeMap<u32, Arc<CrossingCosts>>,
    /// Bounds of the cost to the goals, from outlines and learned costs.
    pub cost_to_go: Option<Arc<CostToGo>>,
    /// The path chosen last, and from where; `None` after a tile is refined.
    pub chosen: Option<(Option<FloorId>, Way)>,
    /// Positions where a path was given up although every tile on it is refined, with [`State::news`] at that time.
    pub given_up: BTreeSet<(Option<FloorId>, usize)>,
    /// Tiles refined in search of leaps.
    pub leap_tiles: usize,
    /// Nodes expanded by searches over portals, and the number of these searches.
    pub upper: u64,
    pub upper_searches: usize,
    /// Floors expanded by each lower search.
    pub lower: Vec<u64>,
    /// The work of all searches together.
    pub spent: Outcome,
}

impl State {
    /// A counter that grows with every refined tile, and again when a tile is refined with leaps.
    pub fn news(&self) -> usize {
        self.refined.values().map(|tile| 1 + usize::from(tile.leaps)).sum()
    }
}

/// One query of the levels planner.
pub(super) struct LevelPlanner<'a> {
    pub query: &'a Query<'a>,
    pub tiles: TileStore<'a>,
    pub portals: Arc<BodyPortals>,
    /// Costs of the body, with the query's costs of areas.
    pub costs: Costs,
    pub state: State,
}

impl<'a> LevelPlanner<'a> {
    /// A query on a world in memory.
    pub fn in_memory(world: &'a World, query: &'a Query<'a>) -> Self {
        let planner = Planner::new(world, query);
        let (portals, costs) = (planner.portals(), planner.costs.clone());
        Self { query, tiles: TileStore::Memory(Box::new(planner)), portals, costs, state: State::default() }
    }

    /// A query on a world in a file, with its state so far.
    pub fn on_file(paged: &'a PagedWorld, query: &'a Query<'a>, state: State) -> Result<Self, PlanError> {
        validate(query)?;
        let (tiles, portals, costs) = TileStore::of_file(paged, query)?;
        Ok(Self { query, tiles, portals, costs, state })
    }

    pub fn endpoints(&self) -> &Endpoints {
        self.state.endpoints.as_ref().unwrap_or_else(|| unreachable!("endpoints are found before a way is chosen"))
    }

    pub fn origin(&self) -> &Origin {
        self.state.origin.as_ref().unwrap_or_else(|| unreachable!("the origin is set before a way is chosen"))
    }

    /// The floors where a search from here begins.
    pub fn starts_at(&self, here: Option<FloorId>) -> Starts {
        here.map_or_else(|| self.endpoints().starts.clone(), |floor| vec![(floor, 0)])
    }

    /// Number of floors and portals that may still be expanded.
    pub fn left(&self) -> u64 {
        self.query.budget.saturating_sub(self.state.spent.expanded)
    }

    pub fn spend(&mut self, outcome: &Outcome) {
        let spent = &mut self.state.spent;
        spent.expanded += outcome.expanded;
        spent.enqueued += outcome.enqueued;
        spent.exhausted |= outcome.exhausted;
        spent.too_costly |= outcome.too_costly;
    }

    /// Adds the work of an upper search.
    pub fn spend_upper(&mut self, outcome: &Outcome) {
        self.state.upper += outcome.expanded;
        self.spend(outcome);
    }

    /// Adds the work of a lower search. A stopped search ends the query, since its result tells nothing about the tiles.
    pub fn spend_lower(&mut self, outcome: &Outcome) -> Result<(), PlanError> {
        self.state.lower.push(outcome.expanded);
        self.spend(outcome);
        if outcome.exhausted { Err(self.refuse()) } else { Ok(()) }
    }

    /// Whether the body can leap.
    pub fn leaps(&self) -> bool {
        self.portals.moves.extended && !self.portals.moves.reach.limits.leaps.is_empty()
    }

    /// Number of tiles around a tile that its steps depend on, and its leaps if `leaps`.
    pub fn halo(&self, leaps: bool) -> i32 {
        self.portals.moves.reach.tiles_around() + if leaps { self.portals.moves.leap_tiles() } else { 0 }
    }
}
