//! The oriented disc (Kuffner 1998, §7 and Fig. 3): step responses, time steps, and the bound on leaving a path.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, all};
use footpath::body::{Action, Posture};
use footpath::motion::control::{
    ControlError, Controller, Follower, Gains, LONGEST_STEP, Law, Moved, Standing, State, wrapped,
};
use footpath::route::{Route, Section};
use std::f64::consts::{FRAC_PI_2, PI};

/// How far beyond a step of heading the disc turns, as a share of the step, and what error is left after some seconds.
fn response(gains: &Gains, dt: f64, step: f64, seconds: f64) -> [f64; 2] {
    let mut state = State::default();
    let (mut turned, mut most) = (0.0_f64, 0.0_f64);
    for _ in 0..(seconds / dt) as usize {
        let next = state.after(gains.controls(&state, step, 0.0), dt);
        turned += wrapped(next.heading - state.heading);
        most = most.max(turned);
        state = next;
    }
    [most / step - 1.0, (turned / step - 1.0).abs()]
}

#[test]
fn kuffner_fig_3_the_seeds_gains_overshoot_and_ours_do_not() {
    for step in [FRAC_PI_2, PI] {
        let seed = |dt: f64| response(&Gains::SEED, dt, step, 6.0)[0];
        assert!((seed(1.0 / 30.0) - 0.075).abs() < 0.003, "{}", seed(1.0 / 30.0));
        assert!((seed(0.1) - 0.25).abs() < 0.01, "{}", seed(0.1));
        for dt in [1.0 / 240.0, 1.0 / 60.0, 1.0 / 30.0, 0.05, LONGEST_STEP] {
            let gains = Gains::new(1.4, dt).unwrap();
            let [over, left] = response(&gains, dt, step, 6.0);
            assert!(over < 0.005 && left < 0.005, "{step} in steps of {dt}: {over}, {left}");
            assert!(gains.turn == 4.0 * gains.heading && gains.speed >= 4.0 * gains.position);
        }
    }
}

#[test]
fn nobody_turns_faster_than_legs_follow() {
    for dt in [1.0 / 240.0, 1.0 / 60.0, 1.0 / 30.0, 0.05, LONGEST_STEP] {
        let fastest = |most: f64| {
            let controller = Controller::new(1.4, dt).unwrap().turning_at_most(most);
            let (mut state, mut turned, mut fastest) = (State::default(), 0.0, 0.0_f64);
            for _ in 0..(6.0 / dt) as usize {
                let next = state.after(controller.controls(&state, PI, 0.0), dt);
                turned += wrapped(next.heading - state.heading);
                (state, fastest) = (next, fastest.max(next.turn.abs()));
                assert!(turned.abs() < 1.005 * PI, "{most} in steps of {dt}: {turned}");
            }
            assert!((turned.abs() - PI).abs() < 0.005 * PI, "{most} in steps of {dt}: {turned}");
            fastest
        };
        let [held, free] = [5.0, f64::INFINITY].map(fastest);
        assert!(held <= 5.0 + 1e-9 && (held > 4.9 || free <= 5.0), "in steps of {dt}: {held}, {free}");
        assert!(dt > 0.04 || free > 6.0, "in steps of {dt}: {free}");
    }
}

#[test]
fn gains_bear_time_steps_up_to_the_longest_and_refuse_others() {
    for gains in [Gains::new(1.4, 1.0 / 60.0).unwrap(), Gains::new(3.0, 0.1).unwrap(), Gains::SEED] {
        let longest = gains.longest_step();
        // Just within it errors die out; the loop of the seed needs its time.
        assert!(response(&gains, longest * 0.98, FRAC_PI_2, 60.0)[1] < 0.01, "{gains:?}");
        assert!(gains.check(longest).is_ok());
        for dt in [longest * 1.001, 0.0, -0.1, f64::NAN, f64::INFINITY] {
            assert!(matches!(gains.check(dt), Err(ControlError::Step { .. })), "{dt}");
        }
    }
    // The seed's own loop of heading is unstable from 0.2 s on.
    assert!(response(&Gains::SEED, 0.199, FRAC_PI_2, 100.0)[1] < 1.0);
    assert!(response(&Gains::SEED, 0.21, 0.1, 20.0)[1] > 10.0);
    assert!((Gains::SEED.longest_step() - 0.2).abs() < 1e-9);
    // Critically damped: two by the outer gain.
    let critical = Gains { position: 1.0, heading: 5.0, speed: 4.0, turn: 20.0 };
    assert!((critical.longest_step() - 0.1).abs() < 1e-9);
    assert!(Gains::new(1.4, LONGEST_STEP * 1.01).is_err() && Gains::new(0.0, 0.03).is_err());
    let mut controller = Controller::new(1.4, 1.0 / 30.0).unwrap();
    assert!(controller.step(&State::default(), 0.5).is_err());
}

#[test]
fn the_step_is_eulers_with_the_old_values() {
    let state = State { x: 1.0, z: 2.0, heading: FRAC_PI_2, speed: 2.0, turn: 0.5 };
    let controls = Gains::SEED.controls(&state, 0.0, 1.0);
    assert_eq!((controls.acceleration, controls.turning), (-5.0, 10.0 * (5.0 * -FRAC_PI_2 - 0.5)));
    let after = state.after(controls, 0.1);
    // Forward at a quarter turn to the left is −z.
    assert!((after.x - 1.0).abs() < 1e-12 && (after.z - 1.8).abs() < 1e-12);
    assert!((after.heading - FRAC_PI_2 - 0.05).abs() < 1e-12 && (after.speed - 1.5).abs() < 1e-12);
    // What is 350° to the left is 10° to the right.
    let error = 350_f64.to_radians();
    assert!((wrapped(error) + 10_f64.to_radians()).abs() < 1e-12 && wrapped(PI) == PI && wrapped(-PI) == PI);
}

fn route(points: &[[f64; 2]]) -> Route {
    Route { points: points.iter().map(|&[x, z]| [x, 0.0, z]).collect(), ..Route::default() }
}

fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Distance to the whole of a polyline.
fn off(points: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let from = |pair: &[[f64; 2]]| {
        let [dx, dz] = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
        let dot = (at[0] - pair[0][0]) * dx + (at[1] - pair[0][1]) * dz;
        let share = (dot / (dx * dx + dz * dz).max(1e-300)).clamp(0.0, 1.0);
        apart(at, [pair[0][0] + share * dx, pair[0][1] + share * dz])
    };
    points.windows(2).map(from).fold(f64::INFINITY, f64::min)
}

/// A path from a place, straight on, zigzag, round curves or there and back.
fn random_path(random: &mut Random, from: [f64; 2]) -> Vec<[f64; 2]> {
    let mut points = vec![from];
    let mut heading = random.between(-PI, PI);
    let kind = random.below(4);
    for _ in 0..2 + random.below(12) {
        let (turn, length) = match kind {
            0 => (random.between(-PI, PI), random.between(0.02, 2.5)),
            1 => (f64::from(random.below(5) as u8) * PI / 4.0 - FRAC_PI_2, random.between(0.1, 1.0)),
            2 => (random.between(0.0, 0.5), 0.1),
            _ => (PI * f64::from(random.below(2) as u8), random.between(0.05, 1.5)),
        };
        heading += turn;
        let [x, z] = points[points.len() - 1];
        points.push([x + length * heading.cos(), z - length * heading.sin()]);
    }
    points
}

/// The bound holds on any path, at any speed and time step, also when the path is replaced on the way; and the end is
/// reached.
#[test]
fn the_disc_never_leaves_the_path_by_more_than_the_bound() {
    let mut random = Random(11);
    let (mut worst, mut slowest) = (0.0_f64, 0.0_f64);
    for round in 0..if all() { 20_000 } else { 600 } {
        let speed = [0.5, 1.4, 2.0, 3.5][random.below(4)];
        let dt = [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0, 0.05, 0.1][random.below(5)];
        let mut controller = Controller::new(speed, dt).unwrap();
        let from = [random.between(-5.0, 5.0), 1.0];
        let mut points = random_path(&mut random, from);
        let mut state = State::at(points[0], random.between(-PI, PI));
        controller.follow(&route(&points));
        let replaced = if round % 3 == 0 { random.below(120) } else { usize::MAX };
        let length: f64 = points.windows(2).map(|pair| apart(pair[0], pair[1])).sum();
        // Every point may ask for a turn on the spot.
        let most = ((40.0 + 20.0 * length / speed + 3.0 * points.len() as f64) / dt) as usize;
        let mut done = None;
        for step in 0..most {
            if step == replaced {
                points = random_path(&mut random, state.place());
                controller.follow(&route(&points));
            }
            let moved = controller.step(&state, dt).unwrap();
            state = moved.state;
            let away = off(&points, state.place());
            assert!(away <= controller.bound() + 1e-9, "round {round}, {speed} m/s, {dt} s: {away} off after {step}");
            assert!(state.speed >= -1e-9 && state.speed <= speed + 1e-9);
            worst = worst.max(away / controller.bound());
            if moved.arrived {
                done = Some(step);
                break;
            }
        }
        let steps =
            done.unwrap_or_else(|| panic!("round {round}, {speed} m/s, {dt} s: not there: {state:?} {points:?}"));
        slowest = slowest.max(steps as f64 * dt / (length / speed + 1.0));
    }
    assert!(worst > 0.5, "the bound is not idle: {worst}");
    eprintln!("worst {worst:.2} of the bound, slowest {slowest:.1} times as long as at full speed");
}

/// Walks a route to its end, and hands each step on.
fn walk(controller: &mut Controller, mut state: State, dt: f64, mut each: impl FnMut(&Moved)) -> Option<State> {
    for _ in 0..10_000 {
        let moved = controller.step(&state, dt).unwrap();
        each(&moved);
        state = moved.state;
        if moved.arrived {
            return Some(state);
        }
    }
    None
}

#[test]
fn a_straight_path_is_walked_at_full_speed_and_stopped_at_gently() {
    let dt = 1.0 / 30.0;
    for mut controller in
        [Controller::new(1.4, dt).unwrap(), Controller::with_gains(1.4, Gains::SEED, Law::Seed).unwrap()]
    {
        controller.follow(&route(&[[0.0, 0.0], [10.0, 0.0]]));
        let mut speeds = Vec::new();
        let end = walk(&mut controller, State::default(), dt, |moved| speeds.push(moved.state.speed)).unwrap();
        assert!(apart(end.place(), [10.0, 0.0]) < 0.03);
        let most = speeds.iter().copied().fold(0.0, f64::max);
        assert!((most - 1.4).abs() < 1e-6, "{most}");
        // Slowing down begins where both rules ask for the same speed, so nothing jumps.
        let jerk = speeds.windows(2).skip(60).map(|pair| (pair[0] - pair[1]).abs()).fold(0.0, f64::max);
        assert!(jerk < 3.5 * dt, "{jerk}");
    }
}

#[test]
fn no_path_means_a_stop() {
    let dt = 1.0 / 60.0;
    let mut controller = Controller::new(1.4, dt).unwrap();
    controller.follow(&route(&[[0.0, 0.0], [10.0, 0.0]]));
    let mut state = State::default();
    for _ in 0..120 {
        state = controller.step(&state, dt).unwrap().state;
    }
    assert!(state.speed > 1.3);
    controller.stop();
    let from = state.x;
    for _ in 0..120 {
        state = controller.step(&state, dt).unwrap().state;
    }
    assert!(state.speed < 1e-3 && (state.x - from - 1.4 / controller.gains().speed).abs() < 0.03);
    // A route that is no route is none.
    controller.follow(&route(&[[f64::NAN, 0.0], [1.0, 0.0]]));
    assert!(!controller.has_path());
}

#[test]
fn sections_say_how_fast_and_which_way_the_body_faces() {
    let points = [[0.0, 0.0], [3.0, 0.0], [5.0, 0.0], [7.0, 0.0], [8.0, 0.0], [10.0, 0.0]];
    let actions = [Action::Walk, Action::Sidestep, Action::Crawl, Action::Jump, Action::Walk];
    let mut route = route(&points);
    route.sections = actions.iter().enumerate().map(|(i, &action)| section(action, i)).collect();
    let dt = 1.0 / 60.0;
    let mut controller = Controller::new(1.4, dt).unwrap();
    controller.follow(&route);
    let (mut fastest, mut highest, mut aside) = ([0.0_f64; 5], 0.0_f64, 0.0_f64);
    walk(&mut controller, State::default(), dt, |moved| {
        let at = actions.iter().position(|&action| action == moved.action).unwrap();
        let at = if moved.state.x > 8.05 { 4 } else { at };
        fastest[at] = fastest[at].max(moved.state.speed);
        highest = highest.max(moved.height);
        if moved.action == Action::Sidestep {
            aside = wrapped(moved.facing - moved.state.heading);
        }
        assert!(moved.state.heading.abs() < 0.01);
    })
    .unwrap();
    assert!((aside - FRAC_PI_2).abs() < 0.01, "{aside}");
    assert!(fastest[0] > 1.3 && fastest[1] <= 0.8 && fastest[2] <= 0.55, "{fastest:?}");
    // The jump's arc is 0.15 of its length high.
    assert!((highest - 0.15).abs() < 0.01, "{highest}");
}

fn section(action: Action, first: usize) -> Section {
    let (posture, behaviour) = (Posture::Upright, "walk".to_owned());
    Section { action, posture, behaviour, first, last: first + 1, height: 1.8, half_width: 0.3, clearance: 0.8 }
}

#[test]
fn a_follower_comes_back_when_pushed_and_says_when_it_must_plan_again() {
    let dt = 1.0 / 60.0;
    let mut follower = Follower::new(1.4, dt).unwrap();
    let mut route = route(&[[0.0, 0.0], [12.0, 0.0]]);
    route.sections = vec![section(Action::Walk, 0)];
    assert_eq!(follower.update([0.0; 3], dt).unwrap().standing, Standing::NoRoute);
    follower.follow(&route);
    let mut at = [0.0, 0.0, 0.0];
    let mut seen = Vec::new();
    for step in 0..2_000 {
        let advice = follower.update(at, dt).unwrap();
        if seen.last() != Some(&advice.standing) {
            seen.push(advice.standing);
        }
        if advice.standing == Standing::Arrived {
            break;
        }
        at = [0, 1, 2].map(|axis| at[axis] + advice.velocity[axis] * dt);
        // Once aside, within the room that the section has, and once back as well.
        if step == 150 {
            at[2] += 0.4;
        }
        if step == 400 {
            at = [at[0] - 0.8, 0.0, at[2] - 0.3];
        }
    }
    use Standing::{Arrived, MustReplan, OnRoute, Returning};
    assert_eq!(seen, [OnRoute, Returning, OnRoute, Returning, OnRoute, Arrived], "{at:?}");
    assert!((at[0] - 12.0).abs() < 0.05 && at[2].abs() < 0.05);
    // Beyond the room beside the route, or a floor below it.
    follower.follow(&route);
    assert_eq!(follower.update([5.0, 0.0, 0.0], dt).unwrap().standing, MustReplan);
    let advice = follower.update([1.0, 0.0, 1.0], dt).unwrap();
    assert_eq!((advice.standing, advice.velocity), (MustReplan, [0.0; 3]));
    assert_eq!(follower.update([1.0, -3.0, 0.0], dt).unwrap().standing, MustReplan);
    assert_eq!(follower.update([1.0, 0.0, 0.0], dt).unwrap().standing, OnRoute);
}
