//! The papers' tables beside ours. Machines of their time are not comparable: what counts is that the work is the same.

use crate::cells::{border, start_to_goal};
use crate::ground::{bake, single};
use crate::row::{Row, Timer, print_table};
use anyhow::Result;
use footpath::ground::Stage;
use footpath::plan::{PaperMargin, PaperOptions};
use footpath::scene::built_in;
use footpath::{Body, World};
use std::time::Duration;

/// Table 1 of Bandi & Thalmann 2000: scene, seconds of discretisation and of border generation on an SGI Indigo2.
const BANDI_TABLE_1: [(&str, [f64; 2]); 4] =
    [("labyrinth", [3.0, 6.0]), ("stairs", [5.0, 10.0]), ("factory", [40.0, 8.0]), ("supermarket", [45.0, 5.0])];

/// Seconds that a path takes in the paper, which gives no table of them: "around a second even for complex scenes" (§9.1).
const BANDI_PATH: f64 = 1.0;

/// Prints every table there is something to put beside.
pub fn print(timer: &Timer, json: bool) -> Result<()> {
    let rows = bandi_table_1(timer)?;
    if json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        println!(
            "Bandi & Thalmann 2000, Table 1 and §9.1: discretisation, borders, paths (the paper's on an SGI Indigo2)"
        );
        print_table(&rows);
    }
    Ok(())
}

fn bandi_table_1(timer: &Timer) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (name, [seconds, border_seconds]) in BANDI_TABLE_1 {
        let Some(entry) = built_in().iter().find(|entry| entry.name == name) else { continue };
        let scene = (entry.build)(0);
        scene.solid();
        let settings = single([entry.cell_size, entry.cell_height]);
        let mut columns = Duration::MAX;
        let mut cells = [0; 3];
        let whole = timer.millis(|| {
            if let Ok((world, report)) = bake(&scene, &settings) {
                columns = columns.min(report.times.of(Stage::Faces) + report.times.of(Stage::Columns));
                cells = world.cells().map_or(cells, |(cells, _)| cells);
            }
        });
        let note = format!(
            "{} × {} × {} cells, {} triangles; with floors, links and sheets {whole:.2} ms; in the paper {seconds} s",
            cells[0],
            cells[1],
            cells[2],
            scene.triangles().len()
        );
        let row = Row::alone(format!("papers/bandi-1/{name}"), columns.as_secs_f64() * 1e3, "ms", note);
        rows.push(row);
        let world = World::bake(&scene, &settings)?;
        rows.push(borders(timer, name, &world, border_seconds)?);
        rows.push(path(timer, name, &world)?);
    }
    Ok(rows)
}

/// The border of the whole scene, worked out the first time: the moves of a thin body are part of it.
fn borders(timer: &Timer, name: &str, world: &World, seconds: f64) -> Result<Row> {
    let (body, bytes) = (Body::adult(), world.to_bytes());
    let mut least = f64::INFINITY;
    for _ in 0..timer.rounds {
        // A loaded world has nothing derived yet.
        let world = World::from_bytes(&bytes, name)?;
        least = least.min(Timer { rounds: 1 }.millis(|| border(&world, &body)));
    }
    let (found, floors) = (border(world, &body), world.counts().floors);
    let note = format!("border of one layer, {found} of {floors} floors; in the paper {seconds} s");
    Ok(Row::alone(format!("papers/bandi-1/{name}/border"), least, "ms", note))
}

/// A path from start to goal that keeps off the border, asked again.
fn path(timer: &Timer, name: &str, world: &World) -> Result<Row> {
    let body = Body::adult();
    let mut query = start_to_goal(world, &body)?;
    query.papers =
        Some(PaperOptions { margin: PaperMargin::Border { layers: 1, sides: 4 }, ..PaperOptions::default() });
    let plan = world.plan_cells(&query)?;
    let least = timer.millis(|| world.plan_cells(&query));
    let (cells, length) = (plan.path.cells.len(), plan.route.length);
    let note = format!("path off the border, {cells} cells, {length:.1} m; in the paper around {BANDI_PATH} s");
    Ok(Row::alone(format!("papers/bandi-1/{name}/path"), least, "ms", note))
}
