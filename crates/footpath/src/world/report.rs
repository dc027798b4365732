//! Progress of a bake while it runs, and its figures afterwards.

use crate::ground::{Stage, StageTimes};
use std::ops::ControlFlow;
use std::time::Duration;

/// Progress of a bake: work units done, of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current stage. Tiles pass all stages from columns to sheets at once, which count as `Columns`.
    pub stage: Stage,
    /// Units done.
    pub done: usize,
    /// Units in all.
    pub total: usize,
}

/// Called from any thread while a bake runs; `Break` cancels it.
pub type OnProgress<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

/// Figures of a finished bake.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BakeReport {
    /// Triangles baked.
    pub triangles: usize,
    /// Time per stage, summed over threads.
    pub times: StageTimes,
    /// Time from start to end.
    pub elapsed: Duration,
}
