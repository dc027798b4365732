//! Adjustments of poses: those that may take a part of the body out of the scene, and how they are blended into the frames around.

use crate::motion::figure::Side;
use crate::motion::walker::penetration::Part;
use crate::motion::walker::walk::Frame;

/// Seconds that arms and trunk, and legs, take to get there and back.
const SLOW: f64 = 0.4;
const QUICK: f64 = 0.2;
/// Share of the way by which a foot may change from frame to frame.
const STEP: f32 = 0.25;

/// A degree of freedom of a pose that an adjustment changes.
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
    /// A crawling body points to the left or the right of its path.
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

    /// Whether its amount may be negative.
    fn is_signed(index: usize) -> bool {
        matches!(index, 2 | 3 | 6 | 7 | 14..)
    }

    fn seconds(index: usize) -> f64 {
        if index < 6 || index == Self::Twist.index() { SLOW } else { QUICK }
    }
}

/// Amounts by channel: nothing at 0, as far as it goes at 1 or −1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Adjustment([f32; CHANNELS]);

impl Adjustment {
    pub fn of(amounts: &[(Channel, f32)]) -> Self {
        let mut own = Self::default();
        amounts.iter().for_each(|&(channel, amount)| own.0[channel.index()] = amount);
        own
    }

    pub fn get(&self, channel: Channel) -> f32 {
        self.0[channel.index()]
    }

    /// This adjustment, with every amount of `other` that is not 0 in place of its own.
    pub fn with(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| if other.0[i] == 0.0 { self.0[i] } else { other.0[i] }))
    }

    /// The sum of all differences; those of channels with a sign count `signed` times.
    pub fn distance(&self, other: &Self, signed: f32) -> f32 {
        let weight = |index: usize| if Channel::is_signed(index) { signed } else { 1.0 };
        self.0.iter().zip(&other.0).enumerate().map(|(index, (a, b))| weight(index) * (a - b).abs()).sum()
    }

    /// For each channel, the amount with the larger absolute value of both adjustments.
    pub fn farther(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| if other.0[i].abs() > self.0[i].abs() { other.0[i] } else { self.0[i] }))
    }
}

/// Adjustments of all frames: each wanted one as a bump over the frames around it. Feet are moved only while they swing.
pub(super) fn blend(wanted: &[Adjustment], frames: &[Frame], frame_time: f64) -> Vec<Adjustment> {
    let mut sum = vec![[[0.0f32; 2]; CHANNELS]; wanted.len()];
    for (at, own) in wanted.iter().enumerate().filter(|(_, own)| **own != Adjustment::default()) {
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
    let mut all: Vec<Adjustment> = sum.iter().map(|both| Adjustment(both.map(|[more, less]| more - less))).collect();
    for side in Side::BOTH {
        for channel in [Channel::Lift(side), Channel::Back(side)].map(Channel::index) {
            // A foot leaves from where it stands and comes back there, no faster than it can.
            let most = at_most(frames, |frame| frame.planted[side.index()] && !frame.on_knees);
            let limited = all.iter_mut().zip(&most);
            limited.for_each(|(own, &most)| own.0[channel] = own.0[channel].clamp(-most, most));
        }
    }
    // A standing body does not go up: its feet would leave the ground.
    let duck = Channel::Duck.index();
    let most = at_most(frames, |frame| !frame.on_knees);
    all.iter_mut().zip(&most).for_each(|(own, &most)| own.0[duck] = own.0[duck].max(-most));
    all
}

/// The highest amount in each frame of a channel that is 0 in some frames and changes by [`STEP`] per frame at most. Before the first
/// frame and after the last it is unlimited.
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

const QUARTERS: [f32; 4] = [0.25, 0.5, 0.75, 1.0];
/// To either side, the nearest first.
const TURNS: [f32; 8] = [0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0];
const HALVES: [f32; 4] = [0.5, -0.5, 1.0, -1.0];
/// As far as a foot gets in its first frame off the ground.
const NEARLY: [f32; 4] = [0.12, -0.12, 0.25, -0.25];
const LIFTS: [f32; 6] = [0.08, 0.16, 0.3, 0.45, 0.7, 1.0];

/// A list of adjustments.
#[derive(Default)]
struct Candidates(Vec<Adjustment>);

impl Candidates {
    /// Adds one channel at each of some amounts.
    fn each(&mut self, channel: Channel, amounts: &[f32]) {
        self.0.extend(amounts.iter().map(|&amount| Adjustment::of(&[(channel, amount)])));
    }

    /// Adds two channels at all pairs of their amounts.
    fn pairs(&mut self, (first, amounts): (Channel, &[f32]), (second, others): (Channel, &[f32])) {
        for &amount in amounts {
            self.0.extend(others.iter().map(|&other| Adjustment::of(&[(first, amount), (second, other)])));
        }
    }
}

/// The adjustments for a part in a frame.
pub(super) fn candidates(part: Part, frame: &Frame) -> Vec<Adjustment> {
    let mut list = Candidates::default();
    match part {
        _ if frame.on_knees => return crawling(part),
        Part::Arm(side) => list.each(Channel::Fold(side), &QUARTERS),
        Part::Head | Part::Trunk => {
            list.each(Channel::Nod, &QUARTERS);
            list.each(Channel::Duck, &QUARTERS);
            QUARTERS.iter().for_each(|&by| list.pairs((Channel::Duck, &[by]), (Channel::Nod, &[by])));
            list.each(Channel::Lean, &HALVES);
            list.each(Channel::Sway, &HALVES);
        }
        Part::Leg(side) | Part::Foot(side) => {
            match part {
                Part::Foot(_) => list.each(Channel::Curl(side), &[0.5, 1.0]),
                _ => list.each(Channel::Knee(side), &TURNS),
            }
            if frame.planted[side.index()] {
                standing(&mut list, side);
            } else {
                swinging(&mut list, side);
                if matches!(part, Part::Leg(_)) {
                    list.pairs((Channel::Knee(side), &TURNS), (Channel::Lift(side), &[0.3, 0.75]));
                }
            }
        }
    }
    list.0
}

/// Those for a leg on the ground.
fn standing(list: &mut Candidates, side: Side) {
    list.each(Channel::Heel(side), &[0.33, 0.66, 1.0]);
    list.each(Channel::Lean, &HALVES);
    list.each(Channel::Sway, &HALVES);
    for turn in HALVES {
        let knee = (Channel::Knee(side), &[turn][..]);
        list.pairs(knee, (Channel::Heel(side), &[0.66]));
        list.pairs(knee, (Channel::Lean, &[1.0, -1.0]));
        list.pairs(knee, (Channel::Sway, &[1.0, -1.0]));
    }
}

/// Those for a leg in the air.
fn swinging(list: &mut Candidates, side: Side) {
    let (lift, back) = (Channel::Lift(side), Channel::Back(side));
    list.each(lift, &LIFTS);
    list.each(back, &NEARLY);
    list.each(back, &HALVES);
    list.pairs((back, &NEARLY), (lift, &LIFTS));
    list.pairs((back, &HALVES), (lift, &LIFTS));
}

/// Those for a part of a crawling body: it is longer than the disc that the planner turns about its middle.
fn crawling(part: Part) -> Vec<Adjustment> {
    let mut own = Candidates::default();
    match part {
        Part::Head | Part::Trunk => {
            own.each(Channel::Nod, &QUARTERS);
            own.pairs((Channel::Duck, &QUARTERS), (Channel::Nod, &[0.0, 0.5, 1.0]));
        }
        Part::Arm(side) => own.each(Channel::Fold(side), &QUARTERS),
        Part::Leg(side) | Part::Foot(side) => {
            let (knee, heel, back) = (Channel::Knee(side), Channel::Heel(side), Channel::Back(side));
            own.each(knee, &TURNS);
            own.each(heel, &QUARTERS);
            own.pairs((back, &HALVES), (heel, &[0.0, 0.5, 1.0]));
            own.pairs((heel, &QUARTERS), (knee, &TURNS));
        }
    }
    let mut whole = Candidates::default();
    [Channel::Sway, Channel::Lean, Channel::Twist].into_iter().for_each(|channel| whole.each(channel, &HALVES));
    // Hands and knees that carry the body may go over an edge.
    whole.each(Channel::Duck, &[-0.15, -0.3, -0.5]);
    let mut all = own.0.clone();
    for moved in whole.0 {
        all.push(moved);
        all.extend(own.0.iter().map(|own| own.with(&moved)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Action;
    use crate::motion::figure::{Base, Pose};

    #[test]
    fn adjustments_come_in_time_and_standing_feet_stay() {
        let frame = |at: usize| Frame {
            base: Base::default(),
            pose: Pose::default(),
            planted: [!(20..40).contains(&at), true],
            action: Action::Walk,
            on_knees: false,
        };
        let frames: Vec<Frame> = (0..60).map(frame).collect();
        let mut wanted = vec![Adjustment::default(); frames.len()];
        let left = Side::Left;
        wanted[30] =
            Adjustment::of(&[(Channel::Fold(left), 1.0), (Channel::Knee(left), -0.5), (Channel::Lift(left), 1.0)]);
        wanted[38] = Adjustment::of(&[(Channel::Lift(left), 1.0)]);
        let all = blend(&wanted, &frames, 1.0 / 30.0);
        assert_eq!(all[30], wanted[30]);
        for (at, pair) in all.windows(2).enumerate() {
            let step = |channel: Channel| (pair[1].get(channel) - pair[0].get(channel)).abs();
            assert!(step(Channel::Fold(left)) < 0.2 && step(Channel::Knee(left)) < 0.2, "{at}");
            assert!(step(Channel::Lift(left)) <= 1.001 * STEP.max(0.27), "{at}");
        }
        let lifted = |at: usize| all[at].get(Channel::Lift(left));
        assert!((0..20).chain(40..60).all(|at| lifted(at) == 0.0), "it stands there");
        assert!(lifted(38) > 0.0 && lifted(39) > 0.0);
        // A body on its knees from the beginning is up at once.
        let low: Vec<Frame> = (0..60).map(|at| Frame { on_knees: at < 30, ..frame(at) }).collect();
        let mut wanted = vec![Adjustment::default(); low.len()];
        (wanted[0], wanted[29]) = (Adjustment::of(&[(Channel::Duck, -0.5)]), Adjustment::of(&[(Channel::Duck, -0.5)]));
        let all = blend(&wanted, &low, 1.0 / 30.0);
        assert_eq!(all[0].get(Channel::Duck), -0.5);
        assert!(all[29].get(Channel::Duck) >= -STEP && all[30].get(Channel::Duck) == 0.0);
    }
}
