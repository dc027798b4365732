//! Clearance: how far it is from every floor to what stands in the way.
//!
//! In: tiles of the ground and a band, which is a range of heights above the floor. Out: for each floor the distance in plan
//! from the centre of its column to the nearest square of a blocked column, as an exact integer (squared, in half cells).
//! Promise: no body takes part; the answer for a floor depends on nothing but the columns within the largest clearance
//! that is measured, so an edit shows only there, and it is the same wherever the borders of tiles fall.
//!
//! # What is seen from a floor
//!
//! Not every blocked column counts: an obstacle on a road does not count on the bridge above it. A column counts if one can *walk*
//! there from the floor, straight along one axis and then straight along the other, either axis first:
//!
//! 1. From floor to floor the walk follows the [ways](crate::ground) of the ground: to the floor of the next column
//!    that is mutually nearest by step, if the step is at most 0.3 m and both share as much free height. Borders of tiles
//!    and sheets make no difference.
//! 2. Where the ground ends it goes on through the air at the height of the last floor, for at most 1 m, over a low box
//!    or a gap, and lands on the nearest floor of a column that is within 0.3 m of that height.
//! 3. In the air it may bend too. Then the last floor goes along as far as the ground does in that direction, and nothing is
//!    looked at meanwhile, since walks that bend on the ground look there. Past the end of the ground it goes on as in 2. So
//!    from a stair one sees the post beyond the corner of its landing, but no steps ahead as a wall beside the steps here.
//! 4. On a floor a column is blocked if a span above the floor's own meets the band above it. In the air it is blocked if
//!    any span meets the band above the height of the last floor. A blocked column ends the walk.
//! 5. With [`Rim::Blocked`] there is no walk through the air: the first column without a floor to go on is blocked.
//!
//! The clearance of a floor is the least distance to a column that is blocked on any such walk, or to its own.
//!
//! Walks with one bend are enough: whatever blocks one lies in the rectangle between its ends, so it is nearer than what it
//! hides. On ground without gaps wider than 1 m the clearance therefore is the exact Euclidean distance in plan. Distances
//! are those of the plan and not along slopes, as in the Explicit Corridor Map of multi-layered worlds (van Toll et al.);
//! seed 000 counts border cells instead (Bandi & Thalmann §7.3), which is a distance in steps.
//!
//! # How it is found
//!
//! `runs`: how far the nearest blocked column is straight along each direction, one pass over the floors. `strands`: floors
//! in a row on which the ground goes on, laid out flat with what is seen beyond both ends. `transform`: the distance
//! transform of such a row (Felzenszwalb & Huttenlocher's second pass; a bounded scan, since distances are short). Once
//! with each axis first; the lesser counts. `walk` is the definition above, step by step.
//!
//! # Room for a body
//!
//! All of the above is the field, which depends on no body. `room` answers for one body: whether it has the headroom to stand on a
//! floor, which steps are too high for it, and how much space is around it. Reach is made of these answers.

mod field;
mod measure;
mod nearest;
mod patch;
mod room;
mod runs;
mod strands;
mod transform;
mod walk;

pub use field::{Field, FieldTile};
pub use measure::Clearance;
pub(crate) use measure::Limits;
pub use nearest::Nearest;
pub(crate) use nearest::nearest;
pub(crate) use patch::{Part, Patch, Runs};
pub(crate) use room::{Columns, DOWN, Disc, ENOUGH, Ground, Links, Meter, Room, StepRule, Ways, over, pieces};

pub(crate) use strands::measure;
pub use walk::Rim;
pub(crate) use walk::{Band, Walk};
