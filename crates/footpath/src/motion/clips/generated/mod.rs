//! The built-in motions, generated for a figure of any height.
//!
//! In: a [`Kind`] and a figure. Out: its [`Clip`]. Feet come first: a standing foot moves with exactly −V relative to the base
//! point; it rolls about its heel, lies flat, and rolls about its ball, and neither point slides. Then the pelvis is put as high as
//! the legs reach, with the bob, sway, turn and tilt of a walk, and inverse kinematics gives the legs. Trunk, arms and head follow
//! the phase. Kuffner has captures only (§7.2); these motions are ours.
//!
//! Amplitudes are rounded values from gait studies for adults, adjusted by eye on film strips.

mod assemble;
mod crawl;
mod gait;
mod jump;
mod upper;

pub use jump::JUMP_TIMES;

use super::Clip;
use crate::geom::named;
use crate::motion::figure::Figure;

named! {
    /// The built-in motions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Kind {
        /// Standing, breathing.
        Stand = "stand",
        /// Slow walk, 0.6 m/s.
        Stroll = "stroll",
        /// Walk, 1.35 m/s.
        Walk = "walk",
        /// Fast walk, 1.9 m/s.
        Stride = "stride",
        /// Jog, 2.7 m/s.
        Jog = "jog",
        /// Sideways to the own left, facing to the right of the way.
        SidestepLeft = "sidestep left",
        /// Sideways to the own right, facing to the left of the way.
        SidestepRight = "sidestep right",
        /// Walk with the arms held in.
        Tuck = "tuck",
        /// Walk bent forward.
        Bend = "bend",
        /// On hands and knees.
        Crawl = "crawl",
        /// Take-off, flight and landing.
        Jump = "jump",
        /// Up stairs: the foot comes down flat, the knee high.
        StairsUp = "stairs up",
        /// Down stairs: the ball comes down first.
        StairsDown = "stairs down",
        /// Steps on the spot, for turning in place.
        Turn = "turn",
    }
}

impl Clip {
    /// A built-in motion for the built-in figure of that height.
    ///
    /// ```
    /// use footpath::motion::clips::{Clip, Kind};
    /// use footpath::motion::figure::Figure;
    /// let walk = Clip::generated(Kind::Walk, &Figure::person(1.80));
    /// assert!((walk.speed - 1.35).abs() < 1e-6 && walk.planted_share() > 0.55);
    /// ```
    pub fn generated(kind: Kind, figure: &Figure) -> Self {
        // Made for 1.80 m and scaled, so that children take a child's steps.
        let model = Figure::person(assemble::HEIGHT);
        let clip = match kind {
            Kind::Crawl => crawl::clip(&model),
            Kind::Jump => jump::clip(&model),
            Kind::Stand => assemble::stand(&model),
            Kind::SidestepLeft => assemble::sidestep(&model),
            Kind::SidestepRight => assemble::sidestep(&model).mirrored(),
            Kind::Tuck => assemble::walk(kind, &model).tucked(),
            _ => assemble::walk(kind, &model),
        };
        let factor = figure.height / assemble::HEIGHT;
        let mut clip = if (factor - 1.0).abs() > 1e-6 { clip.scaled(factor) } else { clip };
        clip.name = kind.name().to_owned();
        clip.skeleton = figure.skeleton.clone();
        clip.soles = figure.soles;
        clip
    }
}
