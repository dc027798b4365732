//! The simulation of one walk: the controller moves the base point, the player poses the figure over it, frames are recorded.
//!
//! In: a walker, a world, the parts of a route, and variations of them. Out: a walk with the place of each frame.

use super::legs::{Leg, Part};
use super::retry::{Variation, WalkPlace};
use super::walk::{Figures, Frame, Walk};
use super::{WalkError, Walker, legs};
use crate::body::Action;
use crate::motion::control::{Controller, State, wrapped};
use crate::motion::feet::{Around, Gauge};
use crate::motion::figure::Base;
use crate::motion::player::{Order, Player, Style};
use crate::route::{Arc, Checker, Route};
use crate::world::World;

/// Seconds of standing before the first and after the last step.
const STAND: f64 = 0.5;
/// Metres beyond the climb that feet look up and down for ground.
const LOOK: [f64; 2] = [0.05, 0.25];
/// Metres along the route, behind and ahead, in which feet may be: they look for ground around its heights.
const STRIDE: [f64; 2] = [0.6, 0.8];
/// Metres behind and ahead of the middle along which a crawling body lies.
const LYING: f64 = 0.35;
/// Share of the speed below which no variation slows down further.
const SLOW: f64 = 0.2;
/// Slower than this share of the speed a walk would be given up as stuck.
const SLOWEST: f64 = 0.02;

pub(super) struct Simulation<'a> {
    pub walker: &'a Walker,
    world: &'a World,
    checker: &'a Checker,
    pub controller: Controller,
    pub player: Player,
    pub state: State,
    pub height: f64,
    /// Steps of the simulation within a frame, and how many of them are done.
    steps: u32,
    step: u32,
    gauge: Gauge,
    /// Whether the controller moves the base point.
    is_steered: bool,
    /// The leap under way, with the heading of its landing.
    pub flight: Option<(Arc, f64)>,
    pub variations: &'a [Variation],
    /// Number of the leg, from 1 on.
    pub leg: usize,
    places: Vec<WalkPlace>,
    walk: Walk,
}

impl<'a> Simulation<'a> {
    /// At the start of a route whose first part is `part`, in the posture that it asks for; `None` if the route goes nowhere.
    pub fn new(
        walker: &'a Walker,
        world: &'a World,
        checker: &'a Checker,
        route: &Route,
        variations: &'a [Variation],
    ) -> Result<Self, WalkError> {
        let (controller, steps) = walker.controller()?;
        let from = *route.points.first().ok_or(WalkError::NoWay)?;
        let is_elsewhere = |to: &&[f64; 3]| libm::hypot(from[0] - to[0], from[2] - to[2]) > 0.0;
        let to = route.points.iter().find(is_elsewhere).ok_or(WalkError::NoWay)?;
        let mut state = State::at([from[0], from[2]], 0.0);
        state.heading = state.heading_to([to[0], to[2]]);
        let style = match legs::parts(route).first() {
            Some(Part::Leg(leg)) => leg.style(0.0, 0.0),
            _ => Style::Walk,
        };
        let (figure, frame_time) = (walker.set.figure.clone(), walker.frame_time);
        let mut simulation = Self {
            walker,
            world,
            checker,
            controller,
            player: Player::new(walker.set.clone()).doing(style),
            state,
            height: from[1],
            steps,
            step: 0,
            gauge: Gauge::default(),
            is_steered: false,
            flight: None,
            variations,
            leg: 0,
            places: Vec::new(),
            walk: Walk { figure, frame_time, frames: Vec::new(), figures: Figures::default(), collisions: Vec::new() },
        };
        simulation.stand(STAND, style);
        Ok(simulation)
    }

    pub fn dt(&self) -> f64 {
        self.walker.frame_time / f64::from(self.steps)
    }

    /// Stands for some seconds.
    pub fn wait(&mut self, seconds: f64) {
        let style = self.player.style();
        self.stand(seconds, if matches!(style, Style::Stairs { .. } | Style::Jump) { Style::Walk } else { style });
    }

    /// Walks a leg to its end.
    pub fn walk(&mut self, leg: &Leg) -> Result<(), WalkError> {
        let dt = self.dt();
        self.leg += 1;
        let leg = &leg.short_by(self.takeoff().back);
        let shares = leg.shares(self.world, &self.walker.body, self.controller.bound());
        let along = leg.along();
        let paced = |point: usize| {
            let varied = self.variations.iter().filter(|variation| variation.covers(self.leg, along[point]));
            varied.fold(shares[point], |share, variation| share * variation.share).max(shares[point].min(SLOW))
        };
        self.controller.follow_at(&leg.route, paced);
        self.is_steered = true;
        let most = (leg.route.length / (SLOWEST * self.walker.speed) + 10.0) / dt;
        for _ in 0..most as u64 {
            let moved = self.controller.step(&self.state, dt)?;
            (self.state, self.height) = (moved.state, moved.height);
            self.walk.figures.tracking_error = self.walk.figures.tracking_error.max(moved.off);
            // Postures are taken in time, whatever the speed.
            let lowest = leg.style(self.controller.done(), f64::INFINITY);
            let notice = f64::from(self.player.notice(lowest));
            let done = self.controller.done();
            let varied = self.variations.iter().filter(|variation| variation.covers(self.leg, done));
            let early = varied.map(|variation| variation.early);
            let style = leg.style(done, self.state.speed * notice + 0.1 + early.fold(0.0, f64::max));
            self.frame(style, 0.0, moved.action);
            if moved.arrived {
                self.is_steered = false;
                return Ok(());
            }
        }
        Err(WalkError::Stuck { at: [self.state.x, self.height, self.state.z] })
    }

    fn stand(&mut self, seconds: f64, style: Style) {
        (self.state.speed, self.state.turn) = (0.0, 0.0);
        let action = match style {
            Style::Crawl => Action::Crawl,
            Style::Bend => Action::Bend,
            _ => Action::Walk,
        };
        self.spend(seconds, |simulation, _| simulation.frame(style, 0.0, action));
    }

    /// Calls for every step of some seconds, with the seconds that are over.
    pub fn spend(&mut self, seconds: f64, mut each: impl FnMut(&mut Self, f64)) {
        let dt = self.dt();
        for step in 1..=(seconds / dt).round() as u32 {
            each(self, f64::from(step) * dt);
        }
    }

    /// The heading of the figure: as steered, but a crawling body lies along the path, with the legs where it came from.
    fn heading(&self) -> f64 {
        let steered = self.state.heading;
        let along = self.controller.heading_along(LYING, LYING).filter(|_| self.is_steered);
        let lying = f64::from(self.player.lying());
        along.map_or(steered, |along| wrapped(steered + lying * wrapped(along - steered)))
    }

    /// Poses the figure for a step, and keeps it if a frame is due.
    pub fn frame(&mut self, style: Style, jump: f64, action: Action) {
        let base = Base { at: [self.state.x, self.height, self.state.z], heading: self.heading() };
        let order = Order { base, speed: self.state.speed, turn: self.state.turn, style, jump };
        let (checker, climb) = (self.checker, self.walker.body.max_climb);
        let flown = self.flight.map(|(arc, _)| [arc.from[1].min(arc.to[1]), arc.from[1].max(arc.to[1])]);
        let heights = self.controller.heights(STRIDE[0], STRIDE[1]).filter(|_| self.is_steered).or(flown);
        let [low, high] = heights.map_or([base.at[1]; 2], |[low, high]| [low.min(base.at[1]), high.max(base.at[1])]);
        let ground = |x: f64, z: f64| checker.ground([x, low, z], high - low + climb + LOOK[0], climb + LOOK[1]);
        let foresee = |seconds: f64| match self.flight {
            _ if self.is_steered => {
                let ([x, z], heading) = self.controller.foresee(&self.state, seconds);
                let height = self.controller.height_in(self.state.speed * seconds).unwrap_or(base.at[1]);
                Base { at: [x, height, z], heading }
            }
            // A leap comes down where its arc ends.
            Some((arc, heading)) => Base { at: arc.to, heading },
            None => base.after(seconds, order.speed, order.turn),
        };
        let dt = self.dt();
        let solid = |from: [f64; 3], to: [f64; 3], radius: f64| {
            let mut hit = false;
            checker.touched(from, to, radius, |touched| hit |= !touched.stands);
            hit
        };
        let around = Around { ground: &ground, solid: &solid };
        let planted = self.player.step_among(&order, &foresee, &around, dt as f32);
        let soles = &self.walk.figure.soles;
        let on_knees = self.player.is_on_knees();
        if on_knees {
            self.gauge.skip();
        } else {
            self.gauge.frame(soles, self.player.placed(), &base, planted, &ground, dt);
        }
        self.step += 1;
        if self.step == self.steps {
            self.step = 0;
            self.places.push(WalkPlace { leg: self.leg, along: self.controller.done() });
            self.walk.frames.push(Frame { base, pose: self.player.pose().clone(), planted, action, on_knees });
        }
    }

    /// Stands at the end, and gives the walk with the place of each frame.
    pub fn finish(mut self) -> (Walk, Vec<WalkPlace>) {
        self.wait(STAND);
        let footing = self.gauge.footing();
        self.walk.figures.foot_slide = footing.slide;
        self.walk.figures.planted_share = footing.planted_share;
        self.walk.figures.sink = footing.sink;
        self.walk.figures.float = footing.float;
        (self.walk, self.places)
    }
}
