//! Motion: what a body does in time. A route goes in; positions, headings and actions come out.
//!
//! * [`control`]: the oriented disc that follows a route, its bound, and [`Follower`](control::Follower) for characters that
//!   somebody else moves.
//!
//! After Kuffner 1998 (§7). Sines come from `libm`: the same input gives the same motion on every platform.

pub mod control;
