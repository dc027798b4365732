//! Writes BVH: a skeleton and its poses, in metres, turns in degrees about z, y and x.

use std::fmt::Write;

use crate::geom::Quat;
use crate::geom::vector::Vec3;
use crate::motion::figure::Skeleton;

/// The text of a BVH file: a skeleton, and frames given as the root's position and the turns of all joints. Metres.
pub fn write_bvh<'a>(
    skeleton: &Skeleton,
    frame_time: f32,
    frames: impl ExactSizeIterator<Item = (Vec3, &'a [Quat])>,
) -> String {
    let mut text = String::from("HIERARCHY\n");
    let order = tree(skeleton, &mut text);
    let _ = write!(text, "MOTION\nFrames: {}\nFrame Time: {frame_time}\n", frames.len());
    for (root, turns) in frames {
        let _ = write!(text, "{:.6} {:.6} {:.6}", root[0], root[1], root[2]);
        for &joint in &order {
            let [z, y, x] = angles(turns[joint]).map(f64::to_degrees);
            let _ = write!(text, " {z:.5} {y:.5} {x:.5}");
        }
        text.push('\n');
    }
    text
}

/// Writes the tree, depth first, and gives the order in which its joints stand in the file.
fn tree(skeleton: &Skeleton, text: &mut String) -> Vec<usize> {
    let joints = skeleton.joints();
    let children = |joint: usize| (0..joints.len()).filter(move |&i| joints[i].parent == Some(joint as u16));
    let (mut order, mut open) = (Vec::with_capacity(joints.len()), Vec::new());
    // A joint that is still to open, or a brace that is still to close, with its depth.
    let mut waiting = vec![(Some(0), 0usize)];
    while let Some((joint, depth)) = waiting.pop() {
        let indent = "\t".repeat(depth);
        let Some(joint) = joint else {
            let _ = writeln!(text, "{indent}}}");
            continue;
        };
        order.push(joint);
        let (kind, channels) = match joint {
            0 => ("ROOT", "6 Xposition Yposition Zposition"),
            _ => ("JOINT", "3"),
        };
        let [x, y, z] = if joint == 0 { [0.0; 3] } else { joints[joint].offset };
        let _ =
            write!(text, "{indent}{kind} {}\n{indent}{{\n{indent}\tOFFSET {x:.6} {y:.6} {z:.6}\n", joints[joint].name);
        let _ = writeln!(text, "{indent}\tCHANNELS {channels} Zrotation Yrotation Xrotation");
        waiting.push((None, depth));
        open.clear();
        open.extend(children(joint));
        if open.is_empty() || joints[joint].tip.is_some() {
            let [x, y, z] = joints[joint].tip.unwrap_or_default();
            let _ = write!(
                text,
                "{indent}\tEnd Site\n{indent}\t{{\n{indent}\t\tOFFSET {x:.6} {y:.6} {z:.6}\n{indent}\t}}\n"
            );
        }
        waiting.extend(open.iter().rev().map(|&child| (Some(child), depth + 1)));
    }
    order
}

/// Angles about z, y and x, radians, that give the turn when x is applied first.
fn angles(turn: Quat) -> [f64; 3] {
    let [x, y, z, w] = [turn.x, turn.y, turn.z, turn.w].map(f64::from);
    let sin_y = (2.0 * (w * y - x * z)).clamp(-1.0, 1.0);
    if sin_y.abs() > 0.999_999 {
        // Straight up or down z and x turn about one axis; all is put into z.
        return [libm::atan2(2.0 * (w * z - x * y), 1.0 - 2.0 * (x * x + z * z)), libm::asin(sin_y), 0.0];
    }
    let about_z = libm::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z));
    let about_x = libm::atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y));
    [about_z, libm::asin(sin_y), about_x]
}
