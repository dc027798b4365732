//! A walk that is not clear is walked again, otherwise paced, or leapt, where it was not.
//!
//! In: routes and a checker of the world. Out: of several walks along them the first without a fault, or the one with the fewest.
//! Who walks a little slower puts the feet elsewhere, and who gets down earlier does so on other ground; most of what amending a
//! pose cannot help is helped by that, and near a leap the rest by another leap. What is changed is changed in the metres before a
//! fault, so that the walk up to there is the same, and whatever comes out is a walk as any other.

use super::change::{Change, Leap, Place};
use super::faults::Faults;
use super::walk::Walk;
use super::{WalkError, Walker};
use crate::route::{Checker, Route};
use crate::world::World;

/// How often a walk is walked at most.
const TRIES: usize = 40;
/// Metres along the way within which faults are one.
const NEAR: f64 = 0.6;
/// What is tried where there is a fault: from how many metres before it to how many behind it, at what share of the speed, and
/// how many metres earlier a posture is taken.
const WAYS: [[f64; 4]; 12] = [
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
/// Metres along the way from a leap within which a fault may come of how it is leapt.
const BY_LEAP: f64 = 1.2;

/// A walk, where its frames are, what was changed for it, and which frames are not clear.
struct Tried {
    walk: Walk,
    places: Vec<Place>,
    changes: Vec<Change>,
    faults: Vec<usize>,
}

impl Walker {
    /// The clearest of several walks along routes.
    pub(super) fn clearest(
        &self,
        world: &World,
        checker: &Checker,
        routes: &[(f64, &Route)],
    ) -> Result<Walk, WalkError> {
        let walked = |changes: Vec<Change>| -> Result<Tried, WalkError> {
            let (mut walk, places) = self.follow_changed(world, checker, routes, &changes)?;
            walk.make_room(checker);
            let faults = Faults::of(&walk.figure, checker).frames(&walk);
            Ok(Tried { walk, places, changes, faults })
        };
        let mut best = walked(Vec::new())?;
        let (mut left, mut given_up) = (TRIES, Vec::new());
        while let Some(place) = best.next(&given_up).filter(|_| left > 0) {
            let better = best.ways(place).into_iter().take(left).find_map(|way| {
                left -= 1;
                let changes = best.changes.iter().copied().chain([way]).collect();
                walked(changes).ok().filter(|tried| tried.faults.len() < best.faults.len())
            });
            match better {
                Some(better) => best = better,
                None => given_up.push(place),
            }
        }
        Ok(best.walk)
    }
}

impl Tried {
    /// What may help at a place: leaps come last, since the pace shows less.
    fn ways(&self, place: Place) -> Vec<Change> {
        let mut frames = self.walk.frames.iter().zip(&self.places);
        let leaps = frames.any(|(frame, at)| {
            frame.action.is_airborne() && at.leg == place.leg && (at.along - place.along).abs() < BY_LEAP
        });
        let leaps = if leaps { &Leap::OTHERS[..] } else { &[] };
        let paces = WAYS.iter().map(|way| Change::at(place, *way));
        paces.chain(leaps.iter().map(|leap| Change::leap(place, *leap))).collect()
    }

    /// Where the first fault is that was not given up.
    fn next(&self, given_up: &[Place]) -> Option<Place> {
        let near = |a: Place, b: Place| a.leg == b.leg && (a.along - b.along).abs() < NEAR;
        let places = self.faults.iter().map(|&frame| self.places[frame]);
        places.into_iter().find(|&place| !given_up.iter().any(|&other| near(place, other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::player::ClipSet;
    use crate::plan::Query;
    use crate::{Bake, Body, Scene};

    #[test]
    fn what_is_changed_is_walked_otherwise_and_the_rest_as_before() {
        let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default()).expect("a world");
        let adult = Body::adult();
        let walker = Walker::new(&adult, ClipSet::built_in(1.80));
        let [from, to] = ["start", "goal"].map(|name| world.place(name).expect("a place"));
        let route = walker.plan(&world, &Query::new(&adult, from, to)).expect("a route");
        let checker = world.checker();
        let walked =
            |changes: &[Change]| walker.follow_changed(&world, &checker, &[(0.0, &route)], changes).expect("a walk");
        let (own, places) = walked(&[]);
        let place = places[places.len() / 2];
        let (slower, _) = walked(&[Change::at(place, [1.0, 0.5, 0.5, 0.0])]);
        assert!(slower.frames.len() > own.frames.len() + 10, "{} frames of {}", slower.frames.len(), own.frames.len());
        // Braking begins before the stretch.
        let before = places.iter().take_while(|at| at.leg <= place.leg && at.along < place.along - 2.0).count();
        assert!(before > 30, "{before} frames before it");
        assert_eq!(slower.frames[..before], own.frames[..before]);
        assert!(
            walked(&[Change::at(Place { leg: place.leg + 1, ..place }, WAYS[0])]).0 == own,
            "of a leg that is none"
        );
    }

    #[test]
    fn faults_that_nothing_helped_are_passed_over() {
        let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default()).expect("a world");
        let walker = Walker::new(&Body::adult(), ClipSet::built_in(1.80));
        let [from, to] = ["start", "goal"].map(|name| world.place(name).expect("a place"));
        let route = walker.plan(&world, &Query::new(&Body::adult(), from, to)).expect("a route");
        let (walk, places) = walker.follow_changed(&world, &world.checker(), &[(0.0, &route)], &[]).expect("a walk");
        let far = places.iter().position(|at| at.along > places[20].along + 2.0 * NEAR).expect("farther on");
        let tried = Tried { walk, places: places.clone(), changes: Vec::new(), faults: vec![20, 21, far] };
        assert_eq!(tried.next(&[]), Some(places[20]));
        assert_eq!(tried.next(&[places[20]]), Some(places[far]));
        assert_eq!(tried.next(&[places[20], places[far]]), None);
    }
}
