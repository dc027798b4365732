//! Triangles and lines in pixels → the order to paint them in, far ones first.
//!
//! Sorting by the middle of each triangle paints a large floor over the chair that stands on its far end. So pairs that
//! overlap in the picture are compared where they overlap, and the order respects every such pair. Triangles that
//! overlap in a ring, or pass through each other, have no right order; they fall back to their middles. A line is as
//! late as it can be, and hidden or seen as a whole.

use super::flat::Flat;
use crate::geom::vector::bounds;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Beyond this many pairs with overlapping boxes the order is by middles alone: about a second of comparing.
const MAX_PAIRS: usize = 4_000_000;
/// Overlaps below this area (square pixels) are shared edges.
const MIN_OVERLAP: f64 = 1e-3;
/// Metres of depth within which triangles lie in each other; the later one is then painted over the earlier.
const SAME_DEPTH: f64 = 1e-5;

type Point2 = [f64; 2];

/// What is painted: a triangle or a line, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Triangle(usize),
    Line(usize),
}

/// All triangles and lines, farthest first. Lines that are less than `lead` metres behind a surface lie on it.
pub(super) fn back_to_front(triangles: &[Flat<3>], lines: &[Flat<2>], lead: f64) -> Vec<Shape> {
    let mut wanted: Vec<usize> = (0..triangles.len()).collect();
    let middle = |i: usize| triangles[i].points.iter().map(|p| p[2]).sum::<f64>();
    wanted.sort_by(|&a, &b| middle(a).total_cmp(&middle(b)).then(a.cmp(&b)));
    wanted.extend(triangles.len()..triangles.len() + lines.len());
    let order = match overlapping_pairs(triangles, lines) {
        Some(pairs) => {
            let compared = pairs.into_iter().filter_map(|[a, b]| match b.checked_sub(triangles.len()) {
                None => far_and_near(triangles, [a, b]),
                Some(line) => {
                    line_is_nearer(&triangles[a], &lines[line], lead).map(|is| if is { [a, b] } else { [b, a] })
                }
            });
            respect(&wanted, compared)
        }
        None => wanted,
    };
    let shape = |i: usize| i.checked_sub(triangles.len()).map_or(Shape::Triangle(i), Shape::Line);
    order.into_iter().map(shape).collect()
}

/// Pairs whose boxes overlap in the picture, lower index first, lines counted after triangles and not paired with each
/// other; `None` when there are too many.
fn overlapping_pairs(triangles: &[Flat<3>], lines: &[Flat<2>]) -> Option<Vec<[usize; 2]>> {
    let boxes: Vec<[Point2; 2]> = triangles.iter().map(box_of).chain(lines.iter().map(box_of)).collect();
    let mut by_left: Vec<usize> = (0..boxes.len()).collect();
    by_left.sort_by(|&a, &b| boxes[a][0][0].total_cmp(&boxes[b][0][0]).then(a.cmp(&b)));
    let (mut open, mut pairs, mut looked_at): (Vec<usize>, Vec<_>, usize) = Default::default();
    for i in by_left {
        open.retain(|&j| boxes[j][1][0] >= boxes[i][0][0]);
        looked_at += open.len();
        let beside = open.iter().filter(|&&j| boxes[j][0][1] <= boxes[i][1][1] && boxes[i][0][1] <= boxes[j][1][1]);
        pairs.extend(beside.map(|&j| [i.min(j), i.max(j)]).filter(|pair| pair[0] < triangles.len()));
        open.push(i);
        if pairs.len() > MAX_PAIRS || looked_at > 100 * MAX_PAIRS {
            return None;
        }
    }
    Some(pairs)
}

/// Lowest and highest corner of the box around a shape in the picture.
fn box_of<const N: usize>(shape: &Flat<N>) -> [Point2; 2] {
    bounds(shape.points.map(|[x, y, _]| [x, y])).unwrap_or_default()
}

/// Two triangles as far and near where they overlap; `None` when they do not.
fn far_and_near(triangles: &[Flat<3>], [a, b]: [usize; 2]) -> Option<[usize; 2]> {
    let at = middle_of_overlap(plan(&triangles[a]), plan(&triangles[b]))?;
    let nearer_by = depth_at(&triangles[a], at)? - depth_at(&triangles[b], at)?;
    Some(if nearer_by > SAME_DEPTH { [b, a] } else { [a, b] })
}

/// Whether a line is before a triangle, in the middle of what they share; `None` when they share nothing.
fn line_is_nearer(triangle: &Flat<3>, line: &Flat<2>, lead: f64) -> Option<bool> {
    let corners = plan(triangle);
    let turn = area(corners[0], corners[1], corners[2]).signum();
    let [a, b] = line.points.map(|p| [p[0], p[1]]);
    let (mut first, mut last) = (0f64, 1f64);
    for i in 0..3 {
        let side = |p: Point2| turn * area(corners[i], corners[(i + 1) % 3], p);
        let (in_a, in_b) = (side(a), side(b));
        match (in_a > 0.0, in_b > 0.0) {
            (false, false) => return None,
            (true, false) => last = last.min(in_a / (in_a - in_b)),
            (false, true) => first = first.max(in_a / (in_a - in_b)),
            (true, true) => {}
        }
    }
    let t = (first + last) / 2.0;
    let along = |axis: usize| line.points[0][axis] + (line.points[1][axis] - line.points[0][axis]) * t;
    let surface = depth_at(triangle, [along(0), along(1)])?;
    (first < last).then(|| along(2) + lead >= surface)
}

fn plan(triangle: &Flat<3>) -> [Point2; 3] {
    triangle.points.map(|p| [p[0], p[1]])
}

/// Twice the signed area of a triangle.
fn area(a: Point2, b: Point2, c: Point2) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn depth_at(triangle: &Flat<3>, at: Point2) -> Option<f64> {
    let [a, b, c] = plan(triangle);
    let whole = area(a, b, c);
    let depth = triangle.points.map(|p| p[2]);
    let sum = area(at, b, c) * depth[0] + area(a, at, c) * depth[1] + area(a, b, at) * depth[2];
    (whole.abs() > MIN_OVERLAP).then(|| sum / whole)
}

/// The middle of the polygon that two triangles share.
fn middle_of_overlap(triangle: [Point2; 3], other: [Point2; 3]) -> Option<Point2> {
    // Six corners at most; a fixed array keeps millions of comparisons off the heap.
    let (mut polygon, mut count) = ([[0.0; 2]; 8], 3);
    polygon[..3].copy_from_slice(&triangle);
    let turn = area(other[0], other[1], other[2]).signum();
    for i in 0..3 {
        let side = |p: Point2| turn * area(other[i], other[(i + 1) % 3], p);
        let (whole, whole_count) = (polygon, count);
        count = 0;
        for j in 0..whole_count {
            let (a, b) = (whole[(j + whole_count - 1) % whole_count], whole[j]);
            let (in_a, in_b) = (side(a), side(b));
            if (in_a > 0.0) != (in_b > 0.0) && count < polygon.len() {
                let t = in_a / (in_a - in_b);
                polygon[count] = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
                count += 1;
            }
            if in_b > 0.0 && count < polygon.len() {
                polygon[count] = b;
                count += 1;
            }
        }
    }
    let corners = &polygon[..count];
    let shared: f64 = corners.windows(2).map(|pair| area(corners[0], pair[0], pair[1])).sum();
    let mean = |axis: usize| corners.iter().map(|p| p[axis]).sum::<f64>() / count as f64;
    (shared.abs() > 2.0 * MIN_OVERLAP).then(|| [mean(0), mean(1)])
}

/// An order in which far comes before near for every pair, else as close to `wanted` as can be.
fn respect(wanted: &[usize], pairs: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
    let mut rank = vec![0; wanted.len()];
    wanted.iter().enumerate().for_each(|(place, &i)| rank[i] = place);
    let (mut before, mut after) = (vec![0usize; wanted.len()], vec![Vec::new(); wanted.len()]);
    for [far, near] in pairs {
        after[rank[far]].push(rank[near]);
        before[rank[near]] += 1;
    }
    let mut ready: BinaryHeap<_> = (0..wanted.len()).filter(|&i| before[i] == 0).map(Reverse).collect();
    let (mut done, mut order, mut first_left) = (vec![false; wanted.len()], Vec::with_capacity(wanted.len()), 0);
    while order.len() < wanted.len() {
        // Nothing ready means a ring: it is broken at the farthest triangle that is left.
        let next = ready.pop().map_or_else(
            || {
                while done[first_left] {
                    first_left += 1;
                }
                first_left
            },
            |Reverse(next)| next,
        );
        if std::mem::replace(&mut done[next], true) {
            continue;
        }
        order.push(wanted[next]);
        for &later in &after[next] {
            before[later] = before[later].saturating_sub(1);
            if before[later] == 0 && !done[later] {
                ready.push(Reverse(later));
            }
        }
    }
    order
}

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
    use super::*;
    use crate::draw::Colour;

    fn flat(points: [[f64; 3]; 3]) -> Flat<3> {
        Flat { points, colour: Colour::BLACK, normal: [0.0; 3], width: 0.0, shaded: false }
    }

    #[test]
    fn a_chair_at_the_far_end_is_painted_over_the_floor() {
        // Depth grows down the picture; the middle of the floor is nearer than the chair.
        let chair = flat([[40.0, 10.0, 2.5], [60.0, 10.0, 2.5], [50.0, 20.0, 2.5]]);
        let floor = flat([[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [50.0, 200.0, 20.0]]);
        assert_eq!(back_to_front(&[chair, floor], &[], 0.0), [Shape::Triangle(1), Shape::Triangle(0)]);
        assert_eq!(back_to_front(&[floor, chair], &[], 0.0), [Shape::Triangle(0), Shape::Triangle(1)]);
    }

    #[test]
    fn a_line_on_the_floor_is_seen_and_one_behind_the_chair_is_not() {
        let floor = flat([[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [50.0, 200.0, 20.0]]);
        let chair = flat([[40.0, 10.0, 2.5], [60.0, 10.0, 2.5], [50.0, 20.0, 2.5]]);
        let points = [[45.0, 15.0, 1.4], [55.0, 15.0, 1.4]];
        let line = Flat { points, colour: Colour::BLACK, normal: [0.0; 3], width: 1.0, shaded: false };
        let order = back_to_front(&[floor, chair], &[line], 0.2);
        assert_eq!(order, [Shape::Triangle(0), Shape::Line(0), Shape::Triangle(1)]);
    }

    #[test]
    fn what_lies_in_one_plane_keeps_its_order_and_rings_end() {
        let square = flat([[0.0, 0.0, 1.0], [9.0, 0.0, 1.0], [0.0, 9.0, 1.0]]);
        assert_eq!(back_to_front(&[square; 3], &[], 0.0), [0, 1, 2].map(Shape::Triangle));
        let ring = respect(&[2, 0, 1], [[0, 1], [1, 2], [2, 0]].into_iter());
        assert_eq!(ring, [2, 0, 1]);
    }
}

#[cfg(test)]
mod outline_tests {
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
