//! Named groups of triangles, what rules say of them, and named places.

use serde::{Deserialize, Serialize};

/// Index of an object in the table of its scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

/// What a rule says of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tag {
    /// Solid; a foot may stand on it.
    #[default]
    Walkable,
    /// Solid; its top is no floor.
    Obstacle,
    /// Solid; neither stepped on nor over.
    Forbidden,
    /// Not there.
    Ignored,
}

/// A named group of triangles.
///
/// A node with several materials is several objects of one name, one per material, so that a rule can speak of either.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// Name in the source: node, object or group.
    pub name: String,
    /// Name of the material, where the source has one.
    pub material: Option<String>,
    /// What a rule says of it.
    pub tag: Tag,
    /// Factor on the cost of walking over it; 1 is plain ground.
    pub cost: f32,
}

impl Object {
    /// A walkable object of cost 1.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), material: None, tag: Tag::Walkable, cost: 1.0 }
    }
}

/// A named position, in metres, at the feet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Name in the source.
    pub name: String,
    /// Position in metres, Y up.
    pub position: [f64; 3],
}
