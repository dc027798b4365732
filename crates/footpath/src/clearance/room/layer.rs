//! Decides the room of most floors by maxima over the disc, without a test of every column.
//!
//! In: columns with their links, a disc, and a range of heights of the feet. Out: for a floor in that range the room, or that no body
//! fits, or that the floor is undecided. Each column is split at a height: spans that begin below it are ground or wall, and the first
//! span above them is a ceiling. A test of every column would give the same decision.

use super::columns::{Columns, Ground, Solid};
use super::disc::Disc;
use super::links::Links;
use super::rule::StepRule;
use super::windows::highest;
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use std::cell::OnceCell;

/// Cells above which steps of rolling ground may lead outside of the rim, in plan units: 40 cm.
const WIDEST_CELL: i32 = 2048;

/// The decision about one floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Only a ceiling limits the body, to `height`. The body begins a climb above its feet; all ground in the disc ends `spare` or
    /// more below that.
    Free {
        height: i32,
        spare: u8,
    },
    /// Only a ceiling limits the body, to this height. Ground in the disc reaches above the start of the body, but rises by steps.
    Rolling(i32),
    Blocked,
    /// The ceiling begins less than a climb above this floor, so a layer that begins higher must decide.
    Higher,
    Unknown,
}

/// Largest height above the base that is decided, in cm.
const MOST: i32 = 32_000;

/// Columns that are split into ground and ceiling, with maxima over the disc around each.
pub(super) struct Layer<'a> {
    source: &'a Source<'a>,
    /// Height of the layer's lowest floor, in cm. All heights of the layer are relative to it.
    base: i32,
    split: Split,
    extent: Extent,
    /// How high the ground reaches, and how low the ceilings (upside down).
    grounds: Vec<i16>,
    ceilings: Vec<i16>,
    /// The highest walls to which no steps lead; computed on first use.
    walls: OnceCell<Vec<i16>>,
    /// The lowest ceilings with floors on top to which steps may lead (upside down); computed on first use.
    stepped: OnceCell<Vec<i16>>,
    /// 1 where steps do not join the ground in all directions, else 0; computed on first use.
    broken: OnceCell<Vec<i16>>,
}

/// A rectangle of columns, counted from the corner of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub low: [usize; 2],
    /// One column past the rim.
    pub high: [usize; 2],
}

impl Extent {
    fn width(&self) -> usize {
        self.high[0] - self.low[0]
    }

    /// Number of columns.
    pub fn len(&self) -> usize {
        self.width() * (self.high[1] - self.low[1])
    }

    /// The extent with some more columns on every side, as far as there are columns.
    fn grown(&self, by: usize, most: [usize; 2]) -> Self {
        let along = |axis: usize| (self.low[axis].saturating_sub(by), (self.high[axis] + by).min(most[axis]));
        let (x, z) = (along(0), along(1));
        Self { low: [x.0, z.0], high: [x.1, z.1] }
    }

    /// The numbers of its columns in a window of this width, row by row.
    fn columns(&self, width: usize) -> impl Iterator<Item = usize> + use<> {
        let Self { low, high } = *self;
        (low[1]..high[1]).flat_map(move |z| z * width + low[0]..z * width + high[0])
    }

    /// The place of a column in a list of them all.
    #[inline]
    fn at(&self, [x, z]: [i32; 2]) -> usize {
        (z as usize - self.low[1]) * self.width() + x as usize - self.low[0]
    }
}

/// Where the spans of a column are split into ground and ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    /// Above the lowest span.
    Lowest,
    /// Above all spans that begin no higher than this.
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
        self.layer(base, Extent { low: [0; 2], high: self.size() }, Split::Lowest)
    }

    /// A layer for floors from `lowest` to a climb above it. Spans that begin at most a climb above `lowest` are ground; those above
    /// are ceilings. `extent` is the result of [`Source::around`] for the columns of these floors.
    pub fn layer_from(&self, lowest: i32, extent: Extent) -> Layer<'_> {
        self.layer(lowest, extent, Split::At(lowest + self.rule.climb))
    }

    /// The columns that the floors of some columns depend on.
    pub fn around(&self, extent: &Extent) -> Extent {
        extent.grown(self.disc.reach() as usize, self.size())
    }

    /// Columns along and across the window.
    fn size(&self) -> [usize; 2] {
        [self.columns.width(), self.columns.window.depth as usize]
    }

    /// For each floor the height of the lowest floor that is linked with it; found when it is asked for.
    pub fn lowest_linked(&self) -> &[i32] {
        self.lowest_linked.get_or_init(|| self.links.lowest_linked(self.columns))
    }

    /// Columns taken apart after some of their spans, for floors from a height on.
    fn layer(&self, base: i32, extent: Extent, split: Split) -> Layer<'_> {
        let mut grounds = vec![-MOST as i16; extent.len()];
        let mut ceilings = grounds.clone();
        for (at, column) in extent.columns(self.columns.width()).enumerate() {
            let (below, above) = split.apart(self.columns.spans(column));
            if let Some(ceiling) = above.first() {
                ceilings[at] = -relative(ceiling.low, base);
            }
            if let Some(ground) = below.last() {
                grounds[at] = relative(ground.high, base);
            }
        }
        let highest = |values: &[i16]| highest(values, extent.width(), self.disc.rows());
        let (grounds, ceilings) = (highest(&grounds), highest(&ceilings));
        let (walls, stepped, broken) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Layer { source: self, base, split, extent, grounds, ceilings, walls, stepped, broken }
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
            && rule.climb < rule.min_height
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
        let mut walls = vec![-MOST as i16; self.extent.len()];
        if climb >= source.rule.min_height {
            return walls;
        }
        for (wall, column) in walls.iter_mut().zip(self.extent.columns(source.columns.width())) {
            let (below, _) = self.split.apart(source.columns.spans(column));
            if let Some(ground) = below.last().filter(|ground| ground.low <= self.base + climb) {
                let steps = source.steps_to(column, self.base).saturating_add(climb);
                *wall = relative(ground.high.min(steps), self.base);
            }
        }
        self.highest(&walls)
    }

    fn find_stepped(&self) -> Vec<i16> {
        let source = self.source;
        let columns = self.extent.columns(source.columns.width());
        let stepped = columns.map(|column| {
            let (_, above) = self.split.apart(source.columns.spans(column));
            let ceiling = above.first().filter(|span| source.steps_to(column, span.low) < span.low);
            ceiling.map_or(-MOST as i16, |span| -relative(span.low, self.base))
        });
        self.highest(&stepped.collect::<Vec<i16>>())
    }

    /// Whether the lowest ceiling over a column may be a step ahead, of a body with its feet at a height above the base. The first step
    /// from ground that is no higher than the climb leads no higher than a climb and the slopes of both floors above it.
    fn may_be_step(&self, at: usize, ceiling: i32, feet: i32) -> bool {
        let rule = self.source.rule;
        let cell = rule.grid.cell * CM_PER_METRE / PLAN_PER_METRE;
        let most = feet + 2 * (rule.climb + cell) + 1;
        ceiling <= most && -i32::from(self.stepped.get_or_init(|| self.find_stepped())[at]) <= ceiling
    }

    fn find_broken(&self) -> Vec<i16> {
        let columns = self.extent.columns(self.source.columns.width());
        let broken: Vec<i16> = columns.map(|at| i16::from(!self.source.rolls(at))).collect();
        self.highest(&broken)
    }

    fn highest(&self, values: &[i16]) -> Vec<i16> {
        highest(values, self.extent.width(), self.source.disc.rows())
    }

    /// Whether all ground in the disc around a column is joined by steps, of the lowest layer.
    fn is_joined(&self, at: usize) -> bool {
        self.split == Split::Lowest && self.broken.get_or_init(|| self.find_broken())[at] == 0
    }

    /// The decision about a floor in a column, which is counted from the corner of the window. `own` is the free height in the floor's
    /// own column.
    #[inline]
    pub fn decide(&self, column: [i32; 2], ground: &Ground, own: i32) -> Decision {
        let (at, feet) = (self.extent.at(column), ground.height - self.base);
        let base = feet + self.source.rule.climb;
        if feet + own >= MOST {
            return Decision::Unknown;
        }
        let ceiling = -i32::from(self.ceilings[at]);
        let height = own.min(ceiling - feet);
        let spare = base - i32::from(self.grounds[at]);
        if spare < 0 && !self.is_joined(at) {
            let walls = self.walls.get_or_init(|| self.find_walls());
            return if i32::from(walls[at]) > base { Decision::Blocked } else { Decision::Unknown };
        }
        // A span that begins and ends where the body begins does not touch it.
        if ceiling <= base {
            return Decision::Higher;
        }
        if spare < 0 {
            return Decision::Rolling(height);
        }
        if height < own && self.may_be_step(at, ceiling, feet) {
            return Decision::Unknown;
        }
        Decision::Free { height, spare: spare.min(255) as u8 }
    }
}
