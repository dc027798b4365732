//! The player: where the base point is and what is to be done go in, frame by frame; poses with feet on the ground come out.
//!
//! * [`ClipSet`]: what a figure can do; the built-in motions, or captures with the built-in ones for what they lack.
//! * A ladder of cycles at different speeds is blended by speed, all at one phase (0 when the left foot strikes).
//! * Another action begins at a marked point, a strike, and is faded in over both motions at the same phase.
//! * [`feet`](crate::motion::feet) lock what stands.

mod ladder;
mod lying;
mod play;
mod set;
mod stairs;

pub use play::{Order, Player};
pub use set::{ClipSet, Style};
