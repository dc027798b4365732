//! The player: poses a figure along a moving base point.
//!
//! In, frame by frame: the base point, the style, the ground. Out: poses with feet on the ground.
//!
//! * [`ClipSet`]: the clips of a figure: the built-in motions, or captures with built-in ones for the styles that they lack.
//! * A ladder of cycles at different speeds is blended by speed, all at one phase (0 when the left foot strikes).
//! * Another action begins at a marked point, a strike, and is faded in over both motions at the same phase.
//! * [`feet`](crate::motion::feet) lock standing feet.

mod ladder;
mod play;
mod set;
mod stairs;

pub use play::{Order, Player};
pub use set::{ClipSet, Style};
