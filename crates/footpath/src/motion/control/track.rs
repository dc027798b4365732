//! A route prepared for following (Kuffner 1998, §7.3): lengths along it, the speeds of its turns, and the actions of its sections.
//!
//! In: a route, a speed, and the share of the speed that is wanted at each point. Out: answers by metres along the route: position,
//! height, speed limit, action, the nearest place, and the place to head for.

use crate::body::{Action, Posture};
use crate::route::{Arc, Route};

/// Deceleration before a turn, in metres per second squared.
const BRAKING: f64 = 1.5;
/// The least share of the full speed at which a turn is taken.
const LEAST: f64 = 0.12;

/// A stretch with one action, from and to metres along the route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    pub from: f64,
    pub to: f64,
    pub action: Action,
    pub posture: Posture,
    /// Metres beside the body that are free.
    pub spare: f64,
    /// First and last point.
    points: [usize; 2],
}

/// A route in plan, with what following it needs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Track {
    points: Vec<[f64; 3]>,
    /// Metres in plan from the start to each point.
    along: Vec<f64>,
    /// Highest share of the full speed at each point.
    shares: Vec<f64>,
    /// Share of the bound that there is room for at each point.
    rooms: Vec<f64>,
    stretches: Vec<Stretch>,
}

/// A place on a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// Metres along the track.
    pub along: f64,
    /// Segment that it lies on.
    pub segment: usize,
    /// Position (x, z).
    pub at: [f64; 2],
}

impl Track {
    /// A route, for a speed and a look-ahead distance in metres, with the highest wanted share of the speed at each point; `None`
    /// without points.
    pub fn new(route: &Route, speed: f64, ahead: f64, room: impl Fn(usize) -> f64) -> Option<Self> {
        let points: Vec<[f64; 3]> = route.points.clone();
        if points.is_empty() || points.iter().flatten().any(|c| !c.is_finite()) {
            return None;
        }
        let mut along = vec![0.0];
        for pair in points.windows(2) {
            along.push(along[along.len() - 1] + distance(plan(pair[0]), plan(pair[1])));
        }
        let last = points.len() - 1;
        let stretches = route.sections.iter().map(|section| {
            let [first, end] = [section.first.min(last), section.last.min(last)];
            Stretch {
                from: along[first],
                to: along[end],
                action: section.action,
                posture: section.posture,
                spare: (section.clearance - section.half_width).max(0.0),
                points: [first, end],
            }
        });
        let stretches = stretches.collect();
        let rooms = (0..points.len()).map(|i| room(i).clamp(LEAST, 1.0)).collect();
        let mut track = Self { points, along, shares: Vec::new(), rooms, stretches };
        track.shares = track.limits(speed, ahead);
        Some(track)
    }

    /// By point the share of full speed at which the turn there is taken, braking in time for what comes after.
    fn limits(&self, speed: f64, ahead: f64) -> Vec<f64> {
        let mut shares: Vec<f64> =
            (0..self.points.len()).map(|i| self.turn_share(i, ahead).min(self.rooms[i])).collect();
        // The start of a slow section is slow already.
        for stretch in &self.stretches {
            let share = &mut shares[stretch.points[0]];
            *share = share.min(pace(stretch.action));
        }
        for i in (0..shares.len().saturating_sub(1)).rev() {
            let length = self.along[i + 1] - self.along[i];
            shares[i] = shares[i].min(eased(shares[i + 1], length, speed));
        }
        shares
    }

    /// By how much a turn slows: not at all when straight on, to a quarter at a right angle.
    fn turn_share(&self, i: usize, ahead: f64) -> f64 {
        let here = plan(self.points[i]);
        let [before, after] = [-ahead, ahead].map(|out| self.spot(self.along[i] + out).at);
        let [ax, az] = [0, 1].map(|axis| here[axis] - before[axis]);
        let [bx, bz] = [0, 1].map(|axis| after[axis] - here[axis]);
        let lengths = (ax * ax + az * az).sqrt() * (bx * bx + bz * bz).sqrt();
        if lengths <= 1e-12 {
            return 1.0;
        }
        let straight = (1.0 + (ax * bx + az * bz) / lengths) / 2.0;
        (straight * straight).clamp(LEAST, 1.0)
    }

    pub fn length(&self) -> f64 {
        self.along[self.along.len() - 1]
    }

    pub fn end(&self) -> [f64; 2] {
        plan(self.points[self.points.len() - 1])
    }

    /// The place so many metres along, no farther than both ends.
    pub fn spot(&self, along: f64) -> Spot {
        let along = along.clamp(0.0, self.length());
        let segment = self.along.partition_point(|&a| a <= along).saturating_sub(1);
        self.on(segment.min(self.points.len().saturating_sub(2)), along)
    }

    fn on(&self, segment: usize, along: f64) -> Spot {
        Spot { along, segment, at: plan(self.point(segment, along)) }
    }

    /// The end of a segment.
    fn next(&self, segment: usize) -> usize {
        (segment + 1).min(self.points.len() - 1)
    }

    /// The point of a segment so many metres along the track.
    fn point(&self, segment: usize, along: f64) -> [f64; 3] {
        let next = self.next(segment);
        let (a, b) = (self.points[segment], self.points[next]);
        let length = self.along[next] - self.along[segment];
        let share = if length > 0.0 { (along - self.along[segment]) / length } else { 0.0 };
        [0, 1, 2].map(|axis| a[axis] + share * (b[axis] - a[axis]))
    }

    /// The place nearest to a position among those from `from` on, up to so many metres ahead; the first of equally near ones.
    pub fn nearest(&self, from: Spot, ahead: f64, position: [f64; 2]) -> (Spot, f64) {
        let end = (from.along + ahead).min(self.length());
        let mut best = (from, distance(from.at, position));
        for segment in (from.segment..self.points.len() - 1).take_while(|&segment| self.along[segment] <= end) {
            let (a, b) = (plan(self.points[segment]), plan(self.points[segment + 1]));
            let length = self.along[segment + 1] - self.along[segment];
            let dot = (position[0] - a[0]) * (b[0] - a[0]) + (position[1] - a[1]) * (b[1] - a[1]);
            let within = if length > 0.0 { (dot / length).clamp(0.0, length) } else { 0.0 };
            let spot = self.on(segment, (self.along[segment] + within).clamp(from.along, end));
            let apart = distance(spot.at, position);
            if apart < best.1 {
                best = (spot, apart);
            }
        }
        best
    }

    /// The nearest place as in [`Track::nearest`], with the distance from it, the height there, and the room beside the body.
    pub fn beside(&self, from: Spot, ahead: f64, position: [f64; 2]) -> (Spot, [f64; 3]) {
        let (spot, off) = self.nearest(from, ahead, position);
        (spot, [off, self.height(spot), self.stretch(spot.along).map_or(0.0, |stretch| stretch.spare)])
    }

    /// The point to head for: as far along from a spot as the straight way there from a position stays within `within` of the
    /// points between, up to `ahead`, and the end at last.
    pub fn target(&self, from: Spot, ahead: f64, position: [f64; 2], within: f64) -> Spot {
        let end = (from.along + ahead).min(self.length());
        let mut good = from.along;
        for segment in from.segment..self.points.len() - 1 {
            if good >= end {
                break;
            }
            let far = self.along[segment + 1].min(end);
            let clears = |along: f64| {
                let to = self.on(segment, along).at;
                let mut between = self.points[from.segment + 1..segment + 1].iter();
                between.all(|&point| from_segment(plan(point), position, to) <= within)
            };
            if !clears(far) {
                // Somewhere on this segment it cuts off too much; where, to a thousandth of the way.
                let (mut low, mut high) = (good, far);
                for _ in 0..10 {
                    let middle = (low + high) / 2.0;
                    if clears(middle) { low = middle } else { high = middle }
                }
                good = low;
                break;
            }
            good = far;
        }
        self.spot(good)
    }

    /// Highest share of the full speed at a place, for a walker of a speed.
    pub fn share(&self, spot: Spot, speed: f64) -> f64 {
        let next = self.next(spot.segment);
        eased(self.shares[next], self.along[next] - spot.along, speed)
    }

    /// Share of the bound that there is room for at a place.
    pub fn room(&self, spot: Spot) -> f64 {
        self.rooms[spot.segment].min(self.rooms[self.next(spot.segment)])
    }

    /// The action at a place; `None` on a route without sections.
    pub fn stretch(&self, along: f64) -> Option<&Stretch> {
        let at = self.stretches.partition_point(|stretch| stretch.to <= along);
        self.stretches.get(at).or(self.stretches.last())
    }

    /// Height of the feet: on the straight line between points, or on the arc of a leap.
    pub fn height(&self, spot: Spot) -> f64 {
        if let Some(stretch) = self.stretch(spot.along).filter(|stretch| stretch.action.is_airborne()) {
            let [from, to] = stretch.points.map(|i| self.points[i]);
            let share = (spot.along - stretch.from) / (stretch.to - stretch.from).max(1e-9);
            return Arc { from, to }.at(share.clamp(0.0, 1.0))[1];
        }
        self.point(spot.segment, spot.along)[1]
    }

    /// Lowest and highest of the feet's heights between two places, in metres along.
    pub fn span(&self, from: f64, to: f64) -> [f64; 2] {
        let ends = [from, to].map(|along| self.height(self.spot(along)));
        let inner = self.along.partition_point(|&a| a <= from)..self.along.partition_point(|&a| a < to);
        let within = self.points.get(inner).unwrap_or_default().iter().map(|point| point[1]);
        let heights = ends.into_iter().chain(within);
        heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], height| [low.min(height), high.max(height)])
    }

    /// Unit vector (x, z) along the segment of a place; none where it has no length.
    pub fn direction(&self, segment: usize) -> Option<[f64; 2]> {
        let (a, b) = (plan(*self.points.get(segment)?), plan(*self.points.get(segment + 1)?));
        let length = distance(a, b);
        (length > 0.0).then(|| [(b[0] - a[0]) / length, (b[1] - a[1]) / length])
    }
}

/// Speed of an action as a share of the clip's.
pub(super) fn pace(action: Action) -> f64 {
    match action {
        Action::Walk | Action::Run | Action::Jump | Action::Drop | Action::Ride | Action::Door => 1.0,
        Action::Tuck => 0.9,
        Action::Step | Action::Bend => 0.6,
        Action::Sidestep => 0.5,
        Action::Crawl | Action::Climb => 0.35,
    }
}

/// The share from which braking over a length comes down to another.
fn eased(share: f64, length: f64, speed: f64) -> f64 {
    let slow = share * speed;
    ((slow * slow + 2.0 * BRAKING * length.max(0.0)).sqrt() / speed).min(1.0)
}

fn plan([x, _, z]: [f64; 3]) -> [f64; 2] {
    [x, z]
}

pub(super) fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
}

/// Distance of a point from a segment.
pub(super) fn from_segment(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let [dx, dz] = [b[0] - a[0], b[1] - a[1]];
    let squared = dx * dx + dz * dz;
    let share = if squared > 0.0 { ((p[0] - a[0]) * dx + (p[1] - a[1]) * dz) / squared } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    distance(p, [a[0] + share * dx, a[1] + share * dz])
}
