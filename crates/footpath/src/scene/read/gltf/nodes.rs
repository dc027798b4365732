//! The tree of nodes → objects and places, with transforms multiplied in `f64` from the root down.

use super::accessor::Accessors;
use super::buffers::Buffers;
use super::document::{Document, Mesh, Node, Primitive};
use super::{ImportError, damaged};
use crate::scene::{COST_RANGE, Object, SceneBuilder, Tag, Transform};

/// Most vertices, and most corners of triangles, that the instances of one file may add up to. A mesh costs a file
/// nothing to repeat, so a small file could otherwise ask for any amount of memory.
const MAX_ELEMENTS: usize = 60_000_000;

const IDENTITY: Transform = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// Triangles of one primitive, before any transform.
struct Geometry {
    material: Option<String>,
    positions: Vec<[f64; 3]>,
    indices: Vec<u32>,
}

/// A walk over all nodes of the document's scene.
pub(super) struct Walk<'a> {
    document: &'a Document,
    accessors: Accessors<'a>,
    builder: &'a mut SceneBuilder,
    /// Meshes that were met, so that an instance costs no decoding.
    meshes: Vec<Option<Vec<Geometry>>>,
    is_joint: Vec<bool>,
    seen: Vec<bool>,
    elements: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(document: &'a Document, buffers: &'a Buffers<'a>, builder: &'a mut SceneBuilder) -> Self {
        Self {
            document,
            accessors: Accessors { document, buffers },
            builder,
            meshes: document.meshes.iter().map(|_| None).collect(),
            is_joint: document.among_nodes(document.skins.iter().flat_map(|skin| &skin.joints)),
            seen: vec![false; document.nodes.len()],
            elements: 0,
        }
    }

    /// Visits every node once, parents before children, in the order of the file.
    pub(super) fn run(mut self) -> Result<(), ImportError> {
        let roots = self.roots()?.into_iter().rev();
        let mut waiting: Vec<(usize, Transform)> = roots.map(|root| (root, IDENTITY)).collect();
        let mut instances = Vec::new();
        while let Some((index, parent)) = waiting.pop() {
            let part = || format!("nodes[{index}]");
            let node = self.document.nodes.get(index);
            let node = node.ok_or_else(|| damaged(part(), "it is referred to and does not exist"))?;
            if std::mem::replace(&mut self.seen[index], true) {
                return Err(damaged(part(), "it has two parents or is its own ancestor"));
            }
            let transform = multiply(&parent, &local(node));
            match node.mesh {
                Some(mesh) => {
                    self.meet(mesh, &part())?;
                    instances.push((index, mesh, transform));
                }
                None => self.place(index, node, &transform),
            }
            waiting.extend(node.children.iter().rev().map(|&child| (child, transform)));
        }
        // Only now is it known that all instances together are within bounds.
        instances.into_iter().for_each(|(index, mesh, transform)| self.push(index, mesh, &transform));
        Ok(())
    }

    /// The roots of the scene that the file names, else of its first; all nodes without parent if it has no scene.
    fn roots(&self) -> Result<Vec<usize>, ImportError> {
        let document = self.document;
        let chosen = document.scene.unwrap_or(0);
        if let Some(scene) = document.scenes.get(chosen) {
            return Ok(scene.nodes.clone());
        }
        if document.scene.is_some() {
            return Err(damaged("scene", format!("scenes[{chosen}] does not exist")));
        }
        let is_child = document.among_nodes(document.nodes.iter().flat_map(|node| &node.children));
        Ok((0..is_child.len()).filter(|&node| !is_child[node]).collect())
    }

    /// Decodes a mesh unless it was met before, and counts it.
    fn meet(&mut self, mesh: usize, node: &str) -> Result<(), ImportError> {
        let Some(known) = self.meshes.get_mut(mesh) else {
            return Err(damaged(node, format!("its meshes[{mesh}] does not exist")));
        };
        let geometries = match known {
            Some(geometries) => geometries,
            None => known.insert(decode(self.document, &self.accessors, mesh)?),
        };
        self.elements += geometries.iter().map(Geometry::elements).sum::<usize>();
        if self.elements > MAX_ELEMENTS { Err(too_many(node)) } else { Ok(()) }
    }

    /// Adds the objects of one node.
    fn push(&mut self, index: usize, mesh: usize, transform: &Transform) {
        let (node, described) = (&self.document.nodes[index], &self.document.meshes[mesh]);
        let (tag, cost) = marks(node, self.builder);
        for geometry in self.meshes[mesh].iter().flatten() {
            let name = name(index, node, Some(described));
            let object = Object { name, material: geometry.material.clone(), tag, cost };
            self.builder.push_object(object, &geometry.positions, &geometry.indices, Some(transform));
        }
    }

    /// Adds a place if the node is a bare leaf.
    fn place(&mut self, index: usize, node: &Node, transform: &Transform) {
        let position = [transform[3][0], transform[3][1], transform[3][2]];
        let has_light = node.extensions.contains_key("KHR_lights_punctual");
        let is_bare = node.camera.is_none() && !has_light && !self.is_joint[index];
        if is_bare && node.children.is_empty() && position.iter().all(|c| c.is_finite()) {
            self.builder.push_place(name(index, node, None), position);
        }
    }
}

impl Document {
    /// For each node, whether it is one of some; numbers that no node has are passed over.
    fn among_nodes<'a>(&self, some: impl Iterator<Item = &'a usize>) -> Vec<bool> {
        let mut among = vec![false; self.nodes.len()];
        for &node in some.filter(|&&node| node < self.nodes.len()) {
            among[node] = true;
        }
        among
    }
}

impl Geometry {
    fn elements(&self) -> usize {
        self.positions.len().max(self.indices.len())
    }
}

fn too_many(part: &str) -> ImportError {
    let what = format!("with it the file has more than {} million corners", MAX_ELEMENTS / 1_000_000);
    ImportError::part(part, what, "split the scene into several files")
}

fn name(index: usize, node: &Node, mesh: Option<&Mesh>) -> String {
    let own = node.name.as_ref().or_else(|| mesh?.name.as_ref());
    own.filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| format!("node {index}"))
}

/// Tag and cost that a node's extras give its objects. Other tools write extras too, so what is none of ours is
/// counted and not an error.
fn marks(node: &Node, builder: &mut SceneBuilder) -> (Tag, f32) {
    let extra = |key: &str| node.extras.as_ref().and_then(|extras| extras.get(key));
    let tag = extra("tag").map(|tag| tag.as_str().and_then(Tag::of_word));
    let cost = extra("cost").map(|cost| cost.as_f64().map(|cost| cost as f32).filter(|cost| COST_RANGE.contains(cost)));
    builder.count_bad_tags(usize::from(tag == Some(None)) + usize::from(cost == Some(None)));
    (tag.flatten().unwrap_or_default(), cost.flatten().unwrap_or(1.0))
}

/// The primitives of a mesh that have triangles.
fn decode(document: &Document, accessors: &Accessors, index: usize) -> Result<Vec<Geometry>, ImportError> {
    let mut geometries: Vec<Geometry> = Vec::new();
    let mut elements = 0;
    for (number, primitive) in document.meshes[index].primitives.iter().enumerate() {
        let part = || format!("meshes[{index}].primitives[{number}]");
        // Points and lines have no surface.
        if primitive.mode < 4 {
            continue;
        }
        let Some(position) = primitive.attributes.position else {
            continue;
        };
        let material = match primitive.material {
            None => None,
            Some(material) => match document.materials.get(material) {
                Some(found) => found.name.clone(),
                None => {
                    return Err(damaged(part(), format!("its materials[{material}] does not exist")));
                }
            },
        };
        let positions = accessors.positions(position)?;
        let corners = match primitive.indices {
            Some(indices) => accessors.indices(indices)?,
            None => (0..u32::try_from(positions.len()).unwrap_or(u32::MAX)).collect(),
        };
        let indices = triangles(primitive, corners)
            .ok_or_else(|| damaged(part(), format!("no kind of primitive has the number {}", primitive.mode)))?;
        let geometry = Geometry { material, positions, indices };
        // Primitives may share their accessors, so that a mesh too can be larger than its file.
        elements += geometry.elements();
        if elements > MAX_ELEMENTS {
            return Err(too_many(&part()));
        }
        geometries.push(geometry);
    }
    Ok(geometries)
}

/// Three indices per triangle from a list, a strip or a fan; `None` for a kind that does not exist.
fn triangles(primitive: &Primitive, corners: Vec<u32>) -> Option<Vec<u32>> {
    match primitive.mode {
        4 => Some(corners),
        // Every second triangle of a strip is the other way round.
        5 => {
            let triple = |(i, t): (usize, &[u32])| if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] };
            Some(corners.windows(3).enumerate().flat_map(triple).collect())
        }
        6 => Some(corners.windows(2).skip(1).flat_map(|pair| [pair[0], pair[1], corners[0]]).collect()),
        _ => None,
    }
}

/// The transform of a node within its parent.
fn local(node: &Node) -> Transform {
    if let Some(m) = node.matrix {
        return std::array::from_fn(|column| std::array::from_fn(|row| m[column * 4 + row]));
    }
    let [x, y, z, w] = node.rotation.map_or([0.0, 0.0, 0.0, 1.0], unit);
    let scale = node.scale.unwrap_or([1.0; 3]);
    let moved = node.translation.unwrap_or([0.0; 3]);
    let turned = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    std::array::from_fn(|column| match column {
        3 => [moved[0], moved[1], moved[2], 1.0],
        _ => {
            let [a, b, c] = turned[column].map(|value| value * scale[column]);
            [a, b, c, 0.0]
        }
    })
}

/// A quaternion of length 1. Files round theirs to seven digits, and the rest would scale the object.
fn unit(quaternion: [f64; 4]) -> [f64; 4] {
    let length = quaternion.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 { quaternion.map(|value| value / length) } else { [0.0, 0.0, 0.0, 1.0] }
}

fn multiply(a: &Transform, b: &Transform) -> Transform {
    std::array::from_fn(|column| std::array::from_fn(|row| (0..4).map(|i| a[i][row] * b[column][i]).sum()))
}
