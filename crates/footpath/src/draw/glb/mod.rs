//! Drawings and scenes → GLB 2.0, the binary form of glTF.
//!
//! Out: a file of one buffer whose views are aligned to four bytes, with `min` and `max` on every position accessor.
//! Promise: what the file says is exact: positions are `f32` around the translation of a root node, so that scenes far
//! from zero lose nothing; coordinates that are not finite never get in.

mod scene;
mod walk;

pub use scene::write_scene_glb;
pub use walk::write_walks_glb;

use serde_json::{Value, json};
use std::collections::BTreeMap;

use super::drawing::{Layer, Painted, finite};
use super::{Colour, DrawError, Drawing, Point};
use crate::geom::vector::{bounds, cross, dot, sub};

/// Numbers that the format gives to component types and buffer targets.
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Collects nodes, meshes and their bytes.
#[derive(Default)]
struct Glb {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    materials: Vec<Value>,
    /// Numbers of materials by name and colour.
    known: BTreeMap<(Option<String>, Colour), usize>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    animations: Vec<Value>,
    unlit: bool,
}

impl Glb {
    fn new() -> Self {
        Self::default()
    }

    /// Appends bytes as a buffer view, of vertices or indices if they are such, and an accessor; gives its number.
    fn accessor(&mut self, bytes: impl Iterator<Item = u8>, target: Option<u32>, mut accessor: Value) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        let length = self.bytes.len() - start;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteOffset": start, "byteLength": length});
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        accessor["bufferView"] = json!(self.views.len() - 1);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Appends rows of numbers, with their limits if `limited`.
    fn floats<const N: usize>(&mut self, rows: &[[f32; N]], target: Option<u32>, limited: bool) -> usize {
        let mut accessor = described(rows.len(), FLOAT, ["SCALAR", "VEC2", "VEC3", "VEC4"][N - 1]);
        if let Some([low, high]) = bounds(rows.iter().copied()).filter(|_| limited) {
            (accessor["min"], accessor["max"]) = (json!(&low[..]), json!(&high[..]));
        }
        self.accessor(rows.iter().flatten().flat_map(|c| c.to_le_bytes()), target, accessor)
    }

    fn positions(&mut self, points: &[[f32; 3]]) -> usize {
        self.floats(points, Some(VERTICES), true)
    }

    fn normals(&mut self, normals: &[[f32; 3]]) -> usize {
        self.floats(normals, Some(VERTICES), false)
    }

    /// Vertex colours; two bytes per channel, since one is too coarse for dark colours in linear light.
    fn colours(&mut self, colours: &[Colour]) -> usize {
        let mut accessor = described(colours.len(), UNSIGNED_SHORT, "VEC4");
        accessor["normalized"] = json!(true);
        let bytes = colours.iter().flat_map(|&colour| {
            let [r, g, b] = colour.linear();
            [r, g, b, f64::from(colour.a) / 255.0].map(|c| ((c * 65535.0).round() as u16).to_le_bytes())
        });
        self.accessor(bytes.flatten(), Some(VERTICES), accessor)
    }

    fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes = indices.iter().flat_map(|i| i.to_le_bytes());
        self.accessor(bytes, Some(INDICES), described(indices.len(), UNSIGNED_INT, "SCALAR"))
    }

    /// The number of a material. A new material is appended.
    fn material(&mut self, name: Option<&str>, colour: Colour) -> usize {
        *self.known.entry((name.map(str::to_owned), colour)).or_insert_with(|| {
            self.materials.push(material(name, colour));
            self.materials.len() - 1
        })
    }

    /// Appends a node; gives its number.
    fn node(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn mesh(&mut self, name: &str, primitives: Vec<Value>) -> usize {
        self.meshes.push(json!({"name": name, "primitives": primitives}));
        self.meshes.len() - 1
    }

    /// The file: the nodes without a parent, moved by the origin.
    fn finish(mut self, origin: [f64; 3], mut roots: Vec<usize>) -> Result<Vec<u8>, DrawError> {
        if origin.iter().any(|&c| c != 0.0) && origin.iter().all(|c| c.is_finite()) && !roots.is_empty() {
            roots = vec![self.node(json!({"name": "origin", "translation": origin, "children": roots}))];
        }
        let mut root = json!({"asset": {"version": "2.0", "generator": "footpath"}});
        if self.unlit {
            root["extensionsUsed"] = json!(["KHR_materials_unlit"]);
        }
        // The format allows no empty arrays; a file without scenes is valid.
        if !roots.is_empty() {
            (root["scene"], root["scenes"]) = (json!(0), json!([{"nodes": roots}]));
        }
        if !self.bytes.is_empty() {
            root["buffers"] = json!([{"byteLength": self.bytes.len()}]);
        }
        let lists = [
            ("nodes", self.nodes),
            ("meshes", self.meshes),
            ("materials", self.materials),
            ("accessors", self.accessors),
            ("bufferViews", self.views),
            ("animations", self.animations),
        ];
        for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            root[name] = Value::Array(list);
        }
        contain(root.to_string().into_bytes(), &self.bytes)
    }
}

fn described(count: usize, component: u32, shape: &str) -> Value {
    json!({"count": count, "componentType": component, "type": shape})
}

/// A double-sided surface without gloss.
fn material(name: Option<&str>, colour: Colour) -> Value {
    let [r, g, b] = colour.linear();
    let base = [r, g, b, f64::from(colour.a) / 255.0];
    let mut material = json!({
        "doubleSided": true,
        "pbrMetallicRoughness": {"baseColorFactor": base, "metallicFactor": 0.0, "roughnessFactor": 0.9},
    });
    if let Some(name) = name {
        material["name"] = json!(name);
    }
    material
}

/// Header and chunks: the JSON padded with spaces, the bytes already a multiple of four.
fn contain(mut json: Vec<u8>, bytes: &[u8]) -> Result<Vec<u8>, DrawError> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let binary = if bytes.is_empty() { 0 } else { 8 + bytes.len() };
    let total = 12 + 8 + json.len() + binary;
    let length = u32::try_from(total).map_err(|_| DrawError::TooLarge {
        what: "the bytes of the file",
        needs: total as u64,
        allowed: u32::MAX.into(),
    })?;
    let mut file = Vec::with_capacity(total);
    file.extend_from_slice(b"glTF");
    file.extend([2, length, json.len() as u32].iter().flat_map(|word| word.to_le_bytes()));
    file.extend_from_slice(b"JSON");
    file.extend_from_slice(&json);
    if !bytes.is_empty() {
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend_from_slice(b"BIN\0");
        file.extend_from_slice(bytes);
    }
    Ok(file)
}

/// Numbers of the three materials, made in this order.
const OPAQUE: usize = 0;
const TRANSLUCENT: usize = 1;
const LINE: usize = 2;

impl Drawing {
    /// The drawing as the bytes of a GLB file, for any viewer of glTF.
    pub fn glb(&self) -> Result<Vec<u8>, DrawError> {
        let mut glb = Glb::new();
        let roots = add_drawing(&mut glb, self);
        glb.finish(self.origin, roots)
    }
}

/// Adds a drawing to a file that has no materials yet; gives its nodes.
fn add_drawing(glb: &mut Glb, drawing: &Drawing) -> Vec<usize> {
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

#[cfg(test)]
mod tests;
