//! Limbs: tapered rounded tubes around the bones, as triangles to draw and as capsules to collide.

use super::Placed;
use crate::geom::vector::{Vec3, add, cross, dot, mix, scale, sub, unit};

/// A tapered tube with round ends, in the frame of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limb {
    /// The joint that carries it.
    pub joint: u16,
    /// Middle of the first end.
    pub from: Vec3,
    /// Middle of the last end.
    pub to: Vec3,
    /// Half-width (across) and half-depth at the first and the last end.
    pub half: [[f32; 2]; 2],
    /// The direction across.
    pub across: Vec3,
    /// Height in the joint's frame below which it is cut flat, as a sole is.
    pub floor: Option<f32>,
}

/// A ball swept along a line, in the frame of the base point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// First end of the line.
    pub from: Vec3,
    /// Last end of the line.
    pub to: Vec3,
    /// Radius.
    pub radius: f32,
}

/// Triangles of one limb in the frame of its joint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimbMesh {
    /// Corners.
    pub points: Vec<Vec3>,
    /// Three corners each, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// Corners around a limb, and rings of each round end.
const AROUND: usize = 12;
const CAP: usize = 3;
/// Metres by which a capsule may be thicker than its limb.
const TAPER: f32 = 0.012;

impl Limb {
    /// The limb as triangles: closed, facing outwards.
    pub fn mesh(&self) -> LimbMesh {
        let along = unit(sub(self.to, self.from), [0.0, 1.0, 0.0]);
        let across = unit(sub(self.across, scale(along, dot(self.across, along))), [1.0, 0.0, 0.0]);
        let depth = cross(along, across);
        let mut mesh = LimbMesh::default();
        // Rings from the first pole to the last: how far out, and how far beyond the end.
        let quarter = |k: usize| std::f32::consts::FRAC_PI_2 * k as f32 / CAP as f32;
        let ends = [(self.from, self.half[0], -1.0f32), (self.to, self.half[1], 1.0)];
        for (end, (centre, half, sign)) in ends.into_iter().enumerate() {
            for k in 0..=CAP {
                let k = if end == 0 { k } else { CAP - k };
                let (out, beyond) = (libm::sinf(quarter(k)), libm::cosf(quarter(k)) * half[0].min(half[1]) * sign);
                let middle = add(centre, scale(along, beyond));
                let corners = if k == 0 { 1 } else { AROUND };
                for corner in 0..corners {
                    let angle = std::f32::consts::TAU * corner as f32 / AROUND as f32;
                    let (x, y) = (libm::cosf(angle) * half[0] * out, libm::sinf(angle) * half[1] * out);
                    mesh.points.push(self.cut(add(middle, add(scale(across, x), scale(depth, y)))));
                }
            }
        }
        self.join(&mut mesh);
        mesh
    }

    fn cut(&self, point: Vec3) -> Vec3 {
        [point[0], self.floor.map_or(point[1], |floor| point[1].max(floor)), point[2]]
    }

    /// Triangles between neighbouring rings; the first and the last corner are the poles.
    fn join(&self, mesh: &mut LimbMesh) {
        let rings = 2 * CAP;
        let corner = |ring: usize, i: usize| (1 + ring * AROUND + i % AROUND) as u32;
        let last = (mesh.points.len() - 1) as u32;
        for i in 0..AROUND {
            mesh.triangles.push([0, corner(0, i + 1), corner(0, i)]);
            mesh.triangles.push([last, corner(rings - 1, i), corner(rings - 1, i + 1)]);
            for ring in 0..rings - 1 {
                let [a, b] = [corner(ring, i), corner(ring, i + 1)];
                let [c, d] = [corner(ring + 1, i), corner(ring + 1, i + 1)];
                mesh.triangles.extend([[a, b, d], [a, d, c]]);
            }
        }
    }

    /// The capsules that stand for it: several along a limb that tapers, two side by side where it is wider than deep.
    pub fn capsules(&self, placed: &Placed) -> impl Iterator<Item = Capsule> + use<> {
        let (limb, joint) = (*self, usize::from(self.joint));
        let (at, turn) = (placed.at[joint], placed.turn[joint]);
        let [first, last] = limb.half.map(|half| half[0].min(half[1]));
        let pieces = (((first - last).abs() / TAPER).ceil() as usize).clamp(1, 4);
        let is_wide = limb.half.iter().any(|half| half[0] > half[1] * 1.05);
        let sides: &[f32] = if is_wide { &[1.0, -1.0] } else { &[1.0] };
        (0..pieces).flat_map(move |piece| {
            let ends = [piece, piece + 1].map(|end| end as f32 / pieces as f32);
            let radius = ends.map(|t| first + (last - first) * t).into_iter().fold(0.0, f32::max);
            sides.iter().map(move |side| {
                let [from, to] = ends.map(|t| {
                    let wide = limb.half[0][0] + (limb.half[1][0] - limb.half[0][0]) * t;
                    let point = add(mix(limb.from, limb.to, t), scale(limb.across, side * (wide - radius).max(0.0)));
                    // A cut sole keeps the ball above the cut.
                    let lift = limb.floor.map_or(0.0, |floor| (floor + radius - point[1]).max(0.0));
                    add(at, turn.turn([point[0], point[1] + lift, point[2]]))
                });
                Capsule { from, to, radius }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limb_is_closed_and_faces_outwards() {
        let half = [[0.1, 0.05], [0.08, 0.08]];
        let limb = Limb { joint: 0, from: [0.0; 3], to: [0.1, -0.4, 0.0], half, across: [1.0, 0.0, 0.0], floor: None };
        let mesh = limb.mesh();
        let volume: f32 = mesh
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|i| mesh.points[i as usize]);
                dot(a, cross(b, c)) / 6.0
            })
            .sum();
        assert!(volume > 0.006 && volume < 0.012, "{volume}");
        let mut edges: Vec<[u32; 2]> = mesh.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        edges.sort_unstable();
        assert!(edges.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok()), "every edge has its counterpart");
    }
}
