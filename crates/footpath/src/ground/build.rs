//! Faces → the tiles of a work unit: all stages that need only one tile. Each thread has one `Builder`.

use super::columns::{Columns, pack};
use super::face::Face;
use super::grid::{ColumnKey, Grid, TILE, TileKey, Window};
use super::links;
use super::raster::{NOTHING, Raster, base_for, too_tall};
use super::sheets::SheetFinder;
use super::stage::{Stage, StageTimes};
use super::tile::Tile;
use super::waypoints;
use std::sync::Arc;
use std::time::Instant;

/// Why a tile cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overfull {
    /// Heights exceed 16 bits of centimetres above the base; 573 m always fit.
    TooTall { cm: i32 },
    /// More than 65,535 spans in one row of columns, or as many objects or sheets in one tile.
    TooDense,
}

/// Builds tiles; its memory is reused.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    pub raster: Raster<'a>,
    columns: Columns,
    sheets: SheetFinder,
    /// Time spent per stage.
    pub times: StageTimes,
}

impl<'a> Builder<'a> {
    pub fn new(grid: Grid, restrictions: &'a [u8]) -> Self {
        Self {
            raster: Raster::new(grid, restrictions),
            columns: Columns::default(),
            sheets: SheetFinder::default(),
            times: StageTimes::default(),
        }
    }

    /// Rasterises faces into a window.
    pub fn gather<'f>(
        &mut self,
        window: Window,
        faces: impl Iterator<Item = &'f Face> + Clone,
    ) -> Result<(), Overfull> {
        let start = Instant::now();
        self.raster.begin(window, faces.clone()).map_err(|cm| Overfull::TooTall { cm })?;
        faces.for_each(|face| self.raster.add(face));
        self.times.add(Stage::Columns, start.elapsed());
        Ok(())
    }

    /// Builds a tile of the window's columns; `None` if it is empty.
    pub fn tile(&mut self, key: TileKey, faces: Arc<[Face]>) -> Result<Option<Tile>, Overfull> {
        let start = Instant::now();
        let window = self.raster.window;
        let (x0, z0) = ((key.x * TILE - window.x0) as usize, (key.z * TILE - window.z0) as usize);
        self.columns.begin(self.raster.base, self.raster.base);
        for z in 0..TILE as usize {
            self.columns.push_row(&self.raster, self.raster.number(x0, z0 + z));
        }
        self.finish(faces, start)
    }

    /// Builds a tile from an old one, in which the window's columns are replaced.
    pub fn patch(&mut self, key: TileKey, old: Option<&Tile>, faces: Arc<[Face]>) -> Result<Option<Tile>, Overfull> {
        let start = Instant::now();
        let window = self.raster.window;
        let origin = Window::of_tile(key);
        let kept = |x: i32, z: i32| !window.contains(ColumnKey::new(origin.x0 + x, origin.z0 + z));
        let mut range = self.raster.range();
        for ([x, z], spans) in old.into_iter().flat_map(|old| old.span_index.columns()) {
            if let (true, Some(old)) = (kept(x, z), old) {
                let (first, last) = (&old.spans[spans.start], &old.spans[spans.end - 1]);
                range = [range[0].min(old.base + i32::from(first.low)), range[1].max(old.base + i32::from(last.high))];
            }
        }
        if too_tall(range) {
            return Err(Overfull::TooTall { cm: range[1] - range[0] });
        }
        let base = if range == NOTHING { 0 } else { base_for(range[0]) };
        self.columns.begin(base, self.raster.base);
        for z in 0..TILE {
            for x in 0..TILE {
                if !kept(x, z) {
                    let (x, z) = (origin.x0 + x - window.x0, origin.z0 + z - window.z0);
                    self.columns.start_column();
                    self.columns.push_gathered(&self.raster, self.raster.number(x as usize, z as usize));
                } else if let Some(old) = old {
                    self.columns.push_from(old, x, z);
                } else {
                    self.columns.start_column();
                }
            }
        }
        self.finish(faces, start)
    }

    fn finish(&mut self, faces: Arc<[Face]>, start: Instant) -> Result<Option<Tile>, Overfull> {
        self.columns.end();
        if self.columns.spans.is_empty() {
            return Ok(None);
        }
        let (span_index, floor_index) = pack(&self.columns).ok_or(Overfull::TooDense)?;
        let objects = self.columns.take_objects().ok_or(Overfull::TooDense)?;
        let (spans, floors) = (self.columns.spans.clone(), self.columns.floors.clone());
        let mut lap = Lap { times: &mut self.times, last: start };
        lap.end(Stage::Floors);
        let (mut links, mut wide_links, mut sheets) = Default::default();
        links::link_inside(&self.columns.floor_starts, &floors, &mut links, &mut wide_links);
        lap.end(Stage::Links);
        let found = self.sheets.find(&self.raster.grid, &self.columns.floor_starts, &floors, &mut sheets);
        let sheet_count = found.ok_or(Overfull::TooDense)?;
        lap.end(Stage::Sheets);
        let mut tile = Tile {
            base: self.columns.base,
            span_index,
            spans,
            floor_index,
            floors,
            links,
            wide_links,
            sheets,
            sheet_count,
            waypoints: Vec::new(),
            objects,
            faces,
        };
        tile.waypoints = waypoints::waypoints_inside(&self.raster.grid, &tile);
        lap.end(Stage::Waypoints);
        Ok(Some(tile))
    }
}

/// Adds to each stage the time since the end of the previous one.
struct Lap<'a> {
    times: &'a mut StageTimes,
    last: Instant,
}

impl Lap<'_> {
    fn end(&mut self, stage: Stage) {
        let now = Instant::now();
        self.times.add(stage, now - self.last);
        self.last = now;
    }
}
