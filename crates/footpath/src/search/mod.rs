//! Search: the one kernel. It knows ids and costs only; what the ids stand for is the space's matter.

mod kernel;
mod queue;
mod seen;

pub use kernel::{Outcome, Space, search};
pub use queue::{Buckets, Fifo, Queue};
pub use seen::{NOBODY, Seen};
