//! Endpoints: from positions, boxes and objects to the floors on which the body can start and end.

use super::{Failure, Goal, NoRoute, Query, Why};
use crate::geom::spot;
use crate::ground::ColumnKey;
use crate::reach::Terrain;
use crate::scene::Glob;
use crate::search::Seen;
use crate::world::{FloorId, World};

/// How far around a position the nearest floor is searched for a message, in metres.
const NEAREST_WITHIN: f64 = 5.0;

/// The floors where a search begins and where it may end.
#[derive(Clone, Debug)]
pub(crate) struct Endpoints {
    /// The first of the starts.
    pub start: u32,
    /// All floors from which the search begins, with their initial costs.
    pub starts: Vec<(u32, u32)>,
    /// All goal nodes, sorted.
    pub nodes: Vec<u32>,
    /// Goal nodes with the index of their goal.
    pub goals: Vec<(u32, usize)>,
    /// Goals without a floor for the body, by index.
    pub off_map: Vec<usize>,
}

impl Endpoints {
    pub fn find(terrain: &mut Terrain<'_>, query: &Query<'_>) -> Result<Self, Failure> {
        let from = query.start();
        let mut starts: Vec<(u32, u32)> = Vec::new();
        floors_of(terrain, &from, query.half_extents, |node| starts.push((node, 0)));
        let Some(&(start, _)) = starts.first() else {
            return Err(off_map_of(terrain, query, &from, Why::StartOffMap));
        };
        Self::to_goals(terrain, query, start, starts)
    }

    /// The endpoints of a search whose starts are known.
    pub fn to_goals(
        terrain: &mut Terrain<'_>,
        query: &Query<'_>,
        start: u32,
        starts: Vec<(u32, u32)>,
    ) -> Result<Self, Failure> {
        let (mut goals, mut off_map) = (Vec::new(), Vec::new());
        for (number, goal) in query.to.iter().enumerate() {
            let before = goals.len();
            floors_of(terrain, goal, query.half_extents, |node| goals.push((node, number)));
            if goals.len() == before {
                off_map.push(number);
            }
        }
        if goals.is_empty() {
            let none = || NoRoute::new(Why::GoalOffMap, query.from, "the query has no goal".to_owned()).into();
            return Err(query.to.first().map_or_else(none, |goal| off_map_of(terrain, query, goal, Why::GoalOffMap)));
        }
        goals.sort_unstable();
        let mut nodes: Vec<u32> = goals.iter().map(|&(node, _)| node).collect();
        nodes.dedup();
        Ok(Self { start, starts, nodes, goals, off_map })
    }

    /// The goal of a node; if several share it, the first.
    pub fn goal_of(&self, node: u32) -> usize {
        let at = self.goals.partition_point(|&(other, _)| other < node);
        self.goals.get(at).map_or(0, |&(_, goal)| goal)
    }

    /// The nodes of one goal.
    pub fn nodes_of(&self, goal: usize) -> Vec<u32> {
        self.goals.iter().filter(|&&(_, number)| number == goal).map(|&(node, _)| node).collect()
    }

    /// The cheapest node of one goal that a search has reached.
    pub fn best_of(&self, goal: usize, seen: &Seen) -> Option<u32> {
        let reached = self.goals.iter().filter(|&&(node, number)| number == goal && seen.contains(node));
        reached.map(|&(node, _)| (seen.cost(node), node)).min().map(|(_, node)| node)
    }
}

/// The nearest floor on which the body can stand, within a box around a position.
pub(crate) fn nearest_floor(terrain: &mut Terrain<'_>, at: [f64; 3], half_extents: [f64; 3]) -> Option<u32> {
    let world = terrain.world;
    world
        .locate_where(at, half_extents, |id: FloorId| {
            let node = terrain.node(id);
            terrain.room(node) > 0
        })
        .map(|id| terrain.node(id))
}

/// Visits all floors of one endpoint on which the body can stand.
pub(super) fn floors_of(terrain: &mut Terrain<'_>, end: &Goal, half_extents: [f64; 3], mut visit: impl FnMut(u32)) {
    if let Goal::Point(at) = end {
        return nearest_floor(terrain, *at, half_extents).into_iter().for_each(visit);
    }
    floors_in_region(terrain.world, end, |id| {
        let node = terrain.node(id);
        if terrain.room(node) > 0 {
            visit(node);
        }
    });
}

/// Visits all floors of a region, whether or not a body fits there. A position has none.
pub(crate) fn floors_in_region(world: &World, end: &Goal, visit: impl FnMut(FloorId)) {
    match end {
        Goal::Point(_) => {}
        Goal::Box(low, high) => floors_in_box(world, *low, *high, visit),
        Goal::Object(name) => floors_of_object(world, name, visit),
    }
}

fn floors_in_box(world: &World, low: [f64; 3], high: [f64; 3], mut visit: impl FnMut(FloorId)) {
    let (first, last) = (world.column_at(low), world.column_at(high));
    let Some(there) = world.window() else { return };
    // Limited to the world, since a box may reach farther than columns are numbered.
    let (x0, z0) = (first.x.max(there.x0), first.z.max(there.z0));
    let (x1, z1) = (last.x.min(there.x0 + there.width - 1), last.z.min(there.z0 + there.depth - 1));
    for z in z0..=z1 {
        for x in x0..=x1 {
            for id in world.floors_at(ColumnKey::new(x, z)) {
                if world.position(id).is_some_and(|at| (0..3).all(|i| low[i] <= at[i] && at[i] <= high[i])) {
                    visit(id);
                }
            }
        }
    }
}

fn floors_of_object(world: &World, name: &str, mut visit: impl FnMut(FloorId)) {
    let glob = Glob::new(name);
    for (key, tile) in world.tiles() {
        let named = |object: u16| {
            let object = tile.objects()[usize::from(object)];
            world.objects().get(object.0 as usize).is_some_and(|object| glob.fits(&object.name))
        };
        for (index, _) in tile.floors().iter().enumerate().filter(|(_, floor)| named(floor.object)) {
            visit(FloorId { tile: key, index: index as u32 });
        }
    }
}

/// The words for goals that are left out; empty if there are none.
pub(crate) fn left_out_words(off_map: &[usize], all: usize) -> String {
    let goals = off_map.iter().map(|goal| format!("; goal {} of {all} is on no floor for this body", goal + 1));
    goals.collect()
}

/// The failure of an endpoint without a floor for the body.
pub(crate) fn off_map_of(terrain: &mut Terrain<'_>, query: &Query<'_>, end: &Goal, kind: Why) -> Failure {
    let refusal = match end {
        Goal::Point(at) => off_map(terrain, *at, kind),
        Goal::Box(low, high) => {
            let middle = [0, 1, 2].map(|i| (low[i] + high[i]) / 2.0);
            let message = format!("no floor for this body lies in the box from {} to {}", spot(*low), spot(*high));
            NoRoute::new(kind, middle, message)
        }
        Goal::Object(name) => {
            let message = format!("no object named {name:?} has a floor where this body fits");
            NoRoute::new(kind, query.from, message)
        }
    };
    Failure::OffMap { refusal, end: end.clone() }
}

/// The refusal of a position without a floor for the body, with the distance to the nearest one.
pub(crate) fn off_map(terrain: &mut Terrain<'_>, at: [f64; 3], kind: Why) -> NoRoute {
    let end = if kind == Why::StartOffMap { "start" } else { "goal" };
    let place = spot(at);
    let nearest = nearest_floor(terrain, at, [NEAREST_WITHIN; 3]);
    let Some(near) = nearest.and_then(|node| terrain.world.position(terrain.floor(node))) else {
        let message = format!("there is no floor for this body within {NEAREST_WITHIN:.0} m of the {end} {place}");
        return NoRoute::new(kind, at, message);
    };
    let apart = (0..3).map(|i| (near[i] - at[i]).powi(2)).sum::<f64>().sqrt();
    let message = format!(
        "the {end} {place} is not on a floor where this body fits; the nearest is {apart:.2} m away at {}",
        spot(near)
    );
    NoRoute { has: Some(apart), ..NoRoute::new(kind, near, message) }
}
