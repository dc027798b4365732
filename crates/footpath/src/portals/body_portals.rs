//! The portals of one body and its costs, tile by tile. Each tile is derived on first use and kept in the cache.

use super::fields::Fields;
use super::moves::Moves;
use super::portal::{Kind, Portal};
use crate::ground::{ColumnKey, DIRECTIONS, TileKey};
use crate::reach::{Costs, Reach, column_in};
use crate::search::Stop;
use crate::world::{Bytes, Charge, Table, World};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The portals of one body.
#[derive(Debug)]
pub(crate) struct BodyPortals {
    pub moves: Moves,
    tiles: Table<TileKey, PortalTile>,
    fields: Table<TileKey, Fields>,
    exits: Table<TileKey, Vec<Portal>>,
}

/// The portals of one tile, sorted by piece.
#[derive(Debug)]
pub(crate) struct PortalTile {
    pub portals: Vec<Portal>,
    /// The column of each portal.
    pub columns: Vec<ColumnKey>,
    /// The area of each portal's floor.
    pub areas: Vec<u16>,
    /// The area beyond each portal, if a step leads there.
    areas_beyond: Vec<Option<u16>>,
    /// The pieces that have portals, as pairs of floor and piece, sorted by floor.
    pieces: Vec<(u32, u32)>,
    /// For each portal the costs to all portals of its piece, derived on first use.
    between: Vec<OnceLock<Box<[u32]>>>,
    /// Counts the bytes of `between`.
    charge: Charge,
}

impl Bytes for PortalTile {
    fn bytes(&self) -> usize {
        let areas = self.areas.bytes() + self.areas_beyond.bytes();
        let lists = self.portals.bytes() + self.columns.bytes() + self.pieces.bytes() + areas;
        lists + self.between.capacity() * size_of::<OnceLock<Box<[u32]>>>()
    }
}

impl Bytes for BodyPortals {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        self.tiles.has_entries() || self.fields.has_entries() || self.exits.has_entries()
    }
}

impl BodyPortals {
    /// The portals for a reach and costs, from the cache or newly created. Their tiles are derived on first use.
    pub fn of(world: &World, reach: &Arc<Reach>, costs: &Costs, extended: bool) -> Arc<Self> {
        let key = (reach.key(), costs.clone(), extended);
        world.derived(&key, || Self {
            moves: Moves { reach: Arc::clone(reach), costs: costs.clone(), extended },
            tiles: Table::default(),
            fields: Table::default(),
            exits: Table::default(),
        })
    }

    /// Derives the portals of a tile and all costs between them. Ends early, between two portals, if `stop` is set.
    pub fn derive(&self, world: &World, key: TileKey, stop: &Stop) {
        let tile = self.tile(world, key);
        for portal in (0..tile.portals.len()).take_while(|_| !stop.is_set()) {
            tile.between(self, world, key, portal);
        }
    }

    /// Portals by leaps out of a tile's pieces.
    pub(super) fn exits(&self, world: &World, key: TileKey) -> Arc<Vec<Portal>> {
        let around = self.moves.reach.tiles_around() + self.moves.leap_tiles();
        self.exits.tile(world, key, around, || self.find_exits(world, key))
    }

    /// The distances within a tile.
    pub fn fields(&self, world: &World, key: TileKey) -> Arc<Fields> {
        self.fields.tile(world, key, self.moves.reach.tiles_around(), || Fields::of(&self.moves, world, key))
    }

    /// How many tiles around a tile its portals depend on.
    pub fn tiles_around(&self) -> i32 {
        self.moves.reach.tiles_around() + if self.moves.extended { 2 * self.moves.leap_tiles().max(1) } else { 1 }
    }

    /// The portals of a tile.
    pub fn tile(&self, world: &World, key: TileKey) -> Arc<PortalTile> {
        self.tiles.tile(world, key, self.tiles_around(), || {
            let portals = self.find(world, key);
            let area = |tile: TileKey, floor: u32| world.tile(tile).map(|tile| tile.sheet(floor as usize));
            let beyond = |portal: &Portal| {
                let tile = key.neighbour(portal.tile.map(i32::from));
                if portal.kind == Kind::Both { area(tile, portal.beyond) } else { None }
            };
            let areas_beyond = portals.iter().map(beyond).collect();
            let areas = portals.iter().map(|portal| area(key, portal.floor).unwrap_or(0)).collect();
            let steps = self.moves.reach.steps(world, key);
            let column = |portal: &Portal| column_in(key, steps.columns[portal.floor as usize]);
            let columns = portals.iter().map(column).collect();
            let between = portals.iter().map(|_| OnceLock::new()).collect();
            let mut pieces: Vec<(u32, u32)> = portals.iter().map(|portal| (portal.floor, portal.piece)).collect();
            pieces.sort_unstable();
            pieces.dedup();
            PortalTile { portals, columns, areas, areas_beyond, pieces, between, charge: world.charge(0) }
        })
    }
}

impl PortalTile {
    /// The portals of one piece.
    pub fn of_piece(&self, piece: u32) -> Range<usize> {
        let first = self.portals.partition_point(|portal| portal.piece < piece);
        first..first + self.portals[first..].partition_point(|portal| portal.piece == piece)
    }

    /// Costs from a portal to all portals of its piece, in their order; `u32::MAX` where no path exists within the tile.
    pub fn between(&self, portals: &BodyPortals, world: &World, key: TileKey, portal: usize) -> &[u32] {
        self.between[portal].get_or_init(|| {
            let fields = portals.fields(world, key);
            let row = fields.row(&portals.moves, world, key, self.portals[portal].floor);
            let cost = |other: usize| fields.cost_to(&row, self.portals[other].floor).unwrap_or(u32::MAX);
            let costs: Box<[u32]> = self.of_piece(self.portals[portal].piece).map(cost).collect();
            self.charge.grow(size_of_val(&*costs));
            costs
        })
    }

    /// The costs of [`PortalTile::between`] if they are derived; else empty.
    pub fn derived_between(&self, portal: usize) -> &[u32] {
        self.between[portal].get().map_or(&[], |costs| costs)
    }

    /// The direction in which a portal leads over the rim by a step, and the column along it.
    pub fn over_rim(&self, portal: usize) -> Option<(usize, i32)> {
        let Portal { tile, kind, .. } = self.portals[portal];
        // A leap need not begin at the rim.
        let direction = DIRECTIONS.iter().position(|&way| kind == Kind::Both && way == tile.map(i32::from))?;
        Some((direction, self.columns[portal].in_tile()[usize::from(direction.is_multiple_of(2))]))
    }

    /// The area behind a portal that leads over the rim by a step, with the direction and the column along the rim.
    pub fn behind_rim(&self, portal: usize) -> Option<(u16, usize, i32)> {
        let (direction, along) = self.over_rim(portal)?;
        Some((self.areas_beyond[portal]?, direction, along))
    }

    /// The portal that leads from a floor of another tile or piece to a floor of this one.
    pub fn entry(&self, floor: u32, tile: [i16; 2], beyond: u32) -> Option<usize> {
        self.at(floor, tile, beyond, [Kind::Both, Kind::In])
    }

    /// The portal that leads from a floor of this tile to a floor of another tile or piece.
    pub fn exit(&self, floor: u32, tile: [i16; 2], beyond: u32) -> Option<usize> {
        self.at(floor, tile, beyond, [Kind::Both, Kind::Out])
    }

    fn at(&self, floor: u32, tile: [i16; 2], beyond: u32, kinds: [Kind; 2]) -> Option<usize> {
        let (_, piece) = self.pieces[self.pieces.binary_search_by_key(&floor, |&(floor, _)| floor).ok()?];
        let of = |portal: &Portal| (portal.piece, portal.floor, portal.tile, portal.beyond, portal.kind);
        let find = |kind: Kind| self.portals.binary_search_by_key(&(piece, floor, tile, beyond, kind), of).ok();
        kinds.into_iter().find_map(find)
    }
}
