//! Draw: any structure as coloured lines and triangles; SVG, PNG, GLB.
//!
//! In: a [`Drawing`], filled by hand, from a [`Scene`](crate::scene::Scene) or from structures of other modules; a
//! [`View`] that says from where it is seen; a [`Style`] that says what is written around it.
//! Out: the text of an SVG, the bytes of a PNG or of a GLB.
//!
//! Promise: the same drawing gives the same bytes, whatever the number of threads. What is not finite is left out and
//! counted ([`Drawing::not_finite`]); an empty drawing gives an empty picture; nothing panics.

mod colour;
mod drawing;
mod flat;
mod glb;
mod ground;
mod levels;
mod order;
mod panels;
#[cfg(feature = "png")]
mod png;
mod route;
mod svg;
mod view;
mod walk;

use std::path::{Path, PathBuf};

pub use colour::Colour;
pub use drawing::{Drawing, Label, Layer, Painted, Point};
pub use glb::{write_scene_glb, write_walks_glb};
pub use ground::{Ground, MAX_LINKS, Paint, Storey, Tint};
pub use levels::LevelPlan;
pub use route::Trail;
pub use view::Style;
pub use view::View;
pub use walk::draw_walks;

/// Why a drawing could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The picture has no pixels.
    #[error("a picture of {width} × {height} pixels has nothing to draw on; give both a size of at least 1")]
    NoPixels {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
    },
    /// The picture or file would exceed what its format or memory allows.
    #[error("{what} would need {needs}, and {allowed} is the most; draw less or smaller")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// What it would need.
        needs: u64,
        /// What is allowed.
        allowed: u64,
    },
    /// The view looks nowhere.
    #[error("the view is undefined: {0}")]
    View(&'static str),
    /// The name of the file says no format that can be written.
    #[error("{}: cannot tell the format from this name; end it with .svg, .png or .glb", path.display())]
    UnknownFormat {
        /// The name.
        path: PathBuf,
    },
    /// The format is known, and this build leaves it out.
    #[error("{}: this build writes no {format} files; build with the feature `{format}`", path.display())]
    NotBuilt {
        /// The name.
        path: PathBuf,
        /// The format and the feature that brings it.
        format: &'static str,
    },
    /// The encoder of the format refused.
    #[error("cannot encode the picture: {0}")]
    Encode(String),
    /// The file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Drawing {
    /// Writes the drawing to a file as the ending of its name says: `.svg` and `.png` through the view, `.glb` whole.
    pub fn save(&self, path: impl AsRef<Path>, view: &View, style: &Style) -> Result<(), DrawError> {
        let path = path.as_ref();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let bytes = match ending.as_deref() {
            Some("svg") => self.svg(view, style)?.into_bytes(),
            #[cfg(feature = "png")]
            Some("png") => self.png(view, style)?,
            #[cfg(not(feature = "png"))]
            Some("png") => return Err(DrawError::NotBuilt { path: path.into(), format: "png" }),
            Some("glb") => self.glb()?,
            _ => return Err(DrawError::UnknownFormat { path: path.into() }),
        };
        crate::world::write_file(path, &bytes).map_err(|source| DrawError::Write { path: path.into(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn save_names_the_endings_it_knows() {
        let error = Drawing::new().save("plan.bmp", &View::plan(), &Style::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "plan.bmp: cannot tell the format from this name; end it with .svg, .png or .glb"
        );
    }
}
