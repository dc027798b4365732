//! Which triangles bound a closed solid.
//!
//! In: the triangles of a scene. Out: one flag per triangle. Components are joined by shared edges within the objects
//! of one name (a box with two materials is two objects and still a box); edges are shared where their ends have equal
//! positions, whatever their indices. A component is closed if every edge is used equally often both ways, and
//! solid if its signed volume, an exact integer, is positive. Ignored objects take no part.
//!
//! Linear but for one sort of the vertices: edges are dealt to their lower vertex, and the few of one vertex are
//! sorted there. The flags depend on nothing but geometry, names and tags.

use rayon::prelude::*;

use super::{Scene, Tag, Triangle};
use crate::geom::Vertex;

/// Stands for a vertex or an object that takes no part.
const NONE: u32 = u32::MAX;

/// One flag per triangle of the scene.
pub(super) fn find(scene: &Scene) -> Vec<bool> {
    let components = Components::of(scene);
    components.root.iter().map(|&root| root != NONE && components.is_solid(root)).collect()
}

/// Components of triangles; a component is known by one of its triangles, the root.
struct Components {
    /// Root of each triangle's component; [`NONE`] for triangles that take no part.
    root: Vec<u32>,
    /// Per root, whether every edge is used equally often both ways.
    closed: Vec<bool>,
    /// Per root, six times the signed volume.
    volume: Vec<i128>,
}

impl Components {
    fn of(scene: &Scene) -> Self {
        let triangles = scene.triangles();
        let welded = weld(scene);
        let mut sets = Sets((0..triangles.len() as u32).collect());
        let mut closed = vec![true; triangles.len()];
        join(&welded, triangles, &mut sets, &mut closed);
        let takes_part = |triangle: &Triangle| welded.id[triangle.corners[0] as usize] != NONE;
        let root: Vec<u32> = (0u32..)
            .zip(triangles)
            .map(|(index, triangle)| if takes_part(triangle) { sets.find(index) } else { NONE })
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

fn weld(scene: &Scene) -> Welded {
    let names = number_names(scene);
    // Every object brings its own vertices, so a vertex has one name.
    let mut id = vec![NONE; scene.vertices().len()];
    for triangle in scene.triangles() {
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
fn join(welded: &Welded, triangles: &[Triangle], sets: &mut Sets, closed: &mut [bool]) {
    let (starts, mut edges) = deal(welded, triangles);
    for ends in starts.windows(2) {
        let edges = &mut edges[ends[0] as usize..ends[1] as usize];
        edges.sort_unstable();
        for shared in edges.chunk_by(|a, b| a.high == b.high) {
            let first = shared[0].triangle;
            shared.iter().skip(1).for_each(|edge| sets.join(first, edge.triangle));
            let upward = shared.iter().filter(|edge| edge.is_upward).count();
            closed[first as usize] &= upward * 2 == shared.len();
        }
    }
}

/// An edge, at its vertex of lower number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    high: u32,
    triangle: u32,
    /// Whether the triangle runs from the lower to the higher vertex.
    is_upward: bool,
}

/// All edges by their lower vertex: where those of each vertex start, and the edges.
fn deal(welded: &Welded, triangles: &[Triangle]) -> (Vec<u32>, Vec<Edge>) {
    let edges = || {
        (0u32..).zip(triangles).flat_map(|(triangle, corners)| {
            let [a, b, c] = corners.corners.map(|corner| welded.id[corner as usize]);
            [(a, b), (b, c), (c, a)].into_iter().filter(|ends| ends.0 != NONE).map(move |(from, to)| {
                (from.min(to) as usize, Edge { high: from.max(to), triangle, is_upward: from < to })
            })
        })
    };
    let mut starts = vec![0u32; welded.count + 1];
    edges().for_each(|(low, _)| starts[low + 1] += 1);
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut dealt = vec![Edge::default(); starts[welded.count] as usize];
    let mut next = starts.clone();
    for (low, edge) in edges() {
        dealt[next[low] as usize] = edge;
        next[low] += 1;
    }
    (starts, dealt)
}

/// Disjoint sets of triangles; the root of a set is its lowest triangle.
struct Sets(Vec<u32>);

impl Sets {
    fn find(&mut self, mut of: u32) -> u32 {
        while self.0[of as usize] != of {
            let parent = self.0[of as usize];
            self.0[of as usize] = self.0[parent as usize];
            of = self.0[of as usize];
        }
        of
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

/// Six times the signed volume between a triangle and the local origin.
fn six_volumes([a, b, c]: [Vertex; 3]) -> i128 {
    let [a, b, c] = [a, b, c].map(|vertex| vertex.map(i128::from));
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
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
mod tests {
    use super::super::{Object, Rules};
    use super::*;

    /// Outward faces of the unit cube, two triangles a side, the sides in the order −y +y −x +x −z +z.
    const SIDES: [[u32; 6]; 6] = [
        [0, 1, 5, 0, 5, 4],
        [2, 6, 7, 2, 7, 3],
        [0, 4, 6, 0, 6, 2],
        [1, 3, 7, 1, 7, 5],
        [0, 2, 3, 0, 3, 1],
        [4, 5, 7, 4, 7, 6],
    ];

    fn cube_at(x: f64) -> Vec<[f64; 3]> {
        (0..8u8).map(|i| [x + f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)]).collect()
    }

    fn cube() -> Vec<u32> {
        SIDES.concat()
    }

    fn counts(all: usize, closed: usize, solid: usize) -> ComponentCounts {
        ComponentCounts { all, closed, solid }
    }

    #[test]
    fn a_box_is_solid_and_a_room_seen_from_inside_is_not() {
        let room: Vec<u32> = cube().chunks(3).flat_map(|t| [t[0], t[2], t[1]]).collect();
        let open = &cube()[6..];
        let scene = Scene::builder().object("box", &cube_at(0.0), &cube(), None);
        let scene = scene.object("room", &cube_at(5.0), &room, None).object("tray", &cube_at(9.0), open, None).build();
        assert_eq!(scene.component_counts(), counts(3, 2, 1));
        let solid: Vec<usize> = (0..scene.triangles().len()).filter(|&i| scene.solid()[i]).collect();
        assert_eq!(solid, (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn a_box_of_two_materials_is_one_box() {
        let glass = Object { material: Some("glass".to_owned()), ..Object::new("box") };
        let mut builder = Scene::builder();
        builder.push_object(Object::new("box"), &cube_at(0.0), &cube()[..6], None);
        builder.push_object(Object::new("lid"), &cube_at(4.0), &cube()[..6], None);
        builder.push_object(glass, &cube_at(0.0), &cube()[6..], None);
        builder.push_object(Object::new("not the lid"), &cube_at(4.0), &cube()[6..], None);
        assert_eq!(builder.build().component_counts(), counts(3, 1, 1));
    }

    #[test]
    fn boxes_that_touch_along_an_edge_balance_it() {
        let mut other = cube_at(1.0);
        other.iter_mut().for_each(|vertex| vertex[1] += 1.0);
        let scene = Scene::builder().object("pair", &cube_at(0.0), &cube(), None).object("pair", &other, &cube(), None);
        assert_eq!(scene.build().component_counts(), counts(1, 1, 1));
    }

    #[test]
    fn ignored_objects_close_nothing() {
        let mut builder = Scene::builder();
        builder.push_object(Object::new("box"), &cube_at(0.0), &cube(), None);
        builder.push_object(Object::new("door"), &cube_at(3.0), &cube(), None);
        let mut scene = builder.build();
        assert!(scene.solid().iter().all(|&solid| solid));
        scene.apply(&Rules::new().ignore("door"));
        assert_eq!(scene.component_counts(), counts(1, 1, 1));
        assert_eq!(scene.solid().iter().filter(|&&solid| solid).count(), 12);
    }

    #[test]
    fn the_order_of_triangles_changes_nothing() {
        let mut sides = SIDES;
        for _ in 0..6 {
            sides.rotate_left(1);
            let scene = Scene::builder().object("box", &cube_at(60_000.0), &sides.concat(), None).build();
            assert!(scene.solid().iter().all(|&solid| solid));
        }
        assert!(Scene::builder().build().solid().is_empty());
    }
}
