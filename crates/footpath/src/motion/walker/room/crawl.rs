//! Who is on hands and knees makes room otherwise: shins are raised behind and turned aside, hands are drawn in.

use super::amend::{Amends, Channel};
use super::joints::Joints;
use crate::geom::Quat;
use crate::geom::vector::{UP, Vec3, add, dot, scale, sub, unit};
use crate::motion::figure::ik::Chain;
use crate::motion::figure::{Placed, Pose, Role, Side};

/// How far shins are turned aside and raised, and the whole body is turned, in radians.
const ASIDE: f32 = 1.1;
const RAISE: f32 = 1.4;
const TWIST: f32 = 0.4;
/// How far thighs swing forward and back, and the trunk comes down in front, in radians.
const SWING: f32 = 0.5;
const CROUCH: f32 = 0.5;
/// Share of the way to the chest by which a hand is drawn in.
const DRAWN: f32 = 0.5;

/// To the left of who crawls.
const ACROSS: Vec3 = [1.0, 0.0, 0.0];

impl Joints<'_> {
    /// A crawling pose that is moved and turned as a whole, with limbs that are drawn in.
    pub fn crawl(&self, amends: &Amends, moved: Vec3, pose: &mut Pose, placed: &mut Placed) {
        let skeleton = &self.figure.skeleton;
        let twist = Quat::about(UP, TWIST * amends.get(Channel::Twist));
        pose.root = add(twist.turn(pose.root), moved);
        if let Some(hips) = pose.turns.first_mut() {
            *hips = (twist * *hips).unit();
        }
        placed.update(skeleton, pose);
        let wrists = Side::BOTH.map(|side| skeleton.find(Role::Hand(side)).map(|hand| placed.at[hand]));
        let crouch = CROUCH * amends.get(Channel::Duck).max(0.0);
        if let (true, Some(spine)) = (crouch > 0.0, skeleton.find(Role::Spine)) {
            let parent = skeleton.joints()[spine].parent.map_or(Quat::IDENTITY, |at| placed.turn[usize::from(at)]);
            let down = Quat::about(twist.turn(ACROSS), crouch);
            pose.turns[spine] = (parent.inverse() * down * placed.turn[spine]).unit();
            placed.update(skeleton, pose);
        }
        for side in Side::BOTH {
            self.trail(side, amends, pose, placed);
            let fold = amends.get(Channel::Fold(side));
            if let (true, Some(wrist)) = (fold > 0.0 || crouch > 0.0, wrists[side.index()]) {
                self.draw_in(side, wrist, DRAWN * fold, pose, placed);
            }
        }
    }

    /// Swings a thigh forward or back, with its shin as it lies; turns the shin aside about its knee, and raises it.
    fn trail(&self, side: Side, amends: &Amends, pose: &mut Pose, placed: &Placed) {
        let Some(Chain { upper, lower, .. }) = self.legs[side.index()] else { return };
        let of = [Channel::Knee(side), Channel::Heel(side), Channel::Back(side)];
        let [turn, raise, back] = of.map(|channel| amends.get(channel));
        if [turn, raise, back] == [0.0; 3] {
            return;
        }
        let swing = Quat::about(ACROSS, SWING * back);
        let hips =
            self.figure.skeleton.joints()[upper].parent.map_or(Quat::IDENTITY, |at| placed.turn[usize::from(at)]);
        let thigh = swing * placed.turn[upper];
        let aside = Quat::about(UP, ASIDE * turn);
        let up = Quat::about(aside.turn(ACROSS), RAISE * raise);
        pose.turns[upper] = (hips.inverse() * thigh).unit();
        pose.turns[lower] = (thigh.inverse() * up * aside * placed.turn[lower]).unit();
    }

    /// Puts a hand where it was, and draws it in towards the chest by a share.
    fn draw_in(&self, side: Side, was: Vec3, share: f32, pose: &mut Pose, placed: &mut Placed) {
        let skeleton = &self.figure.skeleton;
        let joints =
            [Role::UpperArm(side), Role::Forearm(side), Role::Hand(side), Role::Chest].map(|role| skeleton.find(role));
        let [Some(upper), Some(lower), Some(end), Some(chest)] = joints else { return };
        let [shoulder, elbow, wrist, chest] = [upper, lower, end, chest].map(|joint| placed.at[joint]);
        let along = unit(sub(wrist, shoulder), [0.0, -1.0, 0.0]);
        let out = sub(elbow, shoulder);
        // A straight arm does not say; then the elbow points back.
        let pole = add(sub(out, scale(along, dot(out, along))), [0.0, 0.0, -0.01]);
        let target = add(was, scale(sub(chest, was), share));
        let turn = placed.turn[end];
        Chain { upper, lower, end }.reach(skeleton, pose, placed, target, pole, turn);
    }
}
