//! The ends of a walk: the floors that are meant, and how far the waypoints of their tiles are.

use super::PlanError;
use super::above::run;
use super::away::Away;
use super::left::Left;
use super::targets::crossings;
use super::walk::{Known, Sides, Walk};
use crate::ground::{ColumnKey, TileKey};
use crate::plan::explained;
use crate::plan::query::Goal;
use crate::plan::query::Planner;
use crate::reach::{ORTHOGONAL, octile};
use crate::world::{Bytes, FloorId, Table, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is known of ends that were asked about, for one body. Many queries start or end at the same place.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// How far the waypoints of an end's tile are.
    sides: Table<FloorId, Sides>,
    /// What is left from a start to some goals.
    pub left: Table<(FloorId, Vec<FloorId>), Left>,
    /// How far the floors of a start's tile are.
    pub away: Table<FloorId, Away>,
}

impl Bytes for Asked {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        !(self.sides.is_empty() && self.left.is_empty() && self.away.is_empty())
    }
}

impl Asked {
    fn get(
        &self,
        head: &World,
        end: FloorId,
        find: impl FnOnce() -> Result<Sides, PlanError>,
    ) -> Result<Sides, PlanError> {
        if let Some(sides) = self.sides.find(head, &end, std::iter::empty()) {
            return Ok(Sides::clone(&sides));
        }
        let sides = Arc::new(find()?);
        self.sides.insert(head, &end, std::iter::empty(), &sides);
        Ok(Sides::clone(&sides))
    }
}

/// Where a walk begins and where it may end.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub start: FloorId,
    pub goals: Vec<FloorId>,
    /// Columns of the goals.
    pub columns: Vec<ColumnKey>,
    /// What it costs to waypoints over the rim of its tile, for each of them.
    pub sides: BTreeMap<FloorId, Sides>,
}

impl Walk<'_> {
    /// The ends of the walk, found once.
    pub fn ends(&self, known: &mut Known) -> Result<Ends, PlanError> {
        if let Some(ends) = &known.ends {
            return Ok(ends.clone());
        }
        let query = self.query;
        if !query.rules.is_empty() || query.from_region.is_some() {
            return Err(PlanError::Asked(
                "a world that is read tile by tile is asked without rules and from a position",
            ));
        }
        let window = self.window(self.tiles_of_ends()?, self.halo(false))?;
        let at = |goal: &Goal| if let Goal::Point(at) = goal { *at } else { query.from };
        let asked = query.to.iter().map(at).chain([query.from]).map(|at| window.column_at(at).tile());
        self.derive_steps(&window, asked.filter(|key| window.tile(*key).is_some()).collect());
        let mut planner = self.planner(&window, false);
        let found = planner.endpoints().map_err(|failure| explained(&window, query, failure))?;
        let start = planner.terrain.floor(found.start);
        let goals: Vec<FloorId> = found.nodes.iter().map(|&node| planner.terrain.floor(node)).collect();
        let mut sides = BTreeMap::new();
        for &end in goals.iter().chain([&start]) {
            let mut away = None;
            let mut find = || {
                let (sides, costs) = self.sides(&mut planner, end, known)?;
                away = Some(costs);
                Ok(sides)
            };
            sides.insert(end, if self.lasting { self.asked.get(self.paged.head(), end, find)? } else { find()? });
            if let Some(away) = away.filter(|_| end == start) {
                self.keep_away(known, start, &away);
            }
        }
        let columns = found.nodes.iter().map(|&node| planner.terrain.column(node)).collect();
        let ends = Ends { start, goals, columns, sides };
        known.ends = Some(ends.clone());
        Ok(ends)
    }

    /// The ends of the walk when it is chosen anew from a floor on the way.
    pub fn ends_from(&self, known: &mut Known, from: FloorId) -> Result<Ends, PlanError> {
        let mut ends = self.ends(known)?;
        if ends.sides.contains_key(&from) {
            return Ok(ends);
        }
        let window = self.window([from.tile], self.halo(false))?;
        self.derive_steps(&window, vec![from.tile]);
        let (sides, _) = self.sides(&mut self.planner(&window, false), from, known)?;
        ends.sides.insert(from, sides);
        known.ends = Some(ends.clone());
        Ok(ends)
    }

    fn tiles_of_ends(&self) -> Result<Vec<TileKey>, PlanError> {
        let [x, _, z] = self.query.half_extents;
        let mut tiles = self.paged.tiles_within(self.query.from, x.max(z));
        for goal in &self.query.to {
            let Goal::Point(at) = goal else {
                return Err(PlanError::Asked("goals in a world that is read tile by tile are positions"));
            };
            tiles.extend(self.paged.tiles_within(*at, x.max(z)));
        }
        Ok(tiles)
    }

    /// What it costs from a floor to the waypoints over the rim of its tile, by steps, and to all floors of that.
    fn sides(
        &self,
        planner: &mut Planner<'_>,
        end: FloorId,
        known: &mut Known,
    ) -> Result<(Sides, Arc<Away>), PlanError> {
        let away = Arc::new(self.look_from(planner, end, known)?);
        let outline = self.outline(end.tile);
        let (Some((number, outline)), Some(tile)) = (outline, planner.terrain.world.tile(end.tile)) else {
            return Ok((Vec::new(), away));
        };
        let node = planner.terrain.node(end);
        let at = planner.terrain.column(node).in_tile();
        let mut sides = Vec::new();
        let through = self.throughs.get(self.paged.head(), number, outline, &self.measures);
        for (local, spot) in through.spots.iter().enumerate() {
            let pass = &outline.passes[usize::from(spot.pass)];
            let middle = spot.along(pass.direction);
            let costs = crossings(tile, pass.direction.into(), run(pass), pass.area).filter_map(|(along, index)| {
                let cost = away.costs[index as usize];
                (cost != u32::MAX).then(|| cost.saturating_add(along.abs_diff(middle) * ORTHOGONAL))
            });
            // Of what was not looked at the straight line is a bound.
            let [dx, dz] = [spot.column[0] - at[0], spot.column[1] - at[1]].map(i32::abs);
            let bound = (!away.whole).then(|| planner.costs.at_least(octile(dx, dz)));
            sides.extend(costs.min().or(bound).map(|cost| (local as u32, cost)));
        }
        Ok((sides, away))
    }

    /// The number of the query's goal that a floor is of.
    pub fn goal_of(&self, floor: FloorId) -> Result<usize, PlanError> {
        if self.query.to.len() < 2 {
            return Ok(0);
        }
        let window = self.window(self.tiles_of_ends()?, self.halo(false))?;
        let mut planner = self.planner(&window, false);
        let ends = planner.endpoints().map_err(|failure| explained(&window, self.query, failure))?;
        Ok(ends.goal_of(planner.terrain.node(floor)))
    }
}
