//! Rows of a world larger than memory: a generated city that stays in its file, and the levels planner on it.
//!
//! They take minutes, so they run only when they are asked for by name. The bake runs in a process of its own, so that its memory
//! is not counted with that of the queries.

use crate::levels::{Chance, seconds};
use crate::row::{Bench, Row, Timer};
use anyhow::{Context, Result, bail};
use footpath::ground::TileKey;
use footpath::plan::Query;
use footpath::plan::levels::PlanError;
use footpath::scene::City;
use footpath::world::{FloorId, PagedWorld};
use footpath::{Bake, Body, World};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the rows are called; also what must be asked for.
pub const NAME: &str = "levels/city";
/// Cities that there are rows of, by their sides.
const SIDES: [&str; 2] = ["city_1km", "city_4km"];
/// What the planner may take, and what the flat search beside it may.
const LIMIT: u64 = 160 << 20;
const FLAT: u64 = 6 << 30;
/// Pairs, how far apart they are at most, and how much wider than their box the flat search may walk, in metres.
const PAIRS: usize = 100;
const APART: f64 = 500.0;
/// Pairs anywhere in the city whose whole routes are planned.
const FAR: usize = 4;
const ASIDE: f64 = 100.0;
/// Half the side of the district where near pairs begin, in metres: what the flat search derives serves many of them.
const DISTRICT: f64 = 300.0;
/// Targets: milliseconds until the first move is known, megabytes, parts of the flat length.
const WARM: f64 = 1.0;
const COLD: f64 = 50.0;
const MEGABYTES: f64 = 256.0;
const LONGER: f64 = 1.02;

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    let bench = |scene: &'static str| {
        let run = move |name: &str, timer: &Timer| measure(name, scene, timer);
        Bench { name: format!("{NAME}/{scene}"), run: Box::new(run) }
    };
    SIDES.map(bench).into_iter().collect()
}

/// `footpath-bench city SCENE FILE`: bakes a city and prints seconds, bytes of the file and the most memory in bytes.
pub fn bake(words: &[String]) -> Result<()> {
    let [scene, path] = words else { bail!("give a city and a file, such as city_1km city.footpath") };
    let city = City::named(scene, 0).with_context(|| format!("{scene} is no city"))?;
    let settings = Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() };
    let go_on = |_| ControlFlow::Continue(());
    let (time, report) = seconds(|| World::bake_to_file(&city, &settings, Path::new(path), false, &go_on));
    println!("{time} {} {}", report?.bytes, memory("VmHWM").unwrap_or(0));
    Ok(())
}

/// Bytes that this process takes now (`VmRSS`) or took at most (`VmHWM`), where the system tells.
fn memory(what: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(what))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// A baked city, gone when the rows are done.
struct Baked {
    path: PathBuf,
    rows: Vec<Row>,
    ours: bool,
}

impl Baked {
    /// Bakes, or takes the file that `FOOTPATH_CITY` names.
    fn new(name: &str, scene: &str) -> Result<Self> {
        if let Some(path) = std::env::var_os("FOOTPATH_CITY") {
            return Ok(Self { path: path.into(), rows: Vec::new(), ours: false });
        }
        let path = std::env::temp_dir().join(format!("footpath-bench-{}-{scene}.footpath", std::process::id()));
        let mut baked = Self { path, rows: Vec::new(), ours: true };
        let baking = Command::new(std::env::current_exe()?).args(["city", scene]).arg(&baked.path).output()?;
        let told = String::from_utf8(baking.stdout)?;
        let numbers: Vec<f64> = told.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [time, bytes, most] = numbers[..] else {
            bail!("the bake failed: {}", String::from_utf8_lossy(&baking.stderr).trim());
        };
        let gigabytes = |bytes: f64| bytes / f64::from(1 << 30);
        baked.rows = vec![
            Row::against(format!("{name}/bake"), time, 600.0, "s", 1.0, "all threads, against ten minutes"),
            Row::against(format!("{name}/bake/memory"), gigabytes(most), 2.0, "GB", 1.0, "most at any time"),
            Row::against(format!("{name}/bake/file"), gigabytes(bytes), 3.0, "GB", 1.0, "the file"),
        ];
        Ok(baked)
    }
}

impl Drop for Baked {
    fn drop(&mut self) {
        if self.ours {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Floors by chance that join the streets around them.
struct Spots<'a> {
    paged: &'a PagedWorld,
    /// Somebody who walks and does nothing else, as leaps take long to find.
    body: Body,
    chance: Chance,
}

impl Spots<'_> {
    fn below(&mut self, count: usize) -> usize {
        ((self.chance.next() * count as f64) as usize).min(count - 1)
    }

    /// A position in one of some tiles, or none where chance found no floor that will do.
    fn next(&mut self, tiles: &[TileKey]) -> Result<Option<[f64; 3]>> {
        let key = tiles[self.below(tiles.len())];
        let around: Vec<TileKey> = (-1..=1).flat_map(|z| (-1..=1).map(move |x| key.neighbour([x, z]))).collect();
        let window = self.paged.window(&around)?;
        let Some(tile) = window.tile(key) else { return Ok(None) };
        let id = FloorId { tile: key, index: self.below(tile.floors().len().max(1)) as u32 };
        let regions = window.regions(&self.body);
        let joined = regions.of(id).is_some_and(|region| Some(region) == regions.largest());
        Ok(window.position(id).filter(|_| joined))
    }
}

/// Pairs of positions: in a district no farther apart than so many metres, or anywhere.
fn pairs(paged: &PagedWorld, body: &Body, count: usize, apart: Option<f64>) -> Result<Vec<[[f64; 3]; 2]>> {
    let body = Body { abilities: Vec::new(), ..body.clone() };
    let mut spots = Spots { paged, body, chance: Chance(7) };
    let columns = paged.columns().context("an empty city")?;
    let cell = paged.grid().cell_size();
    let origin = paged.head().origin();
    let middle = |first: i32, count: i32| f64::from(2 * first + count) * cell / 2.0;
    let centre = [origin[0] + middle(columns.x0, columns.width), 0.0, origin[2] + middle(columns.z0, columns.depth)];
    let mut found = Vec::new();
    while found.len() < count {
        let first = if apart.is_some() { paged.tiles_within(centre, DISTRICT) } else { paged.keys().to_vec() };
        let Some(from) = spots.next(&first)? else { continue };
        let second = apart.map_or_else(|| paged.keys().to_vec(), |apart| paged.tiles_within(from, apart));
        let Some(to) = spots.next(&second)? else { continue };
        let distance = (from[0] - to[0]).hypot(from[2] - to[2]);
        if apart.is_none_or(|apart| distance <= apart) {
            found.push([from, to]);
        }
    }
    Ok(found)
}

fn query<'a>(body: &'a Body, [from, to]: [[f64; 3]; 2]) -> Query<'a> {
    Query { half_extents: [0.01; 3], explain: false, ..Query::new(body, from, to) }
}

/// Mean, median and largest.
fn spread(values: &mut [f64]) -> [f64; 3] {
    values.sort_unstable_by(f64::total_cmp);
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    [mean, values.get(values.len() / 2).copied().unwrap_or(0.0), values.last().copied().unwrap_or(0.0)]
}

/// All rows of one city; they are also told as they come, since some take long.
fn measure(name: &str, scene: &str, timer: &Timer) -> Result<Vec<Row>> {
    let mut baked = Baked::new(name, scene)?;
    let mut rows = std::mem::take(&mut baked.rows);
    let body = Body::adult();
    let finder = PagedWorld::open(&baked.path, LIMIT)?;
    let near = pairs(&finder, &body, PAIRS, Some(APART))?;
    let far = pairs(&finder, &body, PAIRS / 5, None)?;
    drop(finder);
    for (kind, pairs) in [("near", &near), ("far", &far)] {
        eprintln!("{name}: first moves, {kind} …");
        rows.extend(first_moves(&format!("{name}/{kind}"), &baked.path, &body, pairs, timer)?);
        tell(&rows);
    }
    eprintln!("{name}: whole routes …");
    let paged = PagedWorld::open(&baked.path, LIMIT)?;
    let (mut lengths, mut times, mut held) = (Vec::new(), Vec::new(), 0);
    let far = &far[..far.len().min(FAR)];
    for &pair in near.iter().chain(far) {
        let (time, route) = seconds(|| paged.plan(&query(&body, pair)));
        times.push(time * 1e3);
        lengths.push(match route {
            Ok(route) => Some(route.length),
            Err(PlanError::NoRoute(_)) => None,
            Err(error) => return Err(error.into()),
        });
        held = held.max(paged.resident_bytes());
    }
    let most = memory("VmHWM").map_or_else(String::new, |most| format!(", {:.0} MB by the system", megabytes(most)));
    let note = format!("held at most, of a limit of {:.0} MB{most}", megabytes(LIMIT));
    rows.push(Row::against(format!("{name}/memory"), megabytes(held as u64), MEGABYTES, "MB", 1.0, note));
    let (of_near, of_far) = times.split_at_mut(near.len());
    for (kind, times) in [("near", of_near), ("far", of_far)] {
        let [mean, median, worst] = spread(times);
        let note = format!("a whole route, as it comes: median {median:.1}, at worst {worst:.0}");
        rows.push(Row::alone(format!("{name}/{kind}/whole"), mean, "ms", note));
    }
    drop(paged);
    tell(&rows);
    eprintln!("{name}: flat searches …");
    rows.push(length(name, &baked.path, &body, &near, &lengths)?);
    Ok(rows)
}

fn tell(rows: &[Row]) {
    rows.iter().for_each(|row| eprintln!("{} {:.3} {}: {}", row.row, row.ours, row.unit, row.note));
}

/// How long it takes until the first leg is known: of a world that was just opened, and again.
fn first_moves(name: &str, path: &Path, body: &Body, pairs: &[[[f64; 3]; 2]], timer: &Timer) -> Result<[Row; 2]> {
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for &pair in pairs {
        let (paged, query) = (PagedWorld::open(path, LIMIT)?, query(body, pair));
        let first = || paged.set_out().next_leg(&paged, &query);
        cold.push(seconds(first).0 * 1e3);
        warm.push(timer.millis(first));
    }
    let row = |kind: &str, times: &mut Vec<f64>, limit: f64| {
        let [mean, median, worst] = spread(times);
        let slow = times.iter().filter(|&&time| time > limit).count();
        let note = format!("first move: median {median:.2}, at worst {worst:.1}; {slow} of {} above", times.len());
        Row::against(format!("{name}/{kind}"), mean, limit, "ms", 1.0, note)
    };
    Ok([row("cold", &mut cold, COLD), row("warm", &mut warm, WARM)])
}

/// Lengths against a flat search in a window around both ends.
fn length(name: &str, path: &Path, body: &Body, pairs: &[[[f64; 3]; 2]], lengths: &[Option<f64>]) -> Result<Row> {
    let flat = PagedWorld::open(path, FLAT)?;
    let (mut ratios, mut otherwise, mut none) = (Vec::new(), 0, 0);
    for (&pair, length) in pairs.iter().zip(lengths) {
        let [low, high] = [f64::min, f64::max].map(|pick| [0, 2].map(|axis| pick(pair[0][axis], pair[1][axis])));
        let middle = [(low[0] + high[0]) / 2.0, 0.0, (low[1] + high[1]) / 2.0];
        let reach = (high[0] - low[0]).max(high[1] - low[1]) / 2.0 + ASIDE;
        let window = flat.window(&flat.tiles_within(middle, reach))?;
        match (length, window.plan_cells(&query(body, pair))) {
            (Some(ours), Ok(plan)) if plan.route.length > 0.0 => ratios.push(ours / plan.route.length),
            (None, Err(_)) => none += 1,
            _ => otherwise += 1,
        }
    }
    let [mean, median, worst] = spread(&mut ratios);
    let note = format!(
        "length against a flat search, {} routes: median {median:.4}, at worst {worst:.3}; {none} without, {otherwise} told otherwise",
        ratios.len()
    );
    Ok(Row::against(format!("{name}/length"), mean, LONGER, "parts", 1.0, note))
}
