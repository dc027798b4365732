//! The upper search of a world that is not there: from waypoint to waypoint, and from gate to gate where tiles were opened.
//!
//! In: outlines of all tiles, tiles that were looked into. Out: the tiles on the best way, with how each is entered. Between
//! waypoints costs are at most what the body pays, since nobody is thinner than nothing; between gates they are what it pays.

use super::left::Left;
use super::met::{Behind, Known, Met, View, beside, pass_of, spot_at};
use super::opened::Opened;
use super::through::Through;
use super::walk::Sides;
use crate::ground::{ColumnKey, Outline, OutlinePass, TileKey};
use crate::portals::Kind;
use crate::reach::ORTHOGONAL;
use crate::reach::{Costs, GoalBox};
use crate::search::{Buckets, Outcome, Seen, Space, Stop, search};
use crate::world::FloorId;
use std::collections::BTreeMap;
use std::ops::Range;

/// The node of all goals.
const GOAL: u32 = 0;

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

/// The space of waypoints and gates.
pub(super) struct Above<'p> {
    pub opened: &'p BTreeMap<TileKey, Opened>,
    pub costs: &'p Costs,
    pub goals: &'p [FloorId],
    /// From the ends to waypoints of their tiles, where these are not opened.
    pub sides: &'p BTreeMap<FloorId, Sides>,
    pub ahead: Option<GoalBox>,
    /// What is left according to outlines.
    pub left: Option<&'p Left>,
    met: Met<'p>,
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

impl<'p> Above<'p> {
    pub fn new(
        view: View<'p>,
        opened: &'p BTreeMap<TileKey, Opened>,
        costs: &'p Costs,
        (goals, sides): (&'p [FloorId], &'p BTreeMap<FloorId, Sides>),
    ) -> Self {
        let (ahead, left, found, stop) = Default::default();
        Self { opened, costs, goals, sides, ahead, left, met: Met::new(view, Some(opened)), found, stop }
    }

    /// The best way from a floor of an opened tile to a goal in opened tiles; `direct` is what a way without any hop costs. With
    /// what it costs, as far as is known.
    pub fn way(&mut self, start: FloorId, direct: Option<u32>, budget: u64) -> (Outcome, Option<(Vec<Hop>, u32)>) {
        let mut open: Vec<(u32, u32)> = direct.map(|cost| (GOAL, cost)).into_iter().collect();
        self.found.clear();
        if let Some(at) = self.met.meet(start.tile) {
            match self.met.tiles()[at].known.clone() {
                Known::Opened(tile) => {
                    for &(gate, cost) in tile.ends.get(&start.index).into_iter().flatten() {
                        self.beyond_gate(at, tile, gate as usize, cost);
                    }
                }
                Known::Outline(outline, through) => {
                    for &(local, cost) in self.sides.get(&start).into_iter().flatten() {
                        self.beyond_spot(at, (outline, &through), local as usize, cost);
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
            let (at, local) = self.met.of(node);
            let met = &self.met.tiles()[at];
            let entry = match &met.known {
                Known::Outline(outline, through) => {
                    let pass = pass_of(outline, &through.spots[local]);
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

    /// Notes the nodes behind a spot on a waypoint, which has a number in its tile.
    fn beyond_spot(&mut self, at: usize, (outline, through): (&Outline, &Through), local: usize, cost: u32) {
        let spot = &through.spots[local];
        if !spot.leaves {
            return;
        }
        let cost = cost.saturating_add(self.costs.at_least(ORTHOGONAL));
        match self.met.behind(at, local) {
            Behind::Spot(node, narrow) => self.found.push((node, cost.saturating_add(narrow))),
            Behind::Run(base, tile) => {
                let pass = pass_of(outline, spot);
                self.beyond_run(base, tile, pass, spot.along(pass.direction), cost);
            }
            Behind::Nothing => {}
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
        let (key, rim) = (self.met.tiles()[at].key, tile.over_rim(gate));
        let gate = tile.gates[gate];
        if gate.kind == Kind::In {
            return;
        }
        let [x, z] = gate.tile.map(i32::from);
        let Some(there) = self.met.meet(key.neighbour([x, z])) else { return };
        let there = &self.met.tiles()[there];
        let cost = cost.saturating_add(gate.cost);
        let local = match (&there.known, rim) {
            (Known::Opened(tile), _) => tile.counterpart(&gate, false).map(|local| (local, 0)),
            (Known::Outline(outline, through), Some((area, way, column))) => {
                let spot = spot_at((outline, through), (area, (way + 2) % 4, column));
                spot.map(|(local, aside)| (local, aside * self.costs.at_least(ORTHOGONAL)))
            }
            // Where a leap lands in a tile that is not there is known when the tile was opened.
            (Known::Outline(..), None) => None,
        };
        if let Some((local, aside)) = local {
            self.found.push((there.base + local as u32, cost.saturating_add(aside)));
        }
    }

    /// What is left from a node according to outlines; a gate is near a spot that its tile has in its outline.
    fn left_from(&self, left: &Left, node: u32) -> u32 {
        let (at, local) = self.met.of(node);
        let tile = &self.met.tiles()[at];
        let known = left.tile(tile.place).and_then(|first| match &tile.known {
            Known::Outline(..) => left.of(first, local),
            Known::Opened(tile) => {
                let (spot, aside) = tile.spots[local]?;
                left.of(first, spot as usize).map(|cost| cost.saturating_sub(aside * self.costs.at_least(ORTHOGONAL)))
            }
        });
        known.unwrap_or_else(|| left.elsewhere(self.costs, self.met.column(node)))
    }
}

impl Space for Above<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let (at, local) = self.met.of(node);
        self.found.clear();
        let key = self.met.tiles()[at].key;
        match self.met.tiles()[at].known.clone() {
            Known::Outline(outline, through) => {
                for goal in self.goals.iter().filter(|goal| goal.tile == key) {
                    let sides = self.sides.get(goal).into_iter().flatten();
                    let own = sides.filter(|&&(side, _)| side as usize == local);
                    self.found.extend(own.map(|&(_, cost)| (GOAL, cost)));
                }
                let own = through.spots[local].pass;
                for ((to, at_to), &cost) in through.spots.iter().zip(0..).zip(through.row(local)) {
                    // Back over the same rim leads on where the tile behind it is opened: to another of its gates.
                    let back = || self.opened.contains_key(&beside(key, pass_of(outline, to).direction.into()));
                    if cost != u32::MAX && (to.pass != own || back()) {
                        self.beyond_spot(at, (outline, &through), at_to, cost);
                    }
                }
            }
            Known::Opened(tile) => {
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
        if node == GOAL {
            return 0;
        }
        let straight = self.ahead.as_ref().map_or(0, |ahead| self.costs.cost_to(ahead, self.met.column(node)));
        straight.max(self.left.map_or(0, |left| self.left_from(left, node)))
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == GOAL
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    fn len(&self) -> usize {
        self.met.len()
    }
}
