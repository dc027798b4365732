//! Bands and slices: levels, what is between them, and the fewest cuts that leave one floor per column.
//!
//! In: the heights of levels, each widened by what a body climbs, and the floors. Out: slices from below. Whatever is within
//! a step of a level belongs to its band, as a kerb does; what is between bands is a passage. Where a column has two floors in
//! one band, a further cut parts them: of the cuts that could, the fewest are taken (intervals stabbed from below, each at the
//! last height that still parts them), so no other cuts of the same bands give fewer slices.

use super::SliceKind;
use super::floors::Floors;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A slice in cm from the local origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub kind: SliceKind,
    /// Heights from here on belong to it, or to one above it.
    pub from: i32,
    /// Lowest and highest accessible floor.
    pub low: i32,
    pub high: i32,
}

/// The slices of a world.
#[derive(Debug, Default)]
pub(super) struct Bands {
    slices: Vec<Cut>,
}

/// What is stacked in the columns of a world: heights of floors; for each that has another below it in some column, the
/// highest of those. Of all pairs with one upper end the highest lower end is the hardest to part.
pub(super) type Stacked = BTreeMap<i32, Option<i32>>;

impl Bands {
    /// The slices for ranges of heights that belong to levels.
    pub fn of(floors: &Floors<'_>, levels: Vec<[i32; 2]>) -> Self {
        Self { slices: slices(&stacked(floors), levels) }
    }

    /// From below.
    pub fn slices(&self) -> &[Cut] {
        &self.slices
    }

    /// The slice of an accessible floor's height.
    #[inline]
    pub fn of_height(&self, height: i32) -> u32 {
        (self.slices.partition_point(|slice| slice.from <= height) as u32).saturating_sub(1)
    }
}

fn stacked(floors: &Floors<'_>) -> Stacked {
    let in_tile = |tile: u32| {
        let mut found = Vec::new();
        let mut below: Option<(u16, i32)> = None;
        for at in floors.open_in(tile) {
            let (column, height) = (floors.tile(at).steps.columns[at.1 as usize], floors.height(at));
            found.push((height, below.filter(|&(other, _)| other == column).map(|(_, height)| height)));
            below = Some((column, height));
        }
        found.sort_unstable();
        found.dedup();
        found
    };
    let found: Vec<Vec<(i32, Option<i32>)>> = (0..floors.tiles.len() as u32).into_par_iter().map(in_tile).collect();
    let mut stacked = Stacked::new();
    for (height, below) in found.into_iter().flatten() {
        let held = stacked.entry(height).or_default();
        *held = (*held).max(below);
    }
    stacked
}

/// Ranges in order, those that overlap as one.
fn merged(mut ranges: Vec<[i32; 2]>) -> Vec<[i32; 2]> {
    ranges.sort_unstable();
    let mut merged: Vec<[i32; 2]> = Vec::new();
    for [low, high] in ranges {
        match merged.last_mut() {
            Some(last) if low <= last[1] => last[1] = last[1].max(high),
            _ => merged.push([low, high]),
        }
    }
    merged
}

/// Slices that hold any floor, from below.
pub(super) fn slices(stacked: &Stacked, levels: Vec<[i32; 2]>) -> Vec<Cut> {
    let levels = merged(levels);
    // Bands and where they begin: below the first level, the level, above it, and so on.
    let mut bands = vec![(i32::MIN, SliceKind::Passage)];
    for [low, high] in levels {
        bands.extend([(low, SliceKind::Level), (high + 1, SliceKind::Passage)]);
    }
    let mut slices: Vec<Cut> = Vec::new();
    let mut band = 0;
    let mut entered = None;
    for (&height, &below) in stacked {
        while bands.get(band + 1).is_some_and(|&(from, _)| from <= height) {
            band += 1;
        }
        let (start, kind) = bands[band];
        // If a floor below is in the same slice, a cut must separate both. This height is the last one for the cut.
        let parted = |from: i32| below.is_none_or(|below| below < from);
        match slices.last_mut().filter(|slice| entered == Some(band) && parted(slice.from)) {
            Some(slice) => slice.high = height,
            None => {
                let from = if entered == Some(band) { height } else { start };
                slices.push(Cut { kind, from, low: height, high: height });
            }
        }
        entered = Some(band);
    }
    slices
}
