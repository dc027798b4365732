//! Clips: motion around a base point (Kuffner §7.2).
//!
//! In: a capture read from BVH or glTF, or the built-in figure and a speed. Out: a [`Clip`], whose root is relative to
//! a base point that moves at a constant speed and turn rate; moving the base point along a curve bends the motion.
//!
//! A capture becomes a cycle in steps that can be called apart: contacts of the feet are found, the best pair of frames
//! one gait period apart, the base point is factored out, the seam is spread over the cycle, and the cycle is
//! turned round so that it begins when the left foot strikes.

mod base_point;
mod clip;
mod cycle;
mod error;
mod generated;
mod read;
mod retarget;
mod speed_table;
mod transform;
mod write;

pub use base_point::BasePath;
pub use clip::{Capture, Clip, Contact, Dropped, Support};
pub use error::ClipError;
pub use generated::{JUMP_TIMES, Kind};
pub use read::{ReadOptions, TPose};
pub(in crate::motion) use retarget::Reference;
pub use speed_table::{Cadence, SpeedEntry, SpeedTable};
pub use transform::Cylinder;
pub use write::write_bvh;
