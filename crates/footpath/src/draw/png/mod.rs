//! Drawing × view → PNG, by a small renderer of our own: no window, no graphics card, the same bytes everywhere.
//!
//! Opaque triangles go through a depth buffer; the sun casts shadows and dark lines mark where
//! surfaces end or turn; then come translucent
//! triangles far to near, lines, and overlays; last the words. Several samples per pixel make it smooth.

mod notes;
mod paint;
mod raster;
mod shadow;

use rayon::prelude::*;

use super::flat::{Picture, flatten};
use super::view::MAX_PIXELS;
use super::{DrawError, Drawing, Style, View};
use raster::Raster;

/// Rows of pixels, three bytes each.
pub(super) struct Image {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<[u8; 3]>,
}

impl Drawing {
    /// The drawing as the bytes of a PNG file.
    pub fn png(&self, view: &View, style: &Style) -> Result<Vec<u8>, DrawError> {
        let samples = style.samples.clamp(1, 4);
        let needs = u64::from(view.width) * u64::from(view.height) * u64::from(samples * samples);
        if needs > MAX_PIXELS {
            return Err(DrawError::TooLarge { what: "the samples of the picture", needs, allowed: MAX_PIXELS });
        }
        let picture = flatten(self, view)?;
        let mut image = render(&picture, view, style, samples as usize);
        notes::write(&mut image, &picture, style);
        encode(&image)
    }
}

fn render(picture: &Picture, view: &View, style: &Style, samples: usize) -> Image {
    let (width, height) = (view.width as usize, view.height as usize);
    let raster = Raster::new(picture, samples, [width, height]);
    let fine = raster.paint(view, style);
    if samples == 1 {
        return Image { width, height, pixels: fine };
    }
    let mut pixels = vec![[0; 3]; width * height];
    let count = (samples * samples) as u32;
    pixels.par_chunks_mut(width).zip(fine.par_chunks(width * samples * samples)).for_each(|(row, rows)| {
        for (x, pixel) in row.iter_mut().enumerate() {
            let mut sum = [count / 2; 3];
            for line in rows.chunks_exact(width * samples) {
                for sample in &line[x * samples..(x + 1) * samples] {
                    (0..3).for_each(|i| sum[i] += u32::from(sample[i]));
                }
            }
            *pixel = sum.map(|channel| (channel / count) as u8);
        }
    });
    Image { width, height, pixels }
}

fn encode(image: &Image) -> Result<Vec<u8>, DrawError> {
    let failed = |error: png::EncodingError| DrawError::Encode(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width as u32, image.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(image.pixels.as_flattened()).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
