//! The levels planner (Deusdado, Fernandes & Belo 2008): A* from area to area, then A* within each of them.
//!
//! In: a query. Out: a route like that of the cells planner, found exactly when that finds one. Three levels keep every search
//! small: regions say whether there is a way at all, gates of tiles ([`gates`]) which way it is, and the cells of two tiles at a
//! time where the feet go. What lies between gates is measured once per body ([`hierarchy`]) and kept; an edit drops it for
//! the tiles around it and nowhere else.
//!
//! Where we differ: the seed's areas are those of one avatar and may be as large as a storey, so its lower searches may be as large
//! as the map; ours end at tiles. Its sequence of areas has the fewest hops; ours costs least, from measured distances. Its lower
//! search aims at a waypoint; ours aims at the one after, through both areas, and so does not touch the first where
//! that would be a detour.

mod above;
mod gates;
mod hierarchy;

pub(crate) use above::Pass;

use super::cells::{CellPlan, Ends, Planner, Traced};
use super::no_route::NoRoute;
use super::query::Query;
use crate::ground::TileKey;
use crate::route::Work;
use crate::search::{Buckets, Outcome, Seen, search};
use crate::world::{FloorId, World};
use above::Above;
use hierarchy::Hierarchy;

/// A plan and what it took at both levels.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelPlan {
    /// The route and the cells under it.
    pub plan: CellPlan,
    /// Gates expanded by the upper search.
    pub upper: u64,
    /// Floors expanded by each lower search, in the order in which they are walked.
    pub lower: Vec<u64>,
}

impl LevelPlan {
    /// What is expanded before the first move is known, if the lower searches after the first wait until the walker arrives.
    pub fn before_first_move(&self) -> u64 {
        self.upper + self.lower.first().copied().unwrap_or(0)
    }
}

impl World {
    /// Plans with the levels planner. Of [`CellOptions`](super::CellOptions) it uses the margin, the smoothing and whether there are leaps.
    pub fn plan_levels(&self, query: &Query<'_>) -> Result<LevelPlan, NoRoute> {
        let world = self.ruled(query)?;
        let mut planner = Planner::new(&world, query);
        let ends = planner.ends()?;
        if planner.is_apart(&ends) {
            return Err(planner.refuse(&ends, &ends.nodes, &Outcome::default()));
        }
        Journey::new(&mut planner, &ends).plan()
    }
}

/// One query on its way down the levels.
struct Journey<'j, 'a> {
    planner: &'j mut Planner<'a>,
    ends: &'j Ends,
    lower: Vec<u64>,
    enqueued: u64,
}

/// A stretch that a lower search found.
#[derive(Default)]
struct Leg {
    path: Vec<Traced>,
    /// What it costs to each of its nodes.
    costs: Vec<u64>,
}

impl Leg {
    fn cost(&self) -> u64 {
        self.costs.last().copied().unwrap_or(0)
    }

    /// Goes on with another leg, which begins where this one ends.
    fn join(&mut self, next: &Self) {
        let (cost, known) = (self.cost(), usize::from(!self.path.is_empty()));
        self.path.extend_from_slice(&next.path[known..]);
        self.costs.extend(next.costs[known..].iter().map(|more| cost + more));
    }
}

impl<'j, 'a> Journey<'j, 'a> {
    fn new(planner: &'j mut Planner<'a>, ends: &'j Ends) -> Self {
        Self { planner, ends, lower: Vec::new(), enqueued: 0 }
    }

    fn plan(&mut self) -> Result<LevelPlan, NoRoute> {
        let world = self.planner.terrain.world;
        let reach = self.planner.terrain.reach.clone();
        let hierarchy = Hierarchy::of(world, &reach, &self.planner.costs, self.planner.is_extended());
        let floors = |nodes: &mut dyn Iterator<Item = u32>| -> Vec<FloorId> {
            nodes.map(|node| self.planner.terrain.floor(node)).collect()
        };
        let starts = floors(&mut self.ends.starts.iter().map(|&(node, _)| node));
        let goals = floors(&mut self.ends.nodes.iter().copied());
        let direct = self.direct(&starts, &goals);
        let ahead = self.planner.ahead(&self.ends.nodes);
        let mut above = Above::new(&hierarchy, world, &goals, ahead);
        let cost = direct.as_ref().map(|leg| leg.cost() as u32);
        let (outcome, way) = above.way(&starts, cost, self.planner.query.budget);
        let Some(way) = way else { return Err(self.planner.refuse(self.ends, &self.ends.nodes, &outcome)) };
        let leg = match direct.filter(|_| way.is_empty()) {
            Some(leg) => Some(leg),
            None => {
                self.lower.clear();
                self.walk(&way)
            }
        };
        self.planner.terrain.set_fence(None);
        let Some(leg) = leg else {
            return Err(self.planner.refuse(self.ends, &self.ends.nodes, &outcome));
        };
        let (cost, path) = (leg.cost(), leg.path);
        let goal = path.last().map_or(0, |&(node, _)| self.ends.goal_of(node));
        let expanded = outcome.expanded + self.lower.iter().sum::<u64>();
        let work = Work { expanded, enqueued: outcome.enqueued + self.enqueued };
        let plan = self.planner.told(path, cost, goal, work);
        Ok(LevelPlan { plan, upper: outcome.expanded, lower: std::mem::take(&mut self.lower) })
    }

    /// The way within tiles that hold both a start and a goal.
    fn direct(&mut self, starts: &[FloorId], goals: &[FloorId]) -> Option<Leg> {
        let mut shared: Vec<TileKey> = starts.iter().map(|start| start.tile).collect();
        shared.retain(|tile| goals.iter().any(|goal| goal.tile == *tile));
        shared.dedup();
        if shared.is_empty() {
            return None;
        }
        let starts = self.ends.starts.clone();
        self.search(shared, &starts, &self.ends.nodes.clone())
    }

    /// Walks down a way: one lower search per passage, each to the passage after next.
    fn walk(&mut self, way: &[Pass]) -> Option<Leg> {
        let mut walked = Leg::default();
        let mut starts = self.ends.starts.clone();
        let mut at = 0;
        loop {
            let here = way[at].from.tile;
            let there = way[at].to.tile;
            let next = way.get(at + 1);
            let goals = match next {
                Some(pass) => vec![self.planner.terrain.node(pass.from)],
                None => self.ends.nodes.clone(),
            };
            let mut leg = self.search(vec![here, there], &starts, &goals)?;
            let ends = next.is_none();
            if !ends && here != there {
                self.cut(&mut leg, here);
            }
            let last = leg.path[leg.path.len() - 1];
            walked.join(&leg);
            if ends {
                return Some(walked);
            }
            starts = vec![(last.0, 0)];
            at += 1;
            if here == there && way.get(at).is_none() {
                return Some(walked);
            }
        }
    }

    /// Keeps of a leg what leads out of a tile for the last time.
    fn cut(&mut self, leg: &mut Leg, tile: TileKey) {
        let terrain = &self.planner.terrain;
        let inside = leg.path.iter().rposition(|&(node, _)| terrain.floor(node).tile == tile);
        let end = inside.map_or(0, |inside| inside + 1).min(leg.path.len() - 1);
        leg.path.truncate(end + 1);
        leg.costs.truncate(end + 1);
    }

    /// A lower search, within some tiles.
    fn search(&mut self, fence: Vec<TileKey>, starts: &[(u32, u32)], goals: &[u32]) -> Option<Leg> {
        self.planner.terrain.set_fence(Some(fence));
        let ahead = self.planner.ahead(goals);
        let mut seen = Seen::default();
        let mut space = self.planner.space(ahead, goals, 1);
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, starts, u64::MAX);
        self.lower.push(outcome.expanded);
        self.enqueued += outcome.enqueued;
        let goal = outcome.goal?;
        let path = self.planner.trace(&seen, goal);
        let costs = path.iter().map(|&(node, _)| u64::from(seen.cost(node))).collect();
        Some(Leg { path, costs })
    }
}
