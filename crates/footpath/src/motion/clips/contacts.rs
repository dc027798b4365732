//! Contacts of the feet of a capture, by speed and height, with hysteresis.
//!
//! In: the joints of all frames. Out: for each frame and foot whether heel and ball stand. Heel and ball are judged apart, since a foot rolls: the heel strikes, the ball follows, the heel leaves, the ball
//! pushes off. A point begins to stand when it is both low and slow, and ends when it is either high or fast by a wider
//! margin; standing for less than 40 ms does not count. The limits grow with the speed of the walk.

use super::clip::Contact;
use super::{Capture, ClipError};
use crate::geom::vector::{Vec3, flat_distance, length, sub};
use crate::motion::figure::{Placed, Role, Side, Sole};

/// Begin and end of standing, for a speed of 1 m/s: metres per second.
const SPEED: [f32; 2] = [0.30, 0.50];
/// Begin and end of standing: metres above the lowest nearby.
const HEIGHT: [f32; 2] = [0.030, 0.055];
/// Seconds before and after a frame in which the lowest is looked for: captured floors are not level.
const NEARBY: f32 = 0.6;
/// The shortest standing and the longest gap that is closed, seconds.
const SHORTEST: f32 = 0.04;

impl Capture {
    /// Finds when the left and the right foot stand, per frame.
    pub fn contacts(&self) -> Result<Vec<[Contact; 2]>, ClipError> {
        self.check_legs()?;
        let placed = self.placed();
        let travelled = flat_distance(self.roots[0], self.roots[self.frames() - 1]);
        let pace = (travelled / (self.frames() as f32 * self.frame_time)).max(1.0);
        let mut frames = vec![[Contact::NONE; 2]; self.frames()];
        for side in Side::BOTH {
            let joints = [Role::Foot(side), Role::Toes(side)].map(|role| self.skeleton.find(role));
            // The ankle stands for the heel; without toes it stands for the ball too.
            let stands = |joint: Option<usize>| {
                let joint = joint.or(joints[0]).unwrap_or_default();
                standing(&placed.iter().map(|placed| placed.at[joint]).collect::<Vec<Vec3>>(), self.frame_time, pace)
            };
            let [heel, ball] = joints.map(stands);
            for (frame, contact) in frames.iter_mut().enumerate() {
                contact[side.index()] = Contact { heel: heel[frame], ball: ball[frame] };
            }
        }
        Ok(frames)
    }

    fn check_legs(&self) -> Result<(), ClipError> {
        let mut needed =
            Side::BOTH.into_iter().flat_map(|side| [Role::Thigh(side), Role::Shin(side), Role::Foot(side)]);
        match needed.find(|role| self.skeleton.find(*role).is_none()) {
            Some(role) => Err(ClipError::NoLegs { name: self.name.clone(), missing: role.name().to_owned() }),
            None => Ok(()),
        }
    }

    /// The soles, as the flattest frames between two show them, and the height of the ground below.
    pub fn soles(&self, first: usize, last: usize) -> Result<([Sole; 2], f32), ClipError> {
        self.check_legs()?;
        let cut = self.cut(first, last);
        let placed = cut.placed();
        // Joints lie inside the foot: about a fortieth of the leg above its sole.
        let thick = self.skeleton.leg_length(Side::Left).unwrap_or(0.8) / 40.0;
        let calibrated = |side: Side| {
            let flat = &placed[flattest(&cut, &placed, side)];
            let toes = self.skeleton.find(Role::Toes(side));
            let foot = self.skeleton.find(Role::Foot(side)).unwrap_or_default();
            let ball = toes.map_or(flat.at[foot][1] - 3.0 * thick, |toes| flat.at[toes][1]);
            let tip = toes.and_then(|toes| self.skeleton.joints()[toes].tip.map(|tip| flat.point(toes, tip)[1]));
            let ground = tip.map_or(ball, |tip| ball.min(tip)) - thick;
            (Sole::of(&self.skeleton, flat, side, ground), ground)
        };
        match Side::BOTH.map(calibrated) {
            [(Some(left), a), (Some(right), b)] => Ok(([left, right], 0.5 * (a + b))),
            _ => Err(ClipError::NoLegs { name: self.name.clone(), missing: Role::Foot(Side::Left).name().to_owned() }),
        }
    }
}

/// The frame in which a foot is most at rest and lowest: there its sole is taken to be flat.
fn flattest(capture: &Capture, placed: &[Placed], side: Side) -> usize {
    let skeleton = &capture.skeleton;
    let joints: Vec<usize> =
        [Role::Foot(side), Role::Toes(side)].into_iter().filter_map(|role| skeleton.find(role)).collect();
    let cost = |frame: usize| {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(placed.len() - 1));
        let gap = (after - before).max(1) as f32 * capture.frame_time;
        let speed = |joint: usize| length(sub(placed[after].at[joint], placed[before].at[joint])) / gap;
        joints.iter().map(|&joint| speed(joint) + 8.0 * placed[frame].at[joint][1]).sum::<f32>()
    };
    (0..placed.len()).min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(0)
}

/// When a point stands.
fn standing(track: &[Vec3], frame_time: f32, pace: f32) -> Vec<bool> {
    let nearby = (NEARBY / frame_time) as usize;
    let lowest = |frame: usize| {
        let window = &track[frame.saturating_sub(nearby)..(frame + nearby + 1).min(track.len())];
        window.iter().map(|point| point[1]).fold(f32::INFINITY, f32::min)
    };
    let speed = |frame: usize| {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(track.len() - 1));
        flat_distance(track[after], track[before]) / ((after - before).max(1) as f32 * frame_time)
    };
    let mut stands = Vec::with_capacity(track.len());
    let mut now = false;
    for (frame, point) in track.iter().enumerate() {
        let limit = usize::from(now);
        now = point[1] < lowest(frame) + HEIGHT[limit] && speed(frame) < SPEED[limit] * pace;
        stands.push(now);
    }
    let shortest = (SHORTEST / frame_time).ceil() as usize;
    drop_short(&mut stands, false, shortest);
    drop_short(&mut stands, true, shortest);
    stands
}

/// Runs of a value that are shorter than so many frames get the other one; runs at the ends stay.
fn drop_short(stands: &mut [bool], value: bool, shortest: usize) {
    let mut start = 0;
    while start < stands.len() {
        let end = (start..stands.len()).find(|&i| stands[i] != stands[start]).unwrap_or(stands.len());
        if stands[start] == value && end - start < shortest && start > 0 && end < stands.len() {
            stands[start..end].fill(!value);
        }
        start = end;
    }
}
