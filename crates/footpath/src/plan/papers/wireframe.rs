//! The wireframe of Kuffner 1998 (§6.1): edges only, as lines whose width is the growth. The inside of large faces stays free.

use crate::geom::Vertex;

/// The edges of triangles, as triangles for [`Direct`](crate::plan::bitmap::Direct). A line grows by half of its width to either
/// side, so Kuffner's lines of width R are those of a bitmap for a body of radius R / 2.
pub fn edges(triangles: impl IntoIterator<Item = [Vertex; 3]>) -> impl Iterator<Item = [Vertex; 3]> {
    triangles.into_iter().flat_map(|[a, b, c]| [[a, b, b], [b, c, c], [c, a, a]])
}
