//! How much memory the things take that planners derive from a world's tiles, and which of them goes first.
//!
//! In: every thing that is kept per tile, with its bytes. Promise: their sum stays within the limit; what was not asked for since
//! the ledger last looked at it goes first, the oldest before the others. What somebody still uses lives until he is done.

use crate::ground::TileKey;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Notes that are gone through for nothing before the list is cleaned.
const STALE: usize = 64;

/// The account of a world.
pub(crate) struct Ledger {
    limit: AtomicUsize,
    /// No limit may be above it.
    cap: usize,
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
    /// With a limit that may be changed, but not be raised above the cap.
    pub fn new(limit: usize, cap: usize) -> Self {
        let (bytes, serial, notes) = (Arc::default(), AtomicU64::new(1), Mutex::default());
        Self { limit: AtomicUsize::new(limit), cap, bytes, serial, notes }
    }

    /// Bytes that may be on the account.
    pub fn limit(&self) -> usize {
        self.limit.load(Ordering::Relaxed)
    }

    /// Allows more or less. No lock of a shelf may be held.
    pub fn set_limit(&self, bytes: usize) {
        self.limit.store(bytes.min(self.cap), Ordering::Relaxed);
        self.shrink(&mut self.notes.lock().unwrap_or_else(PoisonError::into_inner));
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
        self.shrink(&mut notes);
        if notes.queue.len() > notes.full.max(STALE) {
            notes.queue.retain(|note| note.of.upgrade().is_some_and(|shelf| shelf.holds(note.key, note.serial)));
            notes.full = 2 * notes.queue.len();
        }
    }

    /// Drops things while there is too much.
    fn shrink(&self, notes: &mut Notes) {
        // Once to forget that it was used, and once to go.
        let mut chances = 2 * notes.queue.len();
        while self.bytes() > self.limit() && chances > 0 {
            let Some(note) = notes.queue.pop_front() else { break };
            chances -= 1;
            let fate = note.of.upgrade().map(|shelf| shelf.drop_old(note.key, note.serial));
            if matches!(fate, Some(Fate::Used)) {
                notes.queue.push_back(note);
            }
        }
    }
}
