//! How much memory the cache takes, and which entry it drops first.
//!
//! In: every entry of every table, with its bytes and the time of its last use. Promise: the sum of all bytes stays within the
//! limit as long as entries can be dropped; the least recently used entry goes first. An entry that a query still holds is freed
//! when the query lets go of it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The memory of one cache.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: AtomicUsize,
    /// The limit cannot be set above it.
    max_limit: usize,
    /// Bytes of the limit that are in use for something else.
    reserved: AtomicUsize,
    bytes: Arc<AtomicUsize>,
    /// Rises with every new entry.
    clock: AtomicU64,
    /// Entries by the time at which their last use was noted, and by serial number.
    entries: Mutex<BTreeMap<(u64, u64), Weak<dyn Evict>>>,
}

/// A table whose entries can be dropped one by one.
pub(crate) trait Evict: Send + Sync {
    /// Drops an entry that was noted at `time`. Returns the time to note it at again if it stays, because it was used after
    /// `time`, or until `now` has passed.
    fn evict(&self, serial: u64, time: u64, now: u64) -> Option<u64>;
}

impl std::fmt::Debug for dyn Evict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Evict")
    }
}

/// Bytes that count until this is dropped. They may grow.
#[derive(Debug)]
pub(crate) struct Charge {
    budget: Arc<Budget>,
    bytes: AtomicUsize,
}

impl Charge {
    /// Counts more bytes, and drops entries if these are too many. No lock of a table may be held.
    pub fn grow(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.budget.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.budget.shrink();
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.bytes.fetch_sub(*self.bytes.get_mut(), Ordering::Relaxed);
    }
}

impl Budget {
    /// With a limit that can be changed, but not raised above `max_limit`.
    pub fn new(limit: usize, max_limit: usize) -> Self {
        let (reserved, bytes, entries) = Default::default();
        let clock = AtomicU64::new(1);
        Self { limit: AtomicUsize::new(limit), max_limit, reserved, bytes, clock, entries }
    }

    pub fn limit(&self) -> usize {
        self.limit.load(Ordering::Relaxed)
    }

    /// Sets the limit. No lock of a table may be held.
    pub fn set_limit(&self, bytes: usize) {
        self.limit.store(bytes.min(self.max_limit), Ordering::Relaxed);
        self.shrink();
    }

    /// Leaves so many bytes of the limit free. No lock of a table may be held.
    pub fn reserve(&self, bytes: usize) {
        self.reserved.store(bytes, Ordering::Relaxed);
        self.shrink();
    }

    /// Bytes of all entries, and of dropped ones that are still held.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The present time: the number of entries made so far.
    pub fn now(&self) -> u64 {
        self.clock.load(Ordering::Relaxed)
    }

    /// Counts bytes for as long as the charge is held.
    pub fn charge(self: &Arc<Self>, bytes: usize) -> Charge {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Charge { budget: Arc::clone(self), bytes: AtomicUsize::new(bytes) }
    }

    /// A serial number for a new entry.
    pub fn serial(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// Notes a new entry, and drops others while there are too many bytes. No lock of a table may be held.
    pub fn note(&self, table: Weak<dyn Evict>, serial: u64) {
        self.entries().insert((serial, serial), table);
        self.shrink();
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, BTreeMap<(u64, u64), Weak<dyn Evict>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops the least recently used entries while there are too many bytes.
    fn shrink(&self) {
        while self.bytes() > self.limit().saturating_sub(self.reserved.load(Ordering::Relaxed)) {
            // An entry is noted with the time of a use, maybe not its last one: then it is noted again with that.
            let Some(((time, serial), table)) = self.entries().pop_first() else { break };
            let Some(held) = table.upgrade() else { continue };
            if let Some(used) = held.evict(serial, time, self.now()) {
                self.entries().insert((used, serial), table);
            }
        }
    }
}
