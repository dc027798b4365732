//! Files → [`Capture`].
//!
//! In: a `.bvh` file, or the animation of a `.glb` or `.gltf`. Out: frames in metres, or an error that names the line and
//! the reason. Promise: no bytes make a reader panic or take more memory than the file is worth.

mod bvh;
mod gltf;
#[cfg(test)]
mod gltf_tests;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use super::{Capture, ClipError, Dropped};
use crate::geom::vector::{Vec3, length, sub};
use crate::motion::figure::{Placed, Role, Side};
use crate::scene::{ImportError, Source, check_scale};

/// Whether a first frame that shows the figure in a T is dropped.
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

/// How to read a motion file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadOptions {
    /// Metres per unit of the file.
    pub scale: f64,
    /// The first frame.
    pub t_pose: TPose,
    /// Whether frames whose values are all zero among frames that are not, as failed exports have them, are dropped and reported in
    /// [`Capture::dropped`]; else a BVH file with such frames is refused.
    pub drop_zero_frames: bool,
    /// Number of the animation in a glTF file, counted from 0.
    pub animation: usize,
}

impl Default for ReadOptions {
    /// Metres; a T-pose is detected; frames of zeros are refused.
    fn default() -> Self {
        Self { scale: 1.0, t_pose: TPose::Detect, drop_zero_frames: false, animation: 0 }
    }
}

impl ReadOptions {
    /// The capture without a first frame that is to be dropped; `line` is that of the frame.
    fn without_t_pose(&self, mut capture: Capture, line: usize) -> Capture {
        let drop_first = match self.t_pose {
            TPose::Keep => false,
            TPose::Drop => true,
            TPose::Detect => shows_t_pose(&capture),
        };
        if drop_first && capture.frames() > 1 {
            capture.roots.remove(0);
            capture.turns.drain(..capture.skeleton.len());
            capture.dropped.insert(0, Dropped { line, why: "a T-pose" });
        }
        capture
    }
}

impl Capture {
    /// Reads the motion of a `.bvh`, `.glb` or `.gltf` file.
    pub fn open(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Self, ClipError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        check_scale(&file, options.scale)?;
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let read = match ending.as_deref() {
            Some("bvh") => bvh::read,
            Some("glb" | "gltf") => gltf::read,
            _ => return Err(ClipError::UnknownFormat { file }),
        };
        let bytes = fs::read(path).map_err(|source| ImportError::Io { file: file.clone(), source })?;
        read(&Source { bytes: &bytes, file: &file, folder: path.parent() }, options)
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
        check_scale(name, options.scale)?;
        bvh::read(&Source { bytes, file: name, folder: None }, options)
    }

    /// Reads the animation of a glTF document or GLB file given as bytes; its buffers must be inside.
    pub fn read_gltf(bytes: &[u8], options: &ReadOptions, name: &str) -> Result<Self, ClipError> {
        check_scale(name, options.scale)?;
        gltf::read(&Source { bytes, file: name, folder: None }, options)
    }
}

/// Whether both arms are level and spread in the first frame, and the next frame is somewhere else at once: its joints
/// turn by more than three times what they turn from the second to the third, and by 5° in the mean at least.
fn shows_t_pose(capture: &Capture) -> bool {
    if capture.frames() < 2 {
        return false;
    }
    let placed = Placed::of(&capture.skeleton, &capture.pose(0));
    let arm = |side: Side| -> Option<Vec3> {
        let [shoulder, hand] = [Role::UpperArm(side), Role::Hand(side)].map(|role| capture.skeleton.find(role));
        Some(sub(placed.at[hand?], placed.at[shoulder?]))
    };
    let (Some(left), Some(right)) = (arm(Side::Left), arm(Side::Right)) else { return false };
    let level = |arm: Vec3| arm[1].abs() < 0.2 * length(arm);
    let opposite = (0..3).map(|axis| left[axis] * right[axis]).sum::<f32>() < -0.8 * length(left) * length(right);
    level(left) && level(right) && opposite && jump(capture, 0) > (3.0 * jump(capture, 1)).max(5f32.to_radians())
}

/// Mean turn of the joints from a frame to the next; none at the end.
fn jump(capture: &Capture, frame: usize) -> f32 {
    if frame + 1 >= capture.frames() {
        return 0.0;
    }
    let pairs = capture.turns_of(frame).iter().zip(capture.turns_of(frame + 1));
    pairs.map(|(a, b)| (a.inverse() * *b).angle()).sum::<f32>() / capture.skeleton.len() as f32
}
