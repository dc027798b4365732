//! What is wrong with a walk, frame by frame.

use super::room::{COUNTS, Parts, Touch};
use super::walk::{Frame, Walk};
use crate::motion::figure::{Figure, Placed};
use crate::route::Checker;

/// Metres that a standing sole may be in the ground or above it.
const OFF: f64 = 0.019;
/// Metres above and below a sole in which there is ground.
const LOOK: [f64; 2] = [0.3, 0.5];

/// Looks for limbs in the scene, and for soles that sink or float.
pub(super) struct Faults<'a> {
    figure: &'a Figure,
    checker: &'a Checker,
    touch: Touch<'a>,
}

impl<'a> Faults<'a> {
    pub fn of(figure: &'a Figure, checker: &'a Checker) -> Self {
        Self { figure, checker, touch: Touch::of(figure, checker) }
    }

    /// The frames of a walk with something wrong.
    pub fn frames(&self, walk: &Walk) -> Vec<usize> {
        let mut placed = Placed::default();
        let wrong = |(number, frame): (usize, &Frame)| {
            placed.update(&self.figure.skeleton, &frame.pose);
            let touches = self.touch.parts(frame, &placed, Parts::ALL, COUNTS) != Parts::NONE;
            (touches || self.stands_badly(frame, &placed)).then_some(number)
        };
        walk.frames.iter().enumerate().filter_map(wrong).collect()
    }

    fn stands_badly(&self, frame: &Frame, placed: &Placed) -> bool {
        (0..2).filter(|&foot| frame.planted[foot] && !frame.on_knees).any(|foot| {
            let (lowest, carried) = self.figure.soles[foot].clearance(placed, |place| {
                let at = frame.base.to_world(place);
                Some(at[1] - self.checker.ground(at, LOOK[0], LOOK[1])?.height)
            });
            lowest < -OFF || carried > OFF
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::motion::player::ClipSet;
    use crate::motion::walker::Walker;
    use crate::plan::Query;
    use crate::{Bake, Scene, World};

    #[test]
    fn soles_off_the_ground_and_limbs_in_walls_are_seen() {
        let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default()).expect("a world");
        let walker = Walker::new(&Body::adult(), ClipSet::built_in(1.80));
        let [from, to] = ["start", "goal"].map(|name| world.place(name).expect("a place"));
        let route = walker.plan(&world, &Query::new(&Body::adult(), from, to)).expect("a route");
        let (clear, checker) = (walker.follow(&world, &route).expect("a walk"), world.checker());
        let figure = clear.figure.clone();
        let faults = Faults::of(&figure, &checker);
        assert_eq!(faults.frames(&clear), [0; 0]);
        // The first frame stands: in the ground, above it, and so little above it that it does not show.
        for (moved, wrong) in [(-0.025, true), (0.025, true), (0.015, false)] {
            let mut walk = clear.clone();
            walk.frames[0].base.at[1] += moved;
            assert_eq!(faults.frames(&walk), if wrong { vec![0] } else { vec![] }, "moved by {moved}");
        }
        // Somewhere along a line through the house there is a wall.
        let mut walk = clear.clone();
        let last = walk.frames.len() - 1;
        let in_walls = (0..200).filter(|&step| {
            walk.frames[last].base.at[0] = clear.frames[last].base.at[0] + 0.05 * f64::from(step);
            faults.frames(&walk) == [last]
        });
        assert!(in_walls.count() > 0);
    }
}
