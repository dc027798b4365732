//! Which diagonals of some tiles' floors a body has room for.
//!
//! In: the straight moves of a floor and of the floors beside it. Out: the floor that a diagonal leads to, of several the one nearest in
//! height, and whether the body can take both ways around the corner. Columns beside the diagonal that are in the disc of neither end
//! are looked at, unless the room on both flanks shows that they are free.

use super::moves::Moves;
use super::open_floors::is_free;
use super::surroundings::WAYS;

impl Moves<'_> {
    /// The floor that a diagonal between a direction and the next one leads to, and whether both ways around its corner do.
    /// Others with both ways are added to [`Moves::others`].
    #[inline]
    pub fn diagonal(&mut self, at: usize, from: u32, first: usize) -> Option<(u32, bool)> {
        let second = (first + 1) % 4;
        if self.several.is_empty() {
            let flanks = [self.only_floor(from, first), self.only_floor(from, second)];
            let one = flanks[0].and_then(|flank| self.only_floor(flank, second));
            let other = flanks[1].and_then(|flank| self.only_floor(flank, first));
            let to = one.or(other)?;
            return self.leads_diagonally(at, from, to, first, flanks).then_some((to, one == other));
        }
        self.nearest_diagonal(at, from, first)
    }

    /// The same where floors have several links.
    #[cold]
    fn nearest_diagonal(&mut self, at: usize, from: u32, first: usize) -> Option<(u32, bool)> {
        let second = (first + 1) % 4;
        let around = |a: usize, b: usize| -> Vec<(u32, u32)> {
            self.next(from, a).flat_map(|flank| self.next(flank, b).map(move |to| (to, flank))).collect()
        };
        let (one, other) = (around(first, second), around(second, first));
        let flank = |list: &[(u32, u32)], to: u32| list.iter().find(|pair| pair.0 == to).map(|pair| pair.1);
        let feet = self.columns.floor(from).height;
        let mut all: Vec<(bool, i32, u32, [Option<u32>; 2])> = one
            .iter()
            .chain(&other)
            .map(|&(to, _)| (to, [flank(&one, to), flank(&other, to)]))
            .map(|(to, flanks)| (flanks.contains(&None), (self.columns.floor(to).height - feet).abs(), to, flanks))
            .collect();
        all.sort_unstable();
        all.dedup();
        let mut nearest = None;
        for (is_one_sided, _, to, flanks) in all {
            if (is_one_sided && nearest.is_some()) || !self.leads_diagonally(at, from, to, first, flanks) {
                continue;
            }
            if nearest.is_none() {
                nearest = Some((to, !is_one_sided));
            } else {
                self.others.push((4 + first, to));
            }
        }
        nearest
    }

    /// Whether the body has room on a diagonal past some flanks, beside which more columns are than at both of its ends.
    #[inline]
    fn leads_diagonally(&mut self, at: usize, from: u32, to: u32, first: usize, flanks: [Option<u32>; 2]) -> bool {
        let (around, reach) = (self.around, self.reach);
        let highest = around.columns.floor(from).height.max(around.columns.floor(to).height);
        let covered = |height: i32| {
            let [Some(one), Some(other)] = flanks else { return false };
            reach.flanks_cover && around.covers(one, highest, height) && around.covers(other, highest, height)
        };
        if self.are_alike(from, to) && covered(reach.limits.heights[0]) {
            return true;
        }
        let [dx, dz] = WAYS[4 + first];
        let there = at.wrapping_add_signed(dz as isize * self.columns.width() as isize + dx as isize);
        let is_open = |height: i32| covered(height) || is_free(reach, &around.columns, at, [dx, dz], highest, height);
        match self.room_between([(at, from), (there, to)], is_open) {
            Some(Some(room)) => self.lowered_diagonals.push((4 + first, to, room)),
            Some(None) => {}
            None => return false,
        }
        true
    }
}
