//! The stages of a bake by name, and the time of each.

use crate::geom::named;
use std::time::Duration;

named! {
    /// Stages of a bake, in order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Stage {
        /// Triangles → faces, sorted into tiles.
        Faces = "faces",
        /// Faces → solid spans.
        Columns = "columns",
        /// Spans → floors.
        Floors = "floors",
        /// Floors → links, within tiles and across their rims.
        Links = "links",
        /// Floors → sheets.
        Sheets = "sheets",
        /// Areas (sheets) → waypoints, within tiles and over their rims.
        Waypoints = "waypoints",
    }
}

/// Time per stage, summed over threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTimes([Duration; Stage::ALL.len()]);

impl StageTimes {
    /// Time of one stage.
    pub fn of(&self, stage: Stage) -> Duration {
        self.0[stage as usize]
    }

    pub(crate) fn add(&mut self, stage: Stage, time: Duration) {
        self.0[stage as usize] += time;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    /// Sum over the stages.
    pub fn total(&self) -> Duration {
        self.0.iter().sum()
    }
}
