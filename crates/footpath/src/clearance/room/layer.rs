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
use std::cell::OnceCell;
use std::ops::Range;

/// Cells above which steps of rolling ground may lead outside of the rim, in plan units: 40 cm.
const WIDEST_CELL: i32 = 2048;

/// What is known of a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Nothing but a ceiling is in the way, which leaves so much room; all ground in the disc ends so far below feet and climb.
    Free {
        height: i32,
        spare: u8,
    },
    /// The same, but for ground that rises by steps.
    Rolling(i32),
    Blocked,
    Unknown,
}

/// Heights farther from the base than that are not decided.
const MOST: i32 = 32_000;

/// Rows of columns, taken apart, with maxima over the disc around each.
pub(super) struct Layer<'a> {
    source: &'a Source<'a>,
    /// From this height on everything counts, in cm.
    base: i32,
    split: Split,
    columns: Range<usize>,
    /// How high the ground reaches, and how low the ceilings (upside down).
    grounds: Vec<i16>,
    ceilings: Vec<i16>,
    /// How high walls to which no steps lead; found when it is asked for.
    walls: OnceCell<Vec<i16>>,
    /// Whether the ground is not joined by steps in all directions; found when it is asked for.
    broken: OnceCell<Vec<i16>>,
}

/// After which of its spans a column is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    /// The lowest one.
    Lowest,
    /// Those that begin no higher than this.
    At(i32),
}

/// What layers of the same columns are made from.
pub(super) struct Source<'a> {
    columns: &'a Columns,
    links: &'a Links,
    disc: &'a Disc,
    rule: &'a StepRule,
    lowest_linked: OnceCell<Vec<i32>>,
}

impl<'a> Source<'a> {
    pub fn new(columns: &'a Columns, links: &'a Links, disc: &'a Disc, rule: &'a StepRule) -> Self {
        Self { columns, links, disc, rule, lowest_linked: OnceCell::new() }
    }

    /// The lowest span of every column against everything above it.
    pub fn lowest_layer(&self) -> Layer<'_> {
        let floors = (0..self.columns.count() as u32).map(|floor| self.columns.floor(floor).height);
        let base = floors.min().unwrap_or(0);
        self.layer(base, 0..self.columns.window.len(), Split::Lowest)
    }

    /// Spans that begin below the bodies on floors from `lowest` to at most a climb above it, against those above them. For the floors
    /// of some rows of columns.
    pub fn layer_from(&self, lowest: i32, rows: Range<usize>) -> Layer<'_> {
        let (width, reach) = (self.columns.width(), self.disc.reach() as usize);
        let rows = rows.start.saturating_sub(reach)..(rows.end + reach).min(self.columns.window.depth as usize);
        self.layer(lowest, rows.start * width..rows.end * width, Split::At(lowest + self.rule.climb))
    }

    /// For each floor the height of the lowest floor that is linked with it; found when it is asked for.
    pub fn lowest_linked(&self) -> &[i32] {
        self.lowest_linked.get_or_init(|| self.links.lowest_linked(self.columns))
    }

    /// Columns taken apart after some of their spans, for floors from a height on.
    fn layer(&self, base: i32, columns: Range<usize>, split: Split) -> Layer<'_> {
        let mut grounds = vec![-MOST as i16; columns.len()];
        let mut ceilings = grounds.clone();
        for (at, column) in columns.clone().enumerate() {
            let (below, above) = split.apart(self.columns.spans(column));
            if let Some(ceiling) = above.first() {
                ceilings[at] = -relative(ceiling.low, base);
            }
            if let Some(ground) = below.last() {
                grounds[at] = relative(ground.high, base);
            }
        }
        let (grounds, ceilings) = (self.highest(&grounds), self.highest(&ceilings));
        let (walls, broken) = (OnceCell::new(), OnceCell::new());
        Layer { source: self, base, split, columns, grounds, ceilings, walls, broken }
    }

    fn highest(&self, values: &[i16]) -> Vec<i16> {
        highest(values, self.columns.width(), self.disc.rows())
    }

    /// From which height on steps may lead to the floors of a column, of those from a height on.
    fn steps_to(&self, column: usize, above: i32) -> i32 {
        let floors = self.columns.numbers(column).filter(|&floor| {
            let ground = self.columns.floor(floor);
            ground.stands && ground.height >= above
        });
        floors.map(|floor| self.lowest_linked()[floor as usize]).min().unwrap_or(i32::MAX)
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

impl Split {
    #[inline]
    fn apart(self, spans: &[Solid]) -> (&[Solid], &[Solid]) {
        spans.split_at(match self {
            Self::Lowest => spans.len().min(1),
            Self::At(height) => spans.iter().take_while(|span| span.low <= height).count(),
        })
    }
}

/// A height above the base in 16 bits, as far as they reach.
fn relative(height: i32, base: i32) -> i16 {
    height.saturating_sub(base).clamp(-MOST, MOST) as i16
}

impl Layer<'_> {
    fn find_walls(&self) -> Vec<i16> {
        let (source, climb) = (self.source, self.source.rule.climb);
        let mut walls = vec![-MOST as i16; self.columns.len()];
        if climb >= source.rule.lowest {
            return walls;
        }
        for (wall, column) in walls.iter_mut().zip(self.columns.clone()) {
            let (below, _) = self.split.apart(source.columns.spans(column));
            if let Some(ground) = below.last().filter(|ground| ground.low <= self.base + climb) {
                let steps = source.steps_to(column, self.base).saturating_add(climb);
                *wall = relative(ground.high.min(steps), self.base);
            }
        }
        source.highest(&walls)
    }

    /// Whether all ground in the disc around a column is joined by steps, of the lowest layer.
    fn is_joined(&self, at: usize) -> bool {
        let find = || {
            let broken: Vec<i16> = self.columns.clone().map(|at| i16::from(!self.source.rolls(at))).collect();
            self.source.highest(&broken)
        };
        self.split == Split::Lowest && self.broken.get_or_init(find)[at] == 0
    }

    /// What is known of a floor with so much free height of its own.
    #[inline]
    pub fn decide(&self, at: usize, ground: &Ground, own: i32) -> Decision {
        let (at, feet) = (at - self.columns.start, ground.height - self.base);
        let base = feet + self.source.rule.climb;
        if feet + own >= MOST {
            return Decision::Unknown;
        }
        let ceiling = -i32::from(self.ceilings[at]);
        let free = || (ceiling >= base).then(|| own.min(ceiling - feet));
        let spare = base - i32::from(self.grounds[at]);
        let found = if spare >= 0 {
            free().map(|height| Decision::Free { height, spare: spare.min(255) as u8 })
        } else if self.is_joined(at) {
            free().map(Decision::Rolling)
        } else {
            let walls = self.walls.get_or_init(|| self.find_walls());
            (i32::from(walls[at]) > base).then_some(Decision::Blocked)
        };
        found.unwrap_or(Decision::Unknown)
    }
}
