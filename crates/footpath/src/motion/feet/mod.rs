//! Feet that stay where they stand.

pub(super) mod ik;
