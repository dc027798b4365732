//! The container: header, chunks, table. Knows nothing of what is in a chunk.

use super::FORMAT;
use super::bytes::{Reader, Writer};
use crate::ground::TileKey;
use crate::world::WorldError;
use xxhash_rust::xxh3::xxh3_64;

const MARK: &[u8; 8] = b"FOOTPATH";
/// Reads back as another number on a machine that swaps bytes.
const ENDIANNESS: u32 = 0x0102_0304;
const HEADER: usize = 64;
const ALIGN: usize = 64;
const ENTRY: usize = 40;

/// What is in a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Settings = 1,
    Objects = 2,
    Places = 3,
    Obstacles = 4,
    Ground = 5,
    Faces = 6,
    Slivers = 7,
}

impl Kind {
    const ALL: [Self; 7] =
        [Self::Settings, Self::Objects, Self::Places, Self::Obstacles, Self::Ground, Self::Faces, Self::Slivers];

    pub fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Objects => "objects",
            Self::Places => "places",
            Self::Obstacles => "obstacles",
            Self::Ground => "ground",
            Self::Faces => "triangles",
            Self::Slivers => "slivers",
        }
    }
}

/// A file while it is written.
#[derive(Default)]
pub(super) struct Container {
    bytes: Vec<u8>,
    table: Writer,
    count: u32,
}

impl Container {
    pub fn add(&mut self, kind: Kind, key: TileKey, chunk: Vec<u8>) {
        let start = (HEADER + self.bytes.len()).next_multiple_of(ALIGN);
        self.bytes.resize(start - HEADER, 0);
        self.table.u32(kind as u32);
        self.table.i32(key.z);
        self.table.i32(key.x);
        self.table.u32(0);
        self.table.u64(start as u64);
        self.table.u64(chunk.len() as u64);
        self.table.u64(xxh3_64(&chunk));
        self.bytes.extend_from_slice(&chunk);
        self.count += 1;
    }

    pub fn finish(mut self) -> Vec<u8> {
        let start = (HEADER + self.bytes.len()).next_multiple_of(ALIGN);
        self.bytes.resize(start - HEADER, 0);
        let mut header = Writer::default();
        header.u8s(MARK);
        header.u32(FORMAT);
        header.u32(ENDIANNESS);
        header.u64(start as u64);
        header.u32(self.count);
        header.u32(0);
        header.u64(xxh3_64(&self.table.bytes));
        let sum = xxh3_64(&header.bytes);
        header.u64(sum);
        header.bytes.resize(HEADER, 0);
        header.bytes.extend_from_slice(&self.bytes);
        header.bytes.extend_from_slice(&self.table.bytes);
        header.bytes
    }
}

/// A chunk of a file whose sum was right.
pub(super) struct Chunk<'a> {
    pub kind: Kind,
    pub key: TileKey,
    pub bytes: &'a [u8],
}

/// Finds the chunks of a file and checks every sum. Chunks of kinds that are not known are passed over.
pub(super) fn open<'a>(bytes: &'a [u8], name: &str) -> Result<Vec<Chunk<'a>>, WorldError> {
    let damaged = |place: &str, what: &str| WorldError::Damaged {
        name: name.to_owned(),
        place: place.to_owned(),
        what: what.to_owned(),
    };
    if !bytes.starts_with(MARK) {
        return Err(WorldError::NotAWorld { name: name.to_owned() });
    }
    let short = || damaged("the header", "the file ends within it");
    let header = bytes.get(..HEADER).ok_or_else(short)?;
    let mut reader = Reader::new(&header[MARK.len()..]);
    let version = reader.u32().ok_or_else(short)?;
    if version != FORMAT {
        return Err(WorldError::Version { name: name.to_owned(), found: version, supported: FORMAT });
    }
    let (mark, start) = (reader.u32().ok_or_else(short)?, reader.u64().ok_or_else(short)?);
    let (count, _) = (reader.u32().ok_or_else(short)?, reader.u32());
    let (table_sum, header_sum) = (reader.u64().ok_or_else(short)?, reader.u64().ok_or_else(short)?);
    if mark != ENDIANNESS || xxh3_64(&header[..40]) != header_sum {
        return Err(damaged("the header", "its checksum is wrong"));
    }
    let table = usize::try_from(start).ok().and_then(|start| bytes.get(start..));
    let length = (count as usize).checked_mul(ENTRY);
    let table = table.zip(length).and_then(|(table, length)| (table.len() == length).then_some(table));
    let table = table.ok_or_else(|| damaged("the table of chunks", "the file does not end where the table does"))?;
    if xxh3_64(table) != table_sum {
        return Err(damaged("the table of chunks", "its checksum is wrong"));
    }
    let mut chunks = Vec::new();
    let mut end = HEADER;
    for (at, entry) in table.chunks_exact(ENTRY).enumerate() {
        let place = format!("chunk {at}");
        match chunk(bytes, entry, &mut end) {
            Ok(Some(chunk)) => chunks.push(chunk),
            Ok(None) => {}
            Err(what) => return Err(damaged(&place, what)),
        }
    }
    Ok(chunks)
}

/// Reads one chunk. Chunks follow each other, so that a small file cannot claim the same bytes many times over.
fn chunk<'a>(bytes: &'a [u8], entry: &[u8], after: &mut usize) -> Result<Option<Chunk<'a>>, &'static str> {
    let mut reader = Reader::new(entry);
    let mut read = || {
        let (kind, z, x) = (reader.u32()?, reader.i32()?, reader.i32()?);
        reader.u32()?;
        Some((kind, TileKey { z, x }, reader.u64()?, reader.u64()?, reader.u64()?))
    };
    let (kind, key, start, length, sum) = read().ok_or("its entry is cut short")?;
    let end = start.checked_add(length).and_then(|end| usize::try_from(end).ok());
    let content = end.and_then(|end| bytes.get(start as usize..end)).ok_or("it lies outside the file")?;
    if (start as usize) < *after {
        return Err("it overlaps the chunk before it");
    }
    *after = start as usize + content.len();
    if xxh3_64(content) != sum {
        return Err("its checksum is wrong");
    }
    let known = Kind::ALL.into_iter().find(|&known| known as u32 == kind);
    Ok(known.map(|kind| Chunk { kind, key, bytes: content }))
}
