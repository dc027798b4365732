//! A queue for integer keys in constant time: buckets on three levels.
//!
//! A key has three digits: 12, 10 and 10 bits, lowest first. An entry lies on the level of the highest digit in which its key
//! differs from the last popped key, in the bucket of that digit. A bucket of the lowest level therefore holds one key. When that
//! level is empty, the next bucket of the level above is spread over the lower levels. An entry moves at most twice, whatever the
//! spread of the costs (Denardo & Fox 1979; Cherkassky, Goldberg & Silverstein 1999). Bitmaps find the next bucket that is not
//! empty.
//!
//! Promised: the lowest key comes first; of equal keys, the last one pushed. Last in, first out lets A* follow one of several
//! equally good paths to the end instead of widening all of them. It costs nothing, as a bucket is a stack. Popped keys never
//! fall: a key below the last popped one counts as that key. For A* this is sound: no key popped before the goal exceeds the
//! least cost, so raising a key to it does not exceed that cost either.

use super::queue::Queue;

const NONE: u32 = u32::MAX;

/// Lowest bits of the second and third digit.
const SECOND: u32 = 12;
const THIRD: u32 = 22;
/// First buckets of the second and third level. The first level has the buckets below them.
const SECOND_LEVEL: u32 = 1 << SECOND;
const THIRD_LEVEL: u32 = SECOND_LEVEL + (1 << (THIRD - SECOND));
/// Buckets of all levels, rounded up to a power of two.
const BUCKETS: usize = 1 << 13;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u32,
    node: u32,
    /// The next entry below this one in its bucket, or the next free entry.
    next: u32,
}

/// Lowest key first, in constant time; of equal keys, the last one pushed. Popped keys never fall: a key below the last popped
/// one counts as that key.
#[derive(Clone, Debug)]
pub struct Buckets {
    entries: Vec<Entry>,
    free: u32,
    last: u32,
    /// By bucket: the top entry.
    tops: Box<[u32; BUCKETS]>,
    /// Which buckets are not empty.
    full: Box<[u64; BUCKETS / 64]>,
    /// Which words of `full` are not zero, for the first level and for the levels above.
    words: [u64; 2],
}

impl Default for Buckets {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            free: NONE,
            last: 0,
            tops: Box::new([NONE; BUCKETS]),
            full: Box::new([0; BUCKETS / 64]),
            words: [0; 2],
        }
    }
}

impl Buckets {
    /// The first bucket that is not empty, on the first level or on the levels above.
    #[inline]
    fn first(&self, above: usize) -> Option<usize> {
        let word = self.words[above];
        (word != 0).then(|| {
            let word = above * 64 + word.trailing_zeros() as usize;
            word * 64 + self.full[word % (BUCKETS / 64)].trailing_zeros() as usize
        })
    }

    #[inline]
    fn unmark(&mut self, bucket: usize) {
        let (word, above) = (bucket / 64 % (BUCKETS / 64), bucket / 64 / 64 % 2);
        self.full[word] &= !(1 << (bucket % 64));
        self.words[above] &= !(u64::from(self.full[word] == 0) << (word % 64));
    }

    /// Pushes an entry onto the bucket of its key; gives the entry that was on top before.
    #[inline]
    fn put(&mut self, index: u32, key: u32) -> u32 {
        let apart = key ^ self.last;
        let bucket = if apart < 1 << SECOND {
            key % SECOND_LEVEL
        } else if apart < 1 << THIRD {
            SECOND_LEVEL + (key >> SECOND) % (THIRD_LEVEL - SECOND_LEVEL)
        } else {
            THIRD_LEVEL + (key >> THIRD)
        };
        let bucket = bucket as usize % BUCKETS;
        self.full[bucket / 64] |= 1 << (bucket % 64);
        self.words[bucket / 64 / 64] |= 1 << (bucket / 64 % 64);
        std::mem::replace(&mut self.tops[bucket], index)
    }

    /// Spreads the next bucket of the upper levels over the levels below it. Returns `false` if all upper buckets are empty.
    #[cold]
    fn spread_next(&mut self) -> bool {
        let Some(bucket) = self.first(1) else { return false };
        // Digits above the bucket's digit stay, its own digit becomes the bucket's number, digits below become zero.
        self.last = match bucket as u32 {
            second @ ..THIRD_LEVEL => (self.last >> THIRD << THIRD) | (second - SECOND_LEVEL) << SECOND,
            third => (third - THIRD_LEVEL) << THIRD,
        };
        self.unmark(bucket);
        let mut index = std::mem::replace(&mut self.tops[bucket], NONE);
        // The stack is reversed first, so that the last entry pushed is pushed last again.
        let mut turned = NONE;
        while index != NONE {
            let next = std::mem::replace(&mut self.entries[index as usize].next, turned);
            turned = std::mem::replace(&mut index, next);
        }
        while turned != NONE {
            let Entry { key, next, .. } = self.entries[turned as usize];
            self.entries[turned as usize].next = self.put(turned, key);
            turned = next;
        }
        true
    }
}

impl Queue for Buckets {
    fn clear(&mut self) {
        for above in [0, 1] {
            while let Some(bucket) = self.first(above) {
                self.tops[bucket] = NONE;
                self.unmark(bucket);
            }
        }
        self.entries.clear();
        (self.free, self.last) = (NONE, 0);
    }

    #[inline]
    fn push(&mut self, key: u32, node: u32) {
        let key = key.max(self.last);
        let free = self.free;
        if let Some(slot) = self.entries.get(free as usize) {
            self.free = slot.next;
            let next = self.put(free, key);
            self.entries[free as usize] = Entry { key, node, next };
        } else {
            let next = self.put(self.entries.len() as u32, key);
            self.entries.push(Entry { key, node, next });
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<u32> {
        loop {
            if let Some(bucket) = self.first(0) {
                let index = self.tops[bucket % BUCKETS];
                let entry = &mut self.entries[index as usize];
                let next = std::mem::replace(&mut entry.next, self.free);
                (self.free, self.last) = (index, entry.key);
                let node = entry.node;
                self.tops[bucket % BUCKETS] = next;
                if next == NONE {
                    self.unmark(bucket);
                }
                return Some(node);
            }
            if !self.spread_next() {
                return None;
            }
        }
    }
}
