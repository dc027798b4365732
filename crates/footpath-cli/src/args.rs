//! What can be said on the command line.

use crate::body::BodyArgs;
use crate::dump::Dump;
use crate::output::whole;
use crate::picture::PictureArgs;
use crate::plan::{END_HELP, Extents, PlanArgs, extents};
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
    #[arg(long, global = true, value_name = "N", value_parser = whole::<1, 1024>)]
    pub threads: Option<u64>,
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
    /// Writes the inspector's page with this world inside, to be sent to others
    #[arg(long, value_name = "F.html")]
    pub report: Option<PathBuf>,
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
    /// Where the body is
    #[arg(long, value_name = "END", allow_hyphen_values = true, long_help = END_HELP)]
    pub from: String,
    /// Where it wants to be; with several, the one reached at least cost
    #[arg(long, value_name = "END", required = true, allow_hyphen_values = true, long_help = END_HELP)]
    pub to: Vec<String>,
    /// Something solid in the way, as for `plan`; may be repeated
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    pub obstacle: Vec<String>,
    /// How far from a given position a floor may be, in metres along x, y and z
    #[arg(long, value_name = "X,Y,Z", default_value = "0.5,1,0.5", allow_hyphen_values = true, value_parser = extents)]
    pub half_extents: Extents,
    #[command(flatten)]
    pub flags: BakeFlags,
    #[command(flatten)]
    pub body: BodyArgs,
}
