//! Read access to a world: columns, floors and links by id, positions in metres.

use super::{Bake, World};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{ColumnKey, DIRECTIONS, Floor, SKY, TILE, Tile, TileKey, Window, step};
use crate::scene::{Object, ObjectId, Place};
use std::sync::Arc;

/// A floor: its tile and its index there. Valid until an edit changes the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FloorId {
    /// The tile.
    pub tile: TileKey,
    /// Index in [`Tile::floors`].
    pub index: u32,
}

/// A sheet: its tile and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SheetId {
    /// The tile.
    pub tile: TileKey,
    /// Number in the tile.
    pub sheet: u16,
}

/// A link from a floor to a floor of the next column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The floor where it leads.
    pub to: FloorId,
    /// Direction, as in [`DIRECTIONS`].
    pub direction: usize,
    /// Rise from centre to centre in cm, positive upwards.
    pub rise: i32,
    /// The part of the rise beyond the slopes of both floors, in cm, positive upwards.
    pub step: i32,
    /// Free height that both floors share, in cm; [`i32::MAX`] under the open sky.
    pub headroom: i32,
}

/// Counts of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tiles with content.
    pub tiles: usize,
    /// Columns along x and z, from the first with content to the last.
    pub columns: [usize; 2],
    /// Solid spans.
    pub spans: usize,
    /// Floors.
    pub floors: usize,
    /// Sheets, summed over tiles.
    pub sheets: usize,
    /// Areas, which are the sheets; summed over tiles.
    pub areas: usize,
    /// Waypoints, summed over tiles; a waypoint over the rim of two tiles counts in both.
    pub waypoints: usize,
    /// Bytes of floors with links, offsets and sheets, without spans.
    pub floor_bytes: usize,
    /// Bytes of all tiles, without triangles.
    pub bytes: usize,
    /// Bytes of the triangles that tiles keep.
    pub face_bytes: usize,
}

impl World {
    /// Revision of the generator that baked the world: [`REVISION`](super::REVISION) unless the world comes from an older file.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Settings of the bake.
    pub fn settings(&self) -> &Bake {
        &self.settings
    }

    /// The local origin in metres, which is added to positions that count from it.
    pub fn origin(&self) -> [f64; 3] {
        self.origin
    }

    /// The scene's objects, followed by the object of plain obstacles.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The shared array of objects.
    pub(crate) fn shared_objects(&self) -> &Arc<[Object]> {
        &self.objects
    }

    /// Objects whose whole name matches a pattern with `*`, `?` and `[abc]`.
    pub fn objects_named(&self, pattern: &str) -> Vec<ObjectId> {
        let glob = crate::scene::Glob::new(pattern);
        let named = self.objects.iter().enumerate().filter(|(_, object)| glob.fits(&object.name));
        named.map(|(i, _)| ObjectId(i as u32)).collect()
    }

    /// Named positions.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// A named position.
    pub fn place(&self, name: &str) -> Option<[f64; 3]> {
        self.places.iter().find(|place| place.name == name).map(|place| place.position)
    }

    /// The columns from the first with content to the last; `None` for an empty world.
    pub fn window(&self) -> Option<Window> {
        let windows = self.tiles().map(|(key, tile)| {
            let index = tile.span_index();
            let (x0, z0) = (key.x * TILE + i32::from(index.x0), key.z * TILE + i32::from(index.z0));
            Window { x0, z0, width: i32::from(index.width), depth: i32::from(index.depth) }
        });
        windows.reduce(|a, b| a.hull(&b))
    }

    /// Counts over all tiles.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        if let Some(window) = self.window() {
            counts.columns = [window.width as usize, window.depth as usize];
        }
        for (_, tile) in self.tiles() {
            counts.tiles += 1;
            counts.spans += tile.spans().len();
            counts.floors += tile.floors().len();
            counts.sheets += usize::from(tile.sheet_count());
            counts.areas += usize::from(tile.sheet_count());
            counts.waypoints += tile.waypoints().len();
            counts.floor_bytes += tile.floor_bytes();
            counts.bytes += tile.bytes();
            counts.face_bytes += size_of_val(tile.faces());
        }
        counts
    }

    /// The column under a position in metres.
    pub fn column_at(&self, position: [f64; 3]) -> ColumnKey {
        let along = |axis: usize| {
            let plan = (position[axis] - self.origin[axis]) * f64::from(PLAN_PER_METRE);
            (plan / f64::from(self.grid.cell)).floor() as i32
        };
        ColumnKey::new(along(0), along(2))
    }

    /// The tile of a column, and the column's position in it.
    fn tile_of(&self, column: ColumnKey) -> Option<(TileKey, &Tile, [i32; 2])> {
        let key = column.tile();
        Some((key, self.tile(key)?, column.in_tile()))
    }

    /// Floors of a column, from below.
    pub fn floors_at(&self, column: ColumnKey) -> impl Iterator<Item = FloorId> + use<> {
        let found = self.tile_of(column).map(|(tile, held, [x, z])| (tile, held.floor_index().range(x, z)));
        found.into_iter().flat_map(|(tile, range)| range.map(move |index| FloorId { tile, index: index as u32 }))
    }

    /// Solid spans of a column from below, in metres.
    pub fn spans_at(&self, column: ColumnKey) -> Vec<[f64; 2]> {
        let Some((_, tile, [x, z])) = self.tile_of(column) else { return Vec::new() };
        let height = |cm: u16| self.origin[1] + f64::from(tile.base() + i32::from(cm)) / f64::from(CM_PER_METRE);
        let spans = &tile.spans()[tile.span_index().range(x, z)];
        spans.iter().map(|span| [height(span.low), height(span.high)]).collect()
    }

    /// A floor and its tile.
    pub fn floor(&self, id: FloorId) -> Option<(&Tile, &Floor)> {
        let tile = self.tile(id.tile)?;
        Some((tile, tile.floors().get(id.index as usize)?))
    }

    /// The column of a floor.
    pub fn column_of(&self, id: FloorId) -> Option<ColumnKey> {
        let (tile, _) = self.floor(id)?;
        let [x, z] = tile.floor_index().column_of(id.index as usize);
        Some(ColumnKey::new(id.tile.x * TILE + x, id.tile.z * TILE + z))
    }

    /// Centre of a floor in metres.
    pub fn position(&self, id: FloorId) -> Option<[f64; 3]> {
        let (tile, _) = self.floor(id)?;
        let column = self.column_of(id)?;
        let size = self.grid.cell_size();
        let height = f64::from(tile.height(id.index as usize)) / f64::from(CM_PER_METRE);
        Some([
            self.origin[0] + (f64::from(column.x) + 0.5) * size,
            self.origin[1] + height,
            self.origin[2] + (f64::from(column.z) + 0.5) * size,
        ])
    }

    /// Free height above a floor in metres; infinite under the open sky.
    pub fn headroom(&self, id: FloorId) -> Option<f64> {
        let (_, floor) = self.floor(id)?;
        Some(if floor.headroom == SKY { f64::INFINITY } else { f64::from(floor.headroom) / f64::from(CM_PER_METRE) })
    }

    /// The object of a floor.
    pub fn object_of(&self, id: FloorId) -> Option<(ObjectId, &Object)> {
        let (tile, floor) = self.floor(id)?;
        let object = tile.objects()[usize::from(floor.object)];
        Some((object, self.objects.get(object.0 as usize)?))
    }

    /// The sheet of a floor.
    pub fn sheet_of(&self, id: FloorId) -> Option<SheetId> {
        let (tile, _) = self.floor(id)?;
        Some(SheetId { tile: id.tile, sheet: tile.sheet(id.index as usize) })
    }

    /// Links of a floor in all four directions, each to every floor whose free space overlaps its own.
    ///
    /// Links do not depend on a body: they may lead over any step, up or down.
    ///
    /// ```
    /// use footpath::{Bake, Scene, World};
    /// // A floor, and a table top of 70 cm beside and above it.
    /// let quad = |x0: f64, x1: f64, y: f64| [[x0, y, 0.0], [x0, y, 2.0], [x1, y, 2.0], [x1, y, 0.0]];
    /// let scene = Scene::builder()
    ///     .object("floor", &quad(0.0, 4.0, 0.0), &[0u32, 1, 2, 0, 2, 3], None)
    ///     .object("table", &quad(2.0, 3.0, 0.7), &[0u32, 1, 2, 0, 2, 3], None)
    ///     .build();
    /// let world = World::bake(&scene, &Bake::default())?;
    /// let beside = world.locate([1.95, 0.0, 1.05], [0.01; 3]).expect("the floor beside the table");
    /// // Towards +x the same step leads under the table and onto it.
    /// let towards: Vec<i32> = world.links(beside).iter().filter(|link| link.direction == 0).map(|link| link.rise).collect();
    /// assert_eq!(towards, [0, 70]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn links(&self, id: FloorId) -> Vec<Link> {
        let (Some((tile, floor)), Some(column)) = (self.floor(id), self.column_of(id)) else { return Vec::new() };
        let mut links = Vec::new();
        for (direction, [dx, dz]) in DIRECTIONS.into_iter().enumerate() {
            let next = ColumnKey::new(column.x + dx, column.z + dz);
            let Some((key, other, [x, z])) = self.tile_of(next) else { continue };
            let first = other.floor_index().range(x, z).start;
            for at in tile.link(id.index as usize, direction) {
                let there = first + at;
                let to = &other.floors()[there];
                let rise = other.height(there) - tile.height(id.index as usize);
                let highest = tile.height(id.index as usize).max(other.height(there));
                let lowest = (tile.base() + floor.ceiling()).min(other.base() + to.ceiling());
                let open = floor.headroom == SKY && to.headroom == SKY;
                links.push(Link {
                    to: FloorId { tile: key, index: there as u32 },
                    direction,
                    rise,
                    step: step(&self.grid, floor, to, rise, direction),
                    headroom: if open { i32::MAX } else { lowest - highest },
                });
            }
        }
        links
    }
}
