//! World: the one object a user keeps. Baked from a scene, edited, saved, loaded, asked.

mod bake;
mod error;
mod memory;
mod obstacle;
mod report;
mod settings;
mod tiles;

pub use error::{BakeError, WorldError};
pub use obstacle::ObstacleId;
pub use report::{BakeReport, OnProgress, Progress};
pub use settings::Bake;

use crate::ground::{Grid, Tile, TileKey};
use crate::scene::{Object, Place, Scene};
use std::sync::Arc;
use tiles::Tiles;

/// A baked map. Cloning is cheap and gives a snapshot: later edits of one do not show in the other.
#[derive(Clone, Debug)]
pub struct World {
    settings: Bake,
    grid: Grid,
    origin: [f64; 3],
    objects: Arc<[Object]>,
    places: Arc<[Place]>,
    tiles: Tiles,
}

/// The objects of a scene, and after them the one that obstacles are.
fn object_table(scene: &Scene) -> Vec<Object> {
    scene.objects().iter().cloned().chain([Object::new("obstacle")]).collect()
}

impl World {
    fn new(scene: &Scene, settings: &Bake, objects: Vec<Object>, tiles: Tiles) -> Self {
        Self {
            settings: settings.clone(),
            grid: settings.grid(),
            origin: scene.origin(),
            objects: objects.into(),
            places: scene.places().into(),
            tiles,
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
}
