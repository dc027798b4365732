//! Feet that stay where they stand: on level ground, slopes and stairs.
//!
//! In, frame by frame: a pose on level ground around its base point, what each foot does (stands, or how far its swing
//! is and where it will come down), and the ground as a function of the plan. Out: the pose with standing feet locked to
//! the ground, swinging feet led to their next place, and the pelvis at a height that the legs reach from.
//!
//! A foot that stands is held at its heel until its ball is down, then at its ball; the other point may roll, neither may
//! slide. The lock's displacement is given back while the foot swings. Where the seed only proposes such constraints
//! (§7.2, last sentence), this is what we do.

mod foot;
mod gauge;
mod ground;
mod landing;
mod rest;
mod solver;

pub use foot::Step;
pub use gauge::{Footing, Gauge};
pub use ground::{Around, Ground, GroundFn, level};
pub use solver::Feet;
