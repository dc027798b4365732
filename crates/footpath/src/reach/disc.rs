//! How much room a body has: the free height of the cylinder around it.
//!
//! In: a patch of columns and where the body is. Out: the greatest height that fits, in cm; 0 when not even the legs do.
//! The cylinder reaches from `max_climb` above the feet upwards and is as wide as the body. A column counts when its square is
//! nearer than the radius; an exact fit passes. Steps ahead on a stair are no collision: where the ground itself rises
//! within the disc by steps that the body can take, the cylinder begins `max_climb` above that ground. A step may
//! lead to ground at the rim, in a column whose middle is outside the disc, but none leads up from there: all that is in the
//! column may be outside.

use super::limits::{ENOUGH, Limits};
use super::patch::{Ground, Patch};
use crate::ground::{ColumnKey, Grid};
use std::collections::VecDeque;

/// Columns that a disc around a column's centre meets.
#[derive(Clone, Debug)]
pub(crate) struct Disc {
    /// Half-widths in columns, from the row of the centre outwards.
    rows: Vec<i32>,
    radius: i64,
    limits: Limits,
    grid: Grid,
}

/// Arrays that are used again from floor to floor.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    reached: Vec<i32>,
    queue: VecDeque<(i32, i32, u32)>,
    /// By floor of the patch and direction: the floor that a step leads to, times two, and one more if it hardly leads up.
    steps: Vec<u32>,
}

/// The ground does not rise to here by steps.
const UNREACHED: i32 = i32::MIN;
/// A step that was not tried yet, and one that leads nowhere.
const UNTRIED: u32 = u32::MAX;
const NOWHERE: u32 = u32::MAX - 1;

impl Scratch {
    /// Arrays for one patch, which remember the steps that were tried in it.
    pub fn of_patch(patch: &Patch) -> Self {
        Self { steps: vec![UNTRIED; patch.count() * crate::ground::DIRECTIONS.len()], ..Self::default() }
    }
}

impl Disc {
    /// The disc of a body, or a wider one.
    pub fn new(grid: &Grid, limits: &Limits, radius: i64) -> Self {
        let cell = i64::from(grid.cell);
        let near = |d: i64| (d * cell - cell / 2).max(0);
        let square = radius * radius;
        let half_width = |dz: i64| (0..).take_while(|&dx: &i64| near(dx).pow(2) + near(dz).pow(2) < square).last();
        let rows = (0..).map_while(|dz| half_width(dz).map(|dx| dx as i32)).collect();
        Self { rows, radius, limits: limits.clone(), grid: *grid }
    }

    /// Columns from the centre to the rim.
    pub fn reach(&self) -> i32 {
        (self.rows.len() as i32 - 1).max(0)
    }

    /// Whether it meets nothing beside its own column.
    pub fn is_point(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether a disc around the centre of a column meets another column.
    pub fn covers(&self, centre: ColumnKey, other: ColumnKey) -> bool {
        let half = self.rows.get(centre.z.abs_diff(other.z) as usize);
        half.is_some_and(|&half| centre.x.abs_diff(other.x) as i32 <= half)
    }

    /// Free height above feet at the centre of a column, with its own ceiling; ground rises from `ground`. Also whether it
    /// leans on steps ahead being no collision.
    pub fn room(&self, patch: &Patch, at: usize, ground: &Ground, scratch: &mut Scratch) -> (i32, bool) {
        self.around(patch, at, ground.height, ground.free(), Some(ground), scratch)
    }

    /// Free height above feet that hang over the centre of a column at a height.
    pub fn room_in_air(&self, patch: &Patch, at: usize, feet: i32, scratch: &mut Scratch) -> i32 {
        let base = feet + self.limits.climb;
        let above = patch.spans(at).iter().find(|span| span.high > base);
        let own = above.map_or(ENOUGH, |span| if span.low < base { 0 } else { span.low - feet });
        self.around(patch, at, feet, own, None, scratch).0
    }

    fn around(
        &self,
        patch: &Patch,
        at: usize,
        feet: i32,
        own: i32,
        ground: Option<&Ground>,
        scratch: &mut Scratch,
    ) -> (i32, bool) {
        let mut room = own;
        let mut leans = false;
        let base = feet + self.limits.climb;
        let width = patch.width();
        let mut chained = false;
        let reach = self.rows.len() as i32 - 1;
        for dz in -reach..=reach {
            let half = self.rows[dz.unsigned_abs() as usize];
            let row = at.wrapping_add_signed(dz as isize * width as isize);
            for dx in -half..=half {
                if (dx, dz) == (0, 0) {
                    continue;
                }
                let column = row.wrapping_add_signed(dx as isize);
                if first_hit(patch, column, base, feet + room).is_none() {
                    continue;
                }
                // Something is in the cylinder; the ground may rise to it by steps.
                let mut above = base;
                if let Some(ground) = ground
                    && patch
                        .floors(column)
                        .iter()
                        .any(|floor| floor.holds && floor.height > feet && floor.height < feet + room)
                {
                    if !chained {
                        self.chain(patch, at, ground, scratch);
                        chained = true;
                    }
                    let side = 2 * reach + 1;
                    let reached = scratch.reached[((dz + reach) * side + dx + reach) as usize];
                    above = base.max(reached.saturating_add(self.limits.climb));
                    leans |= above > base;
                }
                if let Some(hit) = first_hit(patch, column, above, feet + room) {
                    room = if hit <= above { 0 } else { hit - feet };
                }
                if room == 0 {
                    return (0, false);
                }
            }
        }
        (room, leans)
    }

    /// Heights of the ground that rises from the centre by steps, for the columns of the disc.
    pub fn chain(&self, patch: &Patch, at: usize, ground: &Ground, scratch: &mut Scratch) {
        let reach = self.rows.len() as i32 - 1;
        let side = 2 * reach + 1;
        scratch.reached.clear();
        scratch.reached.resize((side * side) as usize, UNREACHED);
        scratch.reached[(reach * side + reach) as usize] = ground.height;
        scratch.queue.clear();
        let start = patch.numbers(at).find(|&number| patch.floor(number).height == ground.height);
        scratch.queue.extend(start.map(|start| (0, 0, start)));
        while let Some((x, z, from)) = scratch.queue.pop_front() {
            let rim = self.is_rim([x, z].map(|c| i64::from(c) * i64::from(self.grid.cell)));
            for (direction, [dx, dz]) in crate::ground::DIRECTIONS.into_iter().enumerate() {
                let (x, z) = (x + dx, z + dz);
                let inside = z.abs() <= reach && x.abs() <= self.rows[z.unsigned_abs() as usize];
                if !inside || scratch.reached[((z + reach) * side + x + reach) as usize] != UNREACHED {
                    continue;
                }
                let column = at.wrapping_add_signed(z as isize * patch.width() as isize + x as isize);
                let step = self.step(patch, from, column, direction, &mut scratch.steps);
                // From the rim no step leads up, since most of the ground there is outside the disc.
                if step != NOWHERE && (!rim || step & 1 == 1) {
                    let to = step >> 1;
                    scratch.reached[((z + reach) * side + x + reach) as usize] = patch.floor(to).height;
                    scratch.queue.push_back((x, z, to));
                }
            }
        }
    }

    /// Whether a column at an offset from the centre is at the disc's rim, with its middle outside. The columns beside the
    /// centre's are not, however large they are.
    #[inline]
    pub fn is_rim(&self, [x, z]: [i64; 2]) -> bool {
        let near = self.radius.max(i64::from(self.grid.cell) + 1);
        x * x + z * z >= near * near
    }

    /// The step from a floor to the next column, as [`Scratch::steps`] has it; tried once where there is room to note it.
    fn step(&self, patch: &Patch, from: u32, column: usize, direction: usize, known: &mut [u32]) -> u32 {
        let slot = crate::ground::DIRECTIONS.len() * from as usize + direction;
        if let Some(&step) = known.get(slot).filter(|&&step| step != UNTRIED) {
            return step;
        }
        let ground = patch.floor(from);
        let step = self
            .onto(patch, ground, column, direction)
            .map_or(NOWHERE, |to| to << 1 | u32::from(self.is_level(ground, patch.floor(to), direction)));
        if let Some(known) = known.get_mut(slot) {
            *known = step;
        }
        step
    }

    /// Whether a step hardly leads up, so that it may be taken from the rim too.
    pub fn is_level(&self, from: &Ground, to: &Ground, direction: usize) -> bool {
        step(&self.grid, from, to, direction) <= self.grid.cell_height
    }

    /// The floor of the next column that one steps to, by its number: of several the highest, since the lower ones have it as
    /// their ceiling.
    pub fn onto(&self, patch: &Patch, from: &Ground, column: usize, direction: usize) -> Option<u32> {
        let lowest = self.limits.lowest();
        let steps = |number: &u32| {
            let to = patch.floor(*number);
            let (slopes, rise) = ([from.slope, to.slope], to.height - from.height);
            to.holds
                && to.ceiling - to.height >= lowest
                && from.height.max(to.height) < from.ceiling.min(to.ceiling)
                && self.limits.steps(&self.grid, slopes, rise, direction, || [from.over, to.over])
        };
        patch.numbers(column).rev().find(steps)
    }
}

impl Disc {
    /// Height of the ground that [`Disc::chain`] found at an offset from the centre.
    pub fn reached(&self, scratch: &Scratch, dx: i32, dz: i32) -> i32 {
        let reach = self.rows.len() as i32 - 1;
        scratch.reached[((dz + reach) * (2 * reach + 1) + dx + reach) as usize]
    }
}

/// Lower end of the first span that reaches above `above` and begins below `below`.
#[inline]
pub(crate) fn first_hit(patch: &Patch, column: usize, above: i32, below: i32) -> Option<i32> {
    let span = patch.spans(column).iter().find(|span| span.high > above)?;
    (span.low < below).then_some(span.low)
}

/// The step between neighbouring floors, as [`crate::ground::step`] has it.
#[inline]
pub(crate) fn step(grid: &Grid, from: &Ground, to: &Ground, direction: usize) -> i32 {
    let floor = |ground: &Ground| crate::ground::Floor { height: 0, headroom: 0, slope: ground.slope, object: 0 };
    crate::ground::step(grid, &floor(from), &floor(to), to.height - from.height, direction)
}
