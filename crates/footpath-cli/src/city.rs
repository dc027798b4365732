//! `footpath bake` of a city: tile by tile into the file, within bounded memory; can be stopped and continued.

use crate::args::{BakeArgs, Global};
use crate::output::{Output, plural, size, thousands};
use crate::progress::Bar;
use crate::report::{refused_json, refused_text};
use crate::table::{Align, table};
use anyhow::{Context, bail};
use footpath::ground::Stage;
use footpath::scene::City;
use footpath::world::{Contents, PagedWorld, Refused, StreamReport, partial_path};
use footpath::{Body, World};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::Path;

/// Side in metres up to which a city is also taken as an ordinary scene, all triangles at once.
pub const SMALL: f64 = 500.0;
/// Memory for looking at a file that was written.
pub const LOOKING: u64 = 1 << 30;

/// The city that a scene's name stands for.
pub fn named(scene: &Path, global: &Global) -> Option<City> {
    City::named(scene.to_str()?, global.seed)
}

/// Whether a bake goes tile by tile: a city into a file, and nothing that needs the whole world.
pub fn is_streamed(args: &BakeArgs, global: &Global) -> bool {
    let pictures = args.picture.picture.is_some() || args.picture.glb.is_some();
    args.output.is_some() && !pictures && !args.flags.has_rules() && named(&args.scene, global).is_some()
}

pub fn bake(args: &BakeArgs, body: &Body, global: &Global, out: &Output) -> anyhow::Result<()> {
    let (Some(path), Some(city)) = (&args.output, named(&args.scene, global)) else {
        bail!("a city is baked into a file: say where with -o");
    };
    args.flags.check_built_in(&args.scene)?;
    let settings = args.flags.settings(Some(crate::source::CITY_CELLS), global);
    let name = args.scene.display().to_string();
    if !args.resume && partial_path(path).exists() {
        let part = partial_path(path);
        out.warn(format_args!("{} is begun anew; --resume would have gone on with it", part.display()));
    }
    out.log(format_args!("{name}: {0:.0} × {0:.0} m; stop it with Ctrl-C, go on with --resume", city.side()));
    let bar = Bar::new(out);
    bar.begin("baking");
    let report = World::bake_to_file(&city, &settings, path, args.resume, &|progress| bar.step(progress));
    let report = report.with_context(|| name.clone())?;
    drop(bar);
    out.log(format_args!("wrote {} ({})", path.display(), size(report.bytes as usize)));
    let paged = PagedWorld::open(path, LOOKING)?;
    let refused = paged.refused(body)?;
    let contents = paged.contents();
    out.result(&document(&report, &contents, &refused), || text(&name, &report, &paged, body, &refused))
}

/// What `bake --json` prints, and how much of it the file stores once.
fn document(report: &StreamReport, contents: &Contents, refused: &Refused) -> Value {
    let millis = |time: std::time::Duration| json!((time.as_secs_f64() * 1e6).round() / 1e3);
    let stages = Stage::ALL.into_iter().map(|stage| (stage.name().to_owned(), millis(report.baked.times.of(stage))));
    let all: Map<String, Value> = stages.chain([("total".to_owned(), millis(report.baked.elapsed))]).collect();
    json!({
        "triangles": report.baked.triangles,
        "columns": contents.columns,
        "spans": contents.spans,
        "floors": contents.floors,
        "sheets": contents.sheets,
        "areas": null,
        "millis": all,
        "bytes": contents.bytes,
        "hash": format!("{:032x}", report.hash),
        "refused": refused_json(refused),
        "tiles": contents.tiles,
        "distinct_tiles": contents.distinct,
        "resumed_tiles": report.resumed,
        "file_bytes": report.bytes,
    })
}

fn text(name: &str, report: &StreamReport, paged: &PagedWorld, body: &Body, refused: &Refused) -> String {
    let mut text = format!("{name}\n\n{}", table([Align::Left, Align::Left], &rows(&paged.contents())));
    let resumed = match report.resumed {
        0 => String::new(),
        tiles => format!("; {} were there already", plural(tiles, "tile", "tiles")),
    };
    let seconds = report.baked.elapsed.as_secs_f64();
    let _ = writeln!(text, "  time  {seconds:.1} s{resumed}");
    let _ = writeln!(text, "  file  {}", size(report.bytes as usize));
    let _ = writeln!(text, "  hash  {:032x}\n", report.hash);
    text + &refused_text(paged.head(), body, refused)
}

/// Counts of a world file, from what it says of its tiles.
pub fn rows(contents: &Contents) -> Vec<[String; 2]> {
    let distinct = format!("{} ({} differ and are stored)", thousands(contents.tiles), thousands(contents.distinct));
    [
        ["tiles", &distinct],
        ["columns", &format!("{} × {}", thousands(contents.columns[0]), thousands(contents.columns[1]))],
        ["spans", &thousands(contents.spans)],
        ["floors", &thousands(contents.floors)],
        ["sheets", &thousands(contents.sheets)],
        ["triangles", &format!("{}, summed over tiles", thousands(contents.triangles))],
        ["memory", &format!("{} if all were held at once", size(contents.bytes as usize))],
    ]
    .map(|row| row.map(str::to_owned))
    .to_vec()
}
