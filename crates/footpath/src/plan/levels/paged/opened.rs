//! A tile that was looked into: its gates for one body, exactly, in a form that needs the tile no more.

use super::met::spot_at;
use super::through::Through;
use crate::ground::{ColumnKey, DIRECTIONS, Outline, TileKey};
use crate::portals::Hierarchy;
use crate::portals::{Gate, Kind};
use crate::reach::Costs;
use crate::reach::{ORTHOGONAL, column_in};
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
    /// The spot of the tile's outline on whose waypoint each gate lies, and how many columns it is aside.
    pub spots: Vec<Option<(u32, u32)>>,
    /// First gate of each gate's piece.
    first: Vec<u32>,
    /// From each gate to those of its piece, in their order.
    costs: Vec<Vec<u32>>,
    /// From the gates of its piece to a floor that was asked about.
    pub ends: BTreeMap<u32, Vec<(u32, u32)>>,
}

impl Opened {
    /// Looks into a tile of a window that holds all that its gates depend on.
    pub fn of(
        world: &World,
        hierarchy: &Hierarchy,
        key: TileKey,
        floors: &[u32],
        outline: Option<(&Outline, &Through)>,
    ) -> Self {
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
            let tile = world.tile(key.neighbour([x, z])).filter(|_| gate.kind == Kind::Both)?;
            Some(tile.sheet(gate.beyond as usize))
        };
        let end = |floor: u32| {
            let piece = fields.piece(floor);
            let own = piece.map_or(0..0, |piece| gates.of_piece(piece));
            own.filter_map(|gate| Some((gate as u32, fields.cost_to(&row(gate), floor)?))).collect()
        };
        let columns: Vec<ColumnKey> =
            gates.gates.iter().map(|gate| column_in(key, steps.columns[gate.floor as usize])).collect();
        let tile = world.tile(key);
        let spot = |(gate, column): (&Gate, &ColumnKey)| {
            // A leap need not begin at the rim.
            let (direction, along) = over_rim(gate, *column).filter(|_| gate.kind == Kind::Both)?;
            let (spot, aside) = spot_at(outline?, (tile?.sheet(gate.floor as usize), direction, along))?;
            Some((spot as u32, aside))
        };
        Self {
            leaps: hierarchy.extended,
            spots: gates.gates.iter().zip(&columns).map(spot).collect(),
            columns,
            areas: gates.gates.iter().map(area).collect(),
            first: gates.gates.iter().map(|gate| gates.of_piece(gate.piece).start as u32).collect(),
            // Each takes a flood of the tile.
            costs: (0..gates.gates.len()).into_par_iter().map(costs).collect(),
            ends: floors.iter().map(|&floor| (floor, end(floor))).collect(),
            gates: gates.gates.clone(),
        }
    }

    /// What it costs at least between two spots of the tile's outline, from what it costs between the gates of their waypoints;
    /// none where these lead nowhere.
    pub fn between_spots(&self, through: &Through, costs: &Costs) -> impl Fn(usize, usize) -> Option<u32> {
        let aside = |spot: usize, gate: usize| {
            let own = &through.spots[spot];
            let nearest = &through.spots[self.spots[gate]?.0 as usize];
            let ([x, z], to) = (own.column, self.columns[gate].in_tile());
            (own.pass == nearest.pass).then(|| (x - to[0]).abs().max((z - to[1]).abs()) as u32)
        };
        let near = |spot: usize| (0..self.gates.len()).filter_map(|gate| Some((aside(spot, gate)?, gate))).collect();
        let gates: Vec<Vec<(u32, usize)>> = (0..through.spots.len()).map(near).collect();
        let column = costs.at_least(ORTHOGONAL);
        move |from, to| {
            // Of the gates between which a way leads, those that are nearest to the spots say most.
            let cost = |&(near, from): &(u32, usize), &(far, to): &(u32, usize)| {
                let cost = *self.costs[from].get(to.checked_sub(self.first[from] as usize)?)?;
                (cost != u32::MAX).then_some((near + far, cost))
            };
            let found =
                gates[from].iter().flat_map(|near| gates[to].iter().filter_map(move |far| cost(near, far))).min();
            found.map(|(aside, cost)| cost.saturating_sub(aside * column))
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
        let (direction, along) = over_rim(&self.gates[gate], self.columns[gate])?;
        Some((area, direction, along))
    }
}

/// The direction in which a gate leads over the rim, and the column along it.
fn over_rim(gate: &Gate, column: ColumnKey) -> Option<(usize, i32)> {
    let [x, z] = gate.tile.map(i32::from);
    let direction = DIRECTIONS.iter().position(|&way| way == [x, z])?;
    let [cx, cz] = column.in_tile();
    Some((direction, if direction % 2 == 0 { cz } else { cx }))
}
