//! What a motion says of the feet, for who keeps them on the ground.

use super::Player;
use crate::motion::clips::Contact;
use crate::motion::feet::Step;
use crate::motion::figure::Base;
use crate::motion::player::ladder::Mix;
use crate::motion::player::set::Style;

impl Player {
    /// What the motion says of the feet.
    pub(super) fn steps(&self, style: Style, mix: &Mix, foresee: &dyn Fn(f64) -> Base) -> [Step; 2] {
        if style == Style::Jump {
            let clip = &self.set.jump.clip;
            let times = self.set.jump_times();
            let progress = (self.jump - times[0]) / (times[1] - times[0]);
            let contacts = clip.contacts_at(self.jump);
            return [0, 1].map(|foot| {
                let stand = self.set.ladder(Style::Walk).mix(0.0, 0.0);
                let ([x, z], yaw) = self.set.ladder(Style::Walk).landing(&stand, foot);
                let seconds = f64::from((times[1] - self.jump).max(0.0));
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
