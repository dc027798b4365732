//! What is walked otherwise in another try: pace, when a posture is taken, and how a leap is leapt.

/// Where a frame is: the number of its leg, from 1 on, and metres along it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    pub leg: usize,
    pub along: f64,
}

/// A stretch of a leg that is walked otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Change {
    leg: usize,
    from: f64,
    to: f64,
    /// Share of the speed.
    pub share: f64,
    /// Metres that postures are taken earlier.
    pub early: f64,
    /// How the leap at the end of the leg is leapt.
    leap: Option<Leap>,
}

impl Change {
    pub fn at(place: Place, [back, on, share, early]: [f64; 4]) -> Self {
        Self { leg: place.leg.max(1), from: place.along - back, to: place.along + on, share, early, leap: None }
    }

    /// Another leap at the end of a leg.
    pub fn leap(place: Place, leap: Leap) -> Self {
        Self { leg: place.leg, from: place.along, to: place.along, share: 1.0, early: 0.0, leap: Some(leap) }
    }

    /// Whether it is about a place.
    pub fn is_at(&self, leg: usize, along: f64) -> bool {
        self.leg == leg && self.from <= along && along <= self.to
    }

    /// How it lets somebody leap from the end of a leg.
    pub fn leap_from(&self, leg: usize) -> Option<Leap> {
        self.leap.filter(|_| self.leg == leg)
    }
}

/// How something is leapt.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Leap {
    /// Seconds that one stands before taking off.
    pub gather: f64,
    /// Radians of the turn to where it goes that are left for the flight at most.
    pub turn: f64,
    /// Metres before the edge at which one takes off.
    pub back: f64,
}

impl Leap {
    /// What is tried where the leap as a rule is not clear.
    pub const OTHERS: [Self; 8] = [
        Self { gather: 0.5, turn: 0.0, back: 0.0 },
        Self { gather: 0.0, turn: 0.6, back: 0.0 },
        Self { gather: 0.5, turn: 0.6, back: 0.0 },
        Self { gather: 0.5, turn: 1.2, back: 0.0 },
        Self { gather: 0.5, turn: 0.0, back: 0.1 },
        Self { gather: 0.5, turn: 0.6, back: 0.1 },
        Self { gather: 0.5, turn: 0.0, back: 0.2 },
        Self { gather: 0.5, turn: 1.2, back: 0.2 },
    ];
}
