//! Sorted solids and strokes → the colours of all samples, with shadows and dark edges.

use super::raster::{BAND, NOTHING, Raster, Seen};
use super::shadow::Shadow;
use crate::draw::{Colour, Style, View};
use rayon::prelude::*;

impl Raster {
    /// The colours of all samples.
    pub(super) fn paint(&self, view: &View, style: &Style) -> Vec<[u8; 3]> {
        let seen = self.solids_seen();
        let shadow = if style.shadows { Shadow::new(self, view) } else { None };
        let bands = self.bands(self.strokes.iter().map(|stroke| &stroke.points));
        let background = [style.background.r, style.background.g, style.background.b];
        let mut colours = vec![background; self.width * self.height];
        colours.par_chunks_mut(self.width * BAND).enumerate().for_each(|(band, colours)| {
            let first = band * BAND * self.width;
            for (i, colour) in colours.iter_mut().enumerate() {
                if let Some(solid) = self.solids.get(seen.face[first + i] as usize) {
                    *colour = [solid.colour.r, solid.colour.g, solid.colour.b];
                    if let Some(shadow) = shadow.as_ref().filter(|_| solid.shaded) {
                        shadow.darken(colour, self.place(&seen, first + i), solid.normal);
                    }
                }
                if style.edges {
                    darken(colour, self, &seen, first + i);
                }
            }
            for &index in &bands[band] {
                let stroke = &self.strokes[index as usize];
                self.scan(&stroke.points, band, |samples, depth, step| {
                    let surfaces = &seen.depth[first..][samples.clone()];
                    for (i, (colour, &surface)) in colours[samples].iter_mut().zip(surfaces).enumerate() {
                        if !stroke.tested || depth + step * i as f32 >= surface {
                            blend(colour, stroke.colour);
                        }
                    }
                });
            }
        });
        colours
    }

    /// The middle of a sample in the picture, with its depth.
    fn place(&self, seen: &Seen, index: usize) -> [f64; 3] {
        let (x, y) = (index % self.width, index / self.width);
        [x as f64 + 0.5, y as f64 + 0.5, f64::from(seen.depth[index])]
    }
}

fn blend(under: &mut [u8; 3], over: Colour) {
    let alpha = u32::from(over.a);
    for (channel, new) in under.iter_mut().zip([over.r, over.g, over.b]) {
        *channel = ((u32::from(*channel) * (255 - alpha) + u32::from(new) * alpha + 127) / 255) as u8;
    }
}

/// Share of light taken at the rim of the drawing, at a jump in depth, and at a fold.
const RIM: f32 = 0.55;
const JUMP: f32 = 0.50;
const FOLD: f32 = 0.26;
/// A fold is where normals turn by more than about 32 degrees.
const FOLD_COSINE: f32 = 0.85;
/// Least jump in metres; finer steps are texture, not architecture.
const LEAST_JUMP: f32 = 0.03;

/// Darkens one sample if an edge runs through it.
pub(super) fn darken(colour: &mut [u8; 3], raster: &Raster, seen: &Seen, index: usize) {
    let (x, y) = (index % raster.width, index / raster.width);
    let face = seen.face[index];
    // Samples at the border of the picture stand for their missing neighbours.
    let left = if x > 0 { index - 1 } else { index };
    let right = if x + 1 < raster.width { index + 1 } else { index };
    let above = if y > 0 { index - raster.width } else { index };
    let below = if y + 1 < raster.height { index + raster.width } else { index };
    if [left, right, above, below].iter().all(|&i| seen.face[i] == face) {
        return;
    }
    let least_jump = LEAST_JUMP.max((2.0 / raster.scale) as f32);
    let taken = dark_between(raster, seen, [left, index, right], least_jump).max(dark_between(
        raster,
        seen,
        [above, index, below],
        least_jump,
    ));
    *colour = colour.map(|channel| (f32::from(channel) * (1.0 - taken)) as u8);
}

/// Share of light taken from the middle of three samples in a row.
fn dark_between(raster: &Raster, seen: &Seen, [before, at, after]: [usize; 3], least_jump: f32) -> f32 {
    let faces = [before, at, after].map(|i| seen.face[i]);
    if faces.contains(&NOTHING) {
        return if faces == [NOTHING; 3] { 0.0 } else { RIM };
    }
    // Depth is linear along a plane, however steep, so its second difference is zero but for jumps and folds.
    let bend = (seen.depth[before] + seen.depth[after] - 2.0 * seen.depth[at]).abs();
    if before != at && after != at && bend > least_jump {
        return JUMP;
    }
    let normal = |i: usize| raster.solids[faces[i] as usize].normal;
    let turns = |i: usize| {
        let (a, b) = (normal(1), normal(i));
        faces[i] != faces[1] && a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < FOLD_COSINE
    };
    if turns(0) || turns(2) { FOLD } else { 0.0 }
}
