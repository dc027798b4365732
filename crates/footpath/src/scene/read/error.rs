//! Errors of reading a file. Each names the file, the place in it and what to do.

use std::fmt;
use std::io;

use super::super::SceneReport;

/// Why a file gave no scene.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file or one that it refers to cannot be read.
    #[error("cannot read {file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// The extension is none that is read.
    #[error("{file}: this kind of file is not read; export the scene as one of .glb, .gltf, .obj and .stl")]
    UnknownFormat {
        /// The file.
        file: String,
    },
    /// The scale asked for is no length.
    #[error("{file}: a scale of {scale} is of no use; give metres per unit, above zero (0.01 for centimetres)")]
    BadScale {
        /// The file.
        file: String,
        /// The scale asked for.
        scale: f64,
    },
    /// The file has no bytes.
    #[error("{file}: the file is empty; export the scene again")]
    Empty {
        /// The file.
        file: String,
    },
    /// The file breaks its format.
    #[error("{file}, {place}: {what}; {advice}")]
    Damaged {
        /// The file.
        file: String,
        /// Where in the file.
        place: FilePlace,
        /// What is wrong there.
        what: String,
        /// What to do about it.
        advice: String,
    },
    /// The file needs an extension of its format that is not read.
    #[error("{file}: needs {extension}, which is not read; {advice}")]
    Unsupported {
        /// The file.
        file: String,
        /// Name of the extension.
        extension: String,
        /// What to do about it.
        advice: String,
    },
    /// The file is sound, yet no triangle of it can be used.
    #[error("{file}: {}", nothing_usable(report))]
    NothingUsable {
        /// The file.
        file: String,
        /// What was left out, and why.
        report: SceneReport,
    },
}

fn nothing_usable(report: &SceneReport) -> String {
    if report.dropped() == 0 {
        return "there are no triangles in it; export meshes, not curves, points or empty nodes".to_owned();
    }
    format!(
        "none of its {} triangles can be used: {} with coordinates that are not finite or too far apart, {} with an \
         index out of range, {} without area; if all lack area, the unit may be too small: try a larger scale",
        report.dropped(),
        report.not_finite,
        report.out_of_range,
        report.zero_area
    )
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilePlace {
    /// A line of a text file, counted from 1.
    Line(usize),
    /// A byte, counted from 0.
    Byte(usize),
    /// An element of a document, such as `accessors[3]`.
    Part(String),
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Part(part) => f.write_str(part),
        }
    }
}

/// Readers do not know the name of their file. [`ImportError::in_file`] names it.
impl ImportError {
    pub(crate) fn line(line: usize, what: impl Into<String>, advice: &str) -> Self {
        Self::damaged(FilePlace::Line(line), what, advice)
    }

    pub(super) fn byte(byte: usize, what: impl Into<String>, advice: &str) -> Self {
        Self::damaged(FilePlace::Byte(byte), what, advice)
    }

    pub(crate) fn part(part: impl Into<String>, what: impl Into<String>, advice: &str) -> Self {
        Self::damaged(FilePlace::Part(part.into()), what, advice)
    }

    fn damaged(place: FilePlace, what: impl Into<String>, advice: &str) -> Self {
        Self::Damaged { file: String::new(), place, what: what.into(), advice: advice.to_owned() }
    }

    /// The same error with the name of the file that was read.
    pub(crate) fn in_file(mut self, name: &str) -> Self {
        if let Self::Damaged { file, .. } | Self::Unsupported { file, .. } = &mut self {
            name.clone_into(file);
        }
        self
    }
}

/// A piece of a file as an error may show it: short, and without characters that would upset a terminal.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
