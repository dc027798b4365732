//! Giving way where two characters cannot pass.
//!
//! In: characters and the bitmap. Out: a refuge for a character that is stuck in front of one with priority: it waits there until the
//! other one is past.

use super::{Company, MARGIN, NEAR};
use crate::motion::control::track::distance;
use std::collections::VecDeque;

/// A place to give way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refuge {
    pub to: [f64; 2],
    /// The character with priority, and where the two met.
    other: usize,
    met: [f64; 2],
}

/// Speed in m/s below which a character makes no progress, metres of progress that count, seconds without progress after which it
/// gives way, and how much a second in motion counts of them.
const SLOW: f64 = 0.15;
const PROGRESS: f64 = 0.3;
const PATIENCE: f64 = 1.5;
const IN_MOTION: f64 = 0.3;

impl Company {
    /// Sends a character to a refuge that is stuck because of one with priority, and on again when that one is past.
    pub(super) fn give_way(&mut self, dt: f64) {
        for number in 0..self.members.len() {
            let member = &mut self.members[number];
            let left = member.controller.left();
            if member.arrived || left < member.least - PROGRESS {
                (member.least, member.stuck) = (left, 0.0);
            }
            // Going to and fro is no progress either.
            member.stuck += if member.state.speed > SLOW { IN_MOTION * dt } else { dt };
            if let Some(refuge) = member.refuge {
                if self.is_past(number, refuge) {
                    let member = &mut self.members[number];
                    (member.refuge, member.wait) = (None, 0.0);
                    (member.stuck, member.least) = (0.0, f64::INFINITY);
                }
                continue;
            }
            if member.stuck < PATIENCE {
                continue;
            }
            member.stuck = 0.0;
            let met = member.state.place();
            let is_near = |other: &usize| {
                let other = &self.members[*other];
                distance(other.state.place(), met) < 2.0 * NEAR && !other.arrived
            };
            let Some(other) = (0..number).find(is_near) else { continue };
            let refuge = self.refuge(number, other).map(|to| Refuge { to, other, met });
            let member = &mut self.members[number];
            match refuge {
                Some(_) => (member.refuge, member.wait, member.blocked_by) = (refuge, 0.0, None),
                None => member.blocked_by = Some(other),
            }
        }
    }

    /// Whether the character with priority has passed the place where the two met.
    fn is_past(&self, number: usize, refuge: Refuge) -> bool {
        let (one, other) = (&self.members[number], &self.members[refuge.other]);
        let clear = one.radius + other.radius + 2.0 * MARGIN;
        let passes = |place: [f64; 2]| distance(place, refuge.met) < clear || distance(place, refuge.to) < clear;
        other.arrived || !(passes(other.state.place()) || other.controller.way_left(clear / 2.0).any(passes))
    }

    /// The nearest place off the path of another that can be reached without passing it.
    fn refuge(&mut self, number: usize, of: usize) -> Option<[f64; 2]> {
        let (one, other) = (&self.members[number], &self.members[of]);
        let (at, clear) = (one.state.place(), one.radius + other.radius + MARGIN);
        let mut path: Vec<[f64; 2]> = other.controller.way_left(0.2).collect();
        path.extend([other.state.place(), other.goal]);
        let frame = *self.direct.frame();
        // The way to the refuge leads around all characters, and not past the one with priority.
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
            if path.iter().all(|&place| distance(place, centre) >= clear) {
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
