//! For characters that somebody else's engine moves: where they are goes in, how they should move comes out.

use super::controller::Controller;
use super::gains::ControlError;
use super::state::State;
use crate::body::{Action, Posture};
use crate::route::Route;

/// Metres back and ahead in which a pushed character looks for the route.
const LOOK: f64 = 1.5;
/// Bounds off the route up to which one always goes back to it.
const LEASH: f64 = 2.0;
/// Metres above or below the route from which it is another floor.
const STOREY: f64 = 0.7;

/// Where a character stands with its route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// On the route, within the bound.
    OnRoute,
    /// Pushed off it, on the way back: there is room for that.
    Returning,
    /// Pushed off so far that the way back is not known to be free: plan again from here. It stops until then.
    MustReplan,
    /// At the end.
    Arrived,
    /// There is no route.
    NoRoute,
}

/// How a character should move now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// Velocity (x, y, z) in metres per second.
    pub velocity: [f64; 3],
    /// Direction of travel in radians: 0 is +x, positive turns left as seen from above.
    pub heading: f64,
    /// Where the body faces: as the heading, or across it while side-stepping.
    pub facing: f64,
    /// What is done here.
    pub action: Action,
    /// How the body is held here.
    pub posture: Posture,
    /// Metres left along the route.
    pub left: f64,
    /// Where the character stands with its route.
    pub standing: Standing,
}

/// Leads a character along a route.
///
/// ```
/// use footpath::motion::control::{Follower, Standing};
/// use footpath::route::Route;
/// let route = Route { points: vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]], ..Route::default() };
/// let dt = 1.0 / 60.0;
/// let mut follower = Follower::new(1.4, dt)?;
/// follower.follow(&route);
/// let mut at = [0.0, 0.0, 0.0];
/// loop {
///     let advice = follower.update(at, dt)?;
///     if advice.standing == Standing::Arrived {
///         break;
///     }
///     // The engine moves the character, and may push it aside.
///     at = [0, 1, 2].map(|axis| at[axis] + advice.velocity[axis] * dt);
/// }
/// assert!((at[0] - 2.0).abs() < 0.05);
/// # Ok::<(), footpath::motion::control::ControlError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Follower {
    controller: Controller,
    state: Option<State>,
}

impl Follower {
    /// For a clip's speed in metres per second and the longest time step that will be asked for, in seconds.
    pub fn new(speed: f64, dt: f64) -> Result<Self, ControlError> {
        Ok(Self { controller: Controller::new(speed, dt)?, state: None })
    }

    /// How far the character leaves the route at most, unless pushed, in metres: what to add to the radius when planning.
    pub fn bound(&self) -> f64 {
        self.controller.bound()
    }

    /// Takes another route, from now on.
    pub fn follow(&mut self, route: &Route) {
        self.controller.follow(route);
    }

    /// Has no route any more: stops.
    pub fn stop(&mut self) {
        self.controller.stop();
    }

    /// How to move, for a character that is at a position now and will be asked again after a time step.
    pub fn update(&mut self, position: [f64; 3], dt: f64) -> Result<Advice, ControlError> {
        let [x, y, z] = position;
        let state = self.state.map_or(State::at([x, z], 0.0), |state| State { x, z, ..state });
        let bound = self.bound();
        let mut lost = false;
        let mut pushed = false;
        if let Some([off, height, _]) = self.controller.beside([x, z]) {
            pushed = off > bound || (y - height).abs() > STOREY;
        }
        if pushed && let Some([off, height, spare]) = self.controller.relocate([x, z], LOOK) {
            lost = off > (LEASH * bound).max(spare + bound) || (y - height).abs() > STOREY;
            pushed = off > bound;
        }
        if lost {
            let moved = self.controller.step(&state, dt)?;
            self.state = Some(State { speed: 0.0, turn: 0.0, ..state });
            let (action, posture, left) = (moved.action, moved.posture, moved.left);
            let [velocity, heading] = [[0.0; 3], [state.heading; 3]];
            let standing = Standing::MustReplan;
            return Ok(Advice { velocity, heading: heading[0], facing: heading[0], action, posture, left, standing });
        }
        let moved = self.controller.step(&state, dt)?;
        let after = moved.state;
        self.state = Some(after);
        let standing = match () {
            () if !self.controller.has_path() => Standing::NoRoute,
            () if moved.arrived => Standing::Arrived,
            () if pushed => Standing::Returning,
            () => Standing::OnRoute,
        };
        let [along_x, along_z] = after.forward();
        // Up and down with the route, as fast as it is needed within the step.
        let rise = if self.controller.has_path() { (moved.height - y) / dt } else { 0.0 };
        let steepest = 2.0 * after.speed + 0.2;
        let velocity = [after.speed * along_x, rise.clamp(-steepest, steepest), after.speed * along_z];
        Ok(Advice {
            velocity,
            heading: after.heading,
            facing: moved.facing,
            action: moved.action,
            posture: moved.posture,
            left: moved.left,
            standing,
        })
    }
}
