//! World: the object that a user keeps. It is baked from a scene, edited, saved, loaded and queried.
//!
//! In: a scene or a file, then edits and rules. Out: the ground by floors and links, snapshots, files, and a cache for derived
//! data. Promised: a world has the same bytes on every platform, and after any edits those of a fresh bake.

mod bake;
mod bands;
mod cache;
mod check;
mod edit;
mod error;
mod file;
mod locate;
mod memory;
mod obstacle;
mod overlay;
mod paged;
mod passages;
mod refused;
mod report;
mod rims;
mod semantics;
mod settings;
mod slices;
mod stream;
mod tiles;
mod units;
mod view;

pub use bands::{BandCell, BandPlan};
pub use check::Broken;
pub use error::{BakeError, EditError, StreamError, TagError, WorldError};
pub use file::{FORMAT, LOAD_LIMIT, REVISION, write_file, write_file_with};
pub use obstacle::{Obstacle, ObstacleId};
pub use paged::{Contents, PagedWorld};
pub use passages::Passage;
pub use refused::{Refusal, Refused};
pub use report::{BakeReport, OnProgress, Progress};
pub use semantics::Semantics;
pub use settings::Bake;
pub use slices::Slice;
pub use stream::{StreamReport, partial_path};
pub use view::{Counts, FloorId, Link, SheetId};

pub(crate) use cache::{Bytes, Charge, Stamp, Table};

use crate::ground::{Face, Grid, Tile, TileKey, weights};
use crate::scene::{Object, Place, Scene, Tag};
use obstacle::Placed;
use std::collections::BTreeMap;
use std::sync::Arc;
use tiles::Tiles;

/// A baked scene. Cloning is cheap and makes a snapshot: later edits of one world do not affect the other.
///
/// ```
/// use footpath::{Bake, Scene, World};
/// let scene = Scene::built_in("stairs").expect("a built-in scene");
/// let world = World::bake(&scene, &Bake { cell_size: 0.15, ..Bake::default() })?;
/// let counts = world.counts();
/// assert!(counts.floors > 0 && counts.spans >= counts.floors);
///
/// // The saved bytes are those that are hashed; the loaded world is the same.
/// let bytes = world.to_bytes();
/// let loaded = World::from_bytes(&bytes, "stairs.footpath")?;
/// assert_eq!(loaded.hash(), world.hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    settings: Bake,
    grid: Grid,
    origin: [f64; 3],
    objects: Arc<[Object]>,
    places: Arc<[Place]>,
    tiles: Tiles,
    obstacles: Arc<BTreeMap<ObstacleId, Arc<Placed>>>,
    next_obstacle: u64,
    revision: u32,
    /// How restrictive each object's tag is.
    restrictions: Arc<[u8]>,
    /// Triangles without area, of objects that share their name with another. They tell which solids stay closed when one of
    /// those objects is removed.
    slivers: Arc<[Face]>,
    /// Derived data.
    cache: cache::Cache,
    /// In a window of a paged world: the tiles that are not loaded.
    unloaded_tiles: Option<Arc<paged::UnloadedTiles>>,
}

/// The objects of a scene, followed by the object of plain obstacles.
fn object_table(objects: &[Object]) -> Vec<Object> {
    objects.iter().cloned().chain([Object::new("obstacle")]).collect()
}

/// The triangles without area, of objects that are not ignored and share their name with another. Sorted.
fn slivers(objects: &[Object], all: impl Iterator<Item = Face>) -> Vec<Face> {
    let there = || objects.iter().filter(|object| object.tag != Tag::Ignored);
    let mut names: Vec<&str> = there().map(|object| object.name.as_str()).collect();
    names.sort_unstable();
    let below = |name: &str| names.partition_point(|other| *other < name);
    let is_shared = |name: &str| names.get(below(name) + 1) == Some(&name);
    let matters = |object: &Object| object.tag != Tag::Ignored && is_shared(&object.name);
    let mut kept: Vec<Face> = all.filter(|sliver| matters(&objects[sliver.object().0 as usize])).collect();
    kept.sort_unstable();
    kept
}

/// Support weights of floors, per tile.
#[derive(Debug, Default)]
struct Supports(Table<TileKey, Vec<u8>>);

impl Bytes for Supports {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        !self.0.is_empty()
    }
}

impl World {
    fn new(scene: &Scene, settings: &Bake, objects: Vec<Object>, tiles: Tiles) -> Self {
        Self {
            settings: settings.clone(),
            grid: settings.grid(),
            origin: scene.origin(),
            places: scene.places().into(),
            tiles,
            obstacles: Arc::default(),
            next_obstacle: 0,
            revision: REVISION,
            restrictions: bake::restrictions(&objects).into(),
            slivers: slivers(&objects, scene.slivers().map(|(c, id)| Face::new(c, id, false))).into(),
            objects: objects.into(),
            cache: cache::Cache::default(),
            unloaded_tiles: None,
        }
    }

    /// The grid of columns.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Tiles in order of their keys.
    pub fn tiles(&self) -> impl Iterator<Item = (TileKey, &Tile)> {
        self.tiles.iter().map(|(key, tile)| (key, &**tile))
    }

    /// The tile at a key.
    pub fn tile(&self, key: TileKey) -> Option<&Tile> {
        self.tiles.get(key).map(|tile| &**tile)
    }

    /// The shared tile at a key.
    pub(crate) fn shared_tile(&self, key: TileKey) -> Option<&Arc<Tile>> {
        self.tiles.get(key)
    }

    /// Faces that touch a tile: those of the scene and of obstacles.
    pub(crate) fn faces_in(&self, key: TileKey) -> impl Iterator<Item = &Face> {
        let slot = self.tiles.slot(key);
        let scene = slot.and_then(|slot| slot.tile.as_ref()).into_iter().flat_map(|tile| tile.faces.iter());
        scene.chain(slot.into_iter().flat_map(|slot| &slot.obstacles).flat_map(|placed| &placed.faces))
    }

    /// Support weights of a tile's floors, in their order: how many of each floor's 16 sub-cells hold a foot (Bandi & Thalmann
    /// §9.1). `None` if there is no such tile. Computed on request, by rasterising the tile again on finer cells.
    pub fn support(&self, key: TileKey) -> Option<Vec<u8>> {
        let slot = self.tiles.slot(key)?;
        let tile = slot.tile.as_ref()?;
        let faces: Vec<&Face> =
            tile.faces.iter().chain(slot.obstacles.iter().flat_map(|placed| &placed.faces)).collect();
        Some(weights(&self.grid, key, tile, &faces, &self.restrictions))
    }

    /// As [`World::support`], from the cache; empty if there is no tile.
    pub(crate) fn kept_support(&self, key: TileKey) -> Arc<Vec<u8>> {
        let weights = self.derived(&(), Supports::default);
        weights.0.tile(self, key, 0, || self.support(key).unwrap_or_default())
    }
}
