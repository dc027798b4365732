//! Positions of tiles in the file, and reading tiles from there. Every read is checked.

use super::Inner;
use crate::ground::{Tile, TileKey};
use crate::world::check::{check_inside, check_outline, check_rim, check_tile};
use crate::world::file::{Entry, Kind, Resident, read_tile};
use crate::world::{Tiles, WorldError};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::PoisonError;
use std::time::SystemTime;

/// Length of a file, and the time of its last change if the system knows it.
pub(super) type State = (u64, Option<SystemTime>);

pub(super) fn state_of(file: &File) -> std::io::Result<State> {
    let facts = file.metadata()?;
    Ok((facts.len(), facts.modified().ok()))
}

/// Position of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChunkPosition {
    pub start: u64,
    pub length: u64,
    pub sum: u64,
    /// Number in the table, for messages.
    number: u32,
}

impl Inner {
    /// The bytes of a chunk, checked.
    pub fn chunk(&self, spot: ChunkPosition) -> Result<Vec<u8>, WorldError> {
        let entry = spot.entry();
        let mut bytes = vec![0; entry.padded_length() as usize];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(spot.start)).and_then(|_| file.read_exact(&mut bytes));
        let now = state_of(&file).ok();
        drop(file);
        let read = read.map_err(|source| WorldError::Io { path: self.name.clone().into(), source });
        match read.and_then(|()| entry.check(&bytes, &self.name)) {
            Err(_) if now != Some(self.state) => Err(WorldError::Changed { name: self.name.clone() }),
            Err(error) => Err(error),
            Ok(length) => {
                bytes.truncate(length);
                Ok(bytes)
            }
        }
    }

    /// Reads a tile and checks it.
    pub fn read(&self, key: TileKey, at: usize) -> Result<Tile, WorldError> {
        let [ground, faces] = self.places[at];
        let (ground, faces) = (self.chunk(ground)?, self.chunk(faces)?);
        let objects = self.head.objects.len();
        let (facts, outline) = self.resident.at(at).unzip();
        let tile = read_tile(&self.head.grid, objects as u32, key, [&ground, &faces], facts);
        let tile = tile.map_err(|what| self.damaged(key, what))?;
        let checked = check_tile(&tile, objects).and_then(|()| check_inside(&tile));
        let checked = checked.and_then(|()| check_outline(&tile, outline));
        checked.map_err(|what| self.damaged(key, &what))?;
        Ok(tile)
    }

    /// Checks the links between the tiles of a window, once per pair.
    pub fn check_rims(&self, keys: &[TileKey], tiles: &Tiles) -> Result<(), WorldError> {
        for &key in keys {
            let Some(tile) = tiles.get(key) else { continue };
            for (direction, next) in key.neighbours().into_iter().enumerate() {
                let other = tiles.get(next);
                // The links to a tile that is not loaded are checked when it is in a window too.
                if other.is_none() && self.keys.binary_search(&next).is_ok() {
                    continue;
                }
                if !self.tile_cache().is_checked(key, direction, next) {
                    check_rim(tile, direction, other.map(|tile| &**tile)).map_err(|what| self.damaged(key, &what))?;
                    self.tile_cache().set_checked(key, direction, next);
                }
            }
        }
        Ok(())
    }
}

impl ChunkPosition {
    fn of(entry: &Entry) -> Self {
        Self { start: entry.start, length: entry.length, sum: entry.sum, number: entry.number as u32 }
    }

    fn entry(self) -> Entry {
        let Self { start, length, sum, number } = self;
        Entry { kind: Kind::Ground, key: TileKey::default(), start, length, sum, number: number as usize }
    }
}

/// The positions of all tiles that the chunk of tiles lists. The file must have exactly these tiles.
pub(super) fn chunk_positions(entries: &[Entry], resident: &Resident) -> Result<Vec<[ChunkPosition; 2]>, &'static str> {
    let of = |kind: Kind| {
        let mut found: Vec<&Entry> = entries.iter().filter(|entry| entry.kind == kind).collect();
        found.sort_unstable_by_key(|entry| entry.key);
        found
    };
    let (ground, faces) = (of(Kind::Ground), of(Kind::Faces));
    if ground.len() != resident.tiles.len() || faces.len() != ground.len() {
        return Err("it has other tiles than the chunk of tiles");
    }
    let all = resident.tiles.iter().zip(ground.iter().zip(&faces));
    let spot = |((key, _), (ground, faces)): (&(TileKey, _), (&&Entry, &&Entry))| {
        let fits = ground.key == *key && faces.key == *key;
        fits.then(|| [ChunkPosition::of(ground), ChunkPosition::of(faces)])
            .ok_or("it has other tiles than the chunk of tiles")
    };
    all.map(spot).collect()
}
