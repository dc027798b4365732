//! glTF animation → capture: the joints of the first skin, sampled sixty times per second.
//!
//! Joints of a glTF file stand in frames of their own. They are turned so that at rest all frames are the world's, as
//! the other modules expect; nodes above the skeleton (an armature that is scaled or lies on its back) are
//! taken along. Only the root's translation moves: bones have one length.

use std::sync::Arc;

use super::super::{Capture, ClipError};
use super::ReadOptions;
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, scale};
use crate::motion::figure::{Joint, Skeleton};
use crate::scene::gltf_motion::{GltfChannel, GltfMotion, GltfPath, Interpolation, read_motion};
use crate::scene::{ImportError, Source};

/// Frames per second, and the most values that are made of one file.
const RATE: f64 = 60.0;
const MAX_TURNS: f64 = 4e7;

pub(super) fn read(source: &Source, options: &ReadOptions) -> Result<Capture, ClipError> {
    let motion = read_motion(source, options.animation)?;
    let fault = |part: String, what: String| {
        ImportError::part(part, what, "export one skinned figure with its animation").in_file(source.file)
    };
    let order = order(&motion).map_err(|(place, what)| fault(place, what.to_owned()))?;
    let seconds = motion.channels.iter().filter_map(|channel| channel.times.last()).fold(0.0f64, |a, b| a.max(*b));
    let frames = (seconds * RATE).round() + 1.0;
    if frames * order.len() as f64 > MAX_TURNS {
        return Err(fault(format!("animations[{}]", options.animation), format!("it lasts {seconds} seconds")).into());
    }
    let tree = Tree::new(&motion, order, options.scale as f32);
    let skeleton = tree.skeleton().map_err(|error| fault("skins[0]".to_owned(), error.to_string()))?;
    let (mut roots, mut turns) = (Vec::new(), Vec::new());
    for frame in 0..frames as usize {
        tree.pose(frame as f64 / RATE, &mut roots, &mut turns);
    }
    let (name, skeleton, frame_time) = (source.stem(), Arc::new(skeleton), (1.0 / RATE) as f32);
    let capture = Capture { name, skeleton, frame_time, roots, turns, dropped: Vec::new() };
    Ok(options.without_t_pose(capture, 1))
}

/// The joints of the skin, or all animated nodes without one, parents first.
fn order(motion: &GltfMotion) -> Result<Vec<usize>, (String, &'static str)> {
    let mut wanted = vec![false; motion.nodes.len()];
    let animated = motion.channels.iter().map(|channel| channel.node);
    let listed: Vec<usize> = if motion.joints.is_empty() { animated.collect() } else { motion.joints.clone() };
    for &joint in &listed {
        match wanted.get_mut(joint) {
            Some(flag) => *flag = true,
            None => return Err((format!("skins[0].joints: {joint}"), "that node does not exist")),
        }
    }
    let ancestors = |node: usize| std::iter::successors(motion.parents[node], |&node| motion.parents[node]);
    let mut order = Vec::new();
    let mut roots = 0;
    for joint in (0..wanted.len()).filter(|&joint| wanted[joint]) {
        // A chain longer than there are nodes is a ring.
        let depth = ancestors(joint).take(motion.nodes.len()).count();
        if depth == motion.nodes.len() {
            return Err((format!("nodes[{joint}]"), "it is its own ancestor"));
        }
        roots += usize::from(!ancestors(joint).any(|node| wanted[node]));
        order.push((depth, joint));
    }
    order.sort_unstable();
    match roots {
        1 => Ok(order.into_iter().map(|(_, joint)| joint).collect()),
        0 => Err(("skins".to_owned(), "there are no joints")),
        _ => Err(("skins[0]".to_owned(), "its joints have more than one root")),
    }
}

/// The joints with the channels that animate them.
struct Tree<'a> {
    motion: &'a GltfMotion,
    order: Vec<usize>,
    /// For every joint in order its parent in order.
    parents: Vec<Option<usize>>,
    /// For every joint its turn at rest, from the world.
    rest: Vec<Quat>,
    /// For every node its channels of translation and rotation.
    channels: Vec<[Option<&'a GltfChannel>; 2]>,
    unit: f32,
}

impl<'a> Tree<'a> {
    fn new(motion: &'a GltfMotion, order: Vec<usize>, unit: f32) -> Self {
        let mut channels = vec![[None; 2]; motion.nodes.len()];
        for channel in &motion.channels {
            channels[channel.node][usize::from(channel.path == GltfPath::Rotation)] = Some(channel);
        }
        let parents = order.iter().map(|&joint| {
            let above = std::iter::successors(motion.parents[joint], |&node| motion.parents[node]);
            above.into_iter().find_map(|node| order.iter().position(|&other| other == node))
        });
        let parents = parents.collect();
        let mut tree = Self { motion, order, parents, rest: Vec::new(), channels, unit };
        tree.rest = tree.order.iter().map(|&joint| tree.place(joint, None).1).collect();
        tree
    }

    /// Position, turn and scale of a node in the world, at rest or at a time.
    fn place(&self, node: usize, time: Option<f64>) -> (Vec3, Quat, f32) {
        let own = &self.motion.nodes[node];
        let keyed = |path: usize| time.and_then(|time| self.channels[node][path].map(|channel| sample(channel, time)));
        let [x, y, z] = own.translation.unwrap_or_default();
        let [x, y, z, _] = keyed(0).unwrap_or([x, y, z, 0.0]);
        let [a, b, c, d] = keyed(1).or(own.rotation).unwrap_or([0.0, 0.0, 0.0, 1.0]).map(|v| v as f32);
        let (at, turn) = ([x, y, z].map(|v| v as f32), Quat { x: a, y: b, z: c, w: d }.unit());
        let [x, y, z] = own.scale.unwrap_or([1.0; 3]).map(f64::abs);
        let size = (x * y * z).cbrt() as f32;
        match self.motion.parents[node] {
            None => (scale(at, self.unit), turn, size * self.unit),
            Some(parent) => {
                let (above, turned, larger) = self.place(parent, time);
                (add(above, turned.turn(scale(at, larger))), turned * turn, larger * size)
            }
        }
    }

    fn skeleton(&self) -> Result<Skeleton, crate::motion::figure::SkeletonError> {
        let places: Vec<Vec3> = self.order.iter().map(|&joint| self.place(joint, None).0).collect();
        let joint = |(i, &node): (usize, &usize)| Joint {
            name: self.motion.nodes[node].name.clone().unwrap_or_else(|| format!("node {node}")),
            parent: self.parents[i].map(|parent| parent as u16),
            offset: self.parents[i].map_or(places[i], |parent| crate::geom::vector::sub(places[i], places[parent])),
            tip: None,
        };
        Skeleton::new(self.order.iter().enumerate().map(joint).collect())
    }

    fn pose(&self, time: f64, roots: &mut Vec<Vec3>, turns: &mut Vec<Quat>) {
        let start = turns.len();
        for (i, &node) in self.order.iter().enumerate() {
            let (at, turn, _) = self.place(node, Some(time));
            if i == 0 {
                roots.push(at);
            }
            // The joint's turn since rest, in the world; below it becomes a turn within the parent.
            turns.push((turn * self.rest[i].inverse()).unit());
        }
        let world: Vec<Quat> = turns[start..].to_vec();
        for (i, parent) in self.parents.iter().enumerate() {
            if let Some(parent) = *parent {
                turns[start + i] = (world[parent].inverse() * world[i]).unit();
            }
        }
    }
}

/// The value of a channel at a time; before the first and after the last key it stays.
fn sample(channel: &GltfChannel, time: f64) -> [f64; 4] {
    let after = channel.times.partition_point(|&key| key <= time);
    let value = |key: usize, part: usize| match channel.interpolation {
        Interpolation::CubicSpline => channel.values[key * 3 + part],
        _ => channel.values[key],
    };
    if after == 0 || after == channel.times.len() {
        return value(after.saturating_sub(1), 1);
    }
    let (from, to) = (after - 1, after);
    let gap = channel.times[to] - channel.times[from];
    let t = (time - channel.times[from]) / gap;
    let (a, b) = (value(from, 1), value(to, 1));
    match (channel.interpolation, channel.path) {
        (Interpolation::Step, _) => a,
        (Interpolation::Linear, GltfPath::Rotation) => {
            let quat = |v: [f64; 4]| Quat { x: v[0] as f32, y: v[1] as f32, z: v[2] as f32, w: v[3] as f32 }.unit();
            let Quat { x, y, z, w } = quat(a).slerp(quat(b), t as f32);
            [x, y, z, w].map(f64::from)
        }
        (Interpolation::CubicSpline, _) => {
            let (out, into) = (value(from, 2), value(to, 0));
            let (t2, t3) = (t * t, t * t * t);
            std::array::from_fn(|i| {
                (2.0 * t3 - 3.0 * t2 + 1.0) * a[i]
                    + gap * (t3 - 2.0 * t2 + t) * out[i]
                    + (3.0 * t2 - 2.0 * t3) * b[i]
                    + gap * (t3 - t2) * into[i]
            })
        }
        _ => std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t),
    }
}
