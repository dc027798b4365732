//! The lines of a route in a picture, with a mark and a word where an action begins; the route as a tube, for models.

use super::{Trail, action_colour};
use crate::body::Action;
use crate::draw::{Colour, Drawing, Layer, Point};
use crate::geom::vector::{cross, dot, sub};
use std::ops::RangeInclusive;

/// Metres by which lines are drawn above the ground.
pub(super) const ABOVE: f64 = 0.05;
/// Width of the lines in pixels.
const WIDTH: f32 = 5.0;
/// Width of the white under them, which lifts them off any ground.
const CASING: f32 = 9.0;
pub(super) const START: Colour = Colour::hex(0x1c_7c3c);
pub(super) const GOAL: Colour = Colour::hex(0xb0_1e1e);
/// Metres from the middle of a mark to its corners.
const MARK: f64 = 0.14;
const END: f64 = 0.22;
/// Metres within which the same word is not written twice.
const WORDS_APART: f64 = 1.0;

impl Trail<'_> {
    /// Adds the route as lines in a layer `route`, over everything; in a layer `marks` start, goal, and the places where
    /// anything but walking begins.
    pub fn lines(&self, drawing: &mut Drawing) {
        let mut pieces: Vec<(Vec<Point>, Colour)> = Vec::new();
        for section in &self.route.sections {
            for run in self.runs(section) {
                let points = run.iter().map(|&[x, y, z]| drawing.point([x, y + ABOVE, z])).collect();
                pieces.push((points, action_colour(section.action)));
            }
        }
        let casing = drawing.layer("route casing");
        (casing.overlay, casing.shaded, casing.line_width) = (true, false, CASING);
        for (points, _) in &pieces {
            casing.polyline(points, Colour::WHITE);
        }
        let layer = drawing.layer("route");
        (layer.overlay, layer.shaded, layer.line_width) = (true, false, WIDTH);
        for (points, colour) in pieces {
            layer.polyline(&points, colour);
        }
        self.marks(drawing);
    }

    fn marks(&self, drawing: &mut Drawing) {
        let shown = |at: Option<&[f64; 3]>| at.copied().filter(|at| self.heights.contains(&at[1]));
        let mut words: Vec<([f64; 3], Action)> = Vec::new();
        for section in self.route.sections.iter().filter(|section| section.action != Action::Walk) {
            let Some(at) = shown(self.route.points.get(section.first)) else { continue };
            mark(drawing, at, MARK, action_colour(section.action));
            if !words.iter().any(|&(other, action)| action == section.action && near(other, at)) {
                words.push((at, section.action));
            }
        }
        for (at, action) in words {
            word(drawing, at, action.name(), action_colour(action));
        }
        let ends = [(self.route.points.first(), "start", START), (self.route.points.last(), "goal", GOAL)];
        for (at, name, colour) in ends {
            if let Some(at) = shown(at) {
                mark(drawing, at, END, colour);
                word(drawing, at, name, colour);
            }
        }
    }
}

fn near(a: [f64; 3], b: [f64; 3]) -> bool {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>() < WORDS_APART * WORDS_APART
}

fn marks(drawing: &mut Drawing) -> &mut Layer {
    let layer = drawing.flat_layer("marks");
    layer.overlay = true;
    layer
}

/// A square on its corner, lying on the ground, white around it so that it stands out from its line.
fn mark(drawing: &mut Drawing, [x, y, z]: [f64; 3], half: f64, colour: Colour) {
    for (half, colour) in [(half * 1.35, Colour::WHITE), (half, colour)] {
        let corners = [[-half, 0.0], [0.0, half], [half, 0.0], [0.0, -half]];
        let corners = corners.map(|[dx, dz]| drawing.point([x + dx, y + ABOVE, z + dz]));
        marks(drawing).quad(corners, colour);
    }
}

/// A word beyond a position, to the north of it.
fn word(drawing: &mut Drawing, [x, y, z]: [f64; 3], text: &str, colour: Colour) {
    let at = drawing.point([x, y + ABOVE, z - 0.35]);
    marks(drawing).label(at, text, colour);
}

/// The runs of a line that lie between two heights; where it crosses one, it ends there.
pub(super) fn within(line: &[[f64; 3]], heights: &RangeInclusive<f64>) -> Vec<Vec<[f64; 3]>> {
    let mut runs: Vec<Vec<[f64; 3]>> = Vec::new();
    let mut open: Option<Vec<[f64; 3]>> = None;
    for pair in line.windows(2) {
        let Some([from, to]) = clip(pair[0], pair[1], heights) else {
            runs.extend(open.take());
            continue;
        };
        let mut run = match open.take() {
            Some(run) if run.last() == Some(&from) => run,
            other => {
                runs.extend(other);
                vec![from]
            }
        };
        run.push(to);
        open = Some(run);
    }
    runs.extend(open);
    runs
}

/// The part of a straight piece between two heights.
fn clip(a: [f64; 3], b: [f64; 3], heights: &RangeInclusive<f64>) -> Option<[[f64; 3]; 2]> {
    let rise = b[1] - a[1];
    let at = |height: f64| if rise == 0.0 { f64::NAN } else { (height - a[1]) / rise };
    if rise == 0.0 && !heights.contains(&a[1]) {
        return None;
    }
    let (enter, leave) = if rise > 0.0 { (heights.start(), heights.end()) } else { (heights.end(), heights.start()) };
    // Infinite limits give infinite or undefined shares, which max and min pass over.
    let (first, last) = (at(*enter).max(0.0), at(*leave).min(1.0));
    let along = |t: f64| if t == 1.0 { b } else { [0, 1, 2].map(|i| a[i] + t * (b[i] - a[i])) };
    (first <= last).then(|| [along(first), along(last)])
}

/// Sides of the tube.
const SIDES: usize = 8;
/// Metres from its axis to its sides.
const RADIUS: f64 = 0.05;
/// Metres from the middle of start and goal to their corners.
const CORNER: f64 = 0.18;

impl Trail<'_> {
    /// Adds the route as a tube that lies on the ground in a layer `route`, flights as arcs in the air; start and goal as
    /// marks in a layer `ends`.
    pub fn tube(&self, drawing: &mut Drawing) {
        for section in &self.route.sections {
            let colour = action_colour(section.action);
            for run in self.runs(section) {
                let raised = |[x, y, z]: [f64; 3]| [x, y + RADIUS, z];
                run.windows(2).for_each(|pair| piece(drawing, raised(pair[0]), raised(pair[1]), colour));
            }
        }
        for (at, colour) in [(self.route.points.first(), START), (self.route.points.last(), GOAL)] {
            if let Some(&[x, y, z]) = at.filter(|at| self.heights.contains(&at[1])) {
                octahedron(drawing, [x, y + CORNER, z], CORNER, colour);
            }
        }
    }
}

/// One straight piece: its sides, and a ball-like joint of two caps so that bends have no holes.
fn piece(drawing: &mut Drawing, from: [f64; 3], to: [f64; 3], colour: Colour) {
    let along = sub(to, from);
    let length = dot(along, along).sqrt();
    if length < 1e-9 {
        return;
    }
    let along = along.map(|c| c / length);
    // Any direction that is not along the piece gives a frame around it.
    let aside = if along[1].abs() < 0.9 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
    let right = cross(along, aside);
    let length = dot(right, right).sqrt();
    let right = right.map(|c| c / length);
    let up = cross(right, along);
    let ring = |at: [f64; 3], drawing: &Drawing| -> [Point; SIDES] {
        std::array::from_fn(|side| {
            let (sin, cos) = (side as f64 / SIDES as f64 * std::f64::consts::TAU).sin_cos();
            drawing.point([0, 1, 2].map(|i| at[i] + RADIUS * (cos * right[i] + sin * up[i])))
        })
    };
    let (first, last) = (ring(from, drawing), ring(to, drawing));
    let ends = [(from, -1.0, first), (to, 1.0, last)]
        .map(|(at, sign, ring)| (drawing.point([0, 1, 2].map(|i| at[i] + sign * RADIUS * along[i])), ring, sign));
    let layer = drawing.layer("route");
    for side in 0..SIDES {
        let next = (side + 1) % SIDES;
        layer.quad([first[side], first[next], last[next], last[side]], colour);
        for (tip, ring, sign) in ends {
            let (a, b) = if sign > 0.0 { (ring[side], ring[next]) } else { (ring[next], ring[side]) };
            layer.triangle([a, b, tip], colour);
        }
    }
}

fn octahedron(drawing: &mut Drawing, [x, y, z]: [f64; 3], half: f64, colour: Colour) {
    let tips = [y - half, y + half].map(|y| drawing.point([x, y, z]));
    let around =
        [[half, 0.0], [0.0, -half], [-half, 0.0], [0.0, half]].map(|[dx, dz]| drawing.point([x + dx, y, z + dz]));
    let layer = drawing.layer("ends");
    for side in 0..4 {
        let (a, b) = (around[side], around[(side + 1) % 4]);
        layer.triangle([a, b, tips[1]], colour).triangle([b, a, tips[0]], colour);
    }
}
