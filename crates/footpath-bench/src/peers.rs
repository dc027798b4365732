//! The rivals, each with the work that is compared.

use footpath::Scene;
use glam::{UVec3, Vec3A};
use rerecast::{BuildContoursFlags, CompactHeightfield, DetailNavmesh, HeightfieldBuilder, TriMesh};

/// Body of the Recast demo: height, climb and slope are part of a peer's bake.
pub const HEIGHT: f64 = 2.0;
/// Highest step of that body.
pub const CLIMB: f64 = 0.9;
/// Half-width of that body.
pub const RADIUS: f64 = 0.6;
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

/// `rerecast`: the whole bake for one body, from triangles to the detail mesh, with the settings of the Recast demo.
pub fn whole_bake(mesh: &TriMesh, cell_size: f64, cell_height: f64) -> Option<DetailNavmesh> {
    let mut field = rerecast(mesh, cell_size, cell_height)?;
    let radius = (RADIUS / cell_size).ceil() as u16;
    field.erode_walkable_area(radius);
    field.build_distance_field();
    field.build_regions(0, 8 * 8, 20 * 20).ok()?;
    let longest = (12.0 / cell_size) as u16;
    let contours = field.build_contours(1.3, longest, BuildContoursFlags::TESSELLATE_SOLID_WALL_EDGES);
    let polygons = contours.into_polygon_mesh(6).ok()?;
    DetailNavmesh::new(&polygons, &field, (6.0 * cell_size) as f32, cell_height as f32).ok()
}
