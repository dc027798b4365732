//! Objects (named groups of triangles), their tags and costs, and named places.

use std::ops::RangeInclusive;

use crate::geom::named;
use serde::{Deserialize, Serialize};

/// What an object's cost may be. Nothing is cheaper than plain ground, so that straight distance never
/// overestimates what is left of a route; to prefer one surface, make the others dearer.
pub const COST_RANGE: RangeInclusive<f32> = 1.0..=1000.0;

/// Index of an object in the table of its scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

named! {
    /// What a rule says of an object.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Tag {
        /// Solid; a foot may stand on it.
        #[default]
        Walkable = "walkable",
        /// Solid; its top is no floor.
        Obstacle = "obstacle",
        /// Solid; neither stepped on nor over.
        Forbidden = "forbidden",
        /// Not there.
        Ignored = "ignored",
    }
}

impl Tag {
    /// The tag of a word as rules and files have it, in lower case.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tag| tag.name() == word)
    }
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
    /// Factor on the cost of walking over it, in [`COST_RANGE`]; 1 is plain ground.
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
