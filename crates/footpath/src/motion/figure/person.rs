//! The built-in figure, and limbs around any skeleton.
//!
//! Proportions are round figures for an adult of 1.80 m: legs a little over half of the height, shoulders of 0.46 m with
//! the arms, feet of 0.26 m. Other heights are the same figure scaled.

use std::sync::Arc;

use super::{Capsule, Joint, Limb, Placed, Pose, Role, Side, Skeleton, Sole};
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, scale, sub, unit};

/// A skeleton with limbs and soles.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The joints.
    pub skeleton: Arc<Skeleton>,
    /// The limbs around the bones.
    pub limbs: Vec<Limb>,
    /// Left and right sole.
    pub soles: [Sole; 2],
    /// Height upright, metres.
    pub height: f32,
}

/// The height that the measures below are for.
const HEIGHT: f32 = 1.80;

/// Rest offsets from the parent, of the middle and of the left side, in the order of [`Role::ALL`], for 1.80 m.
const OFFSETS: [Vec3; 13] = [
    [0.0, 0.97, 0.0],
    [0.0, 0.11, -0.005],
    [0.0, 0.19, -0.005],
    [0.0, 0.235, -0.005],
    [0.0, 0.085, 0.015],
    [0.025, 0.175, 0.0],
    [0.145, -0.015, 0.0],
    [0.012, -0.29, 0.0],
    [0.0, -0.255, 0.0],
    [0.09, -0.04, 0.0],
    [0.0, -0.43, 0.0],
    [0.0, -0.42, 0.0],
    [0.0, -0.052, 0.135],
];

/// Half-widths and half-depths around the bone of a role at both ends, for 1.80 m.
fn girth(role: Role) -> [[f32; 2]; 2] {
    match role {
        Role::Hips => [[0.150, 0.105], [0.132, 0.100]],
        Role::Spine => [[0.130, 0.098], [0.145, 0.105]],
        Role::Chest => [[0.150, 0.110], [0.105, 0.080]],
        Role::Neck => [[0.055, 0.058], [0.052, 0.056]],
        Role::Head => [[0.068, 0.084], [0.078, 0.098]],
        Role::Clavicle(_) => [[0.060, 0.060], [0.056, 0.056]],
        Role::UpperArm(_) => [[0.052, 0.052], [0.041, 0.041]],
        Role::Forearm(_) => [[0.041, 0.041], [0.029, 0.029]],
        Role::Hand(_) => [[0.022, 0.034], [0.016, 0.038]],
        Role::Thigh(_) => [[0.085, 0.088], [0.056, 0.060]],
        Role::Shin(_) => [[0.054, 0.060], [0.037, 0.040]],
        Role::Foot(_) => [[0.038, 0.045], [0.046, 0.035]],
        Role::Toes(_) => [[0.044, 0.026], [0.036, 0.020]],
    }
}

impl Figure {
    /// The built-in figure of a height in metres: 21 joints.
    ///
    /// ```
    /// use footpath::motion::figure::Figure;
    /// let person = Figure::person(1.80);
    /// assert_eq!(person.skeleton.len(), 21);
    /// ```
    pub fn person(height: f32) -> Self {
        let by = height / HEIGHT;
        let joint = |role: Role| {
            let is_right = role.index() >= OFFSETS.len();
            let [x, y, z] = OFFSETS[if is_right { role.mirrored() } else { role }.index()];
            let offset = if is_right { [-x, y, z] } else { [x, y, z] };
            let tip = match role {
                Role::Head => Some([0.0, 0.19, 0.02]),
                Role::Hand(_) => Some([0.0, -0.17, 0.01]),
                Role::Toes(_) => Some([0.0, -0.008, 0.07]),
                _ => None,
            };
            Joint {
                name: role.name().to_owned(),
                parent: role.parent().map(|parent| parent.index() as u16),
                offset: scale(offset, by),
                tip: tip.map(|tip| scale(tip, by)),
            }
        };
        // A tree in the order of `Role::ALL` has its parents first.
        let skeleton = Skeleton::new(Role::ALL.map(joint).into())
            .unwrap_or_else(|_| unreachable!("the built-in figure is a tree"));
        let placed = Placed::of(&skeleton, &Pose::rest(&skeleton));
        let sole = |side: Side| {
            let [foot, toes] = [Role::Foot(side), Role::Toes(side)].map(Role::index);
            Sole {
                foot,
                toes,
                heel: scale([0.0, -0.08, -0.06], by),
                ball: scale([0.0, -0.08, 0.135], by),
                tip: scale([0.0, -0.028, 0.075], by),
                across: [1.0, 0.0, 0.0],
                flat_toes: Quat::IDENTITY,
                ankle: placed.at[foot][1],
            }
        };
        let soles = Side::BOTH.map(sole);
        let limbs = dress(&skeleton, &placed, &soles, by);
        Self { skeleton: Arc::new(skeleton), limbs, soles, height }
    }

    /// Limbs around the skeleton of a capture, given its soles and its height upright.
    pub fn around(skeleton: Arc<Skeleton>, standing: &Pose, soles: [Sole; 2], height: f32) -> Self {
        let placed = Placed::of(&skeleton, standing);
        let limbs = dress(&skeleton, &placed, &soles, height / HEIGHT);
        Self { skeleton, limbs, soles, height }
    }

    /// All capsules of a pose, in the frame of the base point.
    pub fn capsules<'a>(&'a self, placed: &'a Placed) -> impl Iterator<Item = Capsule> + 'a {
        self.limbs.iter().flat_map(|limb| limb.capsules(placed))
    }
}

/// Limbs around the bones of a skeleton whose joints stand upright at `placed`; `by` is its height over [`HEIGHT`].
fn dress(skeleton: &Skeleton, placed: &Placed, soles: &[Sole; 2], by: f32) -> Vec<Limb> {
    let mut limbs = Vec::with_capacity(Role::COUNT);
    for role in Role::ALL {
        let Some(joint) = skeleton.find(role) else { continue };
        let half = girth(role).map(|end| end.map(|v| v * by));
        let into = |point: Vec3| placed.turn[joint].inverse().turn(sub(point, placed.at[joint]));
        // An offset from the joint in the figure's own directions; where the next joint is.
        let offset = |out: Vec3| into(add(placed.at[joint], scale(out, by)));
        let next = role.child().and_then(|child| skeleton.find(child)).map(|child| into(placed.at[child]));
        let up = |point: Vec3, lift: f32| add(point, into(add(placed.at[joint], [0.0, lift, 0.0])));
        let mut floor = None;
        let (from, to) = match role {
            // Soles are cut flat; the foot runs from above the heel to the ball, the toes from there on.
            Role::Foot(side) => {
                let sole = &soles[side.index()];
                floor = Some(sole.heel[1]).filter(|_| is_upright(placed.turn[joint]));
                // It ends before the ball, about which it rolls: a round end above it would dive into the ground.
                let [back, front] = [up(sole.heel, half[0][1] * 0.8), up(sole.ball, half[1][1] * 0.75)];
                (add(back, offset([0.0, 0.0, 0.03])), add(front, offset([0.0, 0.0, -0.02])))
            }
            Role::Toes(side) => {
                let sole = &soles[side.index()];
                floor = Some(sole.tip[1]).filter(|_| is_upright(placed.turn[joint]));
                let ball = into(sole.point(placed, super::SolePoint::Ball));
                let back = add(up(ball, half[0][1] * 0.9), offset([0.0, 0.0, 0.01]));
                (back, up(scale(sole.tip, 0.75), half[1][1] * 0.9))
            }
            // The seat hangs a little below the root; the skull begins above the jaw.
            Role::Hips => (into(add(placed.at[joint], [0.0, -0.045 * by, -0.005])), offset([0.0, 0.10, 0.0])),
            Role::Head => (offset([0.0, 0.04, 0.018]), offset([0.0, 0.125, 0.008])),
            Role::Chest => ([0.0; 3], scale(next.unwrap_or([0.0, 0.2 * by, 0.0]), 0.62)),
            _ => {
                let tip = skeleton.joints()[joint].tip;
                let end = next.or(tip).unwrap_or_else(|| offset([0.0, -0.1, 0.0]));
                // A hand ends in fingers, not beyond them.
                ([0.0; 3], if matches!(role, Role::Hand(_)) { scale(end, 0.85) } else { end })
            }
        };
        let across = unit(into(add(placed.at[joint], [1.0, 0.0, 0.0])), [1.0, 0.0, 0.0]);
        limbs.push(Limb { joint: joint as u16, from, to, half, across, floor });
    }
    limbs
}

fn is_upright(turn: Quat) -> bool {
    turn.angle() < 1e-3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_person_stands_on_the_ground_and_is_as_tall_as_said() {
        for height in [1.28f32, 1.80, 2.0] {
            let person = Figure::person(height);
            let placed = Placed::of(&person.skeleton, &Pose::rest(&person.skeleton));
            let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
            for limb in &person.limbs {
                for point in limb.mesh().points {
                    let y = placed.point(usize::from(limb.joint), point)[1];
                    (low, high) = (low.min(y), high.max(y));
                }
            }
            assert!(low.abs() < 2e-3, "{low}");
            assert!(high <= height && high > height - 0.02, "{high}");
            let ends = person.soles.iter().map(|sole| sole.lowest(&placed));
            assert!(ends.into_iter().all(|y| y.abs() < 1e-5));
        }
    }
}
