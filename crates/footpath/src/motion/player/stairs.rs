//! Detects stairs underfoot: steps that follow each other at even distances along the heading.

use crate::motion::feet::{Ground, GroundFn};
use crate::motion::figure::Base;

/// Stairs along the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stairs {
    /// Metres from edge to edge.
    pub tread: f64,
    pub up: bool,
}

/// Metres before and behind the base point that are looked at, and how finely.
const FROM: f64 = -0.35;
const TO: f64 = 0.85;
const STEP: f64 = 0.03;
/// A jump of the ground that is a step.
const RISE: f64 = 0.06;
/// Treads that are stairs; wider ones are single steps.
const TREAD: [f64; 2] = [0.15, 0.50];

/// The stairs at a base point, if there are at least two steps in reach.
pub(super) fn probe(base: &Base, ground: GroundFn<'_>) -> Option<Stairs> {
    let (x, z) = (libm::cos(base.heading), -libm::sin(base.heading));
    let count = ((TO - FROM) / STEP) as usize;
    let at = |i: usize| FROM + STEP * i as f64;
    let mut before: Option<Ground> = None;
    let (mut edges, mut rise) = (Vec::new(), 0.0);
    for i in 0..=count {
        let here = ground(base.at[0] + x * at(i), base.at[2] + z * at(i));
        if let (Some(a), Some(b)) = (before, here) {
            let jump = b.height - a.at(x * STEP, z * STEP);
            if jump.abs() > RISE && jump.abs() < 0.4 {
                edges.push(at(i));
                rise += jump.signum();
            }
        }
        before = here;
    }
    let (first, last) = (edges.first()?, edges.last()?);
    let tread = (last - first) / (edges.len() - 1).max(1) as f64;
    // All the same way, and evenly enough apart.
    let even = edges.len() >= 2 && f64::abs(rise) > edges.len() as f64 - 0.5;
    (even && (TREAD[0]..=TREAD[1]).contains(&tread)).then_some(Stairs { tread, up: rise > 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_are_seen_and_slopes_and_kerbs_are_none() {
        let stairs = |x: f64, _: f64| Some(Ground { height: (x / 0.28).floor() * 0.17, slope: [0.0; 2] });
        let east = Base { at: [2.0, 1.0, 0.0], heading: 0.0 };
        let found = probe(&east, &stairs).expect("stairs");
        assert!(found.up && (found.tread - 0.28).abs() < 0.04, "{found:?}");
        let west = Base { heading: std::f64::consts::PI, ..east };
        assert!(!probe(&west, &stairs).expect("stairs").up);
        let slope = |x: f64, _: f64| Some(Ground { height: 0.6 * x, slope: [0.6, 0.0] });
        assert_eq!(probe(&east, &slope), None);
        let kerb = |x: f64, _: f64| Some(Ground { height: if x > 2.3 { 0.15 } else { 0.0 }, slope: [0.0; 2] });
        assert_eq!(probe(&east, &kerb), None);
    }
}
