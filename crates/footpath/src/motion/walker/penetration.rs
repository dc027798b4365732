//! Which limbs of a figure penetrate the scene.
//!
//! In: a frame of a walk and a checker of the world. Out: the parts of the body, or the objects, that penetrate each other by more
//! than a depth. Limbs that carry the body may be in the ground. For a whole walk: the frames with a fault, in which a limb penetrates
//! the scene or a standing sole sinks into the ground or floats above it.

use super::walk::{Collision, Frame, Walk};
use crate::motion::figure::{Figure, Placed, Role, Side};
use crate::route::{Checker, Touched};

/// Metres that a limb may be inside something before it counts as a collision.
const COLLIDES: f64 = 0.01;
/// Limits while a pose is fitted into the scene, a little below [`COLLIDES`] so that rounding makes no collision. `TOLERATED` is for
/// poses that cannot reach `STRICT`.
pub(super) const STRICT: f64 = 0.006;
pub(super) const TOLERATED: f64 = 0.0095;

/// Rise per metre beyond which ground is a wall to limbs that carry the body.
const STEEPEST: f64 = 1.15;

/// A part of the body that is adjusted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Arm(Side),
    Head,
    Trunk,
    Leg(Side),
    Foot(Side),
}

/// A set of parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts(u8);

impl Part {
    /// All parts, in the order in which they are adjusted.
    pub const ALL: [Self; 8] = {
        use Side::{Left, Right};
        let (legs, feet) = ([Self::Leg(Left), Self::Leg(Right)], [Self::Foot(Left), Self::Foot(Right)]);
        [Self::Head, Self::Trunk, legs[0], legs[1], feet[0], feet[1], Self::Arm(Left), Self::Arm(Right)]
    };

    fn bit(self) -> u8 {
        match self {
            Self::Head => 1,
            Self::Trunk => 2,
            Self::Arm(side) => 4 << side.index(),
            Self::Leg(side) => 16 << side.index(),
            Self::Foot(side) => 64 << side.index(),
        }
    }

    fn of(role: Role) -> Self {
        match role {
            Role::Head | Role::Neck => Self::Head,
            Role::Hips | Role::Spine | Role::Chest | Role::Clavicle(_) => Self::Trunk,
            Role::UpperArm(side) | Role::Forearm(side) | Role::Hand(side) => Self::Arm(side),
            Role::Thigh(side) | Role::Shin(side) => Self::Leg(side),
            Role::Foot(side) | Role::Toes(side) => Self::Foot(side),
        }
    }
}

impl Parts {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(u8::MAX);

    pub fn has(self, part: Part) -> bool {
        self.0 & part.bit() != 0
    }

    /// These and one more.
    pub fn with(self, part: Part) -> Self {
        Self(self.0 | part.bit())
    }

    pub fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

/// A figure in a scene.
pub(super) struct Penetration<'a> {
    pub figure: &'a Figure,
    pub checker: &'a Checker,
    /// For every limb its part, and whether it carries a body that is on its feet, or on its knees.
    limbs: Vec<(Part, [bool; 2])>,
}

impl<'a> Penetration<'a> {
    pub fn new(figure: &'a Figure, checker: &'a Checker) -> Self {
        let skeleton = &figure.skeleton;
        let limb = |joint: usize| {
            // A joint without a role belongs to the joint that carries it.
            let parent = |joint: &usize| skeleton.joints()[*joint].parent.map(usize::from);
            let role = std::iter::successors(Some(joint), parent).find_map(|joint| skeleton.role_of(joint));
            let role = role.unwrap_or(Role::Hips);
            let foot = matches!(role, Role::Foot(_) | Role::Toes(_));
            let low = matches!(role, Role::Hand(_) | Role::Forearm(_) | Role::Shin(_) | Role::Thigh(_));
            (Part::of(role), [foot, foot || low])
        };
        let limbs = figure.limbs.iter().map(|own| limb(usize::from(own.joint))).collect();
        Self { figure, checker, limbs }
    }

    /// The parts in `of` that penetrate the scene in a frame by more than a depth in metres.
    pub fn parts(&self, frame: &Frame, placed: &Placed, of: Parts, depth: f64) -> Parts {
        let mut found = Parts::NONE;
        for (limb, &(part, carries)) in self.limbs.iter().enumerate() {
            if !of.has(part) || found.has(part) {
                continue;
            }
            let carries = carries[usize::from(frame.on_knees)];
            let counts = |touched: &Touched| !(carries && touched.stands && touched.steepness < STEEPEST);
            if self.object(limb, frame, placed, depth, counts).is_some() {
                found = found.with(part);
            }
        }
        found
    }

    /// The first object that a limb is in by more than a depth, of those that count.
    fn object(
        &self,
        limb: usize,
        frame: &Frame,
        placed: &Placed,
        depth: f64,
        counts: impl Fn(&Touched) -> bool,
    ) -> Option<u32> {
        self.figure.limbs[limb].capsules(placed).find_map(|capsule| {
            let [from, to] = [capsule.from, capsule.to].map(|point| frame.base.to_world(point));
            let mut object = None;
            self.checker.touched(from, to, f64::from(capsule.radius) - depth, |touched| {
                object = object.or(counts(&touched).then_some(touched.object));
            });
            object
        })
    }

    /// The first limb that collides in each frame of a walk. Limbs that carry the body may touch ground and low obstacles.
    fn collisions(&self, walk: &Walk, climb: f64) -> Vec<Collision> {
        let mut placed = Placed::default();
        let collision = |(number, frame): (usize, &Frame)| {
            placed.update(&self.figure.skeleton, &frame.pose);
            self.limbs.iter().enumerate().find_map(|(limb, &(_, carries))| {
                let carries = carries[usize::from(frame.on_knees)];
                let highest = frame.base.at[1] + climb + COLLIDES;
                let counts = |touched: &Touched| !(carries && (touched.stands || touched.top <= highest));
                let object = self.object(limb, frame, &placed, COLLIDES, counts)?;
                Some(Collision { frame: number, joint: usize::from(self.figure.limbs[limb].joint), object })
            })
        };
        walk.frames.iter().enumerate().filter_map(collision).collect()
    }
}

impl Walk {
    /// Looks for limbs that penetrate the scene, frame by frame.
    pub(super) fn find_collisions(&mut self, checker: &Checker, climb: f64) {
        self.collisions = Penetration::new(&self.figure, checker).collisions(self, climb);
        self.figures.collisions = self.collisions.len();
    }
}

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
