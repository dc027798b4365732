//! The `footpath` command: bakes scenes, plans routes, shows what is in a world, draws pictures.
//!
//! Results go to standard output, log and progress to standard error. Exit 0 when done, 1 for no route, 2 for bad input or
//! usage.

mod args;
mod bake;
mod body;
mod city;
mod demo;
mod dump;
mod explain;
mod inspect;
mod levels;
mod output;
mod picture;
mod plan;
mod progress;
mod report;
mod scenes;
mod source;
mod table;
mod view;
mod walk;

use args::{Cli, Command};
use clap::Parser;
use output::{Closed, Output};
use std::process::ExitCode;

/// Exit code for no route.
const NO_ROUTE: u8 = 1;
/// Exit code for bad input or usage; clap uses the same.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(NO_ROUTE),
        // The reader of the results needed no more of them.
        Err(error) if error.is::<Closed>() => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", output::printable(&whole(&error)));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Whether what was asked for was found; what is not a question always is.
fn run(cli: &Cli) -> anyhow::Result<bool> {
    let out = Output::new(&cli.global);
    let done = match &cli.command {
        Command::Plan(args) => return plan::run(args, &cli.global, &out),
        Command::Walk(args) => return walk::run(args, &cli.global, &out),
        Command::Explain(args) => return explain::run(args, &cli.global, &out),
        Command::Demo(args) => demo::run(args, &cli.global, &out),
        Command::Scenes => scenes::list(&cli.global, &out),
        Command::Scene(args) => scenes::export(args, &cli.global, &out),
        Command::Bake(args) => bake::run(args, &cli.global, &out),
        Command::View(args) => view::run(args, &out),
        Command::Inspect(args) => inspect::run(args, &cli.global, &out),
    };
    done.map(|()| true)
}

/// An error with its causes, each said once: some name their cause in their own sentence.
fn whole(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |said, cause| {
        let cause = cause.to_string();
        if said.is_empty() {
            cause
        } else if said.contains(&cause) {
            said
        } else {
            format!("{said}: {cause}")
        }
    })
}
