//! Route: the result of every planner. Positions of the feet, sections with actions, length and cost.
//!
//! In: the path that a search found (`path`). `smooth` straightens it along lines that `line` allows, and one builder (`build`)
//! makes a route of it. Promised: every route passes the independent checker (`check`), which uses none of these files.
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

/// A route from a start to a goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Positions of the feet in metres. They follow the ground, within one cell height.
    pub points: Vec<[f64; 3]>,
    /// Sections in order; each begins at the point where the one before it ends.
    pub sections: Vec<Section>,
    /// Length in metres along the points.
    pub length: f64,
    /// The cost that the search minimised, in metres of level walking.
    pub cost: f64,
    /// Index of the goal reached.
    pub goal: usize,
    /// Indices of goals without a floor for the body, which were not searched.
    pub off_map: Vec<usize>,
    /// Work of the search.
    pub work: Work,
}

/// A part of a route with one action and one posture.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The action.
    pub action: Action,
    /// The posture.
    pub posture: Posture,
    /// Behaviour: the name of a way of walking.
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
    /// Floors added to the frontier.
    pub enqueued: u64,
}

impl Route {
    /// A route over points, without cost and work of a search.
    pub(crate) fn over(points: Vec<[f64; 3]>, sections: Vec<Section>) -> Self {
        Self { length: Self::length_of(&points), points, sections, ..Self::default() }
    }

    /// Length in metres along points.
    pub fn length_of(points: &[[f64; 3]]) -> f64 {
        let apart = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
        points.windows(2).map(|pair| apart(&pair[0], &pair[1])).sum()
    }
}
