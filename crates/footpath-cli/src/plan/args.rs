//! What `footpath plan` takes.

use super::cells::{CellArgs, PaperArgs};
use super::picture::PlanPictureArgs;
use crate::body::BodyArgs;
use crate::output::whole;
use crate::source::BakeFlags;
use clap::Args;
use std::path::PathBuf;

/// How an end of a route can be said.
pub const END_HELP: &str = "X,Y,Z in metres at the feet, the name of a place, or a region: the name of an object (with *, ? and \
                        [abc]) or box:x,y,z,sx,sy,sz, which is a box's lowest corner and its size";

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// A world that `bake` wrote, or a scene that is baked on the way
    pub world: PathBuf,
    /// Where from
    #[arg(long, value_name = "END", allow_hyphen_values = true, required_unless_present = "queries", long_help = END_HELP)]
    pub from: Option<String>,
    /// Where to; with several, the one reached at least cost
    #[arg(long, value_name = "END", allow_hyphen_values = true, required_unless_present = "queries", long_help = END_HELP)]
    pub to: Vec<String>,
    /// A route to every --to instead of the nearest
    #[arg(long, conflicts_with = "queries")]
    pub all_goals: bool,
    /// Answers one query per line, its two ends apart by a space, with one JSON document per line; `-` is standard input
    #[arg(long, value_name = "F", conflicts_with_all = ["from", "to", "picture", "output"])]
    pub queries: Option<PathBuf>,
    /// The planner: auto, cells, bitmap (upright walking alone) or levels
    #[arg(long, default_value = "auto", value_name = "NAME")]
    pub method: String,
    /// Memory for a world file that is read tile by tile, such as 256M; one that needs more than this is read so
    #[arg(long, value_name = "SIZE", value_parser = memory, conflicts_with_all = ["all_goals", "output", "picture", "report"])]
    pub memory: Option<u64>,
    /// Something solid in the way, box:x,y,z,sx,sy,sz (lowest corner and size), disc:x,y,z,r,h (middle of its foot, radius
    /// and height) or mesh:F (a scene file); may be repeated
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    pub obstacle: Vec<String>,
    /// How far from a given position a floor may be, in metres along x, y and z
    #[arg(long, value_name = "X,Y,Z", default_value = "0.5,1,0.5", allow_hyphen_values = true, value_parser = extents)]
    pub half_extents: Extents,
    /// Floors that may be expanded before the search gives up [default: no limit]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<0, { u64::MAX }>)]
    pub budget: Option<u64>,
    /// Writes the floors and the route as a model
    #[arg(short, long, value_name = "F.glb")]
    pub output: Option<PathBuf>,
    /// Writes the inspector's page with the world, the route or the refusal inside, to be sent to others
    #[arg(long, value_name = "F.html", conflicts_with = "queries")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub cells: CellArgs,
    #[command(flatten)]
    pub body: BodyArgs,
    #[command(flatten)]
    pub flags: BakeFlags,
    #[command(flatten)]
    pub picture: PlanPictureArgs,
    #[command(flatten)]
    pub papers: PaperArgs,
}

/// Half of a box around a position, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Extents(pub [f64; 3]);

/// Half extents, from three numbers.
pub fn extents(text: &str) -> Result<Extents, String> {
    super::ends::numbers::<3>(text)
        .filter(|sizes| sizes.iter().all(|size| *size >= 0.0))
        .map(Extents)
        .ok_or_else(|| "give three lengths in metres, such as 0.5,1,0.5".to_owned())
}

/// A number of bytes, with K, M or G for powers of 1024.
fn memory(text: &str) -> Result<u64, String> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.iter().find(|(letter, _)| text.ends_with([*letter, letter.to_ascii_lowercase()]));
    let digits = if unit.is_some() { &text[..text.len() - 1] } else { text };
    let size = digits.parse::<u64>().ok().and_then(|size| size.checked_mul(1 << unit.map_or(0, |(_, bits)| *bits)));
    size.filter(|&size| size > 0).ok_or_else(|| "give a size such as 256M or 2G".to_owned())
}
