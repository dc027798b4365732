//! From where a drawing is seen: parallel projections and how they fit a picture; how a picture is finished ([`Style`]).
//!
//! In: angles or a cutting line, the size of the picture. Out: three axes (right, up, towards the eye) and the
//! half-spaces that are shown. All views are parallel, so that lengths can be measured in the picture.

use super::{Colour, DrawError};
use crate::geom::vector::{cross, dot};

/// The largest number of pixels of a picture, samples included: about 900 MB of buffers.
#[cfg(feature = "png")]
pub(super) const MAX_PIXELS: u64 = 1 << 26;

/// A parallel projection into a picture of a given size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Right, up and towards the eye, in the world.
    pub(super) axes: [[f64; 3]; 3],
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) margin: f64,
    pub(super) side: f64,
    heights: Option<[f64; 2]>,
    /// Start of a section and its length.
    section: Option<([f64; 3], f64)>,
}

/// A half-space that is shown: where `normal · p ≤ limit`, metres of the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpace {
    pub normal: [f64; 3],
    pub limit: f64,
}

impl View {
    /// From above: x to the right, −z (north) up, the highest in front.
    pub fn plan() -> Self {
        Self::along([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    }

    /// A vertical cut from one plan position (x, z) to another: the line runs to the right, heights up, and what lies
    /// before the cut is not shown. The eye is to the right of the line as it runs: a cut along +x looks north.
    pub fn section(from: [f64; 2], to: [f64; 2]) -> Self {
        let (x, z) = (to[0] - from[0], to[1] - from[1]);
        let length = x.hypot(z);
        let (x, z) = (x / length, z / length);
        let mut view = Self::along([[x, 0.0, z], [0.0, 1.0, 0.0], [-z, 0.0, x]]);
        view.section = Some(([from[0], 0.0, from[1]], length));
        view
    }

    /// From the side and above, in radians: at yaw 0 the eye is south (+z) of the drawing, with growing yaw it goes
    /// east; pitch is how far it looks down, 0 level, π/2 a plan.
    pub fn axonometric(yaw: f64, pitch: f64) -> Self {
        let (sin_yaw, cos_yaw) = yaw.sin_cos();
        let (sin_pitch, cos_pitch) = pitch.sin_cos();
        let right = [cos_yaw, 0.0, -sin_yaw];
        let towards = [sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch];
        Self::along([right, cross(towards, right), towards])
    }

    fn along(axes: [[f64; 3]; 3]) -> Self {
        Self { axes, width: 1200, height: 800, margin: 60.0, side: 0.0, heights: None, section: None }
    }

    /// Size of the picture in pixels; 1200 × 800 unless said.
    pub fn size(mut self, width: u32, height: u32) -> Self {
        (self.width, self.height) = (width, height);
        self
    }

    /// Pixels left free on each side; 60, which is room for title and scale bar, unless said.
    pub fn margin(mut self, pixels: f64) -> Self {
        self.margin = pixels;
        self
    }

    /// Pixels left free beside the left margin, for a legend; none unless said.
    pub fn side(mut self, pixels: f64) -> Self {
        self.side = pixels;
        self
    }

    /// Shows only what lies between two heights: takes off the roof, or picks one storey. Either may be
    /// infinite.
    pub fn heights(mut self, low: f64, high: f64) -> Self {
        self.heights = Some([low, high]);
        self
    }

    /// Errs where the view says nothing: no pixels, no direction.
    pub(super) fn check(&self) -> Result<(), DrawError> {
        if self.width == 0 || self.height == 0 {
            return Err(DrawError::NoPixels { width: self.width, height: self.height });
        }
        let far =
            self.section.is_some_and(|(start, length)| !length.is_finite() || !start.iter().all(|c| c.is_finite()));
        if far || !self.axes.iter().flatten().all(|c| c.is_finite()) {
            return Err(DrawError::View("a section needs two different ends, an axonometric view finite angles"));
        }
        if !self.margin.is_finite() || !self.side.is_finite() {
            return Err(DrawError::View("margins must be finite"));
        }
        if self.heights.iter().flatten().any(|height| height.is_nan()) {
            return Err(DrawError::View("heights must be numbers"));
        }
        Ok(())
    }

    /// What is shown, as half-spaces of the world.
    pub(super) fn shown(&self) -> Vec<HalfSpace> {
        let mut shown = Vec::new();
        if let Some((start, _)) = self.section {
            shown.push(HalfSpace { normal: self.axes[2], limit: dot(self.axes[2], start) });
        }
        if let Some([low, high]) = self.heights {
            shown.push(HalfSpace { normal: [0.0, 1.0, 0.0], limit: high });
            shown.push(HalfSpace { normal: [0.0, -1.0, 0.0], limit: -low });
        }
        shown
    }

    /// The range along the right axis that a section covers, for points relative to `origin`.
    pub(super) fn section_range(&self, origin: [f64; 3]) -> Option<[f64; 2]> {
        let (start, length) = self.section?;
        let first = dot(self.axes[0], start) - dot(self.axes[0], origin);
        Some([first, first + length])
    }
}

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
