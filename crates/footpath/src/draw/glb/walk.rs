//! Walks → GLB animations: a node per joint, its limbs as meshes, rotations over time.

use serde_json::{Value, json};

use super::{Glb, add_drawing};
use crate::draw::drawing::relative;
use crate::draw::walk::clothes;
use crate::draw::{DrawError, Drawing};
use crate::geom::Quat;
use crate::geom::vector::{Vec3, cross, sub, unit};
use crate::motion::figure::LimbMesh;
use crate::motion::walker::Walk;

/// Writes walking figures as the bytes of an animated GLB file, with a drawing of the scene around them if there is one. All
/// figures start together; positions are exact around the drawing's origin, or around the first frame without one.
pub fn write_walks_glb(walks: &[Walk], around: Option<&Drawing>) -> Result<Vec<u8>, DrawError> {
    let mut glb = Glb::new();
    let first =
        walks.iter().find_map(|walk| walk.frames.first()).map_or([0.0; 3], |frame| frame.base.at.map(f64::round));
    let origin = around.map_or(first, |drawing| drawing.origin);
    let mut roots = around.map_or_else(Vec::new, |drawing| add_drawing(&mut glb, drawing));
    let mut channels = Channels::default();
    for (number, walk) in walks.iter().enumerate().filter(|(_, walk)| !walk.frames.is_empty()) {
        roots.push(add_walk(&mut glb, &mut channels, walk, number, origin));
    }
    if !channels.list.is_empty() {
        glb.animations.push(json!({"name": "walk", "channels": channels.list, "samplers": channels.samplers}));
    }
    glb.finish(origin, roots)
}

/// What moves.
#[derive(Default)]
struct Channels {
    list: Vec<Value>,
    samplers: Vec<Value>,
}

impl Channels {
    fn add(&mut self, node: usize, path: &str, times: usize, values: usize) {
        self.list.push(json!({"sampler": self.samplers.len(), "target": {"node": node, "path": path}}));
        self.samplers.push(json!({"input": times, "output": values, "interpolation": "LINEAR"}));
    }
}

/// The node of a figure, which is its base point; the skeleton hangs on it.
fn add_walk(glb: &mut Glb, channels: &mut Channels, walk: &Walk, number: usize, origin: [f64; 3]) -> usize {
    let joints = walk.figure.skeleton.joints();
    let times: Vec<[f32; 1]> = (0..walk.frames.len()).map(|i| [(i as f64 * walk.frame_time) as f32]).collect();
    let times = glb.floats(&times, None, true);
    let nodes: Vec<usize> = (0..joints.len()).map(|joint| glb.node(json!({"name": joints[joint].name}))).collect();
    for (joint, &node) in nodes.iter().enumerate() {
        let children: Vec<usize> =
            (0..joints.len()).filter(|&i| joints[i].parent == Some(joint as u16)).map(|i| nodes[i]).collect();
        if !children.is_empty() {
            glb.nodes[node]["children"] = json!(children);
        }
        glb.nodes[node]["translation"] = json!(joints[joint].offset);
        if let Some(mesh) = add_limbs(glb, walk, joint, number) {
            glb.nodes[node]["mesh"] = json!(mesh);
        }
        let turns = add_turns(glb, walk.frames.iter().map(|frame| frame.pose.turns[joint]));
        channels.add(node, "rotation", times, turns);
    }
    let roots: Vec<Vec3> = walk.frames.iter().map(|frame| frame.pose.root).collect();
    let roots = glb.floats(&roots, None, false);
    channels.add(nodes[0], "translation", times, roots);
    let base = glb.node(json!({"name": format!("figure {}", number + 1), "children": [nodes[0]]}));
    let places: Vec<Vec3> = walk.frames.iter().map(|frame| relative(frame.base.at, origin)).collect();
    let places = glb.floats(&places, None, false);
    channels.add(base, "translation", times, places);
    let turns = add_turns(glb, walk.frames.iter().map(|frame| frame.base.turn()));
    channels.add(base, "rotation", times, turns);
    base
}

/// Turns over time, each the nearer of the two signs to the one before, so that what is between them is short.
fn add_turns(glb: &mut Glb, turns: impl Iterator<Item = Quat>) -> usize {
    let mut last = [0.0_f32, 0.0, 0.0, 1.0];
    let turns: Vec<[f32; 4]> = turns
        .map(|turn| {
            let turn = [turn.x, turn.y, turn.z, turn.w];
            let same: f32 = turn.iter().zip(&last).map(|(a, b)| a * b).sum();
            last = if same < 0.0 { turn.map(|c| -c) } else { turn };
            last
        })
        .collect();
    glb.floats(&turns, None, false)
}

/// The mesh of all limbs that a joint carries.
fn add_limbs(glb: &mut Glb, walk: &Walk, joint: usize, number: usize) -> Option<usize> {
    let colour = clothes(&walk.figure, joint, number);
    let limbs = walk.figure.limbs.iter().filter(|limb| usize::from(limb.joint) == joint);
    let mut primitives = Vec::new();
    for limb in limbs {
        let mesh = limb.mesh();
        let attributes = json!({"POSITION": glb.positions(&mesh.points), "NORMAL": glb.normals(&normals(&mesh))});
        let corners: Vec<u32> = mesh.triangles.iter().flatten().copied().collect();
        let material = glb.material(None, colour);
        primitives.push(json!({"attributes": attributes, "indices": glb.indices(&corners), "material": material}));
    }
    (!primitives.is_empty()).then(|| glb.mesh(&walk.figure.skeleton.joints()[joint].name, primitives))
}

/// Smooth normals: at every corner the sum over its triangles, by area.
fn normals(mesh: &LimbMesh) -> Vec<Vec3> {
    let mut sums = vec![[0.0_f32; 3]; mesh.points.len()];
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|i| mesh.points[i as usize]);
        let normal = cross(sub(b, a), sub(c, a));
        for &corner in triangle {
            (0..3).for_each(|i| sums[corner as usize][i] += normal[i]);
        }
    }
    sums.into_iter().map(|sum| unit(sum, [0.0, 1.0, 0.0])).collect()
}
