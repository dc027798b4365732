//! Fields of a world: clearance per floor, derived on first use, kept per tile.

use super::{Band, Clearance, Limits, Nearest, Part, Patch, Rim, Runs, Walk, measure, nearest};
use crate::geom::cm_of;
use crate::ground::{TileKey, Ways};
use crate::world::{Bytes, FloorId, Table, World};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The distance from every floor to the nearest obstacle, in one range of heights above the floor.
///
/// A field is a handle. Its tiles are computed on request and cached. It stays valid after edits, and serves a world and its
/// snapshots alike: a cached tile is used only while the tiles around it are unchanged. The module
/// [`clearance`](crate::clearance) says which obstacles count.
#[derive(Debug)]
pub struct Field {
    band: Band,
    runs: Table<TileKey, Runs>,
    tiles: Table<TileKey, FieldTile>,
    made: AtomicUsize,
}

/// The field of one tile's floors.
#[derive(Debug, Default)]
pub struct FieldTile {
    squared: Box<[u32]>,
}

/// The ways of tiles, which all fields share.
#[derive(Debug, Default)]
struct WaysTable(Table<TileKey, Ways>);

impl Bytes for WaysTable {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        !self.0.is_empty()
    }
}

impl Bytes for Field {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        !(self.runs.is_empty() && self.tiles.is_empty())
    }
}

impl Bytes for Runs {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl Bytes for FieldTile {
    fn bytes(&self) -> usize {
        size_of_val(&*self.squared)
    }
}

impl FieldTile {
    /// Squared distances in half cells, one per floor, in the order of [`Tile::floors`](crate::ground::Tile::floors).
    /// Compare them with [`Field::least`].
    pub fn squared(&self) -> &[u32] {
        &self.squared
    }
}

impl World {
    /// The field of clearance in a band: heights above the floor in metres, to the nearest centimetre.
    ///
    /// Asking for it costs nothing; its tiles are worked out when they are asked for. A band whose `low` is not below its
    /// `high` is free everywhere.
    ///
    /// ```
    /// use footpath::clearance::Rim;
    /// use footpath::world::Obstacle;
    /// use footpath::{Bake, Scene, World};
    /// let plate = [[0.0, 0.0, 0.0], [0.0, 0.0, 6.0], [6.0, 0.0, 6.0], [6.0, 0.0, 0.0]];
    /// let scene = Scene::builder().object("plate", &plate, &[0u32, 1, 2, 0, 2, 3], None).build();
    /// let mut world = World::bake(&scene, &Bake::default())?;
    /// let (legs, torso) = (world.field(0.3, 0.9, Rim::Open), world.field(0.9, 1.8, Rim::Open));
    ///
    /// // A knee-high box, one metre from the centre of the floor that is asked about.
    /// world.add(&Obstacle::block([3.05, 0.0, 2.0], [4.0, 0.5, 4.0]))?;
    /// let floor = world.locate([2.05, 0.0, 3.05], [0.01; 3]).expect("a floor of the plate");
    /// let clearance = legs.clearance(&world, floor).expect("a floor of this world");
    /// assert_eq!(clearance.metres(), 0.95);
    /// assert!(clearance.passes(0.95) && !clearance.passes(0.96));
    /// // It is not in the way of the torso: nothing is, as far as clearance is measured.
    /// assert_eq!(torso.clearance(&world, floor).map(|torso| torso.metres()), Some(4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn field(&self, low: f64, high: f64, rim: Rim) -> Arc<Field> {
        let key = (cm_of(low), cm_of(high), rim);
        self.derived(&key, || Field {
            band: Band { low: key.0, high: key.1, rim },
            runs: Table::default(),
            tiles: Table::default(),
            made: AtomicUsize::new(0),
        })
    }

    /// How far clearance is measured.
    fn limits(&self) -> Limits {
        Limits::new(self.grid(), self.settings().max_clearance)
    }

    /// A tile with its ways, which all fields share.
    fn part(&self, ways: &WaysTable, key: TileKey) -> Option<Part> {
        let tile = self.shared_tile(key)?;
        let make = || Ways::of(self.grid(), tile, key.neighbours().map(|key| self.tile(key)));
        Some(Part { tile: Arc::clone(tile), ways: ways.0.tile(self, key, 1, make), runs: None })
    }
}

impl Field {
    /// Clearance at a floor; `None` if the world has no such floor.
    pub fn clearance(&self, world: &World, id: FloorId) -> Option<Clearance> {
        let tile = self.tile(world, id.tile)?;
        tile.squared.get(id.index as usize).map(|&squared| Clearance::new(world.grid(), squared))
    }

    /// The field of one tile's floors; `None` if the world has no such tile. For queries of many floors.
    pub fn tile(&self, world: &World, key: TileKey) -> Option<Arc<FieldTile>> {
        world.tile(key)?;
        let limits = world.limits();
        Some(self.tiles.tile(world, key, limits.tiles(), || self.make(world, key, &limits)))
    }

    /// The least squared distance in half cells at which something of this half-width in metres passes; an exact fit does.
    pub fn least(&self, world: &World, half_width: f64) -> u32 {
        Clearance::least(world.grid().cell, half_width)
    }

    /// What is nearest in the way of a floor; `None` if nothing is as near as clearance is measured, or if the world has no
    /// such floor. Found by walking from the floor each time.
    pub fn nearest(&self, world: &World, id: FloorId) -> Option<Nearest> {
        let limits = world.limits();
        let ways = world.derived(&(), WaysTable::default);
        let patch = Patch::new(id.tile, limits.tiles(), |key| world.part(&ways, key));
        nearest(&self.walk(&patch, &limits), &limits, id.index)
    }

    /// How many tiles have been worked out so far; one that an edit changed, or that was dropped to save memory, counts again.
    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    fn walk<'a>(&self, patch: &'a Patch, limits: &Limits) -> Walk<'a> {
        Walk { patch, band: self.band, air: limits.air }
    }

    fn make(&self, world: &World, key: TileKey, limits: &Limits) -> FieldTile {
        self.made.fetch_add(1, Ordering::Relaxed);
        let ways = world.derived(&(), WaysTable::default);
        let straight = |other: TileKey| other.x == key.x || other.z == key.z;
        let patch = Patch::new(key, limits.tiles(), |other| {
            let part = world.part(&ways, other)?;
            let runs = straight(other).then(|| self.runs(world, &ways, other, limits));
            Some(Part { runs, ..part })
        });
        FieldTile { squared: measure(&self.walk(&patch, limits), limits) }
    }

    fn runs(&self, world: &World, ways: &WaysTable, key: TileKey, limits: &Limits) -> Arc<Runs> {
        self.runs.tile(world, key, limits.tiles(), || {
            let patch = Patch::new(key, limits.tiles(), |other| {
                let straight = other.x == key.x || other.z == key.z;
                if straight { world.part(ways, other) } else { None }
            });
            Runs::of(&self.walk(&patch, limits), limits)
        })
    }
}
