//! The triangles of a scene or a world, in a tree of boxes. It uses neither bodies nor routes.
//!
//! In: vertices on the grid with their objects. Out: the triangles that meet a box. Memory grows only with the number of
//! triangles, not with their size.

use crate::geom::vector::{add, bounds, cross, sub};
use crate::geom::{VERTEX_PER_METRE, Vertex};
use crate::ground::Face;
use crate::scene::Object;

/// Rise per run above which a face is a wall for every body (tan 63°).
const WALL: f64 = 2.0;
/// Triangles in a leaf of the tree.
const LEAF: usize = 4;

/// A point in metres from the local origin.
pub(super) type Point = [f64; 3];

/// One triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet {
    pub corners: [Point; 3],
    pub low: Point,
    pub high: Point,
    /// Rise per run along x and z; `None` for an upright face.
    pub gradient: Option<[f64; 2]>,
    pub object: u32,
    /// Whether a foot could stand on it: it is no wall, and not the underside of a closed solid.
    pub stands: bool,
}

impl Facet {
    fn new(corners: [Vertex; 3], object: u32, solid: bool) -> Self {
        let corners = corners.map(|corner| corner.map(|c| f64::from(c) / f64::from(VERTEX_PER_METRE)));
        let [a, b, c] = corners;
        let normal = cross(sub(b, a), sub(c, a));
        let gradient = (normal[1] != 0.0).then(|| [-normal[0] / normal[1], -normal[2] / normal[1]]);
        let gentle = gradient.is_some_and(|[x, z]| x * x + z * z <= WALL * WALL);
        let stands = gentle && !(solid && normal[1] < 0.0);
        let [low, high] = bounds(corners).unwrap_or_default();
        Self { corners, low, high, gradient, object, stands }
    }

    /// Height of its plane at a place in plan; `None` for an upright face.
    pub fn height(&self, x: f64, z: f64) -> Option<f64> {
        let [gx, gz] = self.gradient?;
        let [x0, y0, z0] = self.corners[0];
        Some(y0 + gx * (x - x0) + gz * (z - z0))
    }

    /// Rise per run of an inclined face; infinite for an upright one.
    pub fn steepness(&self) -> f64 {
        self.gradient.map_or(f64::INFINITY, |[x, z]| (x * x + z * z).sqrt())
    }

    /// Distance from a place in plan to the face, and the nearest point of the face. Not for upright faces.
    pub fn nearest(&self, x: f64, z: f64) -> (f64, [f64; 2]) {
        let side = |i: usize| {
            let (a, b) = (self.corners[i], self.corners[(i + 1) % 3]);
            (b[0] - a[0]) * (z - a[2]) - (b[2] - a[2]) * (x - a[0])
        };
        let sides = [side(0), side(1), side(2)];
        if sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0) {
            return (0.0, [x, z]);
        }
        let mut best = (f64::INFINITY, [x, z]);
        for i in 0..3 {
            let (a, b) = (self.corners[i], self.corners[(i + 1) % 3]);
            let (dx, dz) = (b[0] - a[0], b[2] - a[2]);
            let along = dx * dx + dz * dz;
            let t = if along > 0.0 { (((x - a[0]) * dx + (z - a[2]) * dz) / along).clamp(0.0, 1.0) } else { 0.0 };
            let p = [a[0] + t * dx, a[2] + t * dz];
            let far = ((p[0] - x) * (p[0] - x) + (p[1] - z) * (p[1] - z)).sqrt();
            if far < best.0 {
                best = (far, p);
            }
        }
        best
    }
}

/// A box of the tree. The left child follows its parent.
#[derive(Clone, Copy, Debug)]
struct Node {
    low: Point,
    high: Point,
    /// First facet of a leaf, or the right child.
    at: u32,
    /// Facets of a leaf; 0 for an inner box.
    count: u32,
}

/// All triangles, ordered so that each leaf of the tree is a run.
#[derive(Debug, Default)]
pub(super) struct Facets {
    pub all: Vec<Facet>,
    pub objects: Vec<Object>,
    pub origin: [f64; 3],
    nodes: Vec<Node>,
}

impl Facets {
    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let objects = self.objects.capacity() * size_of::<Object>();
        self.all.capacity() * size_of::<Facet>() + self.nodes.capacity() * size_of::<Node>() + objects
    }

    pub fn new(faces: impl Iterator<Item = Face>, objects: &[Object], origin: [f64; 3]) -> Self {
        let all = faces.map(|face| Facet::new(face.corners, face.object().0, face.is_solid())).collect();
        let mut facets = Self { all, objects: objects.to_vec(), origin, nodes: Vec::new() };
        if !facets.all.is_empty() {
            facets.split(0, facets.all.len());
        }
        facets
    }

    /// Makes the node of a run of facets and the nodes below it. Halves the run, so the depth is logarithmic.
    fn split(&mut self, first: usize, end: usize) {
        let run = &mut self.all[first..end];
        let [low, high] = bounds(run.iter().flat_map(|facet| [facet.low, facet.high])).unwrap_or_default();
        let node = self.nodes.len();
        let count = end - first;
        self.nodes.push(Node { low, high, at: first as u32, count: count as u32 });
        if count <= LEAF {
            return;
        }
        let middle = |facet: &Facet, axis: usize| facet.low[axis] + facet.high[axis];
        let [least, most] = bounds(run.iter().map(|facet| add(facet.low, facet.high))).unwrap_or_default();
        let spreads = sub(most, least);
        let axis = (0..3).fold(0, |best, axis| if spreads[axis] > spreads[best] { axis } else { best });
        let half = count / 2;
        run.select_nth_unstable_by(half, |a, b| middle(a, axis).total_cmp(&middle(b, axis)));
        self.split(first, first + half);
        let right = self.nodes.len() as u32;
        self.split(first + half, end);
        self.nodes[node].at = right;
        self.nodes[node].count = 0;
    }

    /// Calls `found` for each facet whose box meets the closed box.
    pub fn within(&self, low: Point, high: Point, mut found: impl FnMut(u32)) {
        let apart = |l: &Point, h: &Point| (0..3).any(|i| l[i] > high[i] || h[i] < low[i]);
        // The depth is at most 32, and each level leaves at most one node waiting.
        let (mut waiting, mut depth) = ([0_u32; 40], usize::from(!self.nodes.is_empty()));
        while depth > 0 {
            depth -= 1;
            let at = waiting[depth];
            let node = &self.nodes[at as usize];
            if apart(&node.low, &node.high) {
                continue;
            }
            if node.count == 0 {
                waiting[depth] = node.at;
                waiting[depth + 1] = at + 1;
                depth += 2;
                continue;
            }
            for index in node.at..node.at + node.count {
                let facet = &self.all[index as usize];
                if !apart(&facet.low, &facet.high) {
                    found(index);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::ObjectId;

    #[test]
    fn the_tree_finds_what_a_walk_over_all_finds() {
        let mut state = 7_u64;
        let mut random = |end: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i32 % end
        };
        let faces: Vec<Face> = (0..500)
            .map(|i| {
                let at: Vertex = std::array::from_fn(|_| random(20_000));
                let corners = std::array::from_fn(|_| std::array::from_fn(|axis| at[axis] + random(3000)));
                Face::new(corners, ObjectId(i), false)
            })
            .collect();
        let facets = Facets::new(faces.into_iter(), &[], [0.0; 3]);
        for _ in 0..200 {
            let low: Point = std::array::from_fn(|_| f64::from(random(20)));
            let high: Point = std::array::from_fn(|axis| low[axis] + f64::from(random(4)));
            let mut found = Vec::new();
            facets.within(low, high, |index| found.push(index));
            found.sort_unstable();
            let meets = |facet: &Facet| (0..3).all(|i| facet.low[i] <= high[i] && facet.high[i] >= low[i]);
            let wanted: Vec<u32> = (0..500).filter(|&index| meets(&facets.all[index as usize])).collect();
            assert_eq!(found, wanted);
        }
    }
}
