//! The law: from a state and a path to the two controls (§7.3).

mod prediction;

use super::gains::{ControlError, Gains, check_speed};
use super::state::{Controls, State, wrapped};
use super::track::{Spot, Track, distance, pace};
use crate::body::{Action, Posture};
use crate::route::Route;
use std::f64::consts::FRAC_PI_2;

/// The bound on leaving the path, in braking distances at full speed: one is what braking takes, the half is for being off the
/// path at full speed.
pub const BOUND: f64 = 1.5;
/// The share of the bound that the law itself keeps to; from the very bound on, the disc is steered back.
const INNER: f64 = 0.98;
const RIM: f64 = 0.999;
/// Seconds ahead that the walker looks, and the least distance.
const AHEAD: f64 = 0.25;
const LEAST_AHEAD: f64 = 0.2;
/// The seed's θ_turn in radians, and its small speed as a share of the full one; it gives no numbers for them.
const SEED_TURN: f64 = FRAC_PI_2 / 2.0;
const SEED_SMALL: f64 = 0.1;
/// How fast the body turns sideways for side-stepping and back, in radians per second.
const ASIDE: f64 = 4.0;
/// The least share of the fastest turning where a path is walked slowly.
const SLOWEST_TURN: f64 = 0.4;
/// The least share of the full speed while turning on the spot is called for.
const SMALL: f64 = 0.05;
/// The highest comfortable acceleration, in metres per second squared.
const SPEEDING_UP: f64 = 2.5;
/// The highest comfortable deceleration, in metres per second squared; the bound may ask for more.
const SLOWING_DOWN: f64 = 4.0;
/// Nearer to the end than this, and slower, is arrived: metres, metres per second.
const ARRIVED: [f64; 2] = [0.02, 0.05];

/// How the desired speed and the point ahead are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Law {
    /// Within the bound, whatever the path.
    #[default]
    Bounded,
    /// The seed's three cases, as written: full speed, a small one when facing elsewhere, and less near the goal.
    Seed,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moved {
    /// The state after the step. Its heading is the direction of travel.
    pub state: State,
    /// Height of the feet, in metres; 0 without a path.
    pub height: f64,
    /// Where the body faces: along the heading, or across it while side-stepping.
    pub facing: f64,
    /// The action here.
    pub action: Action,
    /// How the body is held here.
    pub posture: Posture,
    /// Metres from the path.
    pub off: f64,
    /// Metres left along the path.
    pub left: f64,
    /// Whether the end is reached.
    pub arrived: bool,
}

/// Follows a path, which can be replaced at any step; without one it stops.
///
/// ```
/// use footpath::motion::control::{Controller, State};
/// use footpath::route::Route;
/// let route = Route { points: vec![[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [3.0, 0.0, 3.0]], ..Route::default() };
/// let dt = 1.0 / 30.0;
/// let mut controller = Controller::new(1.4, dt)?;
/// controller.follow(&route);
/// let mut state = State::at([0.0, 0.0], 0.0);
/// for _ in 0..300 {
///     let moved = controller.step(&state, dt)?;
///     assert!(moved.off <= controller.bound());
///     state = moved.state;
/// }
/// assert!((state.x - 3.0).abs() < 0.1 && (state.z - 3.0).abs() < 0.1);
/// # Ok::<(), footpath::motion::control::ControlError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Controller {
    gains: Gains,
    law: Law,
    speed: f64,
    /// The fastest turn, in radians per second.
    turning: f64,
    track: Option<Track>,
    spot: Spot,
    /// Where the body faces, from the heading.
    aside: f64,
}

impl Controller {
    /// A controller for a clip's speed in metres per second, with gains that suit it and the time step in seconds.
    pub fn new(speed: f64, dt: f64) -> Result<Self, ControlError> {
        Self::with_gains(speed, Gains::new(speed, dt)?, Law::Bounded)
    }

    /// A controller with gains of one's own.
    pub fn with_gains(speed: f64, gains: Gains, law: Law) -> Result<Self, ControlError> {
        check_speed(speed)?;
        gains.check(gains.longest_step())?;
        let spot = Spot { along: 0.0, segment: 0, at: [0.0; 2] };
        Ok(Self { gains, law, speed, turning: f64::INFINITY, track: None, spot, aside: 0.0 })
    }

    /// The same with a limit on the rate of turning, in radians per second. The bound does not depend on it.
    pub fn turning_at_most(self, rate: f64) -> Self {
        Self { turning: rate.max(0.1), ..self }
    }

    /// The gains.
    pub fn gains(&self) -> Gains {
        self.gains
    }

    /// How far the disc leaves a path at most, in metres. Add it to the radius when planning. It holds from when a path
    /// begins where the disc is; the seed's law promises nothing.
    pub fn bound(&self) -> f64 {
        BOUND * self.speed / self.gains.speed
    }

    /// Takes another path, from now on.
    pub fn follow(&mut self, route: &Route) {
        self.follow_at(route, |_| 1.0);
    }

    /// The same where some places are too narrow for the bound, or too steep: `share` says at each point how much of the full
    /// speed is wanted at most. The bound is that much smaller there.
    pub fn follow_at(&mut self, route: &Route, share: impl Fn(usize) -> f64) {
        self.track = Track::new(route, self.speed, self.ahead(), share);
        self.spot = self.track.as_ref().map_or(self.spot, |track| track.spot(0.0));
    }

    /// Has no path any more: stops.
    pub fn stop(&mut self) {
        self.track = None;
    }

    /// Whether there is a path.
    pub fn has_path(&self) -> bool {
        self.track.is_some()
    }

    /// Metres along the path that are done.
    pub fn done(&self) -> f64 {
        self.spot.along
    }

    /// Metres along the path that are left; none without a path.
    pub(super) fn left(&self) -> f64 {
        self.track.as_ref().map_or(0.0, |track| track.length() - self.spot.along)
    }

    fn ahead(&self) -> f64 {
        (self.speed * AHEAD).max(LEAST_AHEAD)
    }

    /// The state a time step later.
    pub fn step(&mut self, state: &State, dt: f64) -> Result<Moved, ControlError> {
        self.gains.check(dt)?;
        let Some(track) = &self.track else {
            let controls = self.controls(state, state.heading, 0.0);
            let state = state.after(controls, dt);
            return Ok(Moved { facing: state.heading, state, ..Moved::default() });
        };
        let (spot, off) = track.nearest(self.spot, self.ahead(), state.place());
        self.spot = spot;
        let left = track.length() - spot.along;
        let to_goal = left.max(distance(state.place(), track.end()));
        let (heading, speed) = match self.law {
            Law::Seed => self.as_written(track, state),
            Law::Bounded if off > RIM * INNER * self.bound() => self.returning(state, off),
            Law::Bounded => self.bounded(track, state, off, to_goal, dt),
        };
        let arrived = to_goal <= ARRIVED[0] && state.speed.abs() <= ARRIVED[1];
        let controls =
            if arrived { self.controls(state, state.heading, 0.0) } else { self.led(track, state, heading, speed) };
        let after = state.after(controls, dt);
        let stretch = track.stretch(spot.along);
        let (action, posture) = stretch.map(|stretch| (stretch.action, stretch.posture)).unwrap_or_default();
        let wanted = if action == Action::Sidestep { FRAC_PI_2 } else { 0.0 };
        self.aside += (wanted - self.aside).clamp(-ASIDE * dt, ASIDE * dt);
        Ok(Moved {
            height: track.height(spot),
            facing: wrapped(after.heading + self.aside),
            action,
            posture,
            off,
            left,
            arrived,
            state: after,
        })
    }

    /// The controls that lead from a state to a heading and a speed: those of the gains, but for how fast one turns.
    pub fn controls(&self, state: &State, heading: f64, speed: f64) -> Controls {
        self.gains.controls_within(self.turning, state, heading, speed)
    }

    /// The same on a path: where it is walked slowly, one turns slowly too.
    fn led(&self, track: &Track, state: &State, heading: f64, speed: f64) -> Controls {
        let share = track.share(self.spot, self.speed).max(SLOWEST_TURN);
        self.gains.controls_within(self.turning * share, state, heading, speed)
    }

    /// The desired heading and speed of the seed. Nearing the goal begins where both speeds are the same (`V / k_p`).
    fn as_written(&self, track: &Track, state: &State) -> (f64, f64) {
        let target = track.spot(self.spot.along + self.ahead());
        let heading = state.heading_to(target.at);
        let to_goal = distance(state.place(), track.end());
        let speed = if to_goal <= self.speed / self.gains.position {
            self.gains.position * to_goal
        } else if wrapped(heading - state.heading).abs() <= SEED_TURN {
            self.speed
        } else {
            SEED_SMALL * self.speed
        };
        (heading, speed)
    }

    /// The desired heading and speed with which the disc stays within the bound.
    fn bounded(&self, track: &Track, state: &State, off: f64, to_goal: f64, dt: f64) -> (f64, f64) {
        // A disc that enters a narrow place a little off the path goes on slowly.
        let narrow = (self.bound() * track.room(self.spot)).max(off + 2.0 * SMALL * self.speed / self.gains.speed);
        let bound = narrow.min(self.bound());
        let stretch = track.stretch(self.spot.along);
        let action = stretch.map_or(Action::Walk, |stretch| stretch.action);
        let target = track.target(self.spot, self.ahead(), state.place(), bound / 3.0);
        let aimed = state.heading_to(target.at);
        // There is no steering in the air.
        let flight = action.is_airborne().then(|| track.direction(self.spot.segment)).flatten();
        let heading = flight.map_or(aimed, |[x, z]| libm::atan2(-z, x));
        let full = self.speed * pace(action);
        let facing = libm::cos(wrapped(heading - state.heading)).max(0.0);
        let wanted = (full * facing * facing)
            .max(SMALL * self.speed)
            .min(self.speed * track.share(self.spot, self.speed))
            .min(self.gains.position * to_goal)
            .min(state.speed + SPEEDING_UP / self.gains.speed)
            .max(state.speed - SLOWING_DOWN / self.gains.speed);
        // Where the disc will be after this step is settled already; how fast it is there is not.
        let next = state.after(Controls::default(), dt);
        let (_, away) = track.nearest(self.spot, self.ahead(), next.place());
        let most = self.gains.speed * (INNER * bound - away);
        let allowed = state.speed + (most - state.speed) / (self.gains.speed * dt);
        (heading, wanted.min(allowed).max(0.0))
    }

    /// The desired heading and speed of one that was pushed off, or given a path that begins elsewhere: straight back.
    fn returning(&self, state: &State, off: f64) -> (f64, f64) {
        let heading = state.heading_to(self.spot.at);
        let facing = libm::cos(wrapped(heading - state.heading)).max(0.0);
        (heading, (self.gains.position * off).min(self.speed * facing.powi(4)))
    }

    /// The distance of a position from the path near the last place on it, the height there, and how much room there is beside it.
    pub(super) fn beside(&self, position: [f64; 2]) -> Option<[f64; 3]> {
        self.track.as_ref().map(|track| track.beside(self.spot, self.ahead(), position).1)
    }

    /// The same after looking for the place on the path anew, up to so many metres back and ahead.
    pub(super) fn relocate(&mut self, position: [f64; 2], around: f64) -> Option<[f64; 3]> {
        let track = self.track.as_ref()?;
        let (spot, beside) = track.beside(track.spot(self.spot.along - around), 2.0 * around, position);
        self.spot = spot;
        Some(beside)
    }
}
