//! The cells planner (Bandi & Thalmann 2000): a front over floors within a body's reach, traced back to a path of cells,
//! which is smoothed and told as a route.

mod ends;
mod lines;
mod path;
mod smooth;
mod space;
mod tell;
mod trace;
mod walk;

pub use lines::{line_4, line_8};
pub use path::{Cell, CellPath};

use super::explain;
use super::no_route::{NoRoute, Why};
use super::query::{CellOptions, Diagonals, Extended, Front, Goal, Margin, Neighbours, Query, Smoothing};
use super::reach::Reach;
use super::regions::Regions;
use super::semantics::Semantics;
use super::terrain::Terrain;
use crate::body::Body;
use crate::route::{Route, Work};
use crate::search::{Buckets, Fifo, Outcome, Queue, Seen, search};
use crate::world::{FloorId, World};
use ends::Ends;
use smooth::Smoother;
use space::{Ahead, Cells, Costs};
use trace::Traced;

/// A route and the path of cells under it.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPlan {
    /// The cells, after lines of cells have smoothed them.
    pub path: CellPath,
    /// The route.
    pub route: Route,
}

impl World {
    /// Plans with the cells planner, and keeps the cells.
    pub fn plan_cells(&self, query: &Query<'_>) -> Result<CellPlan, NoRoute> {
        let mut planner = Planner::new(self, query);
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
        let mut planner = Planner::new(self, query);
        let ends = planner.ends()?;
        let (outcome, seen) = planner.grow(&ends, ends.nodes.len());
        let work = Work { expanded: outcome.expanded, enqueued: outcome.enqueued };
        let goals = 0..query.to.len();
        Ok(goals
            .map(|goal| match ends.best_of(goal, &seen) {
                Some(node) => Ok(planner.tell(&ends, &seen, node, work)),
                None => Err(planner.refuse(&ends, &ends.nodes_of(goal), &outcome)),
            })
            .collect())
    }
}

/// What one query works with.
struct Planner<'a> {
    query: &'a Query<'a>,
    body: Body,
    options: CellOptions,
    terrain: Terrain<'a>,
    costs: Costs,
}

impl<'a> Planner<'a> {
    fn new(world: &'a World, query: &'a Query<'a>) -> Self {
        let semantics = Semantics::baked(world);
        // Without a metric margin the body is as thin as its centre.
        let radius = if query.cells.margin == Margin::Radius { query.body.radius } else { 0.0 };
        let body = Body { radius, ..query.body.clone() };
        let reach = Reach::of(world, &body, &semantics);
        let costs = Costs::new(&body, &semantics, &query.cells, world.grid().cell);
        Self { query, body, options: query.cells, terrain: Terrain::new(world, reach), costs }
    }

    fn ends(&mut self) -> Result<Ends, NoRoute> {
        Ends::find(&mut self.terrain, self.query).map_err(|no| self.why_off_map(no))
    }

    /// Whether leaps count as moves.
    fn is_extended(&self) -> bool {
        self.options.extended == Extended::All
    }

    /// Whether it is known without a search that no goal can be reached.
    fn is_apart(&self, ends: &Ends) -> bool {
        Regions::known(self.terrain.world, &self.terrain.reach, self.is_extended()).is_some_and(|regions| {
            let start = self.terrain.floor(ends.start);
            !ends.nodes.iter().any(|&goal| regions.can_reach(start, self.terrain.floor(goal)))
        })
    }

    /// Says of a start or goal that is off the map why the body does not fit on the floor there.
    fn why_off_map(&self, no: NoRoute) -> NoRoute {
        let at = match (no.kind, self.query.to.first()) {
            (Why::StartOffMap, _) => self.query.from,
            (Why::GoalOffMap, Some(&Goal::Point(at))) => at,
            _ => return no,
        };
        if !self.query.explain {
            return no;
        }
        explain::off_map(self.terrain.world, &self.terrain.reach, &self.body, at, self.query.half_extents, no)
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
        let ahead = Ahead::to(ends.nodes.iter().map(|&node| self.terrain.column(node)));
        let mut space = Cells {
            terrain: &mut self.terrain,
            costs: &self.costs,
            options: self.options,
            ahead,
            goals: &ends.nodes,
            wanted,
            closed: &|_, _| false,
            has_closed: false,
        };
        let outcome = search(&mut space, &mut queue, &mut seen, &[(ends.start, 0)], self.query.budget);
        (outcome, seen)
    }

    /// The plan that a front gives for a goal.
    fn tell(&mut self, ends: &Ends, seen: &Seen, goal: u32, work: Work) -> CellPlan {
        let path = trace::back(&mut self.terrain, seen, &self.costs, &self.body, &self.options, goal);
        let cost = u64::from(seen.cost(goal));
        let smoothing = self.options.smoothing;
        let mut smoother = Smoother { terrain: &mut self.terrain, costs: &self.costs, closed: &|_, _| false };
        let (path, corners): (Vec<Traced>, Vec<Traced>) = match smoothing {
            Smoothing::None => (path.clone(), path),
            Smoothing::Junctions | Smoothing::Comprehensive => {
                let smooth = smoother.cells(&path, smoothing);
                (smooth.clone(), smooth)
            }
            Smoothing::AnyAngle => {
                let corners = smoother.any_angle(&path);
                (path, corners)
            }
        };
        let cells = tell::cells(&self.terrain, &path);
        let goal = ends.goal_of(goal);
        let mut route = tell::route(&mut self.terrain, self.query, &self.costs, &corners);
        route.goal = goal;
        route.cost = cost as f64 / f64::from(super::reach::ORTHOGONAL) * self.terrain.world.grid().cell_size();
        route.work = work;
        CellPlan { path: CellPath { cells, cost, goal }, route }
    }

    /// Why there is no way to some of the goals' nodes.
    fn refuse(&mut self, ends: &Ends, goals: &[u32], outcome: &Outcome) -> NoRoute {
        let start = self.terrain.floor(ends.start);
        let at = self.terrain.world.position(start).unwrap_or_default();
        if outcome.exhausted {
            let message = format!("the search was stopped after {} floors; raise the budget", outcome.expanded);
            return NoRoute::new(Why::Budget, at, message);
        }
        // Labelled now, so that the next query of its kind is answered without a search.
        let regions = Regions::made(self.terrain.world, &self.terrain.reach, self.is_extended());
        if !self.query.explain {
            return NoRoute::new(Why::Disconnected, at, "the goal cannot be reached from the start".to_owned());
        }
        let goals: Vec<FloorId> = goals.iter().map(|&node| self.terrain.floor(node)).collect();
        explain::why(&mut self.terrain, &self.body, &regions, start, &goals)
    }
}
