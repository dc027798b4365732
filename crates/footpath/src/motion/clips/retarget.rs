//! Retargeting: the motion of one skeleton on another.
//!
//! In: a clip and a figure, both with roles for their joints. Out: the clip for the figure's skeleton.
//!
//! Skeletons differ in lengths and in their rest pose: the built-in figure stands with its arms down, captures
//! hold them out, and some have their legs apart. So every joint of a role gets a **reference**, the turn in which its
//! bone points as the built-in figure's does at rest; a motion adds the same turns to the reference of every skeleton.

use super::clip::Clip;
use crate::geom::Quat;
use crate::geom::vector::{Vec3, add, scale, sub, unit};
use crate::motion::figure::{Figure, Placed, Pose, Role, Side, Skeleton};

/// For every role, its joint's turn in the stance of the built-in figure.
pub(in crate::motion) struct Reference([Quat; Role::COUNT]);

impl Reference {
    pub(in crate::motion) fn of(skeleton: &Skeleton) -> Self {
        let person = Figure::person(1.8);
        let model = Placed::of(&person.skeleton, &Pose::rest(&person.skeleton));
        let zero = Placed::of(skeleton, &Pose::rest(skeleton));
        let bone = |skeleton: &Skeleton, placed: &Placed, role: Role| -> Option<Vec3> {
            let [from, to] = [skeleton.find(role)?, skeleton.find(role.child()?)?];
            Some(unit(sub(placed.at[to], placed.at[from]), [0.0, -1.0, 0.0]))
        };
        // The trunk and the shoulders of every skeleton are upright when nothing is turned; a hand goes with its forearm.
        let reference = |role: Role| {
            let bone_of = match role {
                Role::Hand(side) => Role::Forearm(side),
                Role::UpperArm(_) | Role::Forearm(_) | Role::Thigh(_) | Role::Shin(_) | Role::Foot(_) => role,
                _ => return Quat::IDENTITY,
            };
            match (bone(skeleton, &zero, bone_of), bone(&person.skeleton, &model, bone_of)) {
                (Some(own), Some(wanted)) => Quat::between(own, wanted),
                _ => Quat::IDENTITY,
            }
        };
        Self(Role::ALL.map(reference))
    }

    fn get(&self, role: Role) -> Quat {
        self.0[role.index()]
    }
}

/// Middle between the hip joints.
fn hips_middle(skeleton: &Skeleton, placed: &Placed) -> Vec3 {
    let [left, right] = Side::BOTH.map(|side| skeleton.find(Role::Thigh(side)).unwrap_or(0));
    scale(add(placed.at[left], placed.at[right]), 0.5)
}

impl Clip {
    /// The same motion on another figure; speed and heights follow the length of its legs. Feet that stood exactly may be
    /// a centimetre off: [`feet`](crate::motion::feet) locks them again.
    pub fn onto(&self, figure: &Figure) -> Self {
        let (from, to) = (&self.skeleton, &figure.skeleton);
        let (old, new) = (Reference::of(from), Reference::of(to));
        let legs = |skeleton: &Skeleton| skeleton.leg_length(Side::Left).unwrap_or(1.0);
        let ratio = legs(to) / legs(from);
        let ankle = |soles: &[crate::motion::figure::Sole; 2]| 0.5 * (soles[0].ankle + soles[1].ankle);
        let (mut roots, mut turns) = (Vec::with_capacity(self.frames()), Vec::new());
        for placed in self.placed() {
            let mut global = vec![Quat::IDENTITY; to.len()];
            for (joint, description) in to.joints().iter().enumerate() {
                let parent = description.parent.map_or(Quat::IDENTITY, |parent| global[usize::from(parent)]);
                let role = to.role_of(joint).and_then(|role| Some((role, from.find(role)?)));
                global[joint] =
                    role.map_or(parent, |(role, own)| placed.turn[own] * old.get(role).inverse() * new.get(role));
                turns.push((parent.inverse() * global[joint]).unit());
            }
            // The hip joints go where they were, times the length of the legs, on ankles of another height.
            let middle = hips_middle(from, &placed);
            let wanted =
                [middle[0] * ratio, (middle[1] - ankle(&self.soles)) * ratio + ankle(&figure.soles), middle[2] * ratio];
            let pose = Pose { root: [0.0; 3], turns: turns[turns.len() - to.len()..].to_vec() };
            roots.push(sub(wanted, hips_middle(to, &Placed::of(to, &pose))));
        }
        Self { skeleton: to.clone(), soles: figure.soles, roots, turns, speed: self.speed * ratio, ..self.clone() }
    }

    /// The same motion with the arms held in, for narrow places. A tenth of their swing is left.
    pub fn tucked(&self) -> Self {
        let skeleton = &self.skeleton;
        let reference = Reference::of(skeleton);
        let mut clip = self.clone();
        for (frame, placed) in self.placed().iter().enumerate() {
            let turns = &mut clip.turns[frame * skeleton.len()..(frame + 1) * skeleton.len()];
            let chest = placed.turn_of(skeleton.find(Role::Chest));
            for side in Side::BOTH {
                reference.tuck(skeleton, chest, side, 0.9, turns);
            }
        }
        clip
    }
}

impl Reference {
    /// Brings an arm in before a chest that is turned so, by a share of what lies between.
    pub(in crate::motion) fn tuck(&self, skeleton: &Skeleton, chest: Quat, side: Side, by: f32, turns: &mut [Quat]) {
        // From the chest down, each joint turned as the built-in figure's would be.
        let (mut stance, mut parent) = (chest, chest);
        for (role, turn) in held_in(side) {
            let Some(joint) = skeleton.find(role) else { continue };
            stance = stance * turn;
            let wanted = stance * self.get(role);
            turns[joint] = (parent.inverse() * wanted).unit().mix(turns[joint], 1.0 - by);
            parent = parent * turns[joint];
        }
    }
}

/// Arms held in before the body: turns of each joint within the last, in the stance of the built-in figure.
fn held_in(side: Side) -> [(Role, Quat); 4] {
    let out = side.sign();
    [
        (Role::Clavicle(side), Quat::about_y(-out * 0.25) * Quat::about_z(-out * 0.05)),
        (Role::UpperArm(side), Quat::about_x(-0.35) * Quat::about_z(-out * 0.06)),
        (Role::Forearm(side), Quat::about_y(-out * 0.80) * Quat::about_x(-1.85)),
        (Role::Hand(side), Quat::IDENTITY),
    ]
}
