//! What may help where nothing that shows little does: several things at once, drawn by lot, the same for the same frame.

use super::amend::{Amends, Channel};
use super::touch::Part;
use crate::motion::figure::Side;
use crate::motion::walker::walk::Frame;

/// How many are drawn.
const DRAWN: usize = 240;

/// Amends of several channels at once that may make room for a part.
pub(super) fn tries(part: Part, frame: &Frame, lot: usize) -> Vec<Amends> {
    let channels = channels(part, frame);
    let mut lot = Lot(lot as u32);
    let mut drawn = Vec::with_capacity(DRAWN);
    for number in 0..DRAWN {
        // The first ones go less far.
        let most = (number + 1) as f32 / DRAWN as f32;
        let amounts = channels.iter().map(|&(channel, signed)| {
            let amount = most * lot.share();
            let sign = if signed && lot.share() < 0.5 { -1.0 } else { 1.0 };
            let taken = if lot.share() < 0.4 { 0.0 } else { sign };
            (channel, taken * amount)
        });
        drawn.push(Amends::of(&amounts.collect::<Vec<_>>()));
    }
    drawn
}

/// What may help a part, and whether it goes both ways.
fn channels(part: Part, frame: &Frame) -> Vec<(Channel, bool)> {
    let mut all = vec![(Channel::Duck, frame.on_knees), (Channel::Lean, true), (Channel::Sway, true)];
    if frame.on_knees {
        all.push((Channel::Twist, true));
    }
    match part {
        Part::Head | Part::Trunk => all.push((Channel::Nod, false)),
        Part::Arm(side) => all.push((Channel::Fold(side), false)),
        Part::Leg(side) | Part::Foot(side) => all.extend(of_leg(side, frame)),
    }
    all
}

fn of_leg(side: Side, frame: &Frame) -> Vec<(Channel, bool)> {
    let mut all = vec![(Channel::Knee(side), true)];
    if frame.on_knees || frame.planted[side.index()] {
        all.push((Channel::Heel(side), false));
    }
    if frame.on_knees || !frame.planted[side.index()] {
        all.extend([(Channel::Back(side), true), (Channel::Lift(side), false)]);
    }
    all.push((Channel::Curl(side), false));
    all
}

/// Numbers without a pattern that are the same every time.
struct Lot(u32);

impl Lot {
    /// Between 0 and 1.
    fn share(&mut self) -> f32 {
        // Steele and Vigna's multiplier for 32 bits; the upper bits are the good ones.
        self.0 = self.0.wrapping_mul(0x915f_77f5).wrapping_add(0x3c6e_f35f);
        (self.0 >> 8) as f32 / (1u32 << 24) as f32
    }
}
