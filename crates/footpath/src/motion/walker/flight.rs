//! Leaps: the figure turns to where the leap goes, takes off, flies along the route's arc and lands.
//!
//! In: an arc of the route and a [`Takeoff`]. Out: its frames. As a rule the figure turns on the spot at the very edge. Where
//! obstacles stand close to the feet, the steps of that turn would strike them; a varied take-off leaves a part of the turn for the
//! flight, begins with a pause, or lies a little before the edge.

use super::retry::Takeoff;
use super::simulation::Simulation;
use crate::body::Action;
use crate::motion::clips::JUMP_TIMES;
use crate::motion::control::wrapped;
use crate::motion::player::Style;
use crate::route::Arc;

/// Gravity, m/s².
const GRAVITY: f64 = 9.81;
/// An error of heading that does not show, in radians.
const FACING: f64 = 0.04;

impl Simulation<'_> {
    /// The take-off at the end of this leg.
    pub(super) fn takeoff(&self) -> Takeoff {
        let varied = self.variations.iter().rev().find_map(|variation| variation.takeoff_of(self.leg));
        varied.unwrap_or_default()
    }

    /// Turns on the spot, takes off, flies and lands.
    pub fn fly(&mut self, arc: &Arc) {
        let takeoff = self.takeoff();
        let from = if takeoff.back > 0.0 { [self.state.x, self.height, self.state.z] } else { arc.from };
        let arc = &Arc { from, ..*arc };
        let ahead = self.state.heading_to([arc.to[0], arc.to[2]]);
        let left = wrapped(ahead - self.state.heading).clamp(-takeoff.turn, takeoff.turn);
        self.face(wrapped(ahead - left));
        self.wait(takeoff.pause);
        let [leave, back, over] = JUMP_TIMES.map(f64::from);
        let dt = self.dt();
        self.flight = Some((*arc, ahead));
        self.spend(leave, |simulation, spent| simulation.frame(Style::Jump, spent, Action::Jump));
        // As long as the rise above the line and the drop below the take-off take to fall.
        let drop = (arc.from[1] - arc.to[1]).max(0.0);
        let flight = ((8.0 * arc.lift() + 2.0 * drop) / GRAVITY).sqrt().max(2.0 * dt);
        self.spend(flight, |simulation, spent| {
            let share = (spent / flight).min(1.0);
            let [x, y, z] = arc.at(share);
            (simulation.state.x, simulation.height, simulation.state.z) = (x, y, z);
            simulation.state.heading = wrapped(ahead - (1.0 - share) * left);
            simulation.frame(Style::Jump, leave + share * (back - leave), Action::Jump);
        });
        let [x, y, z] = arc.to;
        (self.state.x, self.height, self.state.z) = (x, y, z);
        self.spend(over - back, |simulation, spent| simulation.frame(Style::Jump, back + spent, Action::Jump));
        self.state.speed = 0.0;
        self.flight = None;
    }

    /// Turns on the spot to a heading.
    fn face(&mut self, heading: f64) {
        let dt = self.dt();
        for _ in 0..(10.0 / dt) as u32 {
            if wrapped(heading - self.state.heading).abs() < FACING && self.state.turn.abs() < FACING {
                break;
            }
            self.state = self.state.after(self.controller.controls(&self.state, heading, 0.0), dt);
            let style = self.player.style();
            self.frame(if style == Style::Jump { Style::Walk } else { style }, 0.0, Action::Walk);
        }
        (self.state.heading, self.state.speed, self.state.turn) = (heading, 0.0, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Posture;
    use crate::motion::player::ClipSet;
    use crate::motion::walker::retry::{Variation, WalkPlace};
    use crate::motion::walker::walk::Frame;
    use crate::motion::walker::{Walk, Walker};
    use crate::route::{Route, Section};
    use crate::{Bake, Body, Scene, World};

    /// A metre and a half ahead, and a leap of a metre to the right, on the floor of the office.
    fn walked(takeoff: Option<Takeoff>) -> Walk {
        let world = World::bake(&Scene::built_in("office").expect("built in"), &Bake::default()).expect("a world");
        let adult = Body::adult();
        let [x, y, z] = world.place("start").expect("a place");
        let points = vec![[x, y, z], [x + 1.5, y, z], [x + 1.5, y, z + 1.0]];
        let section = |(first, action): (usize, Action)| Section {
            action,
            posture: Posture::Upright,
            behaviour: action.name().to_owned(),
            first,
            last: first + 1,
            height: adult.height,
            half_width: adult.radius,
            clearance: adult.radius,
        };
        let sections = [Action::Walk, Action::Jump].into_iter().enumerate().map(section).collect();
        let route = Route { length: Route::length_of(&points), points, sections, ..Route::default() };
        let variations: Vec<Variation> =
            takeoff.map(|takeoff| Variation::of_leap(WalkPlace { leg: 1, along: 1.5 }, takeoff)).into_iter().collect();
        let walker = Walker::new(&adult, ClipSet::built_in(1.80));
        walker.follow_varied(&world, &world.checker(), &[(0.0, &route)], &variations).expect("a walk").0
    }

    fn leapt(walk: &Walk) -> Vec<&Frame> {
        walk.frames.iter().filter(|frame| frame.action == Action::Jump).collect()
    }

    #[test]
    fn a_turn_may_be_left_for_the_flight() {
        let ahead = -std::f64::consts::FRAC_PI_2;
        for turn in [0.0, 0.6, 1.2] {
            let walk = walked(Some(Takeoff { turn, ..Takeoff::default() }));
            let headings: Vec<f64> = leapt(&walk).iter().map(|frame| frame.base.heading).collect();
            let [first, last] = [0, headings.len() - 1].map(|at| wrapped(headings[at] - ahead).abs());
            assert!((first - turn).abs() < 0.05 && last < 0.05, "{turn}: {first} left at first, {last} at last");
            let fastest = headings.windows(2).map(|pair| wrapped(pair[1] - pair[0]).abs()).fold(0.0, f64::max);
            assert!(fastest < 5.0 * walk.frame_time, "{turn}: turns by {fastest} within a frame");
        }
        assert_eq!(walked(Some(Takeoff::default())), walked(None));
    }

    #[test]
    fn a_pause_and_an_early_take_off_are_kept() {
        let own = walked(None);
        let paused = walked(Some(Takeoff { pause: 0.5, ..Takeoff::default() }));
        assert_eq!(paused.frames.len(), own.frames.len() + 15);
        let early = walked(Some(Takeoff { back: 0.2, ..Takeoff::default() }));
        let ends = |walk: &Walk| {
            let leapt = leapt(walk);
            [leapt[0].base.at, leapt[leapt.len() - 1].base.at]
        };
        let ([from, to], [from_early, to_early]) = (ends(&own), ends(&early));
        assert!((from[0] - from_early[0] - 0.2).abs() < 0.02, "from {from:?} and {from_early:?}");
        assert_eq!(to, to_early);
    }
}
