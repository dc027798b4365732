//! Obstacles: boxes, prisms and meshes that come and go while a world is in use.

use crate::geom::{VERTEX_PER_METRE, Vertex};
use crate::ground::{Face, Grid, Window};
use crate::scene::{ObjectId, Scene, SceneReport};

/// Corners of the prism that stands for a disc.
const DISC_CORNERS: usize = 24;
/// Largest distance of a corner from a world's origin, in vertex units: 65 km, as for scenes.
const MAX_EXTENT: i64 = 65_536 * VERTEX_PER_METRE as i64;

/// Something solid to add to a world.
///
/// ```
/// use footpath::world::Obstacle;
/// let crate_on_the_way = Obstacle::block([1.0, 0.0, 1.0], [2.0, 0.8, 2.0]);
/// let column = Obstacle::disc([4.0, 0.0, 4.0], 0.3, 2.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    vertices: Vec<[f64; 3]>,
    indices: Vec<u32>,
    object: Option<String>,
}

impl Obstacle {
    /// A box between two corners, in metres.
    pub fn block(low: [f64; 3], high: [f64; 3]) -> Self {
        let outline = [[low[0], low[2]], [high[0], low[2]], [high[0], high[2]], [low[0], high[2]]];
        Self::prism(&outline, low[1], high[1])
    }

    /// An upright cylinder that stands at `foot`, as a prism around it.
    pub fn disc(foot: [f64; 3], radius: f64, height: f64) -> Self {
        let half = std::f64::consts::PI / DISC_CORNERS as f64;
        let reach = radius / half.cos();
        let corner = |i: usize| {
            let (sine, cosine) = (2.0 * half * (i as f64 + 0.5)).sin_cos();
            [foot[0] + reach * cosine, foot[2] + reach * sine]
        };
        Self::prism(&(0..DISC_CORNERS).map(corner).collect::<Vec<_>>(), foot[1], foot[1] + height)
    }

    /// An upright prism over an outline in plan (x, z), from one height to another.
    pub fn prism(outline: &[[f64; 2]], low: f64, high: f64) -> Self {
        let count = outline.len() as u32;
        let area: f64 = (0..outline.len())
            .map(|i| (outline[i], outline[(i + 1) % outline.len()]))
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
            .sum();
        // Corners so that the top is counter-clockwise from above, which in x and z is clockwise.
        let ordered: Vec<[f64; 2]> =
            if area > 0.0 { outline.iter().rev().copied().collect() } else { outline.to_vec() };
        let at = |height: f64| ordered.iter().map(move |p| [p[0], height, p[1]]);
        let vertices: Vec<[f64; 3]> = at(low).chain(at(high)).collect();
        let mut indices = Vec::new();
        crate::scene::split_polygon(&(count..2 * count).collect::<Vec<_>>(), &vertices, &mut indices);
        crate::scene::split_polygon(&(0..count).rev().collect::<Vec<_>>(), &vertices, &mut indices);
        for i in 0..count {
            let j = (i + 1) % count;
            indices.extend([i, j, count + j, i, count + j, count + i]);
        }
        Self { vertices, indices, object: None }
    }

    /// Any triangles: positions in metres and three indices each.
    pub fn mesh(vertices: &[[f64; 3]], indices: &[u32]) -> Self {
        Self { vertices: vertices.to_vec(), indices: indices.to_vec(), object: None }
    }

    /// The triangles of a scene as one obstacle.
    pub fn scene(scene: &Scene) -> Self {
        let vertices = scene.vertices().iter().map(|&vertex| scene.position(vertex)).collect();
        let indices = scene.triangles().iter().flat_map(|triangle| triangle.corners).collect();
        Self { vertices, indices, object: None }
    }

    /// The obstacle counts as this object of the scene, with its tag and cost, rather than as plain `obstacle`.
    pub fn object(mut self, name: impl Into<String>) -> Self {
        self.object = Some(name.into());
        self
    }

    pub(super) fn object_name(&self) -> Option<&str> {
        self.object.as_deref()
    }

    /// Faces around a world's origin, and what could not be used.
    pub(super) fn faces(&self, origin: [f64; 3], object: ObjectId) -> (Vec<Face>, SceneReport) {
        let scene = Scene::builder().object("obstacle", &self.vertices, &self.indices, None).build();
        let mut report = *scene.report();
        let shift: [i64; 3] =
            std::array::from_fn(|i| ((scene.origin()[i] - origin[i]) * f64::from(VERTEX_PER_METRE)) as i64);
        let moved = |vertex: Vertex| {
            let moved: [i64; 3] = std::array::from_fn(|i| i64::from(vertex[i]).saturating_add(shift[i]));
            moved.iter().all(|c| c.abs() <= MAX_EXTENT).then(|| moved.map(|c| c as i32))
        };
        let mut faces = Vec::new();
        for (triangle, &solid) in scene.triangles().iter().zip(scene.solid()) {
            match scene.corners(triangle).map(moved) {
                [Some(a), Some(b), Some(c)] => faces.push(Face::new([a, b, c], object, solid)),
                _ => report.not_finite += 1,
            }
        }
        (faces, report)
    }
}

/// Names an obstacle of a world, until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(pub(crate) u64);

impl std::fmt::Display for ObstacleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "obstacle {}", self.0)
    }
}

/// An obstacle as the ground sees it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    pub faces: Vec<Face>,
    pub window: Window,
}

impl Placed {
    pub fn new(faces: Vec<Face>, grid: &Grid) -> Option<Self> {
        // Face by face, since an upright face right on a border between columns is in the column behind it.
        let windows = faces.iter().map(|face| {
            let [low, high] = face.bounds();
            grid.window_of(low, high)
        });
        let window = windows.reduce(|a, b| a.hull(&b))?;
        Some(Self { window, faces })
    }
}
