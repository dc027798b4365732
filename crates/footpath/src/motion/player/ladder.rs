//! Cycles of one style at different speeds, blended by speed.
//!
//! In: cycles, and for upright styles a standing clip and one of stepping on the spot. Out: the pose, the contacts and the landings of
//! the feet at a speed and a phase.

use crate::geom::Quat;
use crate::motion::clips::{Cadence, Clip, Contact, SpeedTable};
use crate::motion::figure::{Placed, Pose, SolePoint};

/// Cycles of one kind, slowest first, above standing.
#[derive(Clone, Debug)]
pub(super) struct Ladder {
    /// Standing, and stepping on the spot.
    rest: Option<[Rung; 2]>,
    rungs: Vec<Rung>,
    table: Option<SpeedTable>,
}

/// A cycle with the swings of its feet.
#[derive(Clone, Debug)]
pub(super) struct Rung {
    pub clip: Clip,
    feet: [Swing; 2],
}

/// When a foot leaves and strikes, and where it comes down.
#[derive(Clone, Copy, Debug, Default)]
struct Swing {
    leaves: f32,
    strikes: f32,
    /// The ball of the flat foot at the strike, relative to the base point, and the foot's yaw.
    ball: [f32; 2],
    yaw: f32,
}

/// The blend that is played at a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mix {
    /// The slower cycle; `None` for standing or stepping on the spot.
    low: Option<usize>,
    high: usize,
    /// Share of the faster one.
    share: f32,
    /// Share of stepping on the spot in the rest.
    stepping: f32,
    /// Cycles per second.
    pub cycles: f32,
}

impl Rung {
    pub(super) fn new(clip: Clip) -> Self {
        let feet = [0, 1].map(|foot| Swing::of(&clip, foot));
        Self { clip, feet }
    }
}

impl Swing {
    fn of(clip: &Clip, foot: usize) -> Self {
        let frames = clip.frames();
        let planted = |frame: usize| clip.contacts[frame % frames][foot].is_planted();
        let edge =
            |begins: bool| (0..frames).find(|&frame| planted(frame) == begins && planted(frame + frames - 1) != begins);
        let (strike, leave) = (edge(true), edge(false));
        let phase = |frame: usize| clip.phase_of(frame as f32 * clip.frame_time);
        let at = strike.unwrap_or(0);
        let placed = Placed::of(&clip.skeleton, &clip.pose(at));
        let sole = &clip.soles[foot];
        let yaw = sole.yaw(placed.turn[sole.foot]);
        // A heel that strikes has its ball ahead of it, not yet on the ground.
        let ball = if clip.contacts[at][foot].ball {
            sole.point(&placed, SolePoint::Ball)
        } else {
            let heel = sole.point(&placed, SolePoint::Heel);
            let ahead = Quat::about_y(yaw).turn([0.0, 0.0, sole.length()]);
            crate::geom::vector::add(heel, ahead)
        };
        let strikes = strike.map_or(0.0, phase);
        Self { leaves: leave.map_or(strikes, phase), strikes, ball: [ball[0], ball[2]], yaw }
    }
}

impl Ladder {
    /// Cycles above standing and stepping on the spot, or cycles alone, which are played slower and slower.
    pub(super) fn new(rest: Option<[Clip; 2]>, mut cycles: Vec<Clip>) -> Self {
        cycles.sort_by(|a, b| a.speed.total_cmp(&b.speed));
        let table = match (&rest, cycles.first()) {
            (Some([stand, _]), Some(first)) => Some(SpeedTable::measure(&stand.pose(0), first, Cadence::Natural)),
            _ => None,
        };
        Self { rest: rest.map(|clips| clips.map(Rung::new)), rungs: cycles.into_iter().map(Rung::new).collect(), table }
    }

    pub(super) fn rung(&self, at: usize) -> &Rung {
        &self.rungs[at]
    }

    /// The blend that is played at a speed; `stepping` is how much of the rest steps on the spot.
    pub(super) fn mix(&self, speed: f32, stepping: f32) -> Mix {
        let first = &self.rungs[0].clip;
        let last = self.rungs.len() - 1;
        if let Some(table) = self.table.as_ref().filter(|_| speed < first.speed) {
            let entry = table.at(speed);
            return Mix { low: None, high: 0, share: entry.factor, stepping, cycles: entry.rate / first.duration() };
        }
        let high = self.rungs.iter().position(|rung| rung.clip.speed >= speed).unwrap_or(last);
        let low = high.saturating_sub(1);
        let [a, b] = [&self.rungs[low].clip, &self.rungs[high].clip];
        let share = if high == low { 1.0 } else { ((speed - a.speed) / (b.speed - a.speed)).clamp(0.0, 1.0) };
        let stride = a.stride() * (1.0 - share) + b.stride() * share;
        Mix { low: Some(low), high, share, stepping, cycles: if stride > 1e-4 { speed / stride } else { 0.0 } }
    }

    /// Whether there is standing below the cycles.
    pub(super) fn has_rest(&self) -> bool {
        self.rest.is_some()
    }

    /// Speed of the fastest cycle.
    pub(super) fn top_speed(&self) -> f32 {
        self.rungs.last().map_or(0.0, |rung| rung.clip.speed)
    }

    /// The cycle's speed that is nearest to a speed.
    pub(super) fn speed_near(&self, speed: f32) -> f32 {
        let speeds = self.rungs.iter().map(|rung| rung.clip.speed);
        speeds.min_by(|a, b| (a - speed).abs().total_cmp(&(b - speed).abs())).unwrap_or(speed)
    }

    /// Cycles per second of stepping on the spot.
    pub(super) fn step_rate(&self) -> f32 {
        let clip = self.rest.as_ref().map_or(&self.rungs[0].clip, |[_, turn]| &turn.clip);
        1.0 / clip.duration()
    }

    /// The pose at a phase, on level ground; `seconds` run on for what has no phase.
    pub(super) fn pose(&self, mix: &Mix, phase: f32, seconds: f32, pose: &mut Pose, spare: &mut Pose) {
        match (mix.low, &self.rest) {
            (Some(low), _) => sample(&self.rungs[low], phase, pose),
            (None, Some([stand, turn])) => {
                stand.clip.sample(seconds, pose);
                if mix.stepping > 0.0 {
                    sample(turn, phase, spare);
                    pose.mix_into(spare, mix.stepping);
                }
            }
            (None, None) => sample(&self.rungs[0], phase, pose),
        }
        if mix.low != Some(mix.high) && mix.share > 0.0 {
            sample(&self.rungs[mix.high], phase, spare);
            pose.mix_into(spare, mix.share);
        }
    }

    /// The cycle that says when feet stand.
    fn leading(&self, mix: &Mix) -> &Rung {
        match (mix.low, &self.rest) {
            (Some(low), _) if mix.share < 0.5 => &self.rungs[low],
            (None, Some([_, turn])) if mix.share < 0.05 => turn,
            _ => &self.rungs[mix.high],
        }
    }

    /// How the feet stand at a phase.
    pub(super) fn contacts(&self, mix: &Mix, phase: f32) -> [Contact; 2] {
        let clip = &self.leading(mix).clip;
        clip.contacts_at(clip.time_of(phase) + clip.frame_time * 1e-3)
    }

    /// How far a foot's swing is, and the seconds until it strikes.
    pub(super) fn swing(&self, mix: &Mix, phase: f32, foot: usize) -> (f32, f32) {
        let swing = &self.leading(mix).feet[foot];
        let ahead = |from: f32, to: f32| (to - from) - (to - from).floor();
        let left = ahead(phase, swing.strikes);
        let whole = ahead(swing.leaves, swing.strikes).max(1e-3);
        ((1.0 - left / whole).clamp(0.0, 1.0), left / mix.cycles.max(0.2))
    }

    /// Where a foot comes down, relative to the base point at that time: its ball in plan and its yaw.
    pub(super) fn landing(&self, mix: &Mix, foot: usize) -> ([f32; 2], f32) {
        let high = self.rungs[mix.high].feet[foot];
        let low = match (mix.low, &self.rest) {
            (Some(low), _) => self.rungs[low].feet[foot],
            (None, Some([stand, turn])) => if mix.stepping > 0.5 { turn } else { stand }.feet[foot],
            (None, None) => high,
        };
        let between = |a: f32, b: f32| a + (b - a) * mix.share;
        ([0, 1].map(|axis| between(low.ball[axis], high.ball[axis])), between(low.yaw, high.yaw))
    }
}

fn sample(rung: &Rung, phase: f32, pose: &mut Pose) {
    rung.clip.sample(rung.clip.time_of(phase), pose);
}
