//! The stamp of a world's ground, and its triangles as one list.

use super::World;
use crate::ground::Face;
use crate::world::tiles::TilesMark;

/// Identifies one state of a world's ground. Two stamps are equal if no edit lies between them.
#[derive(Clone, Debug)]
pub(crate) struct Stamp(TilesMark);

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Stamp {
    /// Whether any world still has that ground.
    pub fn is_live(&self) -> bool {
        self.0.is_live()
    }
}

impl World {
    /// The stamp of the present ground. It keeps no tile in memory, and no other ground gets an equal stamp.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp(self.tiles.mark())
    }

    /// Every face of the scene and of the present obstacles, once each, sorted.
    pub(crate) fn all_faces(&self) -> Vec<Face> {
        let fixed = self.tiles().flat_map(|(_, tile)| tile.faces());
        let placed = self.obstacles.values().flat_map(|placed| &placed.faces);
        let mut faces: Vec<Face> = fixed.chain(placed).copied().collect();
        faces.sort_unstable();
        faces.dedup();
        faces
    }
}
