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
#[derive(Clone, Debug)]
pub struct SceneBuilder {
    up: Up,
    scale: f64,
    positions: Vec<[f64; 3]>,
    triangles: Vec<Triangle>,
    objects: Vec<Object>,
    places: Vec<Place>,
    report: SceneReport,
}

impl Default for SceneBuilder {
    fn default() -> Self {
        Self {
            up: Up::Y,
            scale: 1.0,
            positions: Vec::new(),
            triangles: Vec::new(),
            objects: Vec::new(),
            places: Vec::new(),
            report: SceneReport::default(),
        }
    }
}

impl SceneBuilder {
    /// Which axis of the positions given from now on points up.
    pub fn up(mut self, up: Up) -> Self {
        self.up = up;
        self
    }

    /// Metres per unit of the positions given from now on.
    pub fn scale(mut self, scale: f64) -> Self {
        self.scale = scale;
        self
    }

    /// Adds an object: vertices, three indices per triangle, and an optional matrix.
    ///
    /// Triangles that cannot be used (not finite, index out of range) are left out and counted.
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
        for corners in indices.chunks_exact(3) {
            let corners: [u64; 3] = std::array::from_fn(|i| corners[i].into().saturating_add(first));
            if corners.iter().any(|&corner| corner >= end) {
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

    /// Puts everything on the grid around a local origin. Never fails: what cannot be used is in [`Scene::report`].
    pub fn build(mut self) -> Scene {
        let usable = |p: &[f64; 3]| p.iter().all(|c| c.is_finite());
        let mut low = [f64::INFINITY; 3];
        for position in self.positions.iter().filter(|p| usable(p)) {
            for axis in 0..3 {
                low[axis] = low[axis].min(position[axis]);
            }
        }
        let origin = low.map(|c| if c.is_finite() { (c / ORIGIN_STEP).round() * ORIGIN_STEP } else { 0.0 });
        let vertices: Vec<Vertex> = self.positions.iter().map(|&position| snap(position, origin)).collect();
        let (positions, report) = (&self.positions, &mut self.report);
        self.triangles.retain(|triangle| {
            let corners = triangle.corners.map(|corner| corner as usize);
            let within = |i: usize| (0..3).all(|axis| (positions[i][axis] - origin[axis]).abs() <= MAX_EXTENT);
            if !corners.iter().all(|&i| usable(&positions[i]) && within(i)) {
                report.not_finite += 1;
                return false;
            }
            let flat = has_no_area(corners.map(|i| vertices[i]));
            report.zero_area += usize::from(flat);
            !flat
        });
        Scene {
            origin,
            vertices,
            triangles: self.triangles,
            objects: self.objects,
            places: self.places,
            report: self.report,
            solid: Default::default(),
        }
    }

    fn to_metres(&self, p: [f64; 3]) -> [f64; 3] {
        let turned = match self.up {
            Up::Y => p,
            Up::Z => [p[0], p[2], -p[1]],
        };
        turned.map(|c| c * self.scale)
    }
}

fn apply(matrix: &Transform, p: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| matrix[0][row] * p[0] + matrix[1][row] * p[1] + matrix[2][row] * p[2] + matrix[3][row])
}

fn snap(position: [f64; 3], origin: [f64; 3]) -> Vertex {
    std::array::from_fn(|axis| ((position[axis] - origin[axis]) * f64::from(VERTEX_PER_METRE)).round() as i32)
}

fn has_no_area(corners: [Vertex; 3]) -> bool {
    let edge = |i: usize| -> [i64; 3] {
        std::array::from_fn(|axis| i64::from(corners[i][axis]) - i64::from(corners[0][axis]))
    };
    let (a, b) = (edge(1), edge(2));
    (0..3).all(|i| {
        let j = (i + 1) % 3;
        i128::from(a[i]) * i128::from(b[j]) == i128::from(a[j]) * i128::from(b[i])
    })
}
