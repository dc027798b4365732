//! What is asked of a planner.

use crate::body::Body;
use crate::reach::{AreaCosts, GraphOptions};
pub use crate::reach::{Corners, Diagonals, Extended, Front, Neighbours};
use crate::scene::Rules;
use crate::search::Stop;

/// Where to go.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// The floor nearest to a position in metres.
    Point([f64; 3]),
    /// Any floor in a box, from its low to its high corner in metres.
    Box([f64; 3], [f64; 3]),
    /// Any floor of the objects with this name (a glob).
    Object(String),
}

impl From<[f64; 3]> for Goal {
    fn from(position: [f64; 3]) -> Self {
        Self::Point(position)
    }
}

/// One question: how does this body get from here to there?
#[derive(Clone, Debug)]
pub struct Query<'a> {
    /// Who walks.
    pub body: &'a Body,
    /// Where from, in metres, at the feet.
    pub from: [f64; 3],
    /// Where from, if any floor of a region will do; `from` is then not looked at.
    pub from_region: Option<Goal>,
    /// Where to; with several goals the one reached at least cost.
    pub to: Vec<Goal>,
    /// How far from a given position a floor may be, in metres along each axis.
    pub half_extents: [f64; 3],
    /// What holds for objects in this query, beyond what the world was baked with.
    pub rules: Rules,
    /// Areas where walking costs more for the moment.
    pub areas: AreaCosts,
    /// Which planner is asked.
    pub method: Method,
    /// How the cells planner goes about it.
    pub cells: CellOptions,
    /// Floors, and portals of the levels planner, that may be expanded by all searches together before the planner gives up.
    pub budget: u64,
    /// Ends the query from outside, as if its budget were spent. What it has derived of the world until then is kept.
    pub stop: Stop,
    /// Whether a refusal says what keeps start and goal apart. Without it a no is quicker and says only that there is none.
    pub explain: bool,
}

impl<'a> Query<'a> {
    /// A route for a body from a position to a goal.
    pub fn new(body: &'a Body, from: [f64; 3], to: impl Into<Goal>) -> Self {
        Self {
            body,
            from,
            from_region: None,
            to: vec![to.into()],
            half_extents: [0.5, 1.0, 0.5],
            rules: Rules::new(),
            areas: AreaCosts::default(),
            method: Method::Auto,
            cells: CellOptions::default(),
            budget: u64::MAX,
            stop: Stop::default(),
            explain: true,
        }
    }
}

/// The planners. All walk on the same ground and return the same kind of route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Whichever is best.
    #[default]
    Auto,
    /// Cells in one search (Bandi & Thalmann).
    Cells,
    /// Upright walking alone, at costs of 10 and 14 (Kuffner).
    Bitmap,
    /// From area to area, then cells within them (Deusdado et al.): for large worlds.
    Levels,
}

/// The choices that the seed discusses. The defaults are the best of them; the others reproduce its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellOptions {
    /// How the front grows.
    pub neighbours: Neighbours,
    /// When a diagonal may be taken.
    pub corners: Corners,
    /// What a diagonal costs.
    pub diagonals: Diagonals,
    /// Whether the search heads for the goal.
    pub front: Front,
    /// Which moves beyond stepping to a neighbour there are.
    pub extended: Extended,
    /// What keeps the path off obstacles.
    pub margin: Margin,
    /// How the path of cells becomes a smooth one.
    pub smoothing: Smoothing,
    /// What is done about cells that hardly hold a foot.
    pub support: Support,
    /// Where a repaired path joins the old one.
    pub join: Join,
    /// Per cent by which a path to a goal that moved may be dearer than the best one, for the sake of what is kept.
    pub slack: u8,
}

impl Default for CellOptions {
    fn default() -> Self {
        let GraphOptions { neighbours, corners, diagonals, front, extended } = GraphOptions::default();
        Self {
            neighbours,
            corners,
            diagonals,
            front,
            extended,
            margin: Margin::Radius,
            smoothing: Smoothing::AnyAngle,
            support: Support::Any,
            join: Join::Total,
            slack: 10,
        }
    }
}

/// What keeps the path off obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// The body's radius, in metres.
    Radius,
    /// Nothing: the body is as thin as its centre.
    None,
    /// The seed's border cells (§7.3): so many layers, seen on 4 or 8 sides.
    Border {
        /// Layers of border cells that are left out.
        layers: u8,
        /// Sides that are looked at: 4 or 8.
        sides: u8,
    },
}

/// How the path of cells becomes a smooth one (§7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Smoothing {
    /// The cells as they are.
    None,
    /// Lines of cells between the cells where the path turns.
    Junctions,
    /// Lines of cells between any two cells of the path.
    Comprehensive,
    /// Straight lines between any two cells of the path.
    AnyAngle,
}

/// What is done about cells that hardly hold a foot (§9.1). Weights count sub-cells, from 0 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Nothing.
    Any,
    /// The front leaves out cells of less weight.
    Front(u8),
    /// Cells of less weight stay on the path and are not stepped on, in runs no longer than the foot span.
    Path(u8),
}

/// Where a path that goes around an obstacle joins the rest of the old one (§8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Where the way around and what is left of the old path cost least together. It begins at the last free cell before
    /// the obstacle, or at an earlier one from where it is shorter: at the entrance of a dead end.
    Total,
    /// At the cell that the front reaches first, and always from the last free cell, as the seed has it.
    First,
}

impl CellOptions {
    /// Those of the options that decide which moves a search over floors looks at, and in which order.
    pub(crate) fn graph(&self) -> GraphOptions {
        let Self { neighbours, corners, diagonals, front, extended, .. } = *self;
        GraphOptions { neighbours, corners, diagonals, front, extended }
    }
}
