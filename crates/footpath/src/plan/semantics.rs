//! What the rules of a query say of objects.

use crate::scene::{ObjectId, Tag};
use crate::world::World;

/// Tags and costs of a world's objects, as one query sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct Semantics {
    tags: Vec<Tag>,
    costs: Vec<u16>,
}

impl Semantics {
    /// As the world was baked.
    pub fn baked(world: &World) -> Self {
        let tags = world.objects().iter().map(|object| object.tag).collect();
        let costs = world.objects().iter().map(|object| (object.cost * 64.0).round() as u16).collect();
        Self { tags, costs }
    }

    /// Tags of all objects.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Tag of an object.
    pub fn tag(&self, object: ObjectId) -> Tag {
        self.tags.get(object.0 as usize).copied().unwrap_or_default()
    }

    /// Cost of walking over an object, in 1/64 of plain ground.
    pub fn cost(&self, object: ObjectId) -> u16 {
        self.costs.get(object.0 as usize).copied().unwrap_or(64)
    }

    /// Whether all ground is plain.
    pub fn is_plain(&self) -> bool {
        self.costs.iter().all(|&cost| cost == 64)
    }
}
