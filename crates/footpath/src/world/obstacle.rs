//! Obstacles: boxes, prisms and meshes that are added and removed while a world is in use.

use crate::geom::{VERTEX_PER_METRE, Vertex};
use crate::ground::face::MAX_COORDINATE;
use crate::ground::{Face, Grid, Window};
use crate::scene::{ObjectId, Scene, SceneReport};

/// Corners of the prism that represents a disc, in the first quadrant: cosine and sine of 7.5°, 22.5° and so on. Written out,
/// since the last bits of sines differ between platforms.
const QUADRANT: [[f64; 2]; 6] = [
    [0.991_444_861_373_810_4, 0.130_526_192_220_051_57],
    [0.923_879_532_511_286_7, 0.382_683_432_365_089_8],
    [0.793_353_340_291_235_2, 0.608_761_429_008_720_7],
    [0.608_761_429_008_720_7, 0.793_353_340_291_235_2],
    [0.382_683_432_365_089_8, 0.923_879_532_511_286_7],
    [0.130_526_192_220_051_57, 0.991_444_861_373_810_4],
];
/// Most columns and tiles of one obstacle, to catch wrong units.
pub(super) const MAX_COLUMNS: usize = 1 << 24;
const MAX_TILES: usize = 1 << 13;

/// A solid object that can be added to a world.
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
        let reach = radius.abs() / QUADRANT[0][0];
        // Each quadrant is the previous one, turned by a right angle.
        let corner = |quarter: usize, [x, z]: [f64; 2]| match quarter {
            0 => [x, z],
            1 => [-z, x],
            2 => [-x, -z],
            _ => [z, -x],
        };
        let corners = (0..4).flat_map(|quarter| QUADRANT.map(|at| corner(quarter, at)));
        let outline: Vec<[f64; 2]> = corners.map(|[x, z]| [foot[0] + reach * x, foot[2] + reach * z]).collect();
        Self::prism(&outline, foot[1], foot[1] + height)
    }

    /// An upright prism over an outline in plan (x, z), from one height to another.
    pub fn prism(outline: &[[f64; 2]], low: f64, high: f64) -> Self {
        // An inverted prism would be inside out, and therefore hollow.
        let (low, high) = (low.min(high), low.max(high));
        let count = outline.len() as u32;
        let area: f64 = (0..outline.len())
            .map(|i| (outline[i], outline[(i + 1) % outline.len()]))
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
            .sum();
        // The corners are ordered so that the top is counter-clockwise from above, which in x and z is clockwise.
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

    /// A mesh of triangles: positions in metres, and three indices per triangle.
    pub fn mesh(vertices: &[[f64; 3]], indices: &[u32]) -> Self {
        Self { vertices: vertices.to_vec(), indices: indices.to_vec(), object: None }
    }

    /// The triangles of a scene as one obstacle.
    pub fn scene(scene: &Scene) -> Self {
        let vertices = scene.vertices().iter().map(|&vertex| scene.position(vertex)).collect();
        let indices = scene.triangles().iter().flat_map(|triangle| triangle.corners).collect();
        Self { vertices, indices, object: None }
    }

    /// Makes the obstacle count as this object of the scene, with its tag and cost, instead of as plain `obstacle`.
    pub fn object(mut self, name: impl Into<String>) -> Self {
        self.object = Some(name.into());
        self
    }

    pub(super) fn object_name(&self) -> Option<&str> {
        self.object.as_deref()
    }

    /// Faces relative to a world's origin, and counts of unusable triangles.
    pub(super) fn faces(&self, origin: [f64; 3], object: ObjectId) -> (Vec<Face>, SceneReport) {
        let scene = Scene::builder().object("obstacle", &self.vertices, &self.indices, None).build();
        let mut report = *scene.report();
        let shift: [i64; 3] =
            std::array::from_fn(|i| ((scene.origin()[i] - origin[i]) * f64::from(VERTEX_PER_METRE)) as i64);
        let moved = |vertex: Vertex| {
            let moved: [i64; 3] = std::array::from_fn(|i| i64::from(vertex[i]).saturating_add(shift[i]));
            moved.iter().all(|c| c.unsigned_abs() <= u64::from(MAX_COORDINATE)).then(|| moved.map(|c| c as i32))
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

/// Identifies an obstacle of a world until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(pub(crate) u64);

impl std::fmt::Display for ObstacleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "obstacle {}", self.0)
    }
}

/// An obstacle on the grid of a world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    pub faces: Vec<Face>,
    pub window: Window,
}

impl Placed {
    pub fn new(faces: Vec<Face>, grid: &Grid) -> Option<Self> {
        // Computed per face: an upright face on a border between columns lies in the column behind it.
        let windows = faces.iter().map(|face| {
            let [low, high] = face.bounds();
            grid.window_of(low, high)
        });
        let window = windows.reduce(|a, b| a.hull(&b))?;
        Some(Self { window, faces })
    }

    /// Whether the obstacle covers more columns or tiles than allowed.
    pub fn is_too_large(&self) -> bool {
        self.window.len() > MAX_COLUMNS || self.window.tile_count() > MAX_TILES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_given_upside_down_is_the_same_box() {
        let upright = Obstacle::block([1.0, 0.0, 1.0], [2.0, 1.0, 2.0]);
        assert_eq!(Obstacle::block([1.0, 1.0, 1.0], [2.0, 0.0, 2.0]), upright);
    }

    #[test]
    fn a_disc_is_solid_and_lies_around_its_circle() {
        let (faces, _) = Obstacle::disc([3.0, 0.0, 4.0], 0.5, 2.0).faces([0.0; 3], ObjectId(0));
        assert!(!faces.is_empty() && faces.iter().all(Face::is_solid));
        for corner in faces.iter().flat_map(|face| face.corners) {
            let [x, z] = [corner[0], corner[2]].map(|c| f64::from(c) / f64::from(VERTEX_PER_METRE));
            let distance = (x - 3.0).hypot(z - 4.0);
            assert!((0.5..0.51).contains(&distance), "{distance}");
        }
    }
}
