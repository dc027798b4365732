//! `footpath-bench maps FILE.map…`: grid maps with the scenario files beside them, against the published lengths.

use crate::row::Timer;
use anyhow::{Context, Result, ensure};
use footpath::search::grid::moving_ai::{Scenario, read_map, read_scenarios};
use footpath::search::grid::{Corners, Grid, GridMap, Moves, Scratch};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// How far a length may be from the published one, which has six digits: relative to it.
const TOLERANCE: f64 = 1e-5;

/// What came of one map.
#[derive(Serialize)]
struct Checked {
    /// Name of the map.
    map: String,
    /// Rows of its scenario file.
    rows: usize,
    /// Rows with another length than the published one, or without a way.
    wrong: usize,
    /// The largest relative error; a way that was not found counts as 1.
    worst: f64,
    /// Mean time of a query.
    micros: f64,
}

/// A map and its scenarios, from the file and the one beside it with `.scen` added to its name.
pub fn load(file: &Path) -> Result<(GridMap, Vec<Scenario>)> {
    let read = |path: &Path| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    let map = read_map(&read(file)?).with_context(|| format!("{} is not a whole map", file.display()))?;
    let mut beside = file.as_os_str().to_owned();
    beside.push(".scen");
    let beside = PathBuf::from(beside);
    let text = read(&beside).context("a map needs the scenario file beside it")?;
    let scenarios = read_scenarios(&text).with_context(|| format!("{} is not a scenario file", beside.display()))?;
    for (row, Scenario { size: [width, height], .. }) in scenarios.iter().enumerate() {
        ensure!(
            [*width, *height] == [map.width(), map.height()],
            "row {} of {} is for a map of {width} × {height} cells, but {} has {} × {}",
            row + 1,
            beside.display(),
            file.display(),
            map.width(),
            map.height()
        );
    }
    Ok((map, scenarios))
}

/// Runs all rows of all maps and prints what came of them.
pub fn print(files: &[String], timer: &Timer, json: bool) -> Result<()> {
    ensure!(!files.is_empty(), "maps needs at least one file: footpath-bench maps FILE.map… [--json]");
    // All files are read before the first is measured: a bad one is told at once.
    let loaded = files.iter().map(|file| load(Path::new(file))).collect::<Result<Vec<_>>>()?;
    let mut all = Vec::new();
    if !json {
        println!("{:<24} {:>7} {:>7} {:>10} {:>10}", "map", "rows", "wrong", "worst", "micros");
    }
    for (file, (map, scenarios)) in files.iter().zip(loaded) {
        let name = Path::new(file).file_name().map_or_else(|| file.clone(), |name| name.to_string_lossy().into_owned());
        let checked = check(name, map, &scenarios, timer);
        if !json {
            let Checked { map, rows, wrong, worst, micros } = &checked;
            println!("{map:<24} {rows:>7} {wrong:>7} {worst:>10.1e} {micros:>10.2}");
        }
        all.push(checked);
    }
    if json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(())
}

fn check(name: String, map: GridMap, scenarios: &[Scenario], timer: &Timer) -> Checked {
    let grid = Grid::new(map, Moves::Eight(Corners::BothFree));
    let mut scratch = Scratch::default();
    let errors: Vec<f64> = scenarios
        .iter()
        .map(|row| match grid.find(&mut scratch, row.from, row.to) {
            Ok(path) => (path.length() - row.length).abs() / row.length.max(1.0),
            Err(_) => 1.0,
        })
        .collect();
    let millis = timer.millis(|| {
        for row in scenarios {
            std::hint::black_box(grid.find(&mut scratch, row.from, row.to)).ok();
        }
    });
    Checked {
        map: name,
        rows: scenarios.len(),
        wrong: errors.iter().filter(|&&error| error > TOLERANCE).count(),
        worst: errors.iter().copied().fold(0.0, f64::max),
        micros: millis * 1e3 / scenarios.len().max(1) as f64,
    }
}
