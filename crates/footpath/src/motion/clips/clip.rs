//! A clip: frames around a base point that moves at a constant speed and turn rate. A capture: frames as a file has them, in
//! metres, before any base point.

use crate::geom::Quat;
use crate::geom::vector::{Vec3, mix};
use crate::motion::figure::{Base, Placed, Pose, Skeleton, Sole};
use std::sync::Arc;

/// How one foot touches the ground in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    /// The heel stands.
    pub heel: bool,
    /// The ball stands.
    pub ball: bool,
}

impl Contact {
    /// Nothing of it stands.
    pub const NONE: Self = Self { heel: false, ball: false };
    /// All of it stands.
    pub const FLAT: Self = Self { heel: true, ball: true };

    /// Whether any of it stands.
    pub fn is_planted(self) -> bool {
        self.heel || self.ball
    }
}

/// The parts of the body that carry it in a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Support {
    /// The feet: they are locked to the ground.
    #[default]
    Feet,
    /// Hands and knees: contacts are those of the knees, and no foot is locked.
    Knees,
}

/// Frames of a skeleton around a moving base point.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Name, for messages.
    pub name: String,
    /// The joints.
    pub skeleton: Arc<Skeleton>,
    /// Left and right sole.
    pub soles: [Sole; 2],
    /// Seconds from frame to frame.
    pub frame_time: f32,
    /// Position of the root per frame, relative to the base point.
    pub roots: Vec<Vec3>,
    /// Turns of all joints of the first frame, then of the next.
    pub turns: Vec<Quat>,
    /// The canonical speed V of the base point, metres per second along +z.
    pub speed: f32,
    /// Turn rate of the base point, radians per second, counter-clockwise.
    pub turn: f32,
    /// Left and right foot, per frame.
    pub contacts: Vec<[Contact; 2]>,
    /// Whether the frame after the last is the first.
    pub cyclic: bool,
    /// When the right foot strikes, in seconds; the left one strikes at 0. Half the duration where that has no meaning.
    pub right_strike: f32,
    /// The parts that carry the body.
    pub support: Support,
}

impl Clip {
    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.roots.len()
    }

    /// Seconds from the first frame to the last, or to the first again.
    pub fn duration(&self) -> f32 {
        let gaps = if self.cyclic { self.frames() } else { self.frames().saturating_sub(1) };
        gaps as f32 * self.frame_time
    }

    /// Metres that the base point moves in all.
    pub fn stride(&self) -> f32 {
        self.speed * self.duration()
    }

    /// The turns of one frame.
    pub fn turns_of(&self, frame: usize) -> &[Quat] {
        let joints = self.skeleton.len();
        &self.turns[frame * joints..(frame + 1) * joints]
    }

    /// One frame as a pose.
    pub fn pose(&self, frame: usize) -> Pose {
        Pose { root: self.roots[frame], turns: self.turns_of(frame).to_vec() }
    }

    /// The two frames around a time and the share of the second.
    fn around(&self, seconds: f32) -> (usize, usize, f32) {
        let (frames, along) = (self.frames(), seconds / self.frame_time);
        if self.cyclic {
            let along = along - (along / frames as f32).floor() * frames as f32;
            let first = (along as usize).min(frames - 1);
            return (first, (first + 1) % frames, along - first as f32);
        }
        let along = along.clamp(0.0, (frames - 1) as f32);
        let first = (along as usize).min(frames - 1);
        (first, (first + 1).min(frames - 1), along - first as f32)
    }

    /// The pose at a time; a cycle goes on and on, others stay at their ends.
    pub fn sample(&self, seconds: f32, pose: &mut Pose) {
        let (a, b, t) = self.around(seconds);
        pose.root = mix(self.roots[a], self.roots[b], t);
        pose.turns.clear();
        let pairs = self.turns_of(a).iter().zip(self.turns_of(b));
        pose.turns.extend(pairs.map(|(a, b)| a.mix(*b, t)));
    }

    /// Contacts of the feet at a time.
    pub fn contacts_at(&self, seconds: f32) -> [Contact; 2] {
        let (a, _, _) = self.around(seconds);
        self.contacts[a]
    }

    /// The time of a phase: 0 is the strike of the left foot, 0.5 that of the right.
    pub fn time_of(&self, phase: f32) -> f32 {
        let phase = phase - phase.floor();
        if phase < 0.5 {
            return 2.0 * phase * self.right_strike;
        }
        self.right_strike + (2.0 * phase - 1.0) * (self.duration() - self.right_strike)
    }

    /// The phase of a time.
    pub fn phase_of(&self, seconds: f32) -> f32 {
        let duration = self.duration();
        let seconds = seconds - (seconds / duration).floor() * duration;
        if seconds < self.right_strike {
            return 0.5 * seconds / self.right_strike;
        }
        0.5 + 0.5 * (seconds - self.right_strike) / (duration - self.right_strike)
    }

    /// Share of the frames in which a foot stands, in the mean of both.
    pub fn planted_share(&self) -> f32 {
        let planted = self.contacts.iter().flatten().filter(|contact| contact.is_planted()).count();
        planted as f32 / (2 * self.frames()) as f32
    }

    /// Where the base point is at a time when it starts at zero and faces +z.
    pub fn base_at(&self, seconds: f32) -> Base {
        let start = Base { at: [0.0; 3], heading: Base::heading_of_yaw(0.0) };
        start.after(f64::from(seconds), f64::from(self.speed), f64::from(self.turn))
    }

    /// Joints of all frames, relative to the base point.
    pub fn placed(&self) -> Vec<Placed> {
        (0..self.frames()).map(|frame| Placed::of(&self.skeleton, &self.pose(frame))).collect()
    }
}

/// Frames of a skeleton; the root is where the file puts it.
#[derive(Clone, Debug, PartialEq)]
pub struct Capture {
    /// Name, for messages.
    pub name: String,
    /// The joints.
    pub skeleton: Arc<Skeleton>,
    /// Seconds from frame to frame.
    pub frame_time: f32,
    /// Position of the root per frame, metres.
    pub roots: Vec<Vec3>,
    /// Turns of all joints of the first frame, then of the next.
    pub turns: Vec<Quat>,
    /// Frames of the file that were dropped.
    pub dropped: Vec<Dropped>,
}

/// A frame that was dropped, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Line of the file, counted from 1.
    pub line: usize,
    /// Why.
    pub why: &'static str,
}

impl Capture {
    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.roots.len()
    }

    /// The turns of one frame.
    pub fn turns_of(&self, frame: usize) -> &[Quat] {
        let joints = self.skeleton.len();
        &self.turns[frame * joints..(frame + 1) * joints]
    }

    /// One frame as a pose; its root is in the frame of the file.
    pub fn pose(&self, frame: usize) -> Pose {
        Pose { root: self.roots[frame], turns: self.turns_of(frame).to_vec() }
    }

    /// Joints of all frames, in the frame of the file.
    pub fn placed(&self) -> Vec<Placed> {
        (0..self.frames()).map(|frame| Placed::of(&self.skeleton, &self.pose(frame))).collect()
    }

    /// Only these frames.
    pub(super) fn cut(&self, first: usize, last: usize) -> Self {
        let joints = self.skeleton.len();
        Self {
            roots: self.roots[first..=last].to_vec(),
            turns: self.turns[first * joints..(last + 1) * joints].to_vec(),
            ..self.clone()
        }
    }
}
