//! The walker: turns a route into a figure that walks it, frame by frame (Kuffner 1998, §7).
//!
//! In: a body, its clips, a world and a route through it. Out: a [`Walk`]: for each frame the base point, the turn of every joint,
//! the action and the feet that stand. Between leaps the controller ([`control`](super::control)) moves the base point; in a
//! leap it flies along the route's arc as fast as things fall. The player ([`player`](super::player)) poses the figure over
//! it, on the ground that the triangles make.
//!
//! The posture of a section is taken before the section begins and left after it ends, so that no figure straightens up under a
//! beam. Then limbs that penetrate the scene are moved (`fit`), and a walk that still has faults is simulated again (`retry`).
//! Kuffner's character only walks and jogs; the other actions are ours.

mod fit;
mod flight;
mod legs;
mod penetration;
mod retry;
mod simulation;
mod together;
mod walk;

pub use together::{Party, TogetherError, walk_together};
pub use walk::{Collision, Figures, Frame, Walk};

use super::control::{ControlError, Controller};
use super::player::{ClipSet, Style};
use crate::body::{Action, Body};
use crate::plan::{NoRoute, Query};
use crate::route::{Checker, Route};
use crate::world::World;
use legs::Part;
use retry::{Variation, WalkPlace};
use simulation::Simulation;
use std::sync::Arc;

/// How much longer than the shortest a way may be for the sake of room to walk at full speed.
const DETOUR: f64 = 1.1;

/// Metres of room beside a crawling body that are wanted as well: it is longer than the disc is wide.
const CRAWLING: f64 = 0.12;

/// The fastest that a figure turns, in radians per second. The gains alone would turn it about within a fifth of a second; legs
/// cannot follow that.
const TURNING: f64 = 5.0;

/// Walks routes with the clips of one figure.
///
/// ```
/// use footpath::motion::player::ClipSet;
/// use footpath::motion::walker::Walker;
/// use footpath::plan::Query;
/// use footpath::{Bake, Body, Scene, World};
/// let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default())?;
/// let place = |name| world.place(name).expect("a place");
/// let adult = Body::adult();
/// let walker = Walker::new(&adult, ClipSet::built_in(1.80));
/// let route = walker.plan(&world, &Query::new(&adult, place("start"), place("goal")))?;
/// let walk = walker.follow(&world, &route)?;
/// println!("{:.1} s, feet slide {:.3} m/s", walk.seconds(), walk.figures().foot_slide);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walker {
    body: Body,
    set: Arc<ClipSet>,
    speed: f64,
    frame_time: f64,
}

/// Why there is no walk.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkError {
    /// There is no route.
    #[error("{0}")]
    NoRoute(#[from] NoRoute),
    /// The controller does not bear the speed or the time step.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// The route has no two points.
    #[error("the route has fewer than two points; there is nothing to walk")]
    NoWay,
    /// The walker stopped getting nearer to the end.
    #[error("the walker got stuck at ({:.2}, {:.2}, {:.2})", at[0], at[1], at[2])]
    Stuck {
        /// Where, in metres.
        at: [f64; 3],
    },
}

impl Walker {
    /// A walker of a body, at the speed that its clips walk at their best, in 30 frames per second.
    pub fn new(body: &Body, clips: impl Into<Arc<ClipSet>>) -> Self {
        let set = clips.into();
        let speed = f64::from(set.speed_of(Style::Walk));
        Self { body: body.clone(), set, speed, frame_time: 1.0 / 30.0 }
    }

    /// The same at another speed in metres per second.
    pub fn at_speed(mut self, speed: f64) -> Self {
        self.speed = speed;
        self
    }

    /// The same with another number of frames per second.
    pub fn with_frames_per_second(mut self, frames: f64) -> Self {
        self.frame_time = 1.0 / frames;
        self
    }

    /// Speed in metres per second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// How far from a route it walks at most, in metres. Add it to the body's radius when planning.
    pub fn bound(&self) -> Result<f64, ControlError> {
        Ok(self.controller()?.0.bound())
    }

    /// Plans a route with room to walk it at full speed: that of the body and of the walker's bound. Where there is none that is
    /// not much longer, the route is that of the body alone, and narrow places of it are walked more slowly.
    pub fn plan(&self, world: &World, query: &Query<'_>) -> Result<Route, WalkError> {
        let bound = self.bound()?;
        let route = world.plan(query)?;
        let crawls = route.sections.iter().any(|section| section.action == Action::Crawl);
        let rooms = [bound + CRAWLING, bound];
        let wide = rooms[usize::from(!crawls)..].iter().find_map(|room| {
            let body = Body { radius: query.body.radius + room, ..query.body.clone() };
            let wide = world.plan(&Query { body: &body, explain: false, ..query.clone() }).ok()?;
            (wide.length <= DETOUR * route.length).then(|| with_sections_of(&body, query.body, wide))
        });
        Ok(wide.unwrap_or(route))
    }

    /// Walks a route.
    pub fn follow(&self, world: &World, route: &Route) -> Result<Walk, WalkError> {
        self.follow_in_turn(world, &[(0.0, route)])
    }

    /// Walks routes one after the other, each of which begins where the one before it ends, and stands for some seconds before
    /// each.
    pub fn follow_in_turn(&self, world: &World, routes: &[(f64, &Route)]) -> Result<Walk, WalkError> {
        let checker = world.checker();
        let mut walk = self.follow_with_retries(world, &checker, routes)?;
        walk.find_collisions(&checker, self.body.max_climb);
        Ok(walk)
    }

    /// Walks routes with variations, as it comes: limbs may penetrate the scene. Also gives the place of each frame.
    fn follow_varied(
        &self,
        world: &World,
        checker: &Checker,
        routes: &[(f64, &Route)],
        variations: &[Variation],
    ) -> Result<(Walk, Vec<WalkPlace>), WalkError> {
        let (_, first) = routes.first().ok_or(WalkError::NoWay)?;
        let mut simulation = Simulation::new(self, world, checker, first, variations)?;
        for (wait, route) in routes {
            simulation.wait(*wait);
            for part in &legs::parts(route) {
                match part {
                    Part::Leg(leg) => simulation.walk(leg)?,
                    Part::Flight(arc) => simulation.fly(arc),
                }
            }
        }
        Ok(simulation.finish())
    }

    /// A controller, and the steps that it takes within a frame.
    fn controller(&self) -> Result<(Controller, u32), ControlError> {
        let steps = (self.frame_time / STEP - 1e-9).ceil().clamp(1.0, 1000.0);
        let dt = self.frame_time / steps;
        Ok((Controller::new(self.speed, dt)?.turning_at_most(TURNING), steps as u32))
    }
}

/// A route that was planned for a wider body, as one of the body itself.
fn with_sections_of(wide: &Body, body: &Body, mut route: Route) -> Route {
    for section in route.sections.iter_mut().filter(|section| section.half_width == wide.radius) {
        section.half_width = body.radius;
    }
    route
}

/// The longest step of the simulation in seconds.
const STEP: f64 = 1.0 / 60.0;
