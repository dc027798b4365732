//! Measures of how well feet stand: slide, planted share, sinking and floating.
//!
//! In: poses, frame by frame, and the ground. Out: a [`Footing`]. The locks are not known here, only the poses that come out.

use super::GroundFn;
use crate::motion::figure::{Base, Placed, Sole, SolePoint};

/// Measures over many frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Footing {
    /// Mean speed over the ground of the points that standing feet stand on, metres per second.
    pub slide: f64,
    /// Fastest of them.
    pub worst_slide: f64,
    /// Share of all frames in which a foot stands, in the mean of both.
    pub planted_share: f64,
    /// Deepest that any point of a standing foot was below the ground.
    pub sink: f64,
    /// Highest that the lowest point of a standing foot was above the ground.
    pub float: f64,
    /// Frames.
    pub frames: usize,
}

/// Measures the feet of a walker, frame by frame.
#[derive(Clone, Debug, Default)]
pub struct Gauge {
    last: [Option<[[f64; 3]; 3]>; 2],
    sum: f64,
    pairs: usize,
    planted: usize,
    footing: Footing,
}

const POINTS: [SolePoint; 3] = [SolePoint::Heel, SolePoint::Ball, SolePoint::Tip];

impl Gauge {
    /// Takes the next frame.
    pub fn frame(
        &mut self,
        soles: &[Sole; 2],
        placed: &Placed,
        base: &Base,
        planted: [bool; 2],
        ground: GroundFn<'_>,
        dt: f64,
    ) {
        self.footing.frames += 1;
        for foot in 0..2 {
            let points = POINTS.map(|point| base.to_world(soles[foot].point(placed, point)));
            let before = std::mem::replace(&mut self.last[foot], planted[foot].then_some(points));
            if !planted[foot] {
                continue;
            }
            self.planted += 1;
            let above = |point: [f64; 3]| Some(point[1] - ground(point[0], point[2])?.height);
            let lowest = points.into_iter().filter_map(above).fold(f64::INFINITY, f64::min);
            // A sole may bridge a gap, so it floats only if all of it does.
            let (_, carried) = soles[foot].clearance(placed, |place| above(base.to_world(place)));
            self.footing.sink = self.footing.sink.max(-lowest);
            self.footing.float = self.footing.float.max(carried);
            let Some(before) = before else { continue };
            // It stands on the one of heel and ball that was nearer to the ground in both frames; over an edge there is no ground.
            let off = |point: &[f64; 3]| {
                ground(point[0], point[2]).map_or(f64::INFINITY, |ground| (point[1] - ground.height).abs())
            };
            let nearness = |i: usize| off(&points[i]) + off(&before[i]);
            let on = if nearness(0) < nearness(1) { 0 } else { 1 };
            let speed = libm::hypot(points[on][0] - before[on][0], points[on][2] - before[on][2]) / dt;
            self.sum += speed;
            self.pairs += 1;
            self.footing.worst_slide = self.footing.worst_slide.max(speed);
        }
    }

    /// Skips a frame in which the body does not stand on its feet.
    pub fn skip(&mut self) {
        self.last = [None; 2];
    }

    /// The measures so far.
    pub fn footing(&self) -> Footing {
        let share = self.planted as f64 / (2 * self.footing.frames).max(1) as f64;
        Footing { slide: self.sum / self.pairs.max(1) as f64, planted_share: share, ..self.footing }
    }
}
