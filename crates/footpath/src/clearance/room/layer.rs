//! Floors whose room is decided by maxima over the disc.
//!
//! In: columns with their links, a disc, and the heights in which feet are. Out: for a floor with feet in these heights the room, or
//! that no body fits, or that nothing is known. A column is taken apart at a height: spans that begin below it are ground or wall,
//! and the first span above them is a ceiling. Only a decision that looking at every column would confirm is made.

use super::columns::{Columns, Ground};
use super::disc::Disc;
use super::links::Links;
use super::rule::StepRule;
use super::windows::highest;

/// Cells above which steps of rolling ground may lead outside of the rim, in plan units: 40 cm.
const WIDEST_CELL: i32 = 2048;

/// What is known of a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Nothing but a ceiling is in the way, which leaves so much room.
    Free(i32),
    /// The same, but for ground that rises by steps.
    Rolling(i32),
    Blocked,
    Unknown,
}

/// The columns of a window, taken apart, with maxima over the disc around each.
pub(super) struct Layer {
    /// From this height on everything counts, in cm.
    base: i32,
    climb: i32,
    /// How high the ground reaches, how low the ceilings (upside down), and how high walls to which no steps lead.
    grounds: Vec<i16>,
    ceilings: Vec<i16>,
    walls: Vec<i16>,
    /// Whether the ground is not joined by steps in all directions.
    broken: Vec<i16>,
}

/// Heights farther from the base than that are not decided.
const MOST: i32 = 32_000;

impl Layer {
    pub fn of(columns: &Columns, links: &Links, disc: &Disc, rule: &StepRule) -> Self {
        let count = columns.window.len();
        let floors = (0..columns.count() as u32).map(|floor| columns.floor(floor).height);
        let base = floors.min().unwrap_or(0);
        let relative = |height: i32| height.saturating_sub(base).clamp(-MOST, MOST) as i16;
        let lowest_linked = links.lowest_linked(columns);
        let mut layer = Self {
            base,
            climb: rule.climb,
            grounds: vec![i16::MIN; count],
            ceilings: vec![i16::MIN; count],
            walls: vec![i16::MIN; count],
            broken: vec![1; count],
        };
        for at in 0..count {
            let spans = columns.spans(at);
            let Some(ground) = spans.first() else { continue };
            layer.grounds[at] = relative(ground.high);
            if let Some(ceiling) = spans.get(1) {
                layer.ceilings[at] = -relative(ceiling.low);
            }
            if ground.low <= base + rule.climb && rule.climb < rule.lowest {
                let numbers = columns.numbers(at).filter(|&floor| columns.floor(floor).stands);
                let linked = numbers.map(|floor| lowest_linked[floor as usize]).min();
                let most = linked.map_or(i32::MAX, |height| height.saturating_add(rule.climb));
                layer.walls[at] = relative(ground.high.min(most));
            }
            layer.broken[at] = i16::from(!rolls(columns, links, rule, at));
        }
        let (width, rows) = (columns.width(), disc.rows());
        for array in [&mut layer.grounds, &mut layer.ceilings, &mut layer.walls, &mut layer.broken] {
            *array = highest(array, width, rows);
        }
        layer
    }

    /// What is known of a floor with so much free height of its own.
    #[inline]
    pub fn decide(&self, at: usize, ground: &Ground, own: i32) -> Decision {
        let feet = ground.height - self.base;
        let base = feet + self.climb;
        if feet + own >= MOST {
            return Decision::Unknown;
        }
        let ceiling = -i32::from(self.ceilings[at]);
        let free = || (ceiling >= base).then(|| own.min(ceiling - feet));
        let found = if i32::from(self.grounds[at]) <= base {
            free().map(Decision::Free)
        } else if self.broken[at] == 0 {
            free().map(Decision::Rolling)
        } else {
            (i32::from(self.walls[at]) > base).then_some(Decision::Blocked)
        };
        found.unwrap_or(Decision::Unknown)
    }
}

/// Whether a column has one floor, which steps lead to from all sides, and nothing else below its ceiling.
fn rolls(columns: &Columns, links: &Links, rule: &StepRule, at: usize) -> bool {
    let numbers = columns.numbers(at);
    let (1, Some(ground)) = (numbers.len(), columns.spans(at).first()) else { return false };
    let floor = columns.floor(numbers.start);
    floor.stands
        && rule.grid.cell <= WIDEST_CELL
        && rule.climb < rule.lowest
        && floor.height <= ground.high
        && ground.high <= floor.height + rule.climb
        && (0..4).all(|direction| links.single(numbers.start, direction).is_some())
}
