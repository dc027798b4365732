//! What is amended of a pose, and how it is spread over the frames around.

use super::touch::Part;
use crate::motion::figure::Side;
use crate::motion::walker::walk::Frame;

/// Seconds that arms and trunk, and legs, take to get there and back.
const SLOW: f64 = 0.4;
const QUICK: f64 = 0.2;
/// Share of the way by which a foot may change from frame to frame.
const STEP: f32 = 0.25;

/// Something of a pose that can be amended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    /// The head is bowed, the pelvis comes down (or goes up), forward or back, to the left or the right.
    Nod,
    Duck,
    Lean,
    Sway,
    /// An arm is folded.
    Fold(Side),
    /// A knee is turned to the left or the right.
    Knee(Side),
    /// A heel is lifted off the ground; toes are bent up.
    Heel(Side),
    Curl(Side),
    /// A swinging foot is lifted, and kept back.
    Lift(Side),
    Back(Side),
    /// Who crawls points to the left or the right of the way.
    Twist,
}

const CHANNELS: usize = 17;

impl Channel {
    fn index(self) -> usize {
        match self {
            Self::Nod => 0,
            Self::Duck => 1,
            Self::Lean => 2,
            Self::Sway => 3,
            Self::Fold(side) => 4 + side.index(),
            Self::Knee(side) => 6 + side.index(),
            Self::Heel(side) => 8 + side.index(),
            Self::Curl(side) => 10 + side.index(),
            Self::Lift(side) => 12 + side.index(),
            Self::Back(side) => 14 + side.index(),
            Self::Twist => 16,
        }
    }

    /// Whether it goes both ways.
    fn is_signed(index: usize) -> bool {
        matches!(index, 2 | 3 | 6 | 7 | 14..)
    }

    fn seconds(index: usize) -> f64 {
        if index < 6 || index == Self::Twist.index() { SLOW } else { QUICK }
    }
}

/// Amounts by which a pose is amended: nothing at 0, as far as it goes at 1 or −1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Amends([f32; CHANNELS]);

impl Amends {
    pub fn of(amounts: &[(Channel, f32)]) -> Self {
        let mut own = Self::default();
        amounts.iter().for_each(|&(channel, amount)| own.0[channel.index()] = amount);
        own
    }

    pub fn get(&self, channel: Channel) -> f32 {
        self.0[channel.index()]
    }

    /// Each amount of what is tried that is not 0, else the own one.
    pub fn with(&self, tried: &Self) -> Self {
        Self(std::array::from_fn(|i| if tried.0[i] == 0.0 { self.0[i] } else { tried.0[i] }))
    }

    /// By how much two differ, where amounts that go both ways count so many times.
    pub fn apart(&self, other: &Self, signed: f32) -> f32 {
        let weight = |index: usize| if Channel::is_signed(index) { signed } else { 1.0 };
        self.0.iter().zip(&other.0).enumerate().map(|(index, (a, b))| weight(index) * (a - b).abs()).sum()
    }

    /// Of two, each amount that goes farther.
    pub fn farther(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| if other.0[i].abs() > self.0[i].abs() { other.0[i] } else { self.0[i] }))
    }
}

const QUARTERS: [f32; 4] = [0.25, 0.5, 0.75, 1.0];
/// To either side, the nearest first.
const TURNS: [f32; 8] = [0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0];
const HALVES: [f32; 4] = [0.5, -0.5, 1.0, -1.0];
/// As far as a foot gets in its first frame off the ground.
const NEARLY: [f32; 4] = [0.12, -0.12, 0.25, -0.25];

/// What may make room for a part of who crawls: a body that lies is longer than the disc that the planner turns about its middle.
fn tries_on_knees(part: Part) -> Vec<Amends> {
    let own = match part {
        Part::Head | Part::Trunk => {
            let low = QUARTERS
                .iter()
                .flat_map(|&duck| [0.0, 0.5, 1.0].map(|nod| Amends::of(&[(Channel::Duck, duck), (Channel::Nod, nod)])));
            QUARTERS.map(|by| Amends::of(&[(Channel::Nod, by)])).into_iter().chain(low).collect()
        }
        Part::Arm(side) => QUARTERS.map(|by| Amends::of(&[(Channel::Fold(side), by)])).to_vec(),
        Part::Leg(side) | Part::Foot(side) => {
            let (knee, heel, back) = (Channel::Knee(side), Channel::Heel(side), Channel::Back(side));
            let turned = TURNS.map(|turn| Amends::of(&[(knee, turn)]));
            let raised = QUARTERS.map(|by| Amends::of(&[(heel, by)]));
            let both = QUARTERS.iter().flat_map(|&by| TURNS.map(|turn| Amends::of(&[(knee, turn), (heel, by)])));
            let hips = HALVES
                .into_iter()
                .flat_map(|by| [0.0, 0.5, 1.0].map(|raised| Amends::of(&[(back, by), (heel, raised)])));
            turned.into_iter().chain(raised).chain(hips).chain(both).collect()
        }
    };
    // Hands and knees that carry the body may go over an edge.
    let up = [-0.15, -0.3, -0.5].map(|by| Amends::of(&[(Channel::Duck, by)]));
    let whole = [Channel::Sway, Channel::Lean, Channel::Twist].into_iter();
    let whole = whole.flat_map(|channel| HALVES.map(|by| Amends::of(&[(channel, by)]))).chain(up);
    let mut all = own.clone();
    for moved in whole {
        all.push(moved);
        all.extend(own.iter().map(|own| own.with(&moved)));
    }
    all
}

/// What may make room for a part, what shows least first.
pub(super) fn tries(part: Part, frame: &Frame) -> Vec<Amends> {
    let each = |channel: Channel, by: &[f32]| by.iter().map(|&by| Amends::of(&[(channel, by)])).collect::<Vec<_>>();
    match part {
        _ if frame.on_knees => tries_on_knees(part),
        Part::Arm(side) => each(Channel::Fold(side), &QUARTERS),
        Part::Head | Part::Trunk => {
            let mut all = each(Channel::Nod, &QUARTERS);
            all.extend(each(Channel::Duck, &QUARTERS));
            all.extend(QUARTERS.map(|by| Amends::of(&[(Channel::Duck, by), (Channel::Nod, by)])));
            all.extend([Channel::Lean, Channel::Sway].into_iter().flat_map(|to| each(to, &HALVES)));
            all
        }
        Part::Leg(side) | Part::Foot(side) => {
            let mut all = Vec::new();
            if part == Part::Foot(side) {
                all.extend(each(Channel::Curl(side), &[0.5, 1.0]));
            } else {
                all.extend(each(Channel::Knee(side), &TURNS));
            }
            if frame.planted[side.index()] {
                all.extend(each(Channel::Heel(side), &[0.33, 0.66, 1.0]));
                all.extend([Channel::Lean, Channel::Sway].into_iter().flat_map(|to| each(to, &HALVES)));
                for turn in HALVES {
                    let knee = (Channel::Knee(side), turn);
                    all.push(Amends::of(&[knee, (Channel::Heel(side), 0.66)]));
                    for to in [Channel::Lean, Channel::Sway] {
                        all.extend([1.0, -1.0].map(|by| Amends::of(&[knee, (to, by)])));
                    }
                }
            } else {
                let lifts = [0.08, 0.16, 0.3, 0.45, 0.7, 1.0];
                all.extend(each(Channel::Lift(side), &lifts));
                all.extend(each(Channel::Back(side), &NEARLY));
                all.extend(each(Channel::Back(side), &HALVES));
                for back in NEARLY.into_iter().chain(HALVES) {
                    let both = |lift: f32| Amends::of(&[(Channel::Lift(side), lift), (Channel::Back(side), back)]);
                    all.extend(lifts.map(both));
                }
                if part == Part::Leg(side) {
                    for turn in TURNS {
                        let both = |lift: f32| Amends::of(&[(Channel::Lift(side), lift), (Channel::Knee(side), turn)]);
                        all.extend([0.3, 0.75].map(both));
                    }
                }
            }
            all
        }
    }
}

/// What each frame wants, as bumps over the frames around it. Feet are moved only while they swing.
pub(super) fn spread(wanted: &[Amends], frames: &[Frame], frame_time: f64) -> Vec<Amends> {
    let mut sum = vec![[[0.0f32; 2]; CHANNELS]; wanted.len()];
    for (at, own) in wanted.iter().enumerate().filter(|(_, own)| **own != Amends::default()) {
        for (channel, amount) in own.0.into_iter().enumerate().filter(|(_, amount)| *amount != 0.0) {
            let wide = (Channel::seconds(channel) / frame_time).ceil().max(1.0);
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
    let mut all: Vec<Amends> = sum.iter().map(|both| Amends(both.map(|[more, less]| more - less))).collect();
    for side in Side::BOTH {
        for channel in [Channel::Lift(side), Channel::Back(side)].map(Channel::index) {
            // It leaves from where it stands, and comes back to where it stands, no faster than it can.
            let most = at_most(frames, |frame| frame.planted[side.index()] && !frame.on_knees);
            let limited = all.iter_mut().zip(&most);
            limited.for_each(|(own, &most)| own.0[channel] = own.0[channel].clamp(-most, most));
        }
    }
    // Who stands does not go up: the feet would leave the ground.
    let duck = Channel::Duck.index();
    let most = at_most(frames, |frame| !frame.on_knees);
    all.iter_mut().zip(&most).for_each(|(own, &most)| own.0[duck] = own.0[duck].max(-most));
    all
}

/// How far something may go in each frame that goes nowhere in some, and changes no faster than it can. Nothing says where it was
/// before the first frame, nor where it is after the last.
fn at_most(frames: &[Frame], stays: impl Fn(&Frame) -> bool) -> Vec<f32> {
    let mut all = vec![f32::INFINITY; frames.len()];
    let mut limit = |order: &mut dyn Iterator<Item = usize>| {
        order.fold(f32::INFINITY, |most, at| {
            let most = if stays(&frames[at]) { 0.0 } else { most + STEP };
            all[at] = all[at].min(most);
            most
        });
    };
    limit(&mut (0..frames.len()));
    limit(&mut (0..frames.len()).rev());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Action;
    use crate::motion::figure::{Base, Pose};

    #[test]
    fn what_a_frame_wants_comes_in_time_and_feet_that_stand_stay() {
        let frame = |at: usize| Frame {
            base: Base::default(),
            pose: Pose::default(),
            planted: [!(20..40).contains(&at), true],
            action: Action::Walk,
            on_knees: false,
        };
        let frames: Vec<Frame> = (0..60).map(frame).collect();
        let mut wanted = vec![Amends::default(); frames.len()];
        let left = Side::Left;
        wanted[30] = Amends::of(&[(Channel::Fold(left), 1.0), (Channel::Knee(left), -0.5), (Channel::Lift(left), 1.0)]);
        wanted[38] = Amends::of(&[(Channel::Lift(left), 1.0)]);
        let all = spread(&wanted, &frames, 1.0 / 30.0);
        assert_eq!(all[30], wanted[30]);
        for (at, pair) in all.windows(2).enumerate() {
            let step = |channel: Channel| (pair[1].get(channel) - pair[0].get(channel)).abs();
            assert!(step(Channel::Fold(left)) < 0.2 && step(Channel::Knee(left)) < 0.2, "{at}");
            assert!(step(Channel::Lift(left)) <= 1.001 * STEP.max(0.27), "{at}");
        }
        let lifted = |at: usize| all[at].get(Channel::Lift(left));
        assert!((0..20).chain(40..60).all(|at| lifted(at) == 0.0), "it stands there");
        assert!(lifted(38) > 0.0 && lifted(39) > 0.0);
        // Who is on the knees from the beginning is up at once.
        let low: Vec<Frame> = (0..60).map(|at| Frame { on_knees: at < 30, ..frame(at) }).collect();
        let mut wanted = vec![Amends::default(); low.len()];
        (wanted[0], wanted[29]) = (Amends::of(&[(Channel::Duck, -0.5)]), Amends::of(&[(Channel::Duck, -0.5)]));
        let all = spread(&wanted, &low, 1.0 / 30.0);
        assert_eq!(all[0].get(Channel::Duck), -0.5);
        assert!(all[29].get(Channel::Duck) >= -STEP && all[30].get(Channel::Duck) == 0.0);
    }
}
