//! Finding one gait period in a capture: the pair of frames that match best in pose and velocity (Kuffner §7.2).
//!
//! In: a capture. Out: the first and the last frame of the period, or the whole cycle as a clip. Frames are compared as seen from their own root and facing: positions of all joints, and their velocities times a
//! tenth of a second. A step alone never matches, because left and right differ; two periods match as well as
//! one, so the shortest period whose match is nearly as good as the best is taken.

use super::base_point::{BasePath, facing, wrap};
use super::clip::{Clip, Contact};
use super::{Capture, ClipError};
use crate::geom::Quat;
use crate::geom::vector::{Vec3, dot, flat_distance, scale, sub};
use crate::motion::figure::{Placed, Role, Side};

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
