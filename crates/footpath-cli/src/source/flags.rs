//! How a scene is read and baked, from the command line.

use crate::args::Global;
use crate::output::{number, whole};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use footpath::Bake;
use footpath::scene::{Import, Rules, Up};
use std::path::{Path, PathBuf};

/// Flags that are rules.
pub const RULES: [&str; 4] = ["--rules", "--forbid", "--ignore", "--obstacles"];

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
    pub fn given(&self) -> Vec<&'static str> {
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

    pub fn rules(&self) -> anyhow::Result<Rules> {
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
    pub fn check_scale(&self) -> anyhow::Result<()> {
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
