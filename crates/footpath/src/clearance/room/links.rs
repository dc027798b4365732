//! Links of one body: the steps between neighbouring floors of some columns, before it is known whether the body has room there.
//!
//! In: columns and the step rule of a body. Out: for each floor and direction the floors of the next column that the body could step
//! to, if it has room there. [`Excuse`](super::excuse::Excuse) follows links; the steps of a body are the links that have room.

use super::columns::{Columns, Ground};
use super::rule::StepRule;
use crate::geom::DisjointSets;
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
                links.join::<0>(columns, rule, [&here, &after]);
                if z + 1 < depth {
                    links.join::<1>(columns, rule, [&here, &columns.numbers(at + width)]);
                }
            }
        }
        links
    }

    #[inline]
    fn join<const DIRECTION: usize>(&mut self, columns: &Columns, rule: &StepRule, [here, there]: [&Range<u32>; 2]) {
        for a in here.clone() {
            let from = columns.floor(a);
            for b in there.clone() {
                let to = columns.floor(b);
                let Some([onward, back]) = kinds(rule, from, to, DIRECTION) else { continue };
                if self.links[a as usize][DIRECTION] != NONE || self.links[b as usize][DIRECTION + 2] != NONE {
                    self.join_several(columns, rule, [here, there], DIRECTION);
                    return;
                }
                if to.stands {
                    self.links[a as usize][DIRECTION] = b << 2 | onward;
                }
                if from.stands {
                    self.links[b as usize][DIRECTION + 2] = a << 2 | back;
                }
            }
        }
    }

    /// The same where a floor has several links in one direction.
    #[cold]
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
        let count = columns.count() as u32;
        let mut sets = DisjointSets::new(columns.count());
        for floor in (0..count).filter(|&floor| columns.floor(floor).stands) {
            // Floors that stand are linked both ways.
            for direction in [0, 1] {
                match self.links[floor as usize][direction] {
                    NONE => {}
                    link if link & SEVERAL == 0 => sets.join(floor, link >> 2),
                    _ => self.from(floor, direction).for_each(|link| sets.join(floor, link >> 2)),
                }
            }
        }
        let roots = sets.roots();
        let mut lowest: Vec<i32> = (0..count).map(|floor| columns.floor(floor).height).collect();
        for (floor, &root) in roots.iter().enumerate() {
            lowest[root as usize] = lowest[root as usize].min(lowest[floor]);
        }
        for (floor, &root) in roots.iter().enumerate() {
            lowest[floor] = lowest[root as usize];
        }
        lowest
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
    let step = rule.step_if_climbable([from.slope, to.slope], to.height - from.height, direction, over)?;
    let most = rule.grid.cell_height;
    Some(if step > most {
        [UP, DOWN]
    } else if step < -most {
        [DOWN, UP]
    } else {
        [0, 0]
    })
}
