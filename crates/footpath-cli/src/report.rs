//! Figures of a bake, for people and as JSON.

use crate::body::describe;
use crate::output::{plural, size, thousands};
use crate::source::Baked;
use crate::table::{Align, table};
use footpath::ground::Stage;
use footpath::world::{Refusal, Refused};
use footpath::{Body, World};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// Objects named per reason.
const WORST: usize = 3;
/// Letters of a name.
const NAME: usize = 32;

/// The hash of a world as 32 hexadecimal digits.
pub fn hash(world: &World) -> String {
    format!("{:032x}", world.hash())
}

/// What `bake --json` prints.
pub fn bake_json(baked: &Baked, refused: &Refused) -> Value {
    let counts = baked.world.counts();
    json!({
        "triangles": baked.report.triangles,
        "columns": counts.columns,
        "spans": counts.spans,
        "floors": counts.floors,
        "sheets": counts.sheets,
        "areas": counts.areas,
        "waypoints": counts.waypoints,
        "millis": millis(baked),
        "bytes": counts.bytes + counts.face_bytes,
        "hash": hash(&baked.world),
        "refused": refused_json(refused),
    })
}

fn millis(baked: &Baked) -> Map<String, Value> {
    let of = |time: Duration| json!((time.as_secs_f64() * 1e6).round() / 1e3);
    let stages = Stage::ALL.into_iter().map(|stage| (stage.name().to_owned(), of(baked.report.times.of(stage))));
    stages.chain([("total".to_owned(), of(baked.report.elapsed))]).collect()
}

/// Counts by reason; every reason is there.
pub fn refused_json(refused: &Refused) -> Map<String, Value> {
    Refusal::ALL.into_iter().map(|reason| (reason.name().to_owned(), json!(refused.of(reason)))).collect()
}

/// What `bake` prints.
pub fn bake_text(name: &str, baked: &Baked, body: &Body, refused: &Refused) -> String {
    let world = &baked.world;
    let counts = world.counts();
    let grid = world.grid();
    let [width, height, depth] = baked.extent;
    let mut text = format!("{name}: {width:.1} × {depth:.1} m in plan, {height:.1} m high\n\n");
    let rows = [
        ["triangles".to_owned(), thousands(baked.report.triangles), left_out(baked)],
        [
            "columns".to_owned(),
            format!("{} × {}", thousands(counts.columns[0]), thousands(counts.columns[1])),
            format!("cell size {} m, cell height {:.2} m", grid.cell_size(), f64::from(grid.cell_height) / 100.0),
        ],
        ["spans".to_owned(), thousands(counts.spans), String::new()],
        ["floors".to_owned(), thousands(counts.floors), format!("{:.1} m²", area(world, counts.floors))],
        ["sheets".to_owned(), thousands(counts.sheets), format!("in {}", plural(counts.tiles, "tile", "tiles"))],
        ["waypoints".to_owned(), thousands(counts.waypoints), "between areas, which are the sheets".to_owned()],
        ["memory".to_owned(), size(counts.bytes + counts.face_bytes), memory(world)],
        ["time".to_owned(), time(baked.report.elapsed), times(baked)],
    ];
    text += &table([Align::Left, Align::Right, Align::Left], &rows);
    let _ = writeln!(text, "  hash  {}\n", hash(world));
    text + &refused_text(world, body, refused)
}

fn left_out(baked: &Baked) -> String {
    match baked.left_out.dropped() {
        0 => String::new(),
        dropped => format!("{} left out", thousands(dropped)),
    }
}

fn memory(world: &World) -> String {
    let counts = world.counts();
    let per_floor = |bytes: usize| bytes as f64 / counts.floors.max(1) as f64;
    format!(
        "{:.1} bytes per floor ({:.1} with spans); triangles {}",
        per_floor(counts.floor_bytes),
        per_floor(counts.bytes),
        size(counts.face_bytes)
    )
}

fn time(time: Duration) -> String {
    match time.as_secs_f64() * 1e3 {
        short if short < 100.0 => format!("{short:.1} ms"),
        long if long < 10_000.0 => format!("{long:.0} ms"),
        long => format!("{:.1} s", long / 1e3),
    }
}

fn times(baked: &Baked) -> String {
    let stages = Stage::ALL.map(|stage| format!("{} {}", stage.name(), time(baked.report.times.of(stage))));
    format!("{}; reading {}", stages.join(", "), time(baked.reading))
}

fn area(world: &World, columns: usize) -> f64 {
    columns as f64 * world.grid().cell_size().powi(2)
}

/// What a body can stand on and what not, with the objects that are most to blame.
pub fn refused_text(world: &World, body: &Body, refused: &Refused) -> String {
    let mut text = format!("{}:\n", describe(body));
    let mut rows = vec![row(world, "stands on", refused.accepted, String::new())];
    for reason in Refusal::ALL.into_iter().filter(|&reason| refused.of(reason) > 0) {
        rows.push(row(world, words(reason), refused.of(reason), worst(world, refused, reason)));
    }
    text += &table([Align::Left, Align::Right, Align::Right, Align::Left], &rows);
    text
}

fn row(world: &World, words: &str, count: usize, more: String) -> [String; 4] {
    [words.to_owned(), thousands(count), format!("{:.1} m²", area(world, count)), more]
}

/// A reason for people.
pub fn words(reason: Refusal) -> &'static str {
    match reason {
        Refusal::TooSteep => "too steep",
        Refusal::TooLow => "too low to crawl",
        Refusal::LowHeadroom => "bending or crawling only",
        Refusal::Obstacle => "obstacle by rule",
        Refusal::Forbidden => "forbidden by rule",
        Refusal::NoHeadroom => "under 0.30 m free",
        Refusal::WallTop => "wall tops and walls",
    }
}

/// The objects with most columns refused, by name; objects of one name count together.
fn worst(world: &World, refused: &Refused, reason: Refusal) -> String {
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (object, count) in refused.worst(reason) {
        *by_name.entry(world.objects()[object.0 as usize].name.as_str()).or_default() += count;
    }
    let mut order: Vec<(&str, usize)> = by_name.into_iter().collect();
    order.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let named: Vec<String> =
        order.iter().take(WORST).map(|(name, count)| format!("{} {}", short(name), thousands(*count))).collect();
    let more = if order.len() > WORST { format!(", and {} more", order.len() - WORST) } else { String::new() };
    named.join(", ") + &more
}

/// A name that leaves room for others: its two ends, where names of exported models differ.
fn short(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= NAME {
        return name.to_owned();
    }
    let (first, last) = (&letters[..NAME / 2], &letters[letters.len() + 1 - NAME / 2..]);
    first.iter().chain(&['…']).chain(last).collect()
}

/// What to say where a body fits nowhere; `None` where it does.
pub fn fits_nowhere(baked: &Baked, body: &Body, refused: &Refused) -> Option<String> {
    if refused.accepted > 0 {
        return None;
    }
    let height = baked.extent[1];
    let advice = match &baked.unit_hint {
        Some(hint) => format!("the scene looks like {}; try --scale {}", hint.unit, hint.scale),
        None if baked.extent.iter().all(|&side| side < 1.0) => {
            format!("the whole scene is less than a metre wide ({height:.3} m high); try --scale 10, 100 or 1000")
        }
        None => "try --up z if Z is up in the file, or --scale if its unit is not the metre".to_owned(),
    };
    Some(format!("{} of {:.2} m can stand nowhere in this scene; {advice}", body.name, body.height))
}
