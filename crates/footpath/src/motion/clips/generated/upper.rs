//! Hips, trunk, arms and head of a gait.

use super::gait::{ArmAt, Frame, Gait};
use crate::geom::Quat;
use crate::motion::figure::ik::REACH;
use crate::motion::figure::{Figure, Side};
use std::f32::consts::TAU;

/// How the rest of the body goes with the feet. Angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Carriage {
    /// Metres by which the pelvis goes up and down to either side.
    pub bob: f32,
    /// Phase at which the pelvis is lowest.
    pub low: f32,
    /// Metres by which the pelvis moves over the standing foot.
    pub sway: f32,
    /// Metres below the height that the legs would reach.
    pub crouch: f32,
    /// Metres that the root is ahead of the base point.
    pub ahead: f32,
    /// Turn of the pelvis about y, to either side.
    pub twist: f32,
    /// Drop of the pelvis on the side of the swinging leg.
    pub list: f32,
    /// Forward lean of the pelvis.
    pub tilt: f32,
    /// Forward lean of spine and chest beyond the pelvis.
    pub lean: f32,
    /// Turn of the shoulders against the pelvis, to either side.
    pub counter: f32,
    /// Swing of the arms to either side, and where its middle is (forward is positive).
    pub swing: f32,
    /// Where the arms' swing has its middle.
    pub reach: f32,
    /// Least bend of the elbows, and the bend that a forward swing adds.
    pub elbow: [f32; 2],
    /// How far the arms hang away from the body.
    pub spread: f32,
    /// Pitch of the face, positive down.
    pub gaze: f32,
}

impl Carriage {
    /// The whole body at a phase, with the root at a height.
    pub(super) fn frame(&self, gait: &Gait, figure: &Figure, phase: f32, height: f32) -> Frame {
        let wave = |at: f32| libm::cosf(TAU * (phase - at));
        let bob = -self.bob * libm::cosf(2.0 * TAU * (phase - self.low));
        // Over the left foot while it stands, half of its standing after its strike.
        let root = [self.sway * wave(gait.stance * 0.5), height + bob, self.ahead];
        let (twist, list) = (-self.twist * wave(0.0), self.list * wave(0.15));
        let hips = Quat::about_y(twist) * Quat::about_x(self.tilt) * Quat::about_z(list);
        // The shoulders turn the other way; spine and chest share what lies between.
        let between = (self.counter * wave(0.0) - twist) * 0.5;
        let back = Quat::about_y(between) * Quat::about_x(self.lean * 0.5) * Quat::about_z(-list * 0.5);
        let shoulders = self.counter * wave(0.0);
        // Neck and head cancel the turn of the trunk: the face looks ahead.
        let nod = (self.gaze - self.tilt - self.lean) * 0.5;
        let up = Quat::about_x(nod) * Quat::about_y(-shoulders * 0.5);
        let side = |side: Side| {
            let own = phase - 0.5 * side.index() as f32;
            (self.arm(side, own), gait.foot(own, side, &figure.soles[side.index()]))
        };
        let [(left, left_foot), (right, right_foot)] = Side::BOTH.map(side);
        Frame { root, hips, trunk: [back, back, up, up], arms: [left, right], feet: [left_foot, right_foot] }
    }

    /// An arm at the phase of its own side's foot: back when that foot strikes.
    fn arm(&self, side: Side, phase: f32) -> ArmAt {
        let wave = libm::cosf(TAU * (phase - 0.03));
        let forward = self.reach - self.swing * wave;
        let bend = self.elbow[0] + self.elbow[1] * 0.5 * (1.0 - wave);
        // The trunk's lean is taken back: arms hang, they do not stick out behind.
        let hang = forward + (self.tilt + self.lean);
        let inward = side.sign() * (0.10 + 0.25 * bend.min(1.6));
        ArmAt {
            clavicle: Quat::about_y(-side.sign() * 0.10 * (forward - self.reach)),
            upper: Quat::about_x(-hang) * Quat::about_z(side.sign() * self.spread),
            forearm: Quat::about_y(-inward) * Quat::about_x(-bend),
            hand: Quat::about_x(-0.12) * Quat::about_z(-side.sign() * 0.05),
        }
    }

    /// The highest height of the root at which both legs reach their feet through the whole cycle.
    pub(super) fn height(&self, gait: &Gait, figure: &Figure) -> f32 {
        let leg = figure.skeleton.leg_length(Side::Left).unwrap_or_default();
        let mut highest = f32::INFINITY;
        for step in 0..240 {
            let phase = step as f32 / 240.0;
            let frame = self.frame(gait, figure, phase, 0.0);
            for side in Side::BOTH {
                let own = phase - 0.5 * side.index() as f32;
                let own = own - own.floor();
                // A swinging foot may hang lower than the leg is long for a moment; it is the standing ones that count.
                if own > gait.stance + 0.02 && own < 0.97 {
                    continue;
                }
                highest = highest.min(frame.rise(figure, side, leg * (REACH - 0.0005)));
            }
        }
        highest - self.crouch
    }
}
