//! What stays in memory of a world whose tiles do not: one chunk per file, read when a file is opened.
//!
//! In: the tiles, one after the other. Out: per tile how much it holds and where, so that a world can be described, and a tile
//! checked, without reading the others. What else must be resident goes here too, tile by tile.

use super::bytes::{Reader, Writer};
use crate::ground::{Tile, TileKey};

/// What is known of a tile that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::world) struct TileFacts {
    pub spans: u32,
    pub floors: u32,
    pub sheets: u32,
    pub faces: u32,
    /// Columns that hold anything: first along x and z, and how many.
    pub columns: [u8; 4],
    /// Lowest and highest centimetre, from the local origin.
    pub heights: [i32; 2],
}

impl TileFacts {
    pub fn of(tile: &Tile) -> Self {
        let index = tile.span_index();
        let cm = |height: u16| tile.base().saturating_add(i32::from(height));
        Self {
            spans: tile.spans().len() as u32,
            floors: tile.floors().len() as u32,
            sheets: u32::from(tile.sheet_count()),
            faces: tile.faces().len() as u32,
            columns: [index.x0, index.z0, index.width, index.depth],
            heights: [
                tile.spans().iter().map(|span| cm(span.low)).min().unwrap_or(0),
                tile.spans().iter().map(|span| cm(span.high)).max().unwrap_or(0),
            ],
        }
    }
}

/// Facts of all tiles, in order of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::world) struct Resident {
    pub tiles: Vec<(TileKey, TileFacts)>,
}

impl Resident {
    pub fn push(&mut self, key: TileKey, facts: TileFacts) {
        self.tiles.push((key, facts));
    }

    /// Facts of one tile.
    pub fn get(&self, key: TileKey) -> Option<&TileFacts> {
        let at = self.tiles.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(&self.tiles[at].1)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.u32(self.tiles.len() as u32);
        self.tiles.iter().for_each(|(key, facts)| write(*key, facts, &mut out));
        out.bytes
    }

    /// Reads the chunk; `None` when it is not one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let count = reader.u32()?;
        let mut resident = Self::default();
        for _ in 0..count {
            let (key, facts) = read(&mut reader)?;
            if resident.tiles.last().is_some_and(|(last, _)| *last >= key) {
                return None;
            }
            resident.push(key, facts);
        }
        reader.is_done().then_some(resident)
    }
}

/// Bytes of one tile, 36 of them.
pub(in crate::world) fn write(key: TileKey, facts: &TileFacts, out: &mut Writer) {
    out.i32(key.z);
    out.i32(key.x);
    [facts.spans, facts.floors, facts.sheets, facts.faces].into_iter().for_each(|count| out.u32(count));
    out.u8s(&facts.columns);
    facts.heights.into_iter().for_each(|cm| out.i32(cm));
}

pub(in crate::world) fn read(from: &mut Reader) -> Option<(TileKey, TileFacts)> {
    let key = TileKey { z: from.i32()?, x: from.i32()? };
    let facts = TileFacts {
        spans: from.u32()?,
        floors: from.u32()?,
        sheets: from.u32()?,
        faces: from.u32()?,
        columns: *from.take(4)?.first_chunk()?,
        heights: [from.i32()?, from.i32()?],
    };
    Some((key, facts))
}
