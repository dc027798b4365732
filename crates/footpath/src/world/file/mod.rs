//! World ↔ file. The layout is specified in the book ("The world file"); this is its only writer and reader.
//!
//! In memory order: a header, chunks on 64-byte borders, a table of chunks. Every chunk and the table carry an xxHash3, so
//! damage is found before anything is believed. A file is written beside the old one and renamed over it: a crash leaves
//! the old one.

mod bytes;
mod container;
mod tile;

use super::obstacle::{ObstacleId, Placed};
use super::{Bake, Tiles, World, WorldError};
use crate::ground::face::MAX_OBJECTS;
use crate::ground::{Face, Grid, TileKey};
use crate::scene::{COST_RANGE, Object, ObjectId, Place};
use bytes::{Reader, Writer};
use container::{Chunk, Container, Kind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// Version of the file format that is written and read.
pub const FORMAT: u32 = 1;

/// Raised whenever the same scene and settings give another ground than in the release before.
pub const REVISION: u32 = 1;

/// Tiles under all obstacles of a file together.
const MAX_OBSTACLE_TILES: usize = 1 << 20;

/// The chunk of settings, as JSON.
#[derive(Serialize, Deserialize)]
struct Settings {
    generator: String,
    revision: u32,
    cell: i32,
    cell_height: i32,
    cell_size_asked: f64,
    cell_height_asked: f64,
    max_clearance: f64,
    memory_limit: u64,
    origin: [f64; 3],
}

impl World {
    /// Number that tells grounds apart: equal for equal scene, settings and obstacles, on every platform. Names, tags and
    /// places are not in it.
    pub fn hash(&self) -> u128 {
        let mut hash = Xxh3::new();
        let mut head = Writer::default();
        head.u32(FORMAT);
        head.u32(self.revision);
        head.i32(self.grid.cell);
        head.i32(self.grid.cell_height);
        self.origin.iter().for_each(|c| head.u64(c.to_bits()));
        hash.update(&head.bytes);
        for (key, tile) in self.tiles.iter() {
            let mut part = Writer::default();
            part.i32(key.z);
            part.i32(key.x);
            tile::write(tile, &mut part);
            hash.update(&part.bytes);
        }
        hash.digest128()
    }

    /// The world as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = Container::default();
        let settings = Settings {
            generator: format!("footpath {}", env!("CARGO_PKG_VERSION")),
            revision: self.revision,
            cell: self.grid.cell,
            cell_height: self.grid.cell_height,
            cell_size_asked: self.settings.cell_size,
            cell_height_asked: self.settings.cell_height,
            max_clearance: self.settings.max_clearance,
            memory_limit: self.settings.memory_limit,
            origin: self.origin,
        };
        file.add(Kind::Settings, TileKey::default(), json(&settings));
        file.add(Kind::Objects, TileKey::default(), json(&self.objects[..]));
        file.add(Kind::Places, TileKey::default(), json(&self.places[..]));
        file.add(Kind::Obstacles, TileKey::default(), self.obstacle_bytes());
        for (key, tile) in self.tiles.iter() {
            let mut ground = Writer::default();
            tile::write(tile, &mut ground);
            file.add(Kind::Ground, key, ground.bytes);
            let mut faces = Writer::default();
            // Sorted, since the order of a scene's triangles must not show.
            let mut sorted = tile.faces.to_vec();
            sorted.sort_unstable();
            faces.faces(&sorted);
            file.add(Kind::Faces, key, faces.bytes);
        }
        if !self.slivers.is_empty() {
            let mut slivers = Writer::default();
            slivers.faces(&self.slivers);
            file.add(Kind::Slivers, TileKey::default(), slivers.bytes);
        }
        file.finish()
    }

    fn obstacle_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        // In an order of their own, so that the history of edits does not show.
        let mut sorted: Vec<Vec<Face>> = self.obstacles.values().map(|placed| placed.faces.clone()).collect();
        sorted.iter_mut().for_each(|faces| faces.sort_unstable());
        sorted.sort_unstable();
        writer.u32(sorted.len() as u32);
        sorted.iter().for_each(|faces| writer.faces(faces));
        writer.bytes
    }

    /// Saves the world, replacing a file of that name only when the new one is complete.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), WorldError> {
        let path = path.as_ref();
        write_file(path, &self.to_bytes()).map_err(|source| WorldError::Io { path: path.into(), source })
    }

    /// Loads a world that [`World::save`] wrote. Everything is checked before it is used.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, WorldError> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|source| WorldError::Io { path: path.into(), source })?;
        Self::from_bytes(&bytes, &path.display().to_string())
    }

    /// Reads a world from the bytes of a file; `name` is what errors call it.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Self, WorldError> {
        let chunks = container::open(bytes, name)?;
        let loader = Loader { name, chunks: &chunks };
        let settings: Settings = loader.json(Kind::Settings)?;
        let objects: Vec<Object> = loader.json(Kind::Objects)?;
        let places: Vec<Place> = loader.json(Kind::Places)?;
        let grid = Grid { cell: settings.cell, cell_height: settings.cell_height };
        let sane = (8..=512_000).contains(&grid.cell) && grid.cell % 8 == 0 && (1..=100).contains(&grid.cell_height);
        let costs = objects.iter().all(|object| COST_RANGE.contains(&object.cost));
        if !sane
            || !costs
            || objects.is_empty()
            || objects.len() >= MAX_OBJECTS as usize
            || settings.origin.iter().any(|c| !c.is_finite())
        {
            return Err(loader.damaged("the settings", "cell sizes, origin or objects make no sense"));
        }
        let tiles = loader.tiles(objects.len() as u32, &grid)?;
        let slivers = loader.slivers(objects.len() as u32)?;
        let mut world = Self {
            settings: Bake {
                cell_size: settings.cell_size_asked,
                cell_height: settings.cell_height_asked,
                max_clearance: settings.max_clearance,
                memory_limit: settings.memory_limit,
                ..Bake::default()
            },
            grid,
            origin: settings.origin,
            restrictions: super::bake::restrictions(&objects).into(),
            kept: super::kept::Kept::default(),
            objects: objects.into(),
            places: places.into(),
            slivers: slivers.into(),
            tiles,
            obstacles: Arc::default(),
            next_obstacle: 0,
            revision: settings.revision,
        };
        loader.obstacles(&mut world)?;
        world.check().map_err(|broken| loader.damaged(&broken.place, &broken.what))?;
        Ok(world)
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    // Numbers, strings and arrays of them: there is nothing that JSON could refuse.
    serde_json::to_vec(value).unwrap_or_default()
}

/// Writes a file so that a crash leaves the old one: beside it first, then renamed over it.
pub fn write_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    write_file_with(path, |file| file.write_all(bytes))
}

/// As [`write_file`], for what is too large to be held at once.
pub fn write_file_with(path: &Path, fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let write = || {
        let mut file = std::io::BufWriter::new(std::fs::File::create(&beside)?);
        fill(&mut file)?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().inspect_err(|_| {
        let _ = std::fs::remove_file(&beside);
    })
}

struct Loader<'a> {
    name: &'a str,
    chunks: &'a [Chunk<'a>],
}

impl Loader<'_> {
    fn damaged(&self, place: &str, what: &str) -> WorldError {
        WorldError::Damaged { name: self.name.to_owned(), place: place.to_owned(), what: what.to_owned() }
    }

    fn only(&self, kind: Kind) -> Result<&[u8], WorldError> {
        let mut found = self.chunks.iter().filter(|chunk| chunk.kind == kind);
        match (found.next(), found.next()) {
            (Some(chunk), None) => Ok(chunk.bytes),
            _ => Err(self.damaged("the table of chunks", &format!("there must be one chunk of {}", kind.name()))),
        }
    }

    fn json<T: for<'de> Deserialize<'de>>(&self, kind: Kind) -> Result<T, WorldError> {
        let bytes = self.only(kind)?;
        serde_json::from_slice(bytes)
            .map_err(|error| self.damaged(&format!("the chunk of {}", kind.name()), &error.to_string()))
    }

    fn tiles(&self, objects: u32, grid: &Grid) -> Result<Tiles, WorldError> {
        let of = |kind: Kind| self.chunks.iter().filter(move |chunk| chunk.kind == kind);
        let faces: BTreeMap<TileKey, &[u8]> = of(Kind::Faces).map(|chunk| (chunk.key, chunk.bytes)).collect();
        let mut tiles = Tiles::default();
        for chunk in of(Kind::Ground) {
            let place = format!("tile {}, {}", chunk.key.x, chunk.key.z);
            if [chunk.key.x, chunk.key.z].iter().any(|key| key.unsigned_abs() > grid.last_tile()) {
                return Err(self.damaged(&place, "it lies farther away than anything can"));
            }
            let faces = faces.get(&chunk.key).ok_or_else(|| self.damaged(&place, "its triangles are missing"))?;
            let faces = Reader::new(faces)
                .all_faces(objects)
                .ok_or_else(|| self.damaged(&place, "its triangles make no sense"))?;
            let tile = tile::read(&mut Reader::new(chunk.bytes), faces.into());
            let tile = tile.ok_or_else(|| self.damaged(&place, "its arrays do not fit together"))?;
            let slot = tiles.slot_mut(chunk.key);
            if slot.tile.replace(Arc::new(tile)).is_some() {
                return Err(self.damaged(&place, "it is there twice"));
            }
        }
        Ok(tiles)
    }

    /// A file has them only where there are any.
    fn slivers(&self, objects: u32) -> Result<Vec<Face>, WorldError> {
        if self.chunks.iter().all(|chunk| chunk.kind != Kind::Slivers) {
            return Ok(Vec::new());
        }
        let slivers = Reader::new(self.only(Kind::Slivers)?).all_slivers(objects);
        slivers.ok_or_else(|| self.damaged("the chunk of slivers", "its triangles make no sense"))
    }

    /// Obstacles are in the ground already; they only have to be known again, by new names.
    fn obstacles(&self, world: &mut World) -> Result<(), WorldError> {
        let place = "the chunk of obstacles";
        let mut reader = Reader::new(self.only(Kind::Obstacles)?);
        let mut read = || {
            let count = reader.u32()?;
            let mut found = Vec::new();
            for _ in 0..count {
                found.push(reader.faces(world.objects.len() as u32)?);
            }
            reader.is_done().then_some(found)
        };
        let found = read().ok_or_else(|| self.damaged(place, "it does not end where it should"))?;
        let mut known = BTreeMap::new();
        let mut tiles = 0;
        for (id, faces) in found.into_iter().enumerate() {
            let placed =
                Placed::new(faces, &world.grid).ok_or_else(|| self.damaged(place, "an obstacle has no faces"))?;
            tiles += placed.window.tile_count();
            if placed.is_too_large() || tiles > MAX_OBSTACLE_TILES {
                return Err(self.damaged(place, "its obstacles are larger than they may be"));
            }
            let placed = Arc::new(placed);
            for key in placed.window.tiles() {
                world.tiles.slot_mut(key).obstacles.push(placed.clone());
            }
            known.insert(ObstacleId(id as u64), placed);
        }
        world.next_obstacle = known.len() as u64;
        world.obstacles = Arc::new(known);
        Ok(())
    }
}

/// The object of a face must exist.
pub(super) fn object_of(raw: u32, objects: u32) -> Option<(ObjectId, bool)> {
    let (object, solid) = (raw & !(1 << 31), raw >> 31 != 0);
    (object < objects).then_some((ObjectId(object), solid))
}
