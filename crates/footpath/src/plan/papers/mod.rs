//! Variants of planners that reproduce figures and tables of papers. Users need none of them.
//!
//! In: [`PaperOptions`] of a query. Out: answers of the same kind as those of the cells planner, with the choices that Bandi &
//! Thalmann discuss: searches and corners (`moves`, Fig. 3 to 7), the first ring of extended neighbours (`scan`, Fig. 8 to 11),
//! border cells (`border`, Fig. 12), lines of cells (`lines`, `smooth`, §5.3 and §7.4), feet on cells that hardly hold one
//! (`stepping`, §9.1), and repairs that join the first cell that they reach (§8.3). Of Kuffner 1998 it has the `wireframe`
//! (§6.1), and of Deusdado et al. 2008 the `areas` of the whole world (§4.5, Fig. 7).

mod areas;
mod border;
mod lines;
mod moves;
mod scan;
mod smooth;
mod stepping;
mod wireframe;

pub use lines::{line_4, line_8};
pub use scan::SpanMetric;
pub use wireframe::edges;

use super::query::{
    Corners, Diagonals, Extended, Front, Join, Neighbours, PaperMargin, PaperOptions, PaperSmoothing, Planner,
    Predecessor, Query, Support, Variant,
};
use crate::body::Body;
use crate::reach::{Costs, Reach, Terrain};
use crate::route::{Builder, Cell, Path, Smoothing, Traced};
use crate::world::{Semantics, World};
use border::{BorderView, Borders};
use moves::PaperMoves;

/// The cells planner with the choices of a paper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paper(PaperOptions);

/// The planner of a query whose `cells` are those of the options.
pub(crate) fn planner<'a>(world: &'a World, query: &'a Query<'a>, options: PaperOptions) -> Planner<'a, Paper> {
    let mut planner = Planner::with_variant(world, query, Paper(options));
    if let Support::Front(least) = options.support {
        let reach = Reach::supported(world, &planner.body, &Semantics::of(world, &query.rules), least);
        planner.terrain = Terrain::new(world, reach);
        planner.terrain.stop = query.stop.clone();
    }
    if options.diagonals == Diagonals::Unit {
        planner.costs = planner.costs.with_unit_diagonals();
    }
    if let PaperMargin::Border { layers: layers @ 1.., sides } = options.margin {
        let borders = Borders::of(world, &planner.body, &planner.terrain.reach, layers, sides);
        planner.terrain.filter = Some(BorderView::filter(borders));
    }
    planner
}

impl Variant for Paper {
    type Moves = PaperMoves;

    fn moves(&self, leaps: bool) -> PaperMoves {
        let extended = if leaps { self.0.extended } else { Extended::None };
        PaperMoves(PaperOptions { extended, ..self.0 })
    }

    fn trace(&self, terrain: &mut Terrain<'_>, before: &mut Predecessor<'_>, cost_of: &impl Fn(u32) -> u32) {
        let (options, node) = (&self.0, before.node);
        if options.neighbours == Neighbours::FourTracedEight {
            return trace_lowest(terrain, options.corners, before, cost_of);
        }
        moves::visit_steps(terrain, node, (moves::ways(options), options.corners), |terrain, way, from| {
            before.offer(terrain, cost_of, from, way);
        });
    }

    fn smooth_path(&self, builder: &mut Builder<'_, '_>, nodes: Vec<Traced>, smoothing: Smoothing) -> Path {
        match self.0.smoothing {
            PaperSmoothing::None | PaperSmoothing::AnyAngle => builder.smooth_path(nodes, smoothing),
            lines => {
                let nodes = smooth::by_lines(builder, &nodes, lines);
                builder.cell_by_cell(nodes)
            }
        }
    }

    fn set_feet(&self, terrain: &Terrain<'_>, body: &Body, cells: &mut [Cell]) {
        if let Support::Path(least) = self.0.support {
            stepping::set_feet(terrain, body, cells, least);
        }
    }

    fn is_unweighted(&self, costs: &Costs, body: &Body) -> bool {
        let even = self.0.diagonals == Diagonals::Unit || self.0.neighbours != Neighbours::Eight;
        even && costs.is_plain() && self.0.front == Front::Bushfire && body.abilities.is_empty()
    }

    fn has_regions(&self) -> bool {
        self.0.extended != Extended::FirstRing && self.0.corners != Corners::Ignored
    }

    fn joins_first(&self) -> bool {
        self.0.join == Join::First
    }
}

/// Chooses as predecessor the neighbour of lowest level among all eight, as the paper traces a 4-neighbour front across 8
/// neighbours.
fn trace_lowest(
    terrain: &mut Terrain<'_>,
    corners: Corners,
    before: &mut Predecessor<'_>,
    cost_of: &impl Fn(u32) -> u32,
) {
    let (node, costs) = (before.node, before.costs);
    let mut best: Option<((u32, bool, usize), Traced)> = None;
    moves::visit_steps(terrain, node, (8, corners), |terrain, way, from| {
        let cost = cost_of(from);
        if cost >= cost_of(node) {
            return;
        }
        let Some((_, how)) = costs.step(terrain, from, node, way) else { return };
        let order = (cost, way >= 4, way);
        if best.is_none_or(|(least, _)| order < least) {
            best = Some((order, (from, how)));
        }
    });
    if let Some((_, traced)) = best {
        before.replace(traced);
    }
}
