//! The gaits and carriages of the built-in motions that go on feet.

use super::super::clip::{Clip, Contact, Support};
use super::Kind;
use super::gait::Gait;
use super::special::{sideways, stand};
use super::upper::Carriage;
use crate::motion::figure::{Figure, Pose};

/// The height that the figures below are for.
pub(super) const HEIGHT: f32 = 1.80;

/// Frames per second, about; a cycle has a whole number of them.
const RATE: f32 = 120.0;

const WALK: (Gait, Carriage) = (
    Gait {
        speed: 1.35,
        period: 1.08,
        stance: 0.63,
        strike: 0.36,
        push: 1.0,
        flat: [0.13, 0.66],
        lift: 0.03,
        dangle: -0.10,
        lead: 0.38,
        width: 0.065,
        toe_out: 0.10,
    },
    Carriage {
        bob: 0.032,
        low: 0.05,
        sway: 0.018,
        crouch: 0.0,
        ahead: 0.0,
        twist: 0.09,
        list: 0.06,
        tilt: 0.05,
        lean: 0.03,
        counter: 0.11,
        swing: 0.42,
        reach: 0.03,
        elbow: [0.30, 0.35],
        spread: 0.09,
        gaze: 0.08,
    },
);

/// The feet and the rest of a kind.
pub(super) fn of(kind: Kind) -> (Gait, Carriage) {
    let (gait, body) = WALK;
    match kind {
        Kind::Stroll => (
            Gait { speed: 0.6, period: 1.50, stance: 0.66, strike: 0.26, push: 0.75, ..gait },
            Carriage { bob: 0.018, sway: 0.020, twist: 0.05, counter: 0.06, swing: 0.20, elbow: [0.20, 0.18], ..body },
        ),
        Kind::Stride => (
            Gait { speed: 1.9, period: 0.94, stance: 0.60, strike: 0.40, push: 1.05, lead: 0.38, ..gait },
            Carriage { bob: 0.042, twist: 0.12, counter: 0.15, swing: 0.58, elbow: [0.35, 0.5], lean: 0.06, ..body },
        ),
        Kind::Jog => (
            Gait {
                speed: 2.7,
                period: 0.72,
                stance: 0.36,
                strike: 0.10,
                push: 1.05,
                flat: [0.15, 0.45],
                lift: 0.20,
                dangle: 0.45,
                lead: 0.42,
                width: 0.05,
                toe_out: 0.06,
            },
            Carriage {
                bob: 0.032,
                low: 0.17,
                sway: 0.008,
                crouch: 0.008,
                twist: 0.11,
                list: 0.05,
                tilt: 0.10,
                lean: 0.08,
                counter: 0.18,
                swing: 0.62,
                reach: -0.05,
                elbow: [1.35, 0.35],
                spread: 0.14,
                ..body
            },
        ),
        Kind::Bend => (
            Gait { speed: 0.9, period: 1.15, stance: 0.65, strike: 0.16, push: 0.6, lift: 0.03, width: 0.06, ..gait },
            Carriage {
                bob: 0.010,
                crouch: 0.12,
                ahead: -0.14,
                tilt: 0.58,
                lean: 0.66,
                twist: 0.05,
                counter: 0.06,
                swing: 0.22,
                reach: -0.05,
                elbow: [0.35, 0.2],
                gaze: 0.42,
                ..body
            },
        ),
        Kind::StairsUp => (
            Gait {
                speed: 0.5,
                period: 1.12,
                stance: 0.64,
                strike: 0.0,
                push: 0.55,
                flat: [0.02, 0.66],
                lift: 0.10,
                lead: 0.52,
                ..gait
            },
            Carriage {
                bob: 0.008,
                crouch: 0.015,
                twist: 0.04,
                counter: 0.06,
                swing: 0.20,
                tilt: 0.10,
                lean: 0.08,
                gaze: 0.25,
                ..body
            },
        ),
        Kind::StairsDown => (
            Gait {
                speed: 0.55,
                period: 1.02,
                stance: 0.62,
                strike: -0.30,
                push: 0.50,
                flat: [0.14, 0.60],
                lift: 0.05,
                lead: 0.55,
                ..gait
            },
            Carriage {
                bob: 0.008,
                crouch: 0.02,
                twist: 0.03,
                counter: 0.05,
                swing: 0.16,
                tilt: 0.02,
                lean: 0.04,
                gaze: 0.35,
                ..body
            },
        ),
        Kind::Turn => (
            Gait {
                speed: 0.0,
                period: 0.95,
                stance: 0.68,
                strike: 0.0,
                push: 0.25,
                flat: [0.02, 0.75],
                lift: 0.05,
                width: 0.088,
                ..gait
            },
            Carriage { bob: 0.006, crouch: 0.012, sway: 0.022, twist: 0.0, counter: 0.0, swing: 0.05, ..body },
        ),
        Kind::SidestepLeft => (
            Gait {
                speed: 0.45,
                period: 0.95,
                stance: 0.66,
                strike: 0.0,
                push: 0.0,
                flat: [0.0, 1.0],
                lift: 0.03,
                dangle: 0.12,
                lead: 0.5,
                width: 0.0,
                toe_out: 0.0,
            },
            Carriage {
                bob: 0.003,
                crouch: 0.004,
                sway: 0.0,
                twist: 0.0,
                list: 0.02,
                counter: 0.0,
                swing: 0.0,
                reach: 0.05,
                elbow: [0.30, 0.0],
                spread: 0.08,
                ..body
            },
        ),
        _ => (gait, body),
    }
}

pub(super) fn clip(kind: Kind, figure: &Figure) -> Clip {
    let (gait, body) = of(kind);
    match kind {
        Kind::Stand => stand(figure),
        Kind::SidestepLeft => sideways(&gait, &body, figure),
        Kind::Tuck => {
            cycle(&gait, figure, |phase| body.frame(&gait, figure, phase, body.height(&gait, figure)).pose(figure))
                .tucked()
        }
        _ => {
            let height = body.height(&gait, figure);
            cycle(&gait, figure, |phase| body.frame(&gait, figure, phase, height).pose(figure))
        }
    }
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
        marks: vec![0.0, duration * 0.5],
        support: Support::Feet,
    }
}
