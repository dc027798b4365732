//! The arc of a jump or a drop: a parabola over the straight line from take-off to landing.

/// How high the middle of a leap rises above the straight line, as a share of its length in plan.
const LIFT: f64 = 0.15;

/// Where the feet are during a leap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Take-off, in metres.
    pub from: [f64; 3],
    /// Landing.
    pub to: [f64; 3],
}

impl Flight {
    /// Height of the middle above the straight line, in metres.
    pub fn lift(&self) -> f64 {
        let [dx, _, dz] = [0, 1, 2].map(|i| self.to[i] - self.from[i]);
        LIFT * (dx * dx + dz * dz).sqrt()
    }

    /// Position of the feet at a share of the way, from 0 to 1.
    pub fn at(&self, t: f64) -> [f64; 3] {
        let mut at = [0, 1, 2].map(|i| self.from[i] + t * (self.to[i] - self.from[i]));
        at[1] += 4.0 * self.lift() * t * (1.0 - t);
        at
    }
}
