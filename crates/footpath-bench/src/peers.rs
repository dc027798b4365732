//! The rivals, each with the work that is compared.

use footpath::Scene;
use glam::{UVec3, Vec3A};
use rerecast::{CompactHeightfield, HeightfieldBuilder, TriMesh};

/// Body of the Recast demo: height, climb and slope are part of a peer's bake.
const HEIGHT: f64 = 2.0;
const CLIMB: f64 = 0.9;
const SLOPE_DEG: f32 = 45.0;

/// A scene as `rerecast` takes it, with walkable triangles marked.
pub fn mesh(scene: &Scene) -> TriMesh {
    let vertices = scene.vertices().iter().map(|&vertex| {
        let [x, y, z] = scene.position(vertex);
        Vec3A::new(x as f32, y as f32, z as f32)
    });
    let triangles = scene.triangles().iter().map(|triangle| UVec3::from_array(triangle.corners));
    let count = scene.triangles().len();
    let mut mesh = TriMesh {
        vertices: vertices.collect(),
        indices: triangles.collect(),
        area_types: vec![Default::default(); count],
    };
    mesh.mark_walkable_triangles(SLOPE_DEG.to_radians());
    mesh
}

/// `rerecast`: rasterise, the three filters, compact with neighbours.
pub fn rerecast(mesh: &TriMesh, cell_size: f64, cell_height: f64) -> Option<CompactHeightfield> {
    let (height, climb) = ((HEIGHT / cell_height) as u16, (CLIMB / cell_height) as u16);
    let aabb = mesh.compute_aabb()?;
    let builder = HeightfieldBuilder { aabb, cell_size: cell_size as f32, cell_height: cell_height as f32 };
    let mut field = builder.build().ok()?;
    field.rasterize_triangles(mesh, climb).ok()?;
    field.filter_low_hanging_walkable_obstacles(climb);
    field.filter_ledge_spans(height, climb);
    field.filter_walkable_low_height_spans(height);
    field.into_compact(height, climb).ok()
}
