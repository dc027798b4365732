//! Decides which floors hold a body and have its headroom ([`Ground::new`]), for a rectangle of columns.
//!
//! The rectangle is laid out flat: the spans and floors of a tile and of its surroundings, in centimetres from the local
//! origin, for work that looks at many neighbouring columns.

use super::rule::StepRule;
use crate::ground::{ColumnKey, Floor, SKY, TILE, Tile, TileKey, Window};
use crate::scene::Tag;
use crate::world::{Semantics, World};

/// Heights above which free space is as good as the open sky, in cm.
pub(crate) const ENOUGH: i32 = 30_000;

/// A floor as a body sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    pub height: i32,
    /// Where the free space above ends.
    pub ceiling: i32,
    pub slope: [i8; 2],
    /// How far its span reaches above and below it, the lesser of both, in cm; 0 on level ground.
    pub over: i16,
    /// Whether a foot may be set on it: neither too steep nor refused by the rules.
    pub holds: bool,
    /// Whether it holds and the body has its least height above it.
    pub stands: bool,
}

impl Ground {
    /// A floor of a tile, of an object with this tag.
    pub fn new(tile: &Tile, floor: &Floor, rule: &StepRule, tag: Tag) -> Self {
        let height = tile.base() + i32::from(floor.height);
        let ceiling = tile.base() + if floor.headroom == SKY { ENOUGH * 2 } else { floor.ceiling() };
        let holds = rule.is_gentle(floor.slope) && !matches!(tag, Tag::Obstacle | Tag::Forbidden);
        let stands = holds && ceiling - height >= rule.min_height;
        Self { height, ceiling, slope: floor.slope, over: 0, holds, stands }
    }

    /// Free height above it.
    #[inline]
    pub fn free(&self) -> i32 {
        (self.ceiling - self.height).min(ENOUGH)
    }
}

/// A run of solid height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    pub low: i32,
    pub high: i32,
    pub forbidden: bool,
}

/// Columns of a window with their spans and floors.
#[derive(Debug)]
pub(crate) struct Columns {
    pub window: Window,
    spans: Vec<Solid>,
    span_starts: Vec<u32>,
    floors: Vec<Ground>,
    floor_starts: Vec<u32>,
    /// Of each floor its index in its tile.
    indices: Vec<u32>,
}

impl Columns {
    /// The columns of a window.
    pub fn of(world: &World, window: Window, rule: &StepRule, semantics: &Semantics) -> Self {
        let mut columns = Self {
            window,
            spans: Vec::with_capacity(window.len()),
            span_starts: Vec::with_capacity(window.len() + 1),
            floors: Vec::with_capacity(window.len()),
            floor_starts: Vec::with_capacity(window.len() + 1),
            indices: Vec::with_capacity(window.len()),
        };
        let ends = |first: i32, count: i32| (first.div_euclid(TILE), (first + count - 1).div_euclid(TILE));
        let (tile_x0, tile_x1) = ends(window.x0, window.width);
        let (tile_z0, tile_z1) = ends(window.z0, window.depth);
        for tile_z in tile_z0..=tile_z1 {
            let tiles: Vec<Source<'_>> =
                (tile_x0..=tile_x1).map(|x| Source::new(world.tile(TileKey { z: tile_z, x }), semantics)).collect();
            let rows = window.z0.max(tile_z * TILE)..(window.z0 + window.depth).min((tile_z + 1) * TILE);
            for z in rows {
                for (tile_x, source) in (tile_x0..=tile_x1).zip(&tiles) {
                    let row = window.x0.max(tile_x * TILE)..(window.x0 + window.width).min((tile_x + 1) * TILE);
                    columns.add_row(
                        source,
                        row.start - tile_x * TILE..row.end - tile_x * TILE,
                        z - tile_z * TILE,
                        rule,
                    );
                }
            }
        }
        columns.span_starts.push(columns.spans.len() as u32);
        columns.floor_starts.push(columns.floors.len() as u32);
        columns
    }

    fn add_row(&mut self, source: &Source<'_>, row: std::ops::Range<i32>, z: i32, rule: &StepRule) {
        let Some(tile) = source.tile else {
            self.span_starts.extend(row.clone().map(|_| self.spans.len() as u32));
            self.floor_starts.extend(row.map(|_| self.floors.len() as u32));
            return;
        };
        let base = tile.base();
        for x in row {
            self.span_starts.push(self.spans.len() as u32);
            self.floor_starts.push(self.floors.len() as u32);
            let spans = &tile.spans()[tile.span_index().range(x, z)];
            self.spans.extend(spans.iter().map(|span| Solid {
                low: base + i32::from(span.low),
                high: base + i32::from(span.high),
                forbidden: source.tags[usize::from(span.object)] == Tag::Forbidden,
            }));
            for index in tile.floor_index().range(x, z) {
                let floor = &tile.floors()[index];
                let over = if floor.slope == [0, 0] { 0 } else { over_of(spans, floor.height) };
                let ground = Ground::new(tile, floor, rule, source.tags[usize::from(floor.object)]);
                self.floors.push(Ground { over: over.min(i32::from(i16::MAX)) as i16, ..ground });
                self.indices.push(index as u32);
            }
        }
    }

    /// Number of a column within the window.
    #[inline]
    pub fn at(&self, column: ColumnKey) -> usize {
        ((column.z - self.window.z0) * self.window.width + column.x - self.window.x0) as usize
    }

    /// A column by its number.
    pub fn column(&self, at: usize) -> ColumnKey {
        let [x, z] = self.place(at);
        ColumnKey::new(self.window.x0 + x, self.window.z0 + z)
    }

    /// A column by its number, counted from the corner of the window.
    #[inline]
    pub fn place(&self, at: usize) -> [i32; 2] {
        let (at, width) = (at as u32, self.window.width as u32);
        [at % width, at / width].map(|c| c as i32)
    }

    /// Columns along a row of the window.
    #[inline]
    pub fn width(&self) -> usize {
        self.window.width as usize
    }

    /// Solid spans of a column, from below.
    #[inline]
    pub fn spans(&self, at: usize) -> &[Solid] {
        &self.spans[self.span_starts[at] as usize..self.span_starts[at + 1] as usize]
    }

    /// Floors of all columns.
    pub fn count(&self) -> usize {
        self.floors.len()
    }

    /// Numbers of a column's floors, from below.
    #[inline]
    pub fn numbers(&self, at: usize) -> std::ops::Range<u32> {
        self.floor_starts[at]..self.floor_starts[at + 1]
    }

    /// A floor by its number.
    #[inline]
    pub fn floor(&self, number: u32) -> &Ground {
        &self.floors[number as usize]
    }

    /// Index of a floor in its tile.
    #[inline]
    pub fn index(&self, number: u32) -> u32 {
        self.indices[number as usize]
    }

    /// Floors of a column, from below.
    #[inline]
    pub fn floors(&self, at: usize) -> &[Ground] {
        &self.floors[self.floor_starts[at] as usize..self.floor_starts[at + 1] as usize]
    }

    /// Lower end of the first span of a column that reaches above `above`, if it begins below `below`.
    #[inline]
    pub fn hit(&self, at: usize, above: i32, below: i32) -> Option<i32> {
        let span = self.spans(at).iter().find(|span| span.high > above)?;
        (span.low < below).then_some(span.low)
    }
}

/// A tile and the tags of its objects.
struct Source<'a> {
    tile: Option<&'a Tile>,
    tags: Vec<Tag>,
}

impl<'a> Source<'a> {
    fn new(tile: Option<&'a Tile>, semantics: &Semantics) -> Self {
        let tags = tile.map(|tile| tile.objects().iter().map(|&object| semantics.tag(object)).collect());
        Self { tile, tags: tags.unwrap_or_default() }
    }
}

fn over_of(spans: &[crate::ground::Span], height: u16) -> i32 {
    let own = spans.iter().find(|span| span.low <= height && height <= span.high);
    own.map_or(0, |span| i32::from((span.high - height).min(height - span.low)))
}

/// How far the span under a floor reaches above and below it, the lesser of both, in cm.
pub(crate) fn over(tile: &Tile, [x, z]: [i32; 2], floor: usize) -> i32 {
    over_of(&tile.spans()[tile.span_index().range(x, z)], tile.floors()[floor].height)
}
