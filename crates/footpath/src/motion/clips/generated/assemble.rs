//! Poses → a clip: gaits on feet from their table, standing, and going sideways.

use super::super::clip::{Clip, Contact, Support};
use super::Kind;
use super::gait::{Frame, Gait};
use super::upper::Carriage;
use crate::geom::Quat;
use crate::motion::figure::{Figure, Pose, Side};

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

/// Both feet flat, a breath in four seconds.
pub(super) fn stand(figure: &Figure) -> Clip {
    let (gait, body) = gait_and_carriage(Kind::Turn);
    let gait = Gait { stance: 1.0, push: 0.0, ..gait };
    let body = Carriage { bob: 0.0, sway: 0.0, list: 0.0, swing: 0.0, crouch: 0.0, elbow: [0.2, 0.0], ..body };
    let height = body.height(&gait, figure);
    let frames = 120;
    let poses = (0..frames).map(|frame| {
        let breath = libm::sinf(std::f32::consts::TAU * frame as f32 / frames as f32);
        let mut frame: Frame = body.frame(&gait, figure, 0.3, height);
        frame.trunk[1] = frame.trunk[1] * Quat::about_x(-0.008 * breath);
        frame.trunk[3] = frame.trunk[3] * Quat::about_x(0.008 * breath);
        frame.pose(figure)
    });
    assemble(figure, 4.0 / frames as f32, 0.0, poses.collect(), vec![[Contact::FLAT; 2]; frames], true)
}

/// Steps to the left: the gait's path is turned to run along +x, then the whole figure, so that it runs along +z.
pub(super) fn sidestep(figure: &Figure) -> Clip {
    let (gait, body) = &gait_and_carriage(Kind::SidestepLeft);
    let step = gait.speed * gait.period;
    // The feet never cross: the left stays so far ahead of the right.
    let apart = 0.13 + 0.5 * step;
    // The middle of the foot, not the ankle, is on the way.
    let back = -0.065;
    let feet_only = |phase: f32, height: f32| {
        let mut frame = body.frame(gait, figure, phase, height);
        for side in Side::BOTH {
            let own = phase - 0.5 * side.index() as f32;
            let foot = &mut frame.feet[side.index()];
            // The gait's way along is the way across here.
            let [_, up, way] = gait.foot(own, side, &figure.soles[side.index()]).ankle;
            foot.ankle = [way + side.sign() * apart * 0.5, up, back];
        }
        frame.root[2] = back + 0.01;
        frame
    };
    let rises = (0..120).map(|step| {
        let frame = feet_only(step as f32 / 120.0, 0.0);
        Side::BOTH.map(|side| frame.rise(figure, side, 0.845)).into_iter().fold(f32::INFINITY, f32::min)
    });
    let height = rises.fold(f32::INFINITY, f32::min);
    let face = Quat::about_y(-std::f32::consts::FRAC_PI_2);
    cycle(gait, figure, |phase| {
        let mut pose = feet_only(phase, height - body.crouch).pose(figure);
        pose.root = face.turn(pose.root);
        pose.turns[0] = face * pose.turns[0];
        pose
    })
}

/// The height that the figures are for.
pub(super) const HEIGHT: f32 = 1.80;

/// The numbers of each [`Gait`], in the order of its fields.
#[rustfmt::skip]
const GAITS: [(Kind, [f32; 12]); 9] = [
    //                    speed  period  stance  strike  push  flat    to  lift  dangle  lead  width  toe out
    (Kind::Walk,         [ 1.35,   1.08,   0.63,   0.36,  1.0, 0.13, 0.66, 0.03,   -0.1, 0.38, 0.065,     0.1]),
    (Kind::Stroll,       [  0.6,    1.5,   0.66,   0.26, 0.75, 0.13, 0.66, 0.03,   -0.1, 0.38, 0.065,     0.1]),
    (Kind::Stride,       [  1.9,   0.94,    0.6,    0.4, 1.05, 0.13, 0.66, 0.03,   -0.1, 0.38, 0.065,     0.1]),
    (Kind::Jog,          [  2.7,   0.72,   0.36,    0.1, 1.05, 0.15, 0.45,  0.2,   0.45, 0.42,  0.05,    0.06]),
    (Kind::Bend,         [  0.9,   1.15,   0.65,   0.16,  0.6, 0.13, 0.66, 0.03,   -0.1, 0.38,  0.06,     0.1]),
    (Kind::StairsUp,     [  0.5,   1.12,   0.64,    0.0, 0.55, 0.02, 0.66,  0.1,   -0.1, 0.52, 0.065,     0.1]),
    (Kind::StairsDown,   [ 0.55,   1.02,   0.62,   -0.3,  0.5, 0.14,  0.6, 0.05,   -0.1, 0.55, 0.065,     0.1]),
    (Kind::Turn,         [  0.0,   0.95,   0.68,    0.0, 0.25, 0.02, 0.75, 0.05,   -0.1, 0.38, 0.088,     0.1]),
    (Kind::SidestepLeft, [ 0.45,   0.95,   0.66,    0.0,  0.0,  0.0,  1.0, 0.03,   0.12,  0.5,   0.0,     0.0]),
];

/// The numbers of each [`Carriage`], in the order of its fields.
#[rustfmt::skip]
const CARRIAGES: [(Kind, [f32; 16]); 9] = [
    //                      bob   low   sway  crouch  ahead  twist  list  tilt  lean  counter  swing  reach  elbow  more  spread  gaze
    (Kind::Walk,         [0.032, 0.05, 0.018,    0.0,   0.0,  0.09, 0.06, 0.05, 0.03,    0.11,  0.42,  0.03,   0.3, 0.35,   0.09, 0.08]),
    (Kind::Stroll,       [0.018, 0.05,  0.02,    0.0,   0.0,  0.05, 0.06, 0.05, 0.03,    0.06,   0.2,  0.03,   0.2, 0.18,   0.09, 0.08]),
    (Kind::Stride,       [0.042, 0.05, 0.018,    0.0,   0.0,  0.12, 0.06, 0.05, 0.06,    0.15,  0.58,  0.03,  0.35,  0.5,   0.09, 0.08]),
    (Kind::Jog,          [0.032, 0.17, 0.008,  0.008,   0.0,  0.11, 0.05,  0.1, 0.08,    0.18,  0.62, -0.05,  1.35, 0.35,   0.14, 0.08]),
    (Kind::Bend,         [ 0.01, 0.05, 0.018,   0.12, -0.14,  0.05, 0.06, 0.58, 0.66,    0.06,  0.22, -0.05,  0.35,  0.2,   0.09, 0.42]),
    (Kind::StairsUp,     [0.008, 0.05, 0.018,  0.015,   0.0,  0.04, 0.06,  0.1, 0.08,    0.06,   0.2,  0.03,   0.3, 0.35,   0.09, 0.25]),
    (Kind::StairsDown,   [0.008, 0.05, 0.018,   0.02,   0.0,  0.03, 0.06, 0.02, 0.04,    0.05,  0.16,  0.03,   0.3, 0.35,   0.09, 0.35]),
    (Kind::Turn,         [0.006, 0.05, 0.022,  0.012,   0.0,   0.0, 0.06, 0.05, 0.03,     0.0,  0.05,  0.03,   0.3, 0.35,   0.09, 0.08]),
    (Kind::SidestepLeft, [0.003, 0.05,   0.0,  0.004,   0.0,   0.0, 0.02, 0.05, 0.03,     0.0,   0.0,  0.05,   0.3,  0.0,   0.08, 0.08]),
];

/// How the feet and the rest of the body go in a kind of motion.
pub(super) fn gait_and_carriage(kind: Kind) -> (Gait, Carriage) {
    let row = GAITS.iter().position(|(known, _)| *known == kind).unwrap_or(0);
    let [speed, period, stance, strike, push, down, up, lift, dangle, lead, width, toe_out] = GAITS[row].1;
    let gait = Gait { speed, period, stance, strike, push, flat: [down, up], lift, dangle, lead, width, toe_out };
    let [bob, low, sway, crouch, ahead, twist, list, tilt, lean, counter, swing, reach, least, more, spread, gaze] =
        CARRIAGES[row].1;
    let elbow = [least, more];
    let carriage =
        Carriage { bob, low, sway, crouch, ahead, twist, list, tilt, lean, counter, swing, reach, elbow, spread, gaze };
    (gait, carriage)
}
