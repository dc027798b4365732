//! What can be said of pictures on the command line.

use super::{Seen, Wanted};
use crate::levels::{self, Show};
use crate::output::{Output, check_file};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use footpath::draw::Paint;
use footpath::{Body, World};
use std::path::PathBuf;

/// What the colours of floors say.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ColourBy {
    Height,
    Sheet,
    Headroom,
    Slope,
    Object,
    Refused,
}

impl From<ColourBy> for Paint {
    fn from(colour: ColourBy) -> Self {
        match colour {
            ColourBy::Height => Self::Height,
            ColourBy::Sheet => Self::Sheet,
            ColourBy::Headroom => Self::Headroom,
            ColourBy::Slope => Self::Slope,
            ColourBy::Object => Self::Object,
            ColourBy::Refused => Self::Refused,
        }
    }
}

/// From where a picture is seen.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Eye {
    /// From above, north (−z) up
    Plan,
    /// From the south-east and above
    Side,
}

/// Which pictures of the floors are drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct PictureArgs {
    /// Draws the floors over the scene, from above unless --view or --section say otherwise
    #[arg(long, value_name = "F.svg|F.png")]
    pub picture: Option<PathBuf>,
    /// What the picture shows: the floors, or what levels the body has of them (docs/levels.md)
    #[arg(long, value_enum, default_value = "floors", value_name = "WHAT",
        conflicts_with_all = ["glb", "colour", "view", "section", "storey", "heights", "sheet", "links"])]
    pub show: Show,
    /// Writes the floors as a model
    #[arg(long, value_name = "F.glb")]
    pub glb: Option<PathBuf>,
    /// What the colours of floors say
    #[arg(long, visible_alias = "color", value_enum, default_value = "height", value_name = "WHAT")]
    pub colour: ColourBy,
    /// From where the picture is seen
    #[arg(long, value_enum, default_value = "plan")]
    pub view: Eye,
    /// The picture is a vertical cut along this line in plan, in metres
    #[arg(long, value_name = "X0,Z0,X1,Z1", allow_hyphen_values = true, value_parser = section)]
    pub section: Option<[f64; 4]>,
    /// Only this storey, counted from 1 at the lowest, cut open 1.5 m above it
    #[arg(long, value_name = "N")]
    pub storey: Option<usize>,
    /// Only floors between these heights in metres, cut open at the upper one; either may be left out
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true, value_parser = heights, conflicts_with = "storey")]
    pub heights: Option<[f64; 2]>,
    /// Only this sheet of each tile, counted from 0
    #[arg(long, value_name = "N")]
    pub sheet: Option<u16>,
    /// Draws the links between floors too, at most 200,000: dark where the step is within --max-climb, else red
    #[arg(long)]
    pub links: bool,
}

/// Parses `X0,Z0,X1,Z1`.
fn section(text: &str) -> Result<[f64; 4], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let ends: Option<[f64; 4]> = numbers.and_then(|numbers| numbers.try_into().ok());
    let ends = ends.filter(|ends| ends.iter().all(|c| c.is_finite()) && ends[..2] != ends[2..]);
    ends.ok_or_else(|| "give the two ends of a line in plan, four numbers such as 0,2.5,12,2.5".to_owned())
}

/// Parses `LOW..HIGH`.
fn heights(text: &str) -> Result<[f64; 2], String> {
    let end = |part: &str, open: f64| if part.is_empty() { Some(open) } else { part.trim().parse().ok() };
    let range = text.split_once("..").and_then(|(low, high)| {
        Some([end(low, f64::NEG_INFINITY)?, end(high, f64::INFINITY)?]).filter(|range| range[0] < range[1])
    });
    range.ok_or_else(|| "give two heights in metres, such as -0.5..2.4, 2.4.. or ..2.4".to_owned())
}

impl PictureArgs {
    /// Refuses files that cannot be written, before the work is done.
    pub fn check(&self) -> anyhow::Result<()> {
        self.picture.iter().try_for_each(|path| check_file(path, &["svg", "png"]))?;
        self.glb.iter().try_for_each(|path| check_file(path, &["glb"]))
    }

    /// Draws what was asked for.
    pub fn draw(&self, world: &World, body: &Body, name: &str, out: &Output) -> anyhow::Result<()> {
        if self.picture.is_none() && self.glb.is_none() {
            return Ok(());
        }
        if let (Some(path), false) = (&self.picture, self.show == Show::Floors) {
            return levels::save(self.show, world, body, name, path, out);
        }
        let wanted = self.wanted(world, body, name)?;
        if let Some(path) = &self.picture {
            wanted.save(path, out)?;
        }
        if let Some(path) = &self.glb {
            wanted.save_glb(path, out)?;
        }
        Ok(())
    }

    fn wanted<'a>(&self, world: &'a World, body: &'a Body, name: &'a str) -> anyhow::Result<Wanted<'a>> {
        let mut wanted = Wanted::new(world, body, name, self.colour.into());
        wanted.seen = match (self.section, self.view) {
            (Some([x0, z0, x1, z1]), _) => Seen::Section([[x0, z0], [x1, z1]]),
            (None, Eye::Plan) => Seen::Plan,
            (None, Eye::Side) => Seen::Side,
        };
        if let Some(number) = self.storey {
            let storeys = world.storeys(body);
            let storey = number.checked_sub(1).and_then(|i| storeys.get(i));
            wanted.storey = Some((number, *storey.ok_or_else(|| no_storey(number, storeys.len()))?));
        }
        (wanted.heights, wanted.sheet, wanted.links) = (self.heights, self.sheet, self.links);
        Ok(wanted)
    }
}

fn no_storey(number: usize, count: usize) -> anyhow::Error {
    anyhow!("--storey {number}: this world has storeys 1 to {count}; --heights LOW..HIGH takes any range")
}
