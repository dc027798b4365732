//! Bands: which of eight height ranges above a floor contain a solid, from the foot to a raised arm.
//!
//! In: a tile and a floor. Out: one bit per band. Bands are not stored but computed from the spans of the floor's column.

use super::tile::Tile;

/// Limits of the bands above the floor, in cm: band `i` reaches from limit `i` to limit `i + 1`.
///
/// A foot can step over the first band. The others end at the heights of an adult's postures and body parts: shin, knee, crawling
/// height, hip, bent height, shoulder, upright height, raised arm.
pub const BAND_LIMITS: [u16; 9] = [0, 30, 60, 80, 90, 130, 150, 180, 210];

/// Names of the bands, from below.
pub const BAND_NAMES: [&str; 8] = ["foot", "shin", "knee", "thigh", "torso", "shoulder", "head", "reach"];

impl Tile {
    /// Bits of the bands above a floor that are not free in its column. Only spans at or above the headroom count.
    pub fn bands(&self, floor: usize) -> u8 {
        let [x, z] = self.floor_index.column_of(floor);
        let (height, ceiling) = (i32::from(self.floors[floor].height), self.floors[floor].ceiling());
        let mut bits = 0;
        for span in self.spans[self.span_index.range(x, z)].iter().filter(|span| i32::from(span.low) >= ceiling) {
            let (low, high) = (i32::from(span.low) - height, i32::from(span.high) - height);
            for (band, limits) in BAND_LIMITS.windows(2).enumerate() {
                bits |= u8::from(low < i32::from(limits[1]) && high > i32::from(limits[0])) << band;
            }
        }
        bits
    }

    /// Whether a column has a solid between two heights, in cm from the local origin.
    pub fn is_blocked(&self, x: i32, z: i32, low: i32, high: i32) -> bool {
        let spans = &self.spans[self.span_index.range(x, z)];
        spans.iter().any(|span| self.base + i32::from(span.low) < high && self.base + i32::from(span.high) > low)
    }
}
