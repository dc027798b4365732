//! A foot that stands, or is about to.

use super::{Anchor, Foot, Goal, Grounds, Raw, Step};
use crate::geom::Quat;
use crate::geom::vector::UP;
use crate::motion::feet::Ground;
use crate::motion::feet::ground::{flat_ball, laid_flat, point_of};
use crate::motion::feet::landing::Print;
use crate::motion::figure::{BETWEEN, Sole, SolePoint};

/// How fast a foot comes down that a motion wants on the ground at once: metres and radians per second.
const HURRY: f64 = 2.5;
const HURRY_TURN: f64 = 12.0;

/// How deep a gap is into which a sole is let down at most, and how fast, in metres and metres per second.
const DEEPEST: f64 = 0.06;
const SETTLES: f64 = 2.0;

impl Foot {
    /// The goal of a foot that the motion wants to stand.
    pub(super) fn stand(&mut self, sole: &Sole, raw: &Raw, step: &Step, floor: f64, ground: &Grounds, dt: f32) -> Goal {
        let from = match self.anchor {
            None => {
                // The motion already looks for the strike after this one; this one is here.
                let yaw = f64::from(sole.yaw(raw.turn));
                let landed = Step { progress: 1.0, landing: flat_ball(sole, raw), yaw, ..*step };
                let there = self.swing(sole, raw, &landed, floor, ground, dt);
                let on_its_way = self.hurry(&there, f64::from(dt));
                self.late = on_its_way.is_some();
                match on_its_way {
                    Some(goal) => return goal,
                    None => there,
                }
            }
            Some(anchor) => self.held(anchor, sole, raw, step, dt),
        };
        let point = self.holder(sole, &from, step, ground.felt);
        let mut goal = match self.anchor {
            Some(anchor) if anchor.point == point => from,
            _ => {
                let anchor = self.anchor_at(sole, &from, point, floor, ground);
                self.anchor = Some(anchor);
                self.held(anchor, sole, raw, step, dt)
            }
        };
        self.settle(sole, &mut goal, ground, dt);
        goal
    }

    /// Lets a sole down that nothing carries: one that comes down with its heel over a gap, and one whose ball hung over a gap once
    /// the heel rises.
    fn settle(&mut self, sole: &Sole, goal: &mut Goal, ground: &Grounds, dt: f32) {
        let [heel, ball] = [SolePoint::Heel, SolePoint::Ball].map(|point| point_of(sole, goal, point));
        let left = goal.turn.turn(sole.across).map(f64::from);
        let [back, front, _] = sole.rims().map(f64::from);
        let places = (0..=BETWEEN).flat_map(|station| {
            let share = station as f64 / BETWEEN as f64;
            let middle: [f64; 3] = std::array::from_fn(|axis| heel[axis] + share * (ball[axis] - heel[axis]));
            let half = back + share * (front - back);
            [0.0, half, -half].map(|out| std::array::from_fn::<f64, 3, _>(|axis| middle[axis] + out * left[axis]))
        });
        let clear = places.filter_map(|[x, y, z]| Some(y - (ground.around.ground)(x, z)?.height));
        // A riser beside it, or a drop, is nothing to settle on.
        let most = clear.filter(|clear| *clear > -DEEPEST).reduce(f64::min).unwrap_or(0.0);
        let most = if most > DEEPEST { 0.0 } else { most.max(0.0) };
        self.settled = most.min(self.settled + SETTLES * f64::from(dt));
        goal.ankle[1] -= self.settled;
    }

    /// Where a foot is that should be elsewhere by now and cannot get there within a frame; `None` if it can.
    fn hurry(&self, there: &Goal, dt: f64) -> Option<Goal> {
        let last = self.last?;
        let way: [f64; 3] = std::array::from_fn(|axis| there.ankle[axis] - last.ankle[axis]);
        let far = way.iter().map(|part| part * part).sum::<f64>().sqrt();
        let turned = f64::from((there.turn * last.turn.inverse()).unit().angle());
        let share = (HURRY * dt / far.max(1e-9)).min(HURRY_TURN * dt / turned.max(1e-9));
        let ankle = std::array::from_fn(|axis| last.ankle[axis] + share * way[axis]);
        (share < 1.0).then(|| Goal { ankle, turn: last.turn.mix(there.turn, share as f32), planted: false })
    }

    /// Locks a point of a foot to the plane on which its sole rests.
    fn anchor_at(&self, sole: &Sole, at: &Goal, point: SolePoint, floor: f64, ground: &Grounds) -> Anchor {
        let [x, _, z] = point_of(sole, at, point);
        let print = Print::below(sole, at, point);
        let ball = print.ball;
        let below = (ground.felt)(ball[0], ball[1]).unwrap_or(Ground { height: floor, slope: [0.0; 2] });
        // At an edge the ground under the ball may be another tread than the one it was led to.
        let led = self.target.map(|target| (ball[0] - target.ball[0], ball[1] - target.ball[1], target.ground));
        let felt = match led {
            Some((x, z, tread)) if libm::hypot(x, z) < 0.25 && (tread.at(x, z) - below.height).abs() > 0.05 => {
                Ground { height: tread.at(x, z), ..tread }
            }
            _ => below,
        };
        let rest = print.rest(felt, ground.around.ground);
        let on = Ground { height: rest.at(x - ball[0], z - ball[1]), ..rest };
        Anchor { point, at: [x, z], on, yaw: sole.yaw(on.tilt().inverse() * at.turn) }
    }

    /// A foot whose anchor stays where it is.
    fn held(&mut self, anchor: Anchor, sole: &Sole, raw: &Raw, step: &Step, dt: f32) -> Goal {
        let tilt = anchor.on.tilt();
        let turn = tilt * Quat::about_y(anchor.yaw - sole.yaw(raw.turn)) * raw.turn;
        let grow = if step.contact.heel && step.contact.ball { dt * 12.0 } else { -dt * 12.0 };
        self.levelled = (self.levelled + grow).clamp(0.0, 1.0);
        let turn = laid_flat(sole, turn, tilt.turn(UP), anchor.point, self.levelled);
        let local = if anchor.point == SolePoint::Ball { sole.ball } else { sole.heel };
        let arm = turn.turn(local).map(f64::from);
        let ankle = [anchor.at[0] - arm[0], anchor.on.height - arm[1], anchor.at[1] - arm[2]];
        self.height = anchor.on.at(-arm[0], -arm[2]);
        self.carries = self.height;
        let ball = turn.turn(sole.ball).map(f64::from);
        self.ball = [ankle[0] + ball[0], ankle[2] + ball[2]];
        Goal { ankle, turn, planted: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::feet::{Around, GroundFn};
    use crate::motion::figure::Figure;

    /// How far a level sole comes down at leisure that is so far above a ground.
    fn settled(above: f64, ground: GroundFn) -> f64 {
        let sole = Figure::person(1.8).soles[0];
        let [mut foot, _] = Foot::both();
        let grounds = Grounds { felt: ground, around: Around::open(ground) };
        let from = Goal { ankle: [0.0, f64::from(sole.ankle) + above, 0.0], turn: Quat::IDENTITY, planted: true };
        let mut goal = from;
        for _ in 0..10 {
            goal = from;
            foot.settle(&sole, &mut goal, &grounds, 1.0 / 60.0);
        }
        from.ankle[1] - goal.ankle[1]
    }

    #[test]
    fn a_sole_that_nothing_carries_is_let_down() {
        let at = |height: f64| Some(Ground { height, slope: [0.0; 2] });
        let level = |_: f64, _: f64| at(0.0);
        let is = |settled: f64, by: f64| assert!((settled - by).abs() < 1e-6, "{settled} for {by}");
        is(settled(0.04, &level), 0.04);
        is(settled(0.0, &level), 0.0);
        // Nothing lets it down into a gap that it bridges, nor over a drop.
        is(settled(0.0, &|_, z| at(if z < 0.0 { -0.05 } else { 0.0 })), 0.0);
        is(settled(DEEPEST + 0.01, &level), 0.0);
        // Something at one rim carries it; a riser there does not.
        is(settled(0.04, &|x, _| at(if x > 0.01 { 0.03 } else { 0.0 })), 0.01);
        is(settled(0.04, &|x, _| at(if x > 0.01 { 0.2 } else { 0.0 })), 0.04);
    }
}
