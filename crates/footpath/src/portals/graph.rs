//! The graph of portals, for the search kernel: from portal to portal through exact tiles, from passage to passage through tiles
//! of which only the outline is known.
//!
//! In: tiles, the costs from the starts to the nodes of their tiles, and from the nodes of the goals' tiles to the goals. Out:
//! the tiles along the cheapest path, and how each is entered. A node is a place where a tile is entered; a move crosses the tile
//! and enters the next. Costs through outlines are lower bounds, costs through exact tiles are those of the body.

use super::body_portals::PortalTile;
use super::cost_to_go::CostToGo;
use super::crossing_costs::{CrossingCosts, pass_of};
use super::portal::EndCosts;
use super::visited::{Behind, Source, TileCosts, VisitedTile, VisitedTiles, neighbour};
use crate::ground::{ColumnKey, Outline, TileKey};
use crate::reach::{Costs, GoalBox, ORTHOGONAL};
use crate::search::{Buckets, Outcome, Seen, Space, Stop, search};
use crate::world::FloorId;
use std::collections::BTreeMap;

/// The node of all goals.
const GOAL: u32 = 0;

/// How a tile is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entry {
    /// Over the rim anywhere along a run: the side at which the tile is entered, the columns of the run, and the area behind.
    Run { direction: usize, along: [i32; 2], area: u16 },
    /// By a portal: from a floor of the previous tile to a floor of this one, which lies in this column.
    Portal { from: FloorId, floor: u32, column: ColumnKey },
}

/// A move from one tile to the next, or from one piece of a tile to another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hop {
    pub from: TileKey,
    pub to: TileKey,
    pub entry: Entry,
    /// Cost of the path up to the entry; a lower bound where it leads through outlines.
    pub cost: u32,
}

impl Hop {
    /// The floors before and behind its portal; `None` where the tile is entered anywhere along a run.
    pub fn floors(&self) -> Option<[FloorId; 2]> {
        match self.entry {
            Entry::Portal { from, floor, .. } => Some([from, FloorId { tile: self.to, index: floor }]),
            Entry::Run { .. } => None,
        }
    }
}

/// The goals of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    /// In tiles of a file: costs from the nodes of a tile to the nearest goal in it.
    pub costs: BTreeMap<TileKey, EndCosts>,
    /// In a world in memory: the floors of the goals. Costs are derived when the search reaches their tiles.
    pub floors: BTreeMap<TileKey, Vec<u32>>,
    /// A box around all of them.
    pub columns: Option<GoalBox>,
}

/// The graph of portals.
pub(crate) struct PortalGraph<'p> {
    source: Source<'p>,
    /// Costs of this query, with its temporary costs of areas.
    costs: &'p Costs,
    goals: &'p Goals,
    visited: VisitedTiles<'p>,
    found: Vec<(u32, u32)>,
    /// Bounds of the costs to the goals, from a search over outlines.
    pub cost_to_go: Option<&'p CostToGo>,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl<'p> PortalGraph<'p> {
    pub fn new(source: Source<'p>, costs: &'p Costs, goals: &'p Goals) -> Self {
        let (found, cost_to_go, stop) = Default::default();
        Self { source, costs, goals, visited: VisitedTiles::new(source, costs), found, cost_to_go, stop }
    }

    /// The cheapest path from some tiles, given the costs to their nodes, to a goal, and its cost. `direct` is the cost of a path
    /// to a goal without any portal, if there is one.
    pub fn best_way(
        &mut self,
        starts: &BTreeMap<TileKey, EndCosts>,
        direct: Option<u32>,
        budget: u64,
    ) -> (Outcome, Option<(Vec<Hop>, u32)>) {
        self.found.clear();
        for (&key, costs) in starts {
            let Some(at) = self.visited.visit(key) else { continue };
            for &(local, cost) in costs {
                self.cross(at, local as usize, cost);
            }
        }
        self.found.extend(direct.map(|cost| (GOAL, cost)));
        let open = std::mem::take(&mut self.found);
        let mut seen = Seen::default();
        let outcome = search(self, &mut Buckets::default(), &mut seen, &open, budget);
        let way = outcome.goal.map(|goal| (self.hops(&seen.path(goal), &seen), seen.cost(goal)));
        (outcome, way)
    }

    fn hops(&self, path: &[(u32, u8)], seen: &Seen) -> Vec<Hop> {
        let mut hops: Vec<Hop> = Vec::new();
        for &(node, _) in path.iter().filter(|&&(node, _)| node != GOAL) {
            let (at, local) = self.visited.of(node);
            let to = self.visited.tiles()[at].key;
            let (before, entry) = match &self.visited.tiles()[at].costs {
                TileCosts::Outline(outline, costs) => {
                    let pass = pass_of(outline, &costs.spots[local]);
                    let (run, direction) = (pass.run(), usize::from(pass.direction));
                    let entry = Entry::Run { direction, along: [run.start, run.end], area: pass.area };
                    (neighbour(to, direction), entry)
                }
                TileCosts::Exact(tile) => {
                    let portal = tile.portals[local];
                    let from = FloorId { tile: to.neighbour(portal.tile.map(i32::from)), index: portal.beyond };
                    (from.tile, Entry::Portal { from, floor: portal.floor, column: tile.columns[local] })
                }
            };
            let from = hops.last().map_or(before, |hop| hop.to);
            hops.push(Hop { from, to, entry, cost: seen.cost(node) });
        }
        hops
    }

    /// Adds the nodes behind a node that is reached at this cost.
    fn cross(&mut self, at: usize, local: usize, cost: u32) {
        let passing = match &self.visited.tiles()[at].costs {
            TileCosts::Exact(tile) => tile.portals[local].cost,
            TileCosts::Outline(_, costs) if costs.spots[local].leaves => self.costs.at_least(ORTHOGONAL),
            TileCosts::Outline(..) => return,
        };
        let cost = cost.saturating_add(passing);
        match self.visited.behind(at, local) {
            Behind::Node(node, extra) => self.found.push((node, cost.saturating_add(extra))),
            Behind::Portals(there) => self.enter_run(at, local, there as usize, cost),
            Behind::Nothing => {}
        }
    }

    /// Adds the portals of a refined tile along the passage that leads to it.
    fn enter_run(&mut self, at: usize, local: usize, there: usize, cost: u32) {
        let tiles = self.visited.tiles();
        let (own, VisitedTile { base, costs: there, .. }) = (&tiles[at].costs, &tiles[there]);
        let (TileCosts::Outline(outline, costs), TileCosts::Exact(tile)) = (own, there) else { return };
        let spot = &costs.spots[local];
        let pass = pass_of(outline, spot);
        let (run, direction, along) = (pass.run(), usize::from(pass.direction), spot.along(pass.direction));
        let column_cost = self.costs.at_least(ORTHOGONAL);
        for portal in 0..tile.portals.len() {
            let Some((area, way, column)) = tile.behind_rim(portal) else { continue };
            if area == pass.area && way == (direction + 2) % 4 && run.contains(&column) {
                let aside = column.abs_diff(along) * column_cost;
                self.found.push((base + portal as u32, cost.saturating_add(aside)));
            }
        }
    }

    /// Adds all nodes behind an exact tile that is entered at a portal.
    fn through_exact(&mut self, at: usize, tile: &PortalTile, entered: usize) {
        let key = self.visited.tiles()[at].key;
        let costs = match self.source {
            Source::Memory { world, portals } => tile.between(portals, world, key, entered),
            Source::File { .. } => tile.derived_between(entered),
        };
        for (to, &cost) in tile.of_piece(tile.portals[entered].piece).zip(costs) {
            if to != entered && cost != u32::MAX {
                let cost = self.at_present(cost, at, [entered, to]);
                self.cross(at, to, cost);
            }
        }
    }

    /// Adds all nodes behind a tile with an outline that is entered at a spot.
    fn through_outline(&mut self, at: usize, (outline, costs): (&Outline, &CrossingCosts), entered: usize) {
        let (key, own) = (self.visited.tiles()[at].key, costs.spots[entered].pass);
        for ((to, spot), &cost) in costs.spots.iter().enumerate().zip(costs.row(entered)) {
            // The path back over the same rim is useful where the tile behind it is exact: it leads to another of its portals.
            let returns = || {
                let behind = neighbour(key, pass_of(outline, spot).direction.into());
                matches!(self.source, Source::File { refined: Some(refined), .. } if refined.contains_key(&behind))
            };
            if cost != u32::MAX && (spot.pass != own || returns()) {
                let cost = self.at_present(cost, at, [entered, to]);
                self.cross(at, to, cost);
            }
        }
    }

    /// A kept cost between two nodes of a tile, scaled by the query's costs of their areas.
    fn at_present(&self, cost: u32, at: usize, ends: [usize; 2]) -> u32 {
        if self.costs.are_lasting() {
            return cost;
        }
        self.costs.scaled(cost, ends.map(|local| Some(self.visited.area(at, local))))
    }

    /// The cost from a portal of a tile in memory to the nearest goal of its piece.
    fn goal_in_memory(&self, at: usize, tile: &PortalTile, entered: usize) -> Option<u32> {
        let Source::Memory { world, portals } = self.source else { return None };
        let key = self.visited.tiles()[at].key;
        let goals = self.goals.floors.get(&key)?;
        let (floor, piece) = (tile.portals[entered].floor, tile.portals[entered].piece);
        let fields = portals.fields(world, key);
        let own = || goals.iter().filter(|&&goal| fields.piece(goal) == Some(piece));
        own().next()?;
        let row = fields.row(&portals.moves, world, key, floor);
        let area = |index: u32| world.sheet_of(FloorId { tile: key, index });
        let cost = |&goal: &u32| Some(self.costs.scaled(fields.cost_to(&row, goal)?, [area(floor), area(goal)]));
        own().filter_map(cost).min()
    }

    /// The bound of the cost to the goals for a node, from the search over outlines.
    fn outlined_cost_to_go(&self, bounds: &CostToGo, node: u32) -> u32 {
        let (at, local) = self.visited.of(node);
        let tile = &self.visited.tiles()[at];
        let known = bounds.tile(tile.key).and_then(|first| match &tile.costs {
            TileCosts::Outline(..) => bounds.of(first, local),
            TileCosts::Exact(_) => {
                let Source::File { refined: Some(refined), .. } = self.source else { return None };
                let (spot, aside) = refined.get(&tile.key)?.spots[local]?;
                let cost = bounds.of(first, spot as usize)?;
                Some(cost.saturating_sub(aside * self.costs.at_least(ORTHOGONAL)))
            }
        });
        known.unwrap_or_else(|| bounds.elsewhere(self.costs, self.visited.column(node)))
    }
}

impl Space for PortalGraph<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let (at, local) = self.visited.of(node);
        self.found.clear();
        if let Some(costs) = self.goals.costs.get(&self.visited.tiles()[at].key) {
            let own = costs.iter().filter(|&&(side, _)| side as usize == local);
            self.found.extend(own.map(|&(_, cost)| (GOAL, cost)));
        }
        match self.visited.tiles()[at].costs.clone() {
            TileCosts::Exact(tile) => {
                self.found.extend(self.goal_in_memory(at, &tile, local).map(|cost| (GOAL, cost)));
                self.through_exact(at, &tile, local);
            }
            TileCosts::Outline(outline, costs) => self.through_outline(at, (outline, &costs), local),
        }
        self.found.iter().for_each(|&(to, cost)| visit(to, cost, 0));
    }

    fn estimate(&self, node: u32) -> u32 {
        if node == GOAL {
            return 0;
        }
        let straight =
            self.goals.columns.as_ref().map_or(0, |goals| self.costs.cost_to(goals, self.visited.column(node)));
        straight.max(self.cost_to_go.map_or(0, |bounds| self.outlined_cost_to_go(bounds, node)))
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == GOAL
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    fn len(&self) -> usize {
        self.visited.len()
    }
}
