//! The hierarchy: gates of tiles and the distances between them, for one body and its costs. Derived on first use, and kept.

use super::fields::{Fields, ROWS};
use super::gates::{Exit, Gate, Kind, exits, find};
use super::joined::measure;
use crate::ground::{TILE, TileKey};
use crate::plan::cells::{Costs, Planner};
use crate::plan::reach::Reach;
use crate::plan::regions::Labels;
use crate::plan::slices::Levels;
use crate::search::Stop;
use crate::world::{PerTile, Stamp, Weighed, World};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What one body's planning over gates rests on.
#[derive(Debug)]
pub(crate) struct Hierarchy {
    pub reach: Arc<Reach>,
    pub costs: Costs,
    /// Whether leaps count as moves.
    pub extended: bool,
    tiles: PerTile<Gates>,
    fields: PerTile<Fields>,
    exits: PerTile<Vec<Exit>>,
    /// Ways through the areas of the whole world, as far as they were asked for, and the ground they hold on.
    across: Mutex<(Option<Stamp>, Across)>,
}

/// By waypoint and the side on which it is left.
type Across = BTreeMap<(usize, usize), Arc<Vec<u32>>>;

/// The gates of one tile.
#[derive(Debug)]
pub(crate) struct Gates {
    pub(super) gates: Vec<Gate>,
    pub fields: Arc<Fields>,
    /// For each gate what it costs to those of its piece, as far as it was asked for: side by side, since an upper search
    /// looks at all of them.
    between: Vec<OnceLock<Box<[u32]>>>,
}

impl Weighed for Gates {
    fn bytes(&self) -> usize {
        let rows = self.gates.len() * size_of::<OnceLock<Box<[u32]>>>();
        self.fields.bytes()
            + self.gates.bytes()
            + rows
            + self.gates.len() * ROWS.min(self.gates.len()) * size_of::<u32>()
    }
}

impl Hierarchy {
    /// The hierarchy for a reach and costs, from the shelf or new.
    pub fn of(world: &World, reach: &Arc<Reach>, costs: &Costs, extended: bool) -> Arc<Self> {
        let key = (reach.limits.clone(), reach.semantics.shared_tags(), costs.clone(), extended);
        world.kept(&key, || Self {
            reach: Arc::clone(reach),
            costs: costs.clone(),
            extended,
            tiles: PerTile::default(),
            fields: PerTile::default(),
            exits: PerTile::default(),
            across: Mutex::default(),
        })
    }

    /// The hierarchy that a planner's queries go by.
    pub fn for_planner(planner: &Planner<'_>) -> Arc<Self> {
        let Planner { terrain, costs, .. } = planner;
        Self::of(terrain.world, &terrain.reach, &costs.lasting(), planner.is_extended())
    }

    /// Measures all that is kept of a tile: its gates, and how far they are from each other; less if it is stopped between two of them.
    pub fn derive(&self, world: &World, key: TileKey, stop: &Stop) {
        let gates = self.gates(world, key);
        for gate in (0..gates.gates.len()).take_while(|_| !stop.is_set()) {
            gates.between(self, world, key, gate);
        }
    }

    /// Costs from a waypoint through the area of the whole world on one side to all waypoints of that area.
    pub(super) fn across(&self, world: &World, levels: &Arc<Levels>, waypoint: usize, side: usize) -> Arc<Vec<u32>> {
        let now = world.stamp();
        let lock = || self.across.lock().unwrap_or_else(PoisonError::into_inner);
        let held = lock();
        if let Some(row) = held.1.get(&(waypoint, side)).filter(|_| held.0.as_ref() == Some(&now)) {
            return Arc::clone(row);
        }
        drop(held);
        let row = Arc::new(measure(self, world, levels, waypoint, side));
        let mut held = lock();
        if held.0.as_ref() != Some(&now) {
            *held = (Some(now), Across::default());
        }
        held.1.insert((waypoint, side), Arc::clone(&row));
        row
    }

    /// How many tiles away a leap lands.
    pub fn leap_tiles(&self) -> i32 {
        (self.reach.limits.leap_cells(&self.reach.grid) + TILE - 1) / TILE
    }

    pub(super) fn labels(&self, world: &World, key: TileKey) -> Arc<Labels> {
        self.reach.regions[usize::from(self.extended)].labels(world, &self.reach, key, self.extended)
    }

    pub(super) fn exits(&self, world: &World, key: TileKey) -> Arc<Vec<Exit>> {
        let around = self.reach.tiles_around() + self.leap_tiles();
        self.exits.get(world, key, around, || exits(world, self, key))
    }

    fn fields(&self, world: &World, key: TileKey) -> Arc<Fields> {
        self.fields.get(world, key, self.reach.tiles_around(), || Fields::of(self, world, key))
    }

    /// How many tiles away a tile's gates depend on.
    pub fn gate_tiles(&self) -> i32 {
        self.reach.tiles_around() + if self.extended { 2 * self.leap_tiles().max(1) } else { 1 }
    }

    /// The gates of a tile.
    pub fn gates(&self, world: &World, key: TileKey) -> Arc<Gates> {
        self.tiles.get(world, key, self.gate_tiles(), || {
            let fields = self.fields(world, key);
            let gates = find(world, self, key, &fields.labels);
            let between = gates.iter().map(|_| OnceLock::new()).collect();
            Gates { gates, fields, between }
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
            self.of_piece(self.gates[gate].piece).map(cost).collect()
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
