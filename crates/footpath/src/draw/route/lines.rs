//! The lines of a route in a picture, with a mark and a word where an action begins.

use super::{Trail, action_colour};
use crate::body::Action;
use crate::draw::{Colour, Drawing, Layer, Point};
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
