//! The choices in which a variant of the cells planner may differ. Users get [`Standard`]; `plan::papers` has the others.

use super::predecessor::Predecessor;
use crate::body::Body;
use crate::reach::{Costs, GraphOptions, Moves, Terrain};
use crate::route::{Builder, Cell, Path, Smoothing, Traced};

/// The choices of a cells planner. The defaults are those of [`Standard`].
pub(crate) trait Variant: Sized {
    /// The moves of a search.
    type Moves: Moves;

    /// The moves of a search, with leaps or without.
    fn moves(&self, leaps: bool) -> Self::Moves;

    /// Offers the neighbours of a node to a trace.
    fn trace(&self, terrain: &mut Terrain<'_>, before: &mut Predecessor<'_>, cost_of: &impl Fn(u32) -> u32) {
        terrain.steps(before.node, |terrain, way, from| before.offer(terrain, cost_of, from, way));
    }

    /// Smooths a traced path.
    fn smooth_path(&self, builder: &mut Builder<'_, '_>, nodes: Vec<Traced>, smoothing: Smoothing) -> Path {
        builder.smooth_path(nodes, smoothing)
    }

    /// Marks the cells that are passed over, between two cells that are stepped on.
    fn set_feet(&self, _terrain: &Terrain<'_>, _body: &Body, _cells: &mut [Cell]) {}

    /// Whether floors may be expanded in the order in which they are reached, since every move has the same cost.
    fn is_unweighted(&self, _costs: &Costs, _body: &Body) -> bool {
        false
    }

    /// Whether regions of the world tell which floors a body can reach.
    fn has_regions(&self) -> bool {
        true
    }

    /// Whether a repair joins the old path at the first cell that it reaches.
    fn joins_first(&self) -> bool {
        false
    }
}

/// The standard cells planner.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standard;

impl Variant for Standard {
    type Moves = GraphOptions;

    fn moves(&self, leaps: bool) -> GraphOptions {
        GraphOptions { leaps }
    }
}
