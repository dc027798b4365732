//! The stages of the ground by name, and the time each took.

use std::time::Duration;

/// Stages of a bake in the order of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Triangles → faces, sorted into tiles.
    Faces,
    /// Faces → solid spans.
    Columns,
    /// Spans → floors.
    Floors,
    /// Floors → links, within tiles and across their rims.
    Links,
    /// Floors → sheets.
    Sheets,
    /// Sheets, which are areas → waypoints, within tiles and over their rims.
    Waypoints,
}

impl Stage {
    /// All stages.
    pub const ALL: [Self; 6] = [Self::Faces, Self::Columns, Self::Floors, Self::Links, Self::Sheets, Self::Waypoints];

    /// Name for people and for JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Faces => "faces",
            Self::Columns => "columns",
            Self::Floors => "floors",
            Self::Links => "links",
            Self::Sheets => "sheets",
            Self::Waypoints => "waypoints",
        }
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
