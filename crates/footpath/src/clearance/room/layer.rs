//! Floors whose room is decided by maxima over the disc.
//!
//! In: columns with their links, a disc, and the heights in which feet are. Out: for a floor with feet in these heights the room, or
//! that no body fits, or that nothing is known. A column is taken apart at a height: spans that begin below it are ground or wall,
//! and the first span above them is a ceiling. Only a decision that looking at every column would confirm is made.

use super::columns::{Columns, Ground, Solid};
use super::disc::Disc;
use super::links::Links;
use super::rule::StepRule;
use super::windows::highest;
use std::ops::Range;

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

/// Heights farther from the base than that are not decided.
const MOST: i32 = 32_000;

/// Rows of columns, taken apart, with maxima over the disc around each.
pub(super) struct Layer {
    /// From this height on everything counts, in cm.
    base: i32,
    climb: i32,
    /// Number of the first column.
    first: usize,
    /// How high the ground reaches, how low the ceilings (upside down), and how high walls to which no steps lead.
    grounds: Vec<i16>,
    ceilings: Vec<i16>,
    walls: Vec<i16>,
    /// Whether the ground is not joined by steps in all directions; empty where that is not asked.
    broken: Vec<i16>,
}

/// What layers of the same columns are made from.
pub(super) struct Source<'a> {
    columns: &'a Columns,
    links: &'a Links,
    disc: &'a Disc,
    rule: &'a StepRule,
    lowest_linked: Vec<i32>,
}

impl<'a> Source<'a> {
    pub fn new(columns: &'a Columns, links: &'a Links, disc: &'a Disc, rule: &'a StepRule) -> Self {
        Self { columns, links, disc, rule, lowest_linked: links.lowest_linked(columns) }
    }

    /// The lowest span of every column against everything above it.
    pub fn lowest_layer(&self) -> Layer {
        let floors = (0..self.columns.count() as u32).map(|floor| self.columns.floor(floor).height);
        let base = floors.min().unwrap_or(0);
        let mut layer = self.layer(base, 0..self.columns.window.len(), |spans| (!spans.is_empty()).then_some(1));
        layer.broken = (0..self.columns.window.len()).map(|at| i16::from(!self.rolls(at))).collect();
        layer.broken = highest(&layer.broken, self.columns.width(), self.disc.rows());
        layer
    }

    /// Spans that begin below the bodies on floors from `lowest` to at most a climb above it, against those above them. For the floors
    /// of some rows of columns.
    pub fn layer_from(&self, lowest: i32, rows: Range<usize>) -> Layer {
        let (width, reach) = (self.columns.width(), self.disc.reach() as usize);
        let rows = rows.start.saturating_sub(reach)..(rows.end + reach).min(self.columns.window.depth as usize);
        let split = lowest + self.rule.climb;
        self.layer(lowest, rows.start * width..rows.end * width, |spans| {
            Some(spans.iter().take_while(|span| span.low <= split).count())
        })
    }

    /// Columns taken apart after some of their spans, for floors from a height on.
    fn layer(&self, base: i32, columns: Range<usize>, split: impl Fn(&[Solid]) -> Option<usize>) -> Layer {
        let relative = |height: i32| height.saturating_sub(base).clamp(-MOST, MOST) as i16;
        let climb = self.rule.climb;
        let count = columns.len();
        let [mut grounds, mut ceilings, mut walls] = [(); 3].map(|()| vec![-MOST as i16; count]);
        for (at, column) in columns.clone().enumerate() {
            let spans = self.columns.spans(column);
            let Some(below) = split(spans) else { continue };
            if let Some(ceiling) = spans.get(below) {
                ceilings[at] = -relative(ceiling.low);
            }
            let Some(ground) = spans[..below].last() else { continue };
            grounds[at] = relative(ground.high);
            if ground.low <= base + climb && climb < self.rule.lowest {
                walls[at] = relative(ground.high.min(self.steps_to(column, base).saturating_add(climb)));
            }
        }
        let (width, disc) = (self.columns.width(), self.disc.rows());
        let [grounds, ceilings, walls] = [grounds, ceilings, walls].map(|array| highest(&array, width, disc));
        Layer { base, climb, first: columns.start, grounds, ceilings, walls, broken: Vec::new() }
    }

    /// From which height on steps may lead to the floors of a column, of those from a height on.
    fn steps_to(&self, column: usize, above: i32) -> i32 {
        let floors = self.columns.numbers(column).filter(|&floor| {
            let ground = self.columns.floor(floor);
            ground.stands && ground.height >= above
        });
        floors.map(|floor| self.lowest_linked[floor as usize]).min().unwrap_or(i32::MAX)
    }

    /// Whether a column has one floor, which steps lead to from all sides, and nothing else below its ceiling.
    fn rolls(&self, at: usize) -> bool {
        let (rule, numbers) = (self.rule, self.columns.numbers(at));
        let (1, Some(ground)) = (numbers.len(), self.columns.spans(at).first()) else { return false };
        let floor = self.columns.floor(numbers.start);
        floor.stands
            && rule.grid.cell <= WIDEST_CELL
            && rule.climb < rule.lowest
            && floor.height <= ground.high
            && ground.high <= floor.height + rule.climb
            && (0..4).all(|direction| self.links.single(numbers.start, direction).is_some())
    }
}

impl Layer {
    /// What is known of a floor with so much free height of its own.
    #[inline]
    pub fn decide(&self, at: usize, ground: &Ground, own: i32) -> Decision {
        let (at, feet) = (at - self.first, ground.height - self.base);
        let base = feet + self.climb;
        if feet + own >= MOST {
            return Decision::Unknown;
        }
        let ceiling = -i32::from(self.ceilings[at]);
        let free = || (ceiling >= base).then(|| own.min(ceiling - feet));
        let found = if i32::from(self.grounds[at]) <= base {
            free().map(Decision::Free)
        } else if self.broken.get(at) == Some(&0) {
            free().map(Decision::Rolling)
        } else {
            (i32::from(self.walls[at]) > base).then_some(Decision::Blocked)
        };
        found.unwrap_or(Decision::Unknown)
    }
}
