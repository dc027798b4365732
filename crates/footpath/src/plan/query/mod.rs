//! Queries and answers of planners, and the parts that all planners share.
//!
//! In: a [`Query`], checked by [`validate`]. Out: its endpoints on the ground ([`endpoints`]), the moves and costs of its body
//! ([`Planner`]), and the answers other than a route: a [`Failure`] inside, which the facade turns into a [`NoRoute`].

pub(crate) mod endpoints;
mod failure;
mod no_route;
#[cfg(feature = "papers")]
mod paper_options;
mod planner;
mod predecessor;
mod trace;
pub(crate) mod validate;
mod variant;

pub use crate::route::Smoothing;
pub use no_route::{NoRoute, Why};
#[cfg(feature = "papers")]
pub use paper_options::{
    Corners, Diagonals, Extended, Front, Join, Neighbours, PaperMargin, PaperOptions, PaperSmoothing, Support,
};

pub(crate) use endpoints::Endpoints;
pub(crate) use failure::Failure;
pub(crate) use planner::{Planner, work_of};
#[cfg(feature = "papers")]
pub(crate) use predecessor::Predecessor;
pub(crate) use variant::Variant;

use crate::body::Body;
use crate::reach::AreaCosts;
use crate::scene::Rules;
use crate::search::Stop;

/// A goal of a query.
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

/// A query: a body, a start, goals, rules and options.
#[derive(Clone, Debug)]
pub struct Query<'a> {
    /// The body that walks.
    pub body: &'a Body,
    /// The start: position of the feet, in metres.
    pub from: [f64; 3],
    /// The start as a region, any floor of which will do. `from` is then not used.
    pub from_region: Option<Goal>,
    /// The goals. Of several, the route leads to the cheapest.
    pub to: Vec<Goal>,
    /// Largest distance from a given position to its floor, in metres along each axis.
    pub half_extents: [f64; 3],
    /// Rules for objects in this query, in addition to those of the bake.
    pub rules: Rules,
    /// Areas that cost more in this query.
    pub areas: AreaCosts,
    /// The planner to use.
    pub method: Method,
    /// Options of the planners over cells.
    pub cells: CellOptions,
    /// Choices of a paper for the cells planner, instead of `cells`, to reproduce figures.
    #[cfg(feature = "papers")]
    pub papers: Option<PaperOptions>,
    /// Most floors, and portals of the levels planner, that all searches of the query may expand together.
    pub budget: u64,
    /// Ends the query from outside, as if its budget were spent. Data derived until then is kept.
    pub stop: Stop,
    /// Whether a refusal gives the reason. A refusal without a reason is faster.
    pub explain: bool,
}

impl<'a> Query<'a> {
    /// A query for a body, from a position to a goal.
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

    /// The body with its radius as planners use it: without a margin the radius is zero.
    pub(crate) fn planned_body(&self) -> Body {
        let radius = if self.cells.margin == Margin::Radius { self.body.radius } else { 0.0 };
        Body { radius, ..self.body.clone() }
    }

    /// The start, a position or a region.
    pub(crate) fn start(&self) -> Goal {
        self.from_region.clone().unwrap_or(Goal::Point(self.from))
    }
}

/// The planners. All use the same ground and return the same kind of route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The best one for the query.
    #[default]
    Auto,
    /// One search over cells (Bandi & Thalmann).
    Cells,
    /// Upright walking only, at costs of 10 and 14 (Kuffner).
    Bitmap,
    /// From area to area, then over cells within them (Deusdado et al.): for large worlds.
    Levels,
}

/// Options of the planners over cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellOptions {
    /// Whether the body leaps: strides, jumps and drops, within its abilities.
    pub leaps: bool,
    /// The distance that the path keeps from obstacles.
    pub margin: Margin,
    /// How the path of cells is smoothed.
    pub smoothing: Smoothing,
    /// By how many per cent a path to a goal that has moved may exceed the best one, to keep more of the old path.
    pub slack: u8,
}

impl Default for CellOptions {
    fn default() -> Self {
        Self { leaps: true, margin: Margin::Radius, smoothing: Smoothing::AnyAngle, slack: 10 }
    }
}

/// The distance that a path keeps from obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// The body's radius, in metres.
    Radius,
    /// None: the radius counts as zero.
    None,
}
