//! Adjustments of the pose of a body on hands and knees: shins are raised behind and turned aside, hands are drawn in.

use super::adjust::{Adjustment, Channel};
use super::joints::Joints;
use crate::geom::Quat;
use crate::geom::vector::{UP, Vec3, add, scale, sub};
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

/// To the left of a crawling body.
const ACROSS: Vec3 = [1.0, 0.0, 0.0];

impl Joints<'_> {
    /// A crawling pose that is moved and turned as a whole, with limbs that are drawn in.
    pub fn crawl(&self, adjustment: &Adjustment, moved: Vec3, pose: &mut Pose, placed: &mut Placed) {
        let skeleton = &self.figure.skeleton;
        let twist = Quat::about(UP, TWIST * adjustment.get(Channel::Twist));
        pose.root = add(twist.turn(pose.root), moved);
        if let Some(hips) = pose.turns.first_mut() {
            *hips = (twist * *hips).unit();
        }
        placed.update(skeleton, pose);
        let wrists = Side::BOTH.map(|side| skeleton.find(Role::Hand(side)).map(|hand| placed.at[hand]));
        let crouch = CROUCH * adjustment.get(Channel::Duck).max(0.0);
        if let (true, Some(spine)) = (crouch > 0.0, skeleton.find(Role::Spine)) {
            let parent = placed.parent_turn(skeleton, spine);
            let down = Quat::about(twist.turn(ACROSS), crouch);
            pose.turns[spine] = (parent.inverse() * down * placed.turn[spine]).unit();
            placed.update(skeleton, pose);
        }
        for side in Side::BOTH {
            self.trail(side, adjustment, pose, placed);
            let fold = adjustment.get(Channel::Fold(side));
            if let (true, Some(wrist)) = (fold > 0.0 || crouch > 0.0, wrists[side.index()]) {
                self.draw_in(side, wrist, DRAWN * fold, pose, placed);
            }
        }
    }

    /// Swings a thigh forward or back, with its shin as it lies; turns the shin aside about its knee, and raises it.
    fn trail(&self, side: Side, adjustment: &Adjustment, pose: &mut Pose, placed: &Placed) {
        let Some(Chain { upper, lower, .. }) = self.legs[side.index()] else { return };
        let channels = [Channel::Knee(side), Channel::Heel(side), Channel::Back(side)];
        let [turn, raise, back] = channels.map(|channel| adjustment.get(channel));
        if [turn, raise, back] == [0.0; 3] {
            return;
        }
        let swing = Quat::about(ACROSS, SWING * back);
        let hips = placed.parent_turn(&self.figure.skeleton, upper);
        let thigh = swing * placed.turn[upper];
        let aside = Quat::about(UP, ASIDE * turn);
        let up = Quat::about(aside.turn(ACROSS), RAISE * raise);
        pose.turns[upper] = (hips.inverse() * thigh).unit();
        pose.turns[lower] = (thigh.inverse() * up * aside * placed.turn[lower]).unit();
    }

    /// Puts a hand where it was, and draws it in towards the chest by a share.
    fn draw_in(&self, side: Side, was: Vec3, share: f32, pose: &mut Pose, placed: &mut Placed) {
        let skeleton = &self.figure.skeleton;
        let (Some(arm), Some(chest)) = (Chain::arm(skeleton, side), skeleton.find(Role::Chest)) else { return };
        // A straight arm has no bend; then the elbow points back.
        let pole = add(arm.bend(placed), [0.0, 0.0, -0.01]);
        let target = add(was, scale(sub(placed.at[chest], was), share));
        let turn = placed.turn[arm.end];
        arm.reach(skeleton, pose, placed, target, pole, turn);
    }
}
