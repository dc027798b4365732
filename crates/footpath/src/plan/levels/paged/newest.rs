//! What was found for a body and is kept, since many ask again: the newest, as far as a part of the memory reaches.

use crate::world::Weighed;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Part of what a paged world may keep that is for things of one kind.
const SHARE: usize = 16;

/// Things by what they are of, the newest last.
#[derive(Debug)]
pub(super) struct Newest<K, T>(Mutex<VecDeque<(K, Arc<T>)>>);

impl<K, T> Default for Newest<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: PartialEq, T: Weighed> Newest<K, T> {
    pub fn get(&self, of: &K) -> Option<Arc<T>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(key, _)| key == of)?;
        let found = kept.remove(at)?;
        let thing = Arc::clone(&found.1);
        kept.push_back(found);
        Some(thing)
    }

    /// Keeps a thing, and drops others while there is more than a part of what may be kept.
    pub fn keep(&self, may_keep: usize, of: K, thing: &Arc<T>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if thing.bytes() > may_keep / SHARE || kept.iter().any(|(key, _)| *key == of) {
            return;
        }
        kept.push_back((of, Arc::clone(thing)));
        let mut all: usize = kept.iter().map(|(_, thing)| thing.bytes()).sum();
        while all > may_keep / SHARE {
            let Some((_, oldest)) = kept.pop_front() else { break };
            all -= oldest.bytes();
        }
    }
}
