//! Poses → a clip.

use super::super::clip::{Clip, Contact, Support};
use super::Kind;
use super::gait::Gait;
use super::table::gait_and_carriage;
use crate::motion::figure::{Figure, Pose};

/// Frames per second, about; a cycle has a whole number of them.
const RATE: f32 = 120.0;

/// A gait on feet, from its row of the table.
pub(super) fn walk(kind: Kind, figure: &Figure) -> Clip {
    let (gait, body) = gait_and_carriage(kind);
    let height = body.height(&gait, figure);
    cycle(&gait, figure, |phase| body.frame(&gait, figure, phase, height).pose(figure))
}

/// A cycle of poses by phase, with the contacts of its gait.
pub(super) fn cycle(gait: &Gait, figure: &Figure, pose: impl Fn(f32) -> Pose) -> Clip {
    let frames = (gait.period * RATE).round() as usize;
    // An even number, so that the right foot strikes on a frame as well.
    let frames = frames + frames % 2;
    let phases = (0..frames).map(|frame| frame as f32 / frames as f32);
    let poses: Vec<Pose> = phases.clone().map(&pose).collect();
    let contact = |phase: f32| [0.0, 0.5].map(|half| gait.contact((phase - half + 1.0).fract()));
    let contacts = phases.map(contact).collect();
    let frame_time = gait.period / frames as f32;
    assemble(figure, frame_time, gait.speed, poses, contacts, true)
}

/// A clip of poses.
pub(super) fn assemble(
    figure: &Figure,
    frame_time: f32,
    speed: f32,
    poses: Vec<Pose>,
    contacts: Vec<[Contact; 2]>,
    cyclic: bool,
) -> Clip {
    let duration = frame_time * (poses.len() - usize::from(!cyclic)) as f32;
    Clip {
        name: String::new(),
        skeleton: figure.skeleton.clone(),
        soles: figure.soles,
        frame_time,
        roots: poses.iter().map(|pose| pose.root).collect(),
        turns: poses.into_iter().flat_map(|pose| pose.turns).collect(),
        speed,
        turn: 0.0,
        contacts,
        cyclic,
        right_strike: duration * 0.5,
        support: Support::Feet,
    }
}
