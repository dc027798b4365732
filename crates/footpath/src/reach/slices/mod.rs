//! Slices: the multi-level view of a whole world for one body (Deusdado, Fernandes & Belo 2008, §4.1 to §4.4).
//!
//! In: the floors where a body has room, its steps and strides. Out: [`Levels`]: height slices with at most one floor per column,
//! the connected areas of each slice, the waypoints between areas, and with them the seed's navigation graph (Fig. 5).
//! Promise: the result depends on ground and body alone: not on triangles, tiles, threads or history.
//!
//! The stages, each a file: `floors` (all tiles as one plan), `plateaus` (which heights are levels), `bands` (levels and
//! passages, and the fewest cuts inside them), `areas`, `waypoints`.
//!
//! Where we differ from the seed. Its method to find slices is in an earlier paper and is not told; ours is below, and gives
//! the seed's seven slices for its car park. The seed compares heights on borders for equality; here the body's own
//! steps say what is joined, so a waypoint is where that body passes, and its width counts the columns that the middle of the
//! body passes through. Waypoints may also join slices that are not next to each other, where a step leads across a thin one.
//! Strides over a gap count as steps where there are none, since the seed's avatar overcomes small obstacles. Jumps and drops
//! do not: as in the seed, bodies do not jump from level to level.
//!
//! An accessible floor that nothing leads to, such as the top of a wall, is an area of its own: the view says what is
//! there, and [`LevelArea::part`] says what belongs together.

mod areas;
mod bands;
mod floors;
mod image;
mod plateaus;
#[cfg(test)]
mod tests;
mod waypoints;

use super::Reach;
use crate::body::Body;
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{TileKey, Window};
use crate::world::{Bytes, FloorId, Semantics, World};
use floors::Floors;
use std::sync::Arc;

/// Side of the square that a level holds, in plan units: 1.5 m. Treads and landings of usual stairs do not.
const LEVEL_SIDE: i32 = PLAN_PER_METRE * 3 / 2;

/// Floors that belong to no area.
const NOWHERE: u32 = u32::MAX;

/// What a slice is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceKind {
    /// Level floors, and whatever is within a step of them.
    Level,
    /// Ramps and stairs between levels.
    Passage,
}

/// A range of heights in which no column has two accessible floors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelSlice {
    /// What it is for.
    pub kind: SliceKind,
    /// Height of its lowest accessible floor, in metres.
    pub low: f64,
    /// Height of its highest accessible floor, in metres.
    pub high: f64,
    /// Accessible floors in it.
    pub floors: usize,
}

/// A connected part of a slice: a node of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelArea {
    /// Index of its slice.
    pub slice: usize,
    /// Number of the connected whole that it is part of: areas of different numbers are not joined by any waypoints.
    pub part: usize,
    /// Floors.
    pub floors: usize,
    /// Size in plan, in square metres.
    pub area: f64,
    /// Height of the lowest floor, in metres.
    pub low: f64,
    /// Height of the highest floor, in metres.
    pub high: f64,
    /// The floor nearest to its centre in plan.
    pub centre: FloorId,
}

/// A passage between two areas: an edge of the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelWaypoint {
    /// Indices of the areas that it joins, the smaller first.
    pub areas: [usize; 2],
    /// Whether it is crossed by a stride over a gap, where no step leads across: the floors of a crossing are no neighbours then.
    pub stride: bool,
    /// How wide it is for the middle of the body, in metres: columns passed through on its narrower side × cell size.
    pub width: f64,
    /// Largest free height that the floors of a crossing share, in metres; infinite under the open sky.
    pub headroom: f64,
    /// Least step of a crossing, up or down, in metres.
    pub step: f64,
    /// Crossings: from a floor of the first area to one of the second, and as well back, in the order of columns.
    pub crossings: Vec<[FloorId; 2]>,
    /// Index of the crossing nearest to the middle of all.
    pub middle: usize,
}

/// What one tile has of the areas.
#[derive(Debug)]
struct Part {
    key: TileKey,
    /// Area of each floor, or [`NOWHERE`].
    areas: Vec<u32>,
    /// Column of each floor in the tile: x + 64 z.
    columns: Vec<u16>,
}

/// Slices, areas and waypoints of one body on one ground.
#[derive(Debug)]
pub struct Levels {
    window: Window,
    slices: Vec<LevelSlice>,
    areas: Vec<LevelArea>,
    waypoints: Vec<LevelWaypoint>,
    /// Waypoints of each area: where they start in the list, and the list.
    starts: Vec<usize>,
    of_area: Vec<usize>,
    /// Tiles in order.
    tiles: Vec<Part>,
    parts: usize,
}

impl World {
    /// The levels of the world for a body: slices, areas and waypoints. Cached until the ground changes.
    ///
    /// ```
    /// use footpath::plan::SliceKind;
    /// use footpath::{Bake, Body, Scene, World};
    /// let scene = Scene::built_in("car_park").expect("built in");
    /// let world = World::bake(&scene, &Bake::default())?;
    /// let levels = world.levels(&Body::adult());
    /// assert_eq!((levels.slices().len(), levels.areas().len()), (7, 10));
    /// assert_eq!(levels.slices().iter().filter(|slice| slice.kind == SliceKind::Passage).count(), 3);
    ///
    /// // The sides of the barrier are areas of one slice, and both belong to the connected whole.
    /// let area = |name: &str| {
    ///     let floor = world.locate(world.place(name).expect("a place"), [0.5; 3]).expect("a floor");
    ///     levels.area_of(floor).expect("the body fits there")
    /// };
    /// let (this, that) = (area("region_3"), area("region_4"));
    /// assert_ne!(this, that);
    /// assert_eq!(levels.areas()[this].slice, levels.areas()[that].slice);
    /// assert!(levels.are_joined(this, that));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn levels(&self, body: &Body) -> Arc<Levels> {
        Levels::made(self, &Reach::of(self, body, &Semantics::baked(self)))
    }
}

impl Levels {
    /// Slices from below; single-valued: no column has two accessible floors in one.
    pub fn slices(&self) -> &[LevelSlice] {
        &self.slices
    }

    /// Areas, by slice and then by their first column along z and x. People count them from 1, as the seed does.
    pub fn areas(&self) -> &[LevelArea] {
        &self.areas
    }

    /// Waypoints, by the areas that they join and then by their first crossing.
    pub fn waypoints(&self) -> &[LevelWaypoint] {
        &self.waypoints
    }

    /// The area of a floor; `None` where the body cannot be.
    pub fn area_of(&self, floor: FloorId) -> Option<usize> {
        let at = self.tiles.binary_search_by_key(&floor.tile, |part| part.key).ok()?;
        let area = *self.tiles[at].areas.get(floor.index as usize)?;
        (area != NOWHERE).then_some(area as usize)
    }

    /// Indices of the waypoints of an area, in order; none for an area that is not there.
    pub fn waypoints_of(&self, area: usize) -> &[usize] {
        match (self.starts.get(area), self.starts.get(area + 1)) {
            (Some(&first), Some(&end)) => &self.of_area[first..end],
            _ => &[],
        }
    }

    /// Floors of an area, tile by tile.
    pub fn floors_of(&self, area: usize) -> impl Iterator<Item = FloorId> + '_ {
        self.tiles.iter().flat_map(move |part| {
            let own = (0..).zip(&part.areas).filter(move |&(_, &of)| of as usize == area && of != NOWHERE);
            own.map(|(index, _)| FloorId { tile: part.key, index })
        })
    }

    /// Number of connected wholes that waypoints make of the areas.
    pub fn parts(&self) -> usize {
        self.parts
    }

    /// Whether waypoints lead from an area to another, directly or by way of others.
    pub fn are_joined(&self, a: usize, b: usize) -> bool {
        self.areas.get(a).zip(self.areas.get(b)).is_some_and(|(a, b)| a.part == b.part)
    }

    /// The levels for a reach on this ground; found now if they are not known.
    pub(crate) fn made(world: &World, reach: &Reach) -> Arc<Self> {
        world.derived_on_ground(&reach.key(), || Self::find(world, reach))
    }

    fn find(world: &World, reach: &Reach) -> Self {
        let floors = Floors::of(world, reach);
        let side = (LEVEL_SIDE + world.grid().cell - 1) / world.grid().cell;
        let climb = reach.limits.climb;
        let levels = plateaus::levels(&floors, side.min(i32::from(u16::MAX)) as u16);
        let levels = levels.into_iter().map(|[low, high]| [low - climb, high + climb]).collect();
        let bands = bands::Bands::of(&floors, levels);
        let areas = areas::find(&floors, &bands);
        let waypoints = waypoints::find(&floors, &areas);
        Self::assemble(&floors, &bands, areas, waypoints)
    }

    fn assemble(floors: &Floors<'_>, bands: &bands::Bands, areas: areas::Areas, waypoints: Vec<LevelWaypoint>) -> Self {
        let (world, areas::Areas { found, of_floor, .. }) = (floors.world, areas);
        let (of_area, parts) = waypoints::parts(found.len(), &waypoints);
        let cell_area = world.grid().cell_size().powi(2);
        let metres = |cm: i32| world.origin()[1] + f64::from(cm) / f64::from(CM_PER_METRE);
        let mut slices: Vec<LevelSlice> = bands
            .slices()
            .iter()
            .map(|slice| LevelSlice { kind: slice.kind, low: metres(slice.low), high: metres(slice.high), floors: 0 })
            .collect();
        let areas: Vec<LevelArea> = found
            .iter()
            .zip(of_area)
            .map(|(area, part)| LevelArea {
                slice: area.slice as usize,
                part: part as usize,
                floors: area.floors,
                area: area.floors as f64 * cell_area,
                low: metres(area.low),
                high: metres(area.high),
                centre: area.centre,
            })
            .collect();
        for area in &areas {
            slices[area.slice].floors += area.floors;
        }
        let mut ends: Vec<[usize; 2]> =
            waypoints.iter().enumerate().flat_map(|(i, way)| way.areas.map(|area| [area, i])).collect();
        ends.sort_unstable();
        let starts = (0..=areas.len()).map(|area| ends.partition_point(|&[of, _]| of < area)).collect();
        let tiles = floors.tiles.iter().zip(of_floor).map(|(tile, areas)| Part {
            key: tile.key,
            areas,
            columns: tile.steps.columns.clone(),
        });
        Self {
            window: world.window().unwrap_or(Window { x0: 0, z0: 0, width: 0, depth: 0 }),
            slices,
            areas,
            waypoints,
            starts,
            of_area: ends.into_iter().map(|[_, waypoint]| waypoint).collect(),
            tiles: tiles.collect(),
            parts: parts as usize,
        }
    }
}

impl Bytes for Levels {
    fn bytes(&self) -> usize {
        let crossings: usize =
            self.waypoints.iter().map(|waypoint| waypoint.crossings.bytes() + size_of::<LevelWaypoint>()).sum();
        let tiles: usize =
            self.tiles.iter().map(|part| part.areas.bytes() + part.columns.bytes() + size_of::<Part>()).sum();
        self.slices.bytes() + self.areas.bytes() + self.starts.bytes() + self.of_area.bytes() + crossings + tiles
    }
}
