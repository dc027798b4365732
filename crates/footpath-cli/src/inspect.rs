//! `footpath inspect`: what is in a world.

use crate::args::{Global, InspectArgs};
use crate::city;
use crate::dump::Dump;
use crate::output::{Output, plural, size, thousands};
use crate::report::{hash, refused_json, refused_text};
use crate::source::{self, Source};
use crate::table::{Align, table};
use footpath::geom::{spot, tidy};
use footpath::scene::{Object, Place, Tag};
use footpath::world::{FORMAT, PagedWorld, REVISION, Refused};
use footpath::{Body, World};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Objects that are listed one by one; the others are counted. `--json` and `--dump objects` have all.
const LISTED: usize = 20;

pub fn run(args: &InspectArgs, global: &Global, out: &Output) -> anyhow::Result<()> {
    let body = args.body.body()?;
    let dumps = Dump::parse(&args.dump)?;
    args.picture.check()?;
    let counts_only = dumps.is_empty() && args.picture.picture.is_none() && args.picture.glb.is_none();
    if let Some(paged) = if counts_only { source::large(&args.world)? } else { None } {
        return describe_large(&args.world, &paged, &body, out);
    }
    let source = source::world(&args.world, &args.flags, global, out)?;
    if let Source::Baked(baked) = &source {
        source::warn_of(baked, out);
    }
    let world = source.world();
    let name = args.world.file_name().unwrap_or(args.world.as_os_str()).to_string_lossy();
    args.picture.draw(world, &body, &name, out)?;
    let mut printed = false;
    for (dump, path) in &dumps {
        out.stream(path, |file| dump.write(world, &body, file))?;
        printed |= path == Path::new("-");
    }
    if printed {
        return Ok(());
    }
    let refused = world.refused(&body);
    out.result(&describe(world, &refused), || text(&name, world, &body, &refused))
}

/// A world that is not held at once: counts come from what its file says of its tiles.
fn describe_large(path: &Path, paged: &PagedWorld, body: &Body, out: &Output) -> anyhow::Result<()> {
    let (contents, head, refused) = (paged.contents(), paged.head(), paged.refused(body)?);
    let document = json!({
        "format": FORMAT,
        "revision": head.revision(),
        "hash": format!("{:032x}", paged.hash()),
        "settings": settings(head),
        "origin": head.origin(),
        "tiles": contents.tiles,
        "distinct_tiles": contents.distinct,
        "columns": contents.columns,
        "spans": contents.spans,
        "floors": contents.floors,
        "sheets": contents.sheets,
        "areas": null,
        "bytes": contents.bytes,
        "objects": head.objects(),
        "places": head.places(),
        "obstacles": head.obstacles().map(|id| id.to_string()).collect::<Vec<_>>(),
        "refused": refused_json(&refused),
    });
    out.result(&document, || {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let mut rows = vec![
            ["format".to_owned(), format!("{FORMAT}, revision {}{}", head.revision(), outdated(head))],
            ["cells".to_owned(), cells(head)],
        ];
        rows.extend(city::rows(&contents));
        rows.push(["hash".to_owned(), format!("{:032x}", paged.hash())]);
        let mut text = format!("{name}\n\n{}\n", table([Align::Left, Align::Left], &rows));
        text += &objects(head.objects());
        text += &places(head.places());
        text + &refused_text(head, body, &refused)
    })
}

fn settings(world: &World) -> Value {
    json!({
        "cell_size": world.grid().cell_size(),
        "cell_height": f64::from(world.grid().cell_height) / 100.0,
        "max_clearance": world.settings().max_clearance,
        "memory_limit": world.settings().memory_limit,
    })
}

fn cells(world: &World) -> String {
    let grid = world.grid();
    format!("{} m in plan, {:.2} m high", grid.cell_size(), f64::from(grid.cell_height) / 100.0)
}

fn describe(world: &World, refused: &Refused) -> Value {
    let counts = world.counts();
    json!({
        "format": FORMAT,
        "revision": world.revision(),
        "hash": hash(world),
        "settings": settings(world),
        "origin": world.origin(),
        "tiles": counts.tiles,
        "columns": counts.columns,
        "spans": counts.spans,
        "floors": counts.floors,
        "sheets": counts.sheets,
        "areas": counts.areas,
        "waypoints": counts.waypoints,
        "bytes": counts.bytes + counts.face_bytes,
        "objects": world.objects(),
        "places": world.places(),
        "obstacles": world.obstacles().map(|id| id.to_string()).collect::<Vec<_>>(),
        "refused": refused_json(refused),
    })
}

fn text(name: &str, world: &World, body: &Body, refused: &Refused) -> String {
    let counts = world.counts();
    let origin = world.origin();
    let rows = [
        ["format", &format!("{FORMAT}, revision {}{}", world.revision(), outdated(world))],
        ["cells", &cells(world)],
        ["origin", &format!("{}, {}, {}", origin[0], origin[1], origin[2])],
        ["extent", &extent(world)],
        ["tiles", &thousands(counts.tiles)],
        ["columns", &format!("{} × {}", thousands(counts.columns[0]), thousands(counts.columns[1]))],
        ["spans", &thousands(counts.spans)],
        ["floors", &thousands(counts.floors)],
        ["sheets", &thousands(counts.sheets)],
        ["waypoints", &thousands(counts.waypoints)],
        ["memory", &size(counts.bytes + counts.face_bytes)],
        ["obstacles", &world.obstacles().count().to_string()],
        ["hash", &hash(world)],
    ];
    let rows = rows.map(|row| row.map(str::to_owned));
    let mut text = format!("{name}\n\n{}\n", table([Align::Left, Align::Left], &rows));
    text += &objects(world.objects());
    text += &places(world.places());
    text += &refused_text(world, body, refused);
    text
}

fn extent(world: &World) -> String {
    let (Some(window), Some((cells, first))) = (world.window(), world.cells()) else { return "nothing".to_owned() };
    let (size, origin) = (world.grid().cell_size(), world.origin());
    let step = f64::from(world.grid().cell_height) / 100.0;
    let along = |origin: f64, first: i32, count: usize, step: f64| {
        let low = origin + f64::from(first) * step;
        format!("{:.1} to {:.1}", tidy(low, 1), tidy(low + count as f64 * step, 1))
    };
    format!(
        "x {}, y {}, z {}",
        along(origin[0], window.x0, cells[0], size),
        along(origin[1], first, cells[1], step),
        along(origin[2], window.z0, cells[2], size)
    )
}

fn objects(objects: &[Object]) -> String {
    let mut text = format!("{}:\n", plural(objects.len(), "object", "objects"));
    let row = |object: &Object| [object.name.clone(), object.material.clone().unwrap_or_default(), standing(object)];
    let rows: Vec<[String; 3]> = objects.iter().take(LISTED).map(row).collect();
    text += &table([Align::Left, Align::Left, Align::Left], &rows);
    if objects.len() > LISTED {
        let _ = writeln!(text, "  and {} more; --dump objects F.csv has all", objects.len() - LISTED);
    }
    text + "\n"
}

/// Tag and cost of an object in words; nothing for plain ground.
fn standing(object: &Object) -> String {
    let tag = match object.tag {
        Tag::Walkable => "",
        Tag::Obstacle => "obstacle",
        Tag::Forbidden => "forbidden",
        Tag::Ignored => "ignored",
    };
    let cost = if object.cost > 1.0 { format!("costs {}", object.cost) } else { String::new() };
    [tag, &cost].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
}

fn places(places: &[Place]) -> String {
    if places.is_empty() {
        return String::new();
    }
    let row = |place: &Place| [place.name.clone(), spot(place.position).replace(['(', ')'], "")];
    let rows: Vec<[String; 2]> = places.iter().map(row).collect();
    format!("{}:\n{}\n", plural(places.len(), "place", "places"), table([Align::Left, Align::Left], &rows))
}

/// What to say of a world that another generator baked.
fn outdated(world: &World) -> String {
    let older = world.revision() != REVISION;
    if older { format!("; this program bakes revision {REVISION}, so bake the scene again") } else { String::new() }
}
