//! Measures at a floor: what prevents a body from standing there, and by how much.
//!
//! In: a floor. Out: the slope, the tag, the free height, and the distance to the nearest obstacle beside it. The rules are those
//! of [`Reach`], given as measures.

use super::faces::{Faces, TileFaces};
use crate::clearance::{Ground, Meter, over};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{ColumnKey, Floor, Tile, TileKey, Window};
use crate::reach::{Reach, centre};
use crate::scene::{ObjectId, Tag};
use crate::world::{FloorId, World};
use std::collections::BTreeMap;

/// Measures floors, tile by tile.
pub(crate) struct Probe<'a> {
    pub world: &'a World,
    pub reach: &'a Reach,
    /// How far it measures, in plan units.
    radius: i64,
    meters: BTreeMap<TileKey, Meter>,
    faces: BTreeMap<TileKey, TileFaces>,
}

/// The nearest obstacle beside a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beside {
    /// Its distance from the centre of the floor's column, in plan units.
    pub distance: i64,
    /// Its column, if it lies within the disc.
    pub column: Option<ColumnKey>,
}

impl<'a> Probe<'a> {
    /// A probe that measures up to a radius in plan units.
    pub fn new(world: &'a World, reach: &'a Reach, radius: i64) -> Self {
        Self { world, reach, radius, meters: BTreeMap::new(), faces: BTreeMap::new() }
    }

    /// A probe with the body's radius.
    pub fn of_body(world: &'a World, reach: &'a Reach) -> Self {
        Self::new(world, reach, reach.limits.radius)
    }

    /// A floor with the measures that the body's rules use.
    pub fn ground(&self, id: FloorId) -> Option<Ground> {
        let ((tile, floor), column) = self.world.floor(id).zip(self.world.column_of(id))?;
        let over = over(tile, column.in_tile(), id.index as usize);
        Some(Ground { over: over.min(i32::from(i16::MAX)) as i16, ..self.ground_of(tile, floor) })
    }

    /// The same for a floor of a known tile.
    #[inline]
    pub fn ground_of(&self, tile: &Tile, floor: &Floor) -> Ground {
        let object = tile.objects()[usize::from(floor.object)];
        Ground::new(tile, floor, &self.reach.rule, self.reach.semantics.tag(object))
    }

    /// The object of a floor, and its tag.
    pub fn object(&self, id: FloorId) -> Option<(ObjectId, Tag)> {
        let (object, _) = self.world.object_of(id)?;
        Some((object, self.reach.semantics.tag(object)))
    }

    /// The nearest obstacle beside a floor that reaches above `low` and below `high` (cm from the local origin). Ground that
    /// rises by steps is no obstacle.
    pub fn beside(&mut self, id: FloorId, low: i32, high: i32) -> Beside {
        let free = Beside { distance: self.radius, column: None };
        let (Some(column), Some(ground)) = (self.world.column_of(id), self.ground(id)) else { return free };
        if self.radius == 0 || low >= high {
            return free;
        }
        let (world, reach, radius) = (self.world, self.reach, self.radius);
        let meter = self.meters.entry(id.tile);
        let meter = meter.or_insert_with(|| reach.distances(world, Window::of_tile(id.tile), radius));
        let nearest = meter.nearest(column, ground.height, [low, high]);
        nearest.map_or(free, |(column, distance)| Beside { distance, column: Some(column) })
    }

    /// The free height that two linked floors share, in cm.
    pub fn shared(from: &Ground, to: &Ground) -> i32 {
        from.ceiling.min(to.ceiling) - from.height.max(to.height)
    }

    /// Whether a column has a solid part between two heights.
    pub fn is_solid(&self, column: ColumnKey, low: i32, high: i32) -> bool {
        let [x, z] = column.in_tile();
        low < high && self.world.tile(column.tile()).is_some_and(|tile| tile.is_blocked(x, z, low, high))
    }

    /// Whether a forbidden object is in a column between two heights.
    pub fn is_forbidden(&self, column: ColumnKey, low: i32, high: i32) -> bool {
        let [x, z] = column.in_tile();
        let Some(tile) = self.world.tile(column.tile()) else { return false };
        let spans = &tile.spans()[tile.span_index().range(x, z)];
        spans.iter().any(|span| {
            let forbidden = self.reach.semantics.tag(tile.objects()[usize::from(span.object)]) == Tag::Forbidden;
            let (bottom, top) = (tile.base() + i32::from(span.low), tile.base() + i32::from(span.high));
            forbidden && top > low && bottom < high
        })
    }

    /// The object above a floor.
    pub fn above(&self, id: FloorId) -> Option<ObjectId> {
        let (column, ground) = (self.world.column_of(id)?, self.ground(id)?);
        let size = self.reach.grid.cell_size();
        let low = [f64::from(column.x) * size, f64::from(column.z) * size];
        Faces::around(self.world, column, 0).lowest_above(ground.height + 5, low, size)
    }

    /// Centre of a column in metres from the local origin.
    pub fn centre(&self, column: ColumnKey) -> [f64; 2] {
        centre(&self.reach.grid, column).map(|c| c as f64 / f64::from(PLAN_PER_METRE))
    }

    /// Thickness of the solid part between two floors at half the height of a slab, in plan units; `None` if the line crosses no
    /// face.
    pub fn thickness(&mut self, from: ColumnKey, to: ColumnKey, low: i32, high: i32) -> Option<i64> {
        let y = f64::from(low + high) / 2.0 / f64::from(CM_PER_METRE);
        let [a, b] = [from, to].map(|column| self.centre(column)).map(|[x, z]| [x, y, z]);
        let cells = (to.x - from.x).abs().max((to.z - from.z).abs()).max(1);
        let along_x = from.z == to.z;
        let mut met = [f64::INFINITY, f64::NEG_INFINITY];
        let world = self.world;
        let other = Some(to.tile()).filter(|&tile| tile != from.tile());
        for key in [from.tile()].into_iter().chain(other) {
            let faces = self.faces.entry(key).or_insert_with(|| TileFaces::of(world, key));
            for share in faces.crossings(from.in_tile(), along_x, a, b) {
                met = [met[0].min(share), met[1].max(share)];
            }
        }
        let length = i64::from(cells) * i64::from(self.reach.grid.cell);
        (met[0] <= met[1]).then(|| ((met[1] - met[0]) * length as f64).round() as i64)
    }

    /// The floors of a column, with their heights.
    pub fn floors(&self, column: ColumnKey) -> impl Iterator<Item = (FloorId, i32)> + use<'a> {
        let tile = self.world.tile(column.tile());
        self.world.floors_at(column).filter_map(move |id| Some((id, tile?.height(id.index as usize))))
    }
}
