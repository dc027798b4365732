//! BVH: a tree of joints with their channels, then one line of numbers per frame.
//!
//! In: the bytes of a file. Out: a capture, or the first error with its line. Turns are applied in the order in which a joint lists
//! its channels; degrees in the file. Every joint needs its three rotation channels and the root its three positions. Positions of
//! other joints are ignored: bones have one length.

use super::super::{Capture, ClipError, Dropped};
use super::ReadOptions;
use crate::geom::Quat;
use crate::geom::vector::Vec3;
use crate::motion::figure::{Joint, Skeleton};
use crate::scene::{ImportError, Source, shown};
use std::sync::Arc;

/// Joints that a file may have.
const MAX_JOINTS: usize = 1024;

/// The channels of a joint: positions before rotations.
const CHANNELS: [&str; 6] = ["xposition", "yposition", "zposition", "xrotation", "yrotation", "zrotation"];

pub(super) fn read(source: &Source, options: &ReadOptions) -> Result<Capture, ClipError> {
    let file = source.file;
    let text = std::str::from_utf8(source.bytes).map_err(|error| {
        let line = 1 + source.bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        damaged(file, line, "this is no text", "export the motion again")
    })?;
    let mut words = Words::new(file, text);
    words.expect("HIERARCHY ROOT")?;
    let tree = Tree::read(&mut words, options.scale as f32)?;
    let skeleton = Skeleton::new(tree.joints).map_err(|error| words.damaged(error.to_string()))?;
    let (frame_time, mut frames) = read_frames(&mut words, &tree.channels, skeleton.len(), options.scale)?;
    let dropped = drop_zero_frames(&mut frames, file, options)?;
    let first_line = frames.first().map_or(0, |frame| frame.line);
    let roots = frames.iter().map(|frame| frame.root).collect();
    let turns = frames.into_iter().flat_map(|frame| frame.turns).collect();
    let capture = Capture { name: source.stem(), skeleton: Arc::new(skeleton), frame_time, roots, turns, dropped };
    Ok(options.without_t_pose(capture, first_line))
}

/// The joints as the file lists them, and for each number of a frame its joint and its place in [`CHANNELS`].
#[derive(Default)]
struct Tree {
    joints: Vec<Joint>,
    channels: Vec<(usize, usize)>,
}

impl Tree {
    fn read(words: &mut Words, scale: f32) -> Result<Self, ClipError> {
        let mut tree = Self::default();
        let mut open: Vec<u16> = vec![tree.joint(words, None, scale)?];
        while let Some(&joint) = open.last() {
            match words.next()? {
                "}" => drop(open.pop()),
                "JOINT" => open.push(tree.joint(words, Some(joint), scale)?),
                "End" => {
                    words.expect("Site { OFFSET")?;
                    let tip = words.vector(scale)?;
                    tree.joints[usize::from(joint)].tip.get_or_insert(tip);
                    words.expect("}")?;
                }
                word => {
                    let expected = "\"JOINT\", \"End Site\" or \"}\" is expected";
                    return Err(words.damaged(format!("{expected} and \"{}\" is there", shown(word))));
                }
            }
        }
        Ok(tree)
    }

    /// Name, brace, offset and channels of a joint.
    fn joint(&mut self, words: &mut Words, parent: Option<u16>, scale: f32) -> Result<u16, ClipError> {
        let name = words.next()?.to_owned();
        if self.joints.len() >= MAX_JOINTS {
            return Err(words.damaged(format!("there are more than {MAX_JOINTS} joints")));
        }
        words.expect("{ OFFSET")?;
        let offset = words.vector(scale)?;
        let joint = self.joints.len();
        self.channels(words, joint, &name)?;
        self.joints.push(Joint { name, parent, offset, tip: None });
        Ok(joint as u16)
    }

    fn channels(&mut self, words: &mut Words, joint: usize, name: &str) -> Result<(), ClipError> {
        words.expect("CHANNELS")?;
        let count = words.number()?;
        let fault = |words: &Words, what: &str| words.damaged(format!("joint \"{}\" {what}", shown(name)));
        let known = [3.0, 6.0].contains(&count);
        if !known || (joint == 0 && count < 6.0) {
            let what = format!("has {count} channels; a joint needs 3 rotations, the root 3 positions too");
            return Err(fault(words, &what));
        }
        let mut seen = [false; 6];
        for _ in 0..count as usize {
            let word = words.next()?;
            let Some(channel) = CHANNELS.iter().position(|known| known.eq_ignore_ascii_case(word)) else {
                return Err(fault(words, &format!("has a channel \"{}\", which is none", shown(word))));
            };
            if std::mem::replace(&mut seen[channel], true) {
                return Err(fault(words, &format!("has the channel \"{}\" twice", shown(word))));
            }
            self.channels.push((joint, channel));
        }
        if seen[if joint == 0 { 0 } else { 3 }..].contains(&false) {
            let what = "lacks a channel: all three rotations are needed, the root's three positions too";
            return Err(fault(words, what));
        }
        Ok(())
    }
}

/// A line of numbers: where it is in the file, what it says, and whether all its numbers are zero.
struct Frame {
    line: usize,
    root: Vec3,
    turns: Vec<Quat>,
    zero: bool,
}

/// The seconds between two frames, and all frames.
fn read_frames(
    words: &mut Words,
    channels: &[(usize, usize)],
    joints: usize,
    scale: f64,
) -> Result<(f32, Vec<Frame>), ClipError> {
    words.expect("MOTION Frames:")?;
    let count = words.number()?;
    if count < 1.0 || count.fract() != 0.0 {
        return Err(words.damaged(format!("there cannot be {count} frames")));
    }
    words.expect("Frame Time:")?;
    let frame_time = words.number()?;
    if !(1e-5..=10.0).contains(&frame_time) {
        return Err(words.damaged(format!("a frame time of {frame_time} seconds is of no use")));
    }
    let mut frames = Vec::new();
    while let Some(line) = words.line() {
        frames.push(read_frame(words, line, channels, joints, scale)?);
    }
    if frames.len() as f64 != count {
        let what = format!("{count} frames are claimed and {} are there", frames.len());
        let advice = "the file is cut short or its count is wrong; export it again";
        return Err(damaged(words.file, words.line, what, advice));
    }
    Ok((frame_time as f32, frames))
}

fn read_frame(
    words: &Words,
    line: &str,
    channels: &[(usize, usize)],
    joints: usize,
    scale: f64,
) -> Result<Frame, ClipError> {
    let mut frame = Frame { line: words.line, root: [0.0; 3], turns: vec![Quat::IDENTITY; joints], zero: true };
    let mut numbers = line.split_ascii_whitespace();
    for (i, &(joint, channel)) in channels.iter().enumerate() {
        let Some(word) = numbers.next() else {
            return Err(words.damaged(format!("{i} numbers are there and the channels need {}", channels.len())));
        };
        let value = words.parse(word)?;
        frame.zero &= value == 0.0;
        if let Some(axis) = channel.checked_sub(3) {
            let half = value.to_radians() * 0.5;
            let mut parts = [0.0, 0.0, 0.0, libm::cos(half) as f32];
            parts[axis] = libm::sin(half) as f32;
            let [x, y, z, w] = parts;
            frame.turns[joint] = frame.turns[joint] * Quat { x, y, z, w };
        } else if joint == 0 {
            frame.root[channel] = (value * scale) as f32;
        }
    }
    if numbers.next().is_some() {
        return Err(words.damaged(format!("there are more numbers than the {} that the channels need", channels.len())));
    }
    frame.turns.iter_mut().for_each(|turn| *turn = turn.unit());
    Ok(frame)
}

/// Drops frames of zeros behind the first among frames that are not zero, as failed exports have them; the first may be a rest
/// pose. Refuses the file unless dropping is asked for.
fn drop_zero_frames(frames: &mut Vec<Frame>, file: &str, options: &ReadOptions) -> Result<Vec<Dropped>, ClipError> {
    let mut dropped = Vec::new();
    if frames.iter().all(|frame| frame.zero) {
        return Ok(dropped);
    }
    for number in (1..frames.len()).rev().filter(|&number| frames[number].zero).collect::<Vec<_>>() {
        let line = frames.remove(number).line;
        if !options.drop_zero_frames {
            let what = format!("all values of frame {number} are zero and those of other frames are not");
            let advice = "delete this line and correct the count, or ask for frames of zeros to be dropped";
            return Err(damaged(file, line, what, advice));
        }
        dropped.insert(0, Dropped { line, why: "all values are zero" });
    }
    Ok(dropped)
}

/// Words of a text. Errors name the file and the line of the last word.
pub(super) struct Words<'a> {
    pub file: &'a str,
    rest: &'a str,
    pub line: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 }
    }

    /// The error that something is wrong on the line of the last word.
    pub(super) fn damaged(&self, what: impl Into<String>) -> ClipError {
        damaged(self.file, self.line, what, "export the motion again")
    }

    pub(super) fn skip_space(&mut self) {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.line += skipped.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = trimmed;
    }

    pub(super) fn next(&mut self) -> Result<&'a str, ClipError> {
        self.skip_space();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.is_empty() { Err(self.damaged("the file ends too early")) } else { Ok(word) }
    }

    /// Reads words that must be there, in any case.
    pub(super) fn expect(&mut self, wanted: &str) -> Result<(), ClipError> {
        for wanted in wanted.split(' ') {
            let word = self.next()?;
            if !word.eq_ignore_ascii_case(wanted) {
                return Err(self.damaged(format!("\"{wanted}\" is expected and \"{}\" is there", shown(word))));
            }
        }
        Ok(())
    }

    pub(super) fn number(&mut self) -> Result<f64, ClipError> {
        let word = self.next()?;
        self.parse(word)
    }

    /// The number that a word spells.
    pub(super) fn parse(&self, word: &str) -> Result<f64, ClipError> {
        let number = word.parse().ok().filter(|value: &f64| value.is_finite());
        number.ok_or_else(|| self.damaged(format!("\"{}\" is no finite number", shown(word))))
    }

    pub(super) fn vector(&mut self, scale: f32) -> Result<Vec3, ClipError> {
        let mut vector = [0.0; 3];
        for value in &mut vector {
            *value = self.number()? as f32 * scale;
        }
        Ok(vector)
    }

    /// The rest of the line that the last word stands on, or the next line that is not empty.
    pub(super) fn line(&mut self) -> Option<&'a str> {
        self.skip_space();
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!line.is_empty()).then_some(line)
    }
}

pub(super) fn damaged(file: &str, line: usize, what: impl Into<String>, advice: &'static str) -> ClipError {
    ImportError::line(line, what, advice).in_file(file).into()
}
