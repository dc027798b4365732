//! A standing jump: crouch and push, flight, landing.
//!
//! The base point is the feet's level: while they are in the air it flies along the route's arc, and the pose is relative
//! to it. Take-off and landing are played with the base at rest, so that standing feet do not slide. The marks are the
//! start, the instant the feet leave, the instant they are back, and the end.

use super::super::clip::{Clip, Contact};
use super::assemble::assemble;
use super::build::{ArmAt, FootAt, Frame, smooth};
use crate::geom::Quat;
use crate::geom::vector::sub;
use crate::motion::figure::{Figure, Pose, Side};

/// Seconds at which the feet leave, are back, and all is over.
pub(super) const TIMES: [f32; 3] = [0.55, 1.00, 1.55];
const FRAMES: usize = 187;

/// A value that goes from key to key.
fn keys(list: &[(f32, f32)], time: f32) -> f32 {
    for pair in list.windows(2) {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        if time <= to {
            return a + (b - a) * smooth(from, to, time);
        }
    }
    list.last().map_or(0.0, |key| key.1)
}

fn frame(figure: &Figure, time: f32, standing: f32) -> Frame {
    let [leave, back, end] = TIMES;
    let middle = 0.5 * (leave + back);
    let height = standing
        + keys(
            &[
                (0.0, 0.0),
                (0.34, -0.27),
                (leave, 0.025),
                (middle, -0.10),
                (back, -0.045),
                (back + 0.17, -0.24),
                (end, 0.0),
            ],
            time,
        );
    let ahead = keys(
        &[(0.0, 0.0), (0.34, -0.03), (leave, 0.16), (middle, 0.02), (back, -0.18), (back + 0.2, -0.05), (end, 0.0)],
        time,
    );
    let lean = keys(
        &[(0.0, 0.05), (0.34, 0.80), (leave, 0.22), (middle, 0.40), (back, 0.45), (back + 0.17, 0.70), (end, 0.05)],
        time,
    );
    let arms = keys(
        &[(0.0, 0.03), (0.30, -0.95), (leave, 1.45), (middle, 1.2), (back, 0.8), (back + 0.25, 0.25), (end, 0.03)],
        time,
    );
    let elbow = keys(&[(0.0, 0.2), (0.30, 0.25), (leave, 0.35), (middle, 0.6), (back, 0.5), (end, 0.2)], time);
    let heel = keys(&[(0.0, 0.0), (0.38, 0.0), (leave, 0.95), (middle, 0.35), (back, 0.0)], time);
    let tuck = keys(&[(leave, 0.0), (middle, 1.0), (back, 0.0)], time) * if time > leave { 1.0 } else { 0.0 };
    let foot = |side: Side| {
        let sole = &figure.soles[side.index()];
        let out = Quat::about_y(side.sign() * 0.08);
        let flat = [side.sign() * 0.10, sole.ankle, 0.0];
        let turn = out * Quat::about_x(heel);
        let pivot = out.turn(sole.ball);
        let rolled = sub([flat[0] + pivot[0], flat[1] + pivot[1], flat[2] + pivot[2]], turn.turn(sole.ball));
        let in_air = if time > leave && time < back { 1.0 } else { 0.0 };
        let toes = if in_air > 0.0 {
            Quat::about_x(-heel * (1.0 - smooth(leave, leave + 0.1, time)))
        } else {
            Quat::about_x(-heel)
        };
        let lift = tuck * 0.16;
        FootAt {
            ankle: [rolled[0], rolled[1] + lift, rolled[2] + 0.05 * tuck],
            turn,
            toes,
            knee: out.turn([0.0, 0.0, 1.0]),
        }
    };
    let arm = |side: Side| ArmAt {
        clavicle: Quat::IDENTITY,
        upper: Quat::about_x(-(arms + lean * 0.9)) * Quat::about_z(side.sign() * 0.14),
        forearm: Quat::about_x(-elbow),
        hand: Quat::IDENTITY,
    };
    let back_turn = Quat::about_x(lean * 0.25);
    let nod = Quat::about_x(-lean * 0.35);
    Frame {
        root: [0.0, height, ahead],
        hips: Quat::about_x(lean * 0.5),
        trunk: [back_turn, back_turn, nod, nod],
        arms: Side::BOTH.map(arm),
        feet: Side::BOTH.map(foot),
    }
}

pub(super) fn clip(figure: &Figure) -> Clip {
    let [leave, back, end] = TIMES;
    let frame_time = end / (FRAMES - 1) as f32;
    // Upright with nearly straight legs: the root as it is at rest, a little lower.
    let standing = figure.skeleton.joints()[0].offset[1] - 0.012;
    let time = |i: usize| i as f32 * frame_time;
    let poses: Vec<Pose> = (0..FRAMES).map(|i| frame(figure, time(i), standing).pose(figure)).collect();
    let contact = |time: f32| Contact { heel: time <= 0.38 || time >= back, ball: time <= leave || time >= back };
    let contacts = (0..FRAMES).map(|i| [contact(time(i)); 2]).collect();
    let clip = assemble(figure, frame_time, 0.0, poses, contacts, false);
    Clip { marks: vec![0.0, leave, back, end], ..clip }
}
