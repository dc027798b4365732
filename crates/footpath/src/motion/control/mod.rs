//! Control: an oriented disc that follows a path (Kuffner 1998, §7.1 and §7.3).
//!
//! In: a route, a speed, a time step. Out: position, heading and speed step by step, with the action of the route's section.
//!
//! * [`State`]: the seed's five variables, and its explicit Euler step, with the old values on the right.
//! * [`Gains`]: the seed's four, and ours, which follow from the clip's speed and the time step and are critically damped.
//! * [`Controller`]: the law. [`Law::Seed`] is the seed's, as written. [`Law::Bounded`], the default, has a look-ahead that never
//!   cuts a corner by more than a third of its bound, slows for turns before they come, and keeps within the bound.
//! * [`Follower`]: the same for a character that another engine moves.
//! * [`Company`]: several characters that plan around each other (Fig. 4).
//!
//! # The bound
//!
//! Braking with a desired speed of 0 takes `v / k_v` metres, in Euler's steps exactly so: `v Δt Σ (1 − k_v Δt)ⁿ`. Let `D` be the
//! distance from the path. If `D + v / k_v ≤ b` holds now, it holds after a step of braking, since `D` grows by `v Δt` at most
//! and `v / k_v` shrinks by as much. So the law chooses the highest speed, up to the one it wants, with which it holds after the
//! next step, and the disc never leaves the path by more than `b`, whatever its heading does. With [`BOUND`] times `V / k_v` there
//! is room for full speed on a path that is followed well. Plan with the body's radius and this bound
//! ([`Controller::bound`]), and the disc meets nothing.

mod company;
mod controller;
mod follower;
mod gains;
mod state;
mod track;

pub use company::{Company, Member};
pub use controller::{BOUND, Controller, Law, Moved};
pub use follower::{Advice, Follower, Standing};
pub use gains::{ControlError, Gains, LONGEST_STEP};
pub use state::{Controls, State, wrapped};
