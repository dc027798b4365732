//! Puts a pose on the ground: on its feet, on hands and knees, or on the way from one to the other.

use super::Player;
use crate::geom::Quat;
use crate::motion::clips::{Contact, JUMP_TIMES, Support};
use crate::motion::ease;
use crate::motion::feet::{Around, GroundFn, Step};
use crate::motion::figure::{Base, Figure, Placed, Pose};
use crate::motion::player::ladder::Mix;
use crate::motion::player::set::Style;

/// Metres that a crawling body is lifted out of the ground at most, and metres per second that it comes down again.
const HIGHEST: f32 = 0.3;
const EASE: f32 = 0.25;

impl Player {
    /// 1 when hands and knees carry the body.
    pub(super) fn knees(&self, style: Style) -> f32 {
        let on_knees = style != Style::Jump && self.set.ladder(style).rung(0).clip.support == Support::Knees;
        f32::from(u8::from(on_knees))
    }

    /// Puts the pose on the ground: on its feet, on hands and knees, or on the way from one to the other.
    pub(super) fn stand(
        &mut self,
        pose: &mut Pose,
        base: &Base,
        steps: &[Step; 2],
        knees: f32,
        around: &Around<'_>,
        dt: f32,
    ) -> [bool; 2] {
        // Feet let go in the first part of getting down, and hold again in the last of getting up.
        let low = ((knees - 0.05) / 0.3).clamp(0.0, 1.0);
        if low <= 0.0 {
            self.lifted = 0.0;
            return self.feet.solve(pose, &mut self.placed, base, steps, around, dt);
        }
        let mut lying = std::mem::take(&mut self.spare[0]);
        lying.copy_from(pose);
        lay(&mut lying, base, around.ground);
        if low < 1.0 {
            self.feet.solve(pose, &mut self.placed, base, steps, around, dt);
            pose.mix_into(&lying, ease(low));
        } else {
            self.feet.forget();
            pose.copy_from(&lying);
        }
        self.spare[0] = lying;
        self.placed.update(&self.set.figure.skeleton, pose);
        // Halfway down neither feet nor knees are where either motion puts them, and on steps they never are; no limb may
        // sink. On steps it goes up at once and down at leisure.
        let deep = sunk(&self.set.figure, &self.placed, base, around.ground).min(HIGHEST);
        let changes = low < 1.0 || self.from.is_some();
        self.lifted = if changes { deep } else { deep.max(self.lifted - EASE * dt) };
        pose.root[1] += self.lifted;
        self.placed.update(&self.set.figure.skeleton, pose);
        steps.map(|step| low >= 1.0 && self.from.is_none() && step.contact.is_planted())
    }

    /// How the clips that are played move the feet: contacts, and where the feet come down.
    pub(super) fn steps(&self, style: Style, mix: &Mix, foresee: &dyn Fn(f64) -> Base) -> [Step; 2] {
        if style == Style::Jump {
            let clip = &self.set.jump.clip;
            let [leave, back, _] = JUMP_TIMES;
            let progress = (self.jump - leave) / (back - leave);
            let contacts = clip.contacts_at(self.jump);
            return [0, 1].map(|foot| {
                let stand = self.set.ladder(Style::Walk).mix(0.0, 0.0);
                let ([x, z], yaw) = self.set.ladder(Style::Walk).landing(&stand, foot);
                let seconds = f64::from((back - self.jump).max(0.0));
                step_at(&foresee(seconds), [x, z], yaw, contacts[foot], progress)
            });
        }
        let ladder = self.set.ladder(style);
        let contacts = ladder.contacts(mix, self.phase);
        [0, 1].map(|foot| {
            let (progress, seconds) = ladder.swing(mix, self.phase, foot);
            let (ball, yaw) = ladder.landing(mix, foot);
            step_at(&foresee(f64::from(seconds)), ball, yaw, contacts[foot], progress)
        })
    }
}

/// A foot that comes down at a place relative to where the base point is then.
fn step_at(then: &Base, ball: [f32; 2], yaw: f32, contact: Contact, progress: f32) -> Step {
    let [x, _, z] = then.to_world([ball[0], 0.0, ball[1]]);
    let over = [then.at[0], then.at[2]];
    let floor = Some(then.at[1]);
    Step { contact, progress, landing: [x, z], yaw: then.yaw() + f64::from(yaw), over, floor }
}

/// Metres above a limb's middle at which ground is beside it.
const RISER: f64 = 0.30;
/// From the feet to the hands of a crawling body, metres from the base point, and the number of places between.
const LYING: [f32; 2] = [-0.6, 0.6];
const LOOKS: usize = 9;

/// How deep the deepest of knees, feet and hands is in the ground.
fn sunk(figure: &Figure, placed: &Placed, base: &Base, ground: GroundFn<'_>) -> f32 {
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
fn lay(pose: &mut Pose, base: &Base, ground: GroundFn<'_>) {
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
