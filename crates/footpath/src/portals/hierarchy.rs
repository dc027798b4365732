//! The hierarchy: gates of tiles and the distances between them, for one body and its costs. Derived on first use, and kept.

use super::fields::Fields;
use super::gates::{Exit, Gate, Kind, exits, find};
use crate::ground::{TILE, TileKey};
use crate::reach::{Costs, Labels, Reach};
use crate::search::Stop;
use crate::world::{Bytes, Charge, Table, World};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// What one body's planning over gates rests on.
#[derive(Debug)]
pub(crate) struct Hierarchy {
    pub reach: Arc<Reach>,
    pub costs: Costs,
    /// Whether leaps count as moves.
    pub extended: bool,
    tiles: Table<TileKey, Gates>,
    fields: Table<TileKey, Fields>,
    exits: Table<TileKey, Vec<Exit>>,
}

/// The gates of one tile.
#[derive(Debug)]
pub(crate) struct Gates {
    pub(crate) gates: Vec<Gate>,
    pub fields: Arc<Fields>,
    /// For each gate what it costs to those of its piece, as far as it was asked for: side by side, since an upper search
    /// looks at all of them.
    between: Vec<OnceLock<Box<[u32]>>>,
    /// Counts what is in them.
    charge: Charge,
}

impl Bytes for Gates {
    fn bytes(&self) -> usize {
        self.gates.bytes() + self.between.capacity() * size_of::<OnceLock<Box<[u32]>>>()
    }
}

impl Bytes for Hierarchy {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        !(self.tiles.is_empty() && self.fields.is_empty() && self.exits.is_empty())
    }
}

impl Hierarchy {
    /// The hierarchy for a reach and costs, from the shelf or new.
    pub fn of(world: &World, reach: &Arc<Reach>, costs: &Costs, extended: bool) -> Arc<Self> {
        let key = (reach.key(), costs.clone(), extended);
        world.derived(&key, || Self {
            reach: Arc::clone(reach),
            costs: costs.clone(),
            extended,
            tiles: Table::default(),
            fields: Table::default(),
            exits: Table::default(),
        })
    }

    /// Measures all that is kept of a tile: its gates, and how far they are from each other; less if it is stopped between two of them.
    pub fn derive(&self, world: &World, key: TileKey, stop: &Stop) {
        let gates = self.gates(world, key);
        for gate in (0..gates.gates.len()).take_while(|_| !stop.is_set()) {
            gates.between(self, world, key, gate);
        }
    }

    /// How many tiles away a leap lands.
    pub fn leap_tiles(&self) -> i32 {
        (self.reach.limits.leap_cells(&self.reach.grid) + TILE - 1) / TILE
    }

    pub(crate) fn labels(&self, world: &World, key: TileKey) -> Arc<Labels> {
        self.reach.labels(world, key, self.extended)
    }

    pub(crate) fn exits(&self, world: &World, key: TileKey) -> Arc<Vec<Exit>> {
        let around = self.reach.tiles_around() + self.leap_tiles();
        self.exits.tile(world, key, around, || exits(world, self, key))
    }

    fn fields(&self, world: &World, key: TileKey) -> Arc<Fields> {
        self.fields.tile(world, key, self.reach.tiles_around(), || Fields::of(self, world, key))
    }

    /// How many tiles away a tile's gates depend on.
    pub fn gate_tiles(&self) -> i32 {
        self.reach.tiles_around() + if self.extended { 2 * self.leap_tiles().max(1) } else { 1 }
    }

    /// The gates of a tile.
    pub fn gates(&self, world: &World, key: TileKey) -> Arc<Gates> {
        self.tiles.tile(world, key, self.gate_tiles(), || {
            let fields = self.fields(world, key);
            let gates = find(world, self, key, &fields.labels);
            let between = gates.iter().map(|_| OnceLock::new()).collect();
            Gates { gates, fields, between, charge: world.charge(0) }
        })
    }
}

impl Gates {
    /// The gates of a piece.
    pub fn of_piece(&self, piece: u32) -> Range<usize> {
        let first = self.gates.partition_point(|gate| gate.piece < piece);
        first..first + self.gates[first..].partition_point(|gate| gate.piece == piece)
    }

    /// What it costs from a gate to each of its piece, in their order; `u32::MAX` where it is not reached within the tile.
    pub fn between(&self, above: &Hierarchy, world: &World, key: TileKey, gate: usize) -> &[u32] {
        self.between[gate].get_or_init(|| {
            let row = self.fields.row(above, world, key, self.gates[gate].floor);
            let cost = |other: usize| self.fields.cost_to(&row, self.gates[other].floor).unwrap_or(u32::MAX);
            let costs: Box<[u32]> = self.of_piece(self.gates[gate].piece).map(cost).collect();
            self.charge.grow(size_of_val(&*costs));
            costs
        })
    }

    /// The gate that leads from a floor beyond to one of the tile.
    pub fn entry(&self, floor: u32, tile: [i16; 2], beyond: u32) -> Option<usize> {
        let piece = self.fields.piece(floor)?;
        let wanted = |kind: Kind| (piece, floor, tile, beyond, kind);
        let of = |gate: &Gate| (gate.piece, gate.floor, gate.tile, gate.beyond, gate.kind);
        [Kind::Both, Kind::In].into_iter().find_map(|kind| self.gates.binary_search_by_key(&wanted(kind), of).ok())
    }
}
