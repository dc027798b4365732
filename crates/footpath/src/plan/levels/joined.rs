//! Tiles off: the areas of the whole world as the seed has them, one lower search in each (Deusdado et al. §4.5, §5).
//!
//! In: the levels of a body, with their waypoints. Out: the waypoints on the way, then a leg through every area. A waypoint is a
//! set of crossings, and the lower search ends at whichever it meets first, so not everybody walks through its middle. The seed
//! does not say what an edge of its graph costs; here it is the measured way between the middles of two waypoints,
//! found once per body and kept. From the start and to the goal it is the straight line.

use super::descent::{Descent, Leg};
use crate::ground::ColumnKey;
use crate::portals::BodyPortals;
use crate::reach::{Filter, FloorGraph, GoalBox, GraphOptions, Levels, Terrain};
use crate::search::{Buckets, Outcome, Seen, Space, search};
use crate::world::{FloorId, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The node of all goals; node 1 + 2 w + side is waypoint w, from which the area on that side is entered.
const GOAL: u32 = 0;

/// The graph of the whole world's areas.
struct Joined<'a> {
    hierarchy: &'a BodyPortals,
    world: &'a World,
    levels: &'a Arc<Levels>,
    /// Areas with goals, each with what is left to the box around its goals.
    goals: Vec<(usize, GoalBox)>,
}

impl Joined<'_> {
    fn column(&self, floor: FloorId) -> ColumnKey {
        self.world.column_of(floor).unwrap_or_else(|| unreachable!("crossings are floors"))
    }

    /// The floor at the middle of a waypoint, on one side.
    fn middle(&self, waypoint: usize, side: usize) -> FloorId {
        let waypoint = &self.levels.waypoints()[waypoint];
        waypoint.crossings[waypoint.middle][side]
    }

    /// What leads from an area over its waypoints, each with the node behind it.
    fn beyond(&self, area: usize) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.levels.waypoints_of(area).iter().map(move |&waypoint| {
            let side = usize::from(self.levels.waypoints()[waypoint].areas[1] == area);
            (waypoint, side, 1 + 2 * waypoint as u32 + (1 - side) as u32)
        })
    }

    /// From a floor straight to the box around the goals of its area.
    fn to_goal(&self, area: usize, from: FloorId) -> Option<u32> {
        let own = self.goals.iter().filter(|(of, _)| *of == area);
        own.map(|(_, ahead)| self.hierarchy.moves.costs.ahead(ahead, self.column(from))).min()
    }
}

impl Space for Joined<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let (waypoint, side) = ((node - 1) as usize / 2, (node - 1) as usize % 2);
        let area = self.levels.waypoints()[waypoint].areas[side];
        if let Some(cost) = self.to_goal(area, self.middle(waypoint, side)) {
            visit(GOAL, cost, 0);
        }
        let row = across(self.hierarchy, self.world, self.levels, waypoint, side);
        for ((other, _, node), &cost) in self.beyond(area).zip(row.iter()) {
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
        self.goals.iter().map(|(_, ahead)| self.hierarchy.moves.costs.ahead(ahead, at)).min().unwrap_or(0)
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == GOAL
    }

    fn len(&self) -> usize {
        1 + 2 * self.levels.waypoints().len()
    }
}

/// Keeps a search in one area of the whole world.
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

/// As [`measure`], kept.
fn across(hierarchy: &BodyPortals, world: &World, levels: &Arc<Levels>, waypoint: usize, side: usize) -> Arc<Vec<u32>> {
    let body = (hierarchy.moves.reach.key(), hierarchy.moves.costs.clone(), hierarchy.moves.extended);
    world.derived_on_ground(&(body, waypoint, side), || measure(hierarchy, world, levels, waypoint, side))
}

/// Costs from the middle of a waypoint through the area on one side to the middles of all waypoints of that area.
fn measure(hierarchy: &BodyPortals, world: &World, levels: &Arc<Levels>, waypoint: usize, side: usize) -> Vec<u32> {
    let from = &levels.waypoints()[waypoint];
    let area = from.areas[side];
    let mut terrain = Terrain::new(world, Arc::clone(&hierarchy.moves.reach));
    terrain.filter = Some(Box::new(WithinArea { levels: Arc::clone(levels), area }));
    let start = terrain.node(from.crossings[from.middle][side]);
    let mut seen = Seen::default();
    let mut space = FloorGraph::flood(&mut terrain, &hierarchy.moves.costs, GraphOptions::flood(hierarchy.moves.extended));
    search(&mut space, &mut Buckets::default(), &mut seen, &[(start, 0)], u64::MAX);
    let others = levels.waypoints_of(area).iter().map(|&other| &levels.waypoints()[other]);
    others
        .map(|other| {
            let side = usize::from(other.areas[1] == area);
            seen.cost(terrain.node(other.crossings[other.middle][side]))
        })
        .collect()
}

impl Descent<'_, '_> {
    /// The whole way over the areas of the whole world; the upper search's outcome comes with it.
    pub fn joined(&mut self, hierarchy: &BodyPortals, starts: &[(u32, u32)]) -> (Outcome, Option<Leg>) {
        let world = self.planner.terrain.world;
        let levels = Levels::made(world, &hierarchy.moves.reach);
        let area_of = |node: u32| levels.area_of(self.planner.terrain.floor(node));
        let mut by_area: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for &node in self.goals {
            if let Some(area) = area_of(node) {
                by_area.entry(area).or_default().push(node);
            }
        }
        let goals = by_area.iter().filter_map(|(&area, nodes)| Some((area, self.planner.ahead(nodes)?))).collect();
        let homes: Vec<(u32, usize)> = starts.iter().filter_map(|&(node, _)| Some((node, area_of(node)?))).collect();
        let floors: Vec<FloorId> = homes.iter().map(|&(node, _)| self.planner.terrain.floor(node)).collect();
        let mut joined = Joined { hierarchy, world, levels: &levels, goals };
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (&(_, home), &from) in homes.iter().zip(&floors) {
            for (waypoint, side, node) in joined.beyond(home) {
                let ahead = GoalBox::to([joined.column(joined.middle(waypoint, side))].into_iter());
                let cost = ahead.map_or(0, |ahead| hierarchy.moves.costs.ahead(&ahead, joined.column(from)));
                open.push((node, cost));
            }
            open.extend(joined.to_goal(home, from).map(|cost| (GOAL, cost)));
        }
        let mut seen = Seen::default();
        let outcome = search(&mut joined, &mut Buckets::default(), &mut seen, &open, self.left());
        self.spend(&outcome);
        let way = outcome.goal.map(|goal| seen.path(goal));
        let leg = way.and_then(|way| self.through_areas(&levels, &homes, &way));
        self.planner.terrain.filter = None;
        (outcome, leg)
    }

    /// One lower search per area: to any crossing of the next waypoint, or to the goal.
    fn through_areas(&mut self, levels: &Arc<Levels>, homes: &[(u32, usize)], way: &[(u32, u8)]) -> Option<Leg> {
        let mut area = match way.first() {
            Some(&(node, _)) if node != GOAL => {
                levels.waypoints()[(node - 1) as usize / 2].areas[1 - (node - 1) as usize % 2]
            }
            _ => {
                let with_goal = |area: usize| {
                    self.goals.iter().any(|&goal| levels.area_of(self.planner.terrain.floor(goal)) == Some(area))
                };
                homes.iter().map(|&(_, home)| home).find(|&home| with_goal(home))?
            }
        };
        let mut starts: Vec<u32> = homes.iter().filter(|&&(_, home)| home == area).map(|&(node, _)| node).collect();
        let mut walked = Leg::default();
        for &(node, _) in way.iter().filter(|&&(node, _)| node != GOAL) {
            let (waypoint, side) = (&levels.waypoints()[(node - 1) as usize / 2], (node - 1) as usize % 2);
            let mut far: Vec<u32> =
                waypoint.crossings.iter().map(|crossing| self.planner.terrain.node(crossing[side])).collect();
            far.sort_unstable();
            far.dedup();
            // The far side is outside the area, and open because it is the goal.
            let leg = self.within(levels, area, &starts, &far)?;
            (area, starts) = (waypoint.areas[side], vec![leg.end()?]);
            walked.join(&leg);
        }
        let goals = self.goals.to_vec();
        let leg = self.within(levels, area, &starts, &goals)?;
        walked.join(&leg);
        Some(walked)
    }

    fn within(&mut self, levels: &Arc<Levels>, area: usize, starts: &[u32], goals: &[u32]) -> Option<Leg> {
        self.planner.terrain.filter = Some(Box::new(WithinArea { levels: Arc::clone(levels), area }));
        let starts: Vec<(u32, u32)> = starts.iter().map(|&start| (start, 0)).collect();
        self.lower_search(&starts, goals)
    }
}
