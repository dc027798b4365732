//! Files → [`Capture`].
//!
//! In: a `.bvh` file, or the animation of a `.glb` or `.gltf`. Out: frames in metres, or an error that names the line and
//! the reason. Promise: no bytes make a reader panic or take more memory than the file is worth.

mod bvh;
mod gltf;
#[cfg(test)]
mod gltf_tests;
mod t_pose;
#[cfg(test)]
mod tests;
mod words;

use std::fs;
use std::path::Path;

use super::{Capture, ClipError};

/// What is done with a first frame that shows the figure in a T.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TPose {
    /// It is dropped when it is one: both arms level and spread, and the next frame somewhere else at once.
    #[default]
    Detect,
    /// The first frame is kept.
    Keep,
    /// The first frame is dropped, whatever it shows.
    Drop,
}

/// What is done with frames whose values are all zero among frames that are not, as failed exports have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DirtyFrames {
    /// The file is refused with the line.
    #[default]
    Refuse,
    /// They are dropped and reported in [`Capture::dropped`].
    Drop,
}

/// How a motion file is to be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadOptions {
    /// Metres per unit of the file.
    pub scale: f64,
    /// The first frame.
    pub t_pose: TPose,
    /// Frames of zeros.
    pub dirty: DirtyFrames,
    /// Number of the animation in a glTF file, counted from 0.
    pub animation: usize,
}

impl Default for ReadOptions {
    /// Metres; a T-pose is detected; dirty frames are refused.
    fn default() -> Self {
        Self { scale: 1.0, t_pose: TPose::Detect, dirty: DirtyFrames::Refuse, animation: 0 }
    }
}

impl Capture {
    /// Reads the motion of a `.bvh`, `.glb` or `.gltf` file.
    pub fn open(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Self, ClipError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        check_scale(&file, options)?;
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let bytes = || fs::read(path).map_err(|source| ClipError::Io { file: file.clone(), source });
        match ending.as_deref() {
            Some("bvh") => bvh::read(&bytes()?, &file, options),
            Some("glb" | "gltf") => gltf::read(&bytes()?, &file, path.parent(), options),
            _ => Err(ClipError::UnknownFormat { file }),
        }
    }

    /// Reads the bytes of a BVH file; `name` stands for the file in messages.
    ///
    /// ```
    /// use footpath::motion::clips::{Capture, ReadOptions};
    /// let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n\
    ///             CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n\
    ///             End Site\n{\nOFFSET 0 1 0\n}\n}\n\
    ///             MOTION\nFrames: 1\nFrame Time: 0.01\n0 1 0 90 0 0\n";
    /// let capture = Capture::read_bvh(text.as_bytes(), &ReadOptions::default(), "hips.bvh")?;
    /// assert_eq!((capture.frames(), capture.roots[0]), (1, [0.0, 1.0, 0.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_bvh(bytes: &[u8], options: &ReadOptions, name: &str) -> Result<Self, ClipError> {
        check_scale(name, options)?;
        bvh::read(bytes, name, options)
    }
}

impl Capture {
    /// Reads the animation of a glTF document or GLB file given as bytes; its buffers must be inside.
    pub fn read_gltf(bytes: &[u8], options: &ReadOptions, name: &str) -> Result<Self, ClipError> {
        check_scale(name, options)?;
        gltf::read(bytes, name, None, options)
    }
}

fn check_scale(file: &str, options: &ReadOptions) -> Result<(), ClipError> {
    if options.scale.is_finite() && options.scale > 0.0 {
        return Ok(());
    }
    Err(ClipError::BadScale { file: file.to_owned(), scale: options.scale })
}

/// The name of a file without folder and ending.
fn stem(file: &str) -> String {
    Path::new(file).file_stem().map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned())
}
