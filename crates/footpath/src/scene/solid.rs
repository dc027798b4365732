//! Which triangles bound a closed solid.
//!
//! In: the triangles of a scene. Out: one flag per triangle. Components are joined by shared edges within the objects
//! of one name (a box with two materials is two objects and still a box); edges are shared where their ends have equal
//! positions, whatever their indices. A component is closed if every edge is used equally often both ways, and
//! solid if its signed volume, an exact integer, is positive. Ignored objects take no part; triangles that lost their
//! area on the grid do where they are the seam between two others.
//!
//! Linear but for one sort of the vertices: edges are dealt to their lower vertex, and the few of one vertex are
//! sorted there. The flags depend on nothing but geometry, names and tags.

use rayon::prelude::*;

use super::{Object, ObjectId, Scene, Tag, Triangle};
use crate::geom::{DisjointSets, Vertex, dealt};

/// Stands for a vertex or an object that takes no part.
const NONE: u32 = u32::MAX;

/// One flag per triangle of the scene.
pub(super) fn find(scene: &Scene) -> Vec<bool> {
    let components = Components::of(scene);
    let roots = &components.root[..scene.triangles().len()];
    roots.iter().map(|&root| root != NONE && components.is_solid(root)).collect()
}

/// As [`find`], for faces and slivers that are no longer in a scene: corners, and objects of the table.
pub(crate) fn solid_faces(
    objects: &[Object],
    faces: &[([Vertex; 3], ObjectId)],
    slivers: &[([Vertex; 3], ObjectId)],
) -> Vec<bool> {
    let triangle = |(at, &(_, object)): (u32, &([Vertex; 3], ObjectId))| Triangle {
        corners: [3 * at, 3 * at + 1, 3 * at + 2],
        object,
    };
    find(&Scene {
        origin: [0.0; 3],
        vertices: faces.iter().chain(slivers).flat_map(|(corners, _)| *corners).collect(),
        triangles: (0..).zip(faces).map(triangle).collect(),
        slivers: (faces.len() as u32..).zip(slivers).map(triangle).collect(),
        objects: objects.to_vec(),
        places: Vec::new(),
        report: Default::default(),
        solid: Default::default(),
    })
}

/// Components of triangles; a component is known by one of its triangles, the root.
struct Components {
    /// Root of each triangle's component, the slivers after the others; [`NONE`] for those that take no part.
    root: Vec<u32>,
    /// Per root, whether every edge is used equally often both ways.
    closed: Vec<bool>,
    /// Per root, six times the signed volume.
    volume: Vec<i128>,
}

impl Components {
    fn of(scene: &Scene) -> Self {
        let triangles = &[scene.triangles(), &scene.slivers].concat()[..];
        let welded = weld(scene, triangles);
        let mut sets = DisjointSets::new(triangles.len());
        let mut closed = vec![true; triangles.len()];
        join(&welded, triangles, &mut sets, &mut closed);
        let takes_part = |triangle: &Triangle| welded.id[triangle.corners[0] as usize] != NONE;
        let root: Vec<u32> = (0u32..)
            .zip(triangles)
            .map(|(index, triangle)| if takes_part(triangle) { sets.root(index) } else { NONE })
            .collect();
        let mut volume = vec![0; triangles.len()];
        for (index, triangle) in triangles.iter().enumerate().filter(|(index, _)| root[*index] != NONE) {
            let at = root[index] as usize;
            volume[at] += six_volumes(scene.corners(triangle));
            closed[at] &= closed[index];
        }
        Self { root, closed, volume }
    }

    fn is_solid(&self, root: u32) -> bool {
        self.closed[root as usize] && self.volume[root as usize] > 0
    }
}

/// Vertices of equal position and object name, as one.
struct Welded {
    /// Per vertex of the scene; [`NONE`] for those of no triangle that takes part.
    id: Vec<u32>,
    count: usize,
}

fn weld(scene: &Scene, triangles: &[Triangle]) -> Welded {
    let names = number_names(scene);
    // Every object brings its own vertices, so a vertex has one name.
    let mut id = vec![NONE; scene.vertices().len()];
    for triangle in triangles {
        let name = names[triangle.object.0 as usize];
        triangle.corners.iter().for_each(|&corner| id[corner as usize] = name);
    }
    let used = (0u32..).zip(&id).filter(|(_, name)| **name != NONE);
    let mut keys: Vec<(u32, Vertex, u32)> =
        used.map(|(vertex, &name)| (name, scene.vertices()[vertex as usize], vertex)).collect();
    keys.par_sort_unstable();
    let mut count = 0;
    let mut last = None;
    for (name, position, vertex) in keys {
        if last != Some((name, position)) {
            last = Some((name, position));
            count += 1;
        }
        id[vertex as usize] = count - 1;
    }
    Welded { id, count: count as usize }
}

/// A number per object, equal for equal names; [`NONE`] for ignored objects.
fn number_names(scene: &Scene) -> Vec<u32> {
    let objects = scene.objects();
    let mut order: Vec<usize> = (0..objects.len()).filter(|&i| objects[i].tag != Tag::Ignored).collect();
    order.par_sort_by(|&a, &b| objects[a].name.cmp(&objects[b].name));
    let mut numbers = vec![NONE; objects.len()];
    let mut number = 0;
    for (at, &object) in order.iter().enumerate() {
        number += u32::from(at > 0 && objects[order[at - 1]].name != objects[object].name);
        numbers[object] = number;
    }
    numbers
}

/// Joins triangles that share an edge, and marks a triangle of every edge that is not balanced.
fn join(welded: &Welded, triangles: &[Triangle], sets: &mut DisjointSets, closed: &mut [bool]) {
    let (starts, mut edges) = deal(welded, triangles);
    for ends in starts.windows(2) {
        let edges = &mut edges[ends[0] as usize..ends[1] as usize];
        edges.sort_unstable();
        for shared in edges.chunk_by(|a, b| a.high() == b.high()) {
            let first = shared[0].triangle();
            shared.iter().skip(1).for_each(|edge| sets.join(first, edge.triangle()));
            let upward = shared.iter().filter(|edge| edge.is_upward()).count();
            closed[first as usize] &= upward * 2 == shared.len();
        }
    }
}

/// An edge at its vertex of lower number, in one word so that sorting is cheap: the other vertex, the triangle, and
/// whether the triangle runs from the lower to the higher vertex.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Edge(u64);

impl Edge {
    fn new(high: u32, triangle: u32, is_upward: bool) -> Self {
        Self(u64::from(high) << 32 | u64::from(triangle) << 1 | u64::from(is_upward))
    }

    fn high(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn triangle(self) -> u32 {
        self.0 as u32 >> 1
    }

    fn is_upward(self) -> bool {
        self.0 & 1 == 1
    }
}

/// All edges by their lower vertex: where those of each vertex start, and the edges.
fn deal(welded: &Welded, triangles: &[Triangle]) -> (Vec<u32>, Vec<Edge>) {
    let edges = (0u32..).zip(triangles).flat_map(|(triangle, corners)| {
        let [a, b, c] = corners.corners.map(|corner| welded.id[corner as usize]);
        let sides = [(a, b), (b, c), (c, a)].into_iter().filter(|ends| ends.0 != NONE);
        sides.map(move |(from, to)| (from.min(to) as usize, Edge::new(from.max(to), triangle, from < to)))
    });
    dealt(welded.count, edges)
}

/// Six times the signed volume between a triangle and the local origin. Vertices have 27 bits, so that pairs of them
/// fit 64.
fn six_volumes([a, b, c]: [Vertex; 3]) -> i128 {
    let [a, b, c] = [a, b, c].map(|vertex| vertex.map(i64::from));
    let share = |i: usize, j: usize, k: usize| i128::from(a[i]) * i128::from(b[j] * c[k] - b[k] * c[j]);
    share(0, 1, 2) + share(1, 2, 0) + share(2, 0, 1)
}

impl Scene {
    /// Number of closed components, of those that are solid, and of all; ignored objects do not count.
    pub fn component_counts(&self) -> ComponentCounts {
        let components = Components::of(self);
        let is_root = |index: &usize| components.root[*index] == *index as u32;
        let roots = (0..self.triangles().len()).filter(is_root);
        let mut counts = ComponentCounts::default();
        for root in roots {
            counts.all += 1;
            counts.closed += usize::from(components.closed[root]);
            counts.solid += usize::from(components.is_solid(root as u32));
        }
        counts
    }
}

/// Components of triangles that are joined by shared edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComponentCounts {
    /// All components.
    pub all: usize,
    /// Components of which every edge is used equally often both ways.
    pub closed: usize,
    /// Closed components of positive volume: those that have an inside.
    pub solid: usize,
}

#[cfg(test)]
mod tests;
