//! Walks of a player over grounds in code, watched by a gauge.

use std::sync::Arc;

use footpath::motion::clips::{Capture, Clip, ReadOptions};
use footpath::motion::feet::{Footing, Gauge, Ground};
use footpath::motion::figure::Base;
use footpath::motion::player::{ClipSet, Order, Player, Style};

use super::data;

/// Metres per unit of the captures.
pub const CAPTURE_SCALE: f64 = 0.056444;

/// A capture of the test data; `None` where that is absent.
pub fn capture(name: &str, options: &ReadOptions) -> Option<Capture> {
    let path = data(&format!("mocap/{name}.bvh"))?;
    Some(Capture::open(path, options).unwrap_or_else(|error| panic!("{error}")))
}

/// The cycle of a capture.
pub fn cycle(name: &str) -> Option<Clip> {
    let options = ReadOptions { scale: CAPTURE_SCALE, ..ReadOptions::default() };
    Some(capture(name, &options)?.cycle().unwrap_or_else(|error| panic!("{error}")))
}

/// A ground that rises evenly along x.
pub fn slope(rise: f64) -> impl Fn(f64, f64) -> Option<Ground> {
    move |x, _| Some(Ground { height: rise * x, slope: [rise, 0.0] })
}

/// Twelve steps along x, from 1 m on.
pub fn stairs(rise: f64, tread: f64) -> impl Fn(f64, f64) -> Option<Ground> {
    move |x: f64, _| {
        let steps = if x < 1.0 { 0.0 } else { (((x - 1.0) / tread).floor() + 1.0).min(12.0) };
        Some(Ground { height: steps * rise, slope: [0.0; 2] })
    }
}

/// What is walked.
#[derive(Clone, Copy)]
pub struct Walk {
    pub speed: f64,
    pub turn: f64,
    pub style: Style,
    pub seconds: f64,
    pub rate: f64,
}

impl Walk {
    pub fn at(speed: f64) -> Self {
        let seconds = (6.0 / speed.max(0.3)).clamp(4.0, 14.0);
        Self { speed, turn: 0.0, style: Style::Walk, seconds, rate: 60.0 }
    }
}

/// Starts, walks, stops; calls back with every frame and gives what the gauge saw.
pub fn play(
    set: &Arc<ClipSet>,
    walk: &Walk,
    ground: &dyn Fn(f64, f64) -> Option<Ground>,
    mut each: impl FnMut(&Base, &Player, [bool; 2]),
) -> Footing {
    let (mut player, mut gauge) = (Player::new(set.clone()), Gauge::default());
    let (mut base, mut speed, dt) = (Base::default(), 0.0f64, 1.0 / walk.rate);
    let moving = (walk.seconds * walk.rate) as usize;
    for frame in 0..moving + (1.5 * walk.rate) as usize {
        let (wanted, turn) = if frame < moving { (walk.speed, walk.turn) } else { (0.0, 0.0) };
        speed += (wanted - speed).clamp(-2.5 * dt, 2.5 * dt);
        base = base.after(dt, speed, turn);
        base.at[1] = smooth(ground, base.at[0], base.at[2]);
        let order = Order { base, speed, turn, style: walk.style, jump: 0.0 };
        let planted = player.step(&order, ground, dt as f32);
        gauge.frame(&set.figure.soles, player.placed(), &base, planted, ground, dt);
        each(&base, &player, planted);
    }
    gauge.footing()
}

/// The ground smoothed over a step, as a route runs over stairs.
fn smooth(ground: &dyn Fn(f64, f64) -> Option<Ground>, x: f64, z: f64) -> f64 {
    let at = |i: i32| ground(x + f64::from(i) * 0.03, z).map_or(0.0, |ground| ground.height);
    (-10..=10).map(at).sum::<f64>() / 21.0
}
