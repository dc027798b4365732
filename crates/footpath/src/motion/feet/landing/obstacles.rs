//! Obstacles to a foot that comes down and to the leg above it.
//!
//! In: a flat sole on the ground, and its surroundings. Out: costs of the place, in metres of moving the foot along.

use super::{INSIDE, Print, SHIN, SOLID, TOES, UNEVEN};
use crate::motion::feet::{Around, GroundFn};

/// Parts along a sole, at the ends of which thin obstacles are looked for.
const THIN: i32 = 16;
/// Height above the sole and radius of the two balls that stand for a foot; heights and radius of the capsule of the shin; half the
/// distance between the balls.
const FOOT: [f64; 2] = [0.045, 0.034];
const LEG: [f64; 3] = [0.12, 0.38, 0.042];
const APART: f64 = 0.01;
/// Metres above the ground at which a leg is tested against walls, and the cost of passing through one.
const ABOVE: f64 = 0.25;
const WALL: f64 = 1.0;
/// Metres that the shin is ahead of the heel.
const ANKLE: f64 = 0.05;

impl Print {
    /// The cost of obstacles that stand up through the sole, however thin: [`Print::badness`] may miss them.
    pub(super) fn pierced(&self, ground: GroundFn<'_>) -> f64 {
        let Some(here) = ground(self.ball[0], self.ball[1]) else { return 0.0 };
        let long = self.back + self.front;
        let through = (0..=THIN).any(|station| {
            let out = long * f64::from(station) / f64::from(THIN) - self.back;
            [-TOES, 0.0, TOES].into_iter().any(|left| {
                let [x, z] = self.at(out, left);
                let plane = here.at(x - self.ball[0], z - self.ball[1]);
                ground(x, z).is_some_and(|ground| ground.height - plane >= UNEVEN)
            })
        });
        INSIDE * f64::from(u8::from(through))
    }

    /// The cost of a foot, or a shin above it, in an obstacle.
    pub(super) fn in_the_way(&self, around: &Around) -> f64 {
        let Some(here) = (around.ground)(self.ball[0], self.ball[1]) else { return 0.0 };
        let point = |out: f64, left: f64, up: f64| {
            let [x, z] = self.at(out, left);
            [x, here.at(x - self.ball[0], z - self.ball[1]) + up, z]
        };
        let [up, radius] = FOOT;
        let [from, to] = [radius - self.back, self.front - radius];
        let foot =
            [APART, -APART].into_iter().any(|left| (around.solid)(point(from, left, up), point(to, left, up), radius));
        let [low, high, thick] = LEG;
        let ankle = ANKLE - self.back;
        let shin = (around.solid)(point(ankle, 0.0, low), point(ankle, 0.0, high), thick);
        SOLID * f64::from(u8::from(foot)) + SHIN * f64::from(u8::from(shin))
    }

    /// The cost of a wall between the foot and the body's place in plan.
    pub(super) fn behind_a_wall(&self, around: &Around, body: [f64; 2]) -> f64 {
        let height = |[x, z]: [f64; 2]| (around.ground)(x, z).map_or(f64::NEG_INFINITY, |ground| ground.height);
        let over = height(self.ball).max(height(body)) + ABOVE;
        if !over.is_finite() {
            return 0.0;
        }
        let [from, to] = [body, self.ball].map(|[x, z]| [x, over, z]);
        WALL * f64::from(u8::from((around.solid)(from, to, FOOT[1])))
    }
}
