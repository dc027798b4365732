//! Scenes whose triangles are made where they are asked for, for worlds larger than memory.
//!
//! In: a square of the plan. Out: the triangles that may meet it. A bake that goes tile by tile asks for one square after the
//! other and holds no more than a few rows of them. An ordinary [`Scene`] can be asked in the same way ([`SceneTiles`]).

use super::{Object, ObjectId, Place, Scene, Tag};
use crate::geom::vector::bounds;
use crate::geom::{Vertex, dealt};
use xxhash_rust::xxh3::Xxh3;

/// A rectangle of the plan: lowest and highest corner as [x, z], on the vertex grid, both ends included.
pub type PlanBox = [[i32; 2]; 2];

/// Triangles by place.
///
/// Promise: the answers depend on the place that is asked for alone, so that a bake that was stopped goes on as if it had not
/// been.
pub trait TileSource: Sync {
    /// Metres to add to every position, as [`Scene::origin`].
    fn origin(&self) -> [f64; 3];

    /// The rectangle that holds all triangles; `None` when there are none.
    fn plan(&self) -> Option<PlanBox>;

    /// The objects, indexed by [`ObjectId`].
    fn objects(&self) -> &[Object];

    /// Named positions, in metres.
    fn places(&self) -> &[Place];

    /// A number that differs for sources with other triangles: a stopped bake is continued with the same source only.
    fn fingerprint(&self) -> u64;

    /// Calls `each` once for every triangle whose box meets the rectangle, and maybe for others: corners, object, and
    /// whether it bounds a closed solid. Ignored objects are not there, and triangles have an area.
    fn triangles(&self, within: PlanBox, each: &mut dyn FnMut([Vertex; 3], ObjectId, bool));

    /// Triangles of three different corners in a line; they make no ground, and a source made in code has none.
    fn slivers(&self) -> Vec<([Vertex; 3], ObjectId)> {
        Vec::new()
    }
}

/// Side of a bucket in vertex units: 16 m.
const BUCKET: i32 = 16 * 1024;

/// An ordinary scene, sorted by place so that it can be baked tile by tile.
#[derive(Debug)]
pub struct SceneTiles<'a> {
    scene: &'a Scene,
    plan: Option<PlanBox>,
    /// First bucket along x and z, and buckets along both.
    first: [i32; 2],
    size: [i32; 2],
    /// Where each bucket's triangles stand in `triangles`, and the end of the last.
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

impl<'a> SceneTiles<'a> {
    /// Sorts the triangles of a scene.
    pub fn new(scene: &'a Scene) -> Self {
        let there: Vec<u32> =
            (0u32..).zip(scene.triangles()).filter(|(_, t)| !is_ignored(scene, t.object)).map(|(i, _)| i).collect();
        let boxes = there.iter().map(|&i| plan_of(scene.corners(&scene.triangles()[i as usize])));
        let plan = bounds(boxes.clone().flatten());
        let Some(hull) = plan else {
            return Self { scene, plan, first: [0; 2], size: [0; 2], starts: vec![0], triangles: Vec::new() };
        };
        let [first, last] = hull.map(bucket_of);
        let size = [last[0] - first[0] + 1, last[1] - first[1] + 1];
        let mut pairs: Vec<(usize, u32)> = Vec::new();
        for (of, &triangle) in boxes.zip(&there) {
            let [low, high] = of.map(bucket_of);
            for z in low[1]..=high[1] {
                let row = (z - first[1]) as usize * size[0] as usize;
                pairs.extend((low[0]..=high[0]).map(|x| (row + (x - first[0]) as usize, triangle)));
            }
        }
        let (starts, triangles) = dealt(size[0] as usize * size[1] as usize, pairs.iter().copied());
        Self { scene, plan, first, size, starts, triangles }
    }
}

fn is_ignored(scene: &Scene, object: ObjectId) -> bool {
    scene.objects()[object.0 as usize].tag == Tag::Ignored
}

fn bucket_of(corner: [i32; 2]) -> [i32; 2] {
    corner.map(|c| c.div_euclid(BUCKET))
}

fn plan_of([a, b, c]: [Vertex; 3]) -> PlanBox {
    let along = |pick: fn(i32, i32) -> i32| [0, 2].map(|axis| pick(pick(a[axis], b[axis]), c[axis]));
    [along(i32::min), along(i32::max)]
}

impl TileSource for SceneTiles<'_> {
    fn origin(&self) -> [f64; 3] {
        self.scene.origin()
    }

    fn plan(&self) -> Option<PlanBox> {
        self.plan
    }

    fn objects(&self) -> &[Object] {
        self.scene.objects()
    }

    fn places(&self) -> &[Place] {
        self.scene.places()
    }

    fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        for (triangle, solid) in self.scene.triangles().iter().zip(self.scene.solid()) {
            let corners = self.scene.corners(triangle);
            corners.iter().flatten().for_each(|c| hash.update(&c.to_le_bytes()));
            hash.update(&(triangle.object.0 << 1 | u32::from(*solid)).to_le_bytes());
        }
        hash.digest()
    }

    fn triangles(&self, within: PlanBox, each: &mut dyn FnMut([Vertex; 3], ObjectId, bool)) {
        let [low, high] = within.map(bucket_of);
        let end = [0, 1].map(|axis| high[axis].min(self.first[axis] + self.size[axis] - 1));
        let begin = [0, 1].map(|axis| low[axis].max(self.first[axis]));
        let solid = self.scene.solid();
        for z in begin[1]..=end[1] {
            for x in begin[0]..=end[0] {
                let at = (z - self.first[1]) as usize * self.size[0] as usize + (x - self.first[0]) as usize;
                for &index in &self.triangles[self.starts[at] as usize..self.starts[at + 1] as usize] {
                    let triangle = &self.scene.triangles()[index as usize];
                    let corners = self.scene.corners(triangle);
                    // A triangle is in several buckets; it counts in the first that is asked for.
                    let first = bucket_of(plan_of(corners)[0]);
                    if [first[0].max(begin[0]), first[1].max(begin[1])] == [x, z] {
                        each(corners, triangle.object, solid[index as usize]);
                    }
                }
            }
        }
    }

    fn slivers(&self) -> Vec<([Vertex; 3], ObjectId)> {
        self.scene.slivers().collect()
    }
}
