//! Which parts of a figure are in the scene.

use crate::motion::figure::{Figure, Placed, Role, Side};
use crate::motion::walker::walk::Frame;
use crate::route::Checker;

/// Metres that a limb may be inside something: less than what counts, so that nothing is won by a hair; and hardly less, for who
/// has no other way.
pub(super) const INSIDE: f64 = 0.006;
pub(in crate::motion::walker) const COUNTS: f64 = 0.0095;

/// Rise per metre beyond which ground is a wall to what carries the body.
const GROUND: f64 = 1.15;

/// A part of the body for which room is made at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::motion::walker) enum Part {
    Arm(Side),
    Head,
    Trunk,
    Leg(Side),
    Foot(Side),
}

/// Some parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::motion::walker) struct Parts(u8);

impl Part {
    pub const ALL: [Self; 8] = {
        use Side::{Left, Right};
        [
            Self::Head,
            Self::Trunk,
            Self::Leg(Left),
            Self::Leg(Right),
            Self::Foot(Left),
            Self::Foot(Right),
            Self::Arm(Left),
            Self::Arm(Right),
        ]
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

    pub fn of(parts: &[Part]) -> Self {
        Self(parts.iter().fold(0, |bits, part| bits | part.bit()))
    }

    pub fn has(self, part: Part) -> bool {
        self.0 & part.bit() != 0
    }

    /// These and others.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

/// Looks for parts in the scene.
pub(in crate::motion::walker) struct Touch<'a> {
    figure: &'a Figure,
    checker: &'a Checker,
    /// For every limb its part, and whether it carries a body that is on its feet, or on its knees.
    limbs: Vec<(Part, [bool; 2])>,
}

impl<'a> Touch<'a> {
    pub fn of(figure: &'a Figure, checker: &'a Checker) -> Self {
        let skeleton = &figure.skeleton;
        let limb = |joint: usize| {
            // What has no role belongs to what it hangs on.
            let mut at = Some(joint);
            let role = std::iter::from_fn(|| {
                let here = at?;
                at = skeleton.joints()[here].parent.map(usize::from);
                Some(skeleton.role_of(here))
            });
            let role = role.flatten().next().unwrap_or(Role::Hips);
            let foot = matches!(role, Role::Foot(_) | Role::Toes(_));
            let low = matches!(role, Role::Hand(_) | Role::Forearm(_) | Role::Shin(_) | Role::Thigh(_));
            (Part::of(role), [foot, foot || low])
        };
        let limbs = figure.limbs.iter().map(|own| limb(usize::from(own.joint))).collect();
        Self { figure, checker, limbs }
    }

    /// Those of some parts that are in the scene in a frame by more than so many metres.
    pub fn parts(&self, frame: &Frame, placed: &Placed, of: Parts, inside: f64) -> Parts {
        let mut found = Parts::NONE;
        for (limb, &(part, carries)) in self.figure.limbs.iter().zip(&self.limbs) {
            if !of.has(part) || found.has(part) {
                continue;
            }
            let carries = carries[usize::from(frame.on_knees)];
            let touches = limb.capsules(placed).any(|capsule| {
                let [from, to] = [capsule.from, capsule.to].map(|point| frame.base.to_world(point));
                let mut hit = false;
                let radius = f64::from(capsule.radius) - inside;
                // What carries the body may be on what one stands on.
                self.checker.touched(from, to, radius, |touched| {
                    hit |= !(carries && touched.stands && touched.steepness < GROUND)
                });
                hit
            });
            if touches {
                found = Parts(found.0 | part.bit());
            }
        }
        found
    }
}
