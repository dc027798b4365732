//! The upper search of a world that is not there: from waypoint to waypoint, and from gate to gate where tiles were opened.
//!
//! In: outlines of all tiles, tiles that were looked into. Out: the tiles on the best way, with how each is entered. Between
//! waypoints costs are at most what the body pays, since nobody is thinner than nothing; between gates they are what it pays.

use super::super::gates::Kind;
use super::opened::Opened;
use super::through::{Measures, Spot, Through, Throughs};
use super::walk::Sides;
use crate::ground::{ColumnKey, DIRECTIONS, Outline, OutlinePass, TILE, TileKey};
use crate::plan::cells::{Ahead, Costs};
use crate::plan::reach::ORTHOGONAL;
use crate::search::{Buckets, Outcome, Seen, Space, Stop, search};
use crate::world::{FloorId, PagedWorld};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The node of all goals.
const GOAL: u32 = 0;
const UNMET: u32 = u32::MAX;
/// Behind a spot where the file has nothing.
const NOWHERE: u32 = u32::MAX - 1;

/// How a tile is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entry {
    /// Over the rim anywhere along a run: columns along the rim where it is entered, on which side, and the area behind.
    Run { direction: usize, along: [i32; 2], area: u16 },
    /// By a gate, onto this floor, which lies in this column.
    Gate(u32, ColumnKey),
}

/// One tile after the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hop {
    pub from: TileKey,
    pub to: TileKey,
    pub entry: Entry,
    /// What it costs to get there, as far as is known.
    pub cost: u32,
}

/// A tile that the search has met.
struct Met<'p> {
    key: TileKey,
    /// Number of its first node.
    base: u32,
    tile: Known<'p>,
}

#[derive(Clone)]
enum Known<'p> {
    Outline(&'p Outline, Arc<Through>),
    Opened(&'p Opened),
}

/// The space of waypoints and gates.
pub(super) struct Above<'p> {
    pub paged: &'p PagedWorld,
    pub opened: &'p BTreeMap<TileKey, Opened>,
    pub throughs: &'p Throughs,
    pub measures: &'p Measures,
    pub costs: &'p Costs,
    pub goals: &'p [FloorId],
    /// From the ends to waypoints of their tiles, where these are not opened.
    pub sides: &'p BTreeMap<FloorId, Sides>,
    pub ahead: Option<Ahead>,
    met: Vec<Met<'p>>,
    /// Which of the met each tile of the file is.
    met_of: Vec<u32>,
    tile_of: Vec<u32>,
    /// The spot behind each spot, once it was asked for; a tile is left by the same ones however it was entered.
    behind: Vec<u32>,
    found: Vec<(u32, u32)>,
    /// Ends the search from outside.
    pub stop: Stop,
}

/// Columns along the rim that a waypoint takes.
pub(super) fn run(pass: &OutlinePass) -> Range<i32> {
    let middle = i32::from(pass.column[usize::from(pass.direction.is_multiple_of(2))]);
    let first = middle - i32::from(pass.columns) / 2;
    first..first + i32::from(pass.columns)
}

fn beside(key: TileKey, direction: usize) -> TileKey {
    let [x, z] = DIRECTIONS[direction];
    TileKey { z: key.z + z, x: key.x + x }
}

impl<'p> Above<'p> {
    pub fn new(
        paged: &'p PagedWorld,
        opened: &'p BTreeMap<TileKey, Opened>,
        (throughs, measures, costs): (&'p Throughs, &'p Measures, &'p Costs),
        (goals, sides): (&'p [FloorId], &'p BTreeMap<FloorId, Sides>),
        ahead: Option<Ahead>,
    ) -> Self {
        let met_of = vec![UNMET; paged.keys().len()];
        let (met, found, stop) = Default::default();
        let (tile_of, behind) = (vec![UNMET], vec![NOWHERE]);
        Self {
            paged,
            opened,
            throughs,
            measures,
            costs,
            goals,
            sides,
            ahead,
            met,
            met_of,
            tile_of,
            behind,
            found,
            stop,
        }
    }

    /// The best way from a floor of an opened tile to a goal in opened tiles; `direct` is what a way without any hop costs. With
    /// what it costs, as far as is known.
    pub fn way(&mut self, start: FloorId, direct: Option<u32>, budget: u64) -> (Outcome, Option<(Vec<Hop>, u32)>) {
        let mut open: Vec<(u32, u32)> = direct.map(|cost| (GOAL, cost)).into_iter().collect();
        self.found.clear();
        if let Some(at) = self.meet(start.tile) {
            match self.met[at].tile.clone() {
                Known::Opened(tile) => {
                    for &(gate, cost) in tile.ends.get(&start.index).into_iter().flatten() {
                        self.beyond_gate(at, tile, gate as usize, cost);
                    }
                }
                Known::Outline(outline, through) => {
                    for &(local, cost) in self.sides.get(&start).into_iter().flatten() {
                        self.beyond_spot(at, outline, (&through.spots[local as usize], local), cost);
                    }
                }
            }
        }
        open.append(&mut self.found);
        let mut seen = Seen::default();
        let outcome = search(self, &mut Buckets::default(), &mut seen, &open, budget);
        let way = outcome.goal.map(|goal| (self.hops(start.tile, &seen.path(goal), &seen), seen.cost(goal)));
        (outcome, way)
    }

    fn hops(&self, start: TileKey, path: &[(u32, u8)], seen: &Seen) -> Vec<Hop> {
        let mut from = start;
        let nodes = path.iter().map(|&(node, _)| node).filter(|&node| node != GOAL);
        let hop = |node: u32| {
            let met = &self.met[self.tile_of[node as usize] as usize];
            let local = (node - met.base) as usize;
            let entry = match &met.tile {
                Known::Outline(outline, through) => {
                    let pass = &outline.passes[usize::from(through.spots[local].pass)];
                    Entry::Run {
                        direction: pass.direction.into(),
                        along: [run(pass).start, run(pass).end],
                        area: pass.area,
                    }
                }
                Known::Opened(tile) => Entry::Gate(tile.gates[local].floor, tile.columns[local]),
            };
            let hop = Hop { from, to: met.key, entry, cost: seen.cost(node) };
            from = met.key;
            hop
        };
        nodes.map(hop).collect()
    }

    /// The tile's place among those met; met now if need be. `None` where the file has none.
    fn meet(&mut self, key: TileKey) -> Option<usize> {
        let place = self.paged.place_of(key)?;
        if self.met_of[place] != UNMET {
            return Some(self.met_of[place] as usize);
        }
        let (tile, nodes) = match self.opened.get(&key) {
            Some(opened) => (Known::Opened(opened), opened.gates.len()),
            None => {
                let (number, outline) = self.paged.outline(place)?;
                let through = self.throughs.get(self.paged.head(), number, outline, self.measures);
                let nodes = through.spots.len();
                (Known::Outline(outline, through), nodes)
            }
        };
        let at = self.met.len();
        self.met_of[place] = at as u32;
        self.met.push(Met { key, base: self.tile_of.len() as u32, tile });
        self.tile_of.extend(std::iter::repeat_n(at as u32, nodes));
        self.behind.resize(self.tile_of.len(), UNMET);
        Some(at)
    }

    /// Notes the nodes behind a spot on a waypoint, which has a number in its tile.
    fn beyond_spot(&mut self, at: usize, outline: &Outline, (spot, local): (&Spot, u32), cost: u32) {
        if !spot.leaves {
            return;
        }
        let cost = cost.saturating_add(self.costs.at_least(ORTHOGONAL));
        let own = (self.met[at].base + local) as usize;
        if self.behind[own] == UNMET {
            self.behind[own] = NOWHERE;
            let pass = &outline.passes[usize::from(spot.pass)];
            let Some(there) = self.meet(beside(self.met[at].key, usize::from(pass.direction))) else { return };
            match &self.met[there].tile {
                Known::Outline(outline, through) => {
                    let found = through.nearest(outline, spot.along(pass.direction), |other| pass.meets(other));
                    self.behind[own] = found.map_or(NOWHERE, |(local, _)| self.met[there].base + local as u32);
                }
                Known::Opened(tile) => {
                    self.behind[own] = UNMET;
                    return self.beyond_run(self.met[there].base, tile, pass, spot.along(pass.direction), cost);
                }
            }
        }
        if self.behind[own] != NOWHERE {
            self.found.push((self.behind[own], cost));
        }
    }

    /// Notes the gates of an opened tile along a waypoint that leads there.
    fn beyond_run(&mut self, base: u32, tile: &Opened, pass: &OutlinePass, along: i32, cost: u32) {
        let (run, direction) = (run(pass), usize::from(pass.direction));
        for gate in 0..tile.gates.len() {
            let Some((area, way, column)) = tile.over_rim(gate) else { continue };
            if area == pass.area && way == (direction + 2) % 4 && run.contains(&column) {
                let aside = column.abs_diff(along) * self.costs.at_least(ORTHOGONAL);
                self.found.push((base + gate as u32, cost.saturating_add(aside)));
            }
        }
    }

    /// Notes the node behind a gate.
    fn beyond_gate(&mut self, at: usize, tile: &'p Opened, gate: usize, cost: u32) {
        let (key, rim) = (self.met[at].key, tile.over_rim(gate));
        let gate = tile.gates[gate];
        if gate.kind == Kind::In {
            return;
        }
        let [x, z] = gate.tile.map(i32::from);
        let Some(there) = self.meet(TileKey { z: key.z + z, x: key.x + x }) else { return };
        let Met { base, tile, .. } = &self.met[there];
        let cost = cost.saturating_add(gate.cost);
        let local = match (tile, rim) {
            (Known::Opened(tile), _) => tile.counterpart(&gate, false).map(|local| (local, 0)),
            (Known::Outline(outline, through), Some((area, way, column))) => {
                let over = |pass: &OutlinePass| {
                    pass.is_outward()
                        && pass.area == area
                        && usize::from(pass.direction) == (way + 2) % 4
                        && run(pass).contains(&column)
                };
                let spot = through.nearest(outline, column, over);
                spot.map(|(local, aside)| (local, aside * self.costs.at_least(ORTHOGONAL)))
            }
            // Where a leap lands in a tile that is not there is known when the tile was opened.
            (Known::Outline(..), None) => None,
        };
        if let Some((local, aside)) = local {
            self.found.push((base + local as u32, cost.saturating_add(aside)));
        }
    }

    fn column(&self, node: u32) -> ColumnKey {
        let met = &self.met[self.tile_of[node as usize] as usize];
        let local = (node - met.base) as usize;
        match &met.tile {
            Known::Opened(tile) => tile.columns[local],
            Known::Outline(_, through) => {
                let [x, z] = through.spots[local].column;
                ColumnKey::new(met.key.x * TILE + x, met.key.z * TILE + z)
            }
        }
    }
}

impl Space for Above<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let at = self.tile_of[node as usize] as usize;
        let local = (node - self.met[at].base) as usize;
        self.found.clear();
        match self.met[at].tile.clone() {
            Known::Outline(outline, through) => {
                let key = self.met[at].key;
                for goal in self.goals.iter().filter(|goal| goal.tile == key) {
                    let sides = self.sides.get(goal).into_iter().flatten();
                    let own = sides.filter(|&&(side, _)| side as usize == local);
                    self.found.extend(own.map(|&(_, cost)| (GOAL, cost)));
                }
                let own = through.spots[local].pass;
                for ((to, at_to), &cost) in through.spots.iter().zip(0..).zip(through.row(local)) {
                    // Back over the same rim leads on where the tile behind it is opened: to another of its gates.
                    let direction = outline.passes[usize::from(to.pass)].direction;
                    let back = to.pass == own && self.opened.contains_key(&beside(key, direction.into()));
                    if cost != u32::MAX && (to.pass != own || back) {
                        self.beyond_spot(at, outline, (to, at_to), cost);
                    }
                }
            }
            Known::Opened(tile) => {
                let key = self.met[at].key;
                for goal in self.goals.iter().filter(|goal| goal.tile == key) {
                    let ends = tile.ends.get(&goal.index).into_iter().flatten();
                    let own = ends.filter(|&&(gate, _)| gate as usize == local);
                    self.found.extend(own.map(|&(_, cost)| (GOAL, cost)));
                }
                for (to, cost) in tile.onward(local) {
                    self.beyond_gate(at, tile, to, cost);
                }
            }
        }
        self.found.iter().for_each(|&(to, cost)| visit(to, cost, 0));
    }

    fn estimate(&self, node: u32) -> u32 {
        match &self.ahead {
            Some(ahead) if node != GOAL => self.costs.ahead(ahead, self.column(node)),
            _ => 0,
        }
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == GOAL
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    fn len(&self) -> usize {
        self.tile_of.len()
    }
}
