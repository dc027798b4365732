//! Slices, areas and waypoints of a body: pictures and tables.

use crate::dump::tidied;
use crate::output::{Output, size, thousands};
use anyhow::Context;
use clap::ValueEnum;
use footpath::draw::{LevelPlan, Style, View};
use footpath::geom::tidy;
use footpath::plan::{Levels, SliceKind};
use footpath::{Body, World};
use std::io::{self, Write};
use std::path::Path;

/// Pixels of a picture's longer side, and of each side at least and at most.
const LONG: f64 = 1600.0;
const SIDES: [f64; 2] = [420.0, 1600.0];
/// Pixels around the drawing.
const MARGIN: f64 = 60.0;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// Floors, as --colour says
    Floors,
    /// Height slices as binary images: white is accessible to the body
    Slices,
    /// The connected areas of the slices
    Areas,
    /// Areas and the waypoints between them
    Graph,
}

/// Draws and writes a picture of the levels that a body has.
pub fn save(show: Show, world: &World, body: &Body, name: &str, path: &Path, out: &Output) -> anyhow::Result<()> {
    let levels = world.levels(body);
    let plan = LevelPlan::new(world, &levels);
    let (drawing, view, what) = match show {
        Show::Areas => (plan.areas(), View::plan(), "areas"),
        Show::Graph => (plan.graph(), plan.graph_view(), "areas and waypoints"),
        Show::Slices | Show::Floors => (plan.slices(), View::plan(), "slices"),
    };
    let count = match show {
        Show::Slices | Show::Floors => levels.slices().len(),
        Show::Areas | Show::Graph => levels.areas().len(),
    };
    let title = format!("{name}: {what} for {} of {:.2} m", body.name, body.height);
    let style = Style {
        description: format!("{title}; {}", thousands(count)),
        title,
        shadows: false,
        edges: false,
        ..Style::default()
    };
    let view = match (show, drawing.bounds()) {
        (Show::Graph, _) | (_, None) => view,
        (_, Some(bounds)) => sized(view, &bounds),
    };
    drawing.save(path, &view, &style)?;
    if plan.left_out() > 0 {
        out.log(format_args!("{}: {} smaller slices are left out", path.display(), thousands(plan.left_out())));
    }
    let bytes = std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
    out.log(format_args!("wrote {} ({})", path.display(), size(bytes as usize)));
    Ok(())
}

/// As wide and high as what is shown asks for.
fn sized(view: View, [low, high]: &[[f64; 3]; 2]) -> View {
    let [width, depth] = [high[0] - low[0], high[2] - low[2]];
    let free = LONG - 2.0 * MARGIN;
    let scale = free / width.max(depth).max(1e-9);
    let pixels = |side: f64| (side * scale + 2.0 * MARGIN).clamp(SIDES[0], SIDES[1]) as u32;
    view.size(pixels(width), pixels(depth))
}

/// Areas as CSV. People count areas from 1, slices and parts from 0.
pub fn areas(world: &World, levels: &Levels, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "area,slice,kind,part,floors,square_metres,low,high,x,y,z,waypoints")?;
    for (i, area) in levels.areas().iter().enumerate() {
        let Some([x, y, z]) = world.position(area.centre).map(tidied) else { continue };
        let kind = match levels.slices()[area.slice].kind {
            SliceKind::Level => "level",
            SliceKind::Passage => "passage",
        };
        writeln!(
            out,
            "{},{},{kind},{},{},{:.4},{:.2},{:.2},{x:.4},{y:.2},{z:.4},{}",
            i + 1,
            area.slice,
            area.part,
            area.floors,
            area.area,
            tidy(area.low, 2),
            tidy(area.high, 2),
            levels.waypoints_of(i).len()
        )?;
    }
    Ok(())
}

/// Waypoints as CSV.
pub fn waypoints(world: &World, levels: &Levels, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "waypoint,area,to_area,width,headroom,step,crossings,x,y,z")?;
    for (i, waypoint) in levels.waypoints().iter().enumerate() {
        let Some([x, y, z]) = world.position(waypoint.crossings[waypoint.middle][0]).map(tidied) else { continue };
        let [a, b] = waypoint.areas.map(|area| area + 1);
        writeln!(
            out,
            "{},{a},{b},{:.4},{:.2},{:.2},{},{x:.4},{y:.2},{z:.4}",
            i + 1,
            waypoint.width,
            waypoint.headroom,
            waypoint.step,
            waypoint.crossings.len()
        )?;
    }
    Ok(())
}
