//! The cells planner (Bandi & Thalmann 2000): a front over floors within a body's reach, traced back to a path of cells,
//! which is smoothed and told as a route.

mod border;
mod ends;
mod front;
mod intact;
mod join;
mod lines;
mod path;
mod repair;
mod retarget;
mod smooth;
mod splice;
mod stepping;
mod tell;
mod trace;
mod walk;

pub use front::{Reached, ReachedFloor};
pub use lines::{line_4, line_8};
pub use path::{Cell, CellPath, Corner};
pub use repair::{Changed, Leaves, Repair};

use super::explain;
use super::no_route::{NoRoute, Why};
use super::query::{CellOptions, Corners, Diagonals, Extended, Front, Goal, Margin, Neighbours, Query, Support};
use crate::body::Body;
use crate::portals::BodyPortals;
use crate::reach::{Costs, FloorGraph, GoalBox, Reach, RegionId, Regions, Terrain};
use crate::route::{Route, Work};
use crate::search::{Buckets, Fifo, MAX_COST, Outcome, Queue, Seen, search};
use crate::world::{FloorId, Semantics, World};
pub(crate) use border::BorderView;
use border::Borders;
pub(crate) use ends::Ends;
use smooth::Smoother;
use std::collections::BTreeSet;
use std::sync::Arc;
pub(crate) use trace::Traced;

/// A route and the path of cells under it.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPlan {
    /// The cells under the smoothed way, from start to goal.
    pub path: CellPath,
    /// The cells between which the body moves straight, with their points, from start to goal.
    pub corners: Vec<Corner>,
    /// The route.
    pub route: Route,
}

impl World {
    /// Plans with the cells planner, and keeps the cells.
    pub fn plan_cells(&self, query: &Query<'_>) -> Result<CellPlan, NoRoute> {
        let world = self.ruled(query)?;
        let mut planner = Planner::new(&world, query);
        let ends = planner.ends()?;
        if planner.is_apart(&ends) {
            return Err(planner.refuse(&ends, &ends.nodes, &Outcome::default()));
        }
        let (outcome, seen) = planner.grow(&ends, 1);
        let work = Work { expanded: outcome.expanded, enqueued: outcome.enqueued };
        match outcome.goal {
            Some(goal) => Ok(planner.tell(&ends, &seen, goal, work)),
            None => Err(planner.refuse(&ends, &ends.nodes, &outcome)),
        }
    }

    /// Plans to every goal at once: the front goes on until all are reached or nothing is left (§5.1).
    pub fn plan_cells_to_all(&self, query: &Query<'_>) -> Result<Vec<Result<CellPlan, NoRoute>>, NoRoute> {
        let world = self.ruled(query)?;
        let mut planner = Planner::new(&world, query);
        let ends = planner.ends()?;
        let (outcome, seen) = planner.grow(&ends, ends.nodes.len());
        let work = Work { expanded: outcome.expanded, enqueued: outcome.enqueued };
        let goals = 0..query.to.len();
        Ok(goals
            .map(|goal| match ends.best_of(goal, &seen) {
                Some(node) => Ok(planner.tell(&ends, &seen, node, work)),
                None if ends.off_map.contains(&goal) => Err(planner.refuse_end(&query.to[goal], Why::GoalOffMap)),
                None => Err(planner.refuse_from(ends.start, &ends.nodes_of(goal), &outcome)),
            })
            .collect())
    }
}

/// What one query works with.
pub(crate) struct Planner<'a> {
    pub query: &'a Query<'a>,
    body: Body,
    pub options: CellOptions,
    pub terrain: Terrain<'a>,
    pub costs: Costs,
    /// Table of one search after another, where a query takes many.
    pub seen: Seen,
    /// Goals that are on no floor for the body.
    off_map: Vec<usize>,
}

impl<'a> Planner<'a> {
    pub fn new(world: &'a World, query: &'a Query<'a>) -> Self {
        let semantics = Semantics::of(world, &query.rules);
        // Without a metric margin the body is as thin as its centre.
        let radius = if query.cells.margin == Margin::Radius { query.body.radius } else { 0.0 };
        let body = Body { radius, ..query.body.clone() };
        let reach = match query.cells.support {
            Support::Front(least) => Reach::supported(world, &body, &semantics, least),
            _ => Reach::of(world, &body, &semantics),
        };
        let borders = match query.cells.margin {
            Margin::Border { layers, sides } if layers > 0 => Some(Borders::of(world, &body, &reach, layers, sides)),
            _ => None,
        };
        let costs = Costs::new(&body, &semantics, &query.areas, query.cells.diagonals, world.grid().cell);
        let mut terrain = Terrain::new(world, reach);
        terrain.filter = borders.map(BorderView::filter);
        terrain.stop = query.stop.clone();
        Self { query, body, options: query.cells, terrain, costs, seen: Seen::default(), off_map: Vec::new() }
    }

    pub fn ends(&mut self) -> Result<Ends, NoRoute> {
        let ends = Ends::find(&mut self.terrain, self.query).map_err(|no| self.why_off_map(no))?;
        self.off_map.clone_from(&ends.off_map);
        Ok(ends)
    }

    /// What is kept of portals for the body and its lasting costs.
    pub fn portals(&self) -> Arc<BodyPortals> {
        let Self { terrain, costs, .. } = self;
        BodyPortals::of(terrain.world, &terrain.reach, &costs.lasting(), self.is_extended())
    }

    /// Whether leaps count as moves.
    pub fn is_extended(&self) -> bool {
        self.options.extended == Extended::All
    }

    /// Whether some moves are not those that regions are labelled by: contiguous ground, with all leaps or without.
    fn has_moves_beyond_regions(&self) -> bool {
        self.options.extended == Extended::FirstRing || self.options.corners == Corners::Ignored
    }

    /// Whether it is known without a search that no goal can be reached.
    pub fn is_apart(&self, ends: &Ends) -> bool {
        if self.has_moves_beyond_regions() {
            return false;
        }
        Regions::known(self.terrain.world, &self.terrain.reach, self.is_extended()).is_some_and(|regions| {
            let of = |nodes: &mut dyn Iterator<Item = u32>| -> BTreeSet<RegionId> {
                nodes.filter_map(|node| regions.of(self.terrain.floor(node))).collect()
            };
            let from = of(&mut ends.starts.iter().map(|&(start, _)| start));
            let to = of(&mut ends.nodes.iter().copied());
            !from.iter().any(|&from| to.iter().any(|&to| regions.leads_to(from, to)))
        })
    }

    /// The floors that one end of the query may be on.
    pub fn floors_of(&mut self, end: &Goal) -> Vec<u32> {
        let mut nodes = Vec::new();
        ends::floors_of(&mut self.terrain, end, self.query.half_extents, |node| nodes.push(node));
        nodes
    }

    /// The refusal of an end that is on no floor for the body.
    pub fn refuse_end(&mut self, end: &Goal, kind: Why) -> NoRoute {
        let no = ends::off_map_of(&mut self.terrain, self.query, end, kind);
        self.why_not_there(no, end)
    }

    /// Says of a start or goal that is off the map why the body does not fit on the floors there.
    fn why_off_map(&self, no: NoRoute) -> NoRoute {
        let here = Goal::Point(self.query.from);
        match (no.kind, self.query.to.first()) {
            (Why::StartOffMap, _) => self.why_not_there(no, self.query.from_region.as_ref().unwrap_or(&here)),
            (Why::GoalOffMap, Some(goal)) => self.why_not_there(no, goal),
            _ => no,
        }
    }

    fn why_not_there(&self, no: NoRoute, end: &Goal) -> NoRoute {
        if !self.query.explain {
            return no;
        }
        let world = self.terrain.world;
        let mut floors = Vec::new();
        match end {
            Goal::Point(at) => floors.extend(world.locate(*at, self.query.half_extents)),
            region => ends::region(world, region, |id| floors.push(id)),
        }
        explain::off_map(world, &self.terrain.reach, &self.body, &floors, no)
    }

    /// Grows the front from the start until `wanted` goals are reached.
    fn grow(&mut self, ends: &Ends, wanted: usize) -> (Outcome, Seen) {
        let plain = self.options.diagonals == Diagonals::Unit || self.options.neighbours != Neighbours::Eight;
        // Levels come first in, first out only while every move costs the same.
        let levels =
            plain && self.costs.is_plain() && self.options.front == Front::Bushfire && self.body.abilities.is_empty();
        if levels { self.run(ends, wanted, Fifo::default()) } else { self.run(ends, wanted, Buckets::default()) }
    }

    fn run<Q: Queue>(&mut self, ends: &Ends, wanted: usize, mut queue: Q) -> (Outcome, Seen) {
        let mut seen = Seen::default();
        let ahead = self.ahead(&ends.nodes);
        let budget = self.query.budget;
        let mut space = self.space(ahead, &ends.nodes, wanted);
        let outcome = search(&mut space, &mut queue, &mut seen, &ends.starts, budget);
        (outcome, seen)
    }

    /// What is left to some nodes.
    pub fn ahead(&self, goals: &[u32]) -> Option<GoalBox> {
        GoalBox::to(goals.iter().map(|&node| self.terrain.column(node)))
    }

    /// The space in which a front grows.
    pub fn space<'s>(&'s mut self, ahead: Option<GoalBox>, goals: &'s [u32], wanted: usize) -> FloorGraph<'s, 'a> {
        let (costs, options) = (&self.costs, self.options.graph());
        FloorGraph { terrain: &mut self.terrain, costs, options, ahead, goals, wanted }
    }

    /// What lays traced paths out as they are walked.
    fn smoother(&mut self) -> Smoother<'_, 'a> {
        Smoother { terrain: &mut self.terrain, costs: &self.costs }
    }

    /// The plan that a front gives for a goal.
    fn tell(&mut self, ends: &Ends, seen: &Seen, goal: u32, work: Work) -> CellPlan {
        let path = self.trace(seen, goal);
        self.told(path, u64::from(seen.cost(goal)), ends.goal_of(goal), work)
    }

    /// The nodes from a start to a goal that a front has reached.
    pub fn trace(&mut self, seen: &Seen, goal: u32) -> Vec<Traced> {
        trace::back(&mut self.terrain, seen, &self.costs, &self.body, &self.options, goal)
    }

    /// The nodes to `goal` from where costs are 0, by what it costs to each of some, or `u32::MAX`.
    pub fn trace_costs(&mut self, cost_of: impl Fn(u32) -> u32, goal: u32) -> Option<Vec<Traced>> {
        trace::by_costs(&mut self.terrain, cost_of, &self.costs, &self.body, &self.options, goal)
    }

    /// The plan over a traced path.
    pub fn told(&mut self, path: Vec<Traced>, cost: u64, goal: usize, work: Work) -> CellPlan {
        let smoothing = self.options.smoothing;
        let laid = self.smoother().lay(path, smoothing);
        let mut cells = tell::cells(&self.terrain, &laid);
        self.set_feet(&mut cells);
        let (mut route, corners) = tell::route(self.terrain.world, self.query, &cells, &laid.corners);
        route.goal = goal;
        route.off_map.clone_from(&self.off_map);
        route.cost = self.metres(cost);
        route.work = work;
        CellPlan { path: CellPath { cells, moves: laid.moves, cost, goal }, corners, route }
    }

    /// A cost in metres of level walking.
    fn metres(&self, cost: u64) -> f64 {
        cost as f64 / f64::from(crate::reach::ORTHOGONAL) * self.terrain.world.grid().cell_size()
    }

    /// Why there is no way to some of the goals' nodes.
    pub fn refuse(&mut self, ends: &Ends, goals: &[u32], outcome: &Outcome) -> NoRoute {
        let mut no = self.refuse_from(ends.start, goals, outcome);
        no.message += &ends::left_out(&self.off_map, self.query.to.len());
        no
    }

    /// Why there is no way from a node to any of others.
    fn refuse_from(&mut self, start: u32, goals: &[u32], outcome: &Outcome) -> NoRoute {
        let start = self.terrain.floor(start);
        let at = self.terrain.world.position(start).unwrap_or_default();
        let stopped = self.query.stop.is_set();
        if outcome.exhausted {
            let raise = if stopped { "" } else { "; raise the budget" };
            let message = format!("the search was stopped after {} floors{raise}", outcome.expanded);
            return NoRoute::new(Why::Budget, at, message);
        }
        if outcome.too_costly {
            let most = self.metres(u64::from(MAX_COST));
            let message =
                format!("every way costs more than {most:.0} m of level walking, which is the most that is searched");
            return NoRoute::new(Why::Budget, at, message);
        }
        if self.has_moves_beyond_regions() || self.terrain.filter.is_some() {
            let message = "the goal cannot be reached from the start with this margin and these moves".to_owned();
            return NoRoute::new(Why::Disconnected, at, message);
        }
        let plain = || NoRoute::new(Why::Disconnected, at, "the goal cannot be reached from the start".to_owned());
        if stopped {
            return plain();
        }
        // Labelled now, so that the next query of its kind is answered without a search.
        let made = Regions::made(self.terrain.world, &self.terrain.reach, self.is_extended(), &self.query.stop);
        let Some(regions) = made.filter(|_| self.query.explain) else { return plain() };
        let goals: Vec<FloorId> = goals.iter().map(|&node| self.terrain.floor(node)).collect();
        explain::why(&mut self.terrain, &self.body, &regions, start, &goals)
    }
}
