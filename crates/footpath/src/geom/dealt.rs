//! Items sorted into bins by counting.

/// Deals items into numbered bins: where the items of each bin start, with the end of the last, and the items bin by bin, each
/// bin in the order in which its items come.
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
