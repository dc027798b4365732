//! Start and goals: from positions, boxes and objects to floors on which the body can be.

use crate::ground::{ColumnKey, Window};
use crate::plan::no_route::{NoRoute, Why};
use crate::plan::query::{Goal, Query};
use crate::plan::terrain::Terrain;
use crate::scene::Glob;
use crate::search::Seen;
use crate::world::FloorId;

/// How far a nearest floor is looked for, for the message that names it, in metres.
const LOOK: f64 = 5.0;

/// Where a search begins and where it may end.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    pub start: u32,
    /// All goal nodes, sorted.
    pub nodes: Vec<u32>,
    /// Goal nodes with the index of their goal.
    goals: Vec<(u32, usize)>,
}

impl Ends {
    pub fn find(terrain: &mut Terrain<'_>, query: &Query<'_>) -> Result<Self, NoRoute> {
        let start = stand(terrain, query.from, query.half_extents)
            .ok_or_else(|| off_map(terrain, query.from, Why::StartOffMap))?;
        Self::to_goals(terrain, query, start)
    }

    /// The ends of a search whose start is known.
    pub fn to_goals(terrain: &mut Terrain<'_>, query: &Query<'_>, start: u32) -> Result<Self, NoRoute> {
        let mut goals = Vec::new();
        let mut missed = None;
        for (number, goal) in query.to.iter().enumerate() {
            let before = goals.len();
            match goal {
                Goal::Point(at) => goals.extend(stand(terrain, *at, query.half_extents).map(|node| (node, number))),
                Goal::Box(low, high) => in_box(terrain, *low, *high, |node| goals.push((node, number))),
                Goal::Object(name) => of_object(terrain, name, |node| goals.push((node, number))),
            }
            if goals.len() == before {
                missed = missed.or(Some(goal.clone()));
            }
        }
        if goals.is_empty() {
            return Err(goal_off_map(terrain, query, missed.as_ref()));
        }
        goals.sort_unstable();
        let mut nodes: Vec<u32> = goals.iter().map(|&(node, _)| node).collect();
        nodes.dedup();
        Ok(Self { start, nodes, goals })
    }

    /// The goal that a node belongs to: of several the first.
    pub fn goal_of(&self, node: u32) -> usize {
        let at = self.goals.partition_point(|&(other, _)| other < node);
        self.goals.get(at).map_or(0, |&(_, goal)| goal)
    }

    /// The cheapest node of one goal that a front has reached.
    pub fn best_of(&self, goal: usize, seen: &Seen) -> Option<u32> {
        let reached = self.goals.iter().filter(|&&(node, number)| number == goal && seen.contains(node));
        reached.map(|&(node, _)| (seen.cost(node), node)).min().map(|(_, node)| node)
    }
}

/// The nearest floor on which the body can be, within a box around a position.
pub(crate) fn stand(terrain: &mut Terrain<'_>, at: [f64; 3], half_extents: [f64; 3]) -> Option<u32> {
    let world = terrain.world;
    world
        .locate_where(at, half_extents, |id: FloorId| {
            let node = terrain.node(id);
            terrain.room(node) > 0
        })
        .map(|id| terrain.node(id))
}

fn in_box(terrain: &mut Terrain<'_>, low: [f64; 3], high: [f64; 3], mut visit: impl FnMut(u32)) {
    let world = terrain.world;
    let (first, last) = (world.column_at(low), world.column_at(high));
    let Some(there) = world.window() else { return };
    let asked = Window {
        x0: first.x,
        z0: first.z,
        width: (last.x - first.x).saturating_add(1),
        depth: (last.z - first.z).saturating_add(1),
    };
    let Some(window) = there.intersection(&asked) else { return };
    for z in window.z0..window.z0 + window.depth {
        for x in window.x0..window.x0 + window.width {
            for id in world.floors_at(ColumnKey::new(x, z)) {
                let inside = world.position(id).is_some_and(|at| (0..3).all(|i| low[i] <= at[i] && at[i] <= high[i]));
                let node = terrain.node(id);
                if inside && terrain.room(node) > 0 {
                    visit(node);
                }
            }
        }
    }
}

fn of_object(terrain: &mut Terrain<'_>, name: &str, mut visit: impl FnMut(u32)) {
    let world = terrain.world;
    let glob = Glob::new(name);
    let keys: Vec<_> = world.tiles().map(|(key, _)| key).collect();
    for key in keys {
        let Some(tile) = world.tile(key) else { continue };
        let named = |object: u16| {
            let object = tile.objects()[usize::from(object)];
            world.objects().get(object.0 as usize).is_some_and(|object| glob.fits(&object.name))
        };
        for (index, floor) in tile.floors().iter().enumerate() {
            if named(floor.object) {
                let node = terrain.node(FloorId { tile: key, index: index as u32 });
                if terrain.room(node) > 0 {
                    visit(node);
                }
            }
        }
    }
}

/// The refusal of a position that is on no floor for the body, with the distance to the nearest.
pub(crate) fn off_map(terrain: &mut Terrain<'_>, at: [f64; 3], kind: Why) -> NoRoute {
    let what = if kind == Why::StartOffMap { "start" } else { "goal" };
    let [x, y, z] = at;
    let nearest = stand(terrain, at, [LOOK; 3]).and_then(|node| terrain.world.position(terrain.floor(node)));
    let Some(near) = nearest else {
        let message =
            format!("there is no floor for this body within {LOOK:.0} m of the {what} ({x:.2}, {y:.2}, {z:.2})");
        return NoRoute::new(kind, at, message);
    };
    let apart = (0..3).map(|i| (near[i] - at[i]).powi(2)).sum::<f64>().sqrt();
    let message = format!(
        "the {what} ({x:.2}, {y:.2}, {z:.2}) is not on a floor where this body fits; the nearest is {apart:.2} m away at ({:.2}, {:.2}, {:.2})",
        near[0], near[1], near[2]
    );
    NoRoute { has: Some(apart), ..NoRoute::new(kind, near, message) }
}

fn goal_off_map(terrain: &mut Terrain<'_>, query: &Query<'_>, missed: Option<&Goal>) -> NoRoute {
    match missed {
        Some(Goal::Point(at)) => off_map(terrain, *at, Why::GoalOffMap),
        Some(Goal::Box(low, high)) => {
            let message = format!("no floor for this body lies in the box from {low:?} to {high:?}");
            NoRoute::new(Why::GoalOffMap, [0, 1, 2].map(|i| (low[i] + high[i]) / 2.0), message)
        }
        Some(Goal::Object(name)) => NoRoute::new(
            Why::GoalOffMap,
            query.from,
            format!("no object named {name:?} has a floor where this body fits"),
        ),
        None => NoRoute::new(Why::GoalOffMap, query.from, "the query has no goal".to_owned()),
    }
}
