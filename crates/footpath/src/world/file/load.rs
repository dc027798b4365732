//! File → world. Every number is checked before it is used.

use super::bytes::Reader;
use super::container::{Chunk, Kind};
use super::resident::{Resident, TileFacts};
use super::{Settings, tile};
use crate::ground::face::MAX_OBJECTS;
use crate::ground::{Face, Grid, Tile, TileKey};
use crate::scene::{COST_RANGE, Object, Place};
use crate::world::obstacle::{ObstacleId, Placed};
use crate::world::{Bake, Tiles, World, WorldError, bake, cache};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most tiles under all obstacles of a file together.
const MAX_OBSTACLE_TILES: usize = 1 << 20;

/// Reads a tile from its two chunks; `Err` names the fault.
pub(in crate::world) fn read_tile(
    grid: &Grid,
    objects: u32,
    key: TileKey,
    [ground, faces]: [&[u8]; 2],
    facts: Option<&TileFacts>,
) -> Result<Tile, &'static str> {
    if [key.x, key.z].iter().any(|key| key.unsigned_abs() > grid.last_tile()) {
        return Err("it lies beyond the largest coordinate");
    }
    let faces = Reader::new(faces).all_faces(objects, grid.corner_of(key)).ok_or("its triangles are out of range")?;
    let tile = tile::read(&mut Reader::new(ground), faces.into()).ok_or("its arrays do not fit together")?;
    if facts.is_none_or(|facts| *facts != TileFacts::of(&tile)) {
        return Err("it differs from the chunk of tiles");
    }
    Ok(tile)
}

/// The ground of a tile without its triangles.
pub(in crate::world) fn read_ground(ground: &[u8]) -> Option<Tile> {
    tile::read(&mut Reader::new(ground), Arc::default())
}

pub(in crate::world) struct Loader<'a> {
    pub name: &'a str,
    pub chunks: &'a [Chunk<'a>],
}

impl Loader<'_> {
    pub fn damaged(&self, place: &str, what: &str) -> WorldError {
        WorldError::Damaged { name: self.name.to_owned(), place: place.to_owned(), what: what.to_owned() }
    }

    /// Refuses a file whose tiles claim more bytes than the limit. A small file can claim many, since tiles share chunks.
    pub fn fits(&self, limit: u64) -> Result<(), WorldError> {
        let of_tiles = self.chunks.iter().filter(|chunk| matches!(chunk.kind, Kind::Ground | Kind::Faces));
        let needed = of_tiles.map(|chunk| chunk.bytes.len() as u64).fold(0, u64::saturating_add);
        if needed <= limit { Ok(()) } else { Err(WorldError::TooLarge { name: self.name.to_owned(), needed, limit }) }
    }

    /// The world without its tiles.
    pub fn head(&self) -> Result<(World, Resident), WorldError> {
        let settings: Settings = self.json(Kind::Settings)?;
        let objects: Vec<Object> = self.json(Kind::Objects)?;
        let places: Vec<Place> = self.json(Kind::Places)?;
        let grid = Grid { cell: settings.cell, cell_height: settings.cell_height };
        let sane = (8..=512_000).contains(&grid.cell) && grid.cell % 8 == 0 && (1..=100).contains(&grid.cell_height);
        let costs = objects.iter().all(|object| COST_RANGE.contains(&object.cost));
        if !sane
            || !costs
            || objects.is_empty()
            || objects.len() >= MAX_OBJECTS as usize
            || settings.origin.iter().any(|c| !c.is_finite())
        {
            return Err(self.damaged("the settings", "cell sizes, origin or objects are out of range"));
        }
        let slivers = self.slivers(objects.len() as u32)?;
        let mut world = World {
            settings: Bake {
                cell_size: settings.cell_size_asked,
                cell_height: settings.cell_height_asked,
                max_clearance: settings.max_clearance,
                memory_limit: settings.memory_limit,
                ..Bake::default()
            },
            grid,
            origin: settings.origin,
            restrictions: bake::restrictions(&objects).into(),
            cache: cache::Cache::default(),
            objects: objects.into(),
            places: places.into(),
            slivers: slivers.into(),
            tiles: Tiles::default(),
            obstacles: Arc::default(),
            next_obstacle: 0,
            revision: settings.revision,
            unloaded_tiles: None,
        };
        self.obstacles(&mut world)?;
        let resident = Resident::from_bytes(self.only(Kind::Resident)?);
        let resident = resident.ok_or_else(|| self.damaged("the chunk of tiles", "it does not end where it should"))?;
        Ok((world, resident))
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

    /// Adds the tiles to a world without tiles.
    pub fn tiles(&self, world: &mut World, resident: &Resident) -> Result<(), WorldError> {
        let of = |kind: Kind| self.chunks.iter().filter(move |chunk| chunk.kind == kind);
        let faces: BTreeMap<TileKey, &[u8]> = of(Kind::Faces).map(|chunk| (chunk.key, chunk.bytes)).collect();
        let mut count = 0;
        for chunk in of(Kind::Ground) {
            let key = chunk.key;
            let wrong = |what: &str| self.damaged(&format!("tile {}, {}", key.x, key.z), what);
            let faces = faces.get(&key).ok_or_else(|| wrong("its triangles are missing"))?;
            let chunks = [chunk.bytes, faces];
            let tile = read_tile(
                &world.grid,
                world.objects.len() as u32,
                key,
                chunks,
                resident.get(key).map(|(facts, _)| facts),
            );
            let slot = world.tiles.slot_mut(key);
            if slot.tile.replace(Arc::new(tile.map_err(wrong)?)).is_some() {
                return Err(wrong("it occurs twice"));
            }
            count += 1;
        }
        if count == resident.tiles.len() {
            Ok(())
        } else {
            Err(self.damaged("the chunk of tiles", "a tile is missing"))
        }
    }

    /// The triangles without area. A file has this chunk only if there are any.
    fn slivers(&self, objects: u32) -> Result<Vec<Face>, WorldError> {
        if self.chunks.iter().all(|chunk| chunk.kind != Kind::Slivers) {
            return Ok(Vec::new());
        }
        let slivers = Reader::new(self.only(Kind::Slivers)?).all_slivers(objects);
        slivers.ok_or_else(|| self.damaged("the chunk of slivers", "its triangles are out of range"))
    }

    /// Registers the obstacles, with new ids. The ground contains them already.
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
