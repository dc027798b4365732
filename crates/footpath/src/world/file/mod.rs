//! World ↔ file. The book specifies the layout ("The world file"); this is its only writer and reader.
//!
//! In order: a header, chunks aligned to 64 bytes, a table of chunks. Every chunk and the table have an xxHash3 checksum, so
//! damage is found before any content is used. Vertices of a tile are relative to its corner, so tiles of equal content have
//! equal bytes and are stored once. A file is written beside the old one and renamed over it, so a crash leaves the old file.

mod bytes;
mod container;
mod load;
mod resident;
mod tile;

use super::{Bake, World, WorldError};
use crate::ground::{Face, Grid, Outline, Tile, TileKey};
use crate::scene::{Object, ObjectId, Place};
use container::Container;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

pub(super) use bytes::{Reader, Writer};
pub(super) use container::{Chunk, Digest, Entry, HEADER, Header, Kind, Layout};
pub(super) use load::{Loader, read_ground, read_tile};
pub(super) use resident::{Outlines, Resident, TileFacts, read as facts_from, write as write_facts};

/// Version of the file format that is written and read.
pub const FORMAT: u32 = 4;

/// Raised in every release in which the same scene and settings give another ground.
pub const REVISION: u32 = 1;

/// Most bytes of tiles that [`World::load`] loads, unless the file itself is longer. It equals the default memory limit of a
/// bake. Tiles of equal content share their bytes in the file but not in memory, so a short file can need much memory.
pub const LOAD_LIMIT: u64 = 4 << 30;

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

/// The chunks before the tiles, in order.
pub(super) struct Front<'a> {
    pub settings: &'a Bake,
    pub revision: u32,
    pub origin: [f64; 3],
    pub objects: &'a [Object],
    pub places: &'a [Place],
    pub obstacles: Vec<u8>,
}

impl Front<'_> {
    pub fn chunks(self) -> [(Kind, Vec<u8>); 4] {
        let grid = self.settings.grid();
        let settings = Settings {
            generator: format!("footpath {}", env!("CARGO_PKG_VERSION")),
            revision: self.revision,
            cell: grid.cell,
            cell_height: grid.cell_height,
            cell_size_asked: self.settings.cell_size,
            cell_height_asked: self.settings.cell_height,
            max_clearance: self.settings.max_clearance,
            memory_limit: self.settings.memory_limit,
            origin: self.origin,
        };
        [
            (Kind::Settings, json(&settings)),
            (Kind::Objects, json(self.objects)),
            (Kind::Places, json(self.places)),
            (Kind::Obstacles, self.obstacles),
        ]
    }
}

/// The two chunks of a tile: its ground and its triangles.
pub(super) fn tile_chunks(grid: &Grid, key: TileKey, tile: &Tile) -> [(Kind, Vec<u8>); 2] {
    // Sorted, so that the order of a scene's triangles has no effect.
    let mut sorted = tile.faces.to_vec();
    sorted.sort_unstable();
    let mut faces = Writer::default();
    faces.faces_from(&sorted, grid.corner_of(key));
    [(Kind::Ground, ground_bytes(tile)), (Kind::Faces, faces.bytes)]
}

fn ground_bytes(tile: &Tile) -> Vec<u8> {
    let mut ground = Writer::default();
    tile::write(tile, &mut ground);
    ground.bytes
}

/// The chunks after the tiles, in order.
pub(super) fn back_chunks(slivers: &[Face], resident: &Resident) -> Vec<(Kind, Vec<u8>)> {
    let mut chunks = Vec::new();
    if !slivers.is_empty() {
        let mut writer = Writer::default();
        writer.faces(slivers);
        chunks.push((Kind::Slivers, writer.bytes));
    }
    chunks.push((Kind::Resident, resident.to_bytes()));
    chunks
}

/// The chunk of obstacles without any obstacle.
pub(super) fn no_obstacles() -> Vec<u8> {
    obstacle_bytes(Vec::new())
}

fn obstacle_bytes(sorted: Vec<Vec<Face>>) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.u32(sorted.len() as u32);
    sorted.iter().for_each(|faces| writer.faces(faces));
    writer.bytes
}

/// The hash of a ground, computed from the checksums of the tiles' ground chunks, so that a file's table is enough.
pub(super) fn hash_of(
    revision: u32,
    grid: &Grid,
    origin: [f64; 3],
    sums: impl Iterator<Item = (TileKey, u64)>,
) -> u128 {
    let mut hash = Xxh3::new();
    let mut head = Writer::default();
    head.u32(FORMAT);
    head.u32(revision);
    head.i32(grid.cell);
    head.i32(grid.cell_height);
    origin.iter().for_each(|c| head.u64(c.to_bits()));
    hash.update(&head.bytes);
    for (key, sum) in sums {
        let mut part = Writer::default();
        part.i32(key.z);
        part.i32(key.x);
        part.u64(sum);
        hash.update(&part.bytes);
    }
    hash.digest128()
}

impl World {
    /// A hash of the ground: equal for equal scene, settings and obstacles, on every platform. Names, tags and places are not
    /// part of it.
    pub fn hash(&self) -> u128 {
        let sums = self.tiles.iter().map(|(key, tile)| (key, xxh3_64(&ground_bytes(tile))));
        hash_of(self.revision, &self.grid, self.origin, sums)
    }

    /// The world as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = Container::new();
        let front = Front {
            settings: &self.settings,
            revision: self.revision,
            origin: self.origin,
            objects: &self.objects,
            places: &self.places,
            obstacles: self.obstacle_bytes(),
        };
        for (kind, chunk) in front.chunks() {
            file.add(kind, TileKey::default(), &chunk);
        }
        let tiles: Vec<(TileKey, &Tile)> = self.tiles.iter().map(|(key, tile)| (key, &**tile)).collect();
        let outlines: Vec<Outline> = tiles.par_iter().map(|(_, tile)| Outline::of(&self.grid, tile)).collect();
        let mut resident = Resident::default();
        for ((key, tile), outline) in tiles.into_iter().zip(outlines) {
            let outline = resident.outlines.number(outline);
            resident.push(key, TileFacts::of(tile), outline);
            for (kind, chunk) in tile_chunks(&self.grid, key, tile) {
                file.add(kind, key, &chunk);
            }
        }
        for (kind, chunk) in back_chunks(&self.slivers, &resident) {
            file.add(kind, TileKey::default(), &chunk);
        }
        file.finish()
    }

    fn obstacle_bytes(&self) -> Vec<u8> {
        // Sorted, so that the order of edits has no effect.
        let mut sorted: Vec<Vec<Face>> = self.obstacles.values().map(|placed| placed.faces.clone()).collect();
        sorted.iter_mut().for_each(|faces| faces.sort_unstable());
        sorted.sort_unstable();
        obstacle_bytes(sorted)
    }

    /// Saves the world. A file of that name is replaced only when the new one is complete.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), WorldError> {
        let path = path.as_ref();
        if self.unloaded_tiles.is_some() {
            return Err(WorldError::Window { path: path.into() });
        }
        write_file(path, &self.to_bytes()).map_err(|source| WorldError::Io { path: path.into(), source })
    }

    /// Loads a world that [`World::save`] wrote. All content is checked. A world is refused if its tiles exceed both
    /// [`LOAD_LIMIT`] and the length of the file; [`PagedWorld`](super::PagedWorld) opens such a world.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, WorldError> {
        let path = path.as_ref();
        let length = std::fs::metadata(path).map_err(|source| WorldError::Io { path: path.into(), source })?.len();
        Self::load_within(path, LOAD_LIMIT.max(length))
    }

    /// As [`World::load`], with a limit in bytes for the tiles.
    pub fn load_within(path: impl AsRef<Path>, limit: u64) -> Result<Self, WorldError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let io = |source| WorldError::Io { path: path.into(), source };
        // The table gives the needed memory, so a file is refused before it is read.
        let needed = container::tile_bytes(path, &name)?;
        if needed > limit {
            return Err(WorldError::TooLarge { name, needed, limit });
        }
        let bytes = std::fs::read(path).map_err(io)?;
        Self::from_bytes_within(&bytes, &name, limit)
    }

    /// Reads a world from the bytes of a file. Errors use `name` for the file.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Self, WorldError> {
        Self::from_bytes_within(bytes, name, LOAD_LIMIT.max(bytes.len() as u64))
    }

    fn from_bytes_within(bytes: &[u8], name: &str, limit: u64) -> Result<Self, WorldError> {
        let chunks = container::open(bytes, name)?;
        let loader = Loader { name, chunks: &chunks };
        loader.fits(limit)?;
        let (mut world, resident) = loader.head()?;
        loader.tiles(&mut world, &resident)?;
        world.check().map_err(|broken| loader.damaged(&broken.place, &broken.what))?;
        for (key, tile) in world.tiles() {
            let outline = resident.get(key).map(|(_, outline)| outline);
            let place = || format!("tile {}, {}", key.x, key.z);
            super::check::check_outline(tile, outline).map_err(|what| loader.damaged(&place(), &what))?;
        }
        Ok(world)
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    // The values are numbers, strings and arrays of them, which always serialise.
    serde_json::to_vec(value).unwrap_or_default()
}

/// Writes a file beside the old one and renames it, so that a crash leaves the old file.
pub fn write_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    write_file_with(path, |file| file.write_all(bytes))
}

/// As [`write_file`], for content that is too large for memory. A link is followed. Files that a killed process left beside the old
/// one are removed.
pub fn write_file_with(path: &Path, fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> std::io::Result<()> {
    let path = &if path.is_symlink() { path.canonicalize()? } else { path.to_owned() };
    remove_leftovers(path);
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}{UNFINISHED}", std::process::id()));
    let beside = path.with_file_name(name);
    let write = || {
        let file = std::fs::File::create(&beside)?;
        // The lock shows other processes that this one still writes. Without locks they leave the file alone.
        let _ = file.lock();
        let mut file = std::io::BufWriter::new(file);
        fill(&mut file)?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().inspect_err(|_| {
        let _ = std::fs::remove_file(&beside);
    })
}

/// How the name of a file ends that is being written.
const UNFINISHED: &str = ".unfinished";

/// Removes what processes that do not run any more have left of a file: the files that no process has locked.
fn remove_leftovers(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Some(own), Ok(entries)) = (path.file_name().and_then(|name| name.to_str()), std::fs::read_dir(folder)) else {
        return;
    };
    for name in entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()) {
        let process = name.strip_prefix(own).and_then(|rest| rest.strip_suffix(UNFINISHED));
        let is_ours =
            process.and_then(|rest| rest.strip_prefix('.')).is_some_and(|number| number.parse::<u32>().is_ok());
        let left = folder.join(&name);
        if is_ours && std::fs::File::open(&left).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = std::fs::remove_file(left);
        }
    }
}

/// The object and the solid flag of a face; `None` if the object does not exist.
pub(super) fn object_of(raw: u32, objects: u32) -> Option<(ObjectId, bool)> {
    let (object, solid) = (raw & !(1 << 31), raw >> 31 != 0);
    (object < objects).then_some((ObjectId(object), solid))
}
