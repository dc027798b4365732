//! A measured row, how it is timed, and how it is printed.

use serde::Serialize;
use std::time::Instant;

/// One comparison. A ratio above one is better than the rival.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Name: the module, then the measured work.
    pub row: String,
    /// Our figure.
    pub ours: f64,
    /// The rival's, in the same run.
    pub rival: Option<f64>,
    /// Unit of both.
    pub unit: &'static str,
    /// Rival over ours.
    pub ratio: Option<f64>,
    /// What the ratio should reach.
    pub target: Option<f64>,
    /// What was compared with what.
    pub note: String,
}

impl Row {
    /// A comparison in which the smaller figure is better.
    pub fn against(
        row: impl Into<String>,
        ours: f64,
        rival: f64,
        unit: &'static str,
        target: f64,
        note: impl Into<String>,
    ) -> Self {
        let (ratio, target) = (Some(rival / ours), Some(target));
        Self { row: row.into(), ours, rival: Some(rival), unit, ratio, target, note: note.into() }
    }

    /// A figure for orientation, without a rival.
    pub fn alone(row: impl Into<String>, ours: f64, unit: &'static str, note: impl Into<String>) -> Self {
        Self { row: row.into(), ours, rival: None, unit, ratio: None, target: None, note: note.into() }
    }
}

/// A measurement: takes its own name, gives rows.
pub type Measure = Box<dyn Fn(&str, &Timer) -> anyhow::Result<Vec<Row>>>;

/// A named measurement.
pub struct Bench {
    /// Name that prefixes select by.
    pub name: String,
    /// Runs it.
    pub run: Measure,
}

/// How often things are timed.
pub struct Timer {
    /// Rounds of which the smallest time counts.
    pub rounds: usize,
}

impl Timer {
    /// Smallest time of one piece of work, in milliseconds.
    pub fn millis<T>(&self, mut work: impl FnMut() -> T) -> f64 {
        (0..self.rounds).map(|_| once(&mut work)).fold(f64::INFINITY, f64::min)
    }

    /// Smallest times of two pieces of work that take turns, in milliseconds.
    pub fn versus<A, B>(&self, mut ours: impl FnMut() -> A, mut rival: impl FnMut() -> B) -> [f64; 2] {
        let mut best = [f64::INFINITY; 2];
        for _ in 0..self.rounds {
            best[1] = best[1].min(once(&mut rival));
            best[0] = best[0].min(once(&mut ours));
        }
        best
    }

    /// Mean over many short pieces of work of the smallest time of each, for two that take turns, in microseconds. A short
    /// piece finds a quiet moment more easily than a long one.
    pub fn versus_each<T, A, B>(
        &self,
        items: &[T],
        mut ours: impl FnMut(&T) -> A,
        mut rival: impl FnMut(&T) -> B,
    ) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for item in items {
            let best = self.versus(|| ours(item), || rival(item));
            sum = [sum[0] + best[0], sum[1] + best[1]];
        }
        sum.map(|millis| millis * 1e3 / items.len().max(1) as f64)
    }
}

fn once<T>(work: &mut impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    let made = work();
    let millis = start.elapsed().as_secs_f64() * 1e3;
    // What was made is dropped after the clock has stopped.
    drop(made);
    millis
}

/// Prints rows as a table.
pub fn print_table(rows: &[Row]) {
    println!("{:<38} {:>11} {:>11} {:<10} {:>7} {:>7}  note", "row", "ours", "rival", "unit", "ratio", "target");
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
    for row in rows {
        let short = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
        println!(
            "{:<38} {:>11} {:>11} {:<10} {:>7} {:>7}  {}",
            row.row,
            number(Some(row.ours)),
            number(row.rival),
            row.unit,
            short(row.ratio),
            short(row.target),
            row.note
        );
    }
}
