//! The plane on which a sole rests.
//!
//! In: a flat sole over some ground. Out: the plane on which it comes to rest: nothing under the sole is above the plane, and
//! the plane touches the highest ground before and behind the middle of the foot, like a board on stones. Ground
//! that is much higher than the rest is a riser beside the foot, and ground that is much lower carries nothing.

use super::landing::Print;
use super::{Ground, GroundFn};
use crate::motion::figure::{Sole, SolePoint};

use super::ground::{Goal, point_of};

/// Stations along the sole, from the heel to where toes begin to bend, and metres beyond the ball that this is.
const STATIONS: usize = 9;
const BEYOND: f64 = 0.02;
/// Metres from the middle of the sole to its rim.
const HALF: f64 = 0.035;
/// Metres by which ground may differ from the plane that is felt at the ball and still carry the sole.
const CARRIES: f64 = 0.07;
/// Metres along the foot that must carry it before they say how it is tilted.
const LONG: f64 = 0.08;
/// Steepest that a sole is laid, along itself and across.
const STEEPEST: [f64; 2] = [0.9, 0.6];

/// Ground under a place of the sole: metres along and to the left of the ball, and metres above it.
type Place = [f64; 3];

impl Print {
    /// The print that a foot would leave that is laid down from where it is, about its ball or its heel.
    pub(super) fn below(sole: &Sole, at: &Goal, held: SolePoint) -> Self {
        let yaw = f64::from(sole.yaw(at.turn));
        let [x, _, z] = point_of(sole, at, held);
        let print = Self::of(sole, [x, z], yaw);
        if held == SolePoint::Heel { print.moved([print.back, 0.0]) } else { print }
    }

    /// The plane on which the sole rests, at its ball, near a plane that is felt there.
    pub(super) fn rest(&self, felt: Ground, ground: GroundFn<'_>) -> Ground {
        let places = self.carrying(felt, ground);
        let [along, left] = [self.along, [self.along[1], -self.along[0]]];
        let own = [along, left].map(|way| felt.slope[0] * way[0] + felt.slope[1] * way[1]);
        let across = tilt_across(&places).unwrap_or(own[1]).clamp(-STEEPEST[1], STEEPEST[1]);
        let mut profile: Vec<[f64; 2]> = places.iter().map(|&[out, aside, up]| [out, up - across * aside]).collect();
        profile.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let Some([up, slope]) = bridge(&profile, -0.5 * self.back, own[0]) else { return felt };
        let plane = [0, 1].map(|axis| slope * along[axis] + across * left[axis]);
        Ground { height: felt.height + up, slope: plane }
    }

    /// Where the ground under the sole is near a plane, relative to the plane's height at the ball.
    fn carrying(&self, felt: Ground, ground: GroundFn<'_>) -> Vec<Place> {
        let mut places = Vec::with_capacity(3 * STATIONS);
        for station in 0..STATIONS {
            let out = (self.back + BEYOND) * station as f64 / (STATIONS - 1) as f64 - self.back;
            for aside in [-HALF, 0.0, HALF] {
                let [x, z] = self.at(out, aside);
                let Some(there) = ground(x, z) else { continue };
                if (there.height - felt.at(x - self.ball[0], z - self.ball[1])).abs() < CARRIES {
                    places.push([out, aside, there.height - felt.height]);
                }
            }
        }
        places
    }
}

/// Rise to the left in the mean of where both sides are carried.
fn tilt_across(places: &[Place]) -> Option<f64> {
    let pairs = places.iter().filter(|place| place[1] > 0.0).filter_map(|left| {
        let right = places.iter().find(|place| place[0] == left[0] && place[1] == -left[1])?;
        Some((left[2] - right[2]) / (left[1] - right[1]))
    });
    let (sum, count) = pairs.fold((0.0, 0.0), |(sum, count), rise| (sum + rise, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// The line that lies on a profile, lowest at a place: its height at 0, and its slope. Where the place is not between things that
/// carry, the slope is that of what does, or a given one where that is too short to say.
fn bridge(profile: &[[f64; 2]], place: f64, given: f64) -> Option<[f64; 2]> {
    let (first, last) = (profile.first()?, profile.last()?);
    let on_top = |slope: f64| profile.iter().map(|[out, up]| up - slope * out).fold(f64::NEG_INFINITY, f64::max);
    let slope = if first[0] < place && last[0] > place {
        // The slopes of all lines through a point behind the place and one before it; the lowest that is above all points.
        let pairs = profile.iter().filter(|point| point[0] <= place).flat_map(|behind| {
            let ahead = profile.iter().filter(|point| point[0] > place);
            ahead.map(move |ahead| (ahead[1] - behind[1]) / (ahead[0] - behind[0]))
        });
        let height = |slope: f64| on_top(slope) + slope * place;
        pairs.min_by(|a, b| height(*a).total_cmp(&height(*b)))?
    } else if last[0] - first[0] >= LONG {
        mean_slope(profile)
    } else {
        given
    };
    let slope = slope.clamp(-STEEPEST[0], STEEPEST[0]);
    Some([on_top(slope), slope])
}

/// The slope that fits a profile best.
fn mean_slope(profile: &[[f64; 2]]) -> f64 {
    let count = profile.len() as f64;
    let mean = [0, 1].map(|i| profile.iter().map(|point| point[i]).sum::<f64>() / count);
    let sum = |of: &dyn Fn(&[f64; 2]) -> f64| profile.iter().map(of).sum::<f64>();
    let spread = sum(&|point| (point[0] - mean[0]) * (point[0] - mean[0]));
    sum(&|point| (point[0] - mean[0]) * (point[1] - mean[1])) / spread.max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::figure::Figure;

    #[test]
    fn a_sole_lies_on_what_is_highest_under_it() {
        let sole = Figure::person(1.8).soles[0];
        let print = Print::of(&sole, [0.0, 0.0], std::f64::consts::FRAC_PI_2);
        let level = Ground::default();
        // A slope along and across is what it is.
        let slope = |x: f64, z: f64| Some(Ground { height: 0.2 * x - 0.3 * z, slope: [0.2, -0.3] });
        let rest = print.rest(Ground { slope: [0.2, -0.3], ..level }, &slope);
        assert!(rest.height.abs() < 1e-9 && (rest.slope[0] - 0.2).abs() < 1e-9 && (rest.slope[1] + 0.3).abs() < 1e-9);
        // A groove below the ball is bridged, a slat below the middle is stood on.
        let groove =
            |x: f64, _: f64| Some(Ground { height: if x.abs() < 0.015 { -0.05 } else { 0.0 }, slope: [0.0; 2] });
        let rest = print.rest(level, &groove);
        assert!(rest.height.abs() < 1e-9 && rest.slope[0].abs() < 1e-9, "{rest:?}");
        let slat =
            |x: f64, _: f64| Some(Ground { height: if (x + 0.1).abs() < 0.03 { 0.03 } else { 0.0 }, slope: [0.0; 2] });
        let rest = print.rest(level, &slat);
        assert!((rest.at(-0.1, 0.0) - 0.03).abs() < 0.01, "{rest:?}");
        // A riser before it and a drop behind it say nothing.
        let step = |x: f64, _: f64| {
            let height = if x > 0.015 {
                0.17
            } else if x < -0.12 {
                -0.17
            } else {
                0.0
            };
            Some(Ground { height, slope: [0.0; 2] })
        };
        assert_eq!(print.rest(level, &step), level);
    }
}
