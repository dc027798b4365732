//! Words on a finished image: labels, title, legend, scale bar, in a font of 5 × 7 dots.

use super::Image;
use crate::draw::flat::Picture;
use crate::draw::view::scale_bar;
use crate::draw::{Colour, Style};

/// Pixels from the border of the image to the notes.
const INDENT: i64 = 20;

/// Writes all words of a picture.
pub(super) fn write(image: &mut Image, picture: &Picture, style: &Style) {
    // Letters of one pixel per dot are hard to read on large pictures.
    let dot = if image.height.min(image.width) >= 500 { 2 } else { 1 };
    for (at, label) in picture.layers.iter().flat_map(|layer| &layer.labels) {
        let half = text_width(&label.text, dot) / 2;
        let at = [at[0].round() as i64 - half, at[1].round() as i64 - HEIGHT as i64 * dot];
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

/// The letters from the space to the tilde, in the order of ASCII. Each is seven rows from the top; a row is one digit of base 32
/// (0–9, A–V) whose five bits are its dots from left to right.
#[rustfmt::skip]
const LETTERS: [&[u8; 7]; 95] = [
    b"0000000", b"4444404", b"AA00000", b"AAVAVAA", b"4FKE5U4", b"OP248J3", b"CIK8LID", b"4400000", // space ! " # $ % & '
    b"2488842", b"8422248", b"04LEL40", b"044V440", b"0000448", b"000V000", b"00000CC", b"01248G0", // ( ) * + , - . /
    b"EHJLPHE", b"4C4444E", b"EH1248V", b"V2421HE", b"26AIV22", b"VGU11HE", b"68GUHHE", b"V124888", // 0 1 2 3 4 5 6 7
    b"EHHEHHE", b"EHHF12C", b"0CC0CC0", b"0CC0448", b"248G842", b"00V0V00", b"8421248", b"EH12404", // 8 9 : ; < = > ?
    b"EH1DLLE", b"EHHVHHH", b"UHHUHHU", b"EHGGGHE", b"SIHHHIS", b"VGGUGGV", b"VGGUGGG", b"EHGNHHF", // @ A B C D E F G
    b"HHHVHHH", b"E44444E", b"72222IC", b"HIKOKIH", b"GGGGGGV", b"HRLLHHH", b"HHPLJHH", b"EHHHHHE", // H I J K L M N O
    b"UHHUGGG", b"EHHHLID", b"UHHUKIH", b"FGGE11U", b"V444444", b"HHHHHHE", b"HHHHHA4", b"HHHLLLA", // P Q R S T U V W
    b"HHA4AHH", b"HHHA444", b"V1248GV", b"E88888E", b"0G84210", b"E22222E", b"4AH0000", b"000000V", // X Y Z [ \ ] ^ _
    b"8420000", b"00E1FHF", b"GGMPHHU", b"00EGGHE", b"11DJHHF", b"00EHVGE", b"698S888", b"0FHHF1E", // ` a b c d e f g
    b"GGMPHHH", b"40C444E", b"20622IC", b"GGIKOKI", b"C44444E", b"00QLLHH", b"00MPHHH", b"00EHHHE", // h i j k l m n o
    b"00UHUGG", b"00DJF11", b"00MPGGG", b"00EGE1U", b"88S8896", b"00HHHJD", b"00HHHA4", b"00HHLLA", // p q r s t u v w
    b"00HA4AH", b"00HHF1E", b"00V248V", b"2448442", b"4444444", b"8442448", b"0008L20", // x y z { | } ~
];
/// A letter that the font does not have.
const UNKNOWN: &[u8; 7] = b"VHHHHHV";

/// Dots from one letter to the next.
pub(super) const ADVANCE: usize = 6;
/// Dots of a letter's height.
pub(super) const HEIGHT: usize = 7;

/// The dots of a letter as (column, row); some reach two rows below the line.
pub(super) fn dots(letter: char) -> impl Iterator<Item = (usize, usize)> {
    let rows: &[u8] = match letter {
        'g' => b"00FHHHF1E",
        'j' => b"2062222IC",
        'p' => b"00UHHHUGG",
        'q' => b"00FHHHF11",
        'y' => b"00HHHHF1E",
        ' '..='~' => LETTERS[letter as usize - ' ' as usize],
        '°' => b"EAE0000",
        '²' => b"C24E000",
        '×' => b"00HA4AH",
        '–' | '−' | '—' => b"000V000",
        '…' => b"00000LL",
        _ => UNKNOWN,
    };
    rows.iter().enumerate().flat_map(|(row, &digit)| {
        let bits = if digit <= b'9' { digit - b'0' } else { digit - b'A' + 10 };
        (0..5).filter(move |column| bits >> (4 - column) & 1 == 1).map(move |column| (column, row))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_letters_differ_and_have_dots() {
        let mut seen: Vec<Vec<_>> = (' '..='~').map(|letter| dots(letter).collect()).collect();
        assert!(seen[1..].iter().all(|dots| !dots.is_empty()));
        assert!(seen.iter().flatten().all(|&(column, row)| column < 5 && row < HEIGHT + 2));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 95);
    }
}
