//! Sorted solids and strokes → the colours of all samples, with shadows and dark edges.

use super::edges;
use super::raster::{BAND, Raster, Seen};
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
                    edges::darken(colour, self, &seen, first + i);
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
