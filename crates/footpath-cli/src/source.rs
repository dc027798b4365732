//! Scenes and worlds by name: files, built-in scenes, and scenes baked on the way.

use crate::args::Global;
use crate::city;
use crate::output::{Output, number, plural, whole};
use crate::progress::Bar;
use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use footpath::plan::Semantics;
use footpath::scene::{BuiltIn, Import, RuleUse, Rules, SceneReport, UnitHint, Up, built_in};
use footpath::world::{BakeError, BakeReport, PagedWorld};
use footpath::{Bake, Scene, World};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Size and height of cells at which the squares of a city are tiles.
pub const CITY_CELLS: [f64; 2] = [0.25, 0.1];

/// Bytes of tiles above which a look at a world does not hold them all.
const LARGE: u64 = 256 << 20;

/// Flags that are rules.
const RULES: [&str; 4] = ["--rules", "--forbid", "--ignore", "--obstacles"];

/// The axis that points up in a file.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum UpAxis {
    Y,
    Z,
}

/// How a scene is read and baked.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Bake")]
pub struct BakeFlags {
    /// Side of a column in metres [default: 0.1, or what a built-in scene recommends]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub cell_size: Option<f64>,
    /// Gaps lower than this many metres are closed [default: 0.05, or what a built-in scene recommends]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub cell_height: Option<f64>,
    /// The axis that points up in the file [default: y]
    #[arg(long, value_enum, value_name = "AXIS")]
    pub up: Option<UpAxis>,
    /// Metres per unit of the file, 0.01 for centimetres [default: 1]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub scale: Option<f64>,
    /// Rules on objects, a TOML file; docs/scene.md says how
    #[arg(long, value_name = "F.toml")]
    pub rules: Option<PathBuf>,
    /// Objects that are neither stepped on nor over, by whole name with *, ? and [abc]; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub forbid: Vec<String>,
    /// Objects that are not there; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub ignore: Vec<String>,
    /// Objects that are solid and whose tops are no floors; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub obstacles: Vec<String>,
    /// Memory that the world may take, in MiB [default: 4096]
    #[arg(long, value_name = "MIB", allow_hyphen_values = true, value_parser = whole::<1, { 1 << 30 }>)]
    pub memory_limit: Option<u64>,
}

impl BakeFlags {
    /// The flags that were given, by name.
    fn given(&self) -> Vec<&'static str> {
        let flags = [
            ("--cell-size", self.cell_size.is_some()),
            ("--cell-height", self.cell_height.is_some()),
            ("--up", self.up.is_some()),
            ("--scale", self.scale.is_some()),
            ("--rules", self.rules.is_some()),
            ("--forbid", !self.forbid.is_empty()),
            ("--ignore", !self.ignore.is_empty()),
            ("--obstacles", !self.obstacles.is_empty()),
            ("--memory-limit", self.memory_limit.is_some()),
        ];
        flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag).collect()
    }

    /// How files are read.
    pub fn import(&self) -> Import {
        let up = self.up.map_or(Up::Y, |up| match up {
            UpAxis::Y => Up::Y,
            UpAxis::Z => Up::Z,
        });
        Import { up, scale: self.scale.unwrap_or(1.0) }
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        let mut rules = match &self.rules {
            None => Rules::new(),
            Some(path) => Rules::open(path).context("the rules cannot be used; correct the file given with --rules")?,
        };
        rules = self.forbid.iter().fold(rules, |rules, glob| rules.forbid(glob));
        rules = self.ignore.iter().fold(rules, |rules, glob| rules.ignore(glob));
        Ok(self.obstacles.iter().fold(rules, |rules, glob| rules.obstacle(glob)))
    }

    /// Whether any rule is given.
    pub fn has_rules(&self) -> bool {
        self.given().iter().any(|flag| RULES.contains(flag))
    }

    /// Refuses flags that are for files.
    pub fn check_built_in(&self, scene: &Path) -> anyhow::Result<()> {
        if self.up.is_some() || self.scale.is_some() {
            bail!("{} is built in, in metres with Y up; --up and --scale are for files", scene.display());
        }
        Ok(())
    }

    /// Refuses a scale by which nothing can be measured.
    fn check_scale(&self) -> anyhow::Result<()> {
        match self.scale {
            Some(scale) if !(1e-6..=1e6).contains(&scale) => {
                bail!(
                    "--scale is {}; give metres per unit, from 0.000001 to 1000000: 0.01 for centimetres",
                    number(scale)
                )
            }
            _ => Ok(()),
        }
    }

    /// Settings of a bake; a built-in scene recommends the size and height of its cells.
    pub fn settings(&self, cells: Option<[f64; 2]>, global: &Global) -> Bake {
        let usual = Bake::default();
        let [cell_size, cell_height] = cells.unwrap_or([usual.cell_size, usual.cell_height]);
        Bake {
            cell_size: self.cell_size.unwrap_or(cell_size),
            cell_height: self.cell_height.unwrap_or(cell_height),
            memory_limit: self.memory_limit.map_or(usual.memory_limit, |mib| mib << 20),
            threads: global.threads.map(|threads| threads as usize),
            ..usual
        }
    }
}

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

/// The built-in scene of a name.
pub fn built_in_named(name: &str) -> anyhow::Result<&'static BuiltIn> {
    built_in().iter().find(|entry| entry.name == name).ok_or_else(|| unknown_name(name))
}

fn unknown_name(name: &str) -> anyhow::Error {
    let names: Vec<&str> = built_in().iter().map(|entry| entry.name).collect();
    if name == "city" || name.starts_with("city_") {
        return anyhow!(
            "{name} is a city, which is baked, inspected and planned in: footpath bake {name} -o {name}.footpath"
        );
    }
    let guess = nearest(name, &names).map_or(String::new(), |guess| format!("did you mean {guess:?}? "));
    anyhow!(
        "{name:?} is neither a file nor a built-in scene; {guess}there are {}, and cities: city, city_1km, city_4km",
        names.join(", ")
    )
}

/// The name that somebody may have meant.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let nearest = known.iter().map(|known| (distance(name, known), *known)).min();
    nearest.filter(|(apart, known)| *apart <= known.len() / 2).map(|(_, known)| known)
}

/// Letters to change, add or leave out to get from one word to another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let changed = before + usize::from(letter != b[j]);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
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
