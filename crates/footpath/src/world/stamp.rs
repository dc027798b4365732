//! The triangles of a world as one list, and a mark by which a later room sees whether they are still the same.

use super::World;
use super::tiles::TilesMark;
use crate::ground::Face;

/// A mark of what a world holds. Two marks are equal as long as no edit lies between them.
#[derive(Clone, Debug)]
pub(crate) struct Stamp(TilesMark);

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Stamp {
    /// Whether a world still holds what the mark is of.
    pub fn is_live(&self) -> bool {
        self.0.is_live()
    }
}

impl World {
    /// The mark of this moment. It keeps no tile alive, and yet nothing else can ever have the same mark.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp(self.tiles.mark())
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
