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

/// Spans and floors of a tile's columns, before links; memory is reused from tile to tile.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// Centimetre from which heights count.
    pub base: i32,
    /// What heights of the raster are raised by to count from there.
    lift: u16,
    pub span_starts: Vec<u32>,
    pub spans: Vec<Span>,
    pub floor_starts: Vec<u32>,
    pub floors: Vec<Floor>,
    objects: LocalObjects,
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
        let Some(low) = self.spans.iter().map(|span| span.low).min() else { return };
        let base = base_for(self.base + i32::from(low));
        let shift = (base - self.base) as u16;
        if shift == 0 {
            return;
        }
        self.base = base;
        for span in &mut self.spans {
            span.low -= shift;
            span.high -= shift;
        }
        self.floors.iter_mut().for_each(|floor| floor.height -= shift);
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
        let column = raster.number(x, z);
        if !raster.spans.is_filled(column) {
            return;
        }
        let mut span = *raster.spans.lowest(column);
        while let Some(above) = raster.spans.above(&span) {
            if span.winding > 0 {
                // Between the two is the inside of a closed solid.
                span.join(above);
                span.follow(above);
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
        let object = self.objects.number(span.top.object());
        self.spans.push(Span { low: span.low + self.lift, high: span.high + self.lift, object });
        let Some((height, surface)) = standing(span, grid) else { return };
        let headroom = ceiling.map_or(SKY, |ceiling| ceiling.saturating_sub(height).min(SKY - 1));
        if headroom >= MIN_HEADROOM {
            let object = self.objects.number(surface.object());
            self.floors.push(Floor { height: height + self.lift, headroom, slope: surface.slope(), object });
        }
    }

    /// Appends a column of a finished tile, whose base may differ.
    pub fn push_from(&mut self, tile: &super::tile::Tile, x: i32, z: i32) {
        self.span_starts.push(self.spans.len() as u32);
        self.floor_starts.push(self.floors.len() as u32);
        let shift = |height: u16| (tile.base - self.base + i32::from(height)) as u16;
        for span in &tile.spans[tile.span_index.range(x, z)] {
            let object = self.objects.number(tile.objects[usize::from(span.object)].0);
            self.spans.push(Span { low: shift(span.low), high: shift(span.high), object });
        }
        for floor in &tile.floors[tile.floor_index.range(x, z)] {
            let object = self.objects.number(tile.objects[usize::from(floor.object)].0);
            self.floors.push(Floor { height: shift(floor.height), object, ..*floor });
        }
    }

    /// Renumbers objects in ascending order and returns them; `None` when they are too many for a tile.
    pub fn take_objects(&mut self) -> Option<Vec<ObjectId>> {
        let (objects, renumber) = self.objects.take()?;
        if let Some(renumber) = renumber {
            self.spans.iter_mut().for_each(|span| span.object = renumber[usize::from(span.object)]);
            self.floors.iter_mut().for_each(|floor| floor.object = renumber[usize::from(floor.object)]);
        }
        Some(objects)
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

/// Numbers that a tile gives to the objects in it, in the order in which they come; reused from tile to tile.
#[derive(Debug, Default)]
struct LocalObjects {
    /// Number of each object of the scene, if it has one.
    number_of: Vec<u16>,
    found: Vec<u32>,
}

const UNNUMBERED: u16 = u16::MAX;

impl LocalObjects {
    #[inline]
    fn number(&mut self, object: u32) -> u16 {
        match self.number_of.get(object as usize) {
            Some(&number) if number != UNNUMBERED => number,
            _ => self.add(object),
        }
    }

    #[cold]
    fn add(&mut self, object: u32) -> u16 {
        if self.number_of.len() <= object as usize {
            self.number_of.resize(object as usize + 1, UNNUMBERED);
        }
        // A number that does not fit stays the largest, and the tile is refused at its end.
        let number = self.found.len().min(usize::from(UNNUMBERED) - 1) as u16;
        self.number_of[object as usize] = number;
        self.found.push(object);
        number
    }

    /// The objects in ascending order and, unless they came so, the way from old numbers to new ones; then forgets them.
    fn take(&mut self) -> Option<(Vec<ObjectId>, Option<Vec<u16>>)> {
        let found = std::mem::take(&mut self.found);
        for &object in &found {
            self.number_of[object as usize] = UNNUMBERED;
        }
        if found.len() >= usize::from(UNNUMBERED) {
            return None;
        }
        let mut order: Vec<u16> = (0..found.len() as u16).collect();
        order.sort_unstable_by_key(|&i| found[usize::from(i)]);
        let objects = order.iter().map(|&i| ObjectId(found[usize::from(i)])).collect();
        let mut renumber = vec![0; found.len()];
        for (new, &old) in order.iter().enumerate() {
            renumber[usize::from(old)] = new as u16;
        }
        Some((objects, (!found.is_sorted()).then_some(renumber)))
    }
}

/// Both indices of a tile's columns.
pub(crate) fn pack(columns: &Columns) -> Result<(ColumnIndex, ColumnIndex), RowOverflow> {
    Ok((ColumnIndex::pack(&columns.span_starts)?, ColumnIndex::pack(&columns.floor_starts)?))
}
