//! How much memory the things take that planners derive from a paged world's tiles, and which of them goes first.
//!
//! In: every thing that is kept per tile, with its bytes. Promise: their sum stays within the limit; what was not asked for since
//! the ledger last looked at it goes first, the oldest before the others. What somebody still uses lives until he is done.

use crate::ground::TileKey;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Notes that are gone through for nothing before the list is cleaned.
const STALE: usize = 64;

/// The account of a paged world.
pub(crate) struct Ledger {
    limit: usize,
    bytes: Arc<AtomicUsize>,
    serial: AtomicU64,
    notes: Mutex<Notes>,
}

#[derive(Default)]
struct Notes {
    queue: VecDeque<Note>,
    /// Length after which stale notes are looked for.
    full: usize,
}

struct Note {
    of: Weak<dyn Shelved>,
    key: TileKey,
    serial: u64,
}

/// Where things lie that can be dropped one by one.
pub(crate) trait Shelved: Send + Sync {
    /// Drops a thing unless it was used since the last time.
    fn drop_old(&self, key: TileKey, serial: u64) -> Fate;
    /// Whether a thing is still there.
    fn holds(&self, key: TileKey, serial: u64) -> bool;
}

/// What became of a thing that could be dropped.
pub(crate) enum Fate {
    Gone,
    Used,
}

/// Bytes that are on the account until this is dropped.
#[derive(Debug)]
pub(crate) struct Charge {
    account: Arc<AtomicUsize>,
    bytes: usize,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.account.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl Ledger {
    pub fn new(limit: usize) -> Self {
        Self { limit, bytes: Arc::default(), serial: AtomicU64::new(1), notes: Mutex::default() }
    }

    /// Bytes that may be on the account.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes on the account.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Puts bytes on the account, and a number that no other thing has.
    pub fn charge(&self, bytes: usize) -> (Charge, u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        (Charge { account: self.bytes.clone(), bytes }, self.serial.fetch_add(1, Ordering::Relaxed))
    }

    /// Notes where a thing lies, and drops others while there is too much. No lock of a shelf may be held.
    pub fn note(&self, of: Weak<dyn Shelved>, key: TileKey, serial: u64) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.queue.push_back(Note { of, key, serial });
        // Everything gets one more chance at most.
        let mut chances = notes.queue.len();
        while self.bytes() > self.limit {
            let Some(note) = notes.queue.pop_front() else { break };
            let Some(shelf) = note.of.upgrade() else { continue };
            match shelf.drop_old(note.key, note.serial) {
                Fate::Used if chances > 0 => {
                    chances -= 1;
                    notes.queue.push_back(note);
                }
                Fate::Used => {
                    shelf.drop_old(note.key, note.serial);
                }
                Fate::Gone => {}
            }
        }
        if notes.queue.len() > notes.full.max(STALE) {
            notes.queue.retain(|note| note.of.upgrade().is_some_and(|shelf| shelf.holds(note.key, note.serial)));
            notes.full = 2 * notes.queue.len();
        }
    }
}
