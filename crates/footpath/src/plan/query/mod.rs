//! Queries and answers of planners, and what all planners work with.
//!
//! In: a [`Query`], checked by [`validate`]. Out: what every planner needs of it: its endpoints on the ground ([`endpoints`]), the
//! moves and costs of its body ([`Planner`]); and the answers other than a route: a [`Failure`] inside, which the facade
//! turns into a [`NoRoute`].

mod before;
pub(crate) mod endpoints;
mod failure;
mod no_route;
#[cfg(feature = "papers")]
mod paper_options;
mod planner;
mod trace;
pub(crate) mod validate;
mod variant;

pub use crate::route::Smoothing;
pub use no_route::{NoRoute, Why};
#[cfg(feature = "papers")]
pub use paper_options::{
    Corners, Diagonals, Extended, Front, Join, Neighbours, PaperMargin, PaperOptions, PaperSmoothing, Support,
};

#[cfg(feature = "papers")]
pub(crate) use before::Before;
pub(crate) use endpoints::Endpoints;
pub(crate) use failure::Failure;
pub(crate) use planner::{Planner, work_of};
pub(crate) use variant::Variant;

use crate::body::Body;
use crate::reach::AreaCosts;
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
    /// The body that walks.
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
    /// Options of the planners over cells.
    pub cells: CellOptions,
    /// The cells planner of a paper, with its choices instead of `cells`, to reproduce figures.
    #[cfg(feature = "papers")]
    pub papers: Option<PaperOptions>,
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
            #[cfg(feature = "papers")]
            papers: None,
            budget: u64::MAX,
            stop: Stop::default(),
            explain: true,
        }
    }

    /// The body as planners see it: without a margin it is as thin as its centre.
    pub(crate) fn planned_body(&self) -> Body {
        let radius = if self.cells.margin == Margin::Radius { self.body.radius } else { 0.0 };
        Body { radius, ..self.body.clone() }
    }

    /// The start, a position or a region.
    pub(crate) fn start(&self) -> Goal {
        self.from_region.clone().unwrap_or(Goal::Point(self.from))
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

/// Options of the planners over cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellOptions {
    /// Whether the body leaps: strides, jumps and drops over ground that cannot be walked, as far as it can.
    pub leaps: bool,
    /// What keeps the path off obstacles.
    pub margin: Margin,
    /// How the path of cells becomes a smooth one.
    pub smoothing: Smoothing,
    /// Per cent by which a path to a goal that moved may be dearer than the best one, for the sake of what is kept.
    pub slack: u8,
}

impl Default for CellOptions {
    fn default() -> Self {
        Self { leaps: true, margin: Margin::Radius, smoothing: Smoothing::AnyAngle, slack: 10 }
    }
}

/// What keeps the path off obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// The body's radius, in metres.
    Radius,
    /// Nothing: the body is as thin as its centre.
    None,
}
