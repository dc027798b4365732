//! The distance transform of one row of columns.

use super::measure::squared;
use multiversion::multiversion;

/// Farther than anything: so much that a squared distance can be added.
pub(crate) const INFINITE: u32 = u32::MAX / 2;

/// Columns that the scan takes before it looks whether it can stop.
const STRIDE: usize = 4;

/// Sets `least` for each column of a row to the minimum of `squared distance along the row + value` over the columns of the row and
/// those beyond its ends. Where no sum is below `most`, the result is any number that is not below `most`.
///
/// `values` has `before` columns before the row, the row itself, and the columns after it. `least` is as long as the row. The scan
/// goes outwards from all columns of the row at once and stops when no minimum can become smaller.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
pub(crate) fn along(values: &[u32], before: usize, most: u32, least: &mut [u32]) {
    let count = least.len();
    least.copy_from_slice(&values[before..before + count]);
    // Over open ground nothing is seen from any column.
    if values.iter().fold(u32::MAX, |least, &value| least.min(value)) >= most {
        return;
    }
    let farthest = (before + count).max(values.len() - before);
    for columns in 1..farthest {
        let away = squared(columns as u32);
        if columns % STRIDE == 1 && least.iter().fold(0, |most, &least| most.max(least)).min(most) <= away {
            break;
        }
        // The column so many before each, where there is one, and the one so many after.
        let first = columns.saturating_sub(before).min(count);
        let from = &values[(before + first).saturating_sub(columns)..];
        for (least, value) in least[first..].iter_mut().zip(from) {
            *least = (*least).min(value + away);
        }
        let from = values.get(before + columns..).unwrap_or(&[]);
        for (least, value) in least.iter_mut().zip(from) {
            *least = (*least).min(value + away);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scan_is_the_least_over_all_pairs() {
        let mut seed = 9_u32;
        let mut random = move |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        for _ in 0..2000 {
            let (before, count, after) = (random(50) as usize, 1 + random(64) as usize, random(50) as usize);
            let values: Vec<u32> = (0..before + count + after)
                .map(|_| if random(4) > 0 { INFINITE } else { squared(random(41)) })
                .collect();
            let mut least = vec![0; count];
            let most = squared(random(41));
            along(&values, before, most, &mut least);
            for (i, &least) in least.iter().enumerate() {
                let apart = |j: usize| (before + i).abs_diff(j) as u32;
                let expected = values.iter().enumerate().map(|(j, value)| value + squared(apart(j))).min();
                assert_eq!(Some(least.min(most)), expected.map(|expected| expected.min(most)));
            }
        }
    }
}
