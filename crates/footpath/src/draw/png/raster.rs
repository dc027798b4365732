//! Flat triangles and lines → colours of all samples, band by band of rows.
//!
//! A band is painted by one thread, in the order of the drawing, so the number of threads changes nothing.

use std::ops::Range;

use rayon::prelude::*;

use crate::draw::Colour;
use crate::draw::flat::{Flat, Picture};

/// Rows of one band.
pub(super) const BAND: usize = 64;
/// Metres within which surfaces lie in each other; the later one is then seen.
const SAME_DEPTH: f32 = 1e-4;
/// Twice the area, in square samples, below which a triangle is seen edge-on and drawn as a line.
const EDGE_ON: f64 = 1e-3;
/// The face of a sample that shows the background.
pub(super) const NOTHING: u32 = u32::MAX;

/// A triangle that is painted over the samples; if it is `tested`, nearer surfaces hide it.
pub(super) struct Stroke {
    pub points: [[f64; 3]; 3],
    pub colour: Colour,
    pub tested: bool,
}

/// Everything to be painted, in samples.
pub(super) struct Raster {
    pub width: usize,
    pub height: usize,
    /// Samples per metre.
    pub scale: f64,
    pub solids: Vec<Flat<3>>,
    pub strokes: Vec<Stroke>,
}

/// What each sample shows: depth in metres towards the eye, and the number of the triangle.
pub(super) struct Seen {
    pub depth: Vec<f32>,
    pub face: Vec<u32>,
}

impl Raster {
    /// Solids alone, already in samples.
    pub(super) fn of_solids(solids: Vec<Flat<3>>, [width, height]: [usize; 2], scale: f64) -> Self {
        Self { width, height, scale, solids, strokes: Vec::new() }
    }

    /// Sorts a picture into solids and strokes, at `samples` per pixel.
    pub(super) fn new(picture: &Picture, samples: usize, size: [usize; 2]) -> Self {
        let fine = samples as f64;
        let scale = picture.pixels_per_metre * fine;
        let mut raster = Self::of_solids(Vec::new(), size.map(|pixels| pixels * samples), scale);
        let (mut clear, mut lines, mut over) = (Vec::new(), Vec::new(), Vec::new());
        // Lines lie on surfaces; without a lead of some samples the surface would swallow parts of them.
        let lead = 3.0 * fine / scale;
        for layer in &picture.layers {
            let is_overlay = layer.layer.overlay;
            let tested = !is_overlay;
            for triangle in &layer.triangles {
                let points = triangle.points.map(|p| [p[0] * fine, p[1] * fine, p[2]]);
                let stroke = Stroke { points, colour: triangle.colour, tested };
                if area(&points).abs() < EDGE_ON {
                    lines.extend(edge_on(&stroke, fine, lead));
                }
                if is_overlay {
                    over.push(stroke);
                } else if triangle.colour.a == 255 {
                    raster.solids.push(Flat { points, ..*triangle });
                } else {
                    clear.push(stroke);
                }
            }
            for line in &layer.lines {
                let ends = line.points.map(|p| [p[0] * fine, p[1] * fine, p[2] + lead]);
                let list = if is_overlay { &mut over } else { &mut lines };
                list.extend(thick(ends, f64::from(line.width) * fine / 2.0, line.colour, tested));
            }
        }
        let middle = |stroke: &Stroke| stroke.points.iter().map(|p| p[2]).sum::<f64>();
        clear.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
        raster.strokes = clear.into_iter().chain(lines).chain(over).collect();
        raster
    }

    /// What is seen of the solids, sample by sample.
    pub(super) fn solids_seen(&self) -> Seen {
        let count = self.width * self.height;
        let mut seen = Seen { depth: vec![f32::NEG_INFINITY; count], face: vec![NOTHING; count] };
        let bands = self.bands(self.solids.iter().map(|solid| &solid.points));
        let rows = self.width * BAND;
        seen.depth.par_chunks_mut(rows).zip(seen.face.par_chunks_mut(rows)).enumerate().for_each(
            |(band, (depths, faces))| {
                for &index in &bands[band] {
                    self.scan(&self.solids[index as usize].points, band, |samples, first, step| {
                        let shown = depths[samples.clone()].iter_mut().zip(&mut faces[samples]);
                        for (i, (seen, face)) in shown.enumerate() {
                            let depth = first + step * i as f32;
                            if depth + SAME_DEPTH >= *seen {
                                (*seen, *face) = (depth, index);
                            }
                        }
                    });
                }
            },
        );
        seen
    }

    /// For each band the triangles that touch its rows, in order.
    pub(super) fn bands<'a>(&self, triangles: impl Iterator<Item = &'a [[f64; 3]; 3]>) -> Vec<Vec<u32>> {
        let mut bands = vec![Vec::new(); self.height.div_ceil(BAND)];
        for (index, points) in triangles.enumerate() {
            let rows = rows_of(points, 0..self.height);
            if rows.start < rows.end {
                let touched = rows.start / BAND..=(rows.end - 1) / BAND;
                bands[touched].iter_mut().for_each(|band| band.push(index as u32));
            }
        }
        bands
    }

    /// Calls `run` for every run of samples of a triangle in one band: where in the band, the depth at the first
    /// sample, and its growth from sample to sample. Triangles that share an edge share no sample and leave none out.
    pub(super) fn scan(&self, points: &[[f64; 3]; 3], band: usize, mut run: impl FnMut(Range<usize>, f32, f32)) {
        let top = band * BAND;
        let mut corners = *points;
        corners.sort_unstable_by(|a, b| a[1].total_cmp(&b[1]).then(a[0].total_cmp(&b[0])));
        let [a, b, c] = corners;
        let area = area(&corners);
        // Seen edge-on it covers no sample, whatever rounding says; its shadow is another matter.
        if area.abs() < EDGE_ON {
            return;
        }
        let along_x = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area;
        let along_y = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area;
        if !(along_x.is_finite() && along_y.is_finite()) {
            return;
        }
        let cross =
            |from: [f64; 3], to: [f64; 3], y: f64| from[0] + (to[0] - from[0]) * ((y - from[1]) / (to[1] - from[1]));
        for row in rows_of(points, top..(top + BAND).min(self.height)) {
            let y = row as f64 + 0.5;
            let long = cross(a, c, y);
            let short = if y < b[1] { cross(a, b, y) } else { cross(b, c, y) };
            // A cast of a float to an integer stops at the ends, so samples far outside are no danger.
            let first = (long.min(short) - 0.5).ceil().max(0.0) as usize;
            let end = ((long.max(short) - 0.5).ceil().max(0.0) as usize).min(self.width);
            if first < end {
                let depth = a[2] + along_x * (first as f64 + 0.5 - a[0]) + along_y * (y - a[1]);
                let start = (row - top) * self.width;
                run(start + first..start + end, depth as f32, along_x as f32);
            }
        }
    }
}

/// The rows whose middles a triangle covers.
fn rows_of(points: &[[f64; 3]; 3], within: Range<usize>) -> Range<usize> {
    let low = points[0][1].min(points[1][1]).min(points[2][1]);
    let high = points[0][1].max(points[1][1]).max(points[2][1]);
    let row = |y: f64| (y - 0.5).ceil().max(0.0) as usize;
    row(low).max(within.start)..row(high).min(within.end)
}

/// Twice the signed area in the picture.
fn area([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// A line as two triangles, with square ends so that neighbours in a polyline leave no gap.
fn thick([a, b]: [[f64; 3]; 2], half: f64, colour: Colour, tested: bool) -> [Stroke; 2] {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let length = (x * x + y * y).sqrt();
    let (x, y) = if length > 0.0 { (x / length * half, y / length * half) } else { (half, 0.0) };
    let [left, right] = [[a[0] - x - y, a[1] - y + x, a[2]], [a[0] - x + y, a[1] - y - x, a[2]]];
    let [far_left, far_right] = [[b[0] + x - y, b[1] + y + x, b[2]], [b[0] + x + y, b[1] + y - x, b[2]]];
    [[left, right, far_right], [left, far_right, far_left]].map(|points| Stroke { points, colour, tested })
}

/// A triangle seen edge-on as a thin line along its upper rim, so that walls without thickness show in plan.
fn edge_on(stroke: &Stroke, fine: f64, lead: f64) -> [Stroke; 2] {
    let mut ends = stroke.points;
    ends.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let near = ends.iter().map(|p| p[2]).fold(f64::NEG_INFINITY, f64::max) + lead;
    let raised = |p: [f64; 3]| [p[0], p[1], near];
    thick([raised(ends[0]), raised(ends[2])], 0.35 * fine, stroke.colour.lit(0.7), stroke.tested)
}
