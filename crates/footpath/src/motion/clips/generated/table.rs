//! The figures of the built-in motions that go on feet, for a height of 1.80 m. Every kind that is not here walks as `Walk` does.

use super::Kind;
use super::gait::Gait;
use super::upper::Carriage;

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
