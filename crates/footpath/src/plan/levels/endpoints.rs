//! The endpoints of a query: the floors where it starts and may end, and their costs to the nodes of their tiles.
//!
//! In: the start and goals as positions, boxes and objects. Out: floors, and the costs with which the search over portals begins
//! and ends. In a file the tiles of the endpoints are loaded at once, or part by part if they do not fit into memory together.

use super::PlanError;
use super::planner::{Endpoints, LevelPlanner, Origin};
use super::refusal::explained;
use super::tiles::{FileTiles, TileStore, derive_steps};
use crate::ground::{ColumnKey, TileKey, Window};
use crate::plan::query::{self, Failure, Goal, NoRoute, Planner, Query, Why};
use crate::portals::{EndCosts, start_costs, tile_corners};
use crate::reach::GoalBox;
use crate::search::Outcome;
use crate::world::{FloorId, WorldError};
use std::collections::BTreeMap;

/// A part of an endpoint, and the tiles where its floors may lie.
struct EndPart {
    /// `None` for the start.
    goal: Option<usize>,
    tiles: Vec<TileKey>,
}

/// A floor of an endpoint.
struct EndFloor {
    goal: Option<usize>,
    floor: FloorId,
    column: ColumnKey,
}

impl EndPart {
    /// Its floors on which the body can stand.
    fn floors(&self, planner: &mut Planner<'_>) -> Vec<EndFloor> {
        let nodes = planner.floors_of(&end_of(planner.query, self.goal));
        let floor = |node: u32| EndFloor {
            goal: self.goal,
            floor: planner.terrain.floor(node),
            column: planner.terrain.column(node),
        };
        nodes.into_iter().map(floor).filter(|found| self.tiles.contains(&found.floor.tile)).collect()
    }
}

/// The start of a query, or one of its goals.
fn end_of(query: &Query<'_>, goal: Option<usize>) -> Goal {
    match goal {
        Some(goal) => query.to[goal].clone(),
        None => query.from_region.clone().unwrap_or(Goal::Point(query.from)),
    }
}

/// Floors by tile, with their initial costs.
fn by_tile(floors: impl IntoIterator<Item = (FloorId, u32)>) -> BTreeMap<TileKey, Vec<(u32, u32)>> {
    let mut tiles: BTreeMap<TileKey, Vec<(u32, u32)>> = BTreeMap::new();
    floors.into_iter().for_each(|(floor, cost)| tiles.entry(floor.tile).or_default().push((floor.index, cost)));
    tiles
}

impl LevelPlanner<'_> {
    /// Finds the endpoints once. `here` is the start for a walker on its way.
    pub fn find_endpoints(&mut self, here: Option<FloorId>) -> Result<(), PlanError> {
        if self.state.endpoints.is_some() {
            return Ok(());
        }
        if let TileStore::Memory(memory) = &mut self.tiles {
            let endpoints = in_memory(memory, here).map_err(|failure| explained(memory, failure))?;
            self.state.goals.columns = GoalBox::to(endpoints.columns.iter().copied());
            for floor in endpoints.goals_in(None) {
                self.state.goals.floors.entry(floor.tile).or_default().push(floor.index);
            }
            self.state.endpoints = Some(endpoints);
            return Ok(());
        }
        let endpoints = self.endpoints_in_file(here)?;
        // The box around the goals' tiles, which is slightly larger than that of the goals.
        self.state.goals.columns = tile_corners(endpoints.goals.iter().map(|(goal, _)| goal.tile));
        for floors in by_tile(endpoints.goals_in(None).into_iter().map(|goal| (goal, 0))) {
            let spots = self.distances(&floors)?.spots.clone();
            self.state.goal_spots.insert(floors.0, spots);
        }
        self.state.goals.costs.clone_from(&self.state.goal_spots);
        self.state.endpoints = Some(endpoints);
        Ok(())
    }

    fn endpoints_in_file(&mut self, here: Option<FloorId>) -> Result<Endpoints, PlanError> {
        let goals = 0..self.query.to.len();
        let mut parts = Vec::new();
        if let TileStore::File(file) = &self.tiles {
            for goal in here.is_none().then_some(None).into_iter().chain(goals.clone().map(Some)) {
                parts.extend(file.parts(self.query, goal)?);
            }
        }
        let found = self.floors_of(&parts)?;
        let mut endpoints =
            Endpoints { starts: here.map(|floor| (floor, 0)).into_iter().collect(), ..Endpoints::default() };
        for EndFloor { goal, floor, column } in found {
            match goal {
                None => endpoints.starts.push((floor, 0)),
                Some(goal) => {
                    endpoints.goals.push((floor, goal));
                    endpoints.columns.push(column);
                }
            }
        }
        if endpoints.starts.is_empty() {
            return Err(self.refuse_end(&parts, None)?.into());
        }
        let is_off = |goal: &usize| endpoints.goals.iter().all(|(_, other)| other != goal);
        endpoints.off_map = goals.filter(is_off).collect();
        if endpoints.goals.is_empty() {
            return Err(self.refuse_end(&parts, Some(0))?.into());
        }
        endpoints.goals.sort_unstable();
        Ok(endpoints)
    }

    /// The floors of some parts. Parts that do not fit into memory together are halved.
    fn floors_of(&mut self, parts: &[EndPart]) -> Result<Vec<EndFloor>, PlanError> {
        let mut tiles: Vec<TileKey> = parts.iter().flat_map(|part| part.tiles.iter().copied()).collect();
        tiles.sort_unstable();
        tiles.dedup();
        let query = self.query;
        let points: Vec<Goal> = parts.iter().map(|part| end_of(query, part.goal)).collect();
        let found = self.tiles.within(&tiles, self.halo(false), |planner| {
            let world = planner.terrain.world;
            let middle =
                |point: &Goal| if let Goal::Point(at) = point { Some(world.column_at(*at).tile()) } else { None };
            derive_steps(planner, &points.iter().filter_map(middle).collect::<Vec<_>>());
            parts.iter().flat_map(|part| part.floors(planner)).collect()
        });
        match found {
            Err(PlanError::World(WorldError::Limit { .. })) if parts.len() > 1 => {
                let (first, second) = parts.split_at(parts.len() / 2);
                let mut floors = self.floors_of(first)?;
                floors.extend(self.floors_of(second)?);
                Ok(floors)
            }
            found => found,
        }
    }

    /// The refusal of an endpoint without a floor for the body.
    fn refuse_end(&mut self, parts: &[EndPart], goal: Option<usize>) -> Result<NoRoute, PlanError> {
        if goal.is_some() && self.query.to.is_empty() {
            return Ok(NoRoute::new(Why::GoalOffMap, self.query.from, "the query has no goal".to_owned()));
        }
        let tiles = parts.iter().find(|part| part.goal == goal).map_or(&[][..], |part| &part.tiles);
        let kind = if goal.is_some() { Why::GoalOffMap } else { Why::StartOffMap };
        let end = end_of(self.query, goal);
        self.tiles.within(tiles, self.halo(false), |planner| {
            let failure = planner.refuse_end(&end, kind);
            explained(planner, failure)
        })
    }

    /// Sets the position from which paths are chosen, and finds the costs from there to the nodes of its tiles.
    pub fn set_origin(&mut self, here: Option<FloorId>) -> Result<(), PlanError> {
        if self.state.origin.as_ref().is_some_and(|origin| origin.here == here) {
            return Ok(());
        }
        let mut origin = Origin { here, starts: self.starts_at(here), ..Origin::default() };
        for floors in by_tile(origin.starts.iter().copied()) {
            let key = floors.0;
            if self.tiles.is_file() {
                let distances = self.distances(&floors)?;
                origin.spots.insert(key, distances.spots.clone());
                origin.distances = (here.is_none() && origin.starts.len() == 1).then_some(distances);
            }
            let costs = match origin.spots.get(&key) {
                Some(spots) if !self.state.refined.contains_key(&key) => spots.clone(),
                _ => self.portal_costs(key, &floors.1)?,
            };
            origin.costs.insert(key, costs);
        }
        self.state.origin = Some(origin);
        Ok(())
    }

    /// Costs from floors of a loaded or refined tile to its portals.
    fn portal_costs(&mut self, key: TileKey, own: &[(u32, u32)]) -> Result<EndCosts, PlanError> {
        let portals = self.portals_of(key);
        let costs = &self.costs;
        let (found, expanded) = self.tiles.within(&[key], portals.tiles_around(), |planner| {
            start_costs(planner.terrain.world, &portals, costs, key, own)
        })?;
        self.spend_upper(&Outcome { expanded, ..Outcome::default() });
        Ok(found)
    }
}

impl FileTiles<'_> {
    /// The parts of an endpoint: one for a position, one per tile for boxes and objects.
    fn parts(&self, query: &Query<'_>, goal: Option<usize>) -> Result<Vec<EndPart>, PlanError> {
        let tiles = match end_of(query, goal) {
            Goal::Point(at) => {
                let [x, _, z] = query.half_extents;
                return Ok(vec![EndPart { goal, tiles: self.paged.tiles_within(at, x.max(z)) }]);
            }
            Goal::Box(low, high) => self.tiles_in_box(low, high),
            Goal::Object(name) => self.paged.tiles_of(&self.head.objects_named(&name))?,
        };
        Ok(tiles.into_iter().map(|key| EndPart { goal, tiles: vec![key] }).collect())
    }

    fn tiles_in_box(&self, low: [f64; 3], high: [f64; 3]) -> Vec<TileKey> {
        let (first, last) = (self.head.column_at(low), self.head.column_at(high));
        // Limited to the world, since a box may reach farther than columns are numbered.
        let Some(there) = self.paged.columns() else { return Vec::new() };
        let (x0, z0) = (first.x.max(there.x0), first.z.max(there.z0));
        let (x1, z1) = (last.x.min(there.x0 + there.width - 1), last.z.min(there.z0 + there.depth - 1));
        if x0 > x1 || z0 > z1 {
            return Vec::new();
        }
        self.paged.tiles_in(&Window { x0, z0, width: x1 - x0 + 1, depth: z1 - z0 + 1 })
    }
}

/// The endpoints in a world in memory. Disconnected endpoints are refused without a search if the regions are known.
fn in_memory(planner: &mut Planner<'_>, here: Option<FloorId>) -> Result<Endpoints, Failure> {
    let ends = match here {
        None => planner.endpoints()?,
        Some(floor) => {
            let node = planner.terrain.node(floor);
            query::Endpoints::to_goals(&mut planner.terrain, planner.query, node, vec![(node, 0)])?
        }
    };
    if planner.is_apart(&ends) {
        return Err(planner.refuse(ends.start, &ends.nodes, &Outcome::default()));
    }
    let floor = |node: u32| planner.terrain.floor(node);
    let mut goals: Vec<(FloorId, usize)> = ends.goals.iter().map(|&(node, goal)| (floor(node), goal)).collect();
    goals.sort_unstable();
    let starts = ends.starts.iter().map(|&(node, cost)| (floor(node), cost)).collect();
    let columns = ends.nodes.iter().map(|&node| planner.terrain.column(node)).collect();
    Ok(Endpoints { starts, goals, columns, off_map: ends.off_map })
}
