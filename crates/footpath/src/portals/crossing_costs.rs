//! Costs of crossing a tile of which only the outline is known, for one body.
//!
//! In: the outline of a tile, and the measures of a body. Out: lower bounds of the costs from each passage over the rim to each
//! other, through areas and the passages between them. A passage is left out only if the body cannot use it anywhere along its
//! run. Walls within an area are not considered: two passages that are joined here may be disconnected for the body. Two passages
//! that are not joined here are disconnected, unless a leap joins them.

use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{Outline, OutlinePass, PARTS, TILE};
use crate::reach::{Costs, Limits, ORTHOGONAL, octile};
use crate::search::{Buckets, Seen, Space, search};
use crate::world::Bytes;

/// Measures of a body that decide which passages it can use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measures {
    lowest: i32,
    climb: i32,
    /// Highest rise and deepest descent of a leap, with an allowance for the slope of a column.
    up: i32,
    down: i32,
    /// Least cost of a column.
    pub column: u32,
    /// Width of the body in columns, never overestimated.
    wide: i32,
}

impl Measures {
    pub fn of(limits: &Limits, costs: &Costs, extended: bool, cell: i32) -> Self {
        let cell_cm = cell * CM_PER_METRE / PLAN_PER_METRE + 1;
        let wide = (2 * limits.radius as u64).div_ceil(cell.max(1) as u64).min(TILE as u64) as i32;
        let leaps = limits.leaps.iter().filter(|_| extended);
        let (up, down) =
            leaps.fold((0, 0), |(up, down), leap| (up.max(leap.up + 2 * cell_cm), down.max(leap.down + 2 * cell_cm)));
        Self { lowest: limits.lowest(), climb: limits.climb, up, down, column: costs.at_least(ORTHOGONAL), wide }
    }

    /// Whether the body may be able to pass somewhere along a passage, outwards or back.
    pub fn pass(&self, pass: &OutlinePass, back: bool) -> bool {
        let step = if back { -i32::from(pass.step) } else { i32::from(pass.step) };
        let steps = step.abs() <= self.climb || (0 < step && step <= self.up) || (step < 0 && -step <= self.down);
        steps && i32::from(pass.headroom) >= self.lowest
    }

    /// Whether a number of columns side by side is less than the width of the body.
    pub fn is_narrow(&self, columns: i32) -> bool {
        columns < self.wide
    }

    /// Whether the body can step between two heights.
    pub fn is_step(&self, a: i32, b: i32) -> bool {
        i64::from(a.abs_diff(b)) <= i64::from(self.climb)
    }

    /// The least cost of a distance, given in parts of a column.
    fn parts(&self, apart: u16) -> u32 {
        u32::from(apart) * self.column / PARTS
    }

    /// The least cost of the straight way between two columns.
    fn straight(&self, a: [i32; 2], b: [i32; 2]) -> u32 {
        octile((a[0] - b[0]).abs(), (a[1] - b[1]).abs()) * self.column / ORTHOGONAL
    }
}

/// A place on a passage over the rim. Wide passages have several: a single one would lead all routes through one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Index of its passage in the outline.
    pub pass: u16,
    /// Column within the tile.
    pub column: [i32; 2],
    /// Whether the body may be able to leave the tile there.
    pub leaves: bool,
}

impl Spot {
    /// Its column along the rim.
    pub fn along(&self, direction: u8) -> i32 {
        self.column[usize::from(direction.is_multiple_of(2))]
    }

    /// The spots of a passage; the same ones from both sides of the rim.
    fn all(at: usize, pass: &OutlinePass, measures: &Measures) -> impl Iterator<Item = Self> {
        let (run, leaves) = (pass.run(), measures.pass(pass, false));
        let columns = run.len() as i32;
        let spots = ((columns + SPACING / 2) / SPACING).max(1);
        let (across, along) = (pass.column.map(i32::from), usize::from(pass.direction.is_multiple_of(2)));
        (0..spots).map(move |spot| {
            let mut column = across;
            column[along] = run.start + (2 * spot + 1) * columns / (2 * spots);
            Self { pass: at as u16, column, leaves }
        })
    }
}

/// Columns of a passage between two spots.
const SPACING: i32 = 16;
/// Columns added to the bound of a path that was closed in an equal tile, or of a passage that is narrower than the body: the
/// width of four tiles.
pub(crate) const NOT_SHOWN: u32 = 4 * TILE as u32;

/// Lower bounds of the costs between the passages of one tile.
#[derive(Debug, Default)]
pub(crate) struct CrossingCosts {
    /// Spots on passages over the rim, in the order of the passages.
    pub spots: Vec<Spot>,
    /// Costs from each spot to each; `u32::MAX` where no path exists.
    costs: Vec<u32>,
}

impl Bytes for CrossingCosts {
    fn bytes(&self) -> usize {
        self.spots.bytes() + self.costs.bytes()
    }
}

impl CrossingCosts {
    pub fn of(outline: &Outline, measures: &Measures) -> Self {
        let mut graph = Inside { edges: vec![Vec::new(); 2 * outline.passes.len()] };
        let side = |pass: usize, area: u16| 2 * pass as u32 + u32::from(outline.passes[pass].area != area);
        outline.distances_in(|area, [a, b], apart| {
            let cost = measures.parts(apart);
            graph.edges[side(a, area) as usize].push((side(b, area), cost));
            graph.edges[side(b, area) as usize].push((side(a, area), cost));
        });
        for (at, pass) in outline.passes.iter().enumerate().filter(|(_, pass)| !pass.is_outward()) {
            for (from, back) in [(2 * at, false), (2 * at + 1, true)] {
                if measures.pass(pass, back) {
                    graph.edges[from].push((from as u32 ^ 1, measures.column));
                }
            }
        }
        let over_rim = outline.passes.iter().enumerate().filter(|(_, pass)| pass.is_outward());
        let spots: Vec<Spot> = over_rim.flat_map(|(at, pass)| Spot::all(at, pass, measures)).collect();
        let (mut queue, mut seen, mut costs) = (Buckets::default(), Seen::default(), Vec::new());
        let aside = |spot: &Spot| measures.straight(spot.column, pass_of(outline, spot).column.map(i32::from));
        let mut flooded = None;
        for from in &spots {
            if flooded != Some(from.pass) {
                search(&mut graph, &mut queue, &mut seen, &[(2 * u32::from(from.pass), 0)], u64::MAX);
                flooded = Some(from.pass);
            }
            costs.extend(spots.iter().map(|to| match seen.cost(2 * u32::from(to.pass)) {
                u32::MAX => u32::MAX,
                // Distances are known between the middles of passages. A spot beside a middle may be nearer by its distance from
                // that middle, but not nearer than the straight line.
                cost => cost.saturating_sub(aside(from) + aside(to)).max(measures.straight(from.column, to.column)),
            }));
        }
        Self { spots, costs }
    }

    /// The same with costs learned from a refined tile of equal outline. Pairs of spots that were disconnected there become very
    /// costly but stay joined, since the surroundings of another tile with this outline may differ.
    pub fn amended(&self, measures: &Measures, between: impl Fn(usize, usize) -> Option<u32>) -> Self {
        let count = self.spots.len();
        let cost = |(at, &cost): (usize, &u32)| match between(at / count, at % count) {
            _ if cost == u32::MAX => u32::MAX,
            Some(shown) => cost.max(shown),
            None => cost.saturating_add(NOT_SHOWN * measures.column),
        };
        let costs = self.costs.iter().enumerate().map(cost).collect();
        Self { spots: self.spots.clone(), costs }
    }

    /// The costs from a spot to all spots.
    pub fn row(&self, from: usize) -> &[u32] {
        &self.costs[from * self.spots.len()..][..self.spots.len()]
    }

    /// Of the passages that `of` selects, the spot nearest to a column along the rim, and its distance.
    pub fn nearest(&self, outline: &Outline, along: i32, of: impl Fn(&OutlinePass) -> bool) -> Option<(usize, u32)> {
        let spots = self.spots.iter().enumerate().filter_map(|(at, spot)| {
            let pass = pass_of(outline, spot);
            of(pass).then(|| (spot.along(pass.direction).abs_diff(along), at))
        });
        spots.min().map(|(apart, at)| (at, apart))
    }
}

/// The passage of a spot.
pub(crate) fn pass_of<'o>(outline: &'o Outline, spot: &Spot) -> &'o OutlinePass {
    &outline.passes[usize::from(spot.pass)]
}

/// The spot of the tile's passages over the rim that contain a column, and its distance in columns along the rim.
pub(crate) fn spot_at(
    (outline, costs): (&Outline, &CrossingCosts),
    (area, direction, column): (u16, usize, i32),
) -> Option<(usize, u32)> {
    let over = |pass: &OutlinePass| {
        pass.is_outward()
            && pass.area == area
            && usize::from(pass.direction) == direction
            && pass.run().contains(&column)
    };
    costs.nearest(outline, column, over)
}

/// The graph within a tile: each passage has two nodes, one per side.
struct Inside {
    edges: Vec<Vec<(u32, u32)>>,
}

impl Space for Inside {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        self.edges[node as usize].iter().for_each(|&(to, cost)| visit(to, cost, 0));
    }

    fn estimate(&self, _: u32) -> u32 {
        0
    }

    fn is_goal(&mut self, _: u32) -> bool {
        false
    }

    fn len(&self) -> usize {
        self.edges.len()
    }
}
