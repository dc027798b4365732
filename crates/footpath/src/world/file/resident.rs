//! The chunk of a paged world that is always in memory. It is read when the file is opened.
//!
//! In: all tiles, one after the other. Out: the counts and extent of each tile, so that a world can be described and a tile
//! checked without reading others; and its outline, for searching routes. Equal outlines are stored once.

use super::bytes::{Reader, Writer};
use crate::ground::{MAX_RISE, OUTWARD, Outline, OutlineArea, OutlinePass, TILE, Tile, TileKey};
use std::collections::BTreeMap;

/// Counts and extent of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::world) struct TileFacts {
    pub spans: u32,
    pub floors: u32,
    pub sheets: u32,
    pub faces: u32,
    /// Columns with content: first along x and z, and their numbers.
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

/// Facts and outlines of all tiles, in order of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::world) struct Resident {
    pub tiles: Vec<(TileKey, TileFacts)>,
    /// Index of each tile's outline.
    pub outline_of: Vec<u32>,
    pub outlines: Outlines,
}

/// Distinct outlines, in the order of their first tile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::world) struct Outlines {
    pub all: Vec<Outline>,
    known: BTreeMap<Outline, u32>,
}

impl Outlines {
    /// The index of an outline, which is added if it is new.
    pub fn number(&mut self, outline: Outline) -> u32 {
        if let Some(&number) = self.known.get(&outline) {
            return number;
        }
        let number = self.all.len() as u32;
        self.all.push(outline.clone());
        self.known.insert(outline, number);
        number
    }
}

impl Resident {
    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        let per_tile = size_of::<(TileKey, TileFacts)>() + size_of::<u32>() + size_of::<TileKey>();
        self.tiles.len() * per_tile + self.outlines.all.iter().map(Outline::bytes).sum::<usize>()
    }

    pub fn push(&mut self, key: TileKey, facts: TileFacts, outline: u32) {
        self.tiles.push((key, facts));
        self.outline_of.push(outline);
    }

    /// Facts and outline of one tile.
    pub fn get(&self, key: TileKey) -> Option<(&TileFacts, &Outline)> {
        self.at(self.tiles.binary_search_by_key(&key, |(key, _)| *key).ok()?)
    }

    /// Facts and outline of the tile at an index.
    pub fn at(&self, at: usize) -> Option<(&TileFacts, &Outline)> {
        Some((&self.tiles.get(at)?.1, self.outlines.all.get(self.outline_of[at] as usize)?))
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.u32(self.tiles.len() as u32);
        for ((key, facts), &outline) in self.tiles.iter().zip(&self.outline_of) {
            write(*key, facts, &mut out);
            out.u32(outline);
        }
        out.u32(self.outlines.all.len() as u32);
        self.outlines.all.iter().for_each(|outline| write_outline(outline, &mut out));
        out.bytes
    }

    /// Reads the chunk; `None` if the bytes are invalid.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let count = reader.u32()?;
        let mut resident = Self::default();
        for _ in 0..count {
            let (key, facts) = read(&mut reader)?;
            if resident.tiles.last().is_some_and(|(last, _)| *last >= key) {
                return None;
            }
            resident.push(key, facts, reader.u32()?);
        }
        let outlines = reader.u32()?;
        for _ in 0..outlines {
            resident.outlines.all.push(read_outline(&mut reader)?);
        }
        let known = resident.outline_of.iter().all(|&outline| outline < outlines);
        (known && reader.is_done()).then_some(resident)
    }
}

fn write_outline(outline: &Outline, out: &mut Writer) {
    out.i32(outline.base);
    out.u32(outline.areas.len() as u32);
    out.u32(outline.passes.len() as u32);
    for area in &outline.areas {
        out.u8s(&area.columns);
        out.u16s(area.heights);
    }
    for pass in &outline.passes {
        out.u8s(&[pass.column[0], pass.column[1], pass.direction, pass.columns]);
        out.u16s([pass.floors[0], pass.floors[1], pass.height, pass.area, pass.other, pass.headroom]);
        out.u16s([pass.step.cast_unsigned(), 0]);
    }
    out.u16s(outline.apart.iter().copied());
}

fn read_outline(from: &mut Reader) -> Option<Outline> {
    let base = from.i32()?;
    let (areas, passes) = (from.u32()?, from.u32()?);
    let mut outline = Outline { base, ..Outline::default() };
    for _ in 0..areas {
        let columns: [u8; 4] = *from.take(4)?.first_chunk()?;
        let mut heights = from.u16s(2)?;
        let area = OutlineArea { columns, heights: [heights.next()?, heights.next()?] };
        outline.areas.push(area);
    }
    for _ in 0..passes {
        outline.passes.push(read_pass(from, areas)?);
    }
    outline.apart = from.u16s(outline.distances())?.collect();
    Some(outline)
}

fn read_pass(from: &mut Reader, areas: u32) -> Option<OutlinePass> {
    let &[x, z, direction, columns] = from.take(4)?.first_chunk()?;
    let mut numbers = from.u16s(8)?;
    let mut next = || numbers.next();
    let floors = [next()?, next()?];
    let (height, area, other, headroom) = (next()?, next()?, next()?, next()?);
    let step = next()?.cast_signed();
    let inside = |c: u8| i32::from(c) < TILE;
    let sane = inside(x) && inside(z) && direction < 4 && (1..=TILE as u8).contains(&columns);
    let joins = u32::from(area) < areas && (other == OUTWARD || u32::from(other) < areas);
    let pass = OutlinePass { column: [x, z], direction, columns, floors, height, area, other, headroom, step };
    (sane && joins && i32::from(step).abs() <= MAX_RISE && next()? == 0).then_some(pass)
}

/// Writes one tile without the index of its outline: 36 bytes.
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
