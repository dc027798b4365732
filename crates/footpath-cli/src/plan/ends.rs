//! The ends of routes and obstacles, from words.

use crate::args::Global;
use crate::output::Output;
use crate::source::{self, BakeFlags, Source};
use anyhow::{Context, anyhow, bail};
use footpath::plan::Goal;
use footpath::scene::{Import, Rules};
use footpath::world::Obstacle;
use footpath::{Scene, World};
use std::path::Path;

/// Names that an error lists.
const LISTED: usize = 12;

/// Finite numbers with commas between them.
pub fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let numbers: [f64; N] = numbers?.try_into().ok()?;
    numbers.iter().all(|number| number.is_finite()).then_some(numbers)
}

/// Lowest and highest corner of a box given by its lowest corner and its size.
fn corners(text: &str) -> Option<[[f64; 3]; 2]> {
    let [x, y, z, sx, sy, sz] = numbers::<6>(text)?;
    let high = [x + sx, y + sy, z + sz];
    (sx >= 0.0 && sy >= 0.0 && sz >= 0.0 && high.iter().all(|c| c.is_finite())).then_some([[x, y, z], high])
}

/// An end of a route: a position, a place, an object or a box.
pub fn end(world: &World, flag: &str, text: &str) -> anyhow::Result<Goal> {
    if let Some(shape) = text.strip_prefix("box:") {
        let [low, high] = corners(shape).ok_or_else(|| {
            anyhow!("{flag} {text}: give the lowest corner of a box and its size, such as box:1,0,2,0.5,2,0.5")
        })?;
        return Ok(Goal::Box(low, high));
    }
    if let Some(at) = numbers::<3>(text) {
        return Ok(Goal::Point(at));
    }
    if let Some(at) = world.place(text) {
        return Ok(Goal::Point(at));
    }
    if !world.objects_named(text).is_empty() {
        return Ok(Goal::Object(text.to_owned()));
    }
    // What begins with a number is meant as a position, NaN and infinities too.
    if text.split(',').next().is_some_and(|first| first.trim().parse::<f64>().is_ok()) {
        bail!("{flag} {text}: a position is three numbers in metres, such as 1.5,0,-2");
    }
    bail!(
        "{flag} {text}: no place and no object has this name; places are {}, `footpath inspect` lists the objects",
        listed(world)
    )
}

/// A query's position and region of a start.
pub fn start(world: &World, from: &Goal) -> ([f64; 3], Option<Goal>) {
    match from {
        Goal::Point(at) => (*at, None),
        Goal::Box(low, high) => ([0, 1, 2].map(|i| (low[i] + high[i]) / 2.0), Some(from.clone())),
        Goal::Object(_) => (world.origin(), Some(from.clone())),
    }
}

fn listed(world: &World) -> String {
    let names: Vec<&str> = world.places().iter().take(LISTED).map(|place| place.name.as_str()).collect();
    let more = world.places().len().saturating_sub(names.len());
    match (names.is_empty(), more) {
        (true, _) => "none in this world".to_owned(),
        (_, 0) => names.join(", "),
        _ => format!("{} and {more} more", names.join(", ")),
    }
}

/// Opens a world or bakes a scene, with the rules that are left for queries, and puts into it what `--obstacle` says.
pub fn opened(
    path: &Path,
    flags: &BakeFlags,
    texts: &[String],
    global: &Global,
    out: &Output,
) -> anyhow::Result<(Source, Rules)> {
    // What is said of obstacles is read first: it may be wrong, and a bake takes its time.
    let obstacles = texts.iter().map(|text| obstacle(text, &flags.import())).collect::<anyhow::Result<Vec<_>>>()?;
    let (mut source, rules) = source::world_and_rules(path, flags, global, out)?;
    if let Source::Baked(baked) = &source {
        source::warn_of(baked, out);
    }
    for (obstacle, text) in obstacles.iter().zip(texts) {
        source.world_mut().add(obstacle).with_context(|| format!("--obstacle {text}"))?;
    }
    Ok((source, rules))
}

/// An obstacle of `--obstacle`; meshes are read as the scene is.
pub fn obstacle(text: &str, import: &Import) -> anyhow::Result<Obstacle> {
    let bad = |what: &str| anyhow!("--obstacle {text}: {what}");
    match text.split_once(':') {
        Some(("box", shape)) => {
            let filled = |[low, high]: &[[f64; 3]; 2]| (0..3).all(|i| low[i] < high[i]);
            let [low, high] = corners(shape).filter(filled).ok_or_else(|| {
                bad("give the lowest corner of a box and its size, which is more than nothing, such as box:1,0,2,0.5,2,0.5")
            })?;
            Ok(Obstacle::block(low, high))
        }
        Some(("disc", shape)) => {
            let [x, y, z, radius, height] = numbers::<5>(shape)
                .filter(|disc| disc[3] > 0.0 && disc[4] > 0.0)
                .ok_or_else(|| bad("give the middle of its foot, a radius and a height, such as disc:1,0,2,0.3,1.5"))?;
            Ok(Obstacle::disc([x, y, z], radius, height))
        }
        Some(("mesh", file)) => {
            let scene = Scene::open_with(Path::new(file), import).map_err(|error| bad(&error.to_string()))?;
            if scene.triangles().is_empty() {
                return Err(bad("the file has no triangles"));
            }
            Ok(Obstacle::scene(&scene))
        }
        _ => Err(bad("say box:x,y,z,sx,sy,sz, disc:x,y,z,r,h or mesh:FILE")),
    }
}
