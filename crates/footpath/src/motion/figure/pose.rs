//! Poses, and forward kinematics: where a pose puts the joints. The base point: where a figure is, on the ground, and which way it
//! goes (Kuffner §7.2).

use super::Skeleton;
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, bounds, mix};
use std::f64::consts::FRAC_PI_2;

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

/// The moving point on the ground that poses are relative to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Base {
    /// Position in metres.
    pub at: [f64; 3],
    /// Direction of travel in radians: 0 along +x, growing counter-clockwise seen from above.
    pub heading: f64,
}

impl Base {
    /// The turn about y that takes a figure at rest, which faces +z, to the heading.
    pub fn yaw(&self) -> f64 {
        self.heading + FRAC_PI_2
    }

    /// The turn about y as a rotation.
    pub fn turn(&self) -> Quat {
        let half = self.yaw() * 0.5;
        Quat { x: 0.0, y: libm::sin(half) as f32, z: 0.0, w: libm::cos(half) as f32 }
    }

    /// The heading of a turn about y.
    pub fn heading_of_yaw(yaw: f64) -> f64 {
        yaw - FRAC_PI_2
    }

    /// A point of the pose in the world.
    pub fn to_world(&self, local: Vec3) -> [f64; 3] {
        let (sin, cos) = (libm::sin(self.yaw()), libm::cos(self.yaw()));
        let [x, y, z] = local.map(f64::from);
        [self.at[0] + x * cos + z * sin, self.at[1] + y, self.at[2] - x * sin + z * cos]
    }

    /// A point of the world relative to the base.
    pub fn to_local(&self, world: [f64; 3]) -> Vec3 {
        let (sin, cos) = (libm::sin(self.yaw()), libm::cos(self.yaw()));
        let [x, y, z] = std::array::from_fn(|axis| world[axis] - self.at[axis]);
        [(x * cos - z * sin) as f32, y as f32, (x * sin + z * cos) as f32]
    }

    /// Where it is after some seconds at a speed along its heading and a turn rate, both constant.
    pub fn after(&self, seconds: f64, speed: f64, turn: f64) -> Self {
        let swept = turn * seconds;
        // The chord of the arc; sin(a)/a without dividing by nothing.
        let half = swept * 0.5;
        let shrink = if half.abs() < 1e-6 { 1.0 } else { libm::sin(half) / half };
        let (way, along) = (self.heading + half, speed * seconds * shrink);
        let at = [self.at[0] + along * libm::cos(way), self.at[1], self.at[2] - along * libm::sin(way)];
        Self { at, heading: self.heading + swept }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_the_heading_and_left_is_left() {
        let east = Base { at: [2.0, 1.0, 3.0], heading: 0.0 };
        let [forward, left] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]].map(|p| east.to_world(p));
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-9);
        assert!(near(forward, [3.0, 1.0, 3.0]), "{forward:?}");
        assert!(near(left, [2.0, 1.0, 2.0]), "left of somebody who goes east is north, −z: {left:?}");
        assert_eq!(east.to_local(forward).map(|v| (v * 1e6).round()), [0.0, 0.0, 1e6]);
        let turned = east.turn().turn([0.0, 0.0, 1.0]);
        assert!((turned[0] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_full_circle_comes_back() {
        let start = Base { at: [0.0; 3], heading: 0.3 };
        let end = start.after(2.0, 1.0, std::f64::consts::PI);
        assert!(end.at.iter().all(|c| c.abs() < 1e-9));
        let quarter = start.after(0.5, 1.0, std::f64::consts::PI);
        let radius = 1.0 / std::f64::consts::PI;
        assert!((libm::hypot(quarter.at[0], quarter.at[2]) - radius * 2f64.sqrt()).abs() < 1e-9);
    }
}
