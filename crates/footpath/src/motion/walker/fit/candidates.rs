//! Adjustments that may take a part of the body out of the scene.

use super::adjust::{Adjustment, Channel};
use crate::motion::figure::Side;
use crate::motion::walker::penetration::Part;
use crate::motion::walker::walk::Frame;

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
