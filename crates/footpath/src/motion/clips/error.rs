//! Errors of reading motion files and of making clips from them.

use crate::scene::{FilePlace, ImportError};

/// Why there is no clip.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClipError {
    /// The file cannot be read.
    #[error("cannot read {file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The ending of the name is none that is read.
    #[error("{file}: this kind of motion file is not read; give .bvh, .glb or .gltf")]
    UnknownFormat {
        /// The file.
        file: String,
    },
    /// The scale asked for is no length.
    #[error("{file}: a scale of {scale} is of no use; give metres per unit, above zero")]
    BadScale {
        /// The file.
        file: String,
        /// The scale asked for.
        scale: f64,
    },
    /// The file breaks its format.
    #[error("{file}, {place}: {what}; {advice}")]
    Damaged {
        /// The file.
        file: String,
        /// Where in the file.
        place: FilePlace,
        /// The fault.
        what: String,
        /// Advice.
        advice: &'static str,
    },
    /// The file is a glTF document that cannot be read.
    #[error(transparent)]
    Gltf(#[from] ImportError),
    /// The skeleton has no legs that are known by their names.
    #[error("{name}: its skeleton has no joint for {missing}; rename the joints as in the built-in figure")]
    NoLegs {
        /// The capture.
        name: String,
        /// The missing joint.
        missing: String,
    },
    /// There is no gait period in it.
    #[error("{name}: no cycle was found: {why}")]
    NoCycle {
        /// The capture.
        name: String,
        /// The reason.
        why: &'static str,
    },
}
