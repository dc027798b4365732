//! Drawing → GLB: one node per layer, with vertex colours; lines are lines, labels are empty nodes with their text.

use serde_json::{Value, json};

use super::{Glb, material};
use crate::draw::drawing::{Layer, Painted, finite};
use crate::draw::{Colour, DrawError, Drawing, Point};
use crate::geom::vector::{cross, dot, sub};

/// Numbers of the three materials, made in this order.
const OPAQUE: usize = 0;
const TRANSLUCENT: usize = 1;
const LINE: usize = 2;

impl Drawing {
    /// The drawing as the bytes of a GLB file, for any viewer of glTF.
    pub fn glb(&self) -> Result<Vec<u8>, DrawError> {
        let mut glb = Glb::new();
        let roots = add(&mut glb, self);
        glb.finish(self.origin, roots)
    }
}

/// Adds a drawing to a file that has no materials yet; gives its nodes.
pub(super) fn add(glb: &mut Glb, drawing: &Drawing) -> Vec<usize> {
    let mut translucent = material(Some("translucent"), Colour::WHITE);
    translucent["alphaMode"] = json!("BLEND");
    let mut line = material(Some("line"), Colour::WHITE);
    line["alphaMode"] = json!("BLEND");
    line["extensions"] = json!({"KHR_materials_unlit": {}});
    glb.materials = vec![material(Some("opaque"), Colour::WHITE), translucent, line];
    glb.unlit = true;
    drawing.layers.iter().filter_map(|layer| add_layer(glb, layer)).collect()
}

/// The node of a layer; `None` when nothing is in it.
fn add_layer(glb: &mut Glb, layer: &Layer) -> Option<usize> {
    let triangles = layer.triangles.iter().filter(|t| t.is_finite());
    let (opaque, clear): (Vec<&Painted<3>>, Vec<&Painted<3>>) = triangles.partition(|t| t.colour.a == 255);
    let lines: Vec<_> = layer.lines.iter().filter(|l| l.is_finite()).collect();
    let mut primitives = Vec::new();
    for (list, material) in [(opaque, OPAQUE), (clear, TRANSLUCENT)] {
        if !list.is_empty() {
            let normals: Vec<_> = list.iter().flat_map(|t| [normal(t.points); 3]).collect();
            let mut primitive = primitive(glb, &list, material, 4);
            primitive["attributes"]["NORMAL"] = json!(glb.normals(&normals));
            primitives.push(primitive);
        }
    }
    if !lines.is_empty() {
        primitives.push(primitive(glb, &lines, LINE, 1));
    }
    let labels = layer.labels.iter().filter(|label| finite(&label.at));
    let children: Vec<_> = labels.map(|label| glb.node(json!({"name": label.text, "translation": label.at}))).collect();
    let mut node = json!({"name": layer.name});
    if !primitives.is_empty() {
        node["mesh"] = json!(glb.mesh(&layer.name, primitives));
    } else if children.is_empty() {
        return None;
    }
    if !children.is_empty() {
        node["children"] = json!(children);
    }
    Some(glb.node(node))
}

/// Positions and colours of triangles (mode 4) or lines (mode 1).
fn primitive<const N: usize>(glb: &mut Glb, list: &[&Painted<N>], material: usize, mode: u32) -> Value {
    let points: Vec<Point> = list.iter().flat_map(|shape| shape.points).collect();
    let colours: Vec<Colour> = list.iter().flat_map(|shape| [shape.colour; N]).collect();
    let attributes = json!({"POSITION": glb.positions(&points), "COLOR_0": glb.colours(&colours)});
    json!({"attributes": attributes, "material": material, "mode": mode})
}

/// Unit normal of a triangle; up where it has no area, since the format wants a direction.
fn normal([a, b, c]: [Point; 3]) -> Point {
    let [a, b, c] = [a, b, c].map(|corner| corner.map(f64::from));
    let normal = cross(sub(b, a), sub(c, a));
    let length = dot(normal, normal).sqrt();
    if length > 0.0 && length.is_finite() { normal.map(|c| (c / length) as f32) } else { [0.0, 1.0, 0.0] }
}
