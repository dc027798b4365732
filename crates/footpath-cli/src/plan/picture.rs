//! Pictures and models of routes.

use super::stack::Stack;
use crate::output::{Output, check_file, size};
use crate::picture::Eye;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use footpath::draw::{Drawing, Ground, Paint, Storey, Style, Tint, Trail, View};
use footpath::plan::cells::CellPath;
use footpath::plan::{PaperMargin, PaperOptions, Query};
use footpath::{Body, Route, World};
use std::path::{Path, PathBuf};

const SIZE: [u32; 2] = [1600, 1000];
/// Pixels that a picture may be high.
const HEIGHTS: [f64; 2] = [420.0, 1200.0];
/// Pixels that views leave free on each side.
const MARGIN: f64 = 60.0;
/// Pixels that a legend needs beside the drawing.
const LEGEND_SIDE: f64 = 220.0;
/// How pale the scene is behind a route seen from the side.
const PALE: f64 = 0.65;
/// Metres above a route at which a plan is cut open at the lowest.
const BELOW_CUT: f64 = 1.5;

/// What a picture shows beside the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The cells of the path, as small squares
    Cells,
    /// The front: floors that the search met, in rings of cost
    Front,
    /// The border cells that --border keeps off, or one layer of them
    Border,
}

/// Which pictures of a route are drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct PlanPictureArgs {
    /// Draws the route on grey floors: a plan of every storey that it touches, unless --view says otherwise
    #[arg(long, value_name = "F.svg|F.png")]
    pub picture: Option<PathBuf>,
    /// What is shown beside the route; may be repeated
    #[arg(long, value_enum, value_name = "WHAT")]
    pub show: Vec<Show>,
    /// From where the picture is seen
    #[arg(long, value_enum, default_value = "plan")]
    pub view: Eye,
    /// Only this storey, counted from 1 at the lowest
    #[arg(long, value_name = "N")]
    pub storey: Option<usize>,
}

impl PlanPictureArgs {
    /// Refuses files that cannot be written, before the work is done.
    pub fn check(&self) -> anyhow::Result<()> {
        self.picture.iter().try_for_each(|path| check_file(path, &["svg", "png"]))
    }

    /// Draws what was asked for into a picture of routes.
    pub fn draw(&self, mut picture: RoutePicture<'_>, out: &Output) -> anyhow::Result<()> {
        let Some(path) = &self.picture else { return Ok(()) };
        let (world, query) = (picture.world, picture.query);
        (picture.eye, picture.storey) = (self.view, self.storey);
        if self.show.contains(&Show::Front) {
            // Where an end is off the map there is no front, and the answer says so.
            picture.tint = world.front(query).ok().map(|front| Tint::front(world, &front));
        }
        if self.show.contains(&Show::Border) {
            let border = border(world, query).context("--show border")?;
            picture.tint = Some(picture.tint.unwrap_or_default().under(border));
        }
        if self.show.contains(&Show::Cells) {
            let plans = match picture.routes[..] {
                [] => Vec::new(),
                [_] => vec![world.plan_cells(query)],
                _ => world.plan_cells_to_all(query).unwrap_or_default(),
            };
            picture.cells = plans.into_iter().flatten().map(|plan| plan.path).collect();
        }
        picture.save(path, out)
    }
}

/// The border cells that a query keeps off; where it keeps off by other means, one layer of them.
fn border(world: &World, query: &Query<'_>) -> anyhow::Result<Tint> {
    let mut query = query.clone();
    let papers = query.papers.unwrap_or_default();
    if !matches!(papers.margin, PaperMargin::Border { .. }) {
        query.papers = Some(PaperOptions { margin: PaperMargin::Border { layers: 1, sides: 8 }, ..papers });
    }
    Ok(Tint::border(world.border_of(&query)?))
}

/// Routes on the floors of a world.
pub struct RoutePicture<'a> {
    world: &'a World,
    query: &'a Query<'a>,
    routes: Vec<&'a Route>,
    name: &'a str,
    pub eye: Eye,
    pub storey: Option<usize>,
    tint: Option<Tint>,
    cells: Vec<CellPath>,
}

impl<'a> RoutePicture<'a> {
    pub fn new(world: &'a World, query: &'a Query<'a>, routes: Vec<&'a Route>, name: &'a str) -> Self {
        Self { world, query, routes, name, eye: Eye::Plan, storey: None, tint: None, cells: Vec::new() }
    }

    /// The storeys to show, with their numbers: the one asked for, or those that a route touches.
    fn storeys(&self) -> anyhow::Result<Vec<(usize, Storey)>> {
        let all: Vec<(usize, Storey)> = (1..).zip(self.world.storeys(self.query.body)).collect();
        if let Some(number) = self.storey {
            let one = all.iter().find(|(i, _)| *i == number);
            let one = one.ok_or_else(|| anyhow!("--storey {number}: this world has storeys 1 to {}", all.len()))?;
            return Ok(vec![*one]);
        }
        let heights = self.heights();
        let touched = |storey: &Storey| heights.iter().any(|height| (storey.low..storey.high).contains(height));
        let shown: Vec<_> = all.iter().copied().filter(|(_, storey)| touched(storey)).collect();
        Ok(if shown.is_empty() { all } else { shown })
    }

    /// Heights of the routes' points, or of the start where there is no route.
    fn heights(&self) -> Vec<f64> {
        let points = self.routes.iter().flat_map(|route| &route.points).map(|point| point[1]);
        if self.routes.is_empty() { vec![self.query.from[1]] } else { points.collect() }
    }

    /// Draws and writes the picture.
    pub fn save(&self, path: &Path, out: &Output) -> anyhow::Result<()> {
        let storeys = self.storeys()?;
        let style = self.style();
        let (drawing, view) = match self.eye {
            Eye::Plan => self.plans(&storeys),
            Eye::Side => self.side(&storeys),
        };
        drawing.save(path, &view.side(LEGEND_SIDE), &style)?;
        wrote(path, out)
    }

    fn ground(&self) -> Ground<'_> {
        let ground = Ground::new(self.world).paint(Paint::Plain).body(self.query.body);
        match &self.tint {
            Some(tint) => ground.tint(tint),
            None => ground,
        }
    }

    fn trails(&self, drawing: &mut Drawing, low: f64, high: f64) {
        for route in &self.routes {
            Trail::new(route).heights(low, high).lines(drawing);
        }
        if let Some(route) = self.routes.first() {
            let trail = Trail::new(route).heights(low, high);
            self.cells.iter().for_each(|path| trail.cells(drawing, self.world, path));
        }
    }

    /// The storeys in plan, side by side; slopes whose storeys lie beside each other are one.
    fn plans(&self, storeys: &[(usize, Storey)]) -> (Drawing, View) {
        let groups = Stack::of(self.world, self.query.body, storeys);
        let alone = groups.len() < 2;
        let panels: Vec<(String, Drawing)> = groups.iter().map(|group| self.panel(group, alone)).collect();
        let [low, high] = self.extent();
        let free = f64::from(SIZE[0]) - 2.0 * MARGIN - LEGEND_SIDE;
        let height = free * (high[1] - low[1]) / ((high[0] - low[0]) * panels.len() as f64).max(1e-3) + 2.0 * MARGIN;
        let view = View::plan().size(SIZE[0], height.clamp(HEIGHTS[0], HEIGHTS[1]) as u32);
        (Drawing::beside(panels, low, high), view)
    }

    fn panel(&self, stack: &Stack, alone: bool) -> (String, Drawing) {
        let mut drawing = Drawing::around(self.world.origin());
        let within = self.heights().into_iter().filter(|height| (stack.low..stack.high).contains(height));
        // Without its roof, and high enough for the route.
        let open = stack.cut.map_or(stack.high, |cut| within.fold(cut, |high, height| high.max(height + BELOW_CUT)));
        let high = if stack.high.is_finite() { stack.high } else { open };
        let ground = self.ground().heights(stack.low, high);
        ground.floors(&mut drawing);
        if let Some(cut) = stack.cut {
            ground.walls(&mut drawing, cut);
        }
        self.trails(&mut drawing, stack.low, stack.high);
        (if alone { String::new() } else { stack.title.clone() }, drawing)
    }

    /// Everything up to the highest storey from the side; the route shines through.
    fn side(&self, storeys: &[(usize, Storey)]) -> (Drawing, View) {
        let cut = storeys.last().map_or(f64::INFINITY, |(_, storey)| storey.cut());
        let mut drawing = Drawing::around(self.world.origin());
        let ground = self.ground().heights(f64::NEG_INFINITY, cut);
        ground.scene(&mut drawing, PALE);
        ground.floors(&mut drawing);
        if cut.is_finite() {
            ground.walls(&mut drawing, cut);
        }
        self.trails(&mut drawing, f64::NEG_INFINITY, cut);
        let view = View::axonometric(0.6, 0.75).size(SIZE[0], SIZE[1]).heights(f64::NEG_INFINITY, cut);
        (drawing, view)
    }

    /// Plan corners of the world, in metres.
    fn extent(&self) -> [[f64; 2]; 2] {
        let Some(window) = self.world.window() else { return [[0.0; 2], [1.0; 2]] };
        let (size, origin) = (self.world.grid().cell_size(), self.world.origin());
        let at = |x: i32, z: i32| [origin[0] + f64::from(x) * size, origin[2] + f64::from(z) * size];
        [at(window.x0, window.z0), at(window.x0 + window.width, window.z0 + window.depth)]
    }

    fn style(&self) -> Style {
        let body = self.query.body;
        let length: f64 = self.routes.iter().map(|route| route.length).sum();
        let what = match self.routes.len() {
            0 => "no route".to_owned(),
            1 => format!("a route of {length:.1} m"),
            count => format!("{count} routes of {length:.1} m together"),
        };
        let title = format!("{}: {what} for {} of {:.2} m", self.name, body.name, body.height);
        let mut legend = Trail::legend_of(self.routes.iter().copied());
        legend.extend(self.ground().legend());
        Style { description: title.clone(), title, legend, shadows: false, ..Style::default() }
    }
}

/// Writes the floors and the routes as a model.
pub fn save_glb(world: &World, body: &Body, routes: &[&Route], path: &Path, out: &Output) -> anyhow::Result<()> {
    let mut drawing = Drawing::around(world.origin());
    Ground::new(world).paint(Paint::Plain).body(body).floors(&mut drawing);
    for route in routes {
        Trail::new(route).tube(&mut drawing);
    }
    drawing.save(path, &View::plan(), &Style::default())?;
    wrote(path, out)
}

fn wrote(path: &Path, out: &Output) -> anyhow::Result<()> {
    let bytes = std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
    out.log(format_args!("wrote {} ({})", path.display(), size(bytes as usize)));
    Ok(())
}
