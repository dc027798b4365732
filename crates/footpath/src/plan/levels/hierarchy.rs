//! The hierarchy: gates of tiles and the distances between them, for one body and its costs. Derived on first use, and kept.

use super::gates::{Exit, Gate, Kind, exits, find};
use super::joined::measure;
use crate::ground::{TILE, TileKey};
use crate::plan::cells::{Cells, Costs};
use crate::plan::query::{CellOptions, Front};
use crate::plan::reach::{Limits, Reach};
use crate::plan::regions::{Labels, UNLABELLED};
use crate::plan::slices::Levels;
use crate::plan::terrain::Terrain;
use crate::scene::Tag;
use crate::search::{Buckets, Seen, search};
use crate::world::{FloorId, PerTile, Stamp, Weighed, World};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Costs in fields are kept in this part, so that 16 bits hold them.
const COARSE: u32 = 64;
/// Farther than a field says.
const FAR: u16 = u16::MAX;

/// What one body's planning over gates rests on.
#[derive(Debug)]
pub(crate) struct Hierarchy {
    pub reach: Arc<Reach>,
    pub costs: Costs,
    /// Whether leaps count as moves.
    pub extended: bool,
    tiles: PerTile<Gates>,
    exits: PerTile<Vec<Exit>>,
    /// Ways through the areas of the whole world, as far as they were asked for, and the ground they hold on.
    across: Mutex<(Option<Stamp>, Across)>,
}

/// By waypoint and the side on which it is left.
type Across = BTreeMap<(usize, usize), Arc<Vec<u32>>>;

/// The gates of one tile.
#[derive(Debug)]
pub(crate) struct Gates {
    pub gates: Vec<Gate>,
    labels: Arc<Labels>,
    /// Place of each floor among those of its piece.
    place: Vec<u32>,
    rows: Vec<OnceLock<Row>>,
}

impl Weighed for Gates {
    /// With the rows of all gates, though they are made one by one when they are asked for.
    fn bytes(&self) -> usize {
        let row = |gate: &Gate| {
            let (gates, floors) = (self.of_piece(gate.piece).len(), self.labels.floors[gate.piece as usize] as usize);
            size_of::<OnceLock<Row>>() + gates * size_of::<u32>() + floors * size_of::<u16>()
        };
        self.gates.bytes() + self.place.bytes() + self.gates.iter().map(row).sum::<usize>()
    }
}

/// How far everything in a piece is from one of its gates.
#[derive(Debug)]
pub(crate) struct Row {
    /// Cost to each gate of the piece, in their order; `u32::MAX` if it is not reached within the tile.
    pub gates: Vec<u32>,
    /// Cost to each floor of the piece, in [`COARSE`] parts.
    field: Vec<u16>,
}

impl Hierarchy {
    /// The hierarchy for a reach and costs, from the shelf or new.
    pub fn of(world: &World, reach: &Arc<Reach>, costs: &Costs, extended: bool) -> Arc<Self> {
        let key: (Limits, Vec<Tag>, Costs, bool) =
            (reach.limits.clone(), reach.semantics.tags().to_vec(), costs.clone(), extended);
        world.kept(&key, || Self {
            reach: Arc::clone(reach),
            costs: costs.clone(),
            extended,
            tiles: PerTile::default(),
            exits: PerTile::default(),
            across: Mutex::default(),
        })
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

    /// How many tiles away a tile's gates depend on.
    pub fn gate_tiles(&self) -> i32 {
        self.reach.tiles_around() + if self.extended { 2 * self.leap_tiles().max(1) } else { 1 }
    }

    /// The gates of a tile.
    pub fn gates(&self, world: &World, key: TileKey) -> Arc<Gates> {
        self.tiles.get(world, key, self.gate_tiles(), || {
            let labels = self.labels(world, key);
            let gates = find(world, self, key, &labels);
            let mut sizes = vec![0; labels.floors.len()];
            let place = labels.of.iter().map(|&piece| {
                let Some(size) = sizes.get_mut(piece as usize) else { return 0 };
                *size += 1;
                *size - 1
            });
            let place = place.collect();
            Gates { rows: gates.iter().map(|_| OnceLock::new()).collect(), gates, labels, place }
        })
    }

    /// How far everything in its piece is from a gate.
    pub fn row<'g>(&self, world: &World, key: TileKey, gates: &'g Gates, gate: usize) -> &'g Row {
        gates.rows[gate].get_or_init(|| self.measure(world, key, gates, gate))
    }

    fn measure(&self, world: &World, key: TileKey, gates: &Gates, gate: usize) -> Row {
        let mut terrain = Terrain::new(world, Arc::clone(&self.reach));
        terrain.set_fence(Some(vec![key]));
        let node = |index: u32, terrain: &mut Terrain<'_>| terrain.node(FloorId { tile: key, index });
        let start = node(gates.gates[gate].floor, &mut terrain);
        let options = CellOptions { front: Front::Bushfire, ..CellOptions::default() };
        let mut seen = Seen::default();
        let mut space = Cells::flood(&mut terrain, &self.costs, options);
        search(&mut space, &mut Buckets::default(), &mut seen, &[(start, 0)], u64::MAX);
        let piece = gates.gates[gate].piece;
        let among = gates.of_piece(piece);
        let to_gates = gates.gates[among].iter().map(|gate| seen.cost(node(gate.floor, &mut terrain))).collect();
        let own = gates.labels.of.iter().zip(0..).filter(|&(&of, _)| of == piece);
        let coarse = |cost: u32| (cost / COARSE).min(u32::from(FAR)) as u16;
        let field = own.map(|(_, floor)| coarse(seen.cost(node(floor, &mut terrain)))).collect();
        Row { gates: to_gates, field }
    }
}

impl Gates {
    /// The piece of a floor, if the body can be there.
    pub fn piece(&self, floor: u32) -> Option<u32> {
        self.labels.of.get(floor as usize).copied().filter(|&piece| piece != UNLABELLED)
    }

    /// The gates of a piece.
    pub fn of_piece(&self, piece: u32) -> Range<usize> {
        let first = self.gates.partition_point(|gate| gate.piece < piece);
        first..first + self.gates[first..].partition_point(|gate| gate.piece == piece)
    }

    /// The gate that leads from a floor beyond to one of the tile.
    pub fn entry(&self, floor: u32, tile: [i16; 2], beyond: u32) -> Option<usize> {
        let piece = self.piece(floor)?;
        let wanted = |kind: Kind| (piece, floor, tile, beyond, kind);
        let of = |gate: &Gate| (gate.piece, gate.floor, gate.tile, gate.beyond, gate.kind);
        [Kind::Both, Kind::In].into_iter().find_map(|kind| self.gates.binary_search_by_key(&wanted(kind), of).ok())
    }

    /// Cost from the gate of a row to a floor of its piece; none if it is too far or not reached within the tile.
    pub fn cost_to(&self, row: &Row, floor: u32) -> Option<u32> {
        let field = row.field[self.place[floor as usize] as usize];
        (field != FAR).then(|| u32::from(field) * COARSE)
    }
}
