//! Records → spans: the parts of faces in a column, merged as they arrive.
//!
//! Spans form a commutative monoid: a column ends with the same spans in whatever order records arrive. Records with a gap
//! smaller than the cell height become one span (closure, without snapping to cells).

use crate::ground::face::OBJECT_BITS;

/// No span: end of a column's list.
const NONE: u32 = u32::MAX;

/// Height, slope and object of a surface, packed so that the larger key is the surface that a foot touches: the highest, then a
/// standable one before a wall, then the most restrictive tag, then the flattest, then slopes and object for a total order. Zero
/// is no surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SurfaceKey(u64);

const SLOPE_Z: u32 = OBJECT_BITS;
const SLOPE_X: u32 = SLOPE_Z + 8;
const FLAT: u32 = SLOPE_X + 8;
const RESTRICTION: u32 = FLAT + 8;
const STANDABLE: u32 = RESTRICTION + 2;
const HEIGHT: u32 = STANDABLE + 1;

impl SurfaceKey {
    /// The common part of all records of a wall. A wall that is low enough to count as a surface is level.
    pub fn of_wall(object: u32) -> Self {
        Self(128 << SLOPE_X | 128 << SLOPE_Z | u64::from(object))
    }

    /// The common part of all records of a face on which a foot can stand; slopes are in 1/64.
    pub fn of_face(slope: [i8; 2], object: u32, restriction: u8) -> Self {
        let flat = u64::from(u8::MAX - steepness(slope));
        let biased = |g: i8| (i16::from(g) + 128) as u64;
        let slopes = biased(slope[0]) << SLOPE_X | biased(slope[1]) << SLOPE_Z;
        let rank = 1 << STANDABLE | u64::from(restriction) << RESTRICTION | flat << FLAT;
        Self(rank | slopes | u64::from(object))
    }

    /// The key with a height above the window's base.
    #[inline]
    pub fn at(self, height: u16) -> Self {
        Self(self.0 | u64::from(height) << HEIGHT)
    }

    #[inline]
    pub fn height(self) -> u16 {
        (self.0 >> HEIGHT) as u16
    }

    #[inline]
    pub fn slope(self) -> [i8; 2] {
        let of = |shift: u32| ((self.0 >> shift & 0xFF) as i16 - 128) as i8;
        [of(SLOPE_X), of(SLOPE_Z)]
    }

    #[inline]
    pub fn object(self) -> u32 {
        self.0 as u32 & ((1 << OBJECT_BITS) - 1)
    }

    #[inline]
    pub fn is_standable(self) -> bool {
        self.0 >> STANDABLE & 1 != 0
    }
}

/// Rise from a cell's centre to its highest corner, in 1/64 of half a cell.
#[inline]
pub(crate) fn steepness(slope: [i8; 2]) -> u8 {
    slope[0].unsigned_abs().saturating_add(slope[1].unsigned_abs())
}

/// A run of occupied height in one column, and its surfaces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// Highest surface over the column's centre.
    pub centre: SurfaceKey,
    /// Surface or wall that reaches highest in the column, with that highest point as its height.
    pub top: SurfaceKey,
    /// Lowest point, rounded down, in cm above the window's base.
    pub low: u16,
    /// Highest point, rounded up.
    pub high: u16,
    /// Height of `top`'s plane over the column's centre.
    pub top_centre: u16,
    /// Steepest surface, without walls.
    pub steep: u8,
    /// Faces of closed solids over the centre: +1 where an upward line enters a solid, −1 where it leaves.
    pub winding: i32,
    next: u32,
}

/// The part of one face in a column: its span, in words that stay in registers. Small fields that are written to memory and read
/// back as one wide load would stall on every record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    centre: SurfaceKey,
    top: SurfaceKey,
    rest: u64,
}

impl Record {
    /// The record of a face from `low` to `high` in a column whose centre it does not cover, where its plane has the height
    /// `centre`.
    #[inline(always)]
    pub fn new([low, high]: [u16; 2], centre: u16, surface: SurfaceKey, steep: u8) -> Self {
        let heights = u64::from(low) | u64::from(high) << 16 | u64::from(centre) << 32;
        Self { centre: SurfaceKey::default(), top: surface.at(high), rest: heights | u64::from(steep) << 48 }
    }

    /// The same for a covered centre, with the surface there and the face's winding.
    #[inline(always)]
    pub fn over_centre(self, surface: SurfaceKey, winding: i8) -> Self {
        Self { centre: surface, rest: self.rest | u64::from(winding as u8) << 56, ..self }
    }

    #[inline(always)]
    fn span(self) -> Span {
        let [low, high, top_centre] = [0, 16, 32].map(|shift| (self.rest >> shift) as u16);
        let (steep, winding) = ((self.rest >> 48) as u8, i32::from((self.rest >> 56) as i8));
        Span { centre: self.centre, top: self.top, low, high, top_centre, steep, winding, next: NONE }
    }
}

impl Span {
    /// Joins another span to this one.
    #[inline(always)]
    pub fn join(&mut self, other: &Self) {
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
        self.centre = self.centre.max(other.centre);
        let higher = other.top > self.top;
        let equal = other.top == self.top;
        self.top_centre =
            if higher | (equal & (other.top_centre > self.top_centre)) { other.top_centre } else { self.top_centre };
        self.top = if higher { other.top } else { self.top };
        self.steep = self.steep.max(other.steep);
        self.winding += other.winding;
    }
}

/// The spans of a window's columns while they are gathered: the lowest span of each column in place, and a sorted list of those
/// above it in one pool. Most columns have one span, and most records find their column empty.
#[derive(Debug, Default)]
pub(crate) struct SpanPool {
    /// One bit per column: whether it has a span.
    filled: Vec<u64>,
    lowest: Vec<Span>,
    above: Vec<Span>,
    free: Vec<u32>,
    /// The span that the last record of each column went to, if it is above the lowest one: storeys tend to arrive in order.
    recent: Vec<u32>,
    /// Gaps below this many cm are closed.
    closing: i32,
}

impl SpanPool {
    /// Empties the pool for a window of `columns` columns and keeps its memory. Gaps below `closing` cm will be closed.
    pub fn reset(&mut self, columns: usize, closing: i32) {
        self.closing = closing;
        self.filled.clear();
        self.filled.resize(columns.div_ceil(64), 0);
        // Spans of unfilled columns are never read, so old ones may stay.
        self.lowest.resize(columns, Record::new([0, 0], 0, SurfaceKey::default(), 0).span());
        self.above.clear();
        self.free.clear();
        self.recent.clear();
        self.recent.resize(columns, NONE);
    }

    /// Adds a record to a column.
    #[inline(always)]
    pub fn insert(&mut self, column: usize, record: Record) {
        let (word, bit) = (&mut self.filled[column / 64], 1 << (column % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.lowest[column] = record.span();
            return;
        }
        self.merge(column, record.centre, record.top, record.rest);
    }

    /// Adds a record, given by its words, to a column that has spans.
    #[inline(never)]
    fn merge(&mut self, column: usize, centre: SurfaceKey, top: SurfaceKey, rest: u64) {
        let record = Record { centre, top, rest }.span();
        let (low, high) = (i32::from(record.low), i32::from(record.high));
        let lowest = &mut self.lowest[column];
        if high + self.closing <= i32::from(lowest.low) {
            // The record is below all others: the span that was lowest moves into the list.
            let moved = *lowest;
            let next = self.store(moved);
            self.lowest[column] = Span { next, ..record };
        } else if low >= i32::from(lowest.high) + self.closing {
            self.merge_above(column, record);
        } else {
            let grows = record.high > lowest.high;
            lowest.join(&record);
            if grows && lowest.next != NONE {
                self.close_above(column, NONE);
            }
        }
    }

    /// Adds a record that lies above the lowest span of its column.
    #[inline(always)]
    fn merge_above(&mut self, column: usize, record: Span) {
        let (low, high) = (i32::from(record.low), i32::from(record.high));
        let mut before = NONE;
        let mut at = self.lowest[column].next;
        if let Some(recent) = self.above.get(self.recent[column] as usize)
            && i32::from(recent.high) + self.closing <= low
        {
            (before, at) = (self.recent[column], recent.next);
        }
        while at != NONE && i32::from(self.above[at as usize].high) + self.closing <= low {
            before = at;
            at = self.above[at as usize].next;
        }
        if at == NONE || high + self.closing <= i32::from(self.above[at as usize].low) {
            let id = self.store(Span { next: at, ..record });
            self.span_mut(column, before).next = id;
            self.recent[column] = id;
        } else {
            self.above[at as usize].join(&record);
            self.recent[column] = at;
            self.close_above(column, at);
        }
    }

    fn store(&mut self, span: Span) -> u32 {
        if let Some(id) = self.free.pop() {
            self.above[id as usize] = span;
            return id;
        }
        self.above.push(span);
        self.above.len() as u32 - 1
    }

    /// A span of a column: one of the list, or the lowest.
    fn span_mut(&mut self, column: usize, at: u32) -> &mut Span {
        if at == NONE { &mut self.lowest[column] } else { &mut self.above[at as usize] }
    }

    /// Closes the gaps that a grown span no longer leaves to those above it.
    fn close_above(&mut self, column: usize, at: u32) {
        loop {
            let span = *self.span_mut(column, at);
            if span.next == NONE {
                return;
            }
            let above = self.above[span.next as usize];
            if i32::from(above.low) - i32::from(span.high) >= self.closing {
                return;
            }
            self.free.push(span.next);
            self.recent[column] = at;
            let grown = self.span_mut(column, at);
            grown.join(&above);
            grown.next = above.next;
        }
    }

    /// Whether a column has any span.
    #[inline(always)]
    pub fn is_filled(&self, column: usize) -> bool {
        self.filled[column / 64] >> (column % 64) & 1 != 0
    }

    /// The lowest span of a column that has one.
    #[inline(always)]
    pub fn lowest(&self, column: usize) -> &Span {
        &self.lowest[column]
    }

    /// The span above another one of its column.
    #[inline(always)]
    pub fn above(&self, span: &Span) -> Option<&Span> {
        // The end of a list is no valid index.
        self.above.get(span.next as usize)
    }

    /// The spans of a column, from below.
    pub fn column(&self, column: usize) -> impl Iterator<Item = &Span> {
        let first = self.is_filled(column).then(|| self.lowest(column));
        std::iter::successors(first, |span| self.above(span))
    }
}
