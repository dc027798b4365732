//! Search: the one search kernel. It uses only ids and costs; a space gives the ids their meaning.
//!
//! In: a [`Space`] (moves, estimate, goal test), a [`Queue`] that chooses the next open node, and a [`Seen`] table that is reused
//! between searches. Out: an [`Outcome`], and the paths in the table. Bushfire, Dijkstra's search, A*, several starts or goals,
//! floods and jump points are spaces and queues for one loop ([`search()`]).
//!
//! [`grid`] has uniform grids, whose paths are checked against published lengths.
//!
//! ```
//! use footpath::search::{Buckets, Seen, Space, search};
//!
//! /// Numbers from 0 to 99; one may add 1 for 2 or double for 3.
//! struct Numbers;
//!
//! impl Space for Numbers {
//!     fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
//!         visit(node + 1, 2, b'+');
//!         if node < 50 {
//!             visit(node * 2, 3, b'*');
//!         }
//!     }
//!     fn estimate(&self, _: u32) -> u32 {
//!         0
//!     }
//!     fn is_goal(&mut self, node: u32) -> bool {
//!         node == 11
//!     }
//!     fn len(&self) -> usize {
//!         100
//!     }
//! }
//!
//! let mut seen = Seen::default();
//! let outcome = search(&mut Numbers, &mut Buckets::default(), &mut seen, &[(1, 0)], u64::MAX);
//! assert_eq!(outcome.goal, Some(11));
//! assert_eq!(seen.cost(11), 12);
//! assert_eq!(seen.path(11), [(1, 0), (2, b'+'), (4, b'*'), (5, b'+'), (10, b'*'), (11, b'+')]);
//! ```

mod buckets;
pub mod grid;
mod kernel;
mod queue;
mod seen;
mod stop;
#[cfg(test)]
mod tests;

pub use buckets::Buckets;
pub use kernel::{Front, MAX_COST, Outcome, Space, search};
pub use queue::{Fifo, Queue};
pub use seen::{NOBODY, Seen};
pub use stop::Stop;
