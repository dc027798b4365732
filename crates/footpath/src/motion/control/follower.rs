//! For characters that another engine moves.
//!
//! In: a route, and the position of the character at each step. Out: its velocity, heading and action, and whether it has to replan.

use super::controller::{Controller, Moved};
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
    /// The action here.
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

    /// How far the character leaves the route at most, unless pushed, in metres. Add it to the radius when planning.
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
        let standing = self.standing(position);
        let moved = self.controller.step(&state, dt)?;
        if standing == Standing::MustReplan {
            let stopped = State { speed: 0.0, turn: 0.0, ..state };
            self.state = Some(stopped);
            return Ok(Advice::of(&Moved { state: stopped, ..moved }, [0.0; 3], standing));
        }
        let after = moved.state;
        self.state = Some(after);
        let standing = if moved.arrived { Standing::Arrived } else { standing };
        let [along_x, along_z] = after.forward();
        // Up and down with the route, as fast as it is needed within the step.
        let rise = if self.controller.has_path() { (moved.height - y) / dt } else { 0.0 };
        let steepest = 2.0 * after.speed + 0.2;
        let velocity = [after.speed * along_x, rise.clamp(-steepest, steepest), after.speed * along_z];
        Ok(Advice::of(&moved, velocity, standing))
    }

    /// Where a character at a position stands with its route; if it was pushed, its place on the route is looked for anew.
    fn standing(&mut self, [x, y, z]: [f64; 3]) -> Standing {
        let bound = self.bound();
        let on_another_floor = |height: f64| (y - height).abs() > STOREY;
        match self.controller.beside([x, z]) {
            None => return Standing::NoRoute,
            Some([off, height, _]) if off <= bound && !on_another_floor(height) => return Standing::OnRoute,
            Some(_) => {}
        }
        match self.controller.relocate([x, z], LOOK) {
            Some([off, height, _]) if off <= bound && !on_another_floor(height) => Standing::OnRoute,
            Some([off, height, spare]) if off <= (LEASH * bound).max(spare + bound) && !on_another_floor(height) => {
                Standing::Returning
            }
            _ => Standing::MustReplan,
        }
    }
}

impl Advice {
    fn of(moved: &Moved, velocity: [f64; 3], standing: Standing) -> Self {
        let Moved { state, facing, action, posture, left, .. } = *moved;
        Self { velocity, heading: state.heading, facing, action, posture, left, standing }
    }
}
