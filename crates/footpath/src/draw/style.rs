//! Background, title, legend and scale bar of a picture, and how finely a PNG is drawn.

use super::Colour;

/// How a picture is finished. [`Style::default`] is good for a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Title; in an SVG also for screen readers. Empty for none.
    pub title: String,
    /// One sentence for screen readers; only in an SVG. Empty for none.
    pub description: String,
    /// Colour behind everything.
    pub background: Colour,
    /// Colour of title, legend and scale bar.
    pub ink: Colour,
    /// Colours and what they mean.
    pub legend: Vec<(Colour, String)>,
    /// Whether a bar of a round number of metres is drawn.
    pub scale_bar: bool,
    /// Whether dark lines are drawn where surfaces end or turn.
    pub edges: bool,
    /// Whether a PNG has shadows of a sun in the south-west, when seen from above; best off where colours are read against a legend.
    pub shadows: bool,
    /// A PNG has this many samples per pixel and axis (1 to 4): 1 is coarse and fast.
    pub samples: u32,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            title: String::new(),
            description: String::new(),
            background: Colour::hex(0xf7_f5f0),
            ink: Colour::hex(0x2d_3033),
            legend: Vec::new(),
            scale_bar: true,
            edges: true,
            shadows: true,
            samples: 2,
        }
    }
}

/// A round length that fills about a sixth of the width: metres, and the words for it. `None` at absurd scales.
pub(super) fn scale_bar(pixels_per_metre: f64, width: u32) -> Option<(f64, String)> {
    let wanted = f64::from(width) / 6.0 / pixels_per_metre;
    let tens = wanted.log10().floor();
    if !(-3.0..9.0).contains(&tens) {
        return None;
    }
    let unit = 10f64.powi(tens as i32);
    let metres = [5.0, 2.0].into_iter().find(|step| step * unit <= wanted).unwrap_or(1.0) * unit;
    let text = if metres >= 1000.0 {
        format!("{} km", (metres / 1000.0).round())
    } else if metres >= 0.99 {
        format!("{} m", metres.round())
    } else if metres >= 0.009 {
        format!("{} cm", (metres * 100.0).round())
    } else {
        format!("{} mm", (metres * 1000.0).round())
    };
    Some((metres, text))
}

#[cfg(test)]
mod tests {
    use super::scale_bar;

    #[test]
    fn the_bar_is_round_and_fits() {
        for (pixels_per_metre, text) in [(100.0, "1 m"), (50.0, "2 m"), (0.02, "5 km"), (900.0, "10 cm")] {
            let (metres, words) = scale_bar(pixels_per_metre, 600).unwrap();
            assert_eq!(words, text);
            assert!(metres * pixels_per_metre <= 100.0 + 1e-9);
        }
        assert_eq!(scale_bar(f64::NAN, 600), None);
        assert_eq!(scale_bar(0.0, 600), None);
    }
}
