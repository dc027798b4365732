//! Rows of walking: the seed's table 1 against its own way of doing it, growth of the search, clutter, control, and pose.

mod rival;
mod stage;

use crate::ground::exponent;
use crate::row::{Bench, Measure, Row, Timer};
use anyhow::Result;
use footpath::motion::control::{Company, Controller, State};
use footpath::motion::feet::{Ground, level};
use footpath::motion::figure::Base;
use footpath::motion::player::{ClipSet, Order, Player, Style};
use footpath::plan::bitmap::{Direct, Frame, Slab};
use rival::Rival;
use stage::{Chance, Stage, TRIALS};
use std::sync::Arc;
use std::time::Instant;

/// Table 1 of Kuffner 1998: scene, cells a side, and milliseconds to project, to search and in all on an SGI Indigo2.
const TABLE_1: [(&str, u32, [f64; 3]); 6] = [
    ("maze", 50, [9.5, 7.2, 16.7]),
    ("maze", 100, [34.5, 37.4, 72.0]),
    ("maze", 150, [82.9, 79.8, 163.0]),
    ("office", 45, [47.7, 13.9, 61.7]),
    ("office", 90, [62.7, 27.4, 90.2]),
    ("office", 135, [139.2, 56.8, 196.0]),
];
const DT: f64 = 1.0 / 30.0;

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    let mut benches = Vec::new();
    let mut add = |name: String, run: Measure| benches.push(Bench { name, run });
    for (scene, cells, paper) in TABLE_1 {
        let run = move |name: &str, timer: &Timer| table(name, timer, scene, cells, paper);
        add(format!("walking/{scene}/{cells}"), Box::new(run));
    }
    add("walking/search".to_owned(), Box::new(growth));
    add("walking/clutter".to_owned(), Box::new(clutter));
    add("walking/control".to_owned(), Box::new(control));
    add("walking/pose".to_owned(), Box::new(pose));
    add("walking/company".to_owned(), Box::new(company));
    benches
}

/// Milliseconds of one line of table 1, ours and the rival's, in the mean of all trials.
#[derive(Default)]
struct Line {
    project: [f64; 2],
    search: [f64; 2],
    total: [f64; 2],
    moved: [f64; 2],
    /// Trials in which the rival finds another cost.
    other: usize,
    /// Triangles of a trial, and those of them that have moved.
    triangles: [usize; 2],
}

impl Line {
    fn measure(timer: &Timer, stage: &Stage) -> Result<Self> {
        let trials = stage.trials()?;
        let (mut whole, mut part) = (Direct::new(stage.frame, stage.slab, stage.radius), stage.direct());
        let mut rival = Rival::new(&stage.frame, &stage.slab, stage.radius);
        let mut line = Self { triangles: [trials[0].all.len(), trials[0].moved.len()], ..Self::default() };
        for trial in &trials {
            part.set_moving(trial.moved.iter().copied());
            rival.project(&trial.all);
            let ours = part.search(trial.from, trial.to).map(|path| path.cost).ok();
            line.other += usize::from(ours != rival.search(trial.from, trial.to));
        }
        let project = timer.versus_each(
            &trials,
            |trial| whole.set_moving(trial.all.iter().copied()),
            |trial| rival.project(&trial.all),
        );
        line.project = project.map(|micros| micros / 1e3);
        let rounds = Timer { rounds: timer.rounds };
        for trial in &trials {
            whole.set_moving(trial.all.iter().copied());
            rival.project(&trial.all);
            let one = rounds.versus(|| whole.search(trial.from, trial.to), || rival.search(trial.from, trial.to));
            let both = rounds.versus(
                || {
                    whole.set_moving(trial.all.iter().copied());
                    whole.search_ahead(trial.from, trial.to)
                },
                || {
                    rival.project(&trial.all);
                    rival.search(trial.from, trial.to)
                },
            );
            let again = rounds.millis(|| {
                part.set_moving(trial.moved.iter().copied());
                part.search_ahead(trial.from, trial.to)
            });
            let sums = [(&mut line.search, one), (&mut line.total, both), (&mut line.moved, [again, both[1]])];
            for (sum, add) in sums {
                *sum = [0, 1].map(|i| sum[i] + add[i] / trials.len() as f64);
            }
        }
        Ok(line)
    }
}

/// One line of table 1.
fn table(name: &str, timer: &Timer, scene: &str, cells: u32, paper: [f64; 3]) -> Result<Vec<Row>> {
    let Line { project, search, total, moved, other, triangles } = Line::measure(timer, &Stage::new(scene, cells)?)?;
    let note = |what: &str, millis: f64| format!("{what}; mean of {TRIALS} trials; in the paper {millis} ms");
    let all = format!(
        "{} triangles projected, grown and searched (jump points), {other} trials of another cost",
        triangles[0]
    );
    let some = format!("the same when only {} triangles have moved", triangles[1]);
    let row = |what: &str, [ours, rival]: [f64; 2], target: f64, note: String| {
        Row::against(format!("{name}/{what}"), ours, rival, "ms", target, note)
    };
    Ok(vec![
        row("project", project, 1.0, note("projection and growth", paper[0])),
        row("search", search, 1.0, note("Dijkstra's search, buckets against a heap", paper[1])),
        row("total", total, 5.0, note(&all, paper[2])),
        row("moved", moved, 15.0, note(&some, paper[2])),
    ])
}

/// How the time of a search grows with the free cells, in the maze from start to goal.
fn growth(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let mut points = Vec::new();
    for cells in [75, 125, 200, 300] {
        let stage = Stage::new("maze", cells)?;
        let mut direct = stage.direct();
        let ends = [[1.25; 2], [23.75; 2]].map(|at| stage.frame.cell_at(at).unwrap_or_default());
        direct.search(ends[0], ends[1]).map_err(|no| anyhow::anyhow!("{no}"))?;
        let millis = timer.millis(|| direct.search(ends[0], ends[1]));
        points.push([direct.free_cells() as f64, millis]);
    }
    let told: Vec<String> = points.iter().map(|[free, millis]| format!("{free:.0}: {millis:.3}")).collect();
    let note = format!("exponent of a search's time over free cells (ms): {}", told.join(", "));
    Ok(vec![Row::alone(name, exponent(&points), "exponent", note)])
}

/// Cells expanded with more and more crates in an empty hall (§6.3).
fn clutter(name: &str, _: &Timer) -> Result<Vec<Row>> {
    let frame = Frame::new([0.0; 2], [25.0; 2], 0.25, [0.0; 3])?;
    let mut direct = Direct::new(frame, Slab { floor: 0.0, low: 0.03, high: 1.8 }, 0.3);
    let (mut chance, mut scene, mut rows) = (Chance(6), Vec::new(), Vec::new());
    let mut first = None;
    for crates in [0_usize, 50, 100, 150] {
        while scene.len() < 2 * crates {
            let [x, z] = [0, 1].map(|_| 3.0 + chance.below(190) as f64 / 10.0);
            let corner = |dx: f64, dz: f64| frame.vertex([x + dx, 0.5, z + dz]);
            scene.push([corner(0.0, 0.0), corner(0.8, 0.0), corner(0.8, 0.8)]);
            scene.push([corner(0.0, 0.0), corner(0.8, 0.8), corner(0.0, 0.8)]);
        }
        direct.set_fixed(scene.iter().copied());
        let ends = [[1.0; 2], [24.0; 2]].map(|at| frame.cell_at(at).unwrap_or_default());
        let path = direct.search(ends[0], ends[1]).map_err(|no| anyhow::anyhow!("{no}"))?;
        let (expanded, free) = (path.work.expanded as f64, direct.free_cells());
        let empty = *first.get_or_insert(expanded);
        let note = format!("expanded among {free} free cells with {crates} crates, against none");
        rows.push(Row::against(format!("{name}/{crates}"), expanded, empty, "cells", 1.0, note));
    }
    Ok(rows)
}

/// A thousand characters that follow routes through the maze.
fn control(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    const CHARACTERS: usize = 1_000;
    const FRAMES: usize = 300;
    let stage = Stage::new("maze", 150)?;
    let mut direct = stage.direct();
    let route = direct.plan([1.25; 2], [23.75; 2])?.route;
    let mut controller = Controller::new(1.4, DT)?;
    controller.follow(&route);
    let [x, _, z] = route.points[0];
    let mut best = f64::INFINITY;
    let mut worst = 0.0_f64;
    for _ in 0..timer.rounds.min(5) {
        let one = (controller.clone(), State::at([x, z], 0.0));
        let mut all = vec![one; CHARACTERS];
        let start = Instant::now();
        for _ in 0..FRAMES {
            for (controller, state) in &mut all {
                let moved = controller.step(state, DT)?;
                *state = moved.state;
                worst = worst.max(moved.off);
            }
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / (CHARACTERS * FRAMES) as f64);
    }
    let note = format!(
        "per character and frame, {CHARACTERS} characters on a route of {:.0} m; at most {worst:.3} m off, the bound is {:.3} m",
        route.length,
        controller.bound()
    );
    Ok(vec![Row::alone(name, best, "µs", note)])
}

/// A thousand characters that walk, are posed and put on their feet: on level ground and on stairs.
fn pose(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    const CHARACTERS: usize = 1_000;
    const FRAMES: usize = 90;
    let set = Arc::new(ClipSet::built_in(1.8));
    let speed = f64::from(set.speed_of(Style::Walk));
    let stairs = |x: f64, _: f64| Some(Ground { height: (x / 0.28).floor() * 0.17, slope: [0.0; 2] });
    let level = level(0.0);
    let under: [&dyn Fn(f64, f64) -> Option<Ground>; 2] = [&level, &stairs];
    let grounds = [("level", under[0], speed, 0.0), ("stairs", under[1], 0.6, 0.17 / 0.28)];
    let mut rows = Vec::new();
    for (ground_name, ground, speed, rise) in grounds {
        let mut best = f64::INFINITY;
        for _ in 0..timer.rounds.min(3) {
            // Not all at the same phase.
            let mut all: Vec<(Player, Base)> = (0..CHARACTERS)
                .map(|i| (Player::new(set.clone()), Base { at: [i as f64 * 0.001, 0.0, 0.0], heading: 0.0 }))
                .collect();
            let start = Instant::now();
            for _ in 0..FRAMES {
                for (player, base) in &mut all {
                    *base = base.after(DT, speed, 0.0);
                    base.at[1] = base.at[0] * rise;
                    player.step(&Order { base: *base, speed, ..Order::default() }, ground, DT as f32);
                }
            }
            best = best.min(start.elapsed().as_secs_f64() * 1e6 / (CHARACTERS * FRAMES) as f64);
        }
        let note = format!(
            "per character and frame, {CHARACTERS} characters of {} joints at {speed:.2} m/s: clips blended, feet locked, legs \
             reached; {ground_name}",
            set.figure.skeleton.len()
        );
        rows.push(Row::alone(format!("{name}/{ground_name}"), best, "µs", note));
    }
    Ok(rows)
}

/// Eight that change places in the office's crossing: what a frame takes, and what the slowest took.
fn company(name: &str, _: &Timer) -> Result<Vec<Row>> {
    let stage = Stage::new("office", 135)?;
    let controller = Controller::new(1.4, DT)?;
    let radius = Company::planning_radius(0.25, &controller, stage.frame.cell_size());
    let mut direct = Direct::new(stage.frame, stage.slab, radius);
    direct.set_fixed(stage.fixed.iter().copied());
    let mut company = Company::new(direct);
    let ends = [
        [11.25, 2.0],
        [20.5, 11.25],
        [11.25, 20.5],
        [2.0, 11.25],
        [10.9, 4.0],
        [18.5, 11.6],
        [11.6, 18.5],
        [4.0, 10.9],
    ];
    for i in 0..8 {
        company.add(ends[i], ends[(i + 2) % 4 + i / 4 * 4], 0.25, controller.clone());
    }
    let mut frames = Vec::new();
    for _ in 0..900 {
        let start = Instant::now();
        company.step(DT)?;
        frames.push(start.elapsed().as_secs_f64() * 1e3);
    }
    frames.sort_by(f64::total_cmp);
    let plans: u64 = company.members().iter().map(|member| member.plans).sum();
    let there = company.members().iter().filter(|member| member.arrived).count();
    let note = format!(
        "mean of a frame with 8 characters and all their plans ({plans} in {} s), {there} arrived; slowest {:.2} ms",
        30,
        frames[frames.len() - 1]
    );
    Ok(vec![Row::alone(name, frames.iter().sum::<f64>() / frames.len() as f64, "ms", note)])
}
