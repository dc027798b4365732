//! Detects a first frame that is a T-pose for calibration.

use super::super::Capture;
use crate::geom::vector::{Vec3, length, sub};
use crate::motion::figure::{Placed, Role, Side};

/// Whether both arms are level and spread in the first frame, and the next frame is somewhere else at once: its joints
/// turn by more than three times what they turn from the second to the third, and by 5° in the mean at least.
pub(super) fn is_first(capture: &Capture) -> bool {
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
