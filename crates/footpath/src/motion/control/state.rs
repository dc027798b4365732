//! The oriented disc: five variables, two controls, and Euler's step (§7.1).

use std::f64::consts::{PI, TAU};

/// Where the disc is, where it faces, and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Position along x, in metres.
    pub x: f64,
    /// Position along z, in metres.
    pub z: f64,
    /// Heading in radians: 0 is +x, positive turns left as seen from above, so forward is (cos, −sin) in (x, z).
    pub heading: f64,
    /// Speed along the heading, in metres per second.
    pub speed: f64,
    /// Rate of turning, in radians per second.
    pub turn: f64,
}

/// The two controls: speeding up and slowing down, turning left and right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// Acceleration along the heading, in metres per second squared.
    pub acceleration: f64,
    /// Angular acceleration, in radians per second squared.
    pub turning: f64,
}

impl State {
    /// At rest at (x, z), facing a heading.
    pub fn at([x, z]: [f64; 2], heading: f64) -> Self {
        Self { x, z, heading, ..Self::default() }
    }

    /// Position (x, z) in metres.
    pub fn place(&self) -> [f64; 2] {
        [self.x, self.z]
    }

    /// Unit vector (x, z) of the heading.
    pub fn forward(&self) -> [f64; 2] {
        [libm::cos(self.heading), -libm::sin(self.heading)]
    }

    /// The state a time step later: explicit Euler, every change from the values before it.
    pub fn after(&self, controls: Controls, dt: f64) -> Self {
        let [along_x, along_z] = self.forward();
        Self {
            x: self.x + self.speed * along_x * dt,
            z: self.z + self.speed * along_z * dt,
            heading: wrapped(self.heading + self.turn * dt),
            speed: self.speed + controls.acceleration * dt,
            turn: self.turn + controls.turning * dt,
        }
    }

    /// The heading from here towards (x, z).
    pub fn heading_to(&self, [x, z]: [f64; 2]) -> f64 {
        libm::atan2(-(z - self.z), x - self.x)
    }
}

/// An angle brought into (−π, π]. Errors of heading are taken so: 350° to the left are 10° to the right.
pub fn wrapped(angle: f64) -> f64 {
    // Most angles are there already.
    if angle > -PI && angle <= PI {
        return angle;
    }
    let turned = angle - TAU * (angle / TAU).round();
    if turned <= -PI { turned + TAU } else { turned }
}
