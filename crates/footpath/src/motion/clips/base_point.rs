//! The base point of a capture (Kuffner §7.2): first and last root projected on the ground give its way and speed.
//!
//! The seed's base moves straight. A capture of a turn gets an arc instead: constant speed and constant turn rate from
//! the first to the last facing, so that a turning clip loops on a circle.

use std::f32::consts::PI;

use super::clip::{Clip, Contact, Support};
use super::{Capture, ClipError};
use crate::geom::Quat;
use crate::geom::vector::{UP, Vec3, cross, flat_distance, sub, unit};
use crate::motion::figure::{Placed, Role, Side};

/// How the base point of a capture moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BasePath {
    /// Straight, as in the seed.
    #[default]
    Straight,
    /// On an arc from the first facing to the last.
    Arc,
}

impl Capture {
    /// The frames from `first` to `last` around a base point.
    pub fn factor(
        &self,
        contacts: &[[Contact; 2]],
        first: usize,
        last: usize,
        path: BasePath,
    ) -> Result<Clip, ClipError> {
        if first >= last || last >= self.frames() {
            return Err(ClipError::NoCycle { name: self.name.clone(), why: "it needs two frames in order" });
        }
        let (soles, ground) = self.soles(first, last)?;
        let seconds = (last - first) as f32 * self.frame_time;
        let [start, end] = [self.roots[first], self.roots[last]];
        let [facing, faces] = [first, last].map(|frame| facing(self, frame));
        let chord = flat_distance(start, end);
        let turned = if path == BasePath::Arc { wrap(faces - facing) } else { 0.0 };
        // Below a hand's breadth there is no direction of travel: the figure goes where it faces.
        let travel =
            if chord < 0.1 { facing + turned * 0.5 } else { libm::atan2f(end[0] - start[0], end[2] - start[2]) };
        // An arc leaves its chord by half the turn on either side.
        let heading = travel - turned * 0.5;
        let half = turned * 0.5;
        let arc = if half.abs() < 1e-4 { chord } else { chord * half / libm::sinf(half) };
        let clip = Clip {
            name: self.name.clone(),
            skeleton: self.skeleton.clone(),
            soles,
            frame_time: self.frame_time,
            roots: Vec::new(),
            turns: Vec::new(),
            speed: arc / seconds,
            turn: turned / seconds,
            contacts: contacts[first..=last].to_vec(),
            cyclic: false,
            right_strike: seconds * 0.5,
            support: Support::Feet,
        };
        Ok(self.cut(first, last).relative_to(clip, heading, ground))
    }

    /// Roots of all frames relative to the moving base of a clip that starts below the first one.
    fn relative_to(&self, mut clip: Clip, heading: f32, ground: f32) -> Clip {
        let start = self.roots[0];
        let face = Quat::about_y(-heading);
        clip.turns = self.turns.clone();
        for frame in 0..self.frames() {
            let base = clip.base_at(frame as f32 * self.frame_time);
            let unturn = Quat::about_y(-(base.yaw() as f32));
            let from = face.turn(sub(self.roots[frame], [start[0], ground, start[2]]));
            let at = base.at.map(|v| v as f32);
            clip.roots.push(unturn.turn(sub(from, at)));
            let root = &mut clip.turns[frame * self.skeleton.len()];
            *root = unturn * face * *root;
        }
        clip
    }
}

/// Which way the hips face in a frame: the yaw about y from +z.
pub(super) fn facing(capture: &Capture, frame: usize) -> f32 {
    let placed = Placed::of(&capture.skeleton, &capture.pose(frame));
    let [left, right] = Side::BOTH.map(|side| capture.skeleton.find(Role::Thigh(side)).map(|joint| placed.at[joint]));
    let across: Vec3 = match (left, right) {
        (Some(left), Some(right)) => sub(left, right),
        _ => placed.turn[0].turn([1.0, 0.0, 0.0]),
    };
    let forward = cross(unit([across[0], 0.0, across[2]], [1.0, 0.0, 0.0]), UP);
    libm::atan2f(forward[0], forward[2])
}

/// An angle between −π and π.
pub(super) fn wrap(angle: f32) -> f32 {
    angle - (angle / (2.0 * PI)).round() * 2.0 * PI
}
