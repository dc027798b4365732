//! A body near the ground: on hands and knees, or on its way there.

use crate::geom::Quat;
use crate::motion::feet::Ground;
use crate::motion::figure::{Base, Figure, Placed, Pose};

/// How deep the deepest of knees, feet and hands is in the ground.
pub(super) fn sunk(figure: &Figure, placed: &Placed, base: &Base, ground: &dyn Fn(f64, f64) -> Option<Ground>) -> f32 {
    let mut deepest = 0.0f64;
    for limb in &figure.limbs {
        for capsule in limb.capsules(placed) {
            for end in [capsule.from, capsule.to] {
                let at = base.to_world(end);
                let below = ground(at[0], at[2]).map_or(f64::NEG_INFINITY, |ground| ground.height);
                // A riser beside the figure is nothing that it has sunk into.
                if below < base.at[1] + 0.1 {
                    deepest = deepest.max(below - at[1] + f64::from(capsule.radius));
                }
            }
        }
    }
    deepest as f32
}

/// Lays a crawling pose onto the ground: its height in the middle, its pitch along the way.
pub(super) fn lay(pose: &mut Pose, base: &Base, ground: &dyn Fn(f64, f64) -> Option<Ground>) {
    let height = |z: f32| {
        let [x, _, z] = base.to_world([0.0, 0.0, z]);
        ground(x, z).map_or(base.at[1], |ground| ground.height)
    };
    let (back, front) = (height(-0.26), height(0.34));
    let pitch = Quat::about_x(-libm::atan2f((front - back) as f32, 0.6));
    let middle = (back + (front - back) * 0.26 / 0.6 - base.at[1]) as f32;
    pose.root = pitch.turn(pose.root);
    pose.root[1] += middle;
    if let Some(hips) = pose.turns.first_mut() {
        *hips = pitch * *hips;
    }
}
