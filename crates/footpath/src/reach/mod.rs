//! Reach: where one body gets to, over the shared ground. A view that is derived tile by tile on first use, and kept.
//!
//! In: a world, a body, and what the rules of the query say. Out: for each floor the room that the body has
//! ([`rooms`]), the neighbouring floors that it steps to ([`steps`]), and those that it leaps to ([`leaps`]). Moves are
//! directed: what can be dropped down cannot always be climbed.
//!
//! Those three hold the results. The decisions are made elsewhere: `clearance/room` has headroom and room (`columns`, `meter`) and
//! refuses steps that are too high (`rule`, which `links` calls); `moves` refuses steps without room; `finder` decides on leaps; `limits`
//! has the postures.

mod area_costs;
mod costs;
mod diagonals;
mod finder;
mod goal_box;
mod graph;
mod landing;
mod leaps;
mod limits;
mod move_kind;
mod moves;
mod open_floors;
mod regions;
mod rooms;
mod slices;
mod steps;
mod strides;
mod surroundings;
mod sweep;
mod terrain;
#[cfg(test)]
mod tests;

pub use crate::geom::{DIAGONAL, ORTHOGONAL};
pub use area_costs::AreaCosts;
pub use regions::{RegionId, RegionSize, Regions};
pub use slices::{LevelArea, LevelSlice, LevelWaypoint, Levels, SliceKind};
pub use surroundings::WAYS;

pub(crate) use crate::geom::{octile, octile_at};
pub(crate) use area_costs::PLAIN;
pub(crate) use costs::Costs;
pub(crate) use goal_box::GoalBox;
pub(crate) use graph::{FloorGraph, GraphOptions, Moves};
use landing::LeapOffset;
pub(crate) use landing::leap_cost;
pub(crate) use leaps::Leaps;
pub(crate) use limits::Limits;
#[cfg(feature = "papers")]
pub(crate) use limits::plan_of;
pub(crate) use move_kind::Move;
pub(crate) use regions::{Labels, UNLABELLED};
pub(crate) use rooms::Rooms;
pub(crate) use steps::{ACROSS_X, ACROSS_Z, EDGE, INDEX, NONE, Steps, column_in};
pub(crate) use strides::Stride;
pub(crate) use surroundings::room_on_the_way;
pub(crate) use sweep::{Sweep, centre};
#[cfg(feature = "papers")]
pub(crate) use terrain::Filter;
pub(crate) use terrain::Terrain;

use crate::body::Body;
use crate::clearance::{Columns, Disc, Links, Meter, StepRule, Ways};
use crate::ground::{ColumnKey, Grid, TileKey, Window};
use crate::scene::Tag;
use crate::world::{Bytes, Semantics, Table, World};
use rayon::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// Side of a block of tiles that are derived together. The data of a larger block would exceed the processor's cache.
const BLOCK: i32 = 3;

/// What a reach depends on, beside the ground.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReachKey {
    limits: Limits,
    tags: Arc<[Tag]>,
}

/// Where one body gets to.
#[derive(Debug)]
pub(crate) struct Reach {
    pub limits: Limits,
    pub semantics: Semantics,
    pub grid: Grid,
    /// How the body steps from floor to floor.
    pub rule: StepRule,
    disc: Disc,
    /// The disc of a body that may be anywhere in its column.
    wide: Disc,
    /// Columns beside a diagonal move that are in the disc of neither end, for the diagonal (1, 1).
    slivers: Vec<[i32; 2]>,
    /// Whether the discs of the two columns beside a diagonal cover all `slivers`. Room in both columns is then room for the diagonal.
    flanks_cover: bool,
    leap_offsets: Vec<LeapOffset>,
    wide_rooms: Table<TileKey, Rooms>,
    steps: Table<TileKey, Steps>,
    leaps: Table<TileKey, Leaps>,
}

impl Bytes for Reach {
    fn bytes(&self) -> usize {
        self.slivers.bytes() + self.leap_offsets.bytes()
    }

    fn has_entries(&self) -> bool {
        !(self.wide_rooms.is_empty() && self.steps.is_empty() && self.leaps.is_empty())
    }
}

impl Bytes for Rooms {
    fn bytes(&self) -> usize {
        self.heights.bytes()
    }
}

impl Bytes for Steps {
    fn bytes(&self) -> usize {
        let targets = self.near.bytes() + self.others.bytes() + self.lowered.bytes();
        targets + self.flanks.bytes() + self.columns.bytes() + self.rooms.bytes()
    }
}

impl Reach {
    /// The reach of a body over a world, from the cache or newly derived.
    pub fn of(world: &World, body: &Body, semantics: &Semantics) -> Arc<Self> {
        Self::supported(world, body, semantics, 0)
    }

    /// The same, but the body stands only on floors of at least this support weight.
    pub fn supported(world: &World, body: &Body, semantics: &Semantics, support: u8) -> Arc<Self> {
        let limits = Limits { support, ..Limits::of(body, world.grid()) };
        let key = ReachKey { limits, tags: semantics.shared_tags() };
        world.derived(&key, || Self::new(world.grid(), key.limits.clone(), semantics.clone()))
    }

    /// What the reach depends on, beside the ground.
    pub fn key(&self) -> ReachKey {
        ReachKey { limits: self.limits.clone(), tags: self.semantics.shared_tags() }
    }

    fn new(grid: &Grid, limits: Limits, semantics: Semantics) -> Self {
        let disc = Disc::new(grid, limits.radius);
        // Half the diagonal of a cell more, rounded up; a body without width stays a point.
        let off_centre = (i64::from(grid.cell) * 7072 + 9_999) / 10_000;
        let wide = Disc::new(grid, if limits.radius == 0 { 0 } else { limits.radius + off_centre });
        let sweep = Sweep {
            from: centre(grid, ColumnKey::new(0, 0)),
            to: centre(grid, ColumnKey::new(1, 1)),
            radius: limits.radius,
        };
        let (start, end) = (ColumnKey::new(0, 0), ColumnKey::new(1, 1));
        let mut slivers = Vec::new();
        sweep.all_columns(grid, |column| {
            // The flanks themselves are floors with room of their own.
            if limits.radius > 0 && !disc.covers(start, column) && !disc.covers(end, column) {
                slivers.push([column.x, column.z]);
            }
            true
        });
        let flanks = [ColumnKey::new(1, 0), ColumnKey::new(0, 1)];
        // Room on a flank says nothing of obstacles in the flank's own column below its floor, so that column is not covered.
        let covered = |[x, z]: &[i32; 2]| {
            let column = ColumnKey::new(*x, *z);
            flanks.iter().any(|&flank| flank != column && disc.covers(flank, column))
        };
        Self {
            flanks_cover: slivers.iter().all(covered),
            leap_offsets: landing::offsets(&limits, grid),
            rule: limits.rule(grid),
            limits,
            semantics,
            grid: *grid,
            disc,
            wide,
            slivers,
            wide_rooms: Table::default(),
            steps: Table::default(),
            leaps: Table::default(),
        }
    }

    /// Looks at places between the centres of a window's columns.
    pub fn ways(&self, world: &World, window: Window) -> Ways<'_> {
        let (columns, links) = self.columns(world, window.grown(self.disc.margin() + 1));
        Ways::new(columns, links, &self.disc, &self.rule)
    }

    /// Measures how near obstacles are to the floors of a window, up to a distance in plan units.
    pub fn distances(&self, world: &World, window: Window, farthest: i64) -> Meter {
        let disc = Disc::new(&self.grid, farthest);
        let (columns, links) = self.columns(world, window.grown(disc.margin() + 1));
        self.meter(&columns, &links, &disc)
    }

    fn columns(&self, world: &World, window: Window) -> (Rc<Columns>, Rc<Links>) {
        let columns = Columns::of(world, window, &self.rule, &self.semantics);
        let links = Links::of(&columns, &self.rule);
        (Rc::new(columns), Rc::new(links))
    }

    fn meter(&self, columns: &Rc<Columns>, links: &Rc<Links>, disc: &Disc) -> Meter {
        Meter::new(Rc::clone(columns), Rc::clone(links), disc, &self.rule, self.limits.cap())
    }

    /// Rooms of a tile's floors for a body that may be anywhere in the column.
    pub fn wide_rooms(&self, world: &World, key: TileKey) -> Arc<Rooms> {
        let margin = self.wide.margin() + 2;
        self.wide_rooms.tile(world, key, leaps::tiles_of(margin), || {
            let Some(tile) = world.tile(key) else { return Rooms::default() };
            let window = Window::of_tile(key);
            let (columns, links) = self.columns(world, window.grown(margin));
            let rooms = self.meter(&columns, &links, &self.wide).measure(&window, self.support_of(world));
            let mut found = Rooms::none(tile.floors().len());
            for number in window.columns().flat_map(|column| columns.numbers(columns.at(column))) {
                found.set(columns.index(number), rooms[number as usize]);
            }
            found
        })
    }

    /// Whether a floor of a column is supported as the body asks for, by its index in its tile.
    fn support_of<'a>(&'a self, world: &'a World) -> impl Fn(ColumnKey, u32) -> bool + 'a {
        let least = self.limits.support;
        move |column, index| {
            let weights = || world.kept_support(column.tile());
            least == 0 || weights().get(index as usize).is_some_and(|&weight| weight >= least)
        }
    }

    /// Steps from a tile's floors.
    pub fn steps(&self, world: &World, key: TileKey) -> Arc<Steps> {
        let derive = || Steps::of(world, self, Window::of_tile(key), &[key]).pop().unwrap_or_default();
        self.steps
            .tile(world, key, self.step_tiles(), || if world.tile(key).is_some() { derive() } else { Steps::default() })
    }

    /// Derives the steps of those tiles that have none yet, on all threads. Tiles beside each other are derived together.
    pub fn derive_steps(&self, world: &World, tiles: impl Iterator<Item = TileKey>) {
        let mut missing: Vec<TileKey> =
            tiles.filter(|&key| world.tile(key).is_some() && !self.has_steps(world, key)).collect();
        let block = |key: &TileKey| (key.z.div_euclid(BLOCK), key.x.div_euclid(BLOCK));
        missing.sort_unstable_by_key(block);
        let blocks: Vec<&[TileKey]> = missing.chunk_by(|a, b| block(a) == block(b)).collect();
        match blocks[..] {
            // One block is derived here: other threads may be busy.
            [block] => self.derive_block(world, block),
            _ => blocks.into_par_iter().for_each(|block| self.derive_block(world, block)),
        }
    }

    fn derive_block(&self, world: &World, tiles: &[TileKey]) {
        let windows = tiles.iter().map(|&key| Window::of_tile(key));
        let Some(window) = windows.reduce(|all, one| all.hull(&one)) else { return };
        for (&key, steps) in tiles.iter().zip(Steps::of(world, self, window, tiles)) {
            self.steps.keep_tile(world, key, self.step_tiles(), steps);
        }
    }

    /// Whether the steps from a tile's floors are there already.
    pub fn has_steps(&self, world: &World, key: TileKey) -> bool {
        self.steps.has_tile(world, key, self.step_tiles())
    }

    fn step_tiles(&self) -> i32 {
        leaps::tiles_of(self.disc.margin() + 2)
    }

    /// How many tiles away a tile's steps and leaps depend on.
    pub fn tiles_around(&self) -> i32 {
        leaps::tiles_of(self.limits.leap_cells(&self.grid) + self.disc.margin() + 4)
    }

    /// Leaps from a tile's floors.
    pub fn leaps(&self, world: &World, key: TileKey) -> Arc<Leaps> {
        self.leaps.tile(world, key, self.tiles_around(), || Leaps::of(world, self, key))
    }
}

impl World {
    /// Derives the standing room and the steps of every tile for a body, and caches them. Queries of that body then start with both.
    /// Leaps are not derived. Linear in the number of floors.
    pub fn derive_reach(&self, body: &Body) {
        let reach = Reach::of(self, body, &Semantics::baked(self));
        reach.derive_steps(self, self.tiles().map(|(key, _)| key));
    }
}
