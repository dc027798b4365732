//! Scene → GLB that our own reader turns into the same scene.
//!
//! One node per object with triangles, in the order of the scene: name, material by name, `extras` with `tag` and
//! `cost` where they are not the default. Places are empty leaf nodes. Objects without triangles are left out, since
//! an empty node would be read as a place; positions of places are rounded to `f32` around the origin.

use super::Glb;
use crate::draw::DrawError;
use crate::draw::drawing::{finite, object_colours, relative};
use crate::geom::{VERTEX_PER_METRE, Vertex};
use crate::scene::{Object, Place, Scene, Tag};
use serde_json::{Map, Value, json};

/// Vertex units up to which `f32` is exact.
const EXACT: i32 = 1 << 24;
/// Objects farther out get a translation in steps of this many vertex units (1024 m), which `f32` holds exactly.
const STEP: i32 = 1024 * VERTEX_PER_METRE;

/// Writes a scene as the bytes of a GLB file. Vertices are exact for objects that are less than 32 km wide.
///
/// Errs only where the file would be longer than the 4 GiB that the format allows.
pub fn write_scene_glb(scene: &Scene) -> Result<Vec<u8>, DrawError> {
    let mut corners_of: Vec<Vec<u32>> = vec![Vec::new(); scene.objects().len()];
    for triangle in scene.triangles() {
        corners_of[triangle.object.0 as usize].extend(triangle.corners);
    }
    let mut glb = Glb::new();
    let mut roots = Vec::new();
    let objects = scene.objects().iter().zip(object_colours(scene.objects())).zip(&corners_of);
    for ((object, colour), corners) in objects.filter(|(_, corners)| !corners.is_empty()) {
        let material = glb.material(object.material.as_deref(), colour);
        roots.push(add_object(&mut glb, scene, object, material, corners));
    }
    roots.extend(scene.places().iter().filter_map(|place| add_place(&mut glb, scene, place)));
    glb.finish(scene.origin(), roots)
}

fn add_object(glb: &mut Glb, scene: &Scene, object: &Object, material: usize, corners: &[u32]) -> usize {
    // The vertices in use, in the order of the scene, so that reading gives the same numbers.
    let mut used = corners.to_vec();
    used.sort_unstable();
    used.dedup();
    let vertices: Vec<Vertex> = used.iter().map(|&corner| scene.vertices()[corner as usize]).collect();
    let shift = shift_of(&vertices);
    let metres = |vertex: &Vertex| {
        std::array::from_fn(|axis| ((vertex[axis] - shift[axis]) as f64 / f64::from(VERTEX_PER_METRE)) as f32)
    };
    let positions: Vec<[f32; 3]> = vertices.iter().map(metres).collect();
    let indices: Vec<u32> = corners.iter().map(|corner| used.partition_point(|u| u < corner) as u32).collect();
    let attributes = json!({"POSITION": glb.positions(&positions)});
    let primitive = json!({"attributes": attributes, "indices": glb.indices(&indices), "material": material});
    let mut node = json!({"name": object.name, "mesh": glb.mesh(&object.name, vec![primitive])});
    if shift != [0; 3] {
        node["translation"] = json!(shift.map(|c| c / VERTEX_PER_METRE));
    }
    if let Some(extras) = extras(object) {
        node["extras"] = extras;
    }
    glb.node(node)
}

/// What to take off all vertices of an object so that `f32` holds the rest; zero near the origin.
fn shift_of(vertices: &[Vertex]) -> [i32; 3] {
    std::array::from_fn(|axis| {
        let along = || vertices.iter().map(|vertex| vertex[axis]);
        let (low, high) = (along().min().unwrap_or(0), along().max().unwrap_or(0));
        if low >= -EXACT && high <= EXACT { 0 } else { ((low / 2 + high / 2) / STEP) * STEP }
    })
}

/// Tag and cost, where a reader would not assume them anyway.
fn extras(object: &Object) -> Option<Value> {
    let mut extras = Map::new();
    if object.tag != Tag::default() {
        extras.insert("tag".into(), json!(object.tag));
    }
    if object.cost != 1.0 && object.cost.is_finite() {
        extras.insert("cost".into(), json!(object.cost));
    }
    (!extras.is_empty()).then_some(Value::Object(extras))
}

fn add_place(glb: &mut Glb, scene: &Scene, place: &Place) -> Option<usize> {
    let at = relative(place.position, scene.origin());
    finite(&at).then(|| glb.node(json!({"name": place.name, "translation": at})))
}
