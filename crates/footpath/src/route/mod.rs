//! Route: what every planner returns. Points at the feet, sections with actions, and what it costs.
//!
//! In: the path that a search found (`path`). It is smoothed (`smooth`, over straight lines of `line`) and becomes a route by
//! the one builder (`build`). The independent checker (`check`) uses none of them.
//!
//! Between two points the body moves straight; in a section whose action is airborne it flies along an [`Arc`].

pub(crate) mod build;
mod check;
pub(crate) mod line;
mod path;
pub(crate) mod smooth;

pub use crate::geom::Flight as Arc;
pub use check::{Checker, Fault, FaultKind, Ground, Touched};

pub use path::{Cell, CellPath, CellPlan, Corner};
pub use smooth::Smoothing;

pub(crate) use build::Builder;
pub(crate) use path::{Path, Traced};

use crate::body::{Action, Posture};

/// A way from a start to a goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Positions of the feet in metres; they bend with the ground, within one cell height.
    pub points: Vec<[f64; 3]>,
    /// Stretches with one action each, in order; each begins at the point where the one before it ends.
    pub sections: Vec<Section>,
    /// Length in metres along the points.
    pub length: f64,
    /// What the search minimised, in metres of level walking.
    pub cost: f64,
    /// Index of the goal that is reached.
    pub goal: usize,
    /// Indices of goals that were not looked for, since no floor for the body is there.
    pub off_map: Vec<usize>,
    /// What it took to find.
    pub work: Work,
}

/// A stretch of a route with one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What is done.
    pub action: Action,
    /// How the body is held.
    pub posture: Posture,
    /// Way of walking, by name.
    pub behaviour: String,
    /// Index of its first point.
    pub first: usize,
    /// Index of its last point.
    pub last: usize,
    /// Height of the body in metres.
    pub height: f64,
    /// Half-width of the body in metres.
    pub half_width: f64,
    /// Distance to the nearest obstacle beside it, in metres.
    pub clearance: f64,
}

/// Counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Floors expanded.
    pub expanded: u64,
    /// Floors entered into the front.
    pub enqueued: u64,
}

impl Route {
    /// A route over points, without what the search knows of it.
    pub(crate) fn over(points: Vec<[f64; 3]>, sections: Vec<Section>) -> Self {
        Self { length: Self::length_of(&points), points, sections, ..Self::default() }
    }

    /// Length in metres along points.
    pub fn length_of(points: &[[f64; 3]]) -> f64 {
        let apart = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
        points.windows(2).map(|pair| apart(&pair[0], &pair[1])).sum()
    }
}
