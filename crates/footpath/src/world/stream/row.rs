//! Rows of tiles, built one after the other and encoded on all threads.

use super::partial::EncodedTile;
use super::tiles_of;
use crate::ground::build::Builder;
use crate::ground::{Face, Grid, Stage, StageTimes, Tile, TileKey, Window};
use crate::scene::{Object, TileSource};
use crate::world::bake::restrictions;
use crate::world::error::{BakeError, StreamError};
use crate::world::report::{OnProgress, Progress};
use crate::world::rims::link_rims;
use crate::world::units::UnitError;
use crate::world::{Bake, WorldError};
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Tiles that are encoded at a time.
const BATCH: usize = 32;

/// Builds rows of tiles.
pub(super) struct Rows<'a> {
    pub source: &'a dyn TileSource,
    pub grid: Grid,
    settings: &'a Bake,
    progress: &'a OnProgress<'a>,
    restrictions: Vec<u8>,
    objects: u32,
    /// First and last tile of the plan.
    ends: [TileKey; 2],
    done: AtomicUsize,
    left_out: AtomicUsize,
}

/// A row of tiles, in order of their keys.
#[derive(Default)]
pub(super) struct BuiltRow {
    tiles: Vec<(TileKey, Tile)>,
    pub triangles: usize,
    pub times: StageTimes,
}

impl BuiltRow {
    fn bytes(&self) -> usize {
        self.tiles.iter().map(|(_, tile)| tile.bytes() + size_of_val(tile.faces())).sum()
    }
}

impl<'a> Rows<'a> {
    pub fn new(
        source: &'a dyn TileSource,
        settings: &'a Bake,
        objects: &[Object],
        progress: &'a OnProgress<'a>,
    ) -> Result<Self, StreamError> {
        let grid = settings.grid();
        let ends = tiles_of(&grid, source.plan().ok_or(BakeError::Empty { dropped: 0 })?);
        Ok(Self {
            source,
            grid,
            settings,
            progress,
            restrictions: restrictions(objects),
            objects: source.objects().len() as u32,
            ends,
            done: AtomicUsize::new(0),
            left_out: AtomicUsize::new(0),
        })
    }

    /// All rows.
    pub fn all(&self) -> Range<i32> {
        self.ends[0].z..self.ends[1].z + 1
    }

    /// Triangles of the source that could not be used.
    pub fn left_out(&self) -> usize {
        self.left_out.load(Ordering::Relaxed)
    }

    fn width(&self) -> usize {
        (self.ends[1].x - self.ends[0].x + 1) as usize
    }

    /// Counts rows that an earlier run built.
    pub fn skip(&mut self, rows: i32) {
        *self.done.get_mut() = rows as usize * self.width();
    }

    /// Builds a row, without the links that lead out of it. `counts` says that its tiles count for the progress.
    pub fn build(&self, z: i32, counts: bool) -> Result<BuiltRow, BakeError> {
        let total = self.width() * self.all().len();
        let built: Vec<_> = (self.ends[0].x..=self.ends[1].x)
            .into_par_iter()
            .map_init(
                || Builder::new(self.grid, &self.restrictions),
                |builder, x| {
                    builder.times = StageTimes::default();
                    let key = TileKey { z, x };
                    let (tile, triangles) = self.tile(key, builder)?;
                    let done = self.done.fetch_add(usize::from(counts), Ordering::Relaxed) + 1;
                    match (self.progress)(Progress { stage: Stage::Columns, done: done.min(total), total }) {
                        ControlFlow::Continue(()) => Ok((tile.map(|tile| (key, tile)), triangles, builder.times)),
                        ControlFlow::Break(()) => Err(UnitError::Cancelled),
                    }
                },
            )
            .collect::<Result<_, UnitError>>()
            .map_err(|error| error.describe(self.source.origin(), &self.grid))?;
        let mut made = BuiltRow::default();
        for (tile, triangles, times) in built {
            made.tiles.extend(tile);
            made.triangles += triangles;
            made.times.merge(&times);
        }
        Ok(made)
    }

    /// A tile, and the number of its triangles that are in no earlier tile.
    fn tile(&self, key: TileKey, builder: &mut Builder) -> Result<(Option<Tile>, usize), UnitError> {
        let start = Instant::now();
        let window = Window::of_tile(key);
        let corner = |key: TileKey| {
            let [x, _, z] = self.grid.corner_of(key);
            [x, z]
        };
        // One unit larger, since corners of tiles are rounded down.
        let end = corner(key.neighbour([1, 1])).map(|c| c + 1);
        let (mut faces, mut own) = (Vec::new(), 0);
        self.source.triangles([corner(key), end], &mut |corners, object, solid| {
            if object.0 >= self.objects {
                self.left_out.fetch_add(1, Ordering::Relaxed);
                return;
            }
            let face = Face::new(corners, object, solid);
            let [low, high] = face.bounds();
            let columns = self.grid.window_of(low, high);
            if columns.intersection(&window).is_none() {
                return;
            }
            if !face.is_usable() {
                self.left_out.fetch_add(1, Ordering::Relaxed);
                return;
            }
            own += usize::from(self.grid.column_of(low).tile() == key);
            faces.push(face);
        });
        builder.times.add(Stage::Faces, start.elapsed());
        let made = builder.gather(window, faces.iter()).and_then(|()| builder.tile(key, faces.into()));
        Ok((made.map_err(|overfull| UnitError::Tile(key, overfull))?, own))
    }

    /// Refuses rows that exceed the memory limit of the bake.
    pub fn check_memory(&self, rows: [&BuiltRow; 3]) -> Result<(), BakeError> {
        let needed: usize = rows.iter().map(|row| row.bytes()).sum();
        if needed as u64 <= self.settings.memory_limit {
            return Ok(());
        }
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        Err(BakeError::RowsTooLarge { needed: mib(needed as u64), limit: mib(self.settings.memory_limit) })
    }

    /// Links the rims of a row's tiles to each other and to the rows before and after.
    pub fn link(&self, here: &mut BuiltRow, [before, behind]: [&BuiltRow; 2]) {
        link_rims(&self.grid, &mut here.tiles, [&before.tiles, &behind.tiles], &mut here.times);
    }

    /// Encodes a row's tiles and writes them in order, a batch at a time.
    pub fn encode(
        &self,
        made: &BuiltRow,
        mut write: impl FnMut(Vec<EncodedTile>) -> Result<(), WorldError>,
    ) -> Result<(), WorldError> {
        let encoded = |(key, tile): &(TileKey, Tile)| EncodedTile::of(&self.grid, *key, tile);
        made.tiles.chunks(BATCH).try_for_each(|batch| write(batch.par_iter().map(encoded).collect()))
    }
}
