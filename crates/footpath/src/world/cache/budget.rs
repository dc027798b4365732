//! The memory limit of the cache, and which entry is evicted first.
//!
//! In: every entry of every table, with its bytes and the time of its last use. Promised: the sum of all bytes stays within the
//! limit as long as entries can be evicted, and the least recently used entry is evicted first. An entry that a query still uses
//! is freed when the query ends.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The memory of one cache.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: AtomicUsize,
    /// The highest limit that can be set.
    max_limit: usize,
    /// Bytes of the limit that are used for other data.
    reserved: AtomicUsize,
    bytes: Arc<AtomicUsize>,
    /// Rises with every new entry.
    clock: AtomicU64,
    /// Entries by the recorded time of a use, then by serial number.
    entries: Mutex<BTreeMap<(u64, u64), Weak<dyn Evict>>>,
}

/// A table whose entries can be dropped one by one.
pub(crate) trait Evict: Send + Sync {
    /// Drops an entry that was recorded at `time`. If the entry stays, returns the time to record it at again: it was used after
    /// `time`, or it must stay until `now` has passed.
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
    /// Counts more bytes, and drops entries if the limit is exceeded. The caller must hold no lock of a table.
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
    /// A budget with a limit that can be changed, up to `max_limit`.
    pub fn new(limit: usize, max_limit: usize) -> Self {
        let (reserved, bytes, entries) = Default::default();
        let clock = AtomicU64::new(1);
        Self { limit: AtomicUsize::new(limit), max_limit, reserved, bytes, clock, entries }
    }

    pub fn limit(&self) -> usize {
        self.limit.load(Ordering::Relaxed)
    }

    /// Sets the limit. The caller must hold no lock of a table.
    pub fn set_limit(&self, bytes: usize) {
        self.limit.store(bytes.min(self.max_limit), Ordering::Relaxed);
        self.shrink();
    }

    /// Keeps this number of bytes of the limit free. The caller must hold no lock of a table.
    pub fn reserve(&self, bytes: usize) {
        self.reserved.store(bytes, Ordering::Relaxed);
        self.shrink();
    }

    /// Bytes of all entries, including dropped ones that are still in use.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The present time: the number of entries made so far.
    pub fn now(&self) -> u64 {
        self.clock.load(Ordering::Relaxed)
    }

    /// Counts bytes until the charge is dropped.
    pub fn charge(self: &Arc<Self>, bytes: usize) -> Charge {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Charge { budget: Arc::clone(self), bytes: AtomicUsize::new(bytes) }
    }

    /// A serial number for a new entry.
    pub fn serial(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// Records a new entry, and drops others while the limit is exceeded. The caller must hold no lock of a table.
    pub fn note(&self, table: Weak<dyn Evict>, serial: u64) {
        self.entries().insert((serial, serial), table);
        self.shrink();
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, BTreeMap<(u64, u64), Weak<dyn Evict>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that entries may take. An allocator holds more memory than the program uses, since freed memory lies between memory in use.
    /// An eighth of the limit is for that, so that the memory of the process stays within the limit.
    fn room(&self) -> usize {
        let limit = self.limit();
        (limit - limit / 8).saturating_sub(self.reserved.load(Ordering::Relaxed))
    }

    /// Evicts the least recently used entries while they exceed their room.
    fn shrink(&self) {
        while self.bytes() > self.room() {
            // The recorded time may be that of an earlier use. The entry is then recorded again with the last one.
            let Some(((time, serial), table)) = self.entries().pop_first() else { break };
            let Some(held) = table.upgrade() else { continue };
            if let Some(used) = held.evict(serial, time, self.now()) {
                self.entries().insert((used, serial), table);
            }
        }
    }
}
