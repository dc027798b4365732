//! Colours: by hand, by number, by height.

/// A colour as screens take it: sRGB and opacity, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity; 255 hides what is behind.
    pub a: u8,
}

/// The first colours of [`Colour::of_index`]: hues that stay apart for the common kinds of colour blindness, because
/// neighbours differ in lightness or along blue–yellow, never along red–green alone.
const FIRST: [u32; 8] = [0x2c_75b2, 0xe6_9428, 0x26_9676, 0xce_5c34, 0x60_b2e0, 0xc4_78a8, 0xde_ce4e, 0x7a_629e];

/// The same colours ordered by hue, so that what lies between two of them is as clear as they are.
const RING: [usize; 8] = [0, 4, 2, 6, 1, 3, 5, 7];

/// Dark violet to light yellow, with lightness growing evenly.
const RAMP: [u32; 6] = [0x3c_145c, 0x3c_4e8a, 0x24_808e, 0x38_ae76, 0x96_d246, 0xfa_e83c];

impl Colour {
    /// Black.
    pub const BLACK: Self = Self::rgb(0, 0, 0);
    /// White.
    pub const WHITE: Self = Self::rgb(255, 255, 255);

    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    /// An opaque colour written as `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self::rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// The same colour with another opacity.
    pub const fn with_alpha(self, a: u8) -> Self {
        Self { a, ..self }
    }

    /// A colour for the thing with this number: the same number always gives the same colour, neighbours are easy to
    /// tell apart, and the first eight are so for most colour-blind people too.
    pub fn of_index(index: usize) -> Self {
        if let Some(&colour) = FIRST.get(index) {
            return Self::hex(colour);
        }
        // Steps of the golden ratio around the ring never come back to a hue; the lightness changes with each step.
        let turn = (index as f64 * 0.618_033_988_749_894_9).fract();
        let hue = between(&RING.map(|i| FIRST[i]), turn, true);
        match index % 3 {
            0 => hue.mix(Self::WHITE, 0.38),
            1 => hue.mix(Self::BLACK, 0.34),
            _ => hue,
        }
    }

    /// Dark violet at 0 over green to light yellow at 1; outside it stays at the nearer end, and NaN is grey.
    pub fn ramp(t: f64) -> Self {
        if t.is_nan() {
            return Self::rgb(128, 128, 128);
        }
        between(&RAMP, t.clamp(0.0, 1.0), false)
    }

    /// This colour at `t` = 0, the other at 1; opacity too.
    pub fn mix(self, other: Self, t: f64) -> Self {
        let channel = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
        let [r, g, b, a] = [(self.r, other.r), (self.g, other.g), (self.b, other.b), (self.a, other.a)]
            .map(|(from, to)| channel(from, to));
        Self { r, g, b, a }
    }

    /// The colour as a surface shows it that gets this share of the light.
    pub(super) fn lit(self, share: f64) -> Self {
        Self::BLACK.with_alpha(self.a).mix(self, share.clamp(0.0, 1.0))
    }

    /// `#rrggbb`; opacity is written apart.
    pub(super) fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }

    /// Red, green and blue as light adds up, 0 to 1, which is what glTF wants.
    pub(super) fn linear(self) -> [f64; 3] {
        [self.r, self.g, self.b].map(|channel| {
            let s = f64::from(channel) / 255.0;
            if s <= 0.040_45 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) }
        })
    }
}

/// The colour at `t` (0 to 1) along a list of colours, or around it when it closes.
fn between(list: &[u32], t: f64, closed: bool) -> Colour {
    let pieces = if closed { list.len() } else { list.len() - 1 };
    let along = t * pieces as f64;
    let first = (along as usize).min(pieces - 1);
    Colour::hex(list[first]).mix(Colour::hex(list[(first + 1) % list.len()]), along - first as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(c: Colour) -> f64 {
        let [r, g, b] = c.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    #[test]
    fn ramp_grows_lighter_all_the_way() {
        let steps: Vec<f64> = (0..=100).map(|i| lightness(Colour::ramp(f64::from(i) / 100.0))).collect();
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1] + 1e-4), "{steps:?}");
        assert_eq!(Colour::ramp(-1.0), Colour::ramp(0.0));
        assert_eq!(Colour::ramp(f64::INFINITY), Colour::ramp(1.0));
        assert_eq!(Colour::ramp(f64::NAN), Colour::rgb(128, 128, 128));
    }

    #[test]
    fn neighbouring_numbers_have_colours_apart() {
        let apart =
            |a: Colour, b: Colour| a.r.abs_diff(b.r) as u32 + a.g.abs_diff(b.g) as u32 + a.b.abs_diff(b.b) as u32;
        for i in 0..500 {
            for j in i + 1..i + 8 {
                assert!(apart(Colour::of_index(i), Colour::of_index(j)) > 30, "{i} and {j}");
            }
        }
    }
}
