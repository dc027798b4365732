//! Spans → the solid parts where the world is cut: along a vertical section, or at a height as on an architect's plan.

use super::paint::Painter;
use super::{Ground, LIFT};
use crate::draw::drawing::{columns, relative};
use crate::draw::{Colour, Drawing, Point};
use crate::geom::metres;
use crate::ground::ColumnKey;

/// What is cut through.
const SOLID: Colour = Colour::hex(0x4a_4e55);
/// Metres below which a span is drawn as a line, since it would vanish.
const THIN: f64 = 0.03;
/// Metres behind the cut at which it is drawn, so that rounding does not cut it away.
const BEHIND: f64 = 0.002;
/// Width in pixels of the lines that floors are.
const FLOOR_WIDTH: f32 = 4.0;

/// A piece of the cutting line within one column.
struct Piece {
    column: ColumnKey,
    /// Metres from the start of the line.
    from: f64,
    to: f64,
}

/// A span of one or more pieces.
#[derive(Clone, Copy)]
struct Slab {
    along: [f64; 2],
    heights: [f64; 2],
}

/// A vertical plane through two plan positions.
struct Plane {
    start: [f64; 2],
    direction: [f64; 2],
    length: f64,
}

impl Plane {
    fn through(from: [f64; 2], to: [f64; 2]) -> Option<Self> {
        let (x, z) = (to[0] - from[0], to[1] - from[1]);
        let length = x.hypot(z);
        (length > 0.0 && length.is_finite()).then(|| Self { start: from, direction: [x / length, z / length], length })
    }

    /// The point so many metres along the line at a height, a little behind the cut.
    fn point(&self, origin: [f64; 3], along: f64, height: f64) -> Point {
        let [x, z] = self.direction;
        // The eye is on the side of (−z, x), as `View::section` has it.
        relative([self.start[0] + x * along + z * BEHIND, height, self.start[1] + z * along - x * BEHIND], origin)
    }
}

impl Ground<'_> {
    /// Adds what a vertical cut between two plan positions (x, z) goes through: spans as a layer `spans`, floors as
    /// lines in a layer `cut floors`. To be seen through [`View::section`](crate::draw::View::section) of the same line.
    pub fn section(&self, drawing: &mut Drawing, from: [f64; 2], to: [f64; 2]) {
        let Some(plane) = Plane::through(from, to) else { return };
        let pieces = self.pieces(&plane);
        let origin = drawing.origin;
        let layer = drawing.flat_layer("spans");
        for Slab { along: [a, b], heights: [low, high] } in self.slabs(&pieces) {
            let corners = [(a, low), (b, low), (b, high), (a, high)];
            let corners = corners.map(|(along, height)| plane.point(origin, along, height));
            if high - low < THIN {
                layer.line(corners[0], corners[1], SOLID);
            } else {
                layer.quad(corners, SOLID);
            }
        }
        self.cut_floors(drawing, &plane, &pieces);
    }

    fn cut_floors(&self, drawing: &mut Drawing, plane: &Plane, pieces: &[Piece]) {
        let painter = Painter::new(self);
        let up = self.world.origin()[1];
        let origin = drawing.origin;
        let layer = drawing.layer("cut floors");
        (layer.overlay, layer.line_width) = (true, FLOOR_WIDTH);
        for piece in pieces {
            for id in self.world.floors_at(piece.column) {
                let Some((tile, _)) = self.world.floor(id) else { continue };
                if self.shows(tile, id.index as usize) {
                    let height = up + metres(tile.height(id.index as usize)) + LIFT;
                    let [a, b] = [piece.from, piece.to].map(|along| plane.point(origin, along, height));
                    layer.line(a, b, painter.colour(id.tile, tile, id.index as usize));
                }
            }
        }
    }

    /// The columns that a line passes, in its order.
    fn pieces(&self, plane: &Plane) -> Vec<Piece> {
        let Some(window) = self.world.window() else { return Vec::new() };
        let (size, origin) = (self.world.grid().cell_size(), self.world.origin());
        let axes = [(origin[0], window.x0, window.width), (origin[2], window.z0, window.depth)];
        let mut crossings = vec![0.0, plane.length];
        for (axis, (origin, first, count)) in axes.into_iter().enumerate() {
            if plane.direction[axis].abs() > 1e-12 {
                let border =
                    |i: i32| (origin + f64::from(first + i) * size - plane.start[axis]) / plane.direction[axis];
                crossings.extend((0..=count).map(border).filter(|t| (0.0..=plane.length).contains(t)));
            }
        }
        crossings.sort_by(f64::total_cmp);
        let piece = |pair: &[f64]| {
            let middle = (pair[0] + pair[1]) / 2.0;
            let at = [0, 1].map(|axis| plane.start[axis] + plane.direction[axis] * middle);
            let column = self.world.column_at([at[0], 0.0, at[1]]);
            (window.contains(column) && pair[1] > pair[0]).then_some(Piece { column, from: pair[0], to: pair[1] })
        };
        crossings.windows(2).filter_map(piece).collect()
    }

    /// Spans along the pieces; equal spans of pieces that follow each other are one.
    fn slabs(&self, pieces: &[Piece]) -> Vec<Slab> {
        let mut slabs: Vec<Slab> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for piece in pieces {
            let before = std::mem::take(&mut open);
            for heights in self.world.spans_at(piece.column) {
                let same = |&&at: &&usize| slabs[at].along[1] >= piece.from && slabs[at].heights == heights;
                if let Some(&at) = before.iter().find(same) {
                    slabs[at].along[1] = piece.to;
                    open.push(at);
                } else {
                    open.push(slabs.len());
                    slabs.push(Slab { along: [piece.from, piece.to], heights });
                }
            }
        }
        slabs
    }

    /// Adds what a level cut at a height goes through, as a layer `walls`: the dark walls of an architect's plan.
    pub fn walls(&self, drawing: &mut Drawing, height: f64) {
        let cm = crate::geom::cm_of(height - self.world.origin()[1]);
        let (size, level) = (self.world.grid().cell_size(), metres(cm) - 0.001);
        let layer = drawing.flat_layer("walls");
        for (key, tile) in self.world.tiles() {
            let mut runs: Vec<[i32; 3]> = Vec::new();
            for (place, _) in tile.span_index().columns() {
                if tile.is_blocked(place[0], place[1], cm - 1, cm + 1) {
                    let [x, z] = super::column(key, place);
                    match runs.last_mut().filter(|run| run[1] == x && run[2] == z) {
                        Some(run) => run[1] = x + 1,
                        None => runs.push([x, x + 1, z]),
                    }
                }
            }
            for [x0, x1, z] in runs {
                layer.quad(columns([x0, x1], [z, z + 1], size, |_, _| level), SOLID);
            }
        }
    }
}
