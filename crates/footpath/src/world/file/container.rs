//! The container of a world file: header, chunks, table. It does not interpret the content of a chunk.
//!
//! Tiles of equal content share a chunk: several entries of the table point to one. All other properties of an entry are checked,
//! so that a reader knows the size of the content before it reads.

use super::FORMAT;
use super::bytes::{Reader, Writer};
use crate::geom::named;
use crate::ground::TileKey;
use crate::world::WorldError;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

const MARK: &[u8; 8] = b"FOOTPATH";
/// Has another value if the byte order of the machine differs.
const ENDIANNESS: u32 = 0x0102_0304;
pub(in crate::world) const HEADER: usize = 64;
const ALIGN: u64 = 64;
const ENTRY: usize = 40;

named! {
    /// The content of a chunk.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(in crate::world) enum Kind {
        Settings = "settings",
        Objects = "objects",
        Places = "places",
        Obstacles = "obstacles",
        Ground = "ground",
        Faces = "triangles",
        Slivers = "slivers",
        Resident = "tiles",
    }
}

impl Kind {
    /// The number in the table.
    fn number(self) -> u32 {
        self as u32 + 1
    }

    /// Whether there is one chunk per tile. Only these may be shared.
    fn is_of_tile(self) -> bool {
        matches!(self, Self::Ground | Self::Faces)
    }
}

/// A chunk's length and checksums. They are computed on any thread and used where the chunk is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::world) struct Digest {
    pub length: u64,
    pub sum: u64,
    /// Identifies equal contents.
    content: u128,
}

impl Digest {
    pub fn of(chunk: &[u8]) -> Self {
        Self { length: chunk.len() as u64, sum: xxh3_64(chunk), content: xxh3_128(chunk) }
    }

    /// Writes the bytes that [`Digest::read`] reads.
    pub fn write(&self, out: &mut Writer) {
        out.u64(self.length);
        out.u64(self.sum);
        out.u64(self.content as u64);
        out.u64((self.content >> 64) as u64);
    }

    pub fn read(from: &mut Reader) -> Option<Self> {
        let (length, sum) = (from.u64()?, from.u64()?);
        let (low, high) = (from.u64()?, from.u64()?);
        Some(Self { length, sum, content: u128::from(high) << 64 | u128::from(low) })
    }
}

/// The positions of a file's chunks, while the file is written.
#[derive(Clone, Debug)]
pub(in crate::world) struct Layout {
    /// The end of the last chunk.
    end: u64,
    table: Writer,
    count: u32,
    known: HashMap<(bool, Digest), u64>,
}

impl Default for Layout {
    fn default() -> Self {
        Self { end: HEADER as u64, table: Writer::default(), count: 0, known: HashMap::new() }
    }
}

impl Layout {
    /// The end of the last chunk.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Assigns a position to a chunk. Returns the number of zeros to write before it, or `None` if the same content is in the
    /// file already.
    pub fn place(&mut self, kind: Kind, key: TileKey, chunk: Digest) -> Option<usize> {
        let known = (kind == Kind::Ground, chunk);
        let shared = self.known.get(&known).copied().filter(|_| kind.is_of_tile());
        let start = shared.unwrap_or_else(|| self.end.next_multiple_of(ALIGN));
        self.table.u32(kind.number());
        self.table.i32(key.z);
        self.table.i32(key.x);
        self.table.u32(0);
        [start, chunk.length, chunk.sum].into_iter().for_each(|number| self.table.u64(number));
        self.count += 1;
        if shared.is_some() {
            return None;
        }
        if kind.is_of_tile() {
            self.known.insert(known, start);
        }
        let zeros = (start - self.end) as usize;
        self.end = start + chunk.length;
        Some(zeros)
    }

    /// The end of the file, and its header.
    pub fn finish(self) -> (Vec<u8>, [u8; HEADER]) {
        let start = self.end.next_multiple_of(ALIGN);
        let mut tail = vec![0; (start - self.end) as usize];
        tail.extend_from_slice(&self.table.bytes);
        let mut header = Writer::default();
        header.u8s(MARK);
        header.u32(FORMAT);
        header.u32(ENDIANNESS);
        header.u64(start);
        header.u32(self.count);
        header.u32(0);
        header.u64(xxh3_64(&self.table.bytes));
        let sum = xxh3_64(&header.bytes);
        header.u64(sum);
        let mut whole = [0; HEADER];
        whole[..header.bytes.len()].copy_from_slice(&header.bytes);
        (tail, whole)
    }
}

/// A file in memory while it is written.
#[derive(Debug)]
pub(super) struct Container {
    bytes: Vec<u8>,
    layout: Layout,
}

impl Container {
    pub fn new() -> Self {
        Self { bytes: vec![0; HEADER], layout: Layout::default() }
    }

    pub fn add(&mut self, kind: Kind, key: TileKey, chunk: &[u8]) {
        if let Some(zeros) = self.layout.place(kind, key, Digest::of(chunk)) {
            self.bytes.resize(self.bytes.len() + zeros, 0);
            self.bytes.extend_from_slice(chunk);
        }
    }

    pub fn finish(mut self) -> Vec<u8> {
        let (tail, header) = self.layout.finish();
        self.bytes.extend_from_slice(&tail);
        self.bytes[..HEADER].copy_from_slice(&header);
        self.bytes
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::world) struct Entry {
    pub kind: Kind,
    pub key: TileKey,
    pub start: u64,
    pub length: u64,
    pub sum: u64,
    /// Number in the table.
    pub number: usize,
}

/// The checked header of a file, with the position of its table.
pub(in crate::world) struct Header {
    pub table: u64,
    pub table_length: u64,
    table_sum: u64,
}

fn damaged(name: &str, place: &str, what: &str) -> WorldError {
    WorldError::Damaged { name: name.to_owned(), place: place.to_owned(), what: what.to_owned() }
}

impl Header {
    /// Reads the header from the first bytes of a file of `length` bytes.
    pub fn read(first: &[u8], length: u64, name: &str) -> Result<Self, WorldError> {
        if !first.starts_with(MARK) {
            return Err(WorldError::NotAWorld { name: name.to_owned() });
        }
        let short = || damaged(name, "the header", "the file ends within it");
        let header = first.get(..HEADER).ok_or_else(short)?;
        let mut reader = Reader::new(&header[MARK.len()..]);
        let version = reader.u32().ok_or_else(short)?;
        if version != FORMAT {
            return Err(WorldError::Version { name: name.to_owned(), found: version, supported: FORMAT });
        }
        let (mark, table) = (reader.u32().ok_or_else(short)?, reader.u64().ok_or_else(short)?);
        let (count, _) = (reader.u32().ok_or_else(short)?, reader.u32());
        let (table_sum, header_sum) = (reader.u64().ok_or_else(short)?, reader.u64().ok_or_else(short)?);
        if mark != ENDIANNESS || xxh3_64(&header[..40]) != header_sum {
            return Err(damaged(name, "the header", "its checksum is wrong"));
        }
        if header[48..] != [0; HEADER - 48] {
            return Err(damaged(name, "the header", "its last bytes are not zero"));
        }
        let table_length = u64::from(count) * ENTRY as u64;
        if table.checked_add(table_length) != Some(length) {
            return Err(damaged(name, "the table of chunks", "the file does not end where the table does"));
        }
        Ok(Self { table, table_length, table_sum })
    }

    /// The entries of the table, in order. Chunks of unknown kinds are skipped.
    ///
    /// Chunks follow each other at the next multiple of 64 and lie before the table. A tile may also point to exactly the chunk of an earlier one. The
    /// claimed sizes can therefore exceed the file, up to the number of entries times the largest chunk; a reader of all tiles
    /// adds up the lengths first.
    pub fn entries(&self, table: &[u8], name: &str) -> Result<Vec<Entry>, WorldError> {
        if xxh3_64(table) != self.table_sum {
            return Err(damaged(name, "the table of chunks", "its checksum is wrong"));
        }
        let mut known: BTreeMap<u64, (u32, u64, u64)> = BTreeMap::new();
        let (mut entries, mut end) = (Vec::new(), HEADER as u64);
        for (number, bytes) in table.chunks_exact(ENTRY).enumerate() {
            let wrong = |what: &str| damaged(name, &format!("chunk {number}"), what);
            let mut reader = Reader::new(bytes);
            let mut read = || {
                let (kind, z, x) = (reader.u32()?, reader.i32()?, reader.i32()?);
                reader.u32()?;
                Some((kind, TileKey { z, x }, reader.u64()?, reader.u64()?, reader.u64()?))
            };
            let (raw, key, start, length, sum) = read().ok_or_else(|| wrong("its entry is cut short"))?;
            let past = start.checked_add(length).filter(|&past| past <= self.table);
            let past = past.ok_or_else(|| wrong("it lies outside the file"))?;
            let kind = Kind::ALL.into_iter().find(|known| known.number() == raw);
            if start == end.next_multiple_of(ALIGN) {
                end = past;
                known.insert(start, (raw, length, sum));
            } else if !kind.is_some_and(Kind::is_of_tile) || known.get(&start) != Some(&(raw, length, sum)) {
                return Err(wrong("it does not follow the chunk before it"));
            }
            entries.extend(kind.map(|kind| Entry { kind, key, start, length, sum, number }));
        }
        if self.table != end.next_multiple_of(ALIGN) {
            return Err(damaged(name, "the table of chunks", "it does not follow the last chunk"));
        }
        Ok(entries)
    }
}

impl Entry {
    /// Length of the content and the zeros after it, up to the next chunk.
    pub fn padded_length(&self) -> u64 {
        self.length.next_multiple_of(ALIGN)
    }

    /// Length of the content of bytes that were read with the zeros after them. Refuses content whose checksum differs from the table, and
    /// other bytes than zeros after it.
    pub fn check(&self, padded: &[u8], name: &str) -> Result<usize, WorldError> {
        let wrong = |what: &str| Err(damaged(name, &format!("chunk {}", self.number), what));
        let (content, zeros) = padded.split_at(self.length as usize);
        if xxh3_64(content) != self.sum {
            return wrong("its checksum is wrong");
        }
        if zeros.iter().any(|&byte| byte != 0) {
            return wrong("the bytes after it are not zero");
        }
        Ok(content.len())
    }
}

/// Bytes of all tiles of a file, counting shared ones each time, from its table alone.
pub(super) fn tile_bytes(path: &Path, name: &str) -> Result<u64, WorldError> {
    let io = |source| WorldError::Io { path: path.into(), source };
    let mut file = File::open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    let mut first = vec![0; HEADER.min(length as usize)];
    file.read_exact(&mut first).map_err(io)?;
    let header = Header::read(&first, length, name)?;
    let mut table = vec![0; header.table_length as usize];
    file.seek(SeekFrom::Start(header.table)).and_then(|_| file.read_exact(&mut table)).map_err(io)?;
    let entries = header.entries(&table, name)?;
    Ok(entries.iter().filter(|entry| entry.kind.is_of_tile()).map(|entry| entry.length).fold(0, u64::saturating_add))
}

/// A chunk of a file whose checksum is right.
pub(in crate::world) struct Chunk<'a> {
    pub kind: Kind,
    pub key: TileKey,
    pub bytes: &'a [u8],
}

/// Finds the chunks of a file in memory and checks every checksum.
pub(super) fn open<'a>(bytes: &'a [u8], name: &str) -> Result<Vec<Chunk<'a>>, WorldError> {
    let header = Header::read(bytes, bytes.len() as u64, name)?;
    let entries = header.entries(&bytes[header.table as usize..], name)?;
    let mut checked = BTreeSet::new();
    let mut chunks = Vec::new();
    for entry in entries {
        let padded = &bytes[entry.start as usize..(entry.start + entry.padded_length()) as usize];
        let content = &padded[..entry.length as usize];
        if checked.insert((entry.start, entry.length)) {
            entry.check(padded, name)?;
        }
        chunks.push(Chunk { kind: entry.kind, key: entry.key, bytes: content });
    }
    Ok(chunks)
}
