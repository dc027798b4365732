//! Faults of a walk, frame by frame.
//!
//! In: a walk. Out: the frames in which a limb penetrates the scene, or a standing sole sinks into the ground or floats above it.

use super::penetration::{Parts, Penetration, TOLERATED};
use super::walk::{Frame, Walk};
use crate::motion::figure::Placed;

/// Metres that a standing sole may be in the ground or above it.
const OFF_GROUND: f64 = 0.019;
/// Metres above and below a sole in which ground is looked for.
const RANGE: [f64; 2] = [0.3, 0.5];

impl Penetration<'_> {
    /// The frames of a walk with a fault.
    pub fn faulty_frames(&self, walk: &Walk) -> Vec<usize> {
        let mut placed = Placed::default();
        let mut is_faulty = |frame: &Frame| {
            placed.update(&self.figure.skeleton, &frame.pose);
            self.parts(frame, &placed, Parts::ALL, TOLERATED) != Parts::NONE || self.stands_badly(frame, &placed)
        };
        (0..walk.frames.len()).filter(|&number| is_faulty(&walk.frames[number])).collect()
    }

    fn stands_badly(&self, frame: &Frame, placed: &Placed) -> bool {
        (0..2).filter(|&foot| frame.planted[foot] && !frame.on_knees).any(|foot| {
            let (lowest, carried) = self.figure.soles[foot].clearance(placed, |place| {
                let at = frame.base.to_world(place);
                Some(at[1] - self.checker.ground(at, RANGE[0], RANGE[1])?.height)
            });
            lowest < -OFF_GROUND || carried > OFF_GROUND
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
        let penetration = Penetration::new(&figure, &checker);
        assert_eq!(penetration.faulty_frames(&clear), [0; 0]);
        // The first frame stands: in the ground, above it, and so little above it that it does not show.
        for (moved, wrong) in [(-0.025, true), (0.025, true), (0.015, false)] {
            let mut walk = clear.clone();
            walk.frames[0].base.at[1] += moved;
            assert_eq!(penetration.faulty_frames(&walk), if wrong { vec![0] } else { vec![] }, "moved by {moved}");
        }
        // Somewhere along a line through the house there is a wall.
        let mut walk = clear.clone();
        let last = walk.frames.len() - 1;
        let in_walls = (0..200).filter(|&step| {
            walk.frames[last].base.at[0] = clear.frames[last].base.at[0] + 0.05 * f64::from(step);
            penetration.faulty_frames(&walk) == [last]
        });
        assert!(in_walls.count() > 0);
    }
}
