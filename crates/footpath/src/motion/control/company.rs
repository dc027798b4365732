//! Several characters that plan around each other, each around where the others will be (Kuffner 1998, Fig. 4).
//!
//! In: a bitmap of what does not move, and characters with goals, in the order of their priority. Out: their states, step by step.
//! Every tenth of a second each character plans anew, with a disc for each other one near by at its position. A character with
//! priority is also avoided where it will be, so two that meet do not dodge to the same side for ever.
//!
//! Planning alone does not keep characters apart. So speeds obey the same rule as the bound on leaving the path: two characters
//! with a gap `g` between their discs have `v₁ / k_v + v₂ / k_v ≤ g`, so that both can stop; if it holds now, it holds after a
//! step of braking, and faster than braking they go only as far as it still holds. Their discs never meet. A little of the gap
//! is left alone, so that no character is stuck at it: one that heads away may do so slowly, whatever the gap.
//!
//! Where two cannot pass, the later one in the list gives way: it goes to the nearest place that is off the other's path, waits
//! until the other is past, and goes on. Where there is no such place, [`Member::blocked_by`] names the other one.

mod yielding;

use super::controller::Controller;
use super::gains::ControlError;
use super::state::State;
use super::track::distance;
use crate::plan::bitmap::Direct;
use crate::route::Route;
use yielding::Refuge;

/// Seconds between two plans of a character.
const REPLAN: f64 = 0.1;
/// Seconds ahead at which others are foreseen.
const AHEAD: [f64; 3] = [0.3, 0.6, 0.9];
/// Metres from which on others that walk are no matter yet.
const NEAR: f64 = 3.0;
/// Metres of the gap between two that braking leaves alone, and the speed in m/s at which one may always leave: braking from it takes
/// both no more than half of that.
const KEPT: f64 = 0.02;
const LEAVING: f64 = 0.1;
/// Metres that are kept to others beyond both radii, where there is room.
const MARGIN: f64 = 0.15;

/// One of several.
#[derive(Clone, Debug)]
pub struct Member {
    /// How it moves.
    pub state: State,
    /// Where it goes: (x, z) in metres.
    pub goal: [f64; 2],
    /// Radius in metres.
    pub radius: f64,
    /// Whether it is there.
    pub arrived: bool,
    /// Times it has planned.
    pub plans: u64,
    /// The character in its way, if neither can pass and there is no place to give way.
    pub blocked_by: Option<usize>,
    controller: Controller,
    /// Seconds until it plans again.
    wait: f64,
    /// Seconds that it has not got on, and the least that was left of its way, in metres.
    stuck: f64,
    least: f64,
    refuge: Option<Refuge>,
}

/// Characters on one bitmap.
#[derive(Clone, Debug)]
pub struct Company {
    direct: Direct,
    members: Vec<Member>,
    /// Speeds of the step before this one was decided.
    speeds: Vec<f64>,
}

impl Company {
    /// No characters yet, on a bitmap that was made for the radius that [`Company::planning_radius`] gives.
    pub fn new(direct: Direct) -> Self {
        Self { direct, members: Vec::new(), speeds: Vec::new() }
    }

    /// The radius for which the bitmap is to be made: the body's, the bound, and half the diagonal of a cell, since characters
    /// set out from wherever they are in a cell.
    pub fn planning_radius(radius: f64, controller: &Controller, cell_size: f64) -> f64 {
        radius + controller.bound() + cell_size * std::f64::consts::FRAC_1_SQRT_2
    }

    /// Adds a character at rest at (x, z). Those that were added before it go first.
    pub fn add(&mut self, at: [f64; 2], goal: [f64; 2], radius: f64, controller: Controller) {
        let heading = State::at(at, 0.0).heading_to(goal);
        let state = State::at(at, heading);
        // Not all plan in the same step.
        let wait = REPLAN * (self.members.len() % 3) as f64 / 3.0;
        self.members.push(Member {
            state,
            goal,
            radius,
            arrived: false,
            plans: 0,
            blocked_by: None,
            controller,
            wait,
            stuck: 0.0,
            least: f64::INFINITY,
            refuge: None,
        });
    }

    /// The characters.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Sends a character elsewhere; it plans at the next step.
    pub fn send(&mut self, number: usize, goal: [f64; 2]) {
        if let Some(member) = self.members.get_mut(number) {
            (member.goal, member.wait, member.arrived) = (goal, 0.0, false);
            (member.refuge, member.blocked_by, member.least) = (None, None, f64::INFINITY);
        }
    }

    /// The bitmap, to draw obstacles anew that have moved.
    pub fn direct_mut(&mut self) -> &mut Direct {
        &mut self.direct
    }

    /// Moves all by a time step.
    pub fn step(&mut self, dt: f64) -> Result<(), ControlError> {
        for number in 0..self.members.len() {
            self.members[number].wait -= dt;
            if self.members[number].wait <= 0.0 {
                self.members[number].wait += REPLAN;
                self.plan(number);
            }
        }
        self.speeds.clear();
        self.speeds.extend(self.members.iter().map(|member| member.state.speed));
        for member in &mut self.members {
            let moved = member.controller.step(&member.state, dt)?;
            (member.state, member.arrived) = (moved.state, moved.arrived && member.refuge.is_none());
        }
        self.keep_apart(dt);
        self.give_way(dt);
        Ok(())
    }

    /// Plans for one, around where the others are and will be.
    fn plan(&mut self, number: usize) {
        let (before, rest) = self.members.split_at(number);
        let Some((one, after)) = rest.split_first() else { return };
        let (at, radius) = (one.state.place(), one.radius);
        self.direct.forget_discs();
        for (other, is_first) in
            before.iter().map(|other| (other, true)).chain(after.iter().map(|other| (other, false)))
        {
            // Where one that walks far away is now, it will not be then.
            if !other.arrived && distance(other.state.place(), at) > NEAR {
                continue;
            }
            let mut keep_off = |centre: [f64; 2], margin: f64| {
                // The bitmap is grown by more than the body's radius, which is for walls.
                self.direct.add_disc(centre, other.radius + margin - (self.direct.radius() - radius));
            };
            keep_off(other.state.place(), MARGIN);
            if is_first && !other.arrived {
                let speed = other.state.speed;
                other.controller.foreseen(speed, &AHEAD).for_each(|centre| keep_off(centre, 0.0));
            }
        }
        let goal = one.refuge.map_or(one.goal, |refuge| refuge.to);
        let route = self.route(at, goal);
        let member = &mut self.members[number];
        member.plans += 1;
        // Without a new route the old one is kept; speeds prevent collisions on it.
        if let Some(route) = route {
            member.controller.follow(&route);
        }
    }

    /// A route from a position, first out of the others' discs if it is in any, to a goal.
    fn route(&mut self, at: [f64; 2], goal: [f64; 2]) -> Option<Route> {
        let out = self.direct.way_out(at)?;
        let frame = *self.direct.frame();
        let found = self.direct.plan(frame.centre(*out.last()?), goal).ok()?;
        let height = found.route.points[0][1];
        let lifted = |[x, z]: [f64; 2]| [x, height, z];
        // The cell one is in is left out, and so is that of the goal: both ends are where they are.
        let mut points = vec![lifted(at)];
        points.extend(out.iter().skip(1).map(|&cell| lifted(frame.centre(cell))));
        points.extend(found.route.points.iter().skip(1).take(found.route.points.len().saturating_sub(2)));
        points.push(lifted(goal));
        Some(Route { points, sections: Vec::new(), ..found.route })
    }

    /// Holds speeds down so that all can stop before they meet.
    fn keep_apart(&mut self, dt: f64) {
        for i in 0..self.members.len() {
            let gain = self.members[i].controller.gains().speed;
            let braked = self.speeds[i] * (1.0 - gain * dt).max(0.0);
            let mut most = self.members[i].state.speed;
            for j in (0..self.members.len()).filter(|&j| j != i) {
                let (one, other) = (&self.members[i], &self.members[j]);
                let gap = distance(one.state.place(), other.state.place()) - one.radius - other.radius - KEPT;
                let other_gain = other.controller.gains().speed;
                // In metres of braking: the other's decision, or half of the gap unless it needs more.
                let taken = if j < i {
                    other.state.speed / other_gain
                } else {
                    let least = self.speeds[j] * (1.0 - other_gain * dt).max(0.0) / other_gain;
                    least.max((other.state.speed / other_gain).min(gap / 2.0))
                };
                let leaving = if is_leaving(&one.state, other.state.place()) { LEAVING } else { 0.0 };
                most = most.min((gain * (gap - taken)).max(leaving));
            }
            self.members[i].state.speed = most.max(braked).max(0.0).min(self.members[i].state.speed.max(braked));
        }
    }
}

/// Whether one heads away from a place, or nearly so.
fn is_leaving(state: &State, from: [f64; 2]) -> bool {
    let [along_x, along_z] = state.forward();
    let [dx, dz] = [state.x - from[0], state.z - from[1]];
    2.0 * (along_x * dx + along_z * dz) > distance(state.place(), from)
}
