//! Polygons → triangles. Convex ones become a fan; others lose one ear after the other, so that an L-shaped floor does
//! not cover its notch.

/// Longest polygon whose ears are looked for: the time grows with the cube of the corners, so a file with one face of
/// a million would take for ever. Longer ones are nearly always round, and a fan suits them.
const MAX_EARS: usize = 512;

/// Splits a polygon, given as indices into the vertices, and appends three indices per triangle.
///
/// Every polygon of n corners gives n − 2 triangles, also where a corner does not exist or is not finite.
pub(crate) fn split(polygon: &[u32], vertices: &[[f64; 3]], triangles: &mut Vec<u32>) {
    if polygon.len() > 3
        && polygon.len() <= MAX_EARS
        && let Some(flat) = flatten(polygon, vertices)
        && !is_convex(&flat)
    {
        cut_ears(polygon, &flat, triangles);
    } else {
        fan(polygon, triangles);
    }
}

/// The polygon seen along the axis that it faces most, counter-clockwise; `None` if it cannot be seen.
fn flatten(polygon: &[u32], vertices: &[[f64; 3]]) -> Option<Vec<[f64; 2]>> {
    let corners: Option<Vec<[f64; 3]>> = polygon.iter().map(|&i| vertices.get(i as usize).copied()).collect();
    let corners = corners?;
    let from = corners[0];
    let offset = |p: [f64; 3]| -> [f64; 3] { std::array::from_fn(|axis| p[axis] - from[axis]) };
    let mut normal = [0.0; 3];
    for pair in corners.windows(2) {
        let (a, b) = (offset(pair[0]), offset(pair[1]));
        for (axis, sum) in normal.iter_mut().enumerate() {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            *sum += a[u] * b[v] - a[v] * b[u];
        }
    }
    let axis = (0..3).max_by(|&a, &b| normal[a].abs().total_cmp(&normal[b].abs()))?;
    if !normal[axis].is_finite() || normal[axis].abs() <= f64::MIN_POSITIVE {
        return None;
    }
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let (u, v) = if normal[axis] > 0.0 { (u, v) } else { (v, u) };
    Some(corners.iter().map(|&p| offset(p)).map(|p| [p[u], p[v]]).collect())
}

/// Twice the signed area of a triangle; positive if counter-clockwise.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn is_convex(flat: &[[f64; 2]]) -> bool {
    let n = flat.len();
    (0..n).all(|i| turn(flat[i], flat[(i + 1) % n], flat[(i + 2) % n]) >= 0.0)
}

/// Cuts a polygon, counter-clockwise as it lies flat, into triangles from ear to ear.
pub(crate) fn cut_ears(polygon: &[u32], flat: &[[f64; 2]], triangles: &mut Vec<u32>) {
    let mut left: Vec<usize> = (0..polygon.len()).collect();
    while left.len() > 3 {
        let n = left.len();
        let around = |at: usize| [left[(at + n - 1) % n], left[at], left[(at + 1) % n]];
        // Only where the outline turns inwards can it reach into an ear.
        let is_inward = |at: &usize| {
            let [a, b, c] = around(*at).map(|i| flat[i]);
            turn(a, b, c) <= 0.0
        };
        let inward: Vec<[f64; 2]> = (0..n).filter(is_inward).map(|at| flat[left[at]]).collect();
        let Some(ear) = (0..n).find(|&at| is_ear(around(at).map(|i| flat[i]), &inward)) else {
            // It crosses itself, so no way of splitting it is right.
            break;
        };
        triangles.extend(around(ear).map(|i| polygon[i]));
        left.remove(ear);
    }
    let rest: Vec<u32> = left.iter().map(|&i| polygon[i]).collect();
    fan(&rest, triangles);
}

fn fan(polygon: &[u32], triangles: &mut Vec<u32>) {
    polygon.windows(2).skip(1).for_each(|pair| triangles.extend([polygon[0], pair[0], pair[1]]));
}

fn is_ear([a, b, c]: [[f64; 2]; 3], inward: &[[f64; 2]]) -> bool {
    let holds = |p: [f64; 2]| turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
    // A hole is often joined to the rim by an edge there and back: corners at the ear's own corners do not spoil it.
    turn(a, b, c) > 0.0 && inward.iter().all(|&p| p == a || p == b || p == c || !holds(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Area that the triangles of an outline in x and z cover together.
    fn area(outline: &[[f64; 2]]) -> f64 {
        let vertices: Vec<[f64; 3]> = outline.iter().map(|p| [p[0], 2.0, p[1]]).collect();
        let polygon: Vec<u32> = (0..vertices.len() as u32).collect();
        let mut triangles = Vec::new();
        split(&polygon, &vertices, &mut triangles);
        assert_eq!(triangles.len(), 3 * (outline.len() - 2));
        triangles
            .chunks(3)
            .map(|t| turn(outline[t[0] as usize], outline[t[1] as usize], outline[t[2] as usize]).abs())
            .sum::<f64>()
            / 2.0
    }

    #[test]
    fn an_l_keeps_its_notch_whichever_way_round() {
        let mut outline = vec![[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
        for _ in 0..2 {
            for first in 0..outline.len() {
                outline.rotate_left(first);
                assert_eq!(area(&outline), 3.0);
            }
            outline.reverse();
        }
    }

    #[test]
    fn a_hole_joined_to_the_rim_stays_open() {
        let outline = [
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 4.0],
            [0.0, 4.0],
            [0.0, 0.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [3.0, 3.0],
            [3.0, 1.0],
            [1.0, 1.0],
        ];
        assert_eq!(area(&outline), 12.0);
    }

    #[test]
    fn polygons_that_are_none_still_end() {
        assert_eq!(area(&[[0.0, 0.0]; 5]), 0.0);
        area(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0], [1.0, f64::NAN]]);
        let mut triangles = Vec::new();
        split(&[0, 1, 2, u32::MAX], &[[0.0; 3]; 3], &mut triangles);
        assert_eq!(triangles, [0, 1, 2, 0, 2, u32::MAX]);
    }
}
