//! A triangle of the ground: three vertices, its object, and whether it bounds a closed solid.

use crate::geom::Vertex;
use crate::scene::ObjectId;

/// Bits for the number of an object, also in the sort key of a span.
pub(crate) const OBJECT_BITS: u32 = 21;
/// Most objects of a scene.
pub const MAX_OBJECTS: u32 = 1 << OBJECT_BITS;

/// One triangle of the scene or of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    /// Corners, on the vertex grid.
    pub corners: [Vertex; 3],
    object: u32,
}

const SOLID: u32 = 1 << 31;
/// Largest coordinate of a corner, in vertex units: 65 km.
pub(crate) const MAX_COORDINATE: u32 = 65_536 * 1024;

impl Face {
    /// A face of an object; `solid` when it bounds a closed solid.
    pub fn new(corners: [Vertex; 3], object: ObjectId, solid: bool) -> Self {
        debug_assert!(object.0 < MAX_OBJECTS);
        Self { corners, object: object.0 | if solid { SOLID } else { 0 } }
    }

    /// The object that the face is part of.
    pub fn object(&self) -> ObjectId {
        ObjectId(self.object & !SOLID)
    }

    /// Whether the face bounds a closed solid.
    pub fn is_solid(&self) -> bool {
        self.object & SOLID != 0
    }

    /// Whether the corners lie within the range of a scene and span an area. All readers of faces rely on this.
    pub fn is_usable(&self) -> bool {
        self.is_within_reach() && !crate::scene::has_no_area(self.corners)
    }

    /// Whether the corners lie within the range of a scene and on one line.
    pub(crate) fn is_sliver(&self) -> bool {
        self.is_within_reach() && crate::scene::has_no_area(self.corners)
    }

    fn is_within_reach(&self) -> bool {
        self.corners.iter().flatten().all(|c| c.unsigned_abs() <= MAX_COORDINATE)
    }

    /// Lowest and highest corner of the box around the face.
    pub fn bounds(&self) -> [Vertex; 2] {
        let [a, b, c] = self.corners;
        let low = std::array::from_fn(|i| a[i].min(b[i]).min(c[i]));
        let high = std::array::from_fn(|i| a[i].max(b[i]).max(c[i]));
        [low, high]
    }
}
