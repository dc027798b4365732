//! The parts of a glTF document that say where surfaces are and how joints move. All else in a file is passed over unread.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Document {
    pub asset: Asset,
    pub scene: Option<usize>,
    pub extensions_required: Vec<String>,
    pub scenes: Vec<SceneNodes>,
    pub nodes: Vec<Node>,
    pub meshes: Vec<Mesh>,
    pub accessors: Vec<Accessor>,
    pub buffer_views: Vec<View>,
    pub buffers: Vec<Buffer>,
    pub materials: Vec<Material>,
    pub skins: Vec<Skin>,
    pub animations: Vec<Animation>,
}

#[derive(Default, Deserialize)]
pub(super) struct Asset {
    pub version: String,
}

#[derive(Deserialize)]
pub(super) struct SceneNodes {
    #[serde(default)]
    pub nodes: Vec<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Node {
    pub name: Option<String>,
    pub children: Vec<usize>,
    pub mesh: Option<usize>,
    pub camera: Option<IgnoredAny>,
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
    pub extensions: BTreeMap<String, IgnoredAny>,
    /// Any JSON: whether a key of it is meant for us is decided by its value.
    pub extras: Option<serde_json::Value>,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub name: Option<String>,
    #[serde(default)]
    pub primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    #[serde(default)]
    pub attributes: Attributes,
    pub indices: Option<usize>,
    pub material: Option<usize>,
    #[serde(default = "triangles")]
    pub mode: u32,
}

/// What a primitive is that does not say.
fn triangles() -> u32 {
    4
}

#[derive(Default, Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: usize,
    pub component_type: u32,
    #[serde(default)]
    pub normalized: bool,
    pub count: usize,
    #[serde(rename = "type")]
    pub kind: String,
    pub sparse: Option<Sparse>,
}

#[derive(Deserialize)]
pub(super) struct Sparse {
    pub count: usize,
    pub indices: SparsePart,
    pub values: SparsePart,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparsePart {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: usize,
    /// Of the indices; values have the type of their accessor.
    #[serde(default)]
    pub component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: usize,
    pub byte_length: usize,
    pub byte_stride: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub uri: Option<String>,
    pub byte_length: usize,
}

#[derive(Deserialize)]
pub(super) struct Material {
    pub name: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Skin {
    #[serde(default)]
    pub joints: Vec<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Animation {
    pub channels: Vec<Channel>,
    pub samplers: Vec<Sampler>,
}

#[derive(Deserialize)]
pub(super) struct Channel {
    pub sampler: usize,
    pub target: ChannelTarget,
}

#[derive(Deserialize)]
pub(super) struct ChannelTarget {
    pub node: Option<usize>,
    pub path: GltfPath,
}

/// What a channel changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GltfPath {
    Translation,
    Rotation,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
pub(super) struct Sampler {
    pub input: usize,
    pub output: usize,
    #[serde(default)]
    pub interpolation: Interpolation,
}

/// How a channel goes from key to key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Interpolation {
    Step,
    #[default]
    Linear,
    CubicSpline,
    #[serde(other)]
    Other,
}
