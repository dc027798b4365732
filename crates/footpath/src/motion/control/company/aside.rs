//! Giving way where two cannot pass.

use super::{Company, MARGIN, NEAR, apart};
use std::collections::VecDeque;

/// Giving way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aside {
    pub to: [f64; 2],
    /// For whom, and where the two met.
    of: usize,
    met: [f64; 2],
}

/// Slower than this nobody gets on, in m/s; what counts as having got on, in metres; and seconds after which who does not get on
/// gives way, of which those in motion count less.
const GETS_ON: f64 = 0.15;
const GOT_ON: f64 = 0.3;
const PATIENCE: f64 = 1.5;
const TO_AND_FRO: f64 = 0.3;

impl Company {
    /// Sends aside who has not got on for a while because of somebody who goes first, and on again when that one is past.
    pub(super) fn give_way(&mut self, dt: f64) {
        for number in 0..self.members.len() {
            let member = &mut self.members[number];
            let left = member.controller.left();
            if member.arrived || left < member.least - GOT_ON {
                (member.least, member.stuck) = (left, 0.0);
            }
            // Who goes to and fro does not get on either.
            member.stuck += if member.state.speed > GETS_ON { TO_AND_FRO * dt } else { dt };
            if let Some(aside) = member.aside {
                if self.is_past(number, aside) {
                    let member = &mut self.members[number];
                    (member.aside, member.wait) = (None, 0.0);
                    (member.stuck, member.least) = (0.0, f64::INFINITY);
                }
                continue;
            }
            if self.members[number].stuck < PATIENCE {
                continue;
            }
            self.members[number].stuck = 0.0;
            let at = self.members[number].state.place();
            let near =
                |of: &usize| apart(self.members[*of].state.place(), at) < 2.0 * NEAR && !self.members[*of].arrived;
            let Some(of) = (0..number).find(near) else { continue };
            let refuge = self.refuge(number, of);
            let member = &mut self.members[number];
            match refuge {
                Some(to) => {
                    (member.aside, member.wait) = (Some(Aside { to, of, met: at }), 0.0);
                    member.blocked_by = None;
                }
                None => member.blocked_by = Some(of),
            }
        }
    }

    /// Whether who somebody gives way to has passed the place where they met.
    fn is_past(&self, number: usize, aside: Aside) -> bool {
        let (one, other) = (&self.members[number], &self.members[aside.of]);
        let clear = one.radius + other.radius + 2.0 * MARGIN;
        let passes = |place: [f64; 2]| apart(place, aside.met) < clear || apart(place, aside.to) < clear;
        other.arrived || !(passes(other.state.place()) || other.controller.way_left(clear / 2.0).any(passes))
    }

    /// The nearest place off the path of another that can be reached without passing it.
    fn refuge(&mut self, number: usize, of: usize) -> Option<[f64; 2]> {
        let (one, other) = (&self.members[number], &self.members[of]);
        let (at, clear) = (one.state.place(), one.radius + other.radius + MARGIN);
        let mut path: Vec<[f64; 2]> = other.controller.way_left(0.2).collect();
        path.extend([other.state.place(), other.goal]);
        let frame = *self.direct.frame();
        // Nobody who stands around is run into, and the one who is given way to is not passed.
        self.direct.forget_discs();
        for (i, member) in self.members.iter().enumerate().filter(|&(i, _)| i != number) {
            let margin = if i == of { MARGIN } else { 0.0 };
            let radius = member.radius + margin - (self.direct.radius() - self.members[number].radius);
            self.direct.add_disc(member.state.place(), radius);
        }
        let start = *self.direct.way_out(at)?.last()?;
        let [wide, deep] = [frame.columns(), frame.rows()];
        let index = |[x, z]: [u32; 2]| z as usize * wide as usize + x as usize;
        let mut seen = vec![false; wide as usize * deep as usize];
        let mut queue = VecDeque::from([start]);
        seen[index(start)] = true;
        while let Some(cell) = queue.pop_front() {
            let centre = frame.centre(cell);
            if path.iter().all(|&place| apart(place, centre) >= clear) {
                return Some(centre);
            }
            let [x, z] = cell;
            let beside =
                [[x.wrapping_add(1), z], [x.wrapping_sub(1), z], [x, z.wrapping_add(1)], [x, z.wrapping_sub(1)]];
            for next in beside.into_iter().filter(|[x, z]| *x < wide && *z < deep) {
                if !seen[index(next)] && self.direct.is_free(next) {
                    seen[index(next)] = true;
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
