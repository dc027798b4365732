//! A tile that was looked into: its gates for one body, exactly, in a form that needs the tile no more.

use super::super::gates::{Gate, Kind};
use super::super::hierarchy::Hierarchy;
use crate::ground::ColumnKey;
use crate::ground::{DIRECTIONS, TileKey};
use crate::plan::reach::column_in;
use crate::world::World;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A tile whose gates and their distances are known.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    /// Whether gates by leaps are among them.
    pub leaps: bool,
    pub gates: Vec<Gate>,
    /// Column of each gate.
    pub columns: Vec<ColumnKey>,
    /// Area beyond each gate, if a step leads there.
    areas: Vec<Option<u16>>,
    /// First gate of each gate's piece.
    first: Vec<u32>,
    /// From each gate to those of its piece, in their order.
    costs: Vec<Vec<u32>>,
    /// From the gates of its piece to a floor that was asked about.
    pub ends: BTreeMap<u32, Vec<(u32, u32)>>,
}

impl Opened {
    /// Looks into a tile of a window that holds all that its gates depend on.
    pub fn of(world: &World, hierarchy: &Hierarchy, key: TileKey, floors: &[u32]) -> Self {
        let gates = hierarchy.gates(world, key);
        let steps = hierarchy.reach.steps(world, key);
        let fields = &gates.fields;
        let row = |gate: usize| fields.row(hierarchy, world, key, gates.gates[gate].floor);
        let costs = |gate: usize| -> Vec<u32> {
            let (row, own) = (row(gate), gates.of_piece(gates.gates[gate].piece));
            own.map(|to| fields.cost_to(&row, gates.gates[to].floor).unwrap_or(u32::MAX)).collect()
        };
        let area = |gate: &Gate| {
            let [x, z] = gate.tile.map(i32::from);
            let tile = world.tile(TileKey { z: key.z + z, x: key.x + x }).filter(|_| gate.kind == Kind::Both)?;
            Some(tile.sheet(gate.beyond as usize))
        };
        let end = |floor: u32| {
            let piece = fields.piece(floor);
            let own = piece.map_or(0..0, |piece| gates.of_piece(piece));
            own.filter_map(|gate| Some((gate as u32, fields.cost_to(&row(gate), floor)?))).collect()
        };
        Self {
            leaps: hierarchy.extended,
            columns: gates.gates.iter().map(|gate| column_in(key, steps.columns[gate.floor as usize])).collect(),
            areas: gates.gates.iter().map(area).collect(),
            first: gates.gates.iter().map(|gate| gates.of_piece(gate.piece).start as u32).collect(),
            // Each takes a flood of the tile.
            costs: (0..gates.gates.len()).into_par_iter().map(costs).collect(),
            ends: floors.iter().map(|&floor| (floor, end(floor))).collect(),
            gates: gates.gates.clone(),
        }
    }

    /// The gates that one gets to from a gate, with their costs.
    pub fn onward(&self, gate: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let costs = self.costs[gate].iter().enumerate().filter(|(_, cost)| **cost != u32::MAX);
        costs.map(move |(at, &cost)| (self.first[gate] as usize + at, cost)).filter(move |&(to, _)| to != gate)
    }

    /// The other gates of a gate's piece, and itself.
    pub fn with(&self, gate: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.first[gate] as usize;
        first..first + self.costs[gate].len()
    }

    /// The gate of this tile by which one comes to, or from (`back`), a floor of another tile or piece.
    pub fn counterpart(&self, gate: &Gate, back: bool) -> Option<usize> {
        let own = (gate.beyond, gate.tile.map(|c| -c), gate.floor);
        let hidden = if back { Kind::In } else { Kind::Out };
        self.gates.iter().position(|gate| gate.kind != hidden && (gate.floor, gate.tile, gate.beyond) == own)
    }

    /// The area behind a gate that leads over the rim by a step, the direction, and the column along the rim.
    pub fn over_rim(&self, gate: usize) -> Option<(u16, usize, i32)> {
        let area = self.areas[gate]?;
        let [x, z] = self.gates[gate].tile.map(i32::from);
        let direction = DIRECTIONS.iter().position(|&way| way == [x, z])?;
        let [cx, cz] = self.columns[gate].in_tile();
        Some((area, direction, if direction % 2 == 0 { cz } else { cx }))
    }
}
