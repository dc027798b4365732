//! Both feet and the pelvis above them.
//!
//! In, frame by frame: a pose, the steps of both feet, the surroundings. Out: the pose with the pelvis at a height from which both legs
//! reach their feet, legs by inverse kinematics, and toes bent where they would sink.

use super::foot::{Foot, Grounds, Step};
use super::ground::{Goal, Raw, felt, point_of};
use super::{Around, Ground, GroundFn};
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, length, scale, sub, unit};
use crate::motion::figure::ik::Chain;
use crate::motion::figure::{Base, Placed, Pose, Side, Skeleton, Sole, SolePoint};
use std::sync::Arc;

/// How far a heel is lifted to stretch a leg, radians, and in how many tries.
const ROLL: f32 = 0.75;
const ROLLS: usize = 15;
/// Rise of a sole from ball to heel, per length, beyond which it is not lifted.
const STEEPEST: f32 = 0.92;
/// How far toes bend up before a riser at a time, in radians, and how often.
const BEND: f32 = 0.1;
const BENDS: usize = 10;
/// How fast toes come down again, in radians per second.
const RELAX: f32 = 8.0;
/// Metres that the pelvis comes down for a leg; beyond it the foot is let go.
const DEEPEST: f64 = 0.30;

/// The feet of one walker, with their locks from frame to frame.
///
/// ```
/// use footpath::motion::clips::{Clip, Contact, Kind};
/// use footpath::motion::feet::{Around, Feet, Step, level};
/// use footpath::motion::figure::{Base, Figure, Placed};
/// let person = Figure::person(1.80);
/// let stand = Clip::generated(Kind::Stand, &person);
/// let mut feet = Feet::new(person.skeleton.clone(), person.soles);
/// let (mut pose, mut placed) = (stand.pose(0), Placed::default());
/// let step = Step { contact: Contact::FLAT, ..Step::default() };
/// let base = Base { at: [3.0, 1.0, 2.0], heading: 0.5 };
/// let ground = level(1.0);
/// let planted = feet.solve(&mut pose, &mut placed, &base, &[step; 2], &Around::open(&ground), 1.0 / 60.0);
/// assert_eq!(planted, [true, true]);
/// ```
#[derive(Clone, Debug)]
pub struct Feet {
    skeleton: Arc<Skeleton>,
    soles: [Sole; 2],
    legs: [Option<Chain>; 2],
    feet: [Foot; 2],
    /// How far toes were bent up in the last frame, in radians.
    bent: [f32; 2],
    drop: f32,
}

impl Feet {
    /// Feet that have not stood anywhere yet.
    pub fn new(skeleton: Arc<Skeleton>, soles: [Sole; 2]) -> Self {
        let legs = Side::BOTH.map(|side| Chain::leg(&skeleton, side));
        Self { skeleton, soles, legs, feet: Foot::both(), bent: [0.0; 2], drop: 0.0 }
    }

    /// Forgets where the feet stood and went, as if they had not stood anywhere yet.
    pub fn forget(&mut self) {
        *self = Self::new(self.skeleton.clone(), self.soles);
    }

    /// Puts the feet of a pose where they stand or go, and the pelvis where the legs reach from; `placed` shows the result. Says
    /// which feet stand.
    pub fn solve(
        &mut self,
        pose: &mut Pose,
        placed: &mut Placed,
        base: &Base,
        steps: &[Step; 2],
        around: &Around<'_>,
        dt: f32,
    ) -> [bool; 2] {
        let felt = |x: f64, z: f64| felt(around.ground, x, z);
        let grounds = Grounds { felt: &felt, around: *around };
        placed.update(&self.skeleton, pose);
        let (mut goals, mut raws) = ([Goal::default(); 2], [Raw::default(); 2]);
        for foot in 0..2 {
            let sole = &self.soles[foot];
            let mut ankle = base.to_world(placed.at[sole.foot]);
            ankle[1] -= base.at[1];
            let raw = Raw { ankle, turn: base.turn() * placed.turn[sole.foot] };
            goals[foot] = self.feet[foot].goal(sole, &raw, &steps[foot], base.at[1], &grounds, dt);
            raws[foot] = raw;
        }
        // The pelvis stands on the mean of the ground below both feet.
        let lift = (0.5 * (self.feet[0].carries + self.feet[1].carries) - base.at[1]) as f32;
        for foot in 0..2 {
            self.stretch(placed, base, &mut goals[foot], &raws[foot], foot, lift);
        }
        let ankles = goals.map(|goal| base.to_local(goal.ankle));
        let drop = self.drop(placed, &ankles, lift, dt);
        pose.root[1] += lift - drop;
        let poles = [0, 1].map(|foot| self.pole(placed, foot));
        placed.update(&self.skeleton, pose);
        let unturn = base.turn().inverse();
        for foot in 0..2 {
            let Some(leg) = self.legs[foot] else { continue };
            let turn = unturn * goals[foot].turn;
            leg.reach(&self.skeleton, pose, placed, ankles[foot], poles[foot], turn);
        }
        placed.update(&self.skeleton, pose);
        for foot in 0..2 {
            self.bend_toes(pose, placed, base, foot, &felt, dt);
        }
        placed.update(&self.skeleton, pose);
        goals.map(|goal| goal.planted)
    }

    /// A leg that is too short for its standing foot first lifts the heel, as in a long stride, then lets go.
    fn stretch(&mut self, placed: &Placed, base: &Base, goal: &mut Goal, raw: &Raw, foot: usize, lift: f32) {
        let Some(leg) = self.legs[foot].filter(|_| goal.planted) else { return };
        let whole = f64::from(leg.longest(placed));
        let hip = base.to_world(add(placed.at[leg.upper], [0.0, lift - self.drop, 0.0]));
        let excess = |ankle: &[f64; 3]| {
            let square: f64 = (0..3).map(|axis| (hip[axis] - ankle[axis]) * (hip[axis] - ankle[axis])).sum();
            square.sqrt() - whole
        };
        let sole = &self.soles[foot];
        if excess(&goal.ankle) > 0.0 && self.feet[foot].rolls() {
            let across = goal.turn.turn(sole.across);
            let ball = point_of(sole, goal, SolePoint::Ball);
            let rolled = |by: f32| {
                let turn = (Quat::about(across, by) * goal.turn).unit();
                let arm = turn.turn(sole.ball).map(f64::from);
                Goal { ankle: std::array::from_fn(|axis| ball[axis] - arm[axis]), turn, planted: true }
            };
            // The least roll that reaches, else the one that comes nearest.
            let mut best = *goal;
            for i in 1..=ROLLS {
                let tried = rolled(ROLL * i as f32 / ROLLS as f32);
                // Not up to the tips of the toes.
                let heel = unit(tried.turn.turn(sub(sole.heel, sole.ball)), [0.0, 0.0, 1.0]);
                if heel[1] > STEEPEST {
                    break;
                }
                if excess(&tried.ankle) < excess(&best.ankle) {
                    best = tried;
                }
                if excess(&best.ankle) <= 0.0 {
                    break;
                }
            }
            *goal = best;
            self.feet[foot].amend(raw, goal);
        }
        // A foot that the pelvis cannot come down for is let go.
        let flat = libm::hypot(hip[0] - goal.ankle[0], hip[2] - goal.ankle[2]);
        let lowest =
            if flat < whole { hip[1] - goal.ankle[1] - (whole * whole - flat * flat).sqrt() } else { f64::INFINITY };
        if lowest + f64::from(self.drop) > DEEPEST {
            self.feet[foot].release();
            goal.planted = false;
        }
    }

    /// How far the pelvis comes down so that the legs reach their feet. It comes down at once and goes up slowly.
    fn drop(&mut self, placed: &Placed, ankles: &[Vec3; 2], lift: f32, dt: f32) -> f32 {
        let mut needed = 0.0f32;
        for (foot, target) in ankles.iter().enumerate() {
            let Some(leg) = self.legs[foot] else { continue };
            let whole = leg.longest(placed);
            let [x, y, z] = sub(add(placed.at[leg.upper], [0.0, lift, 0.0]), *target);
            let above = (whole * whole - x * x - z * z).max(0.0).sqrt();
            // A foot about to come down counts more and more, so that nothing jerks when it stands. It does not sit down for one
            // that is out of reach.
            needed = needed.max((y - above).min(DEEPEST as f32) * self.feet[foot].weight());
        }
        let relaxed = self.drop * libm::expf(-6.0 * dt);
        self.drop = relaxed.max(needed);
        self.drop
    }

    /// Where the knee points in the motion's own pose.
    fn pole(&self, placed: &Placed, foot: usize) -> Vec3 {
        let sole = &self.soles[foot];
        let forward = placed.turn[sole.foot].turn(sub(sole.ball, sole.heel));
        let forward = unit([forward[0], 0.0, forward[2]], [0.0, 0.0, 1.0]);
        let Some(leg) = self.legs[foot] else { return forward };
        // A straight leg has no bend; then the knee points where the toes do.
        add(leg.bend(placed), scale(forward, 0.02))
    }

    /// Bends the toes up where they would sink, at once, and lets them down at leisure.
    fn bend_toes(&mut self, pose: &mut Pose, placed: &Placed, base: &Base, foot: usize, ground: GroundFn<'_>, dt: f32) {
        let sole = &self.soles[foot];
        if sole.toes == sole.foot {
            return;
        }
        let needed = self.bend(placed, base, sole, ground);
        self.bent[foot] = needed.max(self.bent[foot] - RELAX * dt);
        if self.bent[foot] > 0.0 {
            let across = placed.turn[sole.foot].turn(sole.across);
            let lifted = Quat::about(across, -self.bent[foot]) * placed.turn[sole.toes];
            pose.turns[sole.toes] = (placed.turn[sole.foot].inverse() * lifted).unit();
        }
    }

    /// How far toes bend up, in radians, so as not to sink nor to be in a riser.
    fn bend(&self, placed: &Placed, base: &Base, sole: &Sole, ground: GroundFn<'_>) -> f32 {
        let [ball, tip] = [SolePoint::Ball, SolePoint::Tip].map(|point| base.to_world(sole.point(placed, point)));
        // Where the ball stands, toes beyond an edge stay as straight as on the tread; the less so the higher it is.
        let tread = ground(ball[0], ball[2]).filter(|tread| (ball[1] - tread.height).abs() < 0.08);
        let tread = tread.map(|tread| Ground { height: tread.height - (ball[1] - tread.height).max(0.0), ..tread });
        let below = |at: [f64; 3]| {
            let plane = tread.map_or(f64::NEG_INFINITY, |tread| tread.at(at[0] - ball[0], at[2] - ball[2]));
            // Ground far above the ball is a riser, which toes do not climb.
            let found = ground(at[0], at[2]).filter(|ground| ground.height <= ball[1] + 0.06);
            found.map_or(plane, |ground| ground.height.max(plane))
        };
        // A heel that rises pushes the toes forward: against a riser they bend up.
        let riser = |at: [f64; 3]| {
            tread.is_some() && ground(at[0], at[2]).is_some_and(|ground| ground.height > ball[1].max(at[1]) + 0.06)
        };
        if below(tip) <= tip[1] && !riser(tip) {
            return 0.0;
        }
        let across = placed.turn[sole.foot].turn(sole.across);
        let joint = placed.at[sole.toes];
        let (own, mut bent) = (placed.turn[sole.toes], 0.0f32);
        let out = |bent: f32| (Quat::about(across, -bent) * own).turn(sole.tip);
        // The tip goes round the joint, not round the ball, and over other ground: a few turns come near enough.
        for _ in 0..6 {
            let out = out(bent);
            let tip = base.to_world(add(joint, out));
            let sunk = (below(tip) - tip[1]) as f32;
            let reach = libm::hypotf(out[0], out[2]).max(0.3 * length(sole.tip));
            // Beyond an edge there is nothing to sink into.
            if sunk <= 1e-5 {
                break;
            }
            bent += (sunk / reach).min(0.6);
        }
        for _ in 0..BENDS {
            if !riser(base.to_world(add(joint, out(bent)))) {
                break;
            }
            bent += BEND;
        }
        bent
    }
}
