//! The player: styles that follow each other, jumps, and starts and stops.

mod common;

use std::sync::Arc;

use common::{slope, stairs};
use footpath::body::Action;
use footpath::motion::clips::JUMP_TIMES;
use footpath::motion::feet::{Gauge, Ground};
use footpath::motion::figure::{Base, Side};
use footpath::motion::player::{ClipSet, Order, Player, Style};

const DT: f64 = 1.0 / 60.0;

/// A player that is led along +x, and what it looked like in the last frame.
struct Led {
    player: Player,
    base: Base,
    speed: f64,
    last: Vec<[f64; 3]>,
    /// Fastest that any joint moved in a frame, metres per second.
    fastest: f64,
    /// Deepest that any limb was in the ground.
    sunk: f64,
}

impl Led {
    fn new() -> Self {
        let player = Player::new(Arc::new(ClipSet::built_in(1.8)));
        Self { player, base: Base::default(), speed: 0.0, last: Vec::new(), fastest: 0.0, sunk: 0.0 }
    }

    fn frame(&mut self, speed: f64, style: Style, ground: &dyn Fn(f64, f64) -> Option<Ground>) -> [bool; 2] {
        self.speed += (speed - self.speed).clamp(-2.5 * DT, 2.5 * DT);
        self.base = self.base.after(DT, self.speed, 0.0);
        self.base.at[1] = ground(self.base.at[0], self.base.at[2]).map_or(0.0, |ground| ground.height);
        let order = Order { base: self.base, speed: self.speed, style, ..Order::default() };
        let planted = self.player.step(&order, ground, DT as f32);
        self.look();
        planted
    }

    fn look(&mut self) {
        let placed = self.player.placed();
        let now: Vec<[f64; 3]> = placed.at.iter().map(|at| self.base.to_world(*at)).collect();
        for (a, b) in self.last.iter().zip(&now) {
            let moved = (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt() / DT;
            self.fastest = self.fastest.max(moved);
        }
        self.last = now;
        for capsule in self.player.set().figure.capsules(placed) {
            for end in [capsule.from, capsule.to] {
                self.sunk = self.sunk.max(f64::from(capsule.radius - end[1]));
            }
        }
    }
}

#[test]
fn another_style_begins_at_a_strike_and_is_faded_in() {
    let ground = slope(0.0);
    let styles = [Style::Tuck, Style::Bend, Style::Sidestep(Side::Left), Style::Sidestep(Side::Right), Style::Crawl];
    for style in styles {
        let mut led = Led::new();
        (0..100).for_each(|_| _ = led.frame(0.8, Style::Walk, &ground));
        let notice = led.player.notice(style);
        let (mut begun, mut before) = (None, led.player.phase());
        for frame in 0..150 {
            led.frame(f64::from(led.player.set().speed_of(style)), style, &ground);
            let phase = led.player.phase();
            if begun.is_none() && led.player.style() == style {
                assert!(phase < before || (before < 0.5 && phase >= 0.5), "{style:?} began at phase {phase}");
                begun = Some(frame as f32 * DT as f32);
            }
            before = phase;
        }
        let begun = begun.expect("it began");
        assert!(begun < notice, "{style:?} began after {begun} s");
        (0..150).for_each(|_| _ = led.frame(0.8, Style::Walk, &ground));
        assert_eq!(led.player.style(), Style::Walk);
        assert!(led.fastest < 9.0, "{style:?}: a joint moved at {:.1} m/s", led.fastest);
        assert!(led.sunk < 0.03, "{style:?}: sank by {:.3}", led.sunk);
    }
}

#[test]
fn a_jump_leaves_the_ground_and_comes_back() {
    let ground = slope(0.0);
    let mut led = Led::new();
    (0..60).for_each(|_| _ = led.frame(0.0, Style::Walk, &ground));
    let [leave, back, end] = JUMP_TIMES.map(f64::from);
    let mut gauge = Gauge::default();
    let (mut flew, mut time) = (0, 0.0);
    while time < end {
        // The base flies 1 m far and 0.3 m high while the feet are off the ground.
        let t = ((time - leave) / (back - leave)).clamp(0.0, 1.0);
        led.base.at = [t, 1.2 * t * (1.0 - t), 0.0];
        let order = Order { base: led.base, style: Style::Jump, jump: time, ..Order::default() };
        let planted = led.player.step(&order, &ground, DT as f32);
        led.look();
        gauge.frame(&led.player.set().figure.soles, led.player.placed(), &led.base, planted, &ground, DT);
        let airborne = time > leave + 0.04 && time < back - 0.04;
        assert!(!airborne || planted == [false, false], "{time}: {planted:?}");
        flew += usize::from(planted == [false, false]);
        time += DT;
    }
    assert!(flew as f64 * DT > 0.3, "in the air for {flew} frames");
    let footing = gauge.footing();
    assert!(footing.slide < 0.02 && footing.sink < 0.02, "{footing:?}");
    let planted = (0..60).map(|_| led.frame(0.0, Style::Walk, &ground)).next_back();
    assert_eq!(planted, Some([true, true]));
}

#[test]
fn who_stops_stands_on_both_feet_and_stays() {
    for stop in [70, 77, 85, 93, 101] {
        let ground = slope(0.0);
        let mut led = Led::new();
        (0..stop).for_each(|_| _ = led.frame(1.35, Style::Walk, &ground));
        (0..150).for_each(|_| _ = led.frame(0.0, Style::Walk, &ground));
        led.fastest = 0.0;
        for _ in 0..60 {
            assert_eq!(led.frame(0.0, Style::Walk, &ground), [true, true], "stopped at frame {stop}");
        }
        assert!(led.fastest < 0.1, "somebody who stands only breathes: {}", led.fastest);
        let feet = led.player.set().figure.soles.map(|sole| led.player.placed().at[sole.foot]);
        assert!((feet[0][2] - feet[1][2]).abs() < 0.3, "feet are gathered: {feet:?}");
    }
}

#[test]
fn stairs_are_taken_one_step_at_a_time() {
    let ground = stairs(0.17, 0.28);
    let mut led = Led::new();
    let mut heights = vec![Vec::new(), Vec::new()];
    let mut was = [false; 2];
    for _ in 0..600 {
        let planted = led.frame(0.5, Style::Walk, &ground);
        for foot in 0..2 {
            if planted[foot] && !was[foot] {
                let sole = &led.player.set().figure.soles[foot];
                let ball =
                    led.base.to_world(sole.point(led.player.placed(), footpath::motion::figure::SolePoint::Ball));
                heights[foot].push((ball[1] / 0.17).round() as i32);
            }
        }
        was = planted;
    }
    for steps in heights {
        let climbed: Vec<i32> = steps.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let on_stairs = climbed.iter().filter(|&&rise| rise > 0).count();
        assert!(on_stairs >= 4 && climbed.iter().all(|rise| (0..=3).contains(rise)), "{steps:?}");
        assert!(
            climbed.iter().filter(|&&rise| rise == 2).count() >= on_stairs - 2,
            "every foot takes every second: {steps:?}"
        );
    }
}

#[test]
fn actions_of_routes_have_styles() {
    assert_eq!(Style::of(Action::Walk, Side::Left), Style::Walk);
    assert_eq!(Style::of(Action::Sidestep, Side::Right), Style::Sidestep(Side::Right));
    assert_eq!(Style::of(Action::Drop, Side::Left), Style::Jump);
    assert_eq!(Style::of(Action::Crawl, Side::Left), Style::Crawl);
}
