//! BVH: a tree of joints with their channels, then one line of numbers per frame.
//!
//! Turns are applied in the order in which a joint lists its channels; degrees in the file. Every joint needs its three
//! rotation channels and the root its three positions. Positions of other joints are read over: bones have one length.

use std::sync::Arc;

use super::super::error::Fault;
use super::super::{Capture, ClipError, Dropped};
use super::words::{AGAIN, Words, number, shown};
use super::{DirtyFrames, ReadOptions, TPose, stem, t_pose};
use crate::geom::Quat;
use crate::geom::vector::Vec3;
use crate::motion::figure::{Joint, Skeleton};

/// Joints that a file may have.
const MAX_JOINTS: usize = 1024;

/// What a number of a frame says about its joint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Channel {
    Position(usize),
    Rotation(usize),
}

pub(super) fn read(bytes: &[u8], file: &str, options: &ReadOptions) -> Result<Capture, ClipError> {
    parse(bytes, file, options).map_err(|fault| fault.in_file(file))
}

fn parse(bytes: &[u8], file: &str, options: &ReadOptions) -> Result<Capture, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        Fault::new(line, "this is no text", AGAIN)
    })?;
    let mut words = Words::new(text);
    words.expect("HIERARCHY")?;
    let tree = Tree::read(&mut words, options.scale as f32)?;
    let line = words.line;
    let skeleton = Skeleton::new(tree.joints).map_err(|error| Fault::new(line, error.to_string(), AGAIN))?;
    let mut frames =
        Frames { channels: &tree.channels, joints: skeleton.len(), scale: options.scale, ..Frames::default() };
    let frame_time = frames.read(&mut words)?;
    let mut capture = Capture {
        name: stem(file),
        skeleton: Arc::new(skeleton),
        frame_time,
        roots: frames.roots,
        turns: frames.turns,
        dropped: Vec::new(),
    };
    drop_dirty(&mut capture, &frames.zero, frames.first_line, options)?;
    let first = match options.t_pose {
        TPose::Keep => false,
        TPose::Drop => true,
        TPose::Detect => t_pose::is_first(&capture),
    };
    if first && capture.frames() > 1 {
        capture.roots.remove(0);
        capture.turns.drain(..capture.skeleton.len());
        capture.dropped.insert(0, Dropped { line: frames.first_line, why: "a T-pose" });
    }
    Ok(capture)
}

/// Frames of zeros behind the first are no motion; the first may be a rest pose.
fn drop_dirty(capture: &mut Capture, zero: &[bool], first_line: usize, options: &ReadOptions) -> Result<(), Fault> {
    if zero.iter().all(|&zero| zero) {
        return Ok(());
    }
    let joints = capture.skeleton.len();
    for frame in (1..zero.len()).rev().filter(|&frame| zero[frame]) {
        if options.dirty == DirtyFrames::Refuse {
            let what = format!("all values of frame {frame} are zero and those of other frames are not");
            return Err(Fault::new(
                first_line + frame,
                what,
                "delete this line and correct the count, or ask for dirty frames to be dropped",
            ));
        }
        capture.roots.remove(frame);
        capture.turns.drain(frame * joints..(frame + 1) * joints);
        capture.dropped.insert(0, Dropped { line: first_line + frame, why: "all values are zero" });
    }
    Ok(())
}

/// The joints as the file lists them, and what each number of a frame is for.
#[derive(Default)]
struct Tree {
    joints: Vec<Joint>,
    channels: Vec<(u16, Channel)>,
}

impl Tree {
    fn read(words: &mut Words, scale: f32) -> Result<Self, Fault> {
        let mut tree = Self::default();
        words.expect("ROOT")?;
        let mut open: Vec<u16> = vec![tree.joint(words, None, scale)?];
        while let Some(&joint) = open.last() {
            match words.next()? {
                "}" => drop(open.pop()),
                "JOINT" => open.push(tree.joint(words, Some(joint), scale)?),
                "End" => {
                    words.expect("Site")?;
                    words.expect("{")?;
                    words.expect("OFFSET")?;
                    let tip = words.vector(scale)?;
                    tree.joints[usize::from(joint)].tip.get_or_insert(tip);
                    words.expect("}")?;
                }
                word => {
                    let what =
                        format!("\"JOINT\", \"End Site\" or \"}}\" is expected and \"{}\" is there", shown(word));
                    return Err(Fault::new(words.line, what, AGAIN));
                }
            }
        }
        Ok(tree)
    }

    /// Name, brace, offset and channels of a joint.
    fn joint(&mut self, words: &mut Words, parent: Option<u16>, scale: f32) -> Result<u16, Fault> {
        let name = words.next()?.to_owned();
        if self.joints.len() >= MAX_JOINTS {
            return Err(Fault::new(words.line, format!("there are more than {MAX_JOINTS} joints"), AGAIN));
        }
        words.expect("{")?;
        words.expect("OFFSET")?;
        let offset = words.vector(scale)?;
        let joint = self.joints.len() as u16;
        self.channels(words, joint, &name)?;
        self.joints.push(Joint { name, parent, offset, tip: None });
        Ok(joint)
    }

    fn channels(&mut self, words: &mut Words, joint: u16, name: &str) -> Result<(), Fault> {
        words.expect("CHANNELS")?;
        let count = words.number()?;
        let line = words.line;
        let fault = |what: String| Fault::new(line, format!("joint \"{}\" {what}", shown(name)), AGAIN);
        let known = [3.0, 6.0].contains(&count);
        if !known || (joint == 0 && count < 6.0) {
            return Err(fault(format!("has {count} channels; a joint needs 3 rotations, the root 3 positions too")));
        }
        let mut seen = [0u8; 2];
        for _ in 0..count as usize {
            let word = words.next()?;
            let (axis, kind) = word.split_at_checked(1).unwrap_or_default();
            let axis = ["X", "Y", "Z"].iter().position(|known| axis.eq_ignore_ascii_case(known));
            let channel = match (axis, kind.to_ascii_lowercase().as_str()) {
                (Some(axis), "position") => Channel::Position(axis),
                (Some(axis), "rotation") => Channel::Rotation(axis),
                _ => return Err(fault(format!("has a channel \"{}\", which is none", shown(word)))),
            };
            let (which, axis) = match channel {
                Channel::Position(axis) => (0, axis),
                Channel::Rotation(axis) => (1, axis),
            };
            if seen[which] >> axis & 1 == 1 {
                return Err(fault(format!("has the channel \"{}\" twice", shown(word))));
            }
            seen[which] |= 1 << axis;
            self.channels.push((joint, channel));
        }
        if seen[1] != 7 || (joint == 0 && seen[0] != 7) {
            return Err(fault(
                "lacks a channel: all three rotations are needed, the root's three positions too".to_owned(),
            ));
        }
        Ok(())
    }
}

#[derive(Default)]
struct Frames<'a> {
    channels: &'a [(u16, Channel)],
    joints: usize,
    scale: f64,
    roots: Vec<Vec3>,
    turns: Vec<Quat>,
    zero: Vec<bool>,
    first_line: usize,
}

impl Frames<'_> {
    /// Reads all frames and gives the seconds between two.
    fn read(&mut self, words: &mut Words) -> Result<f32, Fault> {
        words.expect("MOTION")?;
        words.expect("Frames:")?;
        let count = words.number()?;
        if count < 1.0 || count.fract() != 0.0 {
            return Err(Fault::new(words.line, format!("there cannot be {count} frames"), AGAIN));
        }
        words.expect("Frame")?;
        words.expect("Time:")?;
        let frame_time = words.number()?;
        if !(1e-5..=10.0).contains(&frame_time) {
            return Err(Fault::new(words.line, format!("a frame time of {frame_time} seconds is of no use"), AGAIN));
        }
        words.skip_space();
        self.first_line = words.line;
        while let Some(line) = words.line() {
            self.frame(line, words.line)?;
        }
        if self.roots.len() as f64 != count {
            let what = format!("{count} frames are claimed and {} are there", self.roots.len());
            return Err(Fault::new(words.line, what, "the file is cut short or its count is wrong; export it again"));
        }
        Ok(frame_time as f32)
    }

    fn frame(&mut self, line: &str, at: usize) -> Result<(), Fault> {
        let start = self.turns.len();
        self.turns.resize(start + self.joints, Quat::IDENTITY);
        let (mut root, mut zero) = ([0.0; 3], true);
        let mut words = line.split_ascii_whitespace();
        for (i, &(joint, channel)) in self.channels.iter().enumerate() {
            let Some(word) = words.next() else {
                let what = format!("{i} numbers are there and the channels need {}", self.channels.len());
                return Err(Fault::new(at, what, AGAIN));
            };
            let value = number(word)
                .ok_or_else(|| Fault::new(at, format!("\"{}\" is no finite number", shown(word)), AGAIN))?;
            zero &= value == 0.0;
            let turn = &mut self.turns[start + usize::from(joint)];
            match channel {
                Channel::Position(axis) if joint == 0 => root[axis] = (value * self.scale) as f32,
                Channel::Position(_) => {}
                Channel::Rotation(axis) => {
                    let half = value.to_radians() * 0.5;
                    let mut parts = [0.0, 0.0, 0.0, libm::cos(half) as f32];
                    parts[axis] = libm::sin(half) as f32;
                    *turn = *turn * Quat { x: parts[0], y: parts[1], z: parts[2], w: parts[3] };
                }
            }
        }
        if words.next().is_some() {
            let what = format!("there are more numbers than the {} that the channels need", self.channels.len());
            return Err(Fault::new(at, what, AGAIN));
        }
        self.turns[start..].iter_mut().for_each(|turn| *turn = turn.unit());
        self.roots.push(root);
        self.zero.push(zero);
        Ok(())
    }
}
