//! The figure: a skeleton, its poses, and the limbs around its bones.
//!
//! In: a height, or the skeleton of a capture. Out: where every joint is in a pose, limbs to draw and capsules to collide.
//!
//! **Convention.** Metres, Y up. A figure at rest stands upright, arms down, faces **+z**; its left is +x. A pose is
//! relative to its [`Base`], the point on the ground below; the base's heading (0 along +x, counter-clockwise seen from
//! above) turns it.

pub(super) mod ik;
mod limb;
mod person;
mod pose;
mod role;
mod skeleton;
mod sole;

pub use limb::{Capsule, Limb, LimbMesh};
pub use person::Figure;
pub use pose::Base;
pub use pose::{Placed, Pose};
pub use role::{Role, Side};
pub use skeleton::{Joint, Skeleton, SkeletonError};
pub(crate) use sole::BETWEEN;
pub use sole::{Sole, SolePoint};
