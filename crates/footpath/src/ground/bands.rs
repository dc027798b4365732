//! Bands: what stands in the way in eight height ranges above a floor, from foot to reach.
//!
//! In: the spans of a floor's column. Out: one bit per band that is not free over that floor. A stored band is a cache;
//! a body whose limits fall inside one asks the spans ([`Tile::is_blocked`]).

use super::columns::Columns;
use super::tile::{SKY, Span, Tile};

/// Limits of the bands above the floor, in cm: band `i` reaches from limit `i` to limit `i + 1`.
///
/// The first is what a foot steps over; the others end where postures and layers of an adult do: shin, knee, crawling
/// height, hip, bent height, shoulder, upright height, raised arm.
pub const BAND_LIMITS: [u16; 9] = [0, 30, 60, 80, 90, 130, 150, 180, 210];

/// Names of the bands, from below.
pub const BAND_NAMES: [&str; 8] = ["foot", "shin", "knee", "thigh", "torso", "shoulder", "head", "reach"];

/// One byte per floor: bit `i` when something is in band `i` above it.
pub(crate) fn of_columns(columns: &Columns, bands: &mut Vec<u8>) {
    bands.clear();
    bands.resize(columns.floors.len(), 0);
    const TOP: u16 = BAND_LIMITS[8];
    for (column, starts) in columns.floor_starts.windows(2).enumerate() {
        for floor in starts[0]..starts[1] {
            let item = columns.floors[floor as usize];
            if item.headroom == SKY || item.headroom >= TOP {
                continue;
            }
            let spans = columns.span_starts[column] as usize..columns.span_starts[column + 1] as usize;
            bands[floor as usize] = above(item.height, item.headroom, &columns.spans[spans]);
        }
    }
}

/// Bits of the bands above a height that spans fill; only spans at or above the headroom count. Spans are in order.
fn above(height: u16, headroom: u16, spans: &[Span]) -> u8 {
    let ceiling = i32::from(height) + i32::from(headroom);
    let top = i32::from(height) + i32::from(BAND_LIMITS[8]);
    let first = spans.partition_point(|span| i32::from(span.low) < ceiling);
    let mut mask = 0;
    for span in spans[first..].iter().take_while(|span| i32::from(span.low) < top) {
        let (low, high) = (i32::from(span.low) - i32::from(height), i32::from(span.high) - i32::from(height));
        for (band, limits) in BAND_LIMITS.windows(2).enumerate() {
            if low < i32::from(limits[1]) && high > i32::from(limits[0]) {
                mask |= 1 << band;
            }
        }
    }
    mask
}

impl Tile {
    /// Bits of the bands above a floor that are not free in its column.
    pub fn bands(&self, floor: usize) -> u8 {
        self.bands[floor]
    }

    /// Whether anything solid is in a column between two heights, in cm from the local origin.
    pub fn is_blocked(&self, x: i32, z: i32, low: i32, high: i32) -> bool {
        let spans = &self.spans[self.span_index.range(x, z)];
        spans.iter().any(|span| self.base + i32::from(span.low) < high && self.base + i32::from(span.high) > low)
    }
}
