//! The animations of a document: nodes at rest, skins, and channels with their keys. The module `motion` plays them.

use super::accessor::Accessors;
use super::document::{Document, Node, Sampler};
pub(crate) use super::document::{GltfPath, Interpolation};
use super::{ImportError, Source, damaged, open};

/// What a document says of motion.
pub(crate) struct GltfMotion {
    /// Nodes as they stand.
    pub nodes: Vec<Node>,
    /// The parent of each node.
    pub parents: Vec<Option<usize>>,
    /// Joints of the first skin; empty without one.
    pub joints: Vec<usize>,
    pub channels: Vec<GltfChannel>,
}

/// Keys of one node: times in order, and per time one value, or three (in-tangent, value, out-tangent) when cubic.
pub(crate) struct GltfChannel {
    pub node: usize,
    pub path: GltfPath,
    pub interpolation: Interpolation,
    pub times: Vec<f64>,
    pub values: Vec<[f64; 4]>,
}

/// Reads the animation of a number in the document.
pub(crate) fn read_motion(source: &Source, animation: usize) -> Result<GltfMotion, ImportError> {
    read(source, animation).map_err(|fault| fault.in_file(source.file))
}

fn read(source: &Source, animation: usize) -> Result<GltfMotion, ImportError> {
    let (document, buffers) = open(source)?;
    let accessors = Accessors { document: &document, buffers: &buffers };
    let mut channels = Vec::new();
    let Some(chosen) = document.animations.get(animation) else {
        let what = format!("there are {} animations in it", document.animations.len());
        return Err(ImportError::part(format!("animations[{animation}]"), what, "export the motion with the file"));
    };
    for (i, channel) in chosen.channels.iter().enumerate() {
        let part = || format!("animations[{animation}].channels[{i}]");
        let (path, Some(node)) = (channel.target.path, channel.target.node) else { continue };
        // Bones keep their lengths, and morphs are no motion of joints.
        if path == GltfPath::Other {
            continue;
        }
        if node >= document.nodes.len() {
            return Err(damaged(part(), format!("its nodes[{node}] does not exist")));
        }
        let sampler = chosen.samplers.get(channel.sampler);
        let sampler = sampler.ok_or_else(|| damaged(part(), "its sampler does not exist"))?;
        channels.push(keys(&accessors, sampler, node, path, &part())?);
    }
    let parents = parents(&document)?;
    let joints = document.skins.into_iter().next().map_or(Vec::new(), |skin| skin.joints);
    Ok(GltfMotion { nodes: document.nodes, parents, joints, channels })
}

fn parents(document: &Document) -> Result<Vec<Option<usize>>, ImportError> {
    let is_joint = |node: &usize| document.skins.iter().any(|skin| skin.joints.contains(node));
    let with_matrix = |node: &usize| document.nodes[*node].matrix.is_some();
    if let Some(node) = (0..document.nodes.len()).filter(with_matrix).find(is_joint) {
        let what = "it is a joint with a matrix";
        return Err(ImportError::part(format!("nodes[{node}]"), what, "export joints with translation and rotation"));
    }
    let mut parents = vec![None; document.nodes.len()];
    for (i, node) in document.nodes.iter().enumerate() {
        for &child in &node.children {
            let fault = |what| damaged(format!("nodes[{child}]"), what);
            let parent: &mut Option<usize> =
                parents.get_mut(child).ok_or_else(|| fault("it is referred to and does not exist"))?;
            if parent.replace(i).is_some() || child == i {
                return Err(fault("it has two parents or is its own ancestor"));
            }
        }
    }
    Ok(parents)
}

fn keys(
    accessors: &Accessors,
    sampler: &Sampler,
    node: usize,
    path: GltfPath,
    part: &str,
) -> Result<GltfChannel, ImportError> {
    let fault = |what: &str| damaged(part, what);
    let times = accessors.numbers(sampler.input, "SCALAR", 1)?;
    let (kind, width) = if path == GltfPath::Rotation { ("VEC4", 4) } else { ("VEC3", 3) };
    let flat = accessors.numbers(sampler.output, kind, width)?;
    let interpolation = sampler.interpolation;
    if interpolation == Interpolation::Other {
        return Err(fault("its interpolation is none of LINEAR, STEP and CUBICSPLINE"));
    }
    let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    if times.is_empty() || flat.len() != times.len() * per_key * width {
        return Err(fault("its keys have another number of values than of times, or there are none"));
    }
    if !times.iter().chain(&flat).all(|value| value.is_finite()) || !times.is_sorted_by(|a, b| a < b) {
        return Err(fault("its times are not in order, or a number is not finite"));
    }
    let value = |chunk: &[f64]| -> [f64; 4] { std::array::from_fn(|i| chunk.get(i).copied().unwrap_or(0.0)) };
    let values = flat.chunks_exact(width).map(value).collect();
    Ok(GltfChannel { node, path, interpolation, times, values })
}
