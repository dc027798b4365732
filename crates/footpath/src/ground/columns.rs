//! Columns, second half, and floors: gathered spans → the arrays of a tile.
//!
//! In: the merged spans of a raster. Out: solid spans with the insides of closed solids filled, and the floors on them.
//! A floor is the surface over the column's centre when nothing in the span stands higher than that surface's slope
//! explains, else the flat part of what stands highest; the bare top of a wall is no floor. So a floor's height is true
//! to the surface at the centre and not to the highest corner of the cell. Bandi & Thalmann §3.5 take the occupied cell
//! with an empty cell above; ours are heights to 1 cm, whatever the cell height.

use super::build::base_for;
use super::grid::{Grid, TILE};
use super::index::{ColumnIndex, RowOverflow};
use super::raster::Raster;
use super::raster::span::{Span as Gathered, SurfaceKey};
use super::tile::{Floor, MIN_HEADROOM, SKY, Span};
use crate::geom::PLAN_PER_METRE;
use crate::scene::ObjectId;

/// Columns of a tile.
pub(crate) const COLUMNS: usize = (TILE * TILE) as usize;

/// A floor or span whose object is still the scene's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owned<T> {
    pub item: T,
    pub object: u32,
}

/// Spans and floors of a tile's columns, before links; memory is reused from tile to tile.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// Centimetre from which heights count.
    pub base: i32,
    /// What heights of the raster are raised by to count from there.
    lift: u16,
    pub span_starts: Vec<u32>,
    pub spans: Vec<Owned<Span>>,
    pub floor_starts: Vec<u32>,
    pub floors: Vec<Owned<Floor>>,
}

impl Columns {
    /// Empties the arrays for the next tile.
    pub fn begin(&mut self, base: i32, raster_base: i32) {
        self.base = base;
        self.lift = (raster_base - base) as u16;
        self.span_starts.clear();
        self.floor_starts.clear();
        self.spans.clear();
        self.floors.clear();
    }

    /// Ends the arrays after the last column.
    pub fn end(&mut self) {
        debug_assert_eq!(self.span_starts.len(), COLUMNS);
        self.span_starts.push(self.spans.len() as u32);
        self.floor_starts.push(self.floors.len() as u32);
    }

    /// Counts heights from where the content says, so that equal content has equal bytes.
    pub fn settle(&mut self) {
        let Some(low) = self.spans.iter().map(|span| span.item.low).min() else { return };
        let base = base_for(self.base + i32::from(low));
        let shift = (base - self.base) as u16;
        if shift == 0 {
            return;
        }
        self.base = base;
        for span in &mut self.spans {
            span.item.low -= shift;
            span.item.high -= shift;
        }
        self.floors.iter_mut().for_each(|floor| floor.item.height -= shift);
    }

    /// Appends a column with nothing in it.
    pub fn push_empty(&mut self) {
        self.span_starts.push(self.spans.len() as u32);
        self.floor_starts.push(self.floors.len() as u32);
    }

    /// Appends a column from the raster, which has the same base.
    #[inline]
    pub fn push_gathered(&mut self, raster: &Raster, x: usize, z: usize) {
        self.span_starts.push(self.spans.len() as u32);
        self.floor_starts.push(self.floors.len() as u32);
        let mut gathered = raster.column(x, z);
        let Some(first) = gathered.next() else { return };
        let mut span = *first;
        for above in gathered {
            if span.winding > 0 {
                // Between the two is the inside of a closed solid.
                span.join(above);
                continue;
            }
            let winding = span.winding;
            self.push_span(&span, Some(above.low), &raster.grid);
            span = *above;
            span.winding += winding;
        }
        self.push_span(&span, None, &raster.grid);
    }

    #[inline]
    fn push_span(&mut self, span: &Gathered, ceiling: Option<u16>, grid: &Grid) {
        let object = span.top.object();
        let item = Span { low: span.low + self.lift, high: span.high + self.lift, object: 0 };
        self.spans.push(Owned { item, object });
        let Some((height, surface)) = standing(span, grid) else { return };
        let headroom = ceiling.map_or(SKY, |ceiling| ceiling.saturating_sub(height).min(SKY - 1));
        if headroom >= MIN_HEADROOM {
            let floor = Floor { height: height + self.lift, headroom, slope: surface.slope(), object: 0 };
            self.floors.push(Owned { item: floor, object: surface.object() });
        }
    }

    /// Appends a column of a finished tile, whose base may differ.
    pub fn push_from(&mut self, tile: &super::tile::Tile, x: i32, z: i32) {
        self.span_starts.push(self.spans.len() as u32);
        self.floor_starts.push(self.floors.len() as u32);
        let shift = |height: u16| (tile.base - self.base + i32::from(height)) as u16;
        for span in &tile.spans[tile.span_index.range(x, z)] {
            let item = Span { low: shift(span.low), high: shift(span.high), object: 0 };
            self.spans.push(Owned { item, object: tile.objects[usize::from(span.object)].0 });
        }
        for floor in &tile.floors[tile.floor_index.range(x, z)] {
            let item = Floor { height: shift(floor.height), object: 0, ..*floor };
            self.floors.push(Owned { item, object: tile.objects[usize::from(floor.object)].0 });
        }
    }
}

/// Height and surface of the floor of a span, if a foot can stand on it.
#[inline]
fn standing(span: &Gathered, grid: &Grid) -> Option<(u16, SurfaceKey)> {
    if span.centre.is_standable() {
        let height = span.centre.height();
        if i32::from(span.high) <= i32::from(height) + half_cell_rise(span.steep, grid) + grid.cell_height {
            return Some((height, span.centre));
        }
    }
    let reaches = span.top.is_standable() && span.top.height() == span.high;
    reaches.then(|| (span.top_centre.clamp(span.low, span.high), span.top))
}

/// How far, in cm, a surface can rise from the centre of a cell to its corner.
#[inline]
fn half_cell_rise(steep: u8, grid: &Grid) -> i32 {
    i32::from(steep) * grid.cell * 100 / (2 * 64 * PLAN_PER_METRE)
}

/// Objects of a tile in ascending order, and the way back from the scene's number; reused from tile to tile.
#[derive(Debug, Default)]
pub(crate) struct LocalObjects {
    local: Vec<u16>,
}

/// More objects in one tile than 16 bits can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyObjects;

impl LocalObjects {
    /// Numbers the objects that `columns` refer to.
    pub fn number(&mut self, columns: &Columns) -> Result<Vec<ObjectId>, TooManyObjects> {
        const UNSEEN: u16 = u16::MAX;
        let mut found = Vec::new();
        let objects =
            columns.spans.iter().map(|span| span.object).chain(columns.floors.iter().map(|floor| floor.object));
        for object in objects {
            if self.local.len() <= object as usize {
                self.local.resize(object as usize + 1, UNSEEN);
            }
            if self.local[object as usize] == UNSEEN {
                self.local[object as usize] = 0;
                found.push(ObjectId(object));
            }
        }
        found.sort_unstable();
        for (local, object) in found.iter().enumerate() {
            self.local[object.0 as usize] = local as u16;
        }
        if found.len() > usize::from(UNSEEN) {
            return Err(TooManyObjects);
        }
        Ok(found)
    }

    /// The tile's number of an object.
    #[inline]
    pub fn of(&self, object: u32) -> u16 {
        self.local[object as usize]
    }

    /// Forgets the numbers of a tile.
    pub fn forget(&mut self, objects: &[ObjectId]) {
        for object in objects {
            self.local[object.0 as usize] = u16::MAX;
        }
    }
}

/// Both indices of a tile's columns.
pub(crate) fn pack(columns: &Columns) -> Result<(ColumnIndex, ColumnIndex), RowOverflow> {
    Ok((ColumnIndex::pack(&columns.span_starts)?, ColumnIndex::pack(&columns.floor_starts)?))
}
