//! A rectangle of columns laid out flat: the spans and floors of a tile and of what is around it, in centimetres from the
//! local origin, for work that looks at many neighbouring columns.

use super::steps::over;
use crate::ground::{ColumnKey, Floor, SKY, TILE, Tile, TileKey, Window};
use crate::reach::limits::{ENOUGH, Limits};
use crate::scene::Tag;
use crate::world::Semantics;
use crate::world::World;

/// A floor as a body sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    pub height: i32,
    /// Where the free space above ends.
    pub ceiling: i32,
    pub slope: [i8; 2],
    /// How far its span shows above and below it, the lesser of both.
    pub over: i32,
    /// Whether a foot may be set on it: neither too steep nor refused by the rules.
    pub holds: bool,
}

impl Ground {
    /// A floor of a tile, of an object with this tag.
    pub fn of(tile: &Tile, floor: &Floor, limits: &Limits, tag: Tag) -> Self {
        Self {
            height: tile.base() + i32::from(floor.height),
            ceiling: tile.base() + ceiling(floor),
            slope: floor.slope,
            over: 0,
            holds: limits.stands(floor.slope) && !matches!(tag, Tag::Obstacle | Tag::Forbidden),
        }
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

/// Columns of a window with what is in them.
#[derive(Debug)]
pub(crate) struct Patch {
    pub window: Window,
    spans: Vec<Solid>,
    span_starts: Vec<u32>,
    floors: Vec<Ground>,
    floor_starts: Vec<u32>,
}

impl Patch {
    /// The columns of a window.
    pub fn of(world: &World, window: Window, limits: &Limits, semantics: &Semantics) -> Self {
        let mut patch = Self {
            window,
            spans: Vec::new(),
            span_starts: Vec::with_capacity(window.len() + 1),
            floors: Vec::new(),
            floor_starts: Vec::with_capacity(window.len() + 1),
        };
        for z in window.z0..window.z0 + window.depth {
            let (tile_z, row) = (z.div_euclid(TILE), z.rem_euclid(TILE));
            let mut x = window.x0;
            while x < window.x0 + window.width {
                let tile_x = x.div_euclid(TILE);
                let end = ((tile_x + 1) * TILE).min(window.x0 + window.width);
                let tile = world.tile(TileKey { z: tile_z, x: tile_x });
                for x in x..end {
                    patch.span_starts.push(patch.spans.len() as u32);
                    patch.floor_starts.push(patch.floors.len() as u32);
                    if let Some(tile) = tile {
                        patch.take(tile, x.rem_euclid(TILE), row, limits, semantics);
                    }
                }
                x = end;
            }
        }
        patch.span_starts.push(patch.spans.len() as u32);
        patch.floor_starts.push(patch.floors.len() as u32);
        patch
    }

    fn take(&mut self, tile: &Tile, x: i32, z: i32, limits: &Limits, semantics: &Semantics) {
        let tag = |local: u16| semantics.tag(tile.objects()[usize::from(local)]);
        let base = tile.base();
        let spans = &tile.spans()[tile.span_index().range(x, z)];
        self.spans.extend(spans.iter().map(|span| Solid {
            low: base + i32::from(span.low),
            high: base + i32::from(span.high),
            forbidden: tag(span.object) == Tag::Forbidden,
        }));
        for (index, floor) in tile.floor_index().range(x, z).zip(&tile.floors()[tile.floor_index().range(x, z)]) {
            let over = over(tile, [x, z], index);
            self.floors.push(Ground { over, ..Ground::of(tile, floor, limits, tag(floor.object)) });
        }
    }

    /// Number of a column within the window.
    #[inline]
    pub fn at(&self, column: ColumnKey) -> usize {
        ((column.z - self.window.z0) * self.window.width + column.x - self.window.x0) as usize
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

    /// Numbers of a column's floors in the patch, from below.
    #[inline]
    pub fn numbers(&self, at: usize) -> std::ops::Range<u32> {
        self.floor_starts[at]..self.floor_starts[at + 1]
    }

    /// A floor by its number.
    #[inline]
    pub fn floor(&self, number: u32) -> &Ground {
        &self.floors[number as usize]
    }

    /// Floors of a column, from below.
    #[inline]
    pub fn floors(&self, at: usize) -> &[Ground] {
        &self.floors[self.floor_starts[at] as usize..self.floor_starts[at + 1] as usize]
    }
}

fn ceiling(floor: &Floor) -> i32 {
    if floor.headroom == SKY { ENOUGH * 2 } else { floor.ceiling() }
}
