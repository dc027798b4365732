//! Footpath beside the papers and its peers: rows that compare, measured in one run.
//!
//! `footpath-bench [PREFIX…] [--json]` prints the rows whose names begin so; `footpath-bench papers` prints the tables of
//! the papers beside ours, and `footpath-bench maps FILE.map…` checks grid maps against published lengths. Rival and method
//! take turns in one process on the same work, one thread unless said, and the smallest time over the rounds counts:
//! machines are noisy, and noise only adds.

mod cells;
mod city;
mod clearance;
mod data;
mod grids;
mod ground;
mod levels;
mod maps;
mod papers;
mod peers;
mod reach;
mod refusal;
mod repair;
mod row;
mod seed;
mod walking;

use anyhow::Result;
use clap::Parser;
use row::{Bench, Row, Timer};
use std::process::ExitCode;

/// Measures Footpath beside its peers and its own alternatives.
#[derive(Parser)]
#[command(version, about)]
struct Args {
    /// Rows to run: those whose names begin with one of these; all when there is none. `papers` prints the papers' tables,
    /// `maps FILE.map…` checks grid maps against the lengths in the scenario files beside them.
    prefix: Vec<String>,
    /// One JSON list instead of a table.
    #[arg(long)]
    json: bool,
    /// Rounds of which the smallest time counts.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
}

/// Everything that is measured, in the order of the modules.
fn benches() -> Vec<Bench> {
    let all = [
        ground::benches(),
        grids::benches(),
        clearance::benches(),
        cells::benches(),
        refusal::benches(),
        repair::benches(),
        levels::benches(),
        reach::benches(),
        walking::benches(),
        city::benches(),
    ];
    all.into_iter().flatten().collect()
}

/// Bad input ends with 2 and one line that says what is wrong, as it does for the command `footpath`.
fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<()> {
    let args = Args::parse();
    let timer = Timer { rounds: args.rounds.max(1) };
    if args.prefix.first().is_some_and(|word| word == "papers") {
        return papers::print(&timer, args.json);
    }
    if args.prefix.first().is_some_and(|word| word == "maps") {
        return maps::print(&args.prefix[1..], &timer, args.json);
    }
    if args.prefix.first().is_some_and(|word| word == "city") {
        return city::bake(&args.prefix[1..]);
    }
    let wanted = |name: &str| {
        let asked = args.prefix.iter().any(|prefix| name.starts_with(prefix.as_str()));
        // Rows that take minutes are asked for by name.
        asked && args.prefix.iter().any(|prefix| prefix.starts_with(city::NAME))
            || !name.starts_with(city::NAME) && (asked || args.prefix.is_empty())
    };
    let mut rows: Vec<Row> = Vec::new();
    for bench in benches() {
        if wanted(&bench.name) {
            eprintln!("{} …", bench.name);
            match (bench.run)(&bench.name, &timer) {
                Ok(measured) => rows.extend(measured),
                // Without the data of one row the others still count.
                Err(error) => eprintln!("{} is left out: {error:#}", bench.name),
            }
        }
    }
    let names: Vec<String> = benches().into_iter().map(|bench| bench.name).collect();
    if !names.iter().any(|name| wanted(name)) {
        anyhow::bail!("no row begins with {}; the rows are {}", args.prefix.join(" or "), names.join(", "));
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        row::print_table(&rows);
    }
    Ok(())
}
