//! Cuts beside brute force.

use super::SliceKind;
use super::bands::{Stacked, slices};
use std::collections::BTreeSet;

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Heights of the floors of a few columns, each from below.
fn columns(random: &mut Random) -> Vec<Vec<i32>> {
    let column = |random: &mut Random| -> Vec<i32> {
        let heights: BTreeSet<i32> = (0..1 + random.below(4)).map(|_| random.below(12) as i32).collect();
        heights.into_iter().collect()
    };
    (0..1 + random.below(6)).map(|_| column(random)).collect()
}

fn stacked(columns: &[Vec<i32>]) -> Stacked {
    let mut stacked = Stacked::new();
    for column in columns {
        for (i, &height) in column.iter().enumerate() {
            let held = stacked.entry(height).or_default();
            *held = (*held).max(i.checked_sub(1).map(|below| column[below]));
        }
    }
    stacked
}

/// Fewest slices of one band by trying every set of cuts; a cut at h parts what is below h from the rest.
fn fewest(columns: &[Vec<i32>], [low, high]: [i32; 2]) -> usize {
    let inside: Vec<Vec<i32>> =
        columns.iter().map(|c| c.iter().copied().filter(|h| (low..=high).contains(h)).collect()).collect();
    if inside.iter().all(Vec::is_empty) {
        return 0;
    }
    let parts_all = |cuts: u32| {
        let slice = |h: i32| (cuts & ((2 << h) - 1)).count_ones();
        inside.iter().all(|column| column.windows(2).all(|pair| slice(pair[0]) != slice(pair[1])))
    };
    let best = (0_u32..1 << 12).filter(|&cuts| parts_all(cuts)).map(u32::count_ones).min();
    best.expect("all cuts part all") as usize + 1
}

#[test]
fn slices_are_single_valued_and_no_other_cuts_are_fewer() {
    let mut random = Random(11);
    for round in 0..400 {
        let columns = columns(&mut random);
        let level = random.below(12) as i32;
        let levels = if round % 3 == 0 { vec![] } else { vec![[level, level + random.below(4) as i32]] };
        let found = slices(&stacked(&columns), levels.clone());
        let bands: Vec<[i32; 2]> = match levels[..] {
            [] => vec![[0, 11]],
            _ => vec![[0, levels[0][0] - 1], levels[0], [levels[0][1] + 1, 11]],
        };
        let least: usize = bands.iter().map(|&band| fewest(&columns, band)).sum();
        assert_eq!(found.len(), least, "{columns:?} {levels:?} {found:?}");
        let slice = |height: i32| found.iter().position(|slice| (slice.low..=slice.high).contains(&height));
        for column in &columns {
            let of: Vec<Option<usize>> = column.iter().map(|&height| slice(height)).collect();
            assert!(
                of.iter().all(Option::is_some) && of.windows(2).all(|pair| pair[0] < pair[1]),
                "{column:?} {found:?}"
            );
        }
        for slice in found {
            let level = levels.iter().any(|[low, high]| *low <= slice.low && slice.high <= *high);
            assert_eq!(slice.kind == SliceKind::Level, level);
        }
    }
}

#[test]
fn levels_that_overlap_are_one_and_those_that_touch_are_not() {
    let stacked = Stacked::from([(0, None), (10, None), (20, None), (21, None)]);
    let kinds = |levels: Vec<[i32; 2]>| -> Vec<SliceKind> { slices(&stacked, levels).iter().map(|s| s.kind).collect() };
    assert_eq!(kinds(vec![[0, 10], [10, 20]]), [SliceKind::Level, SliceKind::Passage]);
    assert_eq!(kinds(vec![[0, 10], [11, 20]]), [SliceKind::Level, SliceKind::Level, SliceKind::Passage]);
    assert_eq!(kinds(vec![]), [SliceKind::Passage]);
}
