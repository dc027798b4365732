//! Rows of the ground: triangles to floors with links, sheets, edits, memory, growth.

use crate::data;
use crate::peers;
use crate::row::{Bench, Measure, Row, Timer};
use anyhow::{Context, Result};
use footpath::ground::{Stage, StageTimes};
use footpath::scene::built_in;
use footpath::world::{BakeReport, Obstacle};
use footpath::{Bake, Scene, World};
use std::ops::ControlFlow;
use std::time::Duration;

/// Recast's three meshes, and the ratio to reach at each cell size.
const MESHES: [(&str, [f64; 2]); 3] = [("nav_test", [2.0, 2.5]), ("dungeon", [1.5, 1.5]), ("undulating", [2.0, 2.5])];
const CELLS: [[f64; 2]; 2] = [[0.3, 0.2], [0.1, 0.1]];

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    let mut benches = Vec::new();
    let mut add = |name: String, run: Measure| benches.push(Bench { name, run });
    for (mesh, targets) in MESHES {
        for (cells, target) in CELLS.into_iter().zip(targets) {
            let run = move |name: &str, timer: &Timer| floors(name, timer, mesh, cells, target);
            add(format!("ground/{mesh}@{}", cells[0]), Box::new(run));
        }
    }
    for (mesh, _) in MESHES {
        let run = move |name: &str, timer: &Timer| sheets(name, timer, mesh);
        add(format!("ground/sheets/{mesh}@0.1"), Box::new(run));
    }
    add("ground/edit/nav_test@0.1".to_owned(), Box::new(edit));
    add("ground/threads/undulating@0.05".to_owned(), Box::new(threads));
    add("ground/growth/columns".to_owned(), Box::new(growth_with_columns));
    add("ground/growth/triangles".to_owned(), Box::new(growth_with_triangles));
    add("ground/slices".to_owned(), Box::new(slices));
    for scene in data::SCENES {
        let run = move |name: &str, _: &Timer| memory(name, scene);
        add(format!("ground/memory/{}@0.25", scene.split('.').next().unwrap_or(scene)), Box::new(run));
    }
    benches
}

/// Settings for one thread.
pub fn single([cell_size, cell_height]: [f64; 2]) -> Bake {
    Bake { cell_size, cell_height, threads: Some(1), ..Bake::default() }
}

/// Bakes with a report.
pub fn bake(scene: &Scene, settings: &Bake) -> Result<(World, BakeReport)> {
    Ok(World::bake_with(scene, settings, &|_| ControlFlow::Continue(()))?)
}

fn recast_mesh(mesh: &str) -> Result<Scene> {
    let scene = data::scene(&format!("recast_{mesh}.obj"))?;
    // Which triangles bound solids is a property of the scene, found once when it is loaded.
    scene.solid();
    Ok(scene)
}

/// Time without the stages that come after links.
fn until_links(report: &BakeReport) -> Duration {
    let later = [Stage::Sheets, Stage::Waypoints];
    report.elapsed - later.into_iter().map(|stage| report.times.of(stage)).sum::<Duration>()
}

fn floors(name: &str, timer: &Timer, mesh: &str, cells: [f64; 2], target: f64) -> Result<Vec<Row>> {
    let scene = recast_mesh(mesh)?;
    let peer = peers::mesh(&scene);
    let settings = single(cells);
    let mut ours = Duration::MAX;
    let mut counted = 0;
    let [_, rival] = timer.versus(
        || {
            if let Ok((world, report)) = bake(&scene, &settings) {
                ours = ours.min(until_links(&report));
                counted = world.counts().floors;
            }
        },
        || peers::rerecast(&peer, cells[0], cells[1]),
    );
    let spans = peers::rerecast(&peer, cells[0], cells[1]).context("rerecast refused the mesh")?.spans.len();
    let note = format!(
        "triangles to floors with links ({counted}) against rerecast rasterise, filter, compact ({spans} spans)"
    );
    Ok(vec![Row::against(name, ours.as_secs_f64() * 1e3, rival, "ms", target, note)])
}

fn sheets(name: &str, timer: &Timer, mesh: &str) -> Result<Vec<Row>> {
    let scene = recast_mesh(mesh)?;
    let mut best: Option<StageTimes> = None;
    let mut count = 0;
    for _ in 0..timer.rounds {
        let (world, report) = bake(&scene, &single([0.1, 0.1]))?;
        count = world.counts().sheets;
        if best.is_none_or(|best| report.times.total() < best.total()) {
            best = Some(report.times);
        }
    }
    let times = best.context("no rounds")?;
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let ours = millis(times.of(Stage::Sheets));
    let before = millis(times.total()) - ours - millis(times.of(Stage::Waypoints));
    let note = format!("{count} sheets, against all stages before them");
    Ok(vec![Row::against(name, ours, before, "ms", 1.0, note)])
}

fn edit(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let scene = recast_mesh("nav_test")?;
    let settings = single([0.1, 0.1]);
    let world = World::bake(&scene, &settings)?;
    let block = Obstacle::block([20.3, -0.5, -10.2], [21.3, 1.2, -9.2]);
    let mut edited = world.clone();
    let id = edited.add(&block)?;
    let [add, full] = timer.versus(|| world.clone().add(&block), || World::bake(&scene, &settings));
    let remove = timer.millis(|| {
        let mut world = edited.clone();
        world.remove(id).map(|()| world)
    });
    Ok(vec![
        Row::against(
            format!("{name}/add"),
            add,
            full,
            "ms",
            50.0,
            "a box of 1 m added, all stages, against a full bake",
        ),
        Row::against(format!("{name}/remove"), remove, full, "ms", 50.0, "the same box removed, against a full bake"),
    ])
}

fn threads(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let scene = recast_mesh("undulating")?;
    let one = single([0.05, 0.05]);
    let two = Bake { threads: Some(2), ..one.clone() };
    let [ours, rival] = timer.versus(|| World::bake(&scene, &two), || World::bake(&scene, &one));
    let note = "whole bake on two threads against one; needs two idle cores";
    Ok(vec![Row::against(name, ours, rival, "ms", 1.7, note)])
}

/// Exponent of a cost over a size, by least squares on logarithms.
pub fn exponent(points: &[[f64; 2]]) -> f64 {
    let count = points.len() as f64;
    let logs: Vec<[f64; 2]> = points.iter().map(|point| point.map(f64::ln)).collect();
    let mean = |axis: usize| logs.iter().map(|log| log[axis]).sum::<f64>() / count;
    let (x, y) = (mean(0), mean(1));
    let over: f64 = logs.iter().map(|log| (log[0] - x) * (log[1] - y)).sum();
    over / logs.iter().map(|log| (log[0] - x).powi(2)).sum::<f64>()
}

fn growth_with_columns(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let scene = recast_mesh("undulating")?;
    let mut points = Vec::new();
    for cell in [0.4, 0.2, 0.1, 0.05] {
        let settings = single([cell, 0.1]);
        let columns = World::bake(&scene, &settings)?.counts().floors;
        points.push([columns as f64, timer.millis(|| World::bake(&scene, &settings))]);
    }
    let note = "exponent of the bake's time over columns, undulating at 0.4 to 0.05; at most 1.1";
    Ok(vec![Row::alone(name, exponent(&points), "exponent", note)])
}

fn growth_with_triangles(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let mut points = Vec::new();
    for side in [64, 128, 256, 512] {
        let scene = terrain(side);
        scene.solid();
        let settings = single([0.25, 0.1]);
        points.push([scene.triangles().len() as f64, timer.millis(|| World::bake(&scene, &settings))]);
    }
    let note = "exponent of the bake's time over triangles, the same 64 m of hills cut finer; at most 1.1";
    Ok(vec![Row::alone(name, exponent(&points), "exponent", note)])
}

/// Hills on a square of 64 m, in `side` × `side` pairs of triangles.
fn terrain(side: usize) -> Scene {
    let height = |x: f64, z: f64| 2.0 * (x * 0.3).sin() * (z * 0.23).cos();
    let step = 64.0 / side as f64;
    let at = |i: usize| i as f64 * step;
    let vertices: Vec<[f64; 3]> =
        (0..=side).flat_map(|z| (0..=side).map(move |x| [at(x), height(at(x), at(z)), at(z)])).collect();
    let corner = |x: usize, z: usize| (z * (side + 1) + x) as u32;
    let indices: Vec<u32> = (0..side * side)
        .flat_map(|i| {
            let (x, z) = (i % side, i / side);
            let (a, b, c, d) = (corner(x, z), corner(x + 1, z), corner(x, z + 1), corner(x + 1, z + 1));
            [a, c, b, b, c, d]
        })
        .collect();
    Scene::builder().object("hills", &vertices, &indices, None).build()
}

/// The seed draws the scene once per slice; here slices cost nothing.
fn slices(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for entry in built_in().iter().filter(|entry| entry.grid.is_some()) {
        let scene = (entry.build)(0);
        scene.solid();
        let few = single([entry.cell_size, entry.cell_height]);
        let many = single([entry.cell_size, (entry.cell_height / 4.0).max(0.01)]);
        let [ours, rival] = timer.versus(|| World::bake(&scene, &many), || World::bake(&scene, &few));
        let note = format!(
            "bake at {} against {} m cell height: flat in the number of slices",
            many.cell_height, few.cell_height
        );
        rows.push(Row::against(format!("{name}/{}", entry.name), ours, rival, "ms", 0.8, note));
    }
    Ok(rows)
}

fn memory(name: &str, file: &str) -> Result<Vec<Row>> {
    let scene = data::scene(file)?;
    let world = World::bake(&scene, &Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() })?;
    let counts = world.counts();
    let ours = counts.floor_bytes as f64 / counts.floors.max(1) as f64;
    let spans = (counts.bytes - counts.floor_bytes) as f64 / counts.floors.max(1) as f64;
    let note =
        format!("{} floors with links, offsets and sheets; spans and the rest {spans:.1}; at most 24", counts.floors);
    Ok(vec![Row::alone(name, ours, "B/floor", note)])
}
