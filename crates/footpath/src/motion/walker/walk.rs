//! The result of a walker: frames, measures of their quality, and the skeleton's motion as BVH.

use crate::body::Action;
use crate::motion::clips::write_bvh;
use crate::motion::figure::{Base, Figure, Pose};
use std::sync::Arc;

/// One frame of a walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Where the base point is, and which way it goes.
    pub base: Base,
    /// How the figure is posed over it.
    pub pose: Pose,
    /// Whether the left and the right foot stand.
    pub planted: [bool; 2],
    /// The action of the body.
    pub action: Action,
    /// Whether hands and knees carry the body, or are about to.
    pub on_knees: bool,
}

/// Measures of the quality of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Mean speed of planted feet over the ground, metres per second.
    pub foot_slide: f64,
    /// Share of the time that a foot is planted, in the mean of both.
    pub planted_share: f64,
    /// Deepest that a standing foot was below the ground, metres.
    pub sink: f64,
    /// Highest that a standing foot was above the ground, metres.
    pub float: f64,
    /// Farthest that the base point was from the route in plan, metres.
    pub tracking_error: f64,
    /// Frames in which a limb is in something by more than a centimetre; feet on ground do not count.
    pub collisions: usize,
}

/// A figure that walks, frame by frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The figure.
    pub figure: Arc<Figure>,
    /// Seconds between frames.
    pub frame_time: f64,
    /// The frames.
    pub frames: Vec<Frame>,
    pub(super) figures: Figures,
    pub(super) collisions: Vec<Collision>,
}

/// A limb that penetrates the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// Number of the frame.
    pub frame: usize,
    /// Number of the joint that carries the limb.
    pub joint: usize,
    /// Number of the object.
    pub object: u32,
}

impl Walk {
    /// Duration in seconds.
    pub fn seconds(&self) -> f64 {
        self.frames.len() as f64 * self.frame_time
    }

    /// Measures of its quality.
    pub fn figures(&self) -> Figures {
        self.figures
    }

    /// The text of a BVH file, in metres.
    pub fn bvh(&self) -> String {
        let placed: Vec<([f32; 3], Vec<_>)> = self.frames.iter().map(|frame| frame.in_world()).collect();
        let frames = placed.iter().map(|(root, turns)| (*root, &turns[..]));
        write_bvh(&self.figure.skeleton, self.frame_time as f32, frames)
    }

    /// Limbs that are in the scene, one for each frame that has any.
    pub fn collisions(&self) -> &[Collision] {
        &self.collisions
    }
}

impl Frame {
    /// Root position and turns with the base point's own place and turn in them.
    pub fn in_world(&self) -> ([f32; 3], Vec<crate::geom::Quat>) {
        let mut turns = self.pose.turns.clone();
        if let Some(root) = turns.first_mut() {
            *root = self.base.turn() * *root;
        }
        (self.base.to_world(self.pose.root).map(|c| c as f32), turns)
    }
}
