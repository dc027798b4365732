//! A standing jump: crouch and push, flight, landing.
//!
//! The base point is the feet's level: while they are in the air it flies along the route's arc, and the pose is relative
//! to it. Take-off and landing are played with the base at rest, so that standing feet do not slide.

use super::super::clip::{Clip, Contact};
use super::assemble::assemble;
use super::gait::{ArmAt, FootAt, Frame, smooth};
use crate::geom::Quat;
use crate::geom::vector::sub;
use crate::motion::figure::{Figure, Pose, Side};

/// Seconds at which the feet leave, are back, and all is over.
pub const JUMP_TIMES: [f32; 3] = [0.55, 1.00, 1.55];
const FRAMES: usize = 187;

const LEAVE: f32 = JUMP_TIMES[0];
const BACK: f32 = JUMP_TIMES[1];
const END: f32 = JUMP_TIMES[2];
const MIDDLE: f32 = 0.5 * (LEAVE + BACK);

/// A value at some times, in seconds.
type Keys<const N: usize> = [(f32, f32); N];

/// Metres of the root above standing, and ahead of the base point.
const HEIGHTS: Keys<7> =
    [(0.0, 0.0), (0.34, -0.27), (LEAVE, 0.025), (MIDDLE, -0.10), (BACK, -0.045), (BACK + 0.17, -0.24), (END, 0.0)];
const AHEAD: Keys<7> =
    [(0.0, 0.0), (0.34, -0.03), (LEAVE, 0.16), (MIDDLE, 0.02), (BACK, -0.18), (BACK + 0.2, -0.05), (END, 0.0)];
/// Radians of the trunk's lean, the arms' swing, the elbows' bend and the heels' rise.
const LEAN: Keys<7> =
    [(0.0, 0.05), (0.34, 0.80), (LEAVE, 0.22), (MIDDLE, 0.40), (BACK, 0.45), (BACK + 0.17, 0.70), (END, 0.05)];
const ARMS: Keys<7> =
    [(0.0, 0.03), (0.30, -0.95), (LEAVE, 1.45), (MIDDLE, 1.2), (BACK, 0.8), (BACK + 0.25, 0.25), (END, 0.03)];
const ELBOW: Keys<6> = [(0.0, 0.2), (0.30, 0.25), (LEAVE, 0.35), (MIDDLE, 0.6), (BACK, 0.5), (END, 0.2)];
const HEEL: Keys<5> = [(0.0, 0.0), (0.38, 0.0), (LEAVE, 0.95), (MIDDLE, 0.35), (BACK, 0.0)];
/// Share by which the legs are drawn up in the air.
const TUCK: Keys<3> = [(LEAVE, 0.0), (MIDDLE, 1.0), (BACK, 0.0)];

/// A value that goes from key to key.
fn at(list: &[(f32, f32)], time: f32) -> f32 {
    for pair in list.windows(2) {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        if time <= to {
            return a + (b - a) * smooth(from, to, time);
        }
    }
    list.last().map_or(0.0, |key| key.1)
}

fn foot(figure: &Figure, side: Side, time: f32) -> FootAt {
    let heel = at(&HEEL, time);
    let tuck = at(&TUCK, time) * if time > LEAVE { 1.0 } else { 0.0 };
    let sole = &figure.soles[side.index()];
    let out = Quat::about_y(side.sign() * 0.08);
    let flat = [side.sign() * 0.10, sole.ankle, 0.0];
    let turn = out * Quat::about_x(heel);
    let pivot = out.turn(sole.ball);
    let rolled = sub([flat[0] + pivot[0], flat[1] + pivot[1], flat[2] + pivot[2]], turn.turn(sole.ball));
    let is_in_air = time > LEAVE && time < BACK;
    let grip = if is_in_air { 1.0 - smooth(LEAVE, LEAVE + 0.1, time) } else { 1.0 };
    let lift = tuck * 0.16;
    FootAt {
        ankle: [rolled[0], rolled[1] + lift, rolled[2] + 0.05 * tuck],
        turn,
        toes: Quat::about_x(-heel * grip),
        knee: out.turn([0.0, 0.0, 1.0]),
    }
}

fn frame(figure: &Figure, time: f32, standing: f32) -> Frame {
    let (lean, arms) = (at(&LEAN, time), at(&ARMS, time));
    let arm = |side: Side| ArmAt {
        clavicle: Quat::IDENTITY,
        upper: Quat::about_x(-(arms + lean * 0.9)) * Quat::about_z(side.sign() * 0.14),
        forearm: Quat::about_x(-at(&ELBOW, time)),
        hand: Quat::IDENTITY,
    };
    let back = Quat::about_x(lean * 0.25);
    let nod = Quat::about_x(-lean * 0.35);
    Frame {
        root: [0.0, standing + at(&HEIGHTS, time), at(&AHEAD, time)],
        hips: Quat::about_x(lean * 0.5),
        trunk: [back, back, nod, nod],
        arms: Side::BOTH.map(arm),
        feet: Side::BOTH.map(|side| foot(figure, side, time)),
    }
}

pub(super) fn clip(figure: &Figure) -> Clip {
    let frame_time = END / (FRAMES - 1) as f32;
    // Upright with nearly straight legs: the root as it is at rest, a little lower.
    let standing = figure.skeleton.joints()[0].offset[1] - 0.012;
    let time = |i: usize| i as f32 * frame_time;
    let poses: Vec<Pose> = (0..FRAMES).map(|i| frame(figure, time(i), standing).pose(figure)).collect();
    let contact = |time: f32| Contact { heel: time <= 0.38 || time >= BACK, ball: time <= LEAVE || time >= BACK };
    let contacts = (0..FRAMES).map(|i| [contact(time(i)); 2]).collect();
    assemble(figure, frame_time, 0.0, poses, contacts, false)
}
