//! The upper search: from gate to gate.
//!
//! In: the hierarchy, floors at the start and at the goals. Out: the gates by which the body enters piece after piece. It is the same
//! kernel as everywhere; its nodes are gates that are entered by, its moves lead through a piece and out of the next gate.

use crate::ground::{ColumnKey, TileKey};
use crate::portals::{Gate, Gates, Hierarchy, Kind, flood};
use crate::reach::PLAIN;
use crate::reach::{Costs, GoalBox, Move};
use crate::reach::{Steps, column_in};
use crate::search::{Buckets, Outcome, Seen, Space, Stop, search};
use crate::world::{FloorId, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Floors where a way may begin, with what it costs to be there.
pub(super) type Starts = [(FloorId, u32)];

/// A tile that the search has met.
struct Met {
    key: TileKey,
    gates: Arc<Gates>,
    steps: Arc<Steps>,
    /// Number of its first gate.
    base: u32,
    /// The node behind each gate, as far as it was asked for.
    beyond: Vec<u32>,
    /// Goals in it: piece and floor, in order.
    goals: Vec<(u32, u32)>,
}

/// One passage of a way: from the floor where a piece is left to the floor where the next is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub from: FloorId,
    pub to: FloorId,
    pub how: Move,
}

/// The space of gates.
pub(super) struct Above<'a> {
    hierarchy: &'a Hierarchy,
    /// Costs of this moment.
    costs: &'a Costs,
    world: &'a World,
    met: Vec<Met>,
    by_key: BTreeMap<TileKey, u32>,
    /// Tile of each node.
    tile_of: Vec<u32>,
    goals: BTreeMap<TileKey, Vec<u32>>,
    ahead: Option<GoalBox>,
    /// Ends the search from outside.
    pub stop: Stop,
}

/// The node of all goals.
const GOAL: u32 = 0;
/// No node, and one that was not asked for yet.
const NOTHING: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX - 1;

impl<'a> Above<'a> {
    pub fn new(
        hierarchy: &'a Hierarchy,
        costs: &'a Costs,
        world: &'a World,
        goals: &[FloorId],
        ahead: Option<GoalBox>,
    ) -> Self {
        let mut by_tile: BTreeMap<TileKey, Vec<u32>> = BTreeMap::new();
        goals.iter().for_each(|goal| by_tile.entry(goal.tile).or_default().push(goal.index));
        let (met, by_key, stop) = Default::default();
        Self { hierarchy, costs, world, met, by_key, tile_of: vec![u32::MAX], goals: by_tile, ahead, stop }
    }

    /// The best way from some floors, which cost something to be at, to a goal, and what it costs. `direct` is what it costs
    /// to a goal without any gate, if that can be.
    pub fn way(&mut self, starts: &Starts, direct: Option<u32>, budget: u64) -> (Outcome, Option<(Vec<Pass>, u32)>) {
        let mut open = Vec::new();
        let flooded = self.set_out(starts, &mut open);
        open.extend(direct.map(|cost| (GOAL, cost)));
        let mut seen = Seen::default();
        let mut outcome = search(self, &mut Buckets::default(), &mut seen, &open, budget);
        outcome.expanded += flooded;
        let way = outcome.goal.map(|goal| (self.passes(&seen.path(goal)), seen.cost(goal)));
        (outcome, way)
    }

    /// The gates that the starts' tiles are left by, with what it costs to be behind them. Returns how many floors were
    /// expanded to know that.
    fn set_out(&mut self, starts: &Starts, open: &mut Vec<(u32, u32)>) -> u64 {
        let mut by_tile: BTreeMap<TileKey, Vec<(u32, u32)>> = BTreeMap::new();
        starts.iter().for_each(|&(floor, cost)| by_tile.entry(floor.tile).or_default().push((floor.index, cost)));
        let mut flooded = 0;
        for (key, starts) in by_tile {
            let at = self.meet(key);
            let gates = Arc::clone(&self.met[at].gates);
            let costs = self.to_gates(key, &gates, &starts, &mut flooded);
            for (gate, cost) in costs.into_iter().enumerate().filter(|&(_, cost)| cost != u32::MAX) {
                let beyond = self.beyond(at, gate);
                open.extend(beyond.map(|(node, passing)| (node, cost.saturating_add(passing))));
            }
        }
        flooded
    }

    /// What it costs from some floors of a tile to each of its gates. Where ways cost the same there and back, what is kept
    /// of the gates tells it without a search.
    fn to_gates(&self, key: TileKey, gates: &Gates, starts: &[(u32, u32)], flooded: &mut u64) -> Vec<u32> {
        let floors = gates.gates.iter().map(|gate| gate.floor);
        let &[(start, paid)] = starts else { return self.flooded(key, floors, starts, flooded) };
        if !gates.fields.both_ways {
            return self.flooded(key, floors, starts, flooded);
        }
        let piece = gates.fields.piece(start);
        let cost = |gate: &Gate| {
            if Some(gate.piece) != piece {
                return None;
            }
            let row = gates.fields.row(self.hierarchy, self.world, key, gate.floor);
            let cost = gates.fields.cost_to(&row, start)?;
            Some(self.for_now(cost, key, [start, gate.floor]).saturating_add(paid))
        };
        gates.gates.iter().map(|gate| cost(gate).unwrap_or(u32::MAX)).collect()
    }

    fn flooded(
        &self,
        key: TileKey,
        floors: impl Iterator<Item = u32>,
        starts: &[(u32, u32)],
        flooded: &mut u64,
    ) -> Vec<u32> {
        let (costs, expanded) = flood(self.hierarchy, self.costs, self.world, key, starts);
        *flooded += expanded;
        floors.map(|floor| costs[floor as usize]).collect()
    }

    fn passes(&self, path: &[(u32, u8)]) -> Vec<Pass> {
        let entries = path.iter().filter(|&&(node, _)| node != GOAL);
        let pass = |&(node, _): &(u32, u8)| {
            let met = &self.met[self.tile_of[node as usize] as usize];
            let gate = met.gates.gates[(node - met.base) as usize];
            let [x, z] = gate.tile.map(i32::from);
            let from = FloorId { tile: met.key.neighbour([x, z]), index: gate.beyond };
            Pass { from, to: FloorId { tile: met.key, index: gate.floor }, how: gate.how }
        };
        entries.map(pass).collect()
    }

    /// The tile's place among those met; met now if need be.
    fn meet(&mut self, key: TileKey) -> usize {
        if let Some(&at) = self.by_key.get(&key) {
            return at as usize;
        }
        let at = self.met.len() as u32;
        let gates = self.hierarchy.gates(self.world, key);
        let base = self.tile_of.len() as u32;
        self.tile_of.extend(std::iter::repeat_n(at, gates.gates.len()));
        let goals = self.goals.get(&key).into_iter().flatten();
        let mut goals: Vec<(u32, u32)> = goals.filter_map(|&goal| Some((gates.fields.piece(goal)?, goal))).collect();
        goals.sort_unstable();
        let steps = self.hierarchy.reach.steps(self.world, key);
        let beyond = vec![UNKNOWN; gates.gates.len()];
        self.met.push(Met { key, gates, steps, base, beyond, goals });
        self.by_key.insert(key, at);
        at as usize
    }

    /// The node behind a gate, and what passing it costs.
    fn beyond(&mut self, at: usize, gate: usize) -> Option<(u32, u32)> {
        if self.met[at].beyond[gate] == UNKNOWN {
            self.met[at].beyond[gate] = self.behind(at, gate).unwrap_or(NOTHING);
        }
        let met = &self.met[at];
        let node = met.beyond[gate];
        (node != NOTHING).then(|| (node, met.gates.gates[gate].cost))
    }

    /// The node behind a gate, looked up.
    fn behind(&mut self, at: usize, gate: usize) -> Option<u32> {
        let (key, gate) = (self.met[at].key, self.met[at].gates.gates[gate]);
        if gate.kind == Kind::In {
            return None;
        }
        let [x, z] = gate.tile.map(i32::from);
        let there = self.meet(key.neighbour([x, z]));
        let met = &self.met[there];
        let entry = met.gates.entry(gate.beyond, gate.tile.map(|c| -c), gate.floor)?;
        Some(met.base + entry as u32)
    }

    /// A kept cost between two floors of a tile at what their areas cost now.
    fn for_now(&self, cost: u32, tile: TileKey, ends: [u32; 2]) -> u32 {
        let [a, b] = ends.map(|index| self.costs.area(self.world, FloorId { tile, index }));
        if a + b == 2 * PLAIN {
            return cost;
        }
        (u64::from(cost) * u64::from(a + b) / u64::from(2 * PLAIN)).min(u64::from(u32::MAX)) as u32
    }

    fn column(&self, node: u32) -> ColumnKey {
        let met = &self.met[self.tile_of[node as usize] as usize];
        let floor = met.gates.gates[(node - met.base) as usize].floor;
        column_in(met.key, met.steps.columns[floor as usize])
    }
}

impl Space for Above<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let at = self.tile_of[node as usize] as usize;
        let (key, base, gates) = (self.met[at].key, self.met[at].base, Arc::clone(&self.met[at].gates));
        let entered = (node - base) as usize;
        let piece = gates.gates[entered].piece;
        let goals = &self.met[at].goals;
        let goals = &goals[goals.partition_point(|&(of, _)| of < piece)..goals.partition_point(|&(of, _)| of <= piece)];
        let floor = gates.gates[entered].floor;
        if !goals.is_empty() {
            let row = gates.fields.row(self.hierarchy, self.world, key, floor);
            let cost = |goal| Some(self.for_now(gates.fields.cost_to(&row, goal)?, key, [floor, goal]));
            if let Some(cost) = goals.iter().filter_map(|&(_, goal)| cost(goal)).min() {
                visit(GOAL, cost, 0);
            }
        }
        let costs = gates.between(self.hierarchy, self.world, key, entered);
        for (gate, &cost) in
            gates.of_piece(piece).zip(costs).filter(|&(gate, &cost)| gate != entered && cost != u32::MAX)
        {
            let cost = self.for_now(cost, key, [floor, gates.gates[gate].floor]);
            if let Some((node, passing)) = self.beyond(at, gate) {
                visit(node, cost.saturating_add(passing), 0);
            }
        }
    }

    fn estimate(&self, node: u32) -> u32 {
        match &self.ahead {
            Some(ahead) if node != GOAL => self.hierarchy.costs.cost_to(ahead, self.column(node)),
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
