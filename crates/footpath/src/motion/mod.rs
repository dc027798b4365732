//! Motion: poses in time (Kuffner 1998, §7).
//!
//! In: a route and clips. Out: the position of a figure and the turns of its joints, frame by frame.
//!
//! * [`control`]: the oriented disc that follows a route, its bound, and [`Follower`](control::Follower) for characters that
//!   somebody else moves.
//! * [`figure`]: skeletons, poses, where joints are, and the built-in figure with its limbs.
//! * [`clips`]: motion captured or generated, as cycles around a base point.
//! * [`feet`]: feet that stay where they stand, on level ground, slopes and stairs.
//! * [`player`]: blends clips by phase and speed along a moving base point.
//! * [`walker`]: walks a route with all of these.
//!
//! Sines come from `libm`: the same input gives the same poses on every platform.

pub mod clips;
pub mod control;
pub mod feet;
pub mod figure;
pub mod player;
pub mod walker;

/// 0 to 1, with no slope at both ends.
fn ease(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
