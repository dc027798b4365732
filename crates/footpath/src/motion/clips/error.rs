//! Errors of reading motion files and of making clips from them.

use crate::scene::ImportError;

/// Why there is no clip.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClipError {
    /// The file cannot be read, or breaks its format.
    #[error(transparent)]
    File(#[from] ImportError),
    /// The ending of the name is none that is read.
    #[error("{file}: this kind of motion file is not read; give .bvh, .glb or .gltf")]
    UnknownFormat {
        /// The file.
        file: String,
    },
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
