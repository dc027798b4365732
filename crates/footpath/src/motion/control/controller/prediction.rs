//! Predictions along the path: positions, headings and heights ahead.

use super::Controller;
use crate::motion::control::state::{State, wrapped};
use crate::motion::control::track::distance;

/// Metres before and after a place that give the path's direction there, and seconds after which the heading follows it.
const AROUND: f64 = 0.15;
const TURNED: f64 = 0.4;

impl Controller {
    /// Where a disc in a state will be some seconds later if the speed stays: position (x, z) and heading. As far beside the
    /// path as now, and along it; without a path, straight on.
    pub(in crate::motion) fn foresee(&self, state: &State, seconds: f64) -> ([f64; 2], f64) {
        let far = state.speed * seconds;
        let Some(track) = &self.track else {
            let (x, z) = (libm::cos(state.heading), -libm::sin(state.heading));
            return ([state.x + far * x, state.z + far * z], state.heading);
        };
        let then = track.spot(self.spot.along + far);
        let at = [0, 1].map(|axis| state.place()[axis] + then.at[axis] - self.spot.at[axis]);
        // The way around the place, not that of a segment: corners are cut.
        let [from, to] = [-AROUND, AROUND].map(|out| track.spot(then.along + out).at);
        if distance(from, to) < 1e-6 {
            return (at, state.heading);
        }
        let way = libm::atan2(from[1] - to[1], to[0] - from[0]);
        let turned = (seconds / TURNED).min(1.0);
        (at, state.heading + turned * wrapped(way - state.heading))
    }

    /// The heading of a body that lies along the path, from so many metres behind to so many ahead; `None` if they coincide.
    pub(in crate::motion) fn heading_along(&self, behind: f64, ahead: f64) -> Option<f64> {
        let track = self.track.as_ref()?;
        let [from, to] = [-behind, ahead].map(|out| track.spot(self.spot.along + out).at);
        (distance(from, to) > 0.2).then(|| libm::atan2(from[1] - to[1], to[0] - from[0]))
    }

    /// How high the path is so many metres ahead; `None` without a path.
    pub(in crate::motion) fn height_in(&self, far: f64) -> Option<f64> {
        let track = self.track.as_ref()?;
        Some(track.height(track.spot(self.spot.along + far)))
    }

    /// Lowest and highest of the path's heights from so many metres behind to so many ahead; `None` without a path.
    pub(in crate::motion) fn heights(&self, behind: f64, ahead: f64) -> Option<[f64; 2]> {
        Some(self.track.as_ref()?.span(self.spot.along - behind, self.spot.along + ahead))
    }

    /// Places (x, z) on what is left of the path, so many metres apart, with its end.
    pub(in crate::motion) fn way_left(&self, apart: f64) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.track.iter().flat_map(move |track| {
            let count = ((track.length() - self.spot.along) / apart).ceil().clamp(0.0, 1e6) as usize;
            (0..=count).map(move |i| track.spot(self.spot.along + i as f64 * apart).at)
        })
    }

    /// Places (x, z) that a walker at a speed will pass, so many seconds from now each.
    pub(in crate::motion) fn foreseen<'a>(
        &'a self,
        speed: f64,
        times: &'a [f64],
    ) -> impl Iterator<Item = [f64; 2]> + 'a {
        let track = self.track.as_ref();
        times.iter().filter_map(move |time| track.map(|track| track.spot(self.spot.along + speed * time).at))
    }
}
