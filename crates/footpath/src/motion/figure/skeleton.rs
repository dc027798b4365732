//! A tree of joints: names, parents, rest offsets, and which joint plays which role.

use super::{Role, Side};
use crate::geom::vector::{Vec3, length};

/// A joint of a skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name, as in the file.
    pub name: String,
    /// The joint that carries it; `None` for the root.
    pub parent: Option<u16>,
    /// From the parent, in the parent's frame, metres.
    pub offset: Vec3,
    /// End of the last bone, in the joint's own frame; `None` where another joint follows or nothing is known.
    pub tip: Option<Vec3>,
}

/// A tree of joints, parents before children, the root first.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
    roles: [Option<u16>; Role::COUNT],
}

/// Why joints are no skeleton.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SkeletonError {
    /// There are no joints, or more than 65,535.
    #[error("a skeleton has 1 to 65535 joints; there are {0}")]
    Count(usize),
    /// A joint stands before its parent, or there is a second root.
    #[error("joint {0}: every joint but the first needs a parent that stands before it")]
    Order(usize),
    /// An offset is not finite.
    #[error("joint {0}: its offset is not finite")]
    NotFinite(usize),
}

impl Skeleton {
    /// A skeleton of joints, parents before children.
    pub fn new(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        if joints.is_empty() || joints.len() > usize::from(u16::MAX) {
            return Err(SkeletonError::Count(joints.len()));
        }
        for (i, joint) in joints.iter().enumerate() {
            if joint.parent.map_or(i != 0, |parent| usize::from(parent) >= i) {
                return Err(SkeletonError::Order(i));
            }
            if !joint.offset.iter().chain(joint.tip.iter().flatten()).all(|v| v.is_finite()) {
                return Err(SkeletonError::NotFinite(i));
            }
        }
        let roles = roles_of(&joints);
        Ok(Self { joints, roles })
    }

    /// The joints, parents before children.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Number of joints.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Never: a skeleton has a root.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// The joint that plays a role.
    pub fn find(&self, role: Role) -> Option<usize> {
        self.roles[role.index()].map(usize::from)
    }

    /// The role that a joint plays.
    pub fn role_of(&self, joint: usize) -> Option<Role> {
        Role::ALL.into_iter().find(|role| self.find(*role) == Some(joint))
    }

    /// Thigh, shin, foot and, where there is one, the toes' joint of a leg.
    pub fn leg(&self, side: Side) -> Option<[usize; 3]> {
        Some([self.find(Role::Thigh(side))?, self.find(Role::Shin(side))?, self.find(Role::Foot(side))?])
    }

    /// Length of thigh and shin.
    pub fn leg_length(&self, side: Side) -> Option<f32> {
        let [_, shin, foot] = self.leg(side)?;
        Some(length(self.joints[shin].offset) + length(self.joints[foot].offset))
    }

    /// The first joint of a name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The same skeleton with all lengths times a factor.
    pub fn scaled(&self, factor: f32) -> Self {
        let mut joints = self.joints.clone();
        for joint in &mut joints {
            joint.offset = joint.offset.map(|v| v * factor);
            joint.tip = joint.tip.map(|tip| tip.map(|v| v * factor));
        }
        Self { joints, roles: self.roles }
    }

    /// For every joint the one that stands for it when left and right change places: by role, else by name.
    pub fn mirror(&self) -> Vec<usize> {
        let other = |(i, joint): (usize, &Joint)| {
            let by_role = self.role_of(i).and_then(|role| self.find(role.mirrored()));
            by_role.or_else(|| self.named(&swapped_name(&joint.name)?)).unwrap_or(i)
        };
        self.joints.iter().enumerate().map(other).collect()
    }
}

/// The name of the same joint of the other side.
fn swapped_name(name: &str) -> Option<String> {
    let initial = |from: &str, to: &str| name.strip_prefix(from).map(|rest| format!("{to}{rest}"));
    if name.contains("Left") {
        return Some(name.replacen("Left", "Right", 1));
    }
    if name.contains("Right") {
        return Some(name.replacen("Right", "Left", 1));
    }
    initial("L", "R").or_else(|| initial("R", "L"))
}

fn roles_of(joints: &[Joint]) -> [Option<u16>; Role::COUNT] {
    let mut roles = [None; Role::COUNT];
    for (i, joint) in joints.iter().enumerate() {
        if let Some(role) = Role::of_name(&joint.name) {
            roles[role.index()].get_or_insert(i as u16);
        }
    }
    let chain = |from: Option<u16>| std::iter::successors(from, |&joint| joints[usize::from(joint)].parent);
    // The hips are where the legs meet, the chest is where the arms meet; names of spines differ too much.
    let thigh = |side| chain(roles[Role::Thigh(side).index()]).skip(1);
    let hips = thigh(Side::Left).find(|joint| thigh(Side::Right).any(|other| other == *joint));
    let arm = |side| chain(roles[Role::UpperArm(side).index()]).skip(1);
    let chest = arm(Side::Left).find(|joint| arm(Side::Right).any(|other| other == *joint));
    roles[Role::Hips.index()] = hips.or(Some(0));
    let hips = roles[Role::Hips.index()];
    let chest = chest.filter(|_| chest != hips);
    roles[Role::Chest.index()] = chest;
    let lowest = chain(chest).take_while(|joint| Some(*joint) != hips).last();
    roles[Role::Spine.index()] = lowest.filter(|_| lowest != chest);
    roles
}
