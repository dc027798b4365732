//! Pictures and models of a world.

mod args;

pub use args::{Eye, PictureArgs};

use crate::output::{Output, size, thousands};
use anyhow::{Context, bail};
use footpath::draw::{Drawing, Ground, MAX_LINKS, Paint, Storey, Style, View};
use footpath::geom::tidy;
use footpath::{Body, World};
use std::path::Path;

/// Pixels that a legend needs beside the drawing.
const LEGEND_SIDE: f64 = 240.0;
/// Triangles of the scene that an SVG shows behind the floors; more make a file that no program opens.
const SVG_TRIANGLES: usize = 40_000;
/// How pale the scene is behind floors.
const PALE: f64 = 0.65;
const SIZE: [u32; 2] = [1600, 1000];
/// Pixels that a picture may be high.
const HEIGHTS: [f64; 2] = [520.0, 1200.0];
/// Pixels that views leave free on each side.
const MARGIN: f64 = 60.0;

/// From where a world is seen.
#[derive(Clone, Copy)]
pub enum Seen {
    Plan,
    Side,
    Section([[f64; 2]; 2]),
}

/// One picture of a world.
pub struct Wanted<'a> {
    world: &'a World,
    body: &'a Body,
    name: &'a str,
    paint: Paint,
    pub seen: Seen,
    /// Its number, counted from 1, and what it is.
    pub storey: Option<(usize, Storey)>,
    pub heights: Option<[f64; 2]>,
    pub sheet: Option<u16>,
    pub links: bool,
}

impl<'a> Wanted<'a> {
    /// All floors, from above.
    pub fn new(world: &'a World, body: &'a Body, name: &'a str, paint: Paint) -> Self {
        Self { world, body, name, paint, seen: Seen::Plan, storey: None, heights: None, sheet: None, links: false }
    }

    fn ground(&self) -> Ground<'a> {
        let mut ground = Ground::new(self.world).paint(self.paint).body(self.body);
        if let Some(sheet) = self.sheet {
            ground = ground.sheet(sheet);
        }
        match (self.heights, self.storey) {
            (Some([low, high]), _) => ground.heights(low, high),
            (None, Some((_, storey))) => ground.heights(storey.low, storey.cut()),
            (None, None) => ground,
        }
    }

    /// Draws and writes the picture.
    pub fn save(&self, path: &Path, out: &Output) -> anyhow::Result<()> {
        let (mut drawing, ground) = (Drawing::around(self.world.origin()), self.ground());
        if ground.count() == 0 {
            out.warn(format_args!("{}: no floor is in what is shown; --sheet or --heights leave none", path.display()));
        }
        let svg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
        let triangles = self.world.tiles().map(|(_, tile)| tile.faces().len()).sum::<usize>();
        if svg && triangles <= SVG_TRIANGLES && matches!(self.seen, Seen::Side) {
            ground.upright_scene(&mut drawing, PALE);
        } else if !svg || triangles <= SVG_TRIANGLES {
            ground.scene(&mut drawing, PALE);
        } else {
            out.log(format_args!("{}: the scene is left out of this SVG; a PNG shows it", path.display()));
        }
        match (self.seen, self.cut()) {
            (Seen::Section([from, to]), _) => ground.section(&mut drawing, from, to),
            (_, Some(height)) => {
                ground.walls(&mut drawing, height);
                ground.floors(&mut drawing);
            }
            (_, None) => ground.floors(&mut drawing),
        }
        // One sheet is looked for under whatever is above it.
        drawing.layer("floors").overlay = self.sheet.is_some();
        if self.links {
            self.draw_links(&ground, &mut drawing, out);
        }
        if !matches!(self.seen, Seen::Section(_)) {
            drawing.places(self.world.places());
        }
        let style = self.style(&ground);
        drawing.save(path, &self.view(&style), &style)?;
        self.wrote(path, out)
    }

    fn draw_links(&self, ground: &Ground, drawing: &mut Drawing, out: &Output) {
        let count = ground.links(drawing);
        if count > MAX_LINKS {
            let (count, most) = (thousands(count), thousands(MAX_LINKS));
            out.warn(format_args!(
                "{count} links are too many to draw ({most} at most); choose fewer floors with --heights"
            ));
        }
    }

    /// Writes the floors as a model.
    pub fn save_glb(&self, path: &Path, out: &Output) -> anyhow::Result<()> {
        let (mut drawing, ground) = (Drawing::around(self.world.origin()), self.ground());
        ground.floors(&mut drawing);
        if self.links {
            self.draw_links(&ground, &mut drawing, out);
        }
        drawing.save(path, &View::plan(), &Style::default())?;
        self.wrote(path, out)
    }

    fn wrote(&self, path: &Path, out: &Output) -> anyhow::Result<()> {
        let bytes = std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
        out.log(format_args!("wrote {} ({})", path.display(), size(bytes as usize)));
        Ok(())
    }

    /// The height at which the scene is cut open.
    fn cut(&self) -> Option<f64> {
        match (self.heights, self.storey) {
            (Some([_, high]), _) => Some(high).filter(|high| high.is_finite()),
            (None, storey) => storey.map(|(_, storey)| storey.cut()),
        }
    }

    fn view(&self, style: &Style) -> View {
        let view = match self.seen {
            Seen::Plan => View::plan(),
            Seen::Side => View::axonometric(0.6, 0.75),
            Seen::Section([from, to]) => View::section(from, to),
        };
        let side = if style.legend.is_empty() { 0.0 } else { LEGEND_SIDE };
        let [width, height] = self.size(side);
        let view = view.size(width, height).side(side);
        match (self.seen, self.cut()) {
            (Seen::Section(_), _) | (_, None) => view,
            (_, Some(height)) => {
                let low = self.heights.map(|[low, _]| low).or(self.storey.map(|(_, storey)| storey.low));
                // Steps and kerbs below the lowest floor that is shown give it something to stand on.
                view.heights(low.unwrap_or(f64::NEG_INFINITY) - 0.3, height)
            }
        }
    }

    /// Pixels of the picture: as high as the shape of what is shown asks for.
    fn size(&self, side: f64) -> [u32; 2] {
        let extent = match (self.seen, self.world.cells()) {
            (Seen::Side, _) | (_, None) => return SIZE,
            (Seen::Plan, Some(([x, _, z], _))) => [x as f64, z as f64],
            (Seen::Section([from, to]), Some(([_, y, _], _))) => {
                let length = (to[0] - from[0]).hypot(to[1] - from[1]);
                [length, y as f64 * f64::from(self.world.grid().cell_height) / 100.0]
            }
        };
        let free = f64::from(SIZE[0]) - 2.0 * MARGIN - side;
        let height = free * extent[1] / extent[0] + 2.0 * MARGIN;
        [SIZE[0], height.clamp(HEIGHTS[0], HEIGHTS[1]) as u32]
    }

    fn style(&self, ground: &Ground) -> Style {
        let what = match (self.storey, self.heights, self.sheet) {
            (Some((number, storey)), ..) => format!(", storey {number} ({:.2} m)", tidy(storey.floor, 2)),
            (None, Some([low, high]), _) => format!(", {low} to {high} m"),
            (None, None, Some(sheet)) => format!(", sheet {sheet} of each tile"),
            (None, None, None) => String::new(),
        };
        let cut = if matches!(self.seen, Seen::Section(_)) { ", section" } else { "" };
        let title = match self.paint {
            Paint::Refused => {
                format!("{}: where {} of {:.2} m stands{what}{cut}", self.name, self.body.name, self.body.height)
            }
            paint => format!("{}: floors by {}{what}{cut}", self.name, paint.name()),
        };
        Style {
            description: format!("{title}; {} floors", thousands(ground.count())),
            title,
            legend: ground.legend(),
            // Colours are read against the legend.
            shadows: false,
            ..Style::default()
        }
    }
}

/// A line along the longer side of a world, through the middle of what a body can stand on.
pub fn middle_section(world: &World) -> anyhow::Result<[[f64; 2]; 2]> {
    let Some(window) = world.window() else { bail!("the world is empty; nothing can be cut") };
    let (size, origin) = (world.grid().cell_size(), world.origin());
    let x = [window.x0, window.x0 + window.width].map(|column| origin[0] + f64::from(column) * size);
    let z = [window.z0, window.z0 + window.depth].map(|column| origin[2] + f64::from(column) * size);
    let (middle_x, middle_z) = ((x[0] + x[1]) / 2.0, (z[0] + z[1]) / 2.0);
    Ok(if window.width >= window.depth {
        [[x[0], middle_z], [x[1], middle_z]]
    } else {
        [[middle_x, z[0]], [middle_x, z[1]]]
    })
}
