//! One foot: where it is held, and where it is going.

use super::Ground;
use super::landing::Print;
use crate::geom::Quat;
use crate::geom::vector::{UP, Vec3, dot, sub};
use crate::motion::clips::Contact;
use crate::motion::figure::{Sole, SolePoint};

/// What the motion says of a foot in a frame.
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
}

/// A point that is held.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    point: SolePoint,
    at: [f64; 3],
    yaw: f32,
}

/// The motion's own foot on level ground, in the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Raw {
    /// The ankle; its height is above the base point.
    pub ankle: [f64; 3],
    pub turn: Quat,
}

/// Where the foot shall be, in the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Goal {
    pub ankle: [f64; 3],
    pub turn: Quat,
    pub planted: bool,
}

/// The memory of one foot.
#[derive(Clone, Debug, Default)]
pub(super) struct Foot {
    anchor: Option<Anchor>,
    /// Ground below the ankle, on its way from one place to the next.
    height: f64,
    /// The same for the pelvis, which stands on the mean of both feet's and does not rise as early as a foot.
    pub carries: f64,
    /// What was added to the motion's own foot in the last frame: across, up beyond `height`, and turned.
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
    levelled: f32,
    /// It was let go before the motion did, and is held again at the next strike.
    loose: bool,
    /// Seconds that the motion has wanted it to stand, and how far its swing was before.
    waited: f32,
    swung: f32,
    started: bool,
}

/// The end of a swing: the ball in plan, the ground there, and its height below the ankle.
#[derive(Clone, Copy, Debug)]
struct Target {
    ball: [f64; 2],
    ground: Ground,
    height: f64,
    /// The heel has nothing below it.
    overhang: bool,
}

type GroundFn<'a> = &'a dyn Fn(f64, f64) -> Option<Ground>;

/// Progress of a swing from which its target stays, metres by which the target may differ from the motion's own.
const COMMIT: f32 = 0.45;
const FARTHEST: f64 = 0.30;
/// Seconds that a foot which was let go early waits for its next strike.
const PATIENCE: f32 = 0.25;

impl Foot {
    /// The goal of a frame.
    pub(super) fn goal(&mut self, sole: &Sole, raw: &Raw, step: &Step, floor: f64, ground: GroundFn, dt: f32) -> Goal {
        let mut step = *step;
        if !self.started {
            self.started = true;
            self.swung = 1.0;
            self.height = ground(raw.ankle[0], raw.ankle[2]).map_or(floor, |ground| ground.height);
            self.left = ([0.0; 3], Quat::IDENTITY, self.height);
            if step.contact.is_planted() {
                // Nobody has led it here: it stands where it is.
                step.landing = flat_ball(sole, raw);
                step.yaw = f64::from(sole.yaw(raw.turn));
            }
        }
        let step = &step;
        let goal = if self.stands(step, dt) {
            let from = match self.anchor {
                None => {
                    // The motion already looks for the strike after this one; this one is here.
                    let landed = Step { progress: 1.0, landing: flat_ball(sole, raw), ..*step };
                    self.swing(sole, raw, &landed, floor, ground, dt)
                }
                Some(anchor) => self.held(anchor, sole, raw, step, ground, dt),
            };
            let point = self.holder(sole, &from, step, ground);
            match self.anchor {
                Some(anchor) if anchor.point == point => from,
                _ => {
                    let anchor = self.anchor_at(sole, &from, point, floor, ground);
                    self.anchor = Some(anchor);
                    self.held(anchor, sole, raw, step, ground, dt)
                }
            }
        } else {
            if self.anchor.take().is_some() {
                self.leave();
                self.levelled = 0.0;
                self.raise = 0.0;
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
            self.swung = if self.anchor.is_some() { step.progress } else { self.swung.max(step.progress) };
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

    /// What holds the foot: the heel until the ball is down. A heel over an edge holds nothing, and neither does a ball
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

    /// Whether it is held.
    pub(super) fn is_planted(&self) -> bool {
        self.anchor.is_some()
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
    }

    /// Holds a point of a foot that is somewhere.
    fn anchor_at(&self, sole: &Sole, at: &Goal, point: SolePoint, floor: f64, ground: GroundFn) -> Anchor {
        let mut place = point_of(sole, at, point);
        let below = ground(place[0], place[2]).map_or(floor, |ground| ground.height);
        // At an edge the ground under the point may be another tread than the one it was led to.
        let led = self.target.map(|target| (place[0] - target.ball[0], place[2] - target.ball[1], target.ground));
        place[1] = match led {
            Some((x, z, tread)) if libm::hypot(x, z) < 0.25 && (tread.at(x, z) - below).abs() > 0.05 => tread.at(x, z),
            _ => below,
        };
        let tilt = ground(place[0], place[2]).unwrap_or_default().tilt();
        Anchor { point, at: place, yaw: sole.yaw(tilt.inverse() * at.turn) }
    }

    /// A foot whose anchor stays where it is.
    fn held(&mut self, anchor: Anchor, sole: &Sole, raw: &Raw, step: &Step, ground: GroundFn, dt: f32) -> Goal {
        let below = ground(anchor.at[0], anchor.at[2]).unwrap_or(Ground { height: anchor.at[1], slope: [0.0; 2] });
        let tilt = below.tilt();
        let turn = tilt * Quat::about_y(anchor.yaw - sole.yaw(raw.turn)) * raw.turn;
        let grow = if step.contact.heel && step.contact.ball { dt * 12.0 } else { -dt * 12.0 };
        self.levelled = (self.levelled + grow).clamp(0.0, 1.0);
        let turn = level(sole, turn, tilt.turn(UP), anchor.point, self.levelled);
        let local = if anchor.point == SolePoint::Ball { sole.ball } else { sole.heel };
        let arm = turn.turn(local).map(f64::from);
        let ankle: [f64; 3] = std::array::from_fn(|axis| anchor.at[axis] - arm[axis]);
        self.height = below.at(ankle[0] - anchor.at[0], ankle[2] - anchor.at[2]);
        self.carries = self.height;
        let ball = turn.turn(sole.ball).map(f64::from);
        self.ball = [ankle[0] + ball[0], ankle[2] + ball[2]];
        Goal { ankle, turn, planted: true }
    }

    /// A foot in the air: from what it was moved by when it left to what its landing wants.
    fn swing(&mut self, sole: &Sole, raw: &Raw, step: &Step, floor: f64, ground: GroundFn, dt: f32) -> Goal {
        let Target { ball, ground: tread, height, overhang } = self.aim(sole, step, floor, ground);
        let t = f64::from(ease(step.progress));
        let (moved, turned, from) = self.left;
        let shift = [0, 1].map(|axis| (ball[axis] - step.landing[axis]).clamp(-FARTHEST, FARTHEST));
        // What was foretold and what comes may differ while motions blend; at the end only the target counts.
        let now = flat_ball(sole, raw);
        let late = f64::from(step.progress).powi(6);
        let error = [0, 1].map(|axis| (step.landing[axis] - now[axis]).clamp(-FARTHEST, FARTHEST) * late);
        // A slope is followed. Up a step the foot rises early, down a step it sinks late.
        let slope = (0..2).map(|axis| tread.slope[axis] * (ball[axis] - self.left_at[axis])).sum::<f64>();
        let slope = slope.clamp((height - from).min(0.0), (height - from).max(0.0));
        let rise = height - from - slope;
        let climb = if rise > 0.0 { step.progress / 0.75 } else { (step.progress - 0.25) / 0.75 };
        self.height = from + slope * t + rise * f64::from(ease(climb));
        self.carries = from + (height - from) * t;
        let turn = (turned.mix(tread.tilt(), t as f32) * raw.turn).unit();
        let mut goal = Goal {
            ankle: [
                raw.ankle[0] + moved[0] * (1.0 - t) + shift[0] * t + error[0],
                self.height + raw.ankle[1] + moved[1] * (1.0 - t),
                raw.ankle[2] + moved[2] * (1.0 - t) + shift[1] * t + error[1],
            ],
            turn,
            planted: false,
        };
        if overhang {
            // No heel strike on a tread that ends before the heel: the foot comes down flat.
            let before = goal.turn.turn(sole.ball).map(f64::from);
            let flat = ease(step.progress * 2.0 - 1.0);
            goal.turn = goal.turn.mix(level(sole, goal.turn, tread.tilt().turn(UP), SolePoint::Ball, 1.0), flat);
            let after = goal.turn.turn(sole.ball).map(f64::from);
            (0..3).for_each(|axis| goal.ankle[axis] += before[axis] - after[axis]);
        }
        self.clear(sole, &mut goal, step, ground, dt);
        goal
    }

    /// Where the swing ends.
    fn aim(&mut self, sole: &Sole, step: &Step, floor: f64, ground: GroundFn) -> Target {
        if let Some(target) = self.target.filter(|_| step.progress > COMMIT) {
            return target;
        }
        let print = Print::of(sole, step.landing, step.yaw);
        let shift = print.shift(ground);
        let ball = [0, 1].map(|axis| step.landing[axis] + print.along[axis] * shift);
        let below = ground(ball[0], ball[1]).unwrap_or(Ground { height: floor, slope: [0.0; 2] });
        let behind = f64::from(sole.ball[2].abs().max(sole.ball[0].abs()));
        let height = below.at(-print.along[0] * behind, -print.along[1] * behind);
        let [x, z] = [0, 1].map(|axis| ball[axis] - print.along[axis] * print.back);
        let tread = below.at(x - ball[0], z - ball[1]);
        let overhang = ground(x, z).is_none_or(|ground| (ground.height - tread).abs() > 0.04);
        let target = Target { ball, ground: below, height, overhang };
        self.target = Some(target);
        target
    }

    /// Lifts a swinging foot over what is below it and just ahead.
    fn clear(&mut self, sole: &Sole, goal: &mut Goal, step: &Step, ground: GroundFn, dt: f32) {
        let ahead = [libm::sin(step.yaw), libm::cos(step.yaw)];
        let tip = point_of(sole, goal, SolePoint::Tip);
        let deficit = |[x, y, z]: [f64; 3], out: f64| {
            ground(x + ahead[0] * out, z + ahead[1] * out).map_or(0.0, |ground| ground.height + 0.004 - y)
        };
        let heel = point_of(sole, goal, SolePoint::Heel);
        let ball = point_of(sole, goal, SolePoint::Ball);
        let now = deficit(heel, 0.0).max(deficit(ball, 0.0)).max(0.0);
        // Toes give way: they lift the foot, but at their leisure, and not while they push off. What lies ahead matters less
        // the farther it is, and near the end of the swing only what is below matters.
        let toes = if step.progress > 0.25 { deficit(tip, 0.0) } else { 0.0 };
        let soon = match step.progress {
            0.1..0.8 if Self::steps_up(ball, ahead, ground) => {
                (0.8 * deficit(ball, 0.12)).max(0.5 * deficit(ball, 0.16))
            }
            _ => 0.0,
        };
        let most = f64::from(dt) * 1.6;
        let wanted = now.max(soon).max(toes);
        self.raise = (self.raise + (wanted - self.raise).clamp(-most, most)).max(now);
        goal.ankle[1] += self.raise;
    }
}

impl Foot {
    /// Whether the ground just ahead of a point is higher than its slope explains.
    fn steps_up(at: [f64; 3], ahead: [f64; 2], ground: GroundFn) -> bool {
        let [x, z] = ahead.map(|part| part * 0.16);
        let beyond = ground(at[0], at[2]).zip(ground(at[0] + x, at[2] + z));
        beyond.is_some_and(|(here, there)| there.height > here.at(x, z) + 0.03)
    }
}

/// A point of the sole of a foot that is somewhere. The tip is taken as if the toes were straight.
pub(super) fn point_of(sole: &Sole, goal: &Goal, point: SolePoint) -> [f64; 3] {
    let local = match point {
        SolePoint::Heel => sole.heel,
        SolePoint::Ball => sole.ball,
        SolePoint::Tip => {
            let out = sub(sole.ball, sole.heel);
            let more = crate::geom::vector::length(sole.tip) / crate::geom::vector::length(out).max(1e-3);
            std::array::from_fn(|axis| sole.ball[axis] + out[axis] * more)
        }
    };
    let arm = goal.turn.turn(local).map(f64::from);
    std::array::from_fn(|axis| goal.ankle[axis] + arm[axis])
}

/// Where the ball of a foot would be in plan if the foot came down flat on the lower of heel and ball.
fn flat_ball(sole: &Sole, raw: &Raw) -> [f64; 2] {
    let [heel, ball] = [sole.heel, sole.ball].map(|point| raw.turn.turn(point).map(f64::from));
    if ball[1] <= heel[1] {
        return [raw.ankle[0] + ball[0], raw.ankle[2] + ball[2]];
    }
    let (yaw, length) = (f64::from(sole.yaw(raw.turn)), f64::from(sole.length()));
    [raw.ankle[0] + heel[0] + libm::sin(yaw) * length, raw.ankle[2] + heel[2] + libm::cos(yaw) * length]
}

/// Lays a foot flat by a share, and never lets the point that is not held sink.
fn level(sole: &Sole, turn: Quat, normal: Vec3, held: SolePoint, share: f32) -> Quat {
    let across = turn.turn(sole.across);
    let out = match held {
        SolePoint::Heel => sub(sole.ball, sole.heel),
        _ => sub(sole.heel, sole.ball),
    };
    let size = crate::geom::vector::length(out).max(1e-3);
    let height = dot(normal, turn.turn(out)) / size;
    let flat = libm::asinf(height.clamp(-0.5, 0.5));
    // About the axis to the left, a positive turn lifts the heel and drops the ball.
    let sign = if held == SolePoint::Heel { 1.0 } else { -1.0 };
    let by = if height < 0.0 { flat } else { flat * share };
    (Quat::about(across, sign * by) * turn).unit()
}

/// 0 to 1, smooth at both ends.
fn ease(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
