//! A user's own arrays → [`Scene`]. Every reader of files ends here too, so that there is one way in.

use super::{Object, ObjectId, Place, Scene, SceneReport, Triangle};
use crate::geom::{VERTEX_PER_METRE, Vertex};

/// Metres between possible local origins. The origin is the multiple nearest to the scene's lowest corner, so scenes
/// around zero keep their coordinates and the columns stay where they are when something is added at the rim.
const ORIGIN_STEP: f64 = 1024.0;
/// Largest distance of a vertex from the local origin, in metres: what exact 64-bit products of plan units allow.
pub(super) const MAX_EXTENT: f64 = 65_536.0;

/// A 4 × 4 matrix of columns, as glTF and most engines have it; moves, turns and scales an object's vertices.
pub type Transform = [[f64; 4]; 4];

/// Which axis points up in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// Y is up already.
    #[default]
    Y,
    /// Z is up: x, y, z become x, z, −y.
    Z,
}

/// Collects objects and their triangles; [`SceneBuilder::build`] puts them on the integer grid.
#[derive(Clone, Debug, Default)]
pub struct SceneBuilder {
    import: Import,
    positions: Vec<[f64; 3]>,
    triangles: Vec<Triangle>,
    objects: Vec<Object>,
    places: Vec<Place>,
    report: SceneReport,
}

/// How a file's coordinates are to be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Import {
    /// The axis that points up in the file. Never guessed.
    pub up: Up,
    /// Metres per unit of the file, above zero: 0.01 for centimetres.
    pub scale: f64,
}

impl Default for Import {
    /// Metres, Y up.
    fn default() -> Self {
        Self { up: Up::Y, scale: 1.0 }
    }
}

impl SceneBuilder {
    /// Which axis of the positions given from now on points up.
    pub fn up(mut self, up: Up) -> Self {
        self.import.up = up;
        self
    }

    /// Metres per unit of the positions given from now on.
    pub fn scale(mut self, scale: f64) -> Self {
        self.import.scale = scale;
        self
    }

    /// Adds an object: vertices, three indices per triangle, and an optional matrix.
    ///
    /// Triangles that cannot be used (not finite, index out of range) are left out and counted. A matrix that mirrors
    /// turns the winding round, so that outside stays outside.
    pub fn object<I: Copy + Into<u64>>(
        self,
        name: impl Into<String>,
        vertices: &[[f64; 3]],
        indices: &[I],
        transform: Option<&Transform>,
    ) -> Self {
        self.object_with(Object::new(name), vertices, indices, transform)
    }

    /// As [`SceneBuilder::object`], with material, tag and cost chosen by the caller.
    pub fn object_with<I: Copy + Into<u64>>(
        mut self,
        object: Object,
        vertices: &[[f64; 3]],
        indices: &[I],
        transform: Option<&Transform>,
    ) -> Self {
        self.push_object(object, vertices, indices, transform);
        self
    }

    /// The by-reference form of [`SceneBuilder::object_with`], for loops.
    pub fn push_object<I: Copy + Into<u64>>(
        &mut self,
        object: Object,
        vertices: &[[f64; 3]],
        indices: &[I],
        transform: Option<&Transform>,
    ) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push(object);
        let first = self.positions.len() as u64;
        let moved = vertices.iter().map(|&v| self.to_metres(transform.map_or(v, |matrix| apply(matrix, v))));
        let moved: Vec<_> = moved.collect();
        self.positions.extend(moved);
        let end = self.positions.len() as u64;
        let order = if (self.import.scale < 0.0) != transform.is_some_and(mirrors) { [0, 2, 1] } else { [0, 1, 2] };
        for corners in indices.chunks_exact(3) {
            let corners = order.map(|i| corners[i].into().saturating_add(first));
            if corners.iter().any(|&corner| corner >= end || corner > u64::from(u32::MAX)) {
                self.report.out_of_range += 1;
            } else {
                self.triangles.push(Triangle { corners: corners.map(|corner| corner as u32), object: id });
            }
        }
        self.report.out_of_range += usize::from(!indices.len().is_multiple_of(3));
        id
    }

    /// Adds a named position, in the units and axes of the source.
    pub fn place(mut self, name: impl Into<String>, position: [f64; 3]) -> Self {
        self.push_place(name, position);
        self
    }

    /// The by-reference form of [`SceneBuilder::place`].
    pub fn push_place(&mut self, name: impl Into<String>, position: [f64; 3]) {
        let position = self.to_metres(position);
        self.places.push(Place { name: name.into(), position });
    }

    /// Counts tags and costs of the source that are none of ours.
    pub(super) fn count_bad_tags(&mut self, count: usize) {
        self.report.bad_tags += count;
    }

    /// Puts everything on the grid around a local origin. Never fails: what cannot be used is in [`Scene::report`].
    pub fn build(mut self) -> Scene {
        let usable = |p: &[f64; 3]| p.iter().all(|c| c.is_finite());
        // Adding nothing makes minus zero zero, which would be another origin to a hash.
        let origin = std::array::from_fn(|axis| (self.lowest(axis) / ORIGIN_STEP).round() * ORIGIN_STEP + 0.0);
        let vertices: Vec<Vertex> = self.positions.iter().map(|&position| snap(position, origin)).collect();
        let (positions, report) = (&self.positions, &mut self.report);
        let mut slivers = Vec::new();
        self.triangles.retain(|triangle| {
            let corners = triangle.corners.map(|corner| corner as usize);
            let within = |i: usize| (0..3).all(|axis| (positions[i][axis] - origin[axis]).abs() <= MAX_EXTENT);
            if !corners.iter().all(|&i| usable(&positions[i]) && within(i)) {
                report.not_finite += 1;
                return false;
            }
            let [a, b, c] = corners.map(|i| vertices[i]);
            let is_flat = has_no_area([a, b, c]);
            report.zero_area += usize::from(is_flat);
            if is_flat && a != b && b != c && c != a {
                slivers.push(*triangle);
            }
            !is_flat
        });
        let Self { triangles, objects, places, report, .. } = self;
        Scene { origin, vertices, triangles, slivers, objects, places, report, solid: Default::default() }
    }

    /// Lowest coordinate of the triangles' corners along one axis; 0 without triangles.
    ///
    /// One stray corner must not cost the whole scene: where the corners are spread too far for one origin, those out
    /// of reach of the middle one do not count.
    fn lowest(&self, axis: usize) -> f64 {
        let corners = self.triangles.iter().flat_map(|triangle| triangle.corners);
        let values = corners.map(|corner| self.positions[corner as usize][axis]).filter(|value| value.is_finite());
        let (low, high) = values.clone().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            return 0.0;
        }
        if high - low <= MAX_EXTENT {
            return low;
        }
        let mut sorted: Vec<f64> = values.collect();
        let half = sorted.len() / 2;
        let middle = *sorted.select_nth_unstable_by(half, f64::total_cmp).1;
        sorted.into_iter().filter(|value| (value - middle).abs() <= MAX_EXTENT / 2.0).fold(middle, f64::min)
    }

    fn to_metres(&self, p: [f64; 3]) -> [f64; 3] {
        let turned = match self.import.up {
            Up::Y => p,
            Up::Z => [p[0], p[2], -p[1]],
        };
        turned.map(|c| c * self.import.scale)
    }
}

fn apply(matrix: &Transform, p: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| matrix[0][row] * p[0] + matrix[1][row] * p[1] + matrix[2][row] * p[2] + matrix[3][row])
}

/// Whether a matrix turns left into right.
fn mirrors(m: &Transform) -> bool {
    let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1) < 0.0
}

fn snap(position: [f64; 3], origin: [f64; 3]) -> Vertex {
    std::array::from_fn(|axis| ((position[axis] - origin[axis]) * f64::from(VERTEX_PER_METRE)).round() as i32)
}

pub(crate) fn has_no_area(corners: [Vertex; 3]) -> bool {
    let edge = |i: usize| -> [i64; 3] {
        std::array::from_fn(|axis| i64::from(corners[i][axis]) - i64::from(corners[0][axis]))
    };
    let (a, b) = (edge(1), edge(2));
    (0..3).all(|i| {
        let j = (i + 1) % 3;
        i128::from(a[i]) * i128::from(b[j]) == i128::from(a[j]) * i128::from(b[i])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];

    #[test]
    fn a_mirror_turns_the_winding_round() {
        let mut mirror: Transform = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
        mirror[0][0] = -1.0;
        let scene = Scene::builder().object("plain", &CORNERS, &[0u32, 1, 2], None);
        let scene = scene.object("mirrored", &CORNERS, &[0u32, 1, 2], Some(&mirror)).build();
        let up = |i: usize| {
            let [a, b, c] = scene.corners(&scene.triangles()[i]);
            i64::from(b[2] - a[2]) * i64::from(c[0] - a[0]) - i64::from(b[0] - a[0]) * i64::from(c[2] - a[2])
        };
        assert!(up(0) > 0 && up(1) > 0, "both look up: {} {}", up(0), up(1));
    }

    #[test]
    fn one_stray_corner_does_not_cost_the_scene() {
        for stray in [-1e30, 1e30, f64::NEG_INFINITY, f64::NAN] {
            let mut vertices = CORNERS.to_vec();
            vertices.push([stray, 0.0, 2.0]);
            let scene = Scene::builder().object("floor", &vertices, &[0u32, 1, 2, 0, 1, 3, 2, 1, 0], None).build();
            assert_eq!((scene.triangles().len(), scene.report().not_finite), (2, 1), "{stray}");
            assert_eq!(scene.bounds(), Some([[0.0; 3], [1.0, 0.0, 1.0]]), "{stray}");
        }
    }
}
