//! Interpolation factors by speed (Kuffner §7.2): slower walking from one cycle, with feet that slide as little as they can.
//!
//! At a factor f every joint is turned f of the way from standing to the cycle, so strides shrink with it. The seed keeps
//! the cadence and looks for the factor alone ([`Cadence::Constant`]). People also step less often: with
//! [`Cadence::Natural`] stride and cadence both follow the square root of the speed, down to a slowest cadence. In either
//! case the factor is the one whose standing feet slide least; the slide that is left is in the table, and foot locks remove it.

use super::clip::Clip;
use crate::geom::vector::{Vec3, sub};
use crate::motion::figure::{Placed, Pose, SolePoint};

/// Whether steps come less often at lower speeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cadence {
    /// As often as in the cycle, the seed's way.
    Constant,
    /// Less often.
    #[default]
    Natural,
}

/// How to play a cycle at one speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpeedEntry {
    /// Metres per second.
    pub speed: f32,
    /// Share of the cycle in the pose; the rest is standing.
    pub factor: f32,
    /// Seconds of the cycle per second.
    pub rate: f32,
    /// Mean speed of standing feet over the ground, metres per second.
    pub slide: f32,
}

/// How to play a cycle from standing to its own speed.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeedTable {
    entries: Vec<SpeedEntry>,
}

/// Entries of a table, and factors that are tried.
const ENTRIES: usize = 33;
const FACTORS: usize = 65;
/// The least cadence, as a share of the cycle's own.
const SLOWEST: f32 = 0.6;

impl SpeedTable {
    /// The table of a cycle and a standing pose.
    pub fn measure(stand: &Pose, clip: &Clip, cadence: Cadence) -> Self {
        let tried: Vec<Sliding> =
            (0..FACTORS).map(|i| Sliding::of(stand, clip, i as f32 / (FACTORS - 1) as f32)).collect();
        let entry = |i: usize| {
            let speed = clip.speed * i as f32 / (ENTRIES - 1) as f32;
            let rate = match cadence {
                Cadence::Constant => 1.0,
                Cadence::Natural => (speed / clip.speed.max(1e-6)).sqrt().clamp(SLOWEST, 1.0),
            };
            let entries = tried.iter().enumerate().map(|(k, sliding)| {
                let (factor, slide) = (k as f32 / (FACTORS - 1) as f32, sliding.at(speed, rate));
                SpeedEntry { speed, factor, rate, slide }
            });
            entries.min_by(|a, b| a.slide.total_cmp(&b.slide)).unwrap_or_default()
        };
        Self { entries: (0..ENTRIES).map(entry).collect() }
    }

    /// All entries, from standing to the cycle's speed.
    pub fn entries(&self) -> &[SpeedEntry] {
        &self.entries
    }

    /// How to play the cycle at a speed; beyond the table the nearest end stays, and above it the rate grows.
    pub fn at(&self, speed: f32) -> SpeedEntry {
        let last = self.entries.len() - 1;
        let top = self.entries[last];
        if speed >= top.speed || top.speed <= 0.0 {
            let rate = if top.speed > 0.0 { top.rate * speed / top.speed } else { top.rate };
            return SpeedEntry { speed, rate, ..top };
        }
        let along = (speed.max(0.0) / top.speed) * last as f32;
        let first = (along as usize).min(last - 1);
        let (a, b, t) = (self.entries[first], self.entries[first + 1], along - first as f32);
        let mix = |of: fn(&SpeedEntry) -> f32| of(&a) + (of(&b) - of(&a)) * t;
        SpeedEntry { speed, factor: mix(|e| e.factor), rate: mix(|e| e.rate), slide: mix(|e| e.slide) }
    }
}

/// Velocities of standing feet relative to the base point, at one factor.
struct Sliding(Vec<Vec3>);

impl Sliding {
    fn of(stand: &Pose, clip: &Clip, factor: f32) -> Self {
        let placed: Vec<Placed> = (0..clip.frames())
            .map(|frame| {
                let mut pose = stand.clone();
                pose.mix_into(&clip.pose(frame), factor);
                Placed::of(&clip.skeleton, &pose)
            })
            .collect();
        let mut velocities = Vec::new();
        for frame in 0..clip.frames() {
            let next = (frame + 1) % clip.frames();
            for (foot, sole) in clip.soles.iter().enumerate() {
                let (now, then) = (clip.contacts[frame][foot], clip.contacts[next][foot]);
                let point = if now.ball && then.ball {
                    SolePoint::Ball
                } else if now.heel && then.heel {
                    SolePoint::Heel
                } else {
                    continue;
                };
                let moved = sub(sole.point(&placed[next], point), sole.point(&placed[frame], point));
                velocities.push(moved.map(|v| v / clip.frame_time));
            }
        }
        Self(velocities)
    }

    /// Mean speed over the ground when the base moves and the cycle is played at a rate.
    fn at(&self, speed: f32, rate: f32) -> f32 {
        let over_ground = |v: &Vec3| {
            let (x, z) = (v[0] * rate, v[2] * rate + speed);
            (x * x + z * z).sqrt()
        };
        self.0.iter().map(over_ground).sum::<f32>() / self.0.len().max(1) as f32
    }
}
