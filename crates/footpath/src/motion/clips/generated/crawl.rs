//! On hands and knees: a hand goes with the knee of the other side.
//!
//! A standing knee moves with exactly −V along the way. Its height follows from the length of the thigh and stays within
//! a centimetre or two of the ground, since a pelvis cannot serve two knees at once; hands are exact.

use std::f32::consts::{FRAC_PI_2, TAU};

use super::super::clip::{Clip, Contact, Support};
use super::assemble::assemble;
use super::gait::hermite;
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, length, unit};
use crate::motion::figure::ik::Chain;
use crate::motion::figure::{Figure, Placed, Pose, Role, Side};

const SPEED: f32 = 0.45;
const PERIOD: f32 = 1.10;
const STANCE: f32 = 0.62;
const FRAMES: usize = 132;
/// Height of a knee, of a wrist on the ground, and of a lying ankle.
const KNEE: f32 = 0.064;
const WRIST: f32 = 0.055;
const ANKLE: f32 = 0.075;
/// Where the middle of a knee's and a hand's way lies along the way.
const KNEES: f32 = -0.26;
const HANDS: f32 = 0.34;
/// Forward pitch of hips, and what spine and chest add each.
const HIPS: f32 = 1.44;
const BACK: f32 = 0.02;

/// How far along and how high a limb is at its own phase: 0 when it comes down.
fn way(phase: f32, lift: f32) -> [f32; 2] {
    let phase = phase - phase.floor();
    let reach = SPEED * PERIOD * STANCE;
    if phase < STANCE {
        return [reach * 0.5 - SPEED * PERIOD * phase, 0.0];
    }
    let t = (phase - STANCE) / (1.0 - STANCE);
    let slope = -SPEED * PERIOD * (1.0 - STANCE);
    [hermite(-reach * 0.5, slope, reach * 0.5, slope, t), lift * 16.0 * t * t * (1.0 - t) * (1.0 - t)]
}

fn pose(figure: &Figure, phase: f32, height: f32) -> Pose {
    let skeleton = &figure.skeleton;
    let mut pose = Pose::rest(skeleton);
    let wave = libm::cosf(TAU * (phase - STANCE * 0.5));
    pose.root = [0.012 * wave, height + 0.004 * libm::cosf(2.0 * TAU * phase), KNEES + 0.035];
    let hips = Quat::about_y(-0.06 * libm::cosf(TAU * phase)) * Quat::about_x(HIPS) * Quat::about_y(0.05 * wave);
    let set = |pose: &mut Pose, role: Role, turn: Quat| pose.turns[role.index()] = turn;
    set(&mut pose, Role::Hips, hips);
    set(&mut pose, Role::Spine, Quat::about_x(BACK) * Quat::about_y(-0.05 * wave));
    set(&mut pose, Role::Chest, Quat::about_x(BACK) * Quat::about_z(0.05 * libm::cosf(TAU * phase)));
    // The face looks ahead, as far as a neck allows.
    set(&mut pose, Role::Neck, Quat::about_x(-0.28));
    set(&mut pose, Role::Head, Quat::about_x(-0.50));
    for side in Side::BOTH {
        leg(&mut pose, figure, side, phase - 0.5 * side.index() as f32, hips);
    }
    let mut placed = Placed::of(skeleton, &pose);
    for side in Side::BOTH {
        // The left hand with the right knee.
        let [along, up] = way(phase - 0.5 * side.other().index() as f32, 0.06);
        let lifted = up / 0.06;
        let Some(arm) = Chain::arm(skeleton, side) else { continue };
        let wrist = [side.sign() * 0.165, WRIST + up, HANDS + along];
        let palm = Quat::about_y(-side.sign() * 0.1) * Quat::about_x(-FRAC_PI_2 + 0.05 + 0.6 * lifted);
        let elbow = [side.sign() * 0.3, 0.0, -1.0];
        arm.reach(skeleton, &mut pose, &mut placed, wrist, elbow, palm);
    }
    pose
}

/// The thigh points at its knee, the shin lies behind it with the instep on the ground.
fn leg(pose: &mut Pose, figure: &Figure, side: Side, phase: f32, hips: Quat) {
    let joints = figure.skeleton.joints();
    let [thigh, shin, foot, toes] =
        [Role::Thigh(side), Role::Shin(side), Role::Foot(side), Role::Toes(side)].map(Role::index);
    let hip = add(pose.root, hips.turn(joints[thigh].offset));
    let [along, up] = way(phase, 0.045);
    let bone = length(joints[shin].offset);
    let (x, z) = (side.sign() * 0.10 - hip[0], KNEES + along - hip[2]);
    // Lifted knees bend the hip further; the pelvis stays.
    let rise = up * 0.9;
    let down = (bone * bone - x * x - z * z).max(0.0).sqrt();
    let wanted: Vec3 = [x, -down + rise, z];
    let turn = Quat::between([0.0, -1.0, 0.0], unit(wanted, [0.0, -1.0, 0.0]));
    pose.turns[thigh] = hips.inverse() * turn;
    let knee = add(hip, turn.turn(joints[shin].offset));
    let back = length(joints[foot].offset);
    let ankle_up = (ANKLE + 0.8 * up - knee[1]).clamp(-0.2, 0.3);
    let behind: Vec3 = [0.0, ankle_up, -(back * back - ankle_up * ankle_up).max(0.0).sqrt()];
    let lying = Quat::between([0.0, -1.0, 0.0], unit(behind, [0.0, 0.0, -1.0]));
    pose.turns[shin] = turn.inverse() * lying;
    let instep = Quat::about_x(FRAC_PI_2 + 1.38);
    pose.turns[foot] = lying.inverse() * instep;
    pose.turns[toes] = Quat::about_x(0.1);
}

/// The height of the root at which standing knees are on the ground in the mean.
fn height(figure: &Figure) -> f32 {
    let guess = 0.5;
    let knee = |i: usize| {
        let phase = STANCE * i as f32 / 60.0;
        let placed = Placed::of(&figure.skeleton, &pose(figure, phase, guess));
        placed.at[Role::Shin(Side::Left).index()][1]
    };
    guess + KNEE - (0..60).map(knee).sum::<f32>() / 60.0
}

pub(super) fn clip(figure: &Figure) -> Clip {
    let phase = |frame: usize| frame as f32 / FRAMES as f32;
    let height = height(figure);
    let poses: Vec<Pose> = (0..FRAMES).map(|frame| pose(figure, phase(frame), height)).collect();
    let contact = |phase: f32| Contact { heel: false, ball: phase - phase.floor() < STANCE };
    let contacts = (0..FRAMES).map(|frame| [contact(phase(frame)), contact(phase(frame) - 0.5)]).collect();
    let clip = assemble(figure, PERIOD / FRAMES as f32, SPEED, poses, contacts, true);
    Clip { support: Support::Knees, ..clip }
}
