//! One foot: the lock while it stands and the path of its swing.
//!
//! In, frame by frame: the foot of the motion, its contact and predicted landing, and the ground. Out: where the foot shall be. A
//! standing foot is locked at its heel until the ball is down, then at its ball; while it swings, the difference between lock and
//! motion is given back.

mod stance;
mod swing;

use super::ground::{Goal, Raw, flat_ball, point_of};
use super::{Around, Ground, GroundFn};
use crate::geom::Quat;
use crate::motion::clips::Contact;
use crate::motion::figure::{Sole, SolePoint};

/// A foot in a frame of the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// How it touches the ground.
    pub contact: Contact,
    /// How far its swing is, 0 to 1; of no meaning while it stands.
    pub progress: f32,
    /// Where its ball comes down next if nothing else moves it: x and z in the world.
    pub landing: [f64; 2],
    /// Which way the toes point there: the yaw about y from +z.
    pub yaw: f64,
    /// Where the base point is then: x and z in the world. No wall is between it and the foot.
    pub over: [f64; 2],
    /// How high the base point is then, if that is known: feet come down near it.
    pub floor: Option<f64>,
}

/// A point that is held.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    point: SolePoint,
    /// Where it is in plan, and the ground below it.
    at: [f64; 2],
    on: Ground,
    yaw: f32,
}

/// The memory of one foot.
#[derive(Clone, Debug, Default)]
pub(super) struct Foot {
    anchor: Option<Anchor>,
    /// Ground below the ankle, on its way from one place to the next.
    height: f64,
    /// The same for the pelvis, which stands on the mean of both feet's and does not rise as early as a foot.
    pub carries: f64,
    /// The last frame's difference from the motion's own foot: position, with `height` taken off, and turn.
    moved: [f64; 3],
    turned: Quat,
    /// The same when it left the ground, and the ground there.
    left: ([f64; 3], Quat, f64),
    left_at: [f64; 2],
    /// Its ball in plan while it is held.
    ball: [f64; 2],
    /// Where it comes down; kept from the middle of the swing on.
    target: Option<Target>,
    raise: f64,
    rising: f64,
    /// Where its ball was in the air in the last frame, and how far it is held back before a riser.
    passed: Option<[f64; 2]>,
    back: f64,
    levelled: f32,
    /// Metres that its ball was let down since the heel rose.
    settled: f64,
    /// It was let go before the motion did, and is held again at the next strike.
    loose: bool,
    /// Seconds that the motion has wanted it to stand, and how far its swing was before.
    waited: f32,
    swung: f32,
    started: bool,
    /// Where it was in the last frame, and whether it should have stood there already.
    last: Option<Goal>,
    late: bool,
    /// 1 for the left foot, −1 for the right one.
    outward: f64,
}

/// The end of a swing: the ball in plan, the ground there, and its height below the ankle.
#[derive(Clone, Copy, Debug)]
struct Target {
    ball: [f64; 2],
    /// Where it would have come down by itself.
    landing: [f64; 2],
    ground: Ground,
    height: f64,
    /// The heel has nothing below it.
    overhang: bool,
    /// Which way the toes point there, if not where the motion would point them.
    yaw: Option<f64>,
}

/// The ground as it is, and as a foot that stands feels it.
#[derive(Clone, Copy)]
pub(super) struct Grounds<'a> {
    pub felt: GroundFn<'a>,
    pub around: Around<'a>,
}

/// Progress of a swing from which its target stays, metres by which the target may differ from the motion's own.
const COMMIT: f32 = 0.45;
const FARTHEST: f64 = 0.45;
/// Seconds that a foot which was let go early waits for its next strike.
const PATIENCE: f32 = 0.25;

impl Foot {
    /// The left and the right foot.
    pub(super) fn both() -> [Self; 2] {
        [1.0, -1.0].map(|outward| Self { outward, ..Self::default() })
    }

    /// The goal of a frame.
    pub(super) fn goal(&mut self, sole: &Sole, raw: &Raw, step: &Step, floor: f64, ground: &Grounds, dt: f32) -> Goal {
        let mut step = *step;
        if !self.started {
            self.started = true;
            self.swung = 1.0;
            self.height = (ground.felt)(raw.ankle[0], raw.ankle[2]).map_or(floor, |ground| ground.height);
            self.left = ([0.0; 3], Quat::IDENTITY, self.height);
            if step.contact.is_planted() {
                // It has no swing behind it, so it stands where it is.
                step.landing = flat_ball(sole, raw);
                step.yaw = f64::from(sole.yaw(raw.turn));
            }
        }
        let step = &step;
        let goal = if self.stands(step, dt) {
            self.stand(sole, raw, step, floor, ground, dt)
        } else {
            if self.anchor.take().is_some() || std::mem::take(&mut self.late) {
                self.leave();
                self.levelled = 0.0;
                (self.raise, self.rising, self.back, self.passed) = (0.0, 0.0, 0.0, None);
            }
            self.swing(sole, raw, &Step { progress: self.swung, ..*step }, floor, ground, dt)
        };
        self.amend(raw, &goal);
        goal
    }

    /// Whether the foot is held in this frame. One that was let go early, or that has just left when blended motions
    /// disagree, swings on to its next strike; only where the motion insists, it is put down.
    fn stands(&mut self, step: &Step, dt: f32) -> bool {
        if !step.contact.is_planted() {
            self.loose = false;
            self.waited = 0.0;
            // Blended motions may disagree about how far a swing is; it never goes back.
            self.swung = if self.anchor.is_some() || self.late { step.progress } else { self.swung.max(step.progress) };
            return false;
        }
        if self.anchor.is_none() && self.swung < 0.5 {
            self.loose = true;
        }
        self.waited += dt;
        let stands = !self.loose || self.waited > PATIENCE;
        if stands {
            self.loose = false;
            self.swung = 1.0;
        }
        stands
    }

    /// The point that holds the foot: the heel until the ball is down. A heel over an edge holds nothing, and neither does a ball
    /// that is still in the air, whatever the motion says.
    fn holder(&self, sole: &Sole, at: &Goal, step: &Step, ground: GroundFn) -> SolePoint {
        let hangs = self.target.is_some_and(|target| target.overhang);
        if hangs || !step.contact.heel {
            return SolePoint::Ball;
        }
        let rolls = self.anchor.is_some_and(|anchor| anchor.point == SolePoint::Heel);
        if rolls {
            let [x, y, z] = point_of(sole, at, SolePoint::Ball);
            let down = ground(x, z).is_none_or(|ground| y < ground.height + 0.008);
            return if step.contact.ball && down { SolePoint::Ball } else { SolePoint::Heel };
        }
        if step.contact.ball { SolePoint::Ball } else { SolePoint::Heel }
    }

    /// How much of the body it bears, or is about to: 1 while it is held, from 0 on in the second half of a swing.
    pub(super) fn weight(&self) -> f32 {
        if self.anchor.is_some() { 1.0 } else { (self.swung * 2.0 - 1.0).clamp(0.0, 1.0) }
    }

    /// Notes where it leaves from.
    fn leave(&mut self) {
        self.left = (self.moved, self.turned, self.height);
        self.left_at = self.ball;
        self.target = None;
    }

    /// Lets go, as if it swung from where it is.
    pub(super) fn release(&mut self) {
        if self.anchor.take().is_some() {
            self.leave();
            self.swung = 0.0;
            self.loose = true;
            self.waited = 0.0;
        }
    }

    /// Whether the ball is held, so that the heel may rise.
    pub(super) fn rolls(&self) -> bool {
        self.anchor.is_some_and(|anchor| anchor.point == SolePoint::Ball)
    }

    /// The goal was turned about the held point after it was given.
    pub(super) fn amend(&mut self, raw: &Raw, goal: &Goal) {
        self.turned = (goal.turn * raw.turn.inverse()).unit();
        self.moved = [0, 1, 2].map(|axis| goal.ankle[axis] - raw.ankle[axis]);
        self.moved[1] -= self.height;
        self.last = Some(*goal);
    }
}
