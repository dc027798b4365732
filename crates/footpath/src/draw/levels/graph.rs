//! The graph: areas as nodes, waypoints as edges, with the slices apart from each other so that all are seen.

use super::{INK, LevelPlan, PAPER, title};
use crate::draw::{Colour, Drawing, Point, View};

/// Where the eye is: low enough that slices need not be far apart to be seen one by one.
const YAW: f64 = 0.2;
const PITCH: f64 = 0.4;
/// Height between two slices, in multiples of what keeps them from covering each other; the rest is for their titles.
const APART: f64 = 1.15;
/// Radius of a node, as a share of the world's longer side.
const NODE: f64 = 0.017;
/// Waypoints whose width is written beside them; more would cover each other.
const NAMED: usize = 40;
const EDGE: Colour = Colour::hex(0x8c_1d18);
/// Corners of a node.
const CORNERS: usize = 16;

impl LevelPlan<'_> {
    /// The view that [`LevelPlan::graph`] is drawn for, with pixels as it needs them.
    pub fn graph_view(&self) -> View {
        let ([low, high], rows) = (self.corners(), self.shown().len().max(1) as f64);
        let width = (high[0] - low[0]) * YAW.cos() + (high[1] - low[1]) * YAW.sin();
        let height = rows * self.row() * PITCH.cos();
        let scale = (1000.0 / width).min(1600.0 / height);
        // Wide enough for a title, and as high as the slices need.
        let pixels = |side: f64, least: f64| (side * scale + 120.0).max(least).min(1800.0) as u32;
        View::axonometric(YAW, PITCH).size(pixels(width, 1000.0), pixels(height, 500.0))
    }

    /// Height between two slices.
    fn row(&self) -> f64 {
        let [low, high] = self.corners();
        APART * ((high[1] - low[1]) * YAW.cos() + (high[0] - low[0]) * YAW.sin()) * PITCH.tan()
    }

    /// Areas as nodes at their centres and waypoints as edges with their widths, on slices that are drawn one above the
    /// other, to be seen in [`LevelPlan::graph_view`]. Areas without waypoints have no node.
    pub fn graph(&self) -> Drawing {
        let mut drawing = Drawing::around(self.world.origin());
        let [low, high] = self.corners();
        let side = (high[0] - low[0]).max(high[1] - low[1]);
        let shown = self.shown();
        let level = |slice: usize| shown.iter().position(|&other| other == slice).map(|row| row as f64 * self.row());
        for &slice in &shown {
            let (height, slices) = (level(slice).unwrap_or(0.0), self.levels.slices());
            self.sheet(&mut drawing, height, PAPER);
            self.lay(&mut drawing, "areas", &self.patches(slice, true), height + 0.002 * side, Colour::of_index);
            let mut at = drawing.point([low[0] + 0.3 * (high[0] - low[0]), 0.0, high[1] + 0.08 * side]);
            at[1] = height as f32;
            drawing.layer("titles").label(at, title(slice, &slices[slice]), INK);
        }
        self.edges(&mut drawing, side, &level);
        self.nodes(&mut drawing, side, &level);
        drawing
    }

    /// A position of the world on its slice's plane.
    fn on_plane(&self, drawing: &Drawing, position: [f64; 3], height: f64, side: f64) -> Point {
        let mut at = drawing.point(position);
        at[1] = (height + 0.006 * side) as f32;
        at
    }

    fn edges(&self, drawing: &mut Drawing, side: f64, level: &impl Fn(usize) -> Option<f64>) {
        let (areas, waypoints) = (self.levels.areas(), self.levels.waypoints());
        for waypoint in waypoints {
            let heights = waypoint.areas.map(|area| level(areas[area].slice));
            let [Some(lower), Some(upper)] = heights else { continue };
            let [from, to] = waypoint.crossings[waypoint.middle];
            let ends = waypoint.areas.map(|area| self.world.position(areas[area].centre));
            let ([Some(a), Some(b)], Some(from), Some(to)) = (ends, self.world.position(from), self.world.position(to))
            else {
                continue;
            };
            let points = [(a, lower), (from, lower), (to, upper), (b, upper)];
            let points = points.map(|(position, height)| self.on_plane(drawing, position, height, side));
            let middle: Point = std::array::from_fn(|axis| (points[1][axis] + points[2][axis]) / 2.0);
            let layer = drawing.layer("waypoints");
            (layer.overlay, layer.line_width) = (true, 3.0);
            layer.polyline(&points, EDGE);
            if waypoints.len() <= NAMED {
                layer.label(middle, format!("{:.1} m", waypoint.width), EDGE);
            }
        }
    }

    fn nodes(&self, drawing: &mut Drawing, side: f64, level: &impl Fn(usize) -> Option<f64>) {
        let radius = NODE * side;
        let named: Vec<usize> = self.named().map(|(number, _)| number).collect();
        for (number, area) in self.levels.areas().iter().enumerate() {
            let joined = !self.levels.waypoints_of(number).is_empty();
            let (true, Some(height), Some(centre)) = (joined, level(area.slice), self.world.position(area.centre))
            else {
                continue;
            };
            let at = self.on_plane(drawing, centre, height, side);
            let corner = |i: usize| {
                let turn = (i % CORNERS) as f64 / CORNERS as f64 * std::f64::consts::TAU;
                [at[0] + (radius * turn.cos()) as f32, at[1], at[2] - (radius * turn.sin()) as f32]
            };
            let layer = drawing.layer("nodes");
            (layer.shaded, layer.overlay, layer.outlined) = (false, true, false);
            for i in 0..CORNERS {
                layer.triangle([at, corner(i), corner(i + 1)], Colour::WHITE);
                layer.line(corner(i), corner(i + 1), INK);
            }
            if named.binary_search(&number).is_ok() {
                layer.label(at, (number + 1).to_string(), INK);
            }
        }
    }
}
