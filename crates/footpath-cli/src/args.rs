//! What can be said on the command line.

use crate::body::BodyArgs;
use crate::dump::Dump;
use crate::picture::PictureArgs;
use crate::plan::PlanArgs;
use crate::source::BakeFlags;
use crate::view::ViewArgs;
use crate::walk::WalkArgs;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Finds the way of a virtual human through any 3D scene.
#[derive(Debug, Parser)]
#[command(name = "footpath", version, arg_required_else_help = true, propagate_version = true)]
#[command(after_help = "Begin with `footpath demo`.\nExit codes: 0 done, 1 no route, 2 bad input or usage.")]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

/// Flags of all subcommands.
#[derive(Debug, Args)]
pub struct Global {
    /// Seed for the clutter of built-in scenes
    #[arg(long, global = true, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Threads to use, which change no answer; all there are unless given
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// One JSON document on standard output instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// Nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bakes a built-in scene, plans a route through it and writes pictures, models and a report
    Demo(DemoArgs),
    /// Lists the built-in scenes
    Scenes,
    /// Exports a built-in scene as a GLB file
    Scene(SceneArgs),
    /// Bakes a scene into a world, and says what a body can stand on and what not
    Bake(Box<BakeArgs>),
    /// Plans a route through a world, or says why there is none; a scene is baked on the way
    Plan(Box<PlanArgs>),
    /// Plans a route and walks it: an animated figure, its skeleton, a film strip
    Walk(Box<WalkArgs>),
    /// Shows what is in a world; a scene is baked on the way
    Inspect(Box<InspectArgs>),
    /// Opens the inspector in the browser: every stage to look at and to touch
    View(Box<ViewArgs>),
    /// Says why there is no route, or what limits the one there is
    Explain(Box<ExplainArgs>),
}

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// A built-in scene; `footpath scenes` lists them
    #[arg(default_value = "house")]
    pub name: String,
    /// Folder to write to; made if it is not there
    #[arg(short, long, default_value = "out", value_name = "DIR")]
    pub output: PathBuf,
}

#[derive(Debug, Args)]
pub struct SceneArgs {
    /// A built-in scene; `footpath scenes` lists them
    pub name: String,
    /// The GLB file to write
    #[arg(short, long, value_name = "F.glb")]
    pub output: PathBuf,
}

#[derive(Debug, Args)]
pub struct BakeArgs {
    /// A .glb, .gltf, .obj or .stl file, the name of a built-in scene, or a city such as city_4km
    pub scene: PathBuf,
    /// The world file to write; none unless given
    #[arg(short, long, value_name = "F.footpath")]
    pub output: Option<PathBuf>,
    /// Goes on with the bake of a city that was stopped
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub flags: BakeFlags,
    #[command(flatten)]
    pub body: BodyArgs,
    #[command(flatten)]
    pub picture: PictureArgs,
}

#[derive(Debug, Args)]
pub struct InspectArgs {
    /// A world that `bake` wrote, or a scene that is baked on the way
    pub world: PathBuf,
    /// Writes what is in the world as CSV, `-` for standard output; may be given several times
    #[arg(long, num_args = 2, value_names = ["WHAT", "F.csv"], long_help = Dump::HELP)]
    pub dump: Vec<String>,
    #[command(flatten)]
    pub flags: BakeFlags,
    #[command(flatten)]
    pub body: BodyArgs,
    #[command(flatten)]
    pub picture: PictureArgs,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A world that `bake` wrote, or a scene that is baked on the way
    pub world: PathBuf,
    /// Where the body is: X,Y,Z in metres at the feet, or the name of a place
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    pub from: String,
    /// Where it wants to be; several mean the nearest
    #[arg(long, value_name = "PLACE", required = true, allow_hyphen_values = true)]
    pub to: Vec<String>,
    #[command(flatten)]
    pub flags: BakeFlags,
    #[command(flatten)]
    pub body: BodyArgs,
}
