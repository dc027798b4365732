//! Columns, second half, and floors: gathered spans → the arrays of a tile.
//!
//! In: the merged spans of a raster. Out: solid spans, with the inside of closed solids filled, and the floors on them. A floor
//! is the surface over the column's centre if no part of the span rises above it by more than that surface's slope explains;
//! otherwise it is the flat part of the highest surface. The bare top of a wall is no floor, unless the span is lower than a
//! cell. A floor's height is therefore that of the surface at the centre, not of the highest corner of the cell. Bandi & Thalmann
//! §3.5 take the occupied cell with an empty cell above; our heights have 1 cm, whatever the cell height.

use super::grid::{Grid, TILE};
use super::index::ColumnIndex;
use super::raster::span::{Span as Gathered, SurfaceKey};
use super::raster::{Raster, base_for};
use super::tile::{Floor, MIN_HEADROOM, SKY, Span};
use crate::geom::PLAN_PER_METRE;
use crate::scene::ObjectId;

/// Spans and floors of a tile's columns, before links; memory is reused from tile to tile.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// Base of the heights, in cm.
    pub base: i32,
    /// Added to heights of the raster so that they count from the base.
    lift: i32,
    /// Lowest point of all spans. Stored in 32 bits, as it is read: writing 16 bits and reading 32 would stall the next span.
    lowest: i32,
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
        self.lift = raster_base - base;
        self.lowest = i32::from(u16::MAX);
        self.span_starts.clear();
        self.floor_starts.clear();
        self.spans.clear();
        self.floors.clear();
    }

    /// Ends the arrays after the last column, and moves the base to the value that the content defines, so that equal content has
    /// equal bytes.
    pub fn end(&mut self) {
        self.start_column();
        let base = base_for(self.base + self.lowest);
        if self.spans.is_empty() || base == self.base {
            return;
        }
        let shift = (base - self.base) as u16;
        self.base = base;
        for span in &mut self.spans {
            span.low -= shift;
            span.high -= shift;
        }
        self.floors.iter_mut().for_each(|floor| floor.height -= shift);
    }

    /// Starts the next column. An empty column needs no further call.
    #[inline(always)]
    pub fn start_column(&mut self) {
        self.span_starts.push(self.spans.len() as u32);
        self.floor_starts.push(self.floors.len() as u32);
    }

    /// Appends a row of the tile from the raster, beginning at one of its columns.
    pub fn push_row(&mut self, raster: &Raster, first: usize) {
        let (mut span_starts, mut floor_starts) = ([0; TILE as usize], [0; TILE as usize]);
        for x in 0..TILE as usize {
            span_starts[x] = self.spans.len() as u32;
            floor_starts[x] = self.floors.len() as u32;
            self.push_gathered(raster, first + x);
        }
        self.span_starts.extend_from_slice(&span_starts);
        self.floor_starts.extend_from_slice(&floor_starts);
    }

    /// Fills a started column from a column of the raster.
    #[inline(always)]
    pub fn push_gathered(&mut self, raster: &Raster, column: usize) {
        if !raster.spans.is_filled(column) {
            return;
        }
        let lowest = raster.spans.lowest(column);
        match raster.spans.above(lowest) {
            None => self.push_span(lowest, SKY, &raster.grid),
            Some(above) => self.push_spans(*lowest, above, raster),
        }
    }

    /// Appends several spans of a column.
    fn push_spans<'s>(&mut self, mut span: Gathered, mut above: &'s Gathered, raster: &'s Raster) {
        loop {
            if span.winding > 0 {
                // The space between the two spans is the inside of a closed solid.
                span.join(above);
            } else {
                self.push_span(&span, above.low, &raster.grid);
                let below = span.winding;
                span = *above;
                span.winding += below;
            }
            match raster.spans.above(above) {
                Some(next) => above = next,
                None => return self.push_span(&span, SKY, &raster.grid),
            }
        }
    }

    /// Appends a span and its floor, if it has one. The free space above ends at `ceiling`.
    #[inline(always)]
    fn push_span(&mut self, span: &Gathered, ceiling: u16, grid: &Grid) {
        let object = span.top.object();
        let number = self.objects.number(object);
        let lifted = |height: u16| (i32::from(height) + self.lift) as u16;
        let (low, high, lift) = (lifted(span.low), lifted(span.high), self.lift);
        self.lowest = self.lowest.min(i32::from(low));
        self.spans.push(Span { low, high, object: number });
        let Some((height, surface)) = floor_of_span(span, grid) else { return };
        let headroom = if ceiling == SKY { SKY } else { ceiling.saturating_sub(height) };
        if headroom >= MIN_HEADROOM {
            let number = if surface.object() == object { number } else { self.objects.number(surface.object()) };
            let height = (i32::from(height) + lift) as u16;
            self.floors.push(Floor { height, headroom, slope: surface.slope(), object: number });
        }
    }

    /// Appends a column of a finished tile, whose base may differ.
    pub fn push_from(&mut self, tile: &super::tile::Tile, x: i32, z: i32) {
        self.start_column();
        let shift = |height: u16| (tile.base - self.base + i32::from(height)) as u16;
        for span in &tile.spans[tile.span_index.range(x, z)] {
            let object = self.objects.number(tile.objects[usize::from(span.object)].0);
            self.lowest = self.lowest.min(i32::from(shift(span.low)));
            self.spans.push(Span { low: shift(span.low), high: shift(span.high), object });
        }
        for floor in &tile.floors[tile.floor_index.range(x, z)] {
            let object = self.objects.number(tile.objects[usize::from(floor.object)].0);
            self.floors.push(Floor { height: shift(floor.height), object, ..*floor });
        }
    }

    /// Renumbers objects in ascending order and returns them; `None` if a tile cannot number them.
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
#[inline(always)]
fn floor_of_span(span: &Gathered, grid: &Grid) -> Option<(u16, SurfaceKey)> {
    if span.centre.is_standable() {
        let height = span.centre.height();
        let above = i32::from(span.high) - i32::from(height) - grid.cell_height;
        if above <= 0 || above <= half_cell_rise(span.steep, grid) {
            return Some((height, span.centre));
        }
    }
    if span.top.is_standable() && span.top.height() == span.high {
        return Some((span.top_centre.clamp(span.low, span.high), span.top));
    }
    // A span lower than a cell is no wall, however steep: the nosing of a tread may be the only part of it in a column.
    let thin = i32::from(span.high) - i32::from(span.low) < grid.cell_height;
    thin.then_some((span.high, span.top))
}

/// How far a surface can rise from the centre of a cell to its corner, in cm.
#[inline]
fn half_cell_rise(steep: u8, grid: &Grid) -> i32 {
    (i64::from(steep) * i64::from(grid.cell) * 100 / (2 * 64 * i64::from(PLAN_PER_METRE))) as i32
}

/// Numbers of the objects of a tile, in the order in which they occur; reused from tile to tile.
#[derive(Debug, Default)]
struct LocalObjects {
    /// Number of each object of the scene; `UNNUMBERED` if it is not in the tile.
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

    /// The objects in ascending order and, unless they were numbered so, the mapping from old numbers to new ones. Empties the
    /// list.
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
pub(crate) fn pack(columns: &Columns) -> Option<(ColumnIndex, ColumnIndex)> {
    Some((ColumnIndex::pack(&columns.span_starts)?, ColumnIndex::pack(&columns.floor_starts)?))
}
