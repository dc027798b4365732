//! Route → legs on the ground and flights between them.
//!
//! In: a route. Out: its parts in order; for each leg the speed that is wanted at each point and the style by place.

use crate::body::{Action, Body};
use crate::clearance::Rim;
use crate::motion::figure::Side;
use crate::motion::player::Style;
use crate::route::{Arc, Route, Section};
use crate::world::World;

/// Metres between points.
const CLOSE: f64 = 0.25;
/// Points before and after one that say how steep it is there.
const NEAR: usize = 2;
/// How much of the speed a slope takes away per rise and run, and the least share that is left.
const STEEP: f64 = 1.1;
const SLOWEST: f64 = 0.4;
/// The least share that is left without room beside the body: cells measure the room short by up to their width.
const NARROW: f64 = 0.3;
/// Metres before and after a low section that are walked more slowly.
const MARGIN: f64 = 0.7;
/// Metres after the end of a section in which its style is kept.
const BEHIND: f64 = 0.15;

/// A part of a route.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// On the ground.
    Leg(Leg),
    /// Through the air.
    Flight(Arc),
}

/// A stretch without leaps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Leg {
    pub route: Route,
    /// Where actions begin and end, in metres along the plan.
    stretches: Vec<(f64, f64, Action)>,
}

/// The parts of a route, in order.
pub(super) fn parts(route: &Route) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut on_ground: Vec<&Section> = Vec::new();
    for section in &route.sections {
        if section.action.is_airborne() {
            parts.extend(Leg::of(route, &on_ground).map(Part::Leg));
            on_ground.clear();
            let flown = &route.points[section.first..=section.last];
            parts.extend(flown.windows(2).map(|pair| Part::Flight(Arc { from: pair[0], to: pair[1] })));
        } else {
            on_ground.push(section);
        }
    }
    if route.sections.is_empty() {
        parts.push(Part::Leg(Leg { route: route.clone(), stretches: Vec::new() }));
    }
    parts.extend(Leg::of(route, &on_ground).map(Part::Leg));
    parts
}

impl Leg {
    fn of(route: &Route, sections: &[&Section]) -> Option<Self> {
        let (first, last) = (sections.first()?.first, sections.last()?.last);
        // Points are so close that the ground between two of them needs no probe of its own.
        let (mut points, mut number) = (vec![route.points[first]], vec![0; last - first + 1]);
        for at in first..last {
            let (a, b) = (route.points[at], route.points[at + 1]);
            let parts = (libm::hypot(b[0] - a[0], b[2] - a[2]) / CLOSE).ceil().clamp(1.0, 1e6) as usize;
            let share = |part: usize| part as f64 / parts as f64;
            points.extend((1..=parts).map(|part| [0, 1, 2].map(|i| a[i] + share(part) * (b[i] - a[i]))));
            number[at + 1 - first] = points.len() - 1;
        }
        let along = along(&points);
        let ends = |s: &Section| [number[s.first - first], number[s.last - first]];
        let stretch = |s: &&Section| ends(s).map(|at| along[at]);
        let stretches = sections.iter().map(|s| (stretch(s)[0], stretch(s)[1], s.action)).collect();
        let of = |s: &&Section| {
            let [first, last] = ends(s);
            Section { first, last, ..(*s).clone() }
        };
        let sections = sections.iter().map(of).collect();
        let route = Route { length: Route::length_of(&points), points, sections, ..Route::default() };
        Some(Self { route, stretches })
    }

    /// This leg, shortened at its end by `metres`, but by half of its length at most.
    pub fn short_by(&self, metres: f64) -> Self {
        let along = self.along();
        let whole = along.last().copied().unwrap_or(0.0);
        let end = (whole - metres).max(0.5 * whole);
        let last = along.iter().position(|&at| at >= end).unwrap_or(0);
        if metres <= 0.0 || last == 0 {
            return self.clone();
        }
        let mut points = self.route.points[..=last].to_vec();
        let (a, b) = (points[last - 1], points[last]);
        let share = (end - along[last - 1]) / (along[last] - along[last - 1]);
        points[last] = [0, 1, 2].map(|i| a[i] + share * (b[i] - a[i]));
        let left = self.route.sections.iter().filter(|section| section.first < last);
        let sections = left.map(|own| Section { last: own.last.min(last), ..own.clone() }).collect();
        let route = Route { length: Route::length_of(&points), points, sections, ..self.route.clone() };
        Self { route, stretches: self.stretches.clone() }
    }

    /// Metres along the plan at each point.
    pub fn along(&self) -> Vec<f64> {
        along(&self.route.points)
    }

    /// How much of the full speed is wanted at each point: less where there is less room beside the body than the bound, and
    /// less on stairs and slopes.
    pub fn shares(&self, world: &World, body: &Body, bound: f64) -> Vec<f64> {
        let along = self.along().into_iter().enumerate();
        let share = |(at, along)| self.share_uphill(at).min(self.share_of_getting_down(along));
        let mut shares: Vec<f64> = along.map(share).collect();
        let cell = world.grid().cell_size();
        for section in &self.route.sections {
            let field = world.field(body.max_climb, section.height, Rim::Open);
            let own = section.first..=section.last;
            for (share, point) in shares[own.clone()].iter_mut().zip(&self.route.points[own]) {
                let floor = world.locate(*point, [cell, body.max_climb, cell]);
                let beside = floor.and_then(|floor| field.clearance(world, floor));
                let spare = beside.map_or(0.0, |clearance| clearance.metres() - section.half_width);
                *share = share.min((spare / bound).max(NARROW));
            }
        }
        shares
    }

    /// Full speed, less around places where the body gets down or up again.
    fn share_of_getting_down(&self, along: f64) -> f64 {
        let near = |&&(from, to, _): &&(f64, f64, Action)| from - MARGIN <= along && along <= to + MARGIN;
        let slower = |&(_, _, action): &(f64, f64, Action)| Manner::of(action).share;
        self.stretches.iter().filter(near).map(slower).fold(1.0, f64::min)
    }

    /// Full speed on level ground, less the steeper the ground is around a point.
    fn share_uphill(&self, at: usize) -> f64 {
        let points = &self.route.points;
        let (a, b) = (points[at.saturating_sub(NEAR)], points[(at + NEAR).min(points.len() - 1)]);
        let run = libm::hypot(b[0] - a[0], b[2] - a[2]).max(CLOSE);
        (1.0 - STEEP * (b[1] - a[1]).abs() / run).max(SLOWEST)
    }

    /// The style at a place: that of the lowest or narrowest action from a little behind to so far ahead of what leads the body.
    pub fn style(&self, along: f64, ahead: f64) -> Style {
        let near = self
            .stretches
            .iter()
            .filter(|(from, to, action)| *from <= along + ahead + Manner::of(*action).lead && *to + BEHIND >= along);
        let action = near.map(|&(_, _, action)| action).max_by_key(|&action| Manner::of(action).rank);
        let action = action.unwrap_or_default();
        Style::of(action, Side::Left)
    }
}

/// Metres along the plan at each of some points.
fn along(points: &[[f64; 3]]) -> Vec<f64> {
    let mut along = vec![0.0];
    for pair in points.windows(2) {
        let far = libm::hypot(pair[1][0] - pair[0][0], pair[1][2] - pair[0][2]);
        along.push(along[along.len() - 1] + far);
    }
    along
}

/// What an action asks of a walker.
struct Manner {
    /// How much it asks of the body.
    rank: u8,
    /// Metres by which the head of a body that gets down is ahead of its disc.
    lead: f64,
    /// Share of the speed around places where the body gets down or up again.
    share: f64,
}

impl Manner {
    fn of(action: Action) -> Self {
        let (rank, lead, share) = match action {
            Action::Crawl => (4, 0.40, 0.45),
            Action::Bend => (3, 0.15, 0.7),
            Action::Sidestep => (2, 0.0, 1.0),
            Action::Tuck => (1, 0.0, 1.0),
            _ => (0, 0.0, 1.0),
        };
        Self { rank, lead, share }
    }
}
