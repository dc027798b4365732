//! The bitmap planner (Kuffner 1998): objects at the height of the body are projected onto a grid, grown by the body's radius,
//! and searched with costs of 10 and 14.
//!
//! There are two forms. [`Direct`] needs no bake: triangles go in whenever they move, and a path over a level floor comes out, as
//! in the paper. `World::plan_bitmap` (`Method::Bitmap`) uses the floors of a world, each with the body's height range above
//! *it*, so slopes, stairs and several levels are included.
//!
//! # Promises of the direct mode
//!
//! 1. A cell is occupied if any point of any triangle between the slab's two heights lies above it. Faces are clipped at the slab
//!    and filled with their edges, so walls without a plan area count, and so do faces whose edges all lie outside.
//! 2. A cell is free if a disc of the body's radius about its *centre* meets no occupied cell and does not leave the frame.
//!    An exact fit passes. Distances are integers, as in [`clearance`](crate::clearance).
//! 3. Diagonal steps need both cells beside them. A disc that moves straight from centre to centre then meets no occupied cell:
//!    for an orthogonal step one of its ends is nearest to any square, for a diagonal step one of the four cells is.
//!
//! # Where we differ from the paper
//!
//! Kuffner draws in wireframe with lines of width R. This grows by half of R only, leaves the inside of large faces free, and
//! misses faces whose edges lie outside the slab (§6.1). `plan::papers` has this wireframe, for comparison. Kuffner calls
//! Dijkstra's search quadratic (§6.3); with costs of 10 and 14 and buckets it is linear, and our plans go from jump point to jump
//! point at the same cost. Kuffner projects everything each time; here fixed triangles are projected and grown once.

mod bits;
mod direct;
mod disc;
mod escape;
mod fill;
mod floors;
mod frame;
mod narrow;
#[cfg(test)]
mod tests;

pub use bits::Bitmap;
pub use direct::{Direct, DirectPath};
pub use fill::Slab;
pub(crate) use floors::{bitmap_query, plan, upright_body};
pub use frame::Frame;
