//! Units, small vectors and disjoint sets. Every module may import this one; it imports none.
//!
//! * A **vertex** lies on a grid of 1/1024 m in all three axes ([`Vertex`]).
//! * The **plan** (x, z) is measured in 1/5120 m, so that cell borders and centres of the usual cell sizes are
//!   integers too: a vertex coordinate times five.
//! * **Heights** of floors and spans are whole centimetres.
//!
//! Every decision is made in these integers. Vectors and rotations in `f32` and `f64` serve motion, pictures and the checker.

mod dealt;
mod disjoint_sets;
mod distance;
mod flight;
mod named;
mod octile;
mod quat;
mod units;
pub mod vector;
mod words;

pub(crate) use dealt::dealt;
pub(crate) use disjoint_sets::DisjointSets;
pub(crate) use distance::segment_to_triangle;
pub use flight::Flight;
pub(crate) use named::named;
pub use octile::{DIAGONAL, ORTHOGONAL};
pub(crate) use octile::{octile, octile_at};
pub use quat::Quat;
pub use units::{
    CM_PER_METRE, PLAN_PER_METRE, PLAN_PER_VERTEX, VERTEX_PER_METRE, Vertex, cm_ceil, cm_floor, cm_of, metres,
};
pub use words::{rounded, spot, tidy};
