//! The unfinished file and the journal of its rows.
//!
//! `F.part` is the future file without its header and table. `F.part.rows` lists the tiles of every finished row in a record with
//! a checksum. A row counts if its record is complete and the bytes of its tiles are present and right. Everything after the last
//! such row is cut off.

use crate::ground::{Grid, Outline, Tile, TileKey};
use crate::world::WorldError;
use crate::world::check::{check_inside, check_tile};
use crate::world::error::StreamError;
use crate::world::file::{
    Digest, FORMAT, HEADER, Kind, Layout, Outlines, Reader, TileFacts, Writer, facts_from, read_ground, tile_chunks,
    write_facts,
};
use rayon::prelude::*;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MARK: &[u8; 8] = b"FOOTROWS";
/// Bytes of the journal's header.
const HEAD: usize = 8 + 4 + 8 + 8;

/// A tile as the bytes of its two chunks.
pub(super) struct EncodedTile {
    done: WrittenTile,
    chunks: [Vec<u8>; 2],
}

impl EncodedTile {
    pub fn of(grid: &Grid, key: TileKey, tile: &Tile) -> Self {
        let chunks = tile_chunks(grid, key, tile).map(|(_, chunk)| chunk);
        let digests = [Digest::of(&chunks[0]), Digest::of(&chunks[1])];
        Self { done: WrittenTile { key, facts: TileFacts::of(tile), digests }, chunks }
    }
}

/// A tile that is written.
#[derive(Clone, Copy)]
pub(super) struct WrittenTile {
    pub key: TileKey,
    pub facts: TileFacts,
    /// Digests of its ground and of its triangles.
    pub digests: [Digest; 2],
}

const KINDS: [Kind; 2] = [Kind::Ground, Kind::Faces];

/// A file while it is written.
pub(super) struct Partial {
    path: PathBuf,
    grid: Grid,
    data: File,
    journal: File,
    layout: Layout,
    done: Vec<WrittenTile>,
    /// How many of them are in the journal.
    noted: usize,
    last_row: Option<i32>,
    outlines: Outlines,
    /// Index of the outline of each content.
    outline_of: HashMap<Digest, u32>,
}

/// A row of the journal.
struct Record {
    z: i32,
    tiles: Vec<WrittenTile>,
    /// Position of the next record.
    end: u64,
}

impl Partial {
    /// Begins a file, or continues one that was begun with the same source and settings.
    pub fn open(
        path: &Path,
        grid: &Grid,
        front: [(Kind, Vec<u8>); 4],
        fingerprint: u64,
        resume: bool,
    ) -> Result<Self, StreamError> {
        let names = [super::partial_path(path), journal_path(path)];
        let mut identity = Xxh3::new();
        front.iter().for_each(|(_, chunk)| identity.update(chunk));
        identity.update(&fingerprint.to_le_bytes());
        let identity = identity.digest();
        let open = |name: &Path| {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(name);
            file.map_err(|source| WorldError::Io { path: name.into(), source })
        };
        // The lock on the journal gives the right to write. It ends with the file, however the bake ends.
        let journal = open(&names[1])?;
        match journal.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StreamError::Busy { path: path.into() }),
            // Some systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(source)) => return Err(WorldError::Io { path: names[1].clone(), source }.into()),
        }
        let data = open(&names[0])?;
        let mut partial = Self {
            path: path.into(),
            grid: *grid,
            data,
            journal,
            layout: Layout::default(),
            done: Vec::new(),
            noted: 0,
            last_row: None,
            outlines: Outlines::default(),
            outline_of: HashMap::new(),
        };
        let records = if resume { partial.records(identity)? } else { Vec::new() };
        let placed = front.iter().map(|(kind, chunk)| (partial.place_front(*kind, chunk), chunk)).collect::<Vec<_>>();
        let mut first = vec![0; HEADER];
        for (zeros, chunk) in placed {
            first.resize(first.len() + zeros, 0);
            first.extend_from_slice(chunk);
        }
        partial.replay(records, &first, identity).map_err(|source| partial.io(source))?;
        Ok(partial)
    }

    fn place_front(&mut self, kind: Kind, chunk: &[u8]) -> usize {
        self.layout.place(kind, TileKey::default(), Digest::of(chunk)).unwrap_or(0)
    }

    fn io(&self, source: std::io::Error) -> WorldError {
        WorldError::Io { path: super::partial_path(&self.path), source }
    }

    /// The complete records of the journal; none if the file is new.
    fn records(&mut self, identity: u64) -> Result<Vec<Record>, StreamError> {
        let mut bytes = Vec::new();
        self.journal.read_to_end(&mut bytes).map_err(|source| self.io(source))?;
        let Some((head, mut rest)) = bytes.split_at_checked(HEAD) else { return Ok(Vec::new()) };
        if head != journal_head(identity) {
            return Err(StreamError::Another { path: super::partial_path(&self.path) });
        }
        let (mut records, mut end) = (Vec::new(), HEAD as u64);
        while let Some((record, length)) = read_record(rest) {
            end += length as u64;
            rest = &rest[length..];
            records.push(Record { end, ..record });
        }
        Ok(records)
    }

    /// Accepts the rows whose bytes are present, and cuts off everything after them.
    fn replay(&mut self, records: Vec<Record>, first: &[u8], identity: u64) -> std::io::Result<()> {
        let mut begun = vec![0; first.len()];
        self.data.seek(SeekFrom::Start(0))?;
        let is_begun = self.data.read_exact(&mut begun).is_ok() && begun == first;
        let mut kept = HEAD as u64;
        if is_begun && !records.is_empty() {
            for record in records {
                let Some(outlines) = self.verified_outlines(&record)? else { break };
                for (digest, outline) in outlines {
                    self.outline_of.insert(digest, self.outlines.number(outline));
                }
                for done in &record.tiles {
                    for (kind, digest) in KINDS.into_iter().zip(done.digests) {
                        self.layout.place(kind, done.key, digest);
                    }
                }
                self.done.extend(record.tiles);
                self.last_row = Some(record.z);
                kept = record.end;
            }
            self.journal.set_len(kept)?;
        } else {
            self.data.set_len(0)?;
            self.data.seek(SeekFrom::Start(0))?;
            self.data.write_all(first)?;
            self.journal.set_len(0)?;
            self.journal.seek(SeekFrom::Start(0))?;
            self.journal.write_all(&journal_head(identity))?;
        }
        self.noted = self.done.len();
        self.data.set_len(self.layout.end())?;
        self.data.seek(SeekFrom::End(0))?;
        self.journal.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// The outlines of a row's new contents, if all its new chunks are present and right.
    fn verified_outlines(&mut self, record: &Record) -> std::io::Result<Option<Vec<(Digest, Outline)>>> {
        let mut trial = self.layout.clone();
        let mut outlines = Vec::new();
        let mut chunk = Vec::new();
        let length = self.data.metadata()?.len();
        for done in &record.tiles {
            for (kind, digest) in KINDS.into_iter().zip(done.digests) {
                if trial.place(kind, done.key, digest).is_none() {
                    continue;
                }
                if trial.end() > length {
                    return Ok(None);
                }
                chunk.resize(digest.length as usize, 0);
                self.data.seek(SeekFrom::Start(trial.end() - digest.length))?;
                self.data.read_exact(&mut chunk)?;
                if xxh3_64(&chunk) != digest.sum {
                    return Ok(None);
                }
                if kind == Kind::Ground {
                    let Some(outline) = outline_in(&self.grid, &chunk) else { return Ok(None) };
                    outlines.push((digest, outline));
                }
            }
        }
        Ok(Some(outlines))
    }

    /// The written tiles, in order.
    pub fn tiles(&self) -> &[WrittenTile] {
        &self.done
    }

    /// Outlines of the written tiles.
    pub fn take_outlines(&mut self) -> Outlines {
        std::mem::take(&mut self.outlines)
    }

    /// Index of a written tile's outline.
    pub fn outline_of(&self, done: &WrittenTile) -> u32 {
        self.outline_of.get(&done.digests[0]).copied().unwrap_or(u32::MAX)
    }

    /// The last finished row.
    pub fn last_row(&self) -> Option<i32> {
        self.last_row
    }

    /// Writes tiles. Content that is in the file already is referred to.
    pub fn add(&mut self, batch: Vec<EncodedTile>) -> Result<(), WorldError> {
        let mut new: Vec<(Digest, &[u8])> = Vec::new();
        for tile in &batch {
            let digest = tile.done.digests[0];
            if !self.outline_of.contains_key(&digest) && new.iter().all(|(other, _)| *other != digest) {
                new.push((digest, &tile.chunks[0]));
            }
        }
        // Chunks that were just written are readable.
        let made: Vec<_> = new.par_iter().map(|(digest, chunk)| (*digest, outline_in(&self.grid, chunk))).collect();
        for (digest, outline) in made {
            self.outline_of.insert(digest, self.outlines.number(outline.unwrap_or_default()));
        }
        for tile in batch {
            for ((kind, chunk), digest) in KINDS.into_iter().zip(&tile.chunks).zip(tile.done.digests) {
                self.write(kind, tile.done.key, chunk, digest).map_err(|source| self.io(source))?;
            }
            self.done.push(tile.done);
        }
        Ok(())
    }

    fn write(&mut self, kind: Kind, key: TileKey, chunk: &[u8], digest: Digest) -> std::io::Result<()> {
        if let Some(zeros) = self.layout.place(kind, key, digest) {
            self.data.write_all(&[0; 64][..zeros])?;
            self.data.write_all(chunk)?;
        }
        Ok(())
    }

    /// Adds a finished row to the journal.
    pub fn end_row(&mut self, z: i32) -> Result<(), WorldError> {
        let mut record = Writer::default();
        record.i32(z);
        record.u32((self.done.len() - self.noted) as u32);
        for done in &self.done[self.noted..] {
            write_facts(done.key, &done.facts, &mut record);
            done.digests.iter().for_each(|digest| digest.write(&mut record));
        }
        let mut whole = Writer::default();
        whole.u32(record.bytes.len() as u32);
        whole.u64(xxh3_64(&record.bytes));
        whole.u8s(&record.bytes);
        self.journal.write_all(&whole.bytes).map_err(|source| self.io(source))?;
        (self.noted, self.last_row) = (self.done.len(), Some(z));
        Ok(())
    }

    /// Ends the file and renames it. Returns its length.
    pub fn finish(mut self, back: Vec<(Kind, Vec<u8>)>) -> Result<u64, WorldError> {
        for (kind, chunk) in &back {
            self.write(*kind, TileKey::default(), chunk, Digest::of(chunk)).map_err(|source| self.io(source))?;
        }
        let end = self.layout.end();
        let (tail, header) = std::mem::take(&mut self.layout).finish();
        let mut end_file = || {
            self.data.write_all(&tail)?;
            self.data.seek(SeekFrom::Start(0))?;
            self.data.write_all(&header)?;
            self.data.sync_all()?;
            std::fs::rename(super::partial_path(&self.path), &self.path)?;
            std::fs::remove_file(journal_path(&self.path))
        };
        end_file().map_err(|source| self.io(source))?;
        Ok(end + tail.len() as u64)
    }

    /// Removes the unfinished file and its journal.
    pub fn remove(self) {
        let _ = std::fs::remove_file(super::partial_path(&self.path));
        let _ = std::fs::remove_file(journal_path(&self.path));
    }
}

/// The outline of a tile, from its ground chunk.
fn outline_in(grid: &Grid, chunk: &[u8]) -> Option<Outline> {
    let tile = read_ground(chunk)?;
    let sound = check_tile(&tile, usize::MAX).and_then(|()| check_inside(&tile));
    sound.ok().map(|()| Outline::of(grid, &tile))
}

fn journal_path(path: &Path) -> PathBuf {
    let mut name = super::partial_path(path).into_os_string();
    name.push(".rows");
    name.into()
}

fn journal_head(identity: u64) -> Vec<u8> {
    let mut head = Writer::default();
    head.u8s(MARK);
    head.u32(FORMAT);
    head.u64(identity);
    let sum = xxh3_64(&head.bytes);
    head.u64(sum);
    head.bytes
}

/// The first record of some bytes, if it is complete, and its length.
fn read_record(bytes: &[u8]) -> Option<(Record, usize)> {
    let mut reader = Reader::new(bytes);
    let (length, sum) = (reader.u32()? as usize, reader.u64()?);
    let record = reader.take(length)?;
    if xxh3_64(record) != sum {
        return None;
    }
    let mut reader = Reader::new(record);
    let (z, count) = (reader.i32()?, reader.u32()?);
    let mut tiles = Vec::new();
    for _ in 0..count {
        let (key, facts) = facts_from(&mut reader)?;
        tiles.push(WrittenTile { key, facts, digests: [Digest::read(&mut reader)?, Digest::read(&mut reader)?] });
    }
    reader.is_done().then_some((Record { z, tiles, end: 0 }, 12 + length))
}
