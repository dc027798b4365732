//! Finding one gait period in a capture: the pair of frames that match best in pose and velocity (Kuffner §7.2), and when the feet
//! stand, by speed and height.
//!
//! In: a capture. Out: the first and the last frame of the period, or the whole cycle as a clip. Frames are compared as seen from their own root and facing: positions of all joints, and their velocities times a
//! tenth of a second. A step alone never matches, because left and right differ; two periods match as well as
//! one, so the shortest period whose match is nearly as good as the best is taken.
//!
//! Heel and ball of a foot are judged apart, since a foot rolls: the heel strikes, the ball follows, the heel leaves, the ball pushes
//! off. A point begins to stand when it is both low and slow, and ends when it is either high or fast by a wider margin; standing for
//! less than 40 ms does not count. The limits grow with the speed of the walk.

use super::base_point::{BasePath, facing, wrap};
use super::clip::{Clip, Contact};
use super::{Capture, ClipError};
use crate::geom::Quat;
use crate::geom::vector::{Vec3, dot, flat_distance, length, scale, sub};
use crate::motion::figure::{Placed, Role, Side, Sole};

/// The shortest and the longest gait period, seconds.
const PERIOD: [f32; 2] = [0.45, 2.4];
/// Seconds by which velocities are weighed against positions.
const REACH: f32 = 0.1;
/// A straight clip may turn by so much in one period, radians.
const STRAIGHT: f32 = 0.21;
/// Two steps go at least so far, metres.
const SHORTEST: f32 = 0.3;

impl Capture {
    /// The first and last frame of the best gait period; the last shows the same as the first.
    pub fn find_cycle(&self) -> Result<[usize; 2], ClipError> {
        let no = |why| ClipError::NoCycle { name: self.name.clone(), why };
        let [shortest, longest] = PERIOD.map(|seconds| (seconds / self.frame_time) as usize);
        let frames = self.frames();
        if frames < shortest + 3 {
            return Err(no("it is shorter than a gait period"));
        }
        let features = features(self);
        let crossings = crossings(self);
        let steps = |start: usize, end: usize| crossings.iter().filter(|&&frame| frame > start && frame <= end).count();
        // The best start for every period, so that periods can be compared.
        let mut best: Vec<(f32, usize)> = Vec::new();
        for period in shortest..=longest.min(frames - 3) {
            let walks = |&start: &usize| {
                let end = start + period;
                flat_distance(self.roots[start], self.roots[end]) >= SHORTEST && steps(start, end) == 2
            };
            let cost = |start: usize| (distance(&features[start], &features[start + period]), start);
            let found = (1..frames - 1 - period).filter(walks).map(cost).min_by(|a, b| a.0.total_cmp(&b.0));
            best.push(found.unwrap_or((f32::INFINITY, 0)));
        }
        let least = best.iter().map(|found| found.0).fold(f32::INFINITY, f32::min);
        if !least.is_finite() {
            return Err(no("no two steps in a row go anywhere"));
        }
        // A local minimum that is nearly as good as the best, and the shortest of them.
        let nearly = |i: usize| best[i].0 <= least * 1.5 + 1e-3;
        let is_low = |i: usize| {
            let near = best.len().min(i + 13).saturating_sub(1);
            (i.saturating_sub(12)..=near).all(|j| best[i].0 <= best[j].0)
        };
        let chosen = (0..best.len()).find(|&i| nearly(i) && is_low(i)).ok_or_else(|| no("no two frames match"))?;
        let (_, start) = best[chosen];
        Ok([start, start + shortest + chosen])
    }

    /// The best gait period as a cycle that begins when the left foot strikes: contacts, base point, seam, phase.
    pub fn cycle(&self) -> Result<Clip, ClipError> {
        let contacts = self.contacts()?;
        let [first, last] = self.find_cycle()?;
        let turned = wrap(facing(self, last) - facing(self, first));
        let path = if turned.abs() < STRAIGHT { BasePath::Straight } else { BasePath::Arc };
        let mut clip = self.factor(&contacts, first, last, path)?;
        clip.spread_seam();
        clip.begin_at_strike();
        Ok(clip)
    }
}

impl Clip {
    /// Turns the cycle round so that the left foot strikes at its start, and notes when the right one does.
    fn begin_at_strike(&mut self) {
        let frames = self.frames();
        if let Some(left) = (0..frames).find(|&frame| strikes(&self.contacts, frame, 0)) {
            *self = self.clone().rotated(left);
        }
        let half = frames / 2;
        // The strike nearest to the middle; a foot that drags may have several.
        let right = (frames / 5 + 1..frames * 4 / 5).filter(|&frame| strikes(&self.contacts, frame, 1));
        let right = right.min_by_key(|frame| frame.abs_diff(half)).unwrap_or(half);
        self.right_strike = right as f32 * self.frame_time;
    }
}

/// Whether a foot begins to stand in a frame of a cycle.
fn strikes(contacts: &[[Contact; 2]], frame: usize, foot: usize) -> bool {
    let before = (frame + contacts.len() - 1) % contacts.len();
    contacts[frame][foot].is_planted() && !contacts[before][foot].is_planted()
}

/// Frames in which one foot passes the other, seen along the facing; dithering does not count.
fn crossings(capture: &Capture) -> Vec<usize> {
    let feet = Side::BOTH.map(|side| capture.skeleton.find(Role::Foot(side)).unwrap_or_default());
    let apart: Vec<f32> = (0..capture.frames())
        .map(|frame| {
            let placed = Placed::of(&capture.skeleton, &capture.pose(frame));
            let [x, _, z] = sub(placed.at[feet[0]], placed.at[feet[1]]);
            let facing = facing(capture, frame);
            x * libm::sinf(facing) + z * libm::cosf(facing)
        })
        .collect();
    let margin = apart.iter().fold(0.0f32, |most, gap| most.max(gap.abs())) * 0.25;
    let (mut side, mut found) = (0.0, Vec::new());
    for (frame, gap) in apart.iter().enumerate().filter(|(_, gap)| gap.abs() > margin) {
        if gap.signum() * side < 0.0 {
            found.push(frame);
        }
        side = gap.signum();
    }
    found
}

/// Positions and velocities of all joints of a frame, seen from its root and facing.
type Features = Vec<[Vec3; 2]>;

fn features(capture: &Capture) -> Vec<Features> {
    let placed: Vec<Placed> = capture.placed();
    let of = |frame: usize| {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(placed.len() - 1));
        let gap = (after - before).max(1) as f32 * capture.frame_time;
        let root = capture.roots[frame];
        let unturn = Quat::about_y(-facing(capture, frame));
        let joint = |joint: usize| {
            let position = sub(placed[frame].at[joint], [root[0], 0.0, root[2]]);
            let velocity = scale(sub(placed[after].at[joint], placed[before].at[joint]), REACH / gap);
            [unturn.turn(position), unturn.turn(velocity)]
        };
        (0..capture.skeleton.len()).map(joint).collect()
    };
    (0..placed.len()).map(of).collect()
}

/// Mean square distance of two frames.
fn distance(a: &Features, b: &Features) -> f32 {
    let gaps = a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| sub(*a, *b));
    gaps.map(|gap| dot(gap, gap)).sum::<f32>() / a.len() as f32
}

/// Begin and end of standing, for a speed of 1 m/s: metres per second.
const SPEED: [f32; 2] = [0.30, 0.50];
/// Begin and end of standing: metres above the lowest nearby.
const HEIGHT: [f32; 2] = [0.030, 0.055];
/// Seconds before and after a frame in which the lowest is looked for: captured floors are not level.
const NEARBY: f32 = 0.6;
/// The shortest standing and the longest gap that is closed, seconds.
const BRIEF: f32 = 0.04;

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
    let shortest = (BRIEF / frame_time).ceil() as usize;
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
