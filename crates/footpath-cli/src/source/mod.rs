//! Scenes and worlds by name: files, built-in scenes, and scenes baked on the way.

mod flags;
mod names;

pub use flags::BakeFlags;
pub use names::{built_in_named, nearest};

use crate::args::Global;
use crate::city;
use crate::output::{Output, number, plural};
use crate::progress::Bar;
use anyhow::{anyhow, bail};
use flags::RULES;
use footpath::plan::Semantics;
use footpath::scene::{RuleUse, Rules, SceneReport, UnitHint, built_in};
use footpath::world::{BakeError, BakeReport, PagedWorld};
use footpath::{Scene, World};
use names::unknown_name;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

/// Size and height of cells at which the squares of a city are tiles.
pub const CITY_CELLS: [f64; 2] = [0.25, 0.1];

/// Bytes of tiles above which a look at a world does not hold them all.
const LARGE: u64 = 256 << 20;

/// A scene after its bake.
pub struct Baked {
    pub world: World,
    pub report: BakeReport,
    /// What was wrong with the scene.
    pub left_out: SceneReport,
    pub unit_hint: Option<UnitHint>,
    /// Extent of the scene in metres.
    pub extent: [f64; 3],
    /// Time for reading the scene.
    pub reading: Duration,
}

/// A world from a file or from a scene.
pub enum Source {
    Loaded(Box<World>),
    Baked(Box<Baked>),
}

impl Source {
    pub fn world(&self) -> &World {
        match self {
            Self::Loaded(world) => world,
            Self::Baked(baked) => &baked.world,
        }
    }

    pub fn world_mut(&mut self) -> &mut World {
        match self {
            Self::Loaded(world) => world,
            Self::Baked(baked) => &mut baked.world,
        }
    }
}

/// Opens a world file, or bakes a scene.
pub fn world(path: &Path, flags: &BakeFlags, global: &Global, out: &Output) -> anyhow::Result<Source> {
    if !is_world(path) {
        return bake(path, flags, global, out).map(|baked| Source::Baked(Box::new(baked)));
    }
    load(path, &flags.given(), out)
}

/// A world file whose tiles take more memory than one would spend on a look.
pub fn large(path: &Path) -> anyhow::Result<Option<PagedWorld>> {
    if !is_world(path) || !path.exists() {
        return Ok(None);
    }
    let paged = PagedWorld::open(path, city::LOOKING)?;
    Ok(Some(paged).filter(|paged| paged.contents().bytes > LARGE))
}

/// The same for a query: the rules of a scene are baked into it, those of a world are left for the query.
pub fn world_and_rules(
    path: &Path,
    flags: &BakeFlags,
    global: &Global,
    out: &Output,
) -> anyhow::Result<(Source, Rules)> {
    if !is_world(path) {
        return bake(path, flags, global, out).map(|baked| (Source::Baked(Box::new(baked)), Rules::new()));
    }
    let idle: Vec<&str> = flags.given().into_iter().filter(|flag| !RULES.contains(flag)).collect();
    let rules = flags.rules()?;
    let source = load(path, &idle, out)?;
    warn_of_idle(Semantics::of(source.world(), &rules).uses(), out);
    Ok((source, rules))
}

/// Points out rules that speak of nothing: most often a typing error.
fn warn_of_idle(uses: &[RuleUse], out: &Output) {
    for rule in uses.iter().filter(|rule| rule.objects == 0) {
        out.warn(format_args!("the rule {} matches no object; `footpath inspect` lists their names", rule.rule));
    }
}

/// Opens a world file, pointing out the flags that come too late.
fn load(path: &Path, idle: &[&str], out: &Output) -> anyhow::Result<Source> {
    must_exist(path)?;
    if !idle.is_empty() {
        out.warn(format_args!("{} is baked already; {} has no effect on it", path.display(), idle.join(", ")));
    }
    Ok(Source::Loaded(Box::new(World::load(path)?)))
}

/// Opens a scene and bakes it, pointing out what looks wrong.
pub fn bake(path: &Path, flags: &BakeFlags, global: &Global, out: &Output) -> anyhow::Result<Baked> {
    let bar = Bar::new(out);
    bar.begin("reading");
    let start = Instant::now();
    let (mut scene, cells) = scene(path, flags, global)?;
    let uses = scene.apply(&flags.rules()?);
    let reading = start.elapsed();
    warn_of_idle(&uses, out);
    bar.begin("baking");
    let settings = flags.settings(cells, global);
    let (world, report) = World::bake_with(&scene, &settings, &|progress| bar.step(progress))
        .map_err(|error| explain(path, &error, &scene, flags.scale.unwrap_or(1.0)))?;
    let extent = scene.bounds().map_or([0.0; 3], |[low, high]| std::array::from_fn(|i| high[i] - low[i]));
    let scale = flags.scale.unwrap_or(1.0);
    let unit_hint = scene.unit_hint().map(|hint| UnitHint { scale: hint.scale * scale, ..hint });
    Ok(Baked { world, report, left_out: *scene.report(), unit_hint, extent, reading })
}

/// An error of a bake with the scene's name and the flags that help.
fn explain(path: &Path, error: &BakeError, scene: &Scene, scale: f64) -> anyhow::Error {
    let name = path.display();
    let hint = scene
        .unit_hint()
        .map(|hint| format!("; or is the scene in {}? then --scale {}", hint.unit, hint.scale * scale));
    let hint = hint.unwrap_or_default();
    match error {
        BakeError::TooLarge { fits, .. } => {
            let coarser = fits.map(|fits| format!("--cell-size {fits}, or ")).unwrap_or_default();
            anyhow!("{name}: {error}: {coarser}allow more with --memory-limit MIB{hint}")
        }
        BakeError::Setting { name: setting, value, range } => {
            anyhow!("{name}: --{} is {}; it must be {range}", setting.replace('_', "-"), number(*value))
        }
        BakeError::Empty { .. } => anyhow!("{name}: {error}; do --ignore and --rules leave anything of it?"),
        BakeError::TooTall { .. } => anyhow!("{name}: {error}{hint}"),
        _ => anyhow!("{name}: {error}"),
    }
}

/// A scene, and the size and height of cells that a built-in one recommends.
fn scene(path: &Path, flags: &BakeFlags, global: &Global) -> anyhow::Result<(Scene, Option<[f64; 2]>)> {
    if let Some(entry) = built_in().iter().find(|entry| path == Path::new(entry.name)) {
        flags.check_built_in(path)?;
        return Ok(((entry.build)(global.seed), Some([entry.cell_size, entry.cell_height])));
    }
    if let Some(city) = city::named(path, global) {
        flags.check_built_in(path)?;
        let name = path.display();
        if city.side() > city::SMALL {
            bail!(
                "{name} is too large to be held at once; bake it into a file: footpath bake {name} -o {name}.footpath"
            );
        }
        return Ok((city.scene(), Some(CITY_CELLS)));
    }
    flags.check_scale()?;
    if path.is_dir() {
        bail!("{} is a folder; give a .glb, .gltf, .obj or .stl file", path.display());
    }
    if path.extension().is_none() && !path.exists() {
        return Err(unknown_name(&path.to_string_lossy()));
    }
    if is_world(path) {
        bail!("{} is a world, baked already; look into it with `footpath inspect`", path.display());
    }
    if footpath::scene::Format::of_path(path).is_some() {
        must_exist(path)?;
    }
    Ok((Scene::open_with(path, &flags.import())?, None))
}

fn must_exist(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        return Ok(());
    }
    bail!("{}: there is no such file; check the name, or take a built-in scene (`footpath scenes`)", path.display())
}

/// Whether a path is a world rather than a scene, by its ending or its first bytes.
pub fn is_world(path: &Path) -> bool {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("footpath")) {
        return true;
    }
    let mut mark = [0; 8];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut mark));
    read.is_ok() && &mark == b"FOOTPATH"
}

/// Points out what was left out of a scene, and what its size suggests.
pub fn warn_of(baked: &Baked, out: &Output) {
    let report = &baked.left_out;
    let lost = [
        (report.not_finite, "with coordinates that are not finite or too far apart; export the scene again"),
        (report.out_of_range, "with an index beyond the last vertex; the exporter has a fault"),
        (report.zero_area, "without area; nothing is missing without them"),
    ];
    for (count, why) in lost.into_iter().filter(|(count, _)| *count > 0) {
        out.warn(format_args!("left out {} {why}", plural(count, "triangle", "triangles")));
    }
    if report.bad_tags > 0 {
        let tags = plural(report.bad_tags, "tag or cost", "tags or costs");
        out.warn(format_args!("{tags} in the file are unknown; tags are walkable, obstacle, forbidden, ignored"));
    }
    if let Some(hint) = &baked.unit_hint {
        let (height, unit, scale) = (hint.height, hint.unit, hint.scale);
        out.warn(format_args!("the scene is {height:.0} m high, which looks like {unit}; try --scale {scale}"));
    }
}
