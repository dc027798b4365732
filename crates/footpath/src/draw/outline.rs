//! Triangles → which of their sides are drawn dark in an SVG: where a surface ends or turns, not where two triangles
//! of one wall meet.

use std::collections::BTreeMap;

use super::flat::Flat;

/// Normals closer than this cosine (about 32 degrees) belong to one surface.
const SMOOTH_COSINE: f32 = 0.85;

/// For each triangle, whether the side from corner i to the next one is an outline.
pub(super) fn outlines(triangles: &[Flat<3>]) -> Vec<[bool; 3]> {
    let mut sides: BTreeMap<[u64; 6], Vec<usize>> = BTreeMap::new();
    for (index, triangle) in triangles.iter().enumerate() {
        for side in 0..3 {
            sides.entry(key(triangle, side)).or_default().push(index);
        }
    }
    let smooth = |a: usize, b: usize| {
        let (a, b) = (triangles[a].normal, triangles[b].normal);
        a != [0.0; 3] && a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > SMOOTH_COSINE
    };
    let of_side = |index: usize, side: usize| {
        let sharing = sides.get(&key(&triangles[index], side)).map_or(&[][..], Vec::as_slice);
        // Exactly two triangles of one surface: anything else is a rim or a joint.
        !(sharing.len() == 2 && smooth(sharing[0], sharing[1]))
    };
    (0..triangles.len()).map(|index| [0, 1, 2].map(|side| of_side(index, side))).collect()
}

/// The two ends of a side, the same from both triangles that share it.
fn key(triangle: &Flat<3>, side: usize) -> [u64; 6] {
    // Adding zero makes one of the two zeros.
    let end = |i: usize| triangle.points[i % 3].map(|c| (c + 0.0).to_bits());
    let (mut a, mut b) = (end(side), end(side + 1));
    if a > b {
        std::mem::swap(&mut a, &mut b);
    }
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

#[cfg(test)]
mod tests {
    use super::outlines;
    use crate::draw::flat::flatten;
    use crate::draw::{Colour, Drawing, View};

    #[test]
    fn a_box_has_its_twelve_edges_and_no_diagonals() {
        let mut drawing = Drawing::new();
        drawing.layer("box").cuboid([0.0; 3], [1.0, 2.0, 3.0], Colour::WHITE);
        let picture = flatten(&drawing, &View::axonometric(0.6, 0.5)).unwrap();
        let drawn = outlines(&picture.layers[0].triangles).into_iter().flatten().filter(|&is| is).count();
        assert_eq!(drawn, 24, "each edge from both of its sides");
    }
}
