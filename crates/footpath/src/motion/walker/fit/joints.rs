//! Adjustments of a pose. Of an upright body: arms, neck, pelvis and legs, with the feet where they stand. Of a body on hands and
//! knees: shins are raised behind and turned aside, hands are drawn in.
//!
//! In: a pose and an adjustment. Out: the adjusted pose and where it puts the joints.

use super::adjust::{Adjustment, Channel};
use crate::geom::Quat;
use crate::geom::vector::{UP, Vec3, add, dot, scale, sub, unit};
use crate::motion::clips::Reference;
use crate::motion::figure::ik::Chain;
use crate::motion::figure::{Figure, Placed, Pose, Role, Side};

/// How far a head is bowed, half of it in the neck, how far knees turn to either side, a heel is lifted and toes are bent up,
/// in radians.
const BOW: f32 = 1.0;
const TURN: f32 = 1.1;
const ROLL: f32 = 0.6;
const CURL: f32 = 0.6;
/// Metres that the pelvis comes down and to either side, that a swinging foot is lifted, and that it is kept back.
const DOWN: f32 = 0.30;
const ASIDE: f32 = 0.08;
const LIFT: f32 = 0.35;
/// Metres that a crawling body moves to either side, and ahead or back.
const CRAWLING: [f32; 2] = [0.12, 0.22];
const BACK: f32 = 0.10;
/// Metres that a ball is higher than the heel in a foot that stands on its heel.
const HEEL_FIRST: f32 = 0.01;

pub(super) struct Joints<'a> {
    pub figure: &'a Figure,
    reference: Reference,
    pub legs: [Option<Chain>; 2],
    chest: Option<usize>,
    /// Neck and head.
    bowed: [Option<usize>; 2],
}

/// Where a foot is, which way its knee points, and how its toes are turned.
#[derive(Clone, Copy)]
struct Leg {
    ankle: Vec3,
    turn: Quat,
    knee: Vec3,
    toes: Quat,
}

impl<'a> Joints<'a> {
    pub fn new(figure: &'a Figure) -> Self {
        let skeleton = &figure.skeleton;
        Self {
            figure,
            reference: Reference::of(skeleton),
            legs: Side::BOTH.map(|side| Chain::leg(skeleton, side)),
            chest: skeleton.find(Role::Chest),
            bowed: [Role::Neck, Role::Head].map(|role| skeleton.find(role)),
        }
    }

    /// The adjusted pose, and where it puts the joints.
    pub fn pose(&self, own: &Pose, on_knees: bool, adjustment: &Adjustment, pose: &mut Pose, placed: &mut Placed) {
        let skeleton = &self.figure.skeleton;
        pose.copy_from(own);
        placed.update(skeleton, pose);
        for side in Side::BOTH {
            let fold = adjustment.get(Channel::Fold(side));
            if fold > 0.0 && !on_knees {
                self.reference.tuck(skeleton, placed.turn_of(self.chest), side, fold, &mut pose.turns);
            }
        }
        let nod = adjustment.get(Channel::Nod);
        if nod > 0.0 {
            for joint in self.bowed.into_iter().flatten() {
                let bow = Quat::about([1.0, 0.0, 0.0], 0.5 * BOW * nod);
                let parent = placed.parent_turn(skeleton, joint);
                // The head turns with the neck.
                pose.turns[joint] = (parent.inverse() * bow * parent * pose.turns[joint]).unit();
            }
        }
        let [down, ahead, aside] = [Channel::Duck, Channel::Lean, Channel::Sway].map(|channel| adjustment.get(channel));
        let moved = [ASIDE * aside, -DOWN * down, ASIDE * ahead];
        if on_knees {
            // A crawling body goes up as a whole, and down with the shoulders.
            self.crawl(adjustment, [CRAWLING[0] * aside, moved[1].max(0.0), CRAWLING[1] * ahead], pose, placed);
        } else {
            self.stand(adjustment, moved, pose, placed);
        }
        placed.update(skeleton, pose);
    }

    /// Moves the pelvis, and the feet only by their own adjustments.
    fn stand(&self, adjustment: &Adjustment, moved: Vec3, pose: &mut Pose, placed: &mut Placed) {
        let whole = moved != [0.0; 3];
        let moves = |side: Side| {
            let of = [Channel::Knee, Channel::Heel, Channel::Curl, Channel::Lift, Channel::Back];
            whole || of.iter().any(|of| adjustment.get(of(side)) != 0.0)
        };
        let legs = Side::BOTH.map(|side| self.leg(side, placed).filter(|_| moves(side)));
        if whole {
            pose.root = add(pose.root, moved);
            placed.update(&self.figure.skeleton, pose);
        }
        for side in Side::BOTH {
            let (Some(chain), Some(leg)) = (self.legs[side.index()], legs[side.index()]) else { continue };
            let sole = &self.figure.soles[side.index()];
            let amount = |channel: fn(Side) -> Channel| adjustment.get(channel(side));
            let up = [0.0, LIFT * amount(Channel::Lift), -BACK * amount(Channel::Back)];
            // The heel goes up about the ball, which stays; so do the toes.
            let across = leg.turn.turn(sole.across);
            // A foot that comes down with its heel first stands on it.
            let on_heel = dot([0.0, 1.0, 0.0], leg.turn.turn(sub(sole.ball, sole.heel))) > HEEL_FIRST;
            let roll = if on_heel { 0.0 } else { ROLL * amount(Channel::Heel) };
            let turn = (Quat::about(across, roll) * leg.turn).unit();
            let rolled = sub(leg.turn.turn(sole.ball), turn.turn(sole.ball));
            let target = add(add(leg.ankle, up), rolled);
            let along = unit(sub(target, placed.at[chain.upper]), [0.0, -1.0, 0.0]);
            // About the way down, a positive turn goes to the right.
            let pole = Quat::about(along, -TURN * amount(Channel::Knee)).turn(leg.knee);
            chain.reach(&self.figure.skeleton, pose, placed, target, pole, turn);
            if sole.toes != sole.foot {
                let curled = Quat::about(across, -CURL * amount(Channel::Curl)) * leg.toes;
                pose.turns[sole.toes] = (turn.inverse() * curled).unit();
            }
        }
    }

    fn leg(&self, side: Side, placed: &Placed) -> Option<Leg> {
        let chain = self.legs[side.index()]?;
        // A straight leg has no bend; then the knee points ahead.
        let knee = add(chain.bend(placed), [0.0, 0.0, 0.01]);
        Some(Leg {
            ankle: placed.at[chain.end],
            turn: placed.turn[chain.end],
            knee,
            toes: placed.turn[self.figure.soles[side.index()].toes],
        })
    }
}

/// How far shins are turned aside and raised, and the whole body is turned, in radians.
const SPREAD: f32 = 1.1;
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
        let aside = Quat::about(UP, SPREAD * turn);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::vector::length;
    use crate::motion::clips::{Clip, Kind};
    use crate::motion::figure::SolePoint;

    #[test]
    fn standing_feet_stay_while_other_joints_move() {
        let person = Figure::person(1.8);
        let joints = Joints::new(&person);
        let own = Clip::generated(Kind::Stand, &person).pose(0);
        let before = Placed::of(&person.skeleton, &own);
        let (mut pose, mut placed) = (Pose::default(), Placed::default());
        let left = Side::Left;
        let ball = |placed: &Placed, foot: usize| person.soles[foot].point(placed, SolePoint::Ball);
        let hand = |placed: &Placed| placed.at[Role::Hand(left).index()];
        for adjustment in [
            Adjustment::of(&[(Channel::Duck, 1.0), (Channel::Knee(left), 1.0)]),
            Adjustment::of(&[(Channel::Duck, 0.3), (Channel::Lean, 1.0), (Channel::Heel(left), 0.5)]),
            Adjustment::of(&[(Channel::Fold(left), 1.0), (Channel::Nod, 1.0), (Channel::Curl(left), 1.0)]),
        ] {
            joints.pose(&own, false, &adjustment, &mut pose, &mut placed);
            for foot in 0..2 {
                let moved = length(sub(ball(&placed, foot), ball(&before, foot)));
                assert!(moved < 1e-4, "{adjustment:?}: foot {foot} moved by {moved}");
            }
            let [down, head] =
                [Role::Hips, Role::Head].map(|role| before.at[role.index()][1] - placed.at[role.index()][1]);
            assert!(
                (down - DOWN * adjustment.get(Channel::Duck)).abs() < 1e-4 && head >= down - 1e-4,
                "{adjustment:?}"
            );
            let folded = adjustment.get(Channel::Fold(left)) > 0.0;
            assert_eq!(hand(&placed)[1] > hand(&before)[1] + 0.2, folded, "{adjustment:?}");
        }
        // A foot that swings goes up.
        joints.pose(&own, false, &Adjustment::of(&[(Channel::Lift(left), 1.0)]), &mut pose, &mut placed);
        assert!((ball(&placed, 0)[1] - ball(&before, 0)[1] - LIFT).abs() < 1e-3);
    }
}
