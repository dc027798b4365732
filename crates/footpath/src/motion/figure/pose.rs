//! Poses, and forward kinematics: where a pose puts the joints.

use super::Skeleton;
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, bounds, mix};

/// Where the root is, relative to the base point, and how every joint is turned within its parent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// The root joint relative to the base point.
    pub root: Vec3,
    /// One turn per joint, in the frame of its parent; the root's in the frame of the base.
    pub turns: Vec<Quat>,
}

impl Pose {
    /// The pose of a skeleton in which nothing is turned.
    pub fn rest(skeleton: &Skeleton) -> Self {
        Self { root: skeleton.joints()[0].offset, turns: vec![Quat::IDENTITY; skeleton.len()] }
    }

    /// This pose at `t` = 0, the other at 1.
    pub fn mix_into(&mut self, other: &Self, t: f32) {
        self.root = mix(self.root, other.root, t);
        for (turn, to) in self.turns.iter_mut().zip(&other.turns) {
            *turn = turn.mix(*to, t);
        }
    }

    /// Copies another pose into this one's memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.root = other.root;
        self.turns.clear();
        self.turns.extend_from_slice(&other.turns);
    }
}

/// Positions and turns of all joints in the frame of the base point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// Positions, metres.
    pub at: Vec<Vec3>,
    /// Turns from the frame of the base to that of the joint.
    pub turn: Vec<Quat>,
}

impl Placed {
    /// Where a pose puts the joints.
    pub fn of(skeleton: &Skeleton, pose: &Pose) -> Self {
        let mut placed = Self::default();
        placed.update(skeleton, pose);
        placed
    }

    /// The same into memory that is there: forward kinematics, parents first.
    pub fn update(&mut self, skeleton: &Skeleton, pose: &Pose) {
        self.at.clear();
        self.turn.clear();
        for (joint, &turn) in skeleton.joints().iter().zip(&pose.turns) {
            match joint.parent.map(usize::from) {
                None => {
                    self.at.push(pose.root);
                    self.turn.push(turn);
                }
                Some(parent) => {
                    self.at.push(add(self.at[parent], self.turn[parent].turn(joint.offset)));
                    self.turn.push(self.turn[parent] * turn);
                }
            }
        }
    }

    /// A point given in the frame of a joint.
    pub fn point(&self, joint: usize, local: Vec3) -> Vec3 {
        add(self.at[joint], self.turn[joint].turn(local))
    }

    /// Lowest and highest corner of the box around all joints and tips.
    pub fn bounds(&self, skeleton: &Skeleton) -> [Vec3; 2] {
        let tips = skeleton.joints().iter().enumerate().filter_map(|(i, joint)| Some(self.point(i, joint.tip?)));
        bounds(self.at.iter().copied().chain(tips)).unwrap_or_default()
    }

    /// The turn of a joint; none where there is no joint.
    pub(in crate::motion) fn turn_of(&self, joint: Option<usize>) -> Quat {
        joint.map_or(Quat::IDENTITY, |joint| self.turn[joint])
    }

    /// The turn of the joint that carries another one; none for the root.
    pub(in crate::motion) fn parent_turn(&self, skeleton: &Skeleton, joint: usize) -> Quat {
        self.turn_of(skeleton.joints()[joint].parent.map(usize::from))
    }
}
