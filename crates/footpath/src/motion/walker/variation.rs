//! Variations of a walk: another pace, a posture taken earlier, or another take-off of a leap.

/// The place of a frame: the number of its leg, from 1 on, and metres along it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WalkPlace {
    pub leg: usize,
    pub along: f64,
}

impl WalkPlace {
    pub fn is_near(self, other: Self, metres: f64) -> bool {
        self.leg == other.leg && (self.along - other.along).abs() < metres
    }
}

/// A stretch of a leg that is walked differently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Variation {
    leg: usize,
    from: f64,
    to: f64,
    /// Share of the speed.
    pub share: f64,
    /// Metres that postures are taken earlier.
    pub early: f64,
    /// The leap at the end of the leg.
    takeoff: Option<Takeoff>,
}

impl Variation {
    /// From some metres before a place to some behind it, at a share of the speed, with postures taken some metres earlier.
    pub fn slower(place: WalkPlace, [before, behind, share, early]: [f64; 4]) -> Self {
        let (from, to) = (place.along - before, place.along + behind);
        Self { leg: place.leg.max(1), from, to, share, early, takeoff: None }
    }

    /// Another leap at the end of the leg of a place.
    pub fn of_leap(place: WalkPlace, takeoff: Takeoff) -> Self {
        let WalkPlace { leg, along } = place;
        Self { leg, from: along, to: along, share: 1.0, early: 0.0, takeoff: Some(takeoff) }
    }

    /// Whether it changes the walk at a place.
    pub fn covers(&self, leg: usize, along: f64) -> bool {
        self.leg == leg && self.from <= along && along <= self.to
    }

    /// The take-off at the end of a leg, if this varies it.
    pub fn takeoff_of(&self, leg: usize) -> Option<Takeoff> {
        self.takeoff.filter(|_| self.leg == leg)
    }
}

/// How a leap begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Takeoff {
    /// Seconds of standing before it.
    pub pause: f64,
    /// Radians of the turn towards the landing that are left for the flight at most.
    pub turn: f64,
    /// Metres before the edge at which it begins.
    pub back: f64,
}

impl Takeoff {
    /// Take-offs to try where the usual one has faults.
    pub const OTHERS: [Self; 8] = [
        Self { pause: 0.5, turn: 0.0, back: 0.0 },
        Self { pause: 0.0, turn: 0.6, back: 0.0 },
        Self { pause: 0.5, turn: 0.6, back: 0.0 },
        Self { pause: 0.5, turn: 1.2, back: 0.0 },
        Self { pause: 0.5, turn: 0.0, back: 0.1 },
        Self { pause: 0.5, turn: 0.6, back: 0.1 },
        Self { pause: 0.5, turn: 0.0, back: 0.2 },
        Self { pause: 0.5, turn: 1.2, back: 0.2 },
    ];
}
