//! A body near the ground: on hands and knees, or on its way there.

use crate::geom::Quat;
use crate::motion::feet::GroundFn;
use crate::motion::figure::{Base, Figure, Placed, Pose};

/// Metres above a limb's middle at which ground is beside it.
const RISER: f64 = 0.30;
/// From the feet to the hands of a crawling body, metres from the base point, and the number of places between.
const LYING: [f32; 2] = [-0.6, 0.6];
const LOOKS: usize = 9;

/// How deep the deepest of knees, feet and hands is in the ground.
pub(super) fn sunk(figure: &Figure, placed: &Placed, base: &Base, ground: GroundFn<'_>) -> f32 {
    let mut deepest = 0.0f64;
    for limb in &figure.limbs {
        for capsule in limb.capsules(placed) {
            for end in [capsule.from, capsule.to] {
                let at = base.to_world(end);
                let below = ground(at[0], at[2]).map_or(f64::NEG_INFINITY, |ground| ground.height);
                // Ground far above a limb is a riser or a wall beside it: the limb has not sunk into it.
                if below < at[1] + RISER {
                    deepest = deepest.max(below - at[1] + f64::from(capsule.radius));
                }
            }
        }
    }
    deepest as f32
}

/// Lays a crawling pose onto the ground: its height in the middle, its pitch along the way.
pub(super) fn lay(pose: &mut Pose, base: &Base, ground: GroundFn<'_>) {
    let height = |z: f32| {
        let [x, _, z] = base.to_world([0.0, 0.0, z]);
        ground(x, z).map_or(base.at[1], |ground| ground.height)
    };
    // The line that fits the ground best from the feet to the hands.
    let [from, to] = LYING;
    let at = |i: usize| from + (to - from) * i as f32 / (LOOKS - 1) as f32;
    let mean = 0.5 * (from + to);
    let heights: [f64; LOOKS] = std::array::from_fn(|i| height(at(i)));
    let level = heights.iter().sum::<f64>() / LOOKS as f64;
    let (mut lever, mut spread) = (0.0f64, 0.0f64);
    for (i, height) in heights.iter().enumerate() {
        let out = f64::from(at(i) - mean);
        (lever, spread) = (lever + out * (height - level), spread + out * out);
    }
    let slope = lever / spread;
    let pitch = Quat::about_x(-libm::atanf(slope as f32));
    let middle = (level - slope * f64::from(mean) - base.at[1]) as f32;
    pose.root = pitch.turn(pose.root);
    pose.root[1] += middle;
    if let Some(hips) = pose.turns.first_mut() {
        *hips = pitch * *hips;
    }
}
