//! How the body gets from one floor to the next.

use super::Limits;
use crate::body::{Action, Body, Posture};

/// How the body gets from one floor to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Move {
    /// A step in a posture.
    Walk(Posture),
    /// A step at a run.
    Run,
    /// A leap, by its index in the body's [`Limits::leaps`].
    Leap(u8),
}

impl Move {
    /// A step upright.
    pub const WALK: Self = Self::Walk(Posture::Upright);
    const RUN_LABEL: u8 = 3;
    const FIRST_LEAP: u8 = 8;

    /// The label under which a search keeps the move.
    #[inline]
    pub const fn pack(self) -> u8 {
        match self {
            Self::Walk(posture) => posture as u8,
            Self::Run => Self::RUN_LABEL,
            Self::Leap(leap) => Self::FIRST_LEAP + leap,
        }
    }

    /// The move that a search keeps under a label.
    #[inline]
    pub fn unpack(label: u8) -> Self {
        match label {
            Self::RUN_LABEL => Self::Run,
            Self::FIRST_LEAP.. => Self::Leap(label - Self::FIRST_LEAP),
            posture => Self::Walk(Posture::ALL[usize::from(posture)]),
        }
    }

    /// How the body is held.
    pub const fn posture(self) -> Posture {
        match self {
            Self::Walk(posture) => posture,
            Self::Run | Self::Leap(_) => Posture::Upright,
        }
    }

    /// Whether the body leaves the ground or strides over something.
    pub const fn is_leap(self) -> bool {
        matches!(self, Self::Leap(_))
    }

    /// What users read.
    pub fn action(self, limits: &Limits) -> Action {
        match self {
            Self::Walk(Posture::Upright) => Action::Walk,
            Self::Walk(Posture::Bent) => Action::Bend,
            Self::Walk(Posture::Crawling) => Action::Crawl,
            Self::Run => Action::Run,
            Self::Leap(leap) => limits.leaps[usize::from(leap)].action,
        }
    }

    /// Height of the body in cm.
    pub fn height(self, limits: &Limits) -> i32 {
        limits.heights[self.posture() as usize]
    }

    /// Number by which ties between equally dear moves are broken: plain walking first.
    pub fn priority(self, limits: &Limits, body: &Body) -> u8 {
        match self {
            Self::WALK => 0,
            Self::Leap(leap) => limits.leaps[usize::from(leap)].priority,
            other => body.ability(other.action(limits)).map_or(u8::MAX, |ability| ability.priority),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_label_of_its_own() {
        let postures = Posture::ALL.map(Move::Walk).into_iter();
        let moves: Vec<Move> = postures.chain([Move::Run]).chain((0..40).map(Move::Leap)).collect();
        let labels: std::collections::BTreeSet<u8> = moves.iter().map(|how| how.pack()).collect();
        assert_eq!(labels.len(), moves.len());
        assert!(moves.iter().all(|&how| Move::unpack(how.pack()) == how));
    }
}
