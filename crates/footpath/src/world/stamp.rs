//! The triangles of a world as one list, and a mark by which a later room sees whether they are still the same.

use super::{Tiles, World};
use crate::ground::Face;

/// A mark of what a world holds. Two marks are equal as long as no edit lies between them.
#[derive(Clone, Debug)]
pub(crate) struct Stamp(Tiles);

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&other.0)
    }
}

impl World {
    /// The mark of this moment. It keeps the tiles alive, so that an edit cannot reuse them under the same mark.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp(self.tiles.clone())
    }

    /// Every face of the scene and of the obstacles that are present, once each, in order.
    pub(crate) fn all_faces(&self) -> Vec<Face> {
        let fixed = self.tiles().flat_map(|(_, tile)| tile.faces());
        let placed = self.obstacles.values().flat_map(|placed| &placed.faces);
        let mut faces: Vec<Face> = fixed.chain(placed).copied().collect();
        faces.sort_unstable();
        faces.dedup();
        faces
    }
}
