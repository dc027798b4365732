//! Counting sort: items sorted into numbered bins.

/// Sorts items into numbered bins. Gives where each bin starts, with the end of the last one, and the items bin by bin. The items
/// of a bin keep their order.
pub(crate) fn dealt<T: Copy + Default>(
    bins: usize,
    items: impl Iterator<Item = (usize, T)> + Clone,
) -> (Vec<u32>, Vec<T>) {
    let mut starts = vec![0_u32; bins + 1];
    items.clone().for_each(|(bin, _)| starts[bin + 1] += 1);
    for bin in 0..bins {
        starts[bin + 1] += starts[bin];
    }
    let (mut dealt, mut next) = (vec![T::default(); starts[bins] as usize], starts.clone());
    for (bin, item) in items {
        dealt[next[bin] as usize] = item;
        next[bin] += 1;
    }
    (starts, dealt)
}
