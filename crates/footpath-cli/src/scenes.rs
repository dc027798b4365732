//! `footpath scenes` and `footpath scene`: what is built in.

use crate::args::{Global, SceneArgs};
use crate::output::{Output, check_file, thousands};
use crate::source::built_in_named;
use crate::table::{Align, table};
use anyhow::Context;
use footpath::Scene;
use footpath::draw::write_scene_glb;
use footpath::scene::{BuiltIn, built_in};
use serde_json::{Value, json};

pub fn list(global: &Global, out: &Output) -> anyhow::Result<()> {
    let scenes: Vec<(&BuiltIn, Scene)> = built_in().iter().map(|entry| (entry, (entry.build)(global.seed))).collect();
    let document: Vec<Value> = scenes.iter().map(|(entry, scene)| describe(entry, scene)).collect();
    out.result(&document, || text(&scenes))
}

fn describe(entry: &BuiltIn, scene: &Scene) -> Value {
    json!({
        "name": entry.name,
        "about": entry.about,
        "triangles": scene.triangles().len(),
        "objects": scene.objects().len(),
        "cell_size": entry.cell_size,
        "cell_height": entry.cell_height,
        "grid": entry.grid,
        "places": scene.places(),
    })
}

fn text(scenes: &[(&BuiltIn, Scene)]) -> String {
    let head = ["name", "triangles", "cells", "about"].map(str::to_owned);
    let row = |(entry, scene): &(&BuiltIn, Scene)| {
        [
            entry.name.to_owned(),
            thousands(scene.triangles().len()),
            format!("{} × {} m", entry.cell_size, entry.cell_height),
            entry.about.to_owned(),
        ]
    };
    let rows: Vec<[String; 4]> = [head].into_iter().chain(scenes.iter().map(row)).collect();
    let mut text = table([Align::Left, Align::Right, Align::Left, Align::Left], &rows);
    text.push_str("\n  city, city_1km, city_4km, city_800m …: a generated city, baked tile by tile with `footpath bake city_1km -o F.footpath`\n");
    text.push_str("\nPlaces:\n");
    for (entry, scene) in scenes {
        let places: Vec<String> = scene.places().iter().map(|place| place.name.clone()).collect();
        text.push_str(&format!("  {}: {}\n", entry.name, places.join(", ")));
    }
    text
}

pub fn export(args: &SceneArgs, global: &Global, out: &Output) -> anyhow::Result<()> {
    check_file(&args.output, &["glb"])?;
    let entry = built_in_named(&args.name)?;
    let scene = (entry.build)(global.seed);
    let bytes = write_scene_glb(&scene).with_context(|| args.output.display().to_string())?;
    out.write(&args.output, &bytes)?;
    let document = json!({
        "file": args.output,
        "bytes": bytes.len(),
        "triangles": scene.triangles().len(),
        "objects": scene.objects().len(),
    });
    out.result(&document, || {
        format!(
            "{}: {} triangles in {} objects\n",
            args.output.display(),
            thousands(scene.triangles().len()),
            scene.objects().len()
        )
    })
}
