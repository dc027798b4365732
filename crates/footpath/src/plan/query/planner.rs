//! The common state of planners over floors: the terrain of one query, and the moves and costs of its body.
//!
//! In: a world under the query's rules, and the query. Out: endpoints for a search, a plan from the path that a search found, or
//! a failure. Every planner over floors uses one, with a search of its own.

use super::endpoints::{self, Endpoints, left_out_words};
use super::variant::{Standard, Variant};
use super::{CellOptions, Failure, Goal, NoRoute, Query, Why};
use crate::body::Body;
use crate::portals::BodyPortals;
use crate::reach::{Costs, FloorGraph, GoalBox, Reach, RegionId, Regions, Terrain};
use crate::route::build::metres_of;
use crate::route::{Builder, Cell, CellPlan, Path, Traced, Work};
use crate::search::{MAX_COST, Outcome, Seen};
use crate::world::{FloorId, Semantics, World};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The common state of one query.
pub(crate) struct Planner<'a, V = Standard> {
    pub query: &'a Query<'a>,
    /// The body with the radius that the query uses: zero without a margin.
    pub body: Body,
    pub options: CellOptions,
    pub variant: V,
    pub terrain: Terrain<'a>,
    pub costs: Costs,
    /// The seen-table, reused by the searches of one query.
    pub seen: Seen,
    /// Goals without a floor for the body.
    off_map: Vec<usize>,
}

impl<'a> Planner<'a> {
    pub fn new(world: &'a World, query: &'a Query<'a>) -> Self {
        Self::with_variant(world, query, Standard)
    }
}

impl<'a, V> Planner<'a, V> {
    /// A planner with the choices of a variant.
    pub fn with_variant(world: &'a World, query: &'a Query<'a>, variant: V) -> Self {
        let semantics = Semantics::of(world, &query.rules);
        let body = query.planned_body();
        let costs = Costs::new(&body, &semantics, &query.areas, world.grid().cell);
        let mut terrain = Terrain::new(world, Reach::of(world, &body, &semantics));
        terrain.stop = query.stop.clone();
        let (seen, off_map) = Default::default();
        Self { query, body, options: query.cells, variant, terrain, costs, seen, off_map }
    }

    /// The endpoints of the query.
    pub fn endpoints(&mut self) -> Result<Endpoints, Failure> {
        let endpoints = Endpoints::find(&mut self.terrain, self.query)?;
        self.off_map.clone_from(&endpoints.off_map);
        Ok(endpoints)
    }

    /// The floors of one endpoint of the query.
    pub fn floors_of(&mut self, end: &Goal) -> Vec<u32> {
        let mut nodes = Vec::new();
        endpoints::floors_of(&mut self.terrain, end, self.query.half_extents, |node| nodes.push(node));
        nodes
    }

    /// The failure of an endpoint without a floor for the body.
    pub fn refuse_end(&mut self, end: &Goal, kind: Why) -> Failure {
        endpoints::off_map_of(&mut self.terrain, self.query, end, kind)
    }

    /// The cached portals for the body and its lasting costs.
    pub fn portals(&self) -> Arc<BodyPortals> {
        let Self { terrain, costs, .. } = self;
        BodyPortals::of(terrain.world, &terrain.reach, &costs.lasting(), self.options.leaps)
    }

    /// The box around some nodes, for the heuristic.
    pub fn goal_box(&self, goals: &[u32]) -> Option<GoalBox> {
        GoalBox::to(goals.iter().map(|&node| self.terrain.column(node)))
    }

    /// The builder of plans over this terrain.
    pub fn builder(&mut self) -> Builder<'_, 'a> {
        Builder { terrain: &mut self.terrain, costs: &self.costs, body: &self.body }
    }
}

impl<'a, V: Variant> Planner<'a, V> {
    /// The space of a search for `wanted` of some goals.
    pub fn space<'s>(
        &'s mut self,
        goal_box: Option<GoalBox>,
        goals: &'s [u32],
        wanted: usize,
    ) -> FloorGraph<'s, 'a, V::Moves> {
        let options = self.variant.moves(self.options.leaps);
        FloorGraph { terrain: &mut self.terrain, costs: &self.costs, options, goal_box, goals, wanted }
    }

    /// Whether the regions show, without a search, that no goal can be reached.
    pub fn is_apart(&self, endpoints: &Endpoints) -> bool {
        if !self.variant.has_regions() {
            return false;
        }
        Regions::known(self.terrain.world, &self.terrain.reach, self.options.leaps).is_some_and(|regions| {
            let of = |nodes: &mut dyn Iterator<Item = u32>| -> BTreeSet<RegionId> {
                nodes.filter_map(|node| regions.of(self.terrain.floor(node))).collect()
            };
            let from = of(&mut endpoints.starts.iter().map(|&(start, _)| start));
            let to = of(&mut endpoints.nodes.iter().copied());
            !from.iter().any(|&from| to.iter().any(|&to| regions.leads_to(from, to)))
        })
    }

    /// The smoothed path of traced nodes, and its cells.
    pub fn path_and_cells(&mut self, nodes: Vec<Traced>) -> (Path, Vec<Cell>) {
        let smoothing = self.options.smoothing;
        let Self { terrain, costs, body, variant, .. } = self;
        let mut builder = Builder { terrain, costs, body };
        let path = variant.smooth_path(&mut builder, nodes, smoothing);
        let cells = builder.cells(&path);
        (path, cells)
    }

    /// The plan over a traced path.
    pub fn plan_over(&mut self, nodes: Vec<Traced>, cost: u64, goal: usize, work: Work) -> CellPlan {
        let (path, mut cells) = self.path_and_cells(nodes);
        self.variant.set_feet(&self.terrain, &self.body, &mut cells);
        let mut plan = self.builder().build_plan(cells, path, cost, goal);
        plan.route.off_map.clone_from(&self.off_map);
        plan.route.work = work;
        plan
    }

    /// The failure of a search that found no path from its start to some nodes of its goals.
    pub fn refuse(&self, start: u32, goals: &[u32], outcome: &Outcome) -> Failure {
        let words = left_out_words(&self.off_map, self.query.to.len());
        match self.refuse_from(start, goals, outcome) {
            Failure::Refused(mut refusal) => {
                refusal.message += &words;
                Failure::Refused(refusal)
            }
            Failure::Apart { start, goals, .. } => Failure::Apart { start, goals, left_out: words },
            off_map @ Failure::OffMap { .. } => off_map,
        }
    }

    /// The failure of a search from a node to others.
    pub fn refuse_from(&self, start: u32, goals: &[u32], outcome: &Outcome) -> Failure {
        let world = self.terrain.world;
        let start = self.terrain.floor(start);
        let refused =
            |kind: Why, message: String| NoRoute::new(kind, world.position(start).unwrap_or_default(), message).into();
        if outcome.exhausted {
            let raise = if self.query.stop.is_set() { "" } else { "; raise the budget" };
            return refused(Why::Budget, format!("the search was stopped after {} floors{raise}", outcome.expanded));
        }
        if outcome.too_costly {
            let most = metres_of(world, u64::from(MAX_COST));
            let message =
                format!("every path costs more than {most:.0} m of level walking, which is the limit of a search");
            return refused(Why::Budget, message);
        }
        if !self.variant.has_regions() || self.terrain.filter.is_some() {
            let message = "the goal cannot be reached from the start with this margin and these moves";
            return refused(Why::Disconnected, message.to_owned());
        }
        let goals: Vec<FloorId> = goals.iter().map(|&node| self.terrain.floor(node)).collect();
        Failure::Apart { start, goals, left_out: String::new() }
    }
}

/// The work of a search.
pub(crate) fn work_of(outcome: &Outcome) -> Work {
    Work { expanded: outcome.expanded, enqueued: outcome.enqueued }
}
