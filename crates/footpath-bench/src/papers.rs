//! The papers' tables beside ours. Machines of their time are not comparable: what counts is that the work is the same.

use crate::ground::{bake, single};
use crate::row::{Row, Timer, print_table};
use anyhow::Result;
use footpath::ground::Stage;
use footpath::scene::built_in;
use std::time::Duration;

/// Table 1 of Bandi & Thalmann 2000: scene and seconds of discretisation on an SGI Indigo2.
const BANDI_TABLE_1: [(&str, f64); 4] = [("labyrinth", 3.0), ("stairs", 5.0), ("factory", 40.0), ("supermarket", 45.0)];

/// Prints every table there is something to put beside.
pub fn print(timer: &Timer, json: bool) -> Result<()> {
    let rows = bandi_table_1(timer)?;
    if json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        println!("Bandi & Thalmann 2000, Table 1: discretisation (the paper measured on an SGI Indigo2)");
        print_table(&rows);
    }
    Ok(())
}

fn bandi_table_1(timer: &Timer) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (name, seconds) in BANDI_TABLE_1 {
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
            "{} × {} × {} cells, {} triangles; with floors, links, bands and sheets {whole:.2} ms; in the paper {seconds} s",
            cells[0],
            cells[1],
            cells[2],
            scene.triangles().len()
        );
        let row = Row::alone(format!("papers/bandi-1/{name}"), columns.as_secs_f64() * 1e3, "ms", note);
        rows.push(row);
    }
    Ok(rows)
}
