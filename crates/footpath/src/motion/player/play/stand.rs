//! Puts a pose on the ground: on its feet, on hands and knees, or on the way from one to the other.

use super::Player;
use crate::motion::clips::{Contact, JUMP_TIMES, Support};
use crate::motion::ease;
use crate::motion::feet::{Around, Step};
use crate::motion::figure::{Base, Pose};
use crate::motion::player::crawling::{lay, sunk};
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
