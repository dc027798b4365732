//! Plan: questions to a world about ways, and who answers them.

mod semantics;

pub use semantics::Semantics;
