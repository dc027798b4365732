//! Retries: a walk with faults is simulated again with variations until none is left, or nothing helps.
//!
//! In: routes and a checker of the world. Out: the first walk along them without a fault, or the one with the fewest. A slower
//! figure puts its feet elsewhere, and one that gets down earlier does so on other ground. That mends most faults that no adjustment
//! of a pose can mend; near a leap, another take-off mends the rest. A variation begins a few metres before a fault, so the walk up
//! to there stays the same, and the result is simulated like any other walk.

use super::penetration::Penetration;
use super::walk::Walk;
use super::{WalkError, Walker};
use crate::route::{Checker, Route};
use crate::world::World;

/// How often a walk is simulated again at most.
const TRIES: usize = 40;
/// Metres along the route within which faults are one.
const NEAR: f64 = 0.6;
/// Variations of the pace at a fault: from how many metres before it to how many behind it, at what share of the speed, and how many metres
/// earlier a posture is taken.
const PACES: [[f64; 4]; 12] = [
    [1.2, 0.2, 0.80, 0.0],
    [1.2, 0.2, 0.65, 0.0],
    [2.0, -0.4, 0.75, 0.0],
    [1.2, 0.2, 0.50, 0.0],
    [1.5, 0.3, 0.90, 0.5],
    [2.5, 0.5, 0.85, 0.0],
    [2.5, 0.5, 0.60, 1.0],
    [0.7, 0.3, 0.40, 0.0],
    [2.0, -0.4, 0.55, 0.0],
    [3.0, -1.0, 0.70, 0.0],
    [3.0, 0.5, 0.90, 1.5],
    [3.0, 1.0, 0.45, 0.3],
];
/// Metres along the route from a leap within which a fault may come from the leap.
const NEAR_LEAP: f64 = 1.2;

/// A walk, the place of each of its frames, its variations, and its frames with faults.
struct Attempt {
    walk: Walk,
    places: Vec<WalkPlace>,
    variations: Vec<Variation>,
    faults: Vec<usize>,
}

impl Walker {
    /// The walk along routes with the fewest faults of those that were tried.
    pub(super) fn follow_with_retries(
        &self,
        world: &World,
        checker: &Checker,
        routes: &[(f64, &Route)],
    ) -> Result<Walk, WalkError> {
        let attempt = |variations: Vec<Variation>| -> Result<Attempt, WalkError> {
            let (mut walk, places) = self.follow_varied(world, checker, routes, &variations)?;
            walk.fit_into(checker);
            let faults = Penetration::new(&walk.figure, checker).faulty_frames(&walk);
            Ok(Attempt { walk, places, variations, faults })
        };
        let mut best = attempt(Vec::new())?;
        let (mut tries, mut given_up) = (TRIES, Vec::new());
        while let Some(place) = best.next_fault(&given_up).filter(|_| tries > 0) {
            let better = best.variations_at(place).into_iter().take(tries).find_map(|variation| {
                tries -= 1;
                let variations = best.variations.iter().copied().chain([variation]).collect();
                attempt(variations).ok().filter(|attempt| attempt.faults.len() < best.faults.len())
            });
            match better {
                Some(better) => best = better,
                None => given_up.push(place),
            }
        }
        Ok(best.walk)
    }
}

impl Attempt {
    /// The variations to try at a place. Leaps come last, since another pace shows less.
    fn variations_at(&self, place: WalkPlace) -> Vec<Variation> {
        let mut frames = self.walk.frames.iter().zip(&self.places);
        let is_near_leap = frames.any(|(frame, at)| frame.action.is_airborne() && at.is_near(place, NEAR_LEAP));
        let takeoffs = if is_near_leap { &Takeoff::OTHERS[..] } else { &[] };
        let slower = PACES.iter().map(|pace| Variation::slower(place, *pace));
        slower.chain(takeoffs.iter().map(|takeoff| Variation::of_leap(place, *takeoff))).collect()
    }

    /// The place of the first fault that was not given up.
    fn next_fault(&self, given_up: &[WalkPlace]) -> Option<WalkPlace> {
        let mut places = self.faults.iter().map(|&frame| self.places[frame]);
        places.find(|place| !given_up.iter().any(|other| place.is_near(*other, NEAR)))
    }
}

/// The place of a frame: the number of its leg, from 1 on, and metres along it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WalkPlace {
    pub leg: usize,
    pub along: f64,
}

impl WalkPlace {
    pub fn is_near(self, other: Self, metres: f64) -> bool {
        self.leg == other.leg && (self.along - other.along).abs() < metres
    }
}

/// A stretch of a leg that is walked differently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Variation {
    leg: usize,
    from: f64,
    to: f64,
    /// Share of the speed.
    pub share: f64,
    /// Metres that postures are taken earlier.
    pub early: f64,
    /// The leap at the end of the leg.
    takeoff: Option<Takeoff>,
}

impl Variation {
    /// From some metres before a place to some behind it, at a share of the speed, with postures taken some metres earlier.
    pub fn slower(place: WalkPlace, [before, behind, share, early]: [f64; 4]) -> Self {
        let (from, to) = (place.along - before, place.along + behind);
        Self { leg: place.leg.max(1), from, to, share, early, takeoff: None }
    }

    /// Another leap at the end of the leg of a place.
    pub fn of_leap(place: WalkPlace, takeoff: Takeoff) -> Self {
        let WalkPlace { leg, along } = place;
        Self { leg, from: along, to: along, share: 1.0, early: 0.0, takeoff: Some(takeoff) }
    }

    /// Whether it changes the walk at a place.
    pub fn covers(&self, leg: usize, along: f64) -> bool {
        self.leg == leg && self.from <= along && along <= self.to
    }

    /// The take-off at the end of a leg, if this varies it.
    pub fn takeoff_of(&self, leg: usize) -> Option<Takeoff> {
        self.takeoff.filter(|_| self.leg == leg)
    }
}

/// How a leap begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Takeoff {
    /// Seconds of standing before it.
    pub pause: f64,
    /// Radians of the turn towards the landing that are left for the flight at most.
    pub turn: f64,
    /// Metres before the edge at which it begins.
    pub back: f64,
}

impl Takeoff {
    /// Take-offs to try where the usual one has faults.
    pub const OTHERS: [Self; 8] = [
        Self { pause: 0.5, turn: 0.0, back: 0.0 },
        Self { pause: 0.0, turn: 0.6, back: 0.0 },
        Self { pause: 0.5, turn: 0.6, back: 0.0 },
        Self { pause: 0.5, turn: 1.2, back: 0.0 },
        Self { pause: 0.5, turn: 0.0, back: 0.1 },
        Self { pause: 0.5, turn: 0.6, back: 0.1 },
        Self { pause: 0.5, turn: 0.0, back: 0.2 },
        Self { pause: 0.5, turn: 1.2, back: 0.2 },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::player::ClipSet;
    use crate::plan::Query;
    use crate::{Bake, Body, Scene};

    #[test]
    fn a_variation_changes_its_stretch_and_leaves_the_rest() {
        let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default()).expect("a world");
        let adult = Body::adult();
        let walker = Walker::new(&adult, ClipSet::built_in(1.80));
        let [from, to] = ["start", "goal"].map(|name| world.place(name).expect("a place"));
        let route = walker.plan(&world, &Query::new(&adult, from, to)).expect("a route");
        let checker = world.checker();
        let walked = |variations: &[Variation]| {
            walker.follow_varied(&world, &checker, &[(0.0, &route)], variations).expect("a walk")
        };
        let (own, places) = walked(&[]);
        let place = places[places.len() / 2];
        let (slower, _) = walked(&[Variation::slower(place, [1.0, 0.5, 0.5, 0.0])]);
        assert!(slower.frames.len() > own.frames.len() + 10, "{} frames of {}", slower.frames.len(), own.frames.len());
        // Braking begins before the stretch.
        let before = places.iter().take_while(|at| at.leg <= place.leg && at.along < place.along - 2.0).count();
        assert!(before > 30, "{before} frames before it");
        assert_eq!(slower.frames[..before], own.frames[..before]);
        assert!(
            walked(&[Variation::slower(WalkPlace { leg: place.leg + 1, ..place }, PACES[0])]).0 == own,
            "of a leg that does not exist"
        );
    }

    #[test]
    fn faults_that_were_given_up_are_skipped() {
        let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default()).expect("a world");
        let walker = Walker::new(&Body::adult(), ClipSet::built_in(1.80));
        let [from, to] = ["start", "goal"].map(|name| world.place(name).expect("a place"));
        let route = walker.plan(&world, &Query::new(&Body::adult(), from, to)).expect("a route");
        let (walk, places) = walker.follow_varied(&world, &world.checker(), &[(0.0, &route)], &[]).expect("a walk");
        let far = places.iter().position(|at| at.along > places[20].along + 2.0 * NEAR).expect("farther on");
        let attempt = Attempt { walk, places: places.clone(), variations: Vec::new(), faults: vec![20, 21, far] };
        assert_eq!(attempt.next_fault(&[]), Some(places[20]));
        assert_eq!(attempt.next_fault(&[places[20]]), Some(places[far]));
        assert_eq!(attempt.next_fault(&[places[20], places[far]]), None);
    }
}
