//! Gains: how quickly errors are resolved, and the time steps that they bear (§7.3, §8).
//!
//! Heading and its rate are one loop, `θ'' = k_ω (k_θ e − θ')`, distance and speed near the goal another, `d'' = −k_v (k_p d + d')`.
//! Both have the poles `k/2 (1 ± √(1 − 4 k_inner / k))`, with `k` the outer gain. At `k = 4 k_inner` they fall together: the loop is
//! critically damped. An Euler step takes a pole `s` to `1 − s Δt`, so errors shrink without changing sign while `s Δt ≤ 1`
//! for the faster one: `Δt ≤ 2 / k` when critically damped. The seed's heading gains, 5 and 10, are underdamped (ζ = 0.71) and
//! unstable from `1 / k_θ` = 0.2 s on.

use super::state::{Controls, State, wrapped};
use std::f64::consts::{PI, TAU};

/// The longest time step for which gains are made, in seconds.
pub const LONGEST_STEP: f64 = 0.1;
/// Deceleration at which slowing down for the goal begins, in metres per second squared.
const COMFORT: f64 = 2.0;
/// The highest outer gains, in 1/s: heading settles within half a second, and braking takes a twentieth of the speed.
const QUICKEST: f64 = 20.0;

/// Errors of heading from which on both ways count as long: within a step of turning from the opposite heading.
const LONG_WAY: f64 = 0.74 * PI;

/// The four gains, in 1/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// `k_p`: from the distance to the goal to the desired speed.
    pub position: f64,
    /// `k_θ`: from the error of heading to the desired rate of turning.
    pub heading: f64,
    /// `k_v`: from the error of speed to the acceleration.
    pub speed: f64,
    /// `k_ω`: from the error of turning to the angular acceleration.
    pub turn: f64,
}

/// Why a controller cannot be had, or cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ControlError {
    /// The time step is none, or longer than the gains bear.
    #[error("a time step of {dt} s is not within 0 to {longest} s; take several shorter ones")]
    Step {
        /// The time step in seconds.
        dt: f64,
        /// The longest that is borne.
        longest: f64,
    },
    /// The speed is none.
    #[error("a speed of {speed} m/s cannot be walked; give 0.05 to 12")]
    Speed {
        /// The speed in metres per second.
        speed: f64,
    },
    /// A gain is none.
    #[error("a gain of {gain} /s controls nothing; give more than 0")]
    Gain {
        /// The gain.
        gain: f64,
    },
}

/// Whether a speed in metres per second can be walked.
pub(super) fn check_speed(speed: f64) -> Result<(), ControlError> {
    if (0.05..=12.0).contains(&speed) { Ok(()) } else { Err(ControlError::Speed { speed }) }
}

impl Gains {
    /// The seed's, found by trial and error (§8).
    pub const SEED: Self = Self { position: 1.0, heading: 5.0, speed: 5.0, turn: 10.0 };

    /// Critically damped gains for a clip's speed in metres per second and a time step in seconds.
    ///
    /// `k_ω` and `k_v` are as high as is comfortable and no higher than `1 / Δt`, `k_θ` is a quarter of `k_ω`, and `k_p` is
    /// such that slowing down for the goal begins gently, at most a quarter of `k_v`.
    ///
    /// ```
    /// use footpath::motion::control::Gains;
    /// let gains = Gains::new(1.4, 1.0 / 30.0)?;
    /// assert_eq!((gains.turn, gains.heading), (20.0, 5.0));
    /// assert!(gains.longest_step() >= 1.0 / 30.0);
    /// assert!(Gains::new(1.4, 0.2).is_err());
    /// # Ok::<(), footpath::motion::control::ControlError>(())
    /// ```
    pub fn new(speed: f64, dt: f64) -> Result<Self, ControlError> {
        check_speed(speed)?;
        if !(dt > 0.0 && dt <= LONGEST_STEP) {
            return Err(ControlError::Step { dt, longest: LONGEST_STEP });
        }
        let quick = QUICKEST.min(1.0 / dt);
        let position = (COMFORT / speed).min(quick / 4.0);
        Ok(Self { position, heading: quick / 4.0, speed: quick, turn: quick })
    }

    /// The longest time step that these gains bear, in seconds: errors shrink without changing sign, or, where the gains are
    /// underdamped, shrink at all.
    pub fn longest_step(&self) -> f64 {
        let loop_of = |inner: f64, outer: f64| {
            let under = 1.0 - 4.0 * inner / outer;
            if under < 0.0 { 1.0 / inner } else { 2.0 / (outer * (1.0 + under.sqrt())) }
        };
        loop_of(self.heading, self.turn).min(loop_of(self.position, self.speed)).min(1.0 / self.speed)
    }

    /// The controls that lead from a state to a desired heading and speed (§7.3).
    ///
    /// The error of heading is taken the short way; where both ways are long, the way of the turn under way. Otherwise a long
    /// time step can rock about the opposite heading for ever.
    pub fn controls(&self, state: &State, heading: f64, speed: f64) -> Controls {
        self.controls_within(f64::INFINITY, state, heading, speed)
    }

    /// The same with turning no faster than `fastest`, in radians per second.
    pub(super) fn controls_within(&self, fastest: f64, state: &State, heading: f64, speed: f64) -> Controls {
        let mut error = wrapped(heading - state.heading);
        if error.abs() > LONG_WAY && error * state.turn < 0.0 {
            error -= TAU.copysign(error);
        }
        let turn = (self.heading * error).clamp(-fastest, fastest);
        Controls { acceleration: self.speed * (speed - state.speed), turning: self.turn * (turn - state.turn) }
    }

    /// Whether a time step can be borne.
    pub fn check(&self, dt: f64) -> Result<(), ControlError> {
        let gains = [self.position, self.heading, self.speed, self.turn];
        if let Some(&gain) = gains.iter().find(|gain| !(gain.is_finite() && **gain > 0.0)) {
            return Err(ControlError::Gain { gain });
        }
        let longest = self.longest_step();
        // A gain of 1 / Δt and a step of Δt may miss each other by rounding.
        if dt > 0.0 && dt <= longest * (1.0 + 1e-12) { Ok(()) } else { Err(ControlError::Step { dt, longest }) }
    }
}
