//! Steps between neighbouring floors of some columns, whatever is beside them.
//!
//! In: columns and the step rule of a body. Out: for each floor and direction the floors of the next column that the body could step
//! to, if it has room there. [`Excuse`](super::excuse::Excuse) follows them; moves of a body are those of them that have room.

use super::columns::{Columns, Ground};
use super::rule::StepRule;
use std::ops::Range;

/// The step leads up by more than the height of a cell.
pub(crate) const UP: u32 = 1;
/// The step leads down by more than the height of a cell.
pub(crate) const DOWN: u32 = 2;

/// No floor of the next column.
const NONE: u32 = u32::MAX;
/// Several floors of the next column: the rest is the place of the first in the list of further ones.
const SEVERAL: u32 = 1 << 31;

/// Links by floor and direction. A link is the number of the other floor, times four, and [`UP`] or [`DOWN`].
#[derive(Debug, Default)]
pub(crate) struct Links {
    links: Vec<[u32; 4]>,
    /// Links of floors with several in one direction: lists that end with [`NONE`].
    further: Vec<u32>,
    /// Floors of two columns with a step between them, and its kind in both directions.
    pairs: Vec<(u32, u32, [u32; 2])>,
}

impl Links {
    pub fn of(columns: &Columns, rule: &StepRule) -> Self {
        let mut links = Self { links: vec![[NONE; 4]; columns.count()], further: Vec::new(), pairs: Vec::new() };
        let (width, depth) = (columns.width(), columns.window.depth as usize);
        for z in 0..depth {
            let mut after = columns.numbers(z * width);
            for at in z * width..(z + 1) * width {
                let here = after;
                after = if at + 1 < (z + 1) * width { columns.numbers(at + 1) } else { 0..0 };
                if here.is_empty() {
                    continue;
                }
                links.join(columns, rule, [&here, &after], 0);
                if z + 1 < depth {
                    links.join(columns, rule, [&here, &columns.numbers(at + width)], 1);
                }
            }
        }
        links
    }

    #[inline]
    fn join(&mut self, columns: &Columns, rule: &StepRule, [here, there]: [&Range<u32>; 2], direction: usize) {
        if there.is_empty() {
            return;
        }
        if here.len() > 1 || there.len() > 1 {
            self.join_several(columns, rule, [here, there], direction);
            return;
        }
        let (a, b) = (here.start, there.start);
        let (from, to) = (columns.floor(a), columns.floor(b));
        if let Some([onward, back]) = kinds(rule, from, to, direction) {
            self.links[a as usize][direction] = if to.stands { b << 2 | onward } else { NONE };
            self.links[b as usize][direction + 2] = if from.stands { a << 2 | back } else { NONE };
        }
    }

    fn join_several(&mut self, columns: &Columns, rule: &StepRule, [here, there]: [&Range<u32>; 2], direction: usize) {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        for (a, b) in here.clone().flat_map(|a| there.clone().map(move |b| (a, b))) {
            let found = kinds(rule, columns.floor(a), columns.floor(b), direction);
            pairs.extend(found.map(|kinds| (a, b, kinds)));
        }
        for a in here.clone() {
            let own = pairs.iter().filter(|pair| pair.0 == a && columns.floor(pair.1).stands);
            let list = own.map(|&(_, b, [onward, _])| b << 2 | onward);
            self.links[a as usize][direction] = packed(&mut self.further, list);
        }
        for b in there.clone() {
            let own = pairs.iter().filter(|pair| pair.1 == b && columns.floor(pair.0).stands);
            let list = own.map(|&(a, _, [_, back])| a << 2 | back);
            self.links[b as usize][direction + 2] = packed(&mut self.further, list);
        }
        self.pairs = pairs;
    }

    /// The links of a floor in a direction, lowest floor first.
    #[inline]
    pub fn from(&self, floor: u32, direction: usize) -> impl Iterator<Item = u32> {
        let link = self.links[floor as usize][direction];
        let list = match link {
            NONE => &[][..],
            link if link & SEVERAL == 0 => std::slice::from_ref(&self.links[floor as usize][direction]),
            link => &self.further[(link & !SEVERAL) as usize..],
        };
        list.iter().copied().take_while(|&link| link != NONE)
    }

    /// The only link of a floor in a direction; `None` if there are none or several.
    #[inline]
    pub fn single(&self, floor: u32, direction: usize) -> Option<u32> {
        let link = self.links[floor as usize][direction];
        (link & SEVERAL == 0).then_some(link)
    }

    /// The floor that the only link in a direction leads to; the caller knows that there is one.
    #[inline]
    pub fn only(&self, floor: u32, direction: usize) -> u32 {
        self.links[floor as usize][direction] >> 2
    }

    /// Whether there are several links in a direction.
    #[inline]
    pub fn are_several(&self, floor: u32, direction: usize) -> bool {
        let link = self.links[floor as usize][direction];
        link != NONE && link & SEVERAL != 0
    }

    /// For each floor the height of the lowest floor that is linked with it, over any number of links.
    pub fn lowest_linked(&self, columns: &Columns) -> Vec<i32> {
        let mut lowest = vec![i32::MAX; columns.count()];
        let mut linked = Vec::new();
        for first in 0..columns.count() as u32 {
            if lowest[first as usize] != i32::MAX {
                continue;
            }
            let least = self.find_linked(columns, first, &mut lowest, &mut linked);
            linked.iter().for_each(|&floor: &u32| lowest[floor as usize] = least);
        }
        lowest
    }

    /// Finds the floors that are linked with one, over any number of links, and the height of the lowest. Those that `seen` has a
    /// height of are not looked at again.
    fn find_linked(&self, columns: &Columns, first: u32, seen: &mut [i32], linked: &mut Vec<u32>) -> i32 {
        linked.clear();
        linked.push(first);
        let mut least = columns.floor(first).height;
        seen[first as usize] = least;
        let mut next = 0;
        while let Some(&floor) = linked.get(next) {
            next += 1;
            if !columns.floor(floor).stands {
                continue;
            }
            let mut meet = |to: u32| {
                if seen[to as usize] == i32::MAX {
                    let height = columns.floor(to).height;
                    seen[to as usize] = height;
                    least = least.min(height);
                    linked.push(to);
                }
            };
            for (direction, &link) in self.links[floor as usize].iter().enumerate() {
                match link {
                    NONE => {}
                    link if link & SEVERAL == 0 => meet(link >> 2),
                    _ => self.from(floor, direction).for_each(|link| meet(link >> 2)),
                }
            }
        }
        least
    }
}

/// Packs a list of links into one number.
fn packed(further: &mut Vec<u32>, mut list: impl Iterator<Item = u32>) -> u32 {
    let Some(first) = list.next() else { return NONE };
    let Some(second) = list.next() else { return first };
    let start = further.len() as u32;
    further.extend([first, second]);
    further.extend(list);
    further.push(NONE);
    start | SEVERAL
}

/// Whether a step up or down leads from one floor to another, and back; `None` if no step does.
#[inline]
fn kinds(rule: &StepRule, from: &Ground, to: &Ground, direction: usize) -> Option<[u32; 2]> {
    // A link leads to floors that hold the body.
    if !(from.stands || to.stands) || from.height.max(to.height) >= from.ceiling.min(to.ceiling) {
        return None;
    }
    let over = [from.over, to.over].map(i32::from);
    let step = rule.climb_of([from.slope, to.slope], to.height - from.height, direction, over)?;
    let most = rule.grid.cell_height;
    Some(if step > most {
        [UP, DOWN]
    } else if step < -most {
        [DOWN, UP]
    } else {
        [0, 0]
    })
}
