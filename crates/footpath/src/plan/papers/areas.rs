//! Areas of the whole world, as in Deusdado et al., with one lower search in each (§4.5, §5). Reproduces Figs. 6 and 7.
//!
//! In: the levels of a body, with their waypoints. Out: the waypoints along the path, then a leg through every area. A waypoint
//! is a set of crossings, and the lower search ends at the first one that it reaches, so routes do not all pass through its
//! middle. The paper does not define the cost of an edge of its graph; here it is the measured cost between the middles of two
//! waypoints, found once per body and kept. From the start and to the goal it is the straight line. The levels planner is faster,
//! because its areas end at tiles.

use crate::ground::ColumnKey;
use crate::plan::explained;
use crate::plan::levels::{Leg, LevelPlan, search_goals};
use crate::plan::query::{Endpoints, Failure, NoRoute, Planner, Query, Why, work_of};
use crate::portals::BodyPortals;
use crate::reach::{Filter, FloorGraph, GoalBox, GraphOptions, Levels, Terrain};
use crate::search::{Buckets, Outcome, Seen, Space, Stop, search};
use crate::world::{Bytes, FloorId, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The node of all goals. Node 1 + 2 w + side is waypoint w, from which the area on that side is entered.
const GOAL: u32 = 0;

/// The graph of the whole world's areas, as a space.
struct AreaGraph<'a> {
    portals: &'a BodyPortals,
    world: &'a World,
    levels: &'a Arc<Levels>,
    /// Areas with goals, each with the box around its goals.
    goals: Vec<(usize, GoalBox)>,
    /// Floors that may still be expanded to measure areas, and floors expanded so far.
    left: u64,
    measured: u64,
    /// Whether the budget was exceeded.
    is_over: bool,
    stop: Stop,
}

impl AreaGraph<'_> {
    fn column(&self, floor: FloorId) -> ColumnKey {
        self.world.column_of(floor).unwrap_or_else(|| unreachable!("crossings are floors"))
    }

    /// The floor at the middle of a waypoint, on one side.
    fn middle(&self, waypoint: usize, side: usize) -> FloorId {
        let waypoint = &self.levels.waypoints()[waypoint];
        waypoint.crossings[waypoint.middle][side]
    }

    /// The waypoints of an area, each with the side of the area and the node behind it.
    fn exits_of(&self, area: usize) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.levels.waypoints_of(area).iter().map(move |&waypoint| {
            let side = usize::from(self.levels.waypoints()[waypoint].areas[1] == area);
            (waypoint, side, 1 + 2 * waypoint as u32 + (1 - side) as u32)
        })
    }

    /// Cost of the straight way from a floor to the box around the goals of its area.
    fn cost_to_goal(&self, area: usize, from: FloorId) -> Option<u32> {
        let own = self.goals.iter().filter(|(of, _)| *of == area);
        own.map(|(_, ahead)| self.portals.moves.costs.cost_to(ahead, self.column(from))).min()
    }
}

impl Space for AreaGraph<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let (waypoint, side) = ((node - 1) as usize / 2, (node - 1) as usize % 2);
        let area = self.levels.waypoints()[waypoint].areas[side];
        if let Some(cost) = self.cost_to_goal(area, self.middle(waypoint, side)) {
            visit(GOAL, cost, 0);
        }
        let Some(row) = self.row(waypoint, side) else { return };
        for ((other, _, node), &cost) in self.exits_of(area).zip(&row.costs) {
            if other != waypoint && cost != u32::MAX {
                visit(node, cost, 0);
            }
        }
    }

    fn estimate(&self, node: u32) -> u32 {
        if node == GOAL {
            return 0;
        }
        let at = self.column(self.middle((node - 1) as usize / 2, (node - 1) as usize % 2));
        self.goals.iter().map(|(_, ahead)| self.portals.moves.costs.cost_to(ahead, at)).min().unwrap_or(0)
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == GOAL
    }

    fn is_stopped(&self) -> bool {
        self.is_over || self.stop.is_set()
    }

    fn len(&self) -> usize {
        1 + 2 * self.levels.waypoints().len()
    }
}

/// Keeps a search within one area of the whole world.
#[derive(Debug)]
struct WithinArea {
    levels: Arc<Levels>,
    area: usize,
}

impl Filter for WithinArea {
    fn is_closed(&self, _: &World, floor: FloorId) -> bool {
        self.levels.area_of(floor) != Some(self.area)
    }
}

/// Costs from the middle of a waypoint through the area on one side to the middles of all waypoints of that area.
#[derive(Debug)]
struct AreaRow {
    costs: Vec<u32>,
    /// Floors expanded to measure them.
    expanded: u64,
}

impl Bytes for AreaRow {
    fn bytes(&self) -> usize {
        self.costs.bytes()
    }
}

impl AreaGraph<'_> {
    /// The costs through an area, from the cache or measured. `None` if the budget is exceeded or the search is stopped.
    fn row(&mut self, waypoint: usize, side: usize) -> Option<Arc<AreaRow>> {
        let moves = &self.portals.moves;
        let key = (moves.reach.key(), moves.costs.clone(), moves.extended, waypoint, side);
        let row = match self.world.find_on_ground(&key) {
            Some(row) => row,
            None => {
                let row = self.measure(waypoint, side)?;
                self.world.derived_on_ground(&key, || row)
            }
        };
        self.is_over |= row.expanded > self.left;
        self.left = self.left.saturating_sub(row.expanded);
        self.measured += row.expanded;
        (!self.is_over).then_some(row)
    }

    fn measure(&mut self, waypoint: usize, side: usize) -> Option<AreaRow> {
        let from = &self.levels.waypoints()[waypoint];
        let (area, moves) = (from.areas[side], &self.portals.moves);
        let mut terrain = Terrain::new(self.world, Arc::clone(&moves.reach));
        terrain.filter = Some(Box::new(WithinArea { levels: Arc::clone(self.levels), area }));
        terrain.stop = self.stop.clone();
        let start = terrain.node(from.crossings[from.middle][side]);
        let mut seen = Seen::default();
        let mut space = FloorGraph::flood(&mut terrain, &moves.costs, GraphOptions::flood(moves.extended));
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &[(start, 0)], self.left);
        if outcome.exhausted {
            self.is_over = true;
            return None;
        }
        let others = self.levels.waypoints_of(area).iter().map(|&other| &self.levels.waypoints()[other]);
        let costs = others.map(|other| {
            let side = usize::from(other.areas[1] == area);
            seen.cost(terrain.node(other.crossings[other.middle][side]))
        });
        Some(AreaRow { costs: costs.collect(), expanded: outcome.expanded })
    }
}

impl World {
    /// Plans over the areas of the whole world, as in Deusdado et al.: one lower search in each area, however large it is, and no
    /// leap from one area to another.
    pub fn plan_areas(&self, query: &Query<'_>) -> Result<LevelPlan, NoRoute> {
        let world = self.with_rules(query)?;
        plan(Planner::new(&world, query)).map_err(|failure| explained(&world, query, failure))
    }
}

fn plan(mut planner: Planner<'_>) -> Result<LevelPlan, Failure> {
    let (world, query) = (planner.terrain.world, planner.query);
    let ends = planner.endpoints()?;
    if planner.is_apart(&ends) {
        return Err(planner.refuse(ends.start, &ends.nodes, &Outcome::default()));
    }
    let levels = Levels::made(world, &planner.terrain.reach);
    let mut areas =
        AreaPlanner { planner: &mut planner, ends: &ends, levels, lower: Vec::new(), spent: Outcome::default() };
    let (upper, leg) = areas.plan();
    let AreaPlanner { lower, spent, .. } = areas;
    let Some(leg) = leg else {
        return Err(if spent.exhausted {
            planner.refuse(ends.start, &ends.nodes, &spent)
        } else {
            no_waypoints(query).into()
        });
    };
    let goal = leg.end().map_or(0, |floor| ends.goal_of(planner.terrain.node(floor)));
    let path = leg.floors.iter().map(|&(floor, how)| (planner.terrain.node(floor), how)).collect();
    let plan = planner.plan_over(path, leg.cost(), goal, work_of(&spent));
    Ok(LevelPlan { plan, upper, lower })
}

/// One query over areas.
struct AreaPlanner<'d, 'a> {
    planner: &'d mut Planner<'a>,
    ends: &'d Endpoints,
    levels: Arc<Levels>,
    lower: Vec<u64>,
    spent: Outcome,
}

impl AreaPlanner<'_, '_> {
    fn left(&self) -> u64 {
        self.planner.query.budget.saturating_sub(self.spent.expanded)
    }

    fn area_of(&self, node: u32) -> Option<usize> {
        self.levels.area_of(self.planner.terrain.floor(node))
    }

    /// The number of nodes that the upper search expanded, and the whole path.
    fn plan(&mut self) -> (u64, Option<Leg>) {
        let homes: Vec<(FloorId, usize)> = self
            .ends
            .starts
            .iter()
            .filter_map(|&(start, _)| Some((self.planner.terrain.floor(start), self.area_of(start)?)))
            .collect();
        let (outcome, way) = self.upper_search(&homes);
        self.spent.expanded += outcome.expanded;
        self.spent.enqueued += outcome.enqueued;
        self.spent.exhausted |= outcome.exhausted;
        let leg = way.and_then(|way| self.through_areas(&homes, &way));
        self.planner.terrain.filter = None;
        (outcome.expanded, leg)
    }

    /// The upper search, from waypoint to waypoint.
    fn upper_search(&self, homes: &[(FloorId, usize)]) -> (Outcome, Option<Vec<(u32, u8)>>) {
        let mut by_area: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for &goal in &self.ends.nodes {
            if let Some(area) = self.area_of(goal) {
                by_area.entry(area).or_default().push(goal);
            }
        }
        let goals =
            by_area.into_iter().filter_map(|(area, nodes)| Some((area, self.planner.goal_box(&nodes)?))).collect();
        let (portals, world) = (self.planner.portals(), self.planner.terrain.world);
        let (left, stop) = (self.left(), self.planner.query.stop.clone());
        let mut joined = AreaGraph {
            portals: &portals,
            world,
            levels: &self.levels,
            goals,
            left,
            stop,
            measured: 0,
            is_over: false,
        };
        let mut open: Vec<(u32, u32)> = Vec::new();
        for &(from, home) in homes {
            for (waypoint, side, node) in joined.exits_of(home) {
                let ahead = GoalBox::to([joined.column(joined.middle(waypoint, side))].into_iter());
                let cost = ahead.map_or(0, |ahead| portals.moves.costs.cost_to(&ahead, joined.column(from)));
                open.push((node, cost));
            }
            open.extend(joined.cost_to_goal(home, from).map(|cost| (GOAL, cost)));
        }
        let mut seen = Seen::default();
        let mut outcome = search(&mut joined, &mut Buckets::default(), &mut seen, &open, left);
        outcome.expanded += joined.measured;
        outcome.exhausted |= joined.is_over;
        (outcome, outcome.goal.filter(|_| !joined.is_over).map(|goal| seen.path(goal)))
    }

    /// One lower search per area: to any crossing of the next waypoint, or to the goal.
    fn through_areas(&mut self, homes: &[(FloorId, usize)], way: &[(u32, u8)]) -> Option<Leg> {
        let levels = Arc::clone(&self.levels);
        let goals: Vec<FloorId> = self.ends.nodes.iter().map(|&node| self.planner.terrain.floor(node)).collect();
        let mut area = match way.first() {
            Some(&(node, _)) if node != GOAL => {
                levels.waypoints()[(node - 1) as usize / 2].areas[1 - (node - 1) as usize % 2]
            }
            _ => {
                let has_goal = |area: usize| goals.iter().any(|&goal| levels.area_of(goal) == Some(area));
                homes.iter().map(|&(_, home)| home).find(|&home| has_goal(home))?
            }
        };
        let mut starts: Vec<FloorId> =
            homes.iter().filter(|&&(_, home)| home == area).map(|&(floor, _)| floor).collect();
        let mut walked = Leg::default();
        for &(node, _) in way.iter().filter(|&&(node, _)| node != GOAL) {
            let (waypoint, side) = (&levels.waypoints()[(node - 1) as usize / 2], (node - 1) as usize % 2);
            // The far side is outside the area, and open because it is the goal.
            let far: Vec<FloorId> = waypoint.crossings.iter().map(|crossing| crossing[side]).collect();
            let leg = self.search_area(area, &starts, &far)?;
            (area, starts) = (waypoint.areas[side], vec![leg.end()?]);
            walked.join(&leg);
        }
        let leg = self.search_area(area, &starts, &goals)?;
        walked.join(&leg);
        Some(walked)
    }

    fn search_area(&mut self, area: usize, starts: &[FloorId], goals: &[FloorId]) -> Option<Leg> {
        let levels = Arc::clone(&self.levels);
        self.planner.terrain.filter = Some(Box::new(WithinArea { levels, area }));
        let starts: Vec<(FloorId, u32)> = starts.iter().map(|&start| (start, 0)).collect();
        let (outcome, leg) = search_goals(self.planner, &starts, None, goals, self.left());
        self.lower.push(outcome.expanded);
        self.spent.expanded += outcome.expanded;
        self.spent.enqueued += outcome.enqueued;
        self.spent.exhausted |= outcome.exhausted;
        leg
    }
}

/// The refusal if waypoints do not join the areas of the whole world; a leap may still do so.
fn no_waypoints(query: &Query<'_>) -> NoRoute {
    let message = "no waypoints lead from the area of the start to that of the goal".to_owned();
    NoRoute::new(Why::Disconnected, query.from, message)
}
