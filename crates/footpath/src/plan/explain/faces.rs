//! Measures from the triangles, for messages: the true width of a gap, and the object beside it.
//!
//! In: the faces around a place. Out: metres and objects. No decision depends on them: cells decide, and these measures explain.

use crate::geom::vector::{cross, dot, sub};
use crate::geom::{VERTEX_PER_METRE, metres};
use crate::ground::{ColumnKey, Face, TILE, TileKey, Window};
use crate::scene::ObjectId;
use crate::world::World;

type Point = [f64; 3];

/// Tolerance for the rounding to the vertex grid, in metres.
const ROUNDING: f64 = 0.001;

/// Faces around a place, in metres from the local origin.
pub(crate) struct Faces {
    faces: Vec<([Point; 3], ObjectId)>,
}

/// A gap between two objects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// In metres.
    pub width: f64,
    /// In plan, in metres from the local origin.
    pub middle: [f64; 2],
    /// The nearer object.
    pub object: ObjectId,
}

impl Faces {
    /// The faces within `columns` columns of a column.
    pub fn around(world: &World, column: ColumnKey, columns: i32) -> Self {
        let window = Window { x0: column.x, z0: column.z, width: 1, depth: 1 }.grown(columns);
        let size = world.grid().cell_size();
        let low = [f64::from(window.x0) * size, f64::from(window.z0) * size];
        let high = [low[0] + f64::from(window.width) * size, low[1] + f64::from(window.depth) * size];
        let mut found: Vec<&Face> = window.tiles().flat_map(|key| world.faces_in(key)).collect();
        found.sort_unstable();
        found.dedup();
        let faces = found.into_iter().map(|face| (corners_of(face), face.object()));
        let near = |corners: &[Point; 3]| {
            [0, 2].into_iter().zip([0, 1]).all(|(axis, plan)| {
                let along = corners.map(|corner| corner[axis]);
                let least = along.into_iter().fold(f64::INFINITY, f64::min);
                let most = along.into_iter().fold(f64::NEG_INFINITY, f64::max);
                least <= high[plan] && most >= low[plan]
            })
        };
        Self { faces: faces.filter(|(corners, _)| near(corners)).collect() }
    }

    /// The object of the first face between two points.
    pub fn first_between(&self, from: Point, to: Point) -> Option<ObjectId> {
        let hits = self.faces.iter().filter_map(|(corners, object)| Some((hit(corners, from, to)?, *object)));
        hits.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, object)| object)
    }

    /// The lowest object above a height (in cm) over a square in plan.
    pub fn lowest_above(&self, cm: i32, low: [f64; 2], side: f64) -> Option<ObjectId> {
        let height = metres(cm);
        // Vertices are rounded, so a face that touches the square may lie slightly outside.
        let square = low.map(|low| [low - ROUNDING, low + side + ROUNDING]);
        let lowest = |corners: &[Point; 3]| {
            let part = between(&between(corners, 0, square[0]), 2, square[1]);
            part.iter().map(|p| p[1]).filter(|&y| y > height).min_by(f64::total_cmp)
        };
        let found = self.faces.iter().filter_map(|(corners, object)| Some((lowest(corners)?, *object)));
        found.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, object)| object)
    }

    /// The gap around a point in plan, within a height range in cm: from the nearest surface to the nearest one opposite.
    pub fn gap(&self, at: [f64; 2], low: i32, high: i32) -> Option<Gap> {
        let slab = [low, high].map(metres);
        let mut points: Vec<([f64; 2], ObjectId)> = Vec::new();
        for (corners, object) in &self.faces {
            let cut: Vec<[f64; 2]> = between(corners, 1, slab).into_iter().map(|[x, _, z]| [x, z]).collect();
            for i in 0..cut.len() {
                points.push((nearest(at, cut[i], cut[(i + 1) % cut.len()]), *object));
            }
        }
        let away = |p: [f64; 2]| [p[0] - at[0], p[1] - at[1]];
        let far = |p: [f64; 2]| away(p)[0].hypot(away(p)[1]);
        let order = |a: &&([f64; 2], ObjectId), b: &&([f64; 2], ObjectId)| {
            far(a.0).total_cmp(&far(b.0)).then(a.1.cmp(&b.1)).then(a.0[0].total_cmp(&b.0[0]))
        };
        let &(one, object) = points.iter().min_by(order)?;
        let opposite = points.iter().filter(|(p, _)| {
            let dot = away(*p)[0] * away(one)[0] + away(*p)[1] * away(one)[1];
            dot < -0.5 * far(*p) * far(one)
        });
        let &(other, _) = opposite.min_by(order)?;
        let width = (one[0] - other[0]).hypot(one[1] - other[1]);
        Some(Gap { width, middle: [0, 1].map(|i| (one[i] + other[i]) / 2.0), object })
    }
}

fn corners_of(face: &Face) -> [Point; 3] {
    face.corners.map(|corner| corner.map(|c| f64::from(c) / f64::from(VERTEX_PER_METRE)))
}

/// The faces of one tile, sorted by the rows of columns that they may touch, along x and along z.
pub(crate) struct TileFaces {
    faces: Vec<[Point; 3]>,
    /// Pairs of row and face: rows along x by their z, then rows along z by their x. Sorted.
    in_row: Vec<(i32, u32)>,
}

impl TileFaces {
    pub fn of(world: &World, key: TileKey) -> Self {
        let tile = Window::of_tile(key);
        let mut sorted = Self { faces: Vec::new(), in_row: Vec::new() };
        for face in world.faces_in(key) {
            let [low, high] = face.bounds();
            let Some(window) = world.grid().window_of(low, high).intersection(&tile) else { continue };
            let number = sorted.faces.len() as u32;
            sorted.faces.push(corners_of(face));
            let (x, z) = (window.x0 - tile.x0, window.z0 - tile.z0);
            let rows = (z..z + window.depth).chain(TILE + x..TILE + x + window.width);
            sorted.in_row.extend(rows.map(|row| (row, number)));
        }
        sorted.in_row.sort_unstable();
        sorted
    }

    /// Where a line along a row of columns, in x or z, crosses faces, as shares of its length.
    pub fn crossings(&self, [x, z]: [i32; 2], along_x: bool, from: Point, to: Point) -> impl Iterator<Item = f64> + '_ {
        let row = if along_x { z } else { TILE + x };
        let first = self.in_row.partition_point(|&(other, _)| other < row);
        let there = self.in_row[first..].iter().take_while(move |&&(other, _)| other == row);
        there.filter_map(move |&(_, face)| hit(&self.faces[face as usize], from, to))
    }
}

/// The part of a polygon whose coordinate along an axis lies between two values.
fn between(polygon: &[Point], axis: usize, [low, high]: [f64; 2]) -> Vec<Point> {
    let mut polygon = polygon.to_vec();
    for (limit, sign) in [(low, 1.0), (high, -1.0)] {
        let inside = |p: &Point| (p[axis] - limit) * sign > 0.0;
        let mut cut = Vec::with_capacity(polygon.len() + 1);
        for i in 0..polygon.len() {
            let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
            if inside(&a) {
                cut.push(a);
            }
            if inside(&a) != inside(&b) {
                let t = (limit - a[axis]) / (b[axis] - a[axis]);
                cut.push([0, 1, 2].map(|i| a[i] + t * (b[i] - a[i])));
            }
        }
        polygon = cut;
    }
    polygon
}

/// The point of a segment that is nearest to another point.
fn nearest(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let dot = (p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1];
    let t = if length > 0.0 { (dot / length).clamp(0.0, 1.0) } else { 0.0 };
    [a[0] + t * along[0], a[1] + t * along[1]]
}

/// Where a segment crosses a triangle, as a share of its length.
fn hit(corners: &[Point; 3], from: Point, to: Point) -> Option<f64> {
    let (e, f, along) = (sub(corners[1], corners[0]), sub(corners[2], corners[0]), sub(to, from));
    let normal = cross(along, f);
    let volume = dot(e, normal);
    if volume == 0.0 {
        return None;
    }
    let off = sub(from, corners[0]);
    let u = dot(off, normal) / volume;
    let turned = cross(off, e);
    let (v, t) = (dot(along, turned) / volume, dot(f, turned) / volume);
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&t)).then_some(t)
}
