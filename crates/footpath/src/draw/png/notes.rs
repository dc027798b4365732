//! Words on a finished image: labels, title, legend, scale bar.

use super::Image;
use super::font::{ADVANCE, HEIGHT, dots};
use crate::draw::flat::Picture;
use crate::draw::style::scale_bar;
use crate::draw::{Colour, Style};

/// Pixels from the border of the image to the notes.
const INDENT: i64 = 20;

/// Writes all words of a picture.
pub(super) fn write(image: &mut Image, picture: &Picture, style: &Style) {
    // Letters of one pixel per dot are hard to read on large pictures.
    let dot = if image.height.min(image.width) >= 500 { 2 } else { 1 };
    for label in picture.layers.iter().flat_map(|layer| &layer.labels) {
        let half = text_width(&label.text, dot) / 2;
        let at = [label.at[0].round() as i64 - half, label.at[1].round() as i64 - HEIGHT as i64 * dot];
        text_with_halo(image, at, &label.text, dot, label.colour, style.background);
    }
    let line = (HEIGHT as i64 + 4) * dot;
    let mut y = INDENT;
    if !style.title.is_empty() {
        text_with_halo(image, [INDENT, y], &style.title, dot + 1, style.ink, style.background);
        y += line + 2 * HEIGHT as i64;
    }
    for (colour, words) in &style.legend {
        let side = HEIGHT as i64 * dot;
        fill(image, [INDENT, y], [side, side], *colour);
        text_with_halo(image, [INDENT + side + 4 * dot, y], words, dot, style.ink, style.background);
        y += line;
    }
    if let Some((metres, words)) = scale_bar(picture.pixels_per_metre, image.width as u32).filter(|_| style.scale_bar) {
        let length = (metres * picture.pixels_per_metre).round() as i64;
        let bottom = image.height as i64 - INDENT;
        fill(image, [INDENT, bottom], [length, dot], style.ink);
        for x in [INDENT, INDENT + length - dot] {
            fill(image, [x, bottom - 3 * dot], [dot, 4 * dot], style.ink);
        }
        let above = bottom - (HEIGHT as i64 + 5) * dot;
        text_with_halo(image, [INDENT, above], &words, dot, style.ink, style.background);
    }
}

fn text_width(text: &str, dot: i64) -> i64 {
    (text.chars().count() * ADVANCE) as i64 * dot
}

/// Text with a rim in the colour of the background, so that it is read on any surface.
fn text_with_halo(image: &mut Image, at: [i64; 2], text: &str, dot: i64, colour: Colour, halo: Colour) {
    for [grow, paint] in [[1, 0], [0, 1]] {
        let colour = if paint == 1 { colour } else { halo };
        let mut x = at[0];
        for letter in text.chars() {
            // Letters beyond the right border are not worth a loop over a very long text.
            if x > image.width as i64 {
                break;
            }
            for (column, row) in dots(letter) {
                let corner = [x + column as i64 * dot - grow, at[1] + row as i64 * dot - grow];
                fill(image, corner, [dot + 2 * grow; 2], colour);
            }
            x = x.saturating_add(ADVANCE as i64 * dot);
        }
    }
}

/// Fills the part of a rectangle that is on the image.
fn fill(image: &mut Image, [x, y]: [i64; 2], [width, height]: [i64; 2], colour: Colour) {
    let within = |from: i64, length: i64, end: usize| {
        from.clamp(0, end as i64) as usize..from.saturating_add(length).clamp(0, end as i64) as usize
    };
    for row in within(y, height, image.height) {
        for column in within(x, width, image.width) {
            image.pixels[row * image.width + column] = [colour.r, colour.g, colour.b];
        }
    }
}
