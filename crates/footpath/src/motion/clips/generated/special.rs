//! Standing, and going sideways.

use super::super::clip::{Clip, Contact};
use super::Kind;
use super::assemble::{assemble, cycle};
use super::build::Frame;
use super::gait::Gait;
use super::table::gait_and_carriage;
use super::upper::Carriage;
use crate::geom::Quat;
use crate::motion::figure::{Figure, Side};

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
