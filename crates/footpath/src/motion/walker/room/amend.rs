//! What is amended of a pose, and how it is spread over the frames around.

use super::touch::Part;
use crate::geom::Quat;
use crate::geom::vector::{add, dot, scale, sub, unit};
use crate::motion::clips::Reference;
use crate::motion::feet::ik::Chain;
use crate::motion::figure::{Figure, Placed, Pose, Role, Side};
use crate::motion::walker::walk::Frame;

/// How far a head is bowed, half of it in the neck, how far knees turn to either side, radians; metres that the pelvis comes
/// down and that a swinging foot is lifted.
const BOW: f32 = 1.0;
const TURN: f32 = 1.1;
const DOWN: f32 = 0.30;
const UP: f32 = 0.20;
/// Seconds that arms and trunk, and legs, take to get there and back.
const SLOW: f64 = 0.4;
const QUICK: f64 = 0.2;
/// Share of the lift by which a foot may change from frame to frame.
const STEP: f32 = 0.35;

/// Amounts by which a pose is amended: nothing at 0, as far as it goes at 1 or −1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Amends {
    /// Arms that are folded.
    pub fold: [f32; 2],
    /// The head that is bowed, the pelvis that comes down.
    pub nod: f32,
    pub duck: f32,
    /// Knees that are turned, positive to the left.
    pub knee: [f32; 2],
    /// Swinging feet that are lifted.
    pub lift: [f32; 2],
}

const CHANNELS: usize = 8;

impl Amends {
    fn amounts(&self) -> [f32; CHANNELS] {
        let Self { fold, nod, duck, knee, lift } = *self;
        [fold[0], fold[1], nod, duck, knee[0], knee[1], lift[0], lift[1]]
    }

    fn of([a, b, nod, duck, c, d, e, f]: [f32; CHANNELS]) -> Self {
        Self { fold: [a, b], nod, duck, knee: [c, d], lift: [e, f] }
    }

    fn each(&self, other: &Self, with: impl Fn(f32, f32) -> f32) -> Self {
        let (own, other) = (self.amounts(), other.amounts());
        Self::of(std::array::from_fn(|i| with(own[i], other[i])))
    }

    /// Each amount of what is tried that is not 0, else the own one.
    pub fn with(&self, tried: &Self) -> Self {
        self.each(tried, |own, tried| if tried == 0.0 { own } else { tried })
    }

    /// Of two, each amount that goes farther.
    pub fn farther(&self, other: &Self) -> Self {
        self.each(other, |own, other| if other.abs() > own.abs() { other } else { own })
    }
}

/// What may make room for a part, what shows least first.
pub(super) fn tries(part: Part, frame: &Frame) -> Vec<Amends> {
    let none = Amends::default();
    let on = |side: Side, by: f32| {
        let mut both = [0.0; 2];
        both[side.index()] = by;
        both
    };
    let quarters = [0.25, 0.5, 0.75, 1.0];
    match part {
        // Hands that carry the body stay where they are.
        Part::Arm(_) if frame.on_knees => Vec::new(),
        Part::Arm(side) => quarters.map(|by| Amends { fold: on(side, by), ..none }).to_vec(),
        Part::Head | Part::Trunk => {
            let mut all = quarters.map(|nod| Amends { nod, ..none }).to_vec();
            if !frame.on_knees {
                all.extend(quarters.map(|duck| Amends { duck, ..none }));
                all.extend(quarters.map(|by| Amends { duck: by, nod: by, ..none }));
            }
            all
        }
        Part::Leg(_) | Part::Foot(_) if frame.on_knees => Vec::new(),
        Part::Leg(side) | Part::Foot(side) => {
            let turns = [0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0];
            let lifts: &[f32] = if frame.planted[side.index()] { &[0.0] } else { &[0.0, 0.15, 0.3, 0.5, 0.75, 1.0] };
            let turns = if matches!(part, Part::Leg(_)) { &turns[..] } else { &turns[..1] };
            let each = |&lift: &f32| turns.iter().map(move |&knee| (lift, knee));
            let all = lifts.iter().flat_map(each).filter(|&tried| tried != (0.0, 0.0));
            all.map(|(lift, knee)| Amends { lift: on(side, lift), knee: on(side, knee), ..none }).collect()
        }
    }
}

/// What each frame wants, as bumps over the frames around it. Feet are lifted only while they swing.
pub(super) fn spread(wanted: &[Amends], frames: &[Frame], frame_time: f64) -> Vec<Amends> {
    let mut sum = vec![[[0.0f32; 2]; CHANNELS]; wanted.len()];
    for (at, own) in wanted.iter().enumerate().filter(|(_, own)| **own != Amends::default()) {
        for (channel, amount) in own.amounts().into_iter().enumerate().filter(|(_, amount)| *amount != 0.0) {
            let seconds = if channel < 4 { SLOW } else { QUICK };
            let wide = (seconds / frame_time).ceil().max(1.0);
            let sign = usize::from(amount < 0.0);
            let around = at.saturating_sub(wide as usize)..(at + wide as usize + 1).min(wanted.len());
            for there in around {
                let far = (there as f64 - at as f64).abs() / wide;
                let bump = (0.5 + 0.5 * libm::cos(std::f64::consts::PI * far)) as f32;
                let kept = &mut sum[there][channel][sign];
                *kept = kept.max(amount.abs() * bump);
            }
        }
    }
    let mut all: Vec<Amends> = sum.iter().map(|both| Amends::of(both.map(|[more, less]| more - less))).collect();
    for side in 0..2 {
        // From where a foot stands it is lifted, and to where it stands it comes down, no faster than it can.
        let mut most = 0.0f32;
        for (own, frame) in all.iter_mut().zip(frames) {
            most = if frame.planted[side] { 0.0 } else { most + STEP };
            own.lift[side] = own.lift[side].min(most);
        }
        most = 0.0;
        for (own, frame) in all.iter_mut().zip(frames).rev() {
            most = if frame.planted[side] { 0.0 } else { most + STEP };
            own.lift[side] = own.lift[side].min(most);
        }
    }
    all
}

/// The joints that are amended.
pub(super) struct Joints<'a> {
    figure: &'a Figure,
    reference: Reference,
    legs: [Option<Chain>; 2],
    chest: Option<usize>,
    /// Neck and head.
    bowed: [Option<usize>; 2],
}

impl<'a> Joints<'a> {
    pub fn of(figure: &'a Figure) -> Self {
        let skeleton = &figure.skeleton;
        let leg = |side| skeleton.leg(side).map(|[upper, lower, end]| Chain { upper, lower, end });
        Self {
            figure,
            reference: Reference::of(skeleton),
            legs: Side::BOTH.map(leg),
            chest: skeleton.find(Role::Chest),
            bowed: [Role::Neck, Role::Head].map(|role| skeleton.find(role)),
        }
    }

    /// A pose with what is amended, and where it puts the joints.
    pub fn pose(&self, own: &Pose, amends: &Amends, pose: &mut Pose, placed: &mut Placed) {
        let skeleton = &self.figure.skeleton;
        pose.copy_from(own);
        placed.update(skeleton, pose);
        for side in Side::BOTH.into_iter().filter(|side| amends.fold[side.index()] > 0.0) {
            let chest = self.chest.map_or(Quat::IDENTITY, |chest| placed.turn[chest]);
            self.reference.tuck(skeleton, chest, side, amends.fold[side.index()], &mut pose.turns);
        }
        if amends.nod > 0.0 {
            for joint in self.bowed.into_iter().flatten() {
                let bow = Quat::about([1.0, 0.0, 0.0], 0.5 * BOW * amends.nod);
                let parent = skeleton.joints()[joint].parent.map_or(Quat::IDENTITY, |at| placed.turn[usize::from(at)]);
                // What the neck is bowed by the head is too, as it hangs on it.
                pose.turns[joint] = (parent.inverse() * bow * parent * pose.turns[joint]).unit();
            }
        }
        let down = DOWN * amends.duck;
        let moves = |side: usize| down != 0.0 || amends.knee[side] != 0.0 || amends.lift[side] != 0.0;
        if moves(0) || moves(1) {
            self.legs(amends, down, moves, pose, placed);
        }
        placed.update(skeleton, pose);
    }

    /// Puts the feet where they were, but for what they are lifted by, below a pelvis that comes down.
    fn legs(&self, amends: &Amends, down: f32, moves: impl Fn(usize) -> bool, pose: &mut Pose, placed: &mut Placed) {
        let feet = self.legs.map(|leg| leg.map(|leg| (placed.at[leg.end], placed.turn[leg.end])));
        let knees = self.legs.map(|leg| {
            leg.map(|leg| {
                let [hip, knee, ankle] = [leg.upper, leg.lower, leg.end].map(|joint| placed.at[joint]);
                let along = unit(sub(ankle, hip), [0.0, -1.0, 0.0]);
                let out = sub(knee, hip);
                let bend = sub(out, scale(along, dot(out, along)));
                // A straight leg does not say; then the knee points ahead.
                add(bend, [0.0, 0.0, 0.01])
            })
        });
        pose.root[1] -= down;
        placed.update(&self.figure.skeleton, pose);
        for side in (0..2).filter(|&side| moves(side)) {
            let (Some(leg), Some((foot, turn)), Some(knee)) = (self.legs[side], feet[side], knees[side]) else {
                continue;
            };
            let target = add(foot, [0.0, UP * amends.lift[side], 0.0]);
            let along = unit(sub(target, placed.at[leg.upper]), [0.0, -1.0, 0.0]);
            // About the way down, a positive turn goes to the right.
            let pole = Quat::about(along, -TURN * amends.knee[side]).turn(knee);
            leg.reach(&self.figure.skeleton, pose, placed, target, pole, turn);
        }
    }
}
