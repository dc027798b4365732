//! A queue for integer keys in constant time: buckets in three levels.
//!
//! A key has three digits: 12, 10 and 10 bits, lowest first. An entry lies in the level of the highest digit in which its key
//! differs from the key handed out last, in the bucket of that digit; so buckets of the lowest level hold one key each. When
//! that level is empty, the next bucket of the level above is dealt out into it: an entry moves at most twice, whatever the
//! spread of the costs (Denardo & Fox 1979; Cherkassky, Goldberg & Silverstein 1999). Bitmaps find the next full bucket.
//!
//! Promised: lowest key first; of equal keys the one that came last. Last in first out keeps A* on the way it is on instead
//! of widening all ways of equal promise in turn, and costs nothing, as a bucket is a stack. Keys never fall: one
//! below the key handed out last counts as that key. For A* this is sound: no key handed out before the goal is above
//! the cost of the best way, so lifting a key to it does not lift it above that cost either.

use super::queue::Queue;

const NONE: u32 = u32::MAX;
const LEVELS: usize = 3;
/// Lowest bit of each level's digit, and of the one that would follow.
const SHIFT: [u32; LEVELS + 1] = [0, 12, 22, 32];

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u32,
    node: u32,
    /// The entry under this one in its bucket, or the next free one.
    next: u32,
}

/// One level: stacks by digit, and which of them are not empty.
#[derive(Clone, Debug)]
struct Level {
    heads: Vec<u32>,
    full: [u64; 64],
    /// Which words of `full` are not zero.
    words: u64,
}

impl Level {
    fn new(bits: u32) -> Self {
        Self { heads: vec![NONE; 1 << bits], full: [0; 64], words: 0 }
    }

    #[inline]
    fn first(&self) -> Option<usize> {
        let word = self.words.trailing_zeros() as usize;
        (word < 64).then(|| word * 64 + self.full[word & 63].trailing_zeros() as usize)
    }

    #[inline]
    fn mark(&mut self, bucket: usize) {
        self.full[(bucket / 64) & 63] |= 1 << (bucket % 64);
        self.words |= 1 << (bucket / 64);
    }

    #[inline]
    fn unmark(&mut self, bucket: usize) {
        let word = &mut self.full[(bucket / 64) & 63];
        *word &= !(1 << (bucket % 64));
        self.words &= !(u64::from(*word == 0) << (bucket / 64));
    }
}

/// Lowest key first, in constant time; of equal keys the one that came last. Keys never fall: one below the key handed out
/// last counts as that key.
#[derive(Clone, Debug)]
pub struct Buckets {
    levels: [Level; LEVELS],
    entries: Vec<Entry>,
    free: u32,
    last: u32,
}

impl Default for Buckets {
    fn default() -> Self {
        let levels = std::array::from_fn(|level| Level::new(SHIFT[level + 1] - SHIFT[level]));
        Self { levels, entries: Vec::new(), free: NONE, last: 0 }
    }
}

impl Buckets {
    /// Puts an entry onto the stack that its key belongs to.
    #[inline]
    fn put(&mut self, index: u32, key: u32) {
        let apart = key ^ self.last;
        let level = usize::from(apart >> SHIFT[1] != 0) + usize::from(apart >> SHIFT[2] != 0);
        let stacks = &mut self.levels[level];
        let bucket = (key >> SHIFT[level]) as usize & (stacks.heads.len() - 1);
        self.entries[index as usize].next = stacks.heads[bucket];
        stacks.heads[bucket] = index;
        stacks.mark(bucket);
    }

    /// Deals the next bucket of the levels above out into those below it; false when there is none.
    #[cold]
    fn deal(&mut self) -> bool {
        let Some((level, bucket)) = (1..LEVELS).find_map(|level| Some((level, self.levels[level].first()?))) else {
            return false;
        };
        // Digits above this level's stay, this one becomes the bucket's, those below become zero.
        let above = u64::from(self.last) >> SHIFT[level + 1] << SHIFT[level + 1];
        self.last = above as u32 | (bucket as u32) << SHIFT[level];
        self.levels[level].unmark(bucket);
        let mut index = std::mem::replace(&mut self.levels[level].heads[bucket], NONE);
        // The stack is turned over first, so that what came last is put last.
        let mut turned = NONE;
        while index != NONE {
            let next = std::mem::replace(&mut self.entries[index as usize].next, turned);
            turned = std::mem::replace(&mut index, next);
        }
        while turned != NONE {
            let Entry { key, next, .. } = self.entries[turned as usize];
            self.put(turned, key);
            turned = next;
        }
        true
    }
}

impl Queue for Buckets {
    fn clear(&mut self) {
        for level in &mut self.levels {
            while let Some(bucket) = level.first() {
                level.heads[bucket] = NONE;
                level.unmark(bucket);
            }
        }
        self.entries.clear();
        (self.free, self.last) = (NONE, 0);
    }

    #[inline]
    fn push(&mut self, key: u32, node: u32) {
        let key = key.max(self.last);
        let entry = Entry { key, node, next: NONE };
        let index = self.free;
        if let Some(slot) = self.entries.get_mut(index as usize) {
            self.free = slot.next;
            *slot = entry;
            self.put(index, key);
        } else {
            let index = self.entries.len() as u32;
            self.entries.push(entry);
            self.put(index, key);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<u32> {
        loop {
            let level = &mut self.levels[0];
            if let Some(bucket) = level.first() {
                let index = level.heads[bucket];
                let entry = &mut self.entries[index as usize];
                let next = std::mem::replace(&mut entry.next, self.free);
                self.free = index;
                self.last = entry.key;
                level.heads[bucket] = next;
                if next == NONE {
                    level.unmark(bucket);
                }
                return Some(entry.node);
            }
            if !self.deal() {
                return None;
            }
        }
    }
}
