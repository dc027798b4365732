//! Scene → file, tile by tile: a bake that has only a few rows of tiles in memory.
//!
//! In: a [`TileSource`]. Out: a world file with the same bytes as an ordinary bake of the same triangles saves. Tiles are built
//! row by row (all of one z at a time). A row is linked to the rows before and after it, written, and freed. The unfinished file
//! has a journal of its rows, so a bake that was stopped or killed continues after its last complete row. Promised: the bytes do
//! not depend on interruptions.

mod partial;
mod row;

use super::bake::{check_settings, pool};
use super::error::StreamError;
use super::file::{Front, Resident, back_chunks, hash_of, no_obstacles};
use super::report::{BakeReport, OnProgress};
use super::{Bake, REVISION, World, object_table, slivers};
use crate::ground::{ColumnKey, Face, StageTimes, TileKey};
use crate::scene::{Object, TileSource};
use partial::Partial;
use row::{BuiltRow, Rows};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Figures of a bake to a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StreamReport {
    /// Triangles, times and duration of this run; a continued bake counts only its own work.
    pub baked: BakeReport,
    /// Tiles of the whole file.
    pub tiles: usize,
    /// Tiles that an earlier run had finished.
    pub resumed: usize,
    /// Bytes of the file.
    pub bytes: u64,
    /// The hash of the world.
    pub hash: u128,
}

/// The path of the unfinished part of a file.
pub fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    path.with_file_name(name)
}

impl World {
    /// Bakes a scene into a file, tile by tile, within bounded memory. `memory_limit` is the limit for a few rows of tiles.
    ///
    /// The callback can stop the bake. The finished part stays in [`partial_path`], also if the process is killed. With `resume`
    /// the bake continues from it if it exists; otherwise it begins anew. The file has the same bytes however often the bake was
    /// stopped, and the same as [`World::save`] writes after an ordinary bake.
    ///
    /// ```
    /// use footpath::scene::City;
    /// use footpath::world::PagedWorld;
    /// use footpath::{Bake, World};
    /// use std::ops::ControlFlow;
    /// let city = City::new(96.0, 0);
    /// let settings = Bake { cell_size: 0.5, cell_height: 0.1, ..Bake::default() };
    /// let path = std::env::temp_dir().join(format!("footpath-doc-{}.footpath", std::process::id()));
    /// let report = World::bake_to_file(&city, &settings, &path, false, &|_| ControlFlow::Continue(()))?;
    /// let paged = PagedWorld::open(&path, 64 << 20)?;
    /// assert_eq!(paged.hash(), report.hash);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bake_to_file(
        source: &dyn TileSource,
        settings: &Bake,
        path: impl AsRef<Path>,
        resume: bool,
        progress: &OnProgress,
    ) -> Result<StreamReport, StreamError> {
        check_settings(source.objects().len(), settings)?;
        let path = path.as_ref();
        let work = || Streaming::new(source, settings, progress)?.run(path, resume);
        match settings.threads {
            None => work(),
            Some(threads) => pool(threads.max(1))?.install(work),
        }
    }
}

/// A bake to a file.
struct Streaming<'a> {
    rows: Rows<'a>,
    settings: &'a Bake,
    objects: Vec<Object>,
}

impl<'a> Streaming<'a> {
    fn new(source: &'a dyn TileSource, settings: &'a Bake, progress: &'a OnProgress<'a>) -> Result<Self, StreamError> {
        let objects = object_table(source.objects());
        let rows = Rows::new(source, settings, &objects, progress)?;
        Ok(Self { rows, settings, objects })
    }

    fn run(mut self, path: &Path, resume: bool) -> Result<StreamReport, StreamError> {
        let start = Instant::now();
        let source = self.rows.source;
        let front = Front {
            settings: self.settings,
            revision: REVISION,
            origin: source.origin(),
            objects: &self.objects,
            places: source.places(),
            obstacles: no_obstacles(),
        };
        let mut partial = Partial::open(path, &self.rows.grid, front.chunks(), source.fingerprint(), resume)?;
        let resumed = partial.tiles().len();
        let mut report = BakeReport { triangles: 0, times: StageTimes::default(), elapsed: start.elapsed() };
        self.make(&mut partial, &mut report)?;
        let faces = source.slivers().into_iter().map(|(corners, object)| Face::new(corners, object, false));
        let slivers = slivers(&self.objects, faces);
        let mut resident = Resident { outlines: partial.take_outlines(), ..Resident::default() };
        let mut sums = Vec::new();
        for done in partial.tiles() {
            resident.push(done.key, done.facts, partial.outline_of(done));
            sums.push((done.key, done.digests[0].sum));
        }
        let hash = hash_of(REVISION, &self.rows.grid, source.origin(), sums.into_iter());
        let tiles = resident.tiles.len();
        if tiles == 0 {
            partial.remove();
            return Err(super::BakeError::Empty { dropped: self.rows.left_out() }.into());
        }
        let bytes = partial.finish(back_chunks(&slivers, &resident))?;
        report.elapsed = start.elapsed();
        Ok(StreamReport { baked: report, tiles, resumed, bytes, hash })
    }

    /// Builds and writes all missing rows.
    fn make(&mut self, partial: &mut Partial, report: &mut BakeReport) -> Result<(), StreamError> {
        let all = self.rows.all();
        let first = partial.last_row().map_or(all.start, |last| last + 1);
        if first >= all.end {
            return Ok(());
        }
        self.rows.skip(first - all.start);
        // Only the floors at the rim of the previous row are needed, and they do not depend on its links.
        let mut before = if first > all.start { self.rows.build(first - 1, false)? } else { BuiltRow::default() };
        let mut here = self.rows.build(first, true)?;
        for z in first..all.end {
            let mut behind = if z + 1 < all.end { self.rows.build(z + 1, true)? } else { BuiltRow::default() };
            self.rows.check_memory([&before, &here, &behind])?;
            self.rows.link(&mut here, [&before, &behind]);
            report.triangles += here.triangles;
            report.times.merge(&here.times);
            self.rows.encode(&here, |batch| partial.add(batch))?;
            partial.end_row(z)?;
            before = std::mem::replace(&mut here, std::mem::take(&mut behind));
        }
        Ok(())
    }
}

/// The first and last tile that a rectangle of the plan touches.
fn tiles_of(grid: &crate::ground::Grid, [low, high]: crate::scene::PlanBox) -> [TileKey; 2] {
    let window = grid.window_of([low[0], 0, low[1]], [high[0], 0, high[1]]);
    let last = ColumnKey::new(window.x0 + window.width - 1, window.z0 + window.depth - 1);
    [ColumnKey::new(window.x0, window.z0).tile(), last.tile()]
}
