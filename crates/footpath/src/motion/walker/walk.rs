//! What a walk is made of, and how good it is.

use crate::body::Action;
use crate::motion::clips::write_bvh;
use crate::motion::figure::{Base, Capsule, Figure, Placed, Pose, Role};
use crate::route::Checker;
use std::sync::Arc;

/// Metres that a limb may be inside something before it counts.
const INSIDE: f64 = 0.01;

/// One frame of a walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Where the base point is, and which way it goes.
    pub base: Base,
    /// How the figure is posed over it.
    pub pose: Pose,
    /// Whether the left and the right foot stand.
    pub planted: [bool; 2],
    /// What is done.
    pub action: Action,
    /// Whether hands and knees carry the body, or are about to.
    pub on_knees: bool,
}

/// How good a walk is.
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

/// A figure on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Who walks.
    pub figure: Arc<Figure>,
    /// Seconds between frames.
    pub frame_time: f64,
    /// The frames.
    pub frames: Vec<Frame>,
    pub(super) figures: Figures,
    pub(super) collisions: Vec<Collision>,
}

/// A limb that is in something.
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
    /// How long it takes, in seconds.
    pub fn seconds(&self) -> f64 {
        self.frames.len() as f64 * self.frame_time
    }

    /// How good it is.
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

    /// Looks for limbs in the scene, frame by frame.
    pub(super) fn find_collisions(&mut self, checker: &Checker, climb: f64) {
        let mut placed = Placed::default();
        for (number, frame) in self.frames.iter().enumerate() {
            placed.update(&self.figure.skeleton, &frame.pose);
            let hit = self.figure.limbs.iter().find_map(|limb| {
                let joint = usize::from(limb.joint);
                let carries = stands_on_ground(&self.figure, joint, frame.on_knees);
                // What carries the body may touch what one can step on.
                let free = if carries { frame.base.at[1] + climb + INSIDE } else { f64::NEG_INFINITY };
                let object = touched(checker, frame, limb.capsules(&placed), carries, free)?;
                Some(Collision { frame: number, joint, object })
            });
            self.collisions.extend(hit);
        }
        self.figures.collisions = self.collisions.len();
    }
}

/// The object that some capsules of a figure are in, of those with anything above a height; what carries the body may touch
/// what one stands on as well.
fn touched(
    checker: &Checker,
    frame: &Frame,
    mut capsules: impl Iterator<Item = Capsule>,
    carries: bool,
    free: f64,
) -> Option<u32> {
    capsules.find_map(|capsule| {
        let [from, to] = [capsule.from, capsule.to].map(|point| frame.base.to_world(point));
        let mut hit = None;
        checker.touched(from, to, f64::from(capsule.radius) - INSIDE, |touched| {
            hit = hit.or((touched.top > free && !(carries && touched.stands)).then_some(touched.object));
        });
        hit
    })
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

/// Whether a limb carries the body: feet, and hands, forearms and shins, with the knees, of who crawls.
fn stands_on_ground(figure: &Figure, joint: usize, on_knees: bool) -> bool {
    match figure.skeleton.role_of(joint) {
        Some(Role::Foot(_) | Role::Toes(_)) => true,
        Some(Role::Hand(_) | Role::Shin(_) | Role::Thigh(_) | Role::Forearm(_)) => on_knees,
        Some(_) => false,
        None => figure.skeleton.joints()[joint].parent.is_some_and(|parent| {
            matches!(figure.skeleton.role_of(usize::from(parent)), Some(Role::Foot(_) | Role::Toes(_) | Role::Hand(_)))
        }),
    }
}
