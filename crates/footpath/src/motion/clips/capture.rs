//! A capture: frames of a skeleton as a file has them, in metres, before any base point.

use std::sync::Arc;

use crate::geom::Quat;
use crate::geom::vector::Vec3;
use crate::motion::figure::{Placed, Pose, Skeleton};

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
