//! Feet of walkers: on level ground, slopes and stairs, from standing to full speed, generated and captured.

mod common;

use std::sync::Arc;

use common::{Walk, all, cycle, play, slope, stairs};
use footpath::motion::feet::{Footing, Ground};
use footpath::motion::figure::{Role, Side};
use footpath::motion::player::{ClipSet, Style};

/// A named ground, and the speed above which nobody walks on it.
type Terrain = (&'static str, Box<dyn Fn(f64, f64) -> Option<Ground>>, f64);

fn grounds() -> Vec<Terrain> {
    vec![
        ("level", Box::new(slope(0.0)), f64::INFINITY),
        ("5° up", Box::new(slope(0.0875)), f64::INFINITY),
        ("10° up", Box::new(slope(0.176)), f64::INFINITY),
        ("20° up", Box::new(slope(0.364)), f64::INFINITY),
        ("10° down", Box::new(slope(-0.176)), f64::INFINITY),
        ("20° down", Box::new(slope(-0.364)), f64::INFINITY),
        ("stairs up", Box::new(stairs(0.17, 0.28)), 1.2),
        ("stairs down", Box::new(stairs(-0.17, 0.28)), 1.2),
        ("the stairs of the duplex", Box::new(stairs(0.194, 0.25)), 1.2),
    ]
}

/// The built-in set and, where the data is there, three captures on their own skeletons.
fn sets() -> Vec<(&'static str, Arc<ClipSet>)> {
    let mut sets = vec![("built-in", Arc::new(ClipSet::built_in(1.8)))];
    for name in ["07_01", "16_15", "16_35"] {
        let Some(clip) = cycle(name) else { break };
        sets.push((name, Arc::new(ClipSet::captured(vec![clip]).expect("a cycle"))));
    }
    sets
}

fn assert_sound(footing: &Footing, what: &str) {
    assert!(footing.slide < 0.02, "{what}: slides {:.4} m/s", footing.slide);
    assert!(footing.sink < 0.02 && footing.float < 0.02, "{what}: {footing:?}");
}

#[test]
fn planted_feet_do_not_slide_sink_or_float() {
    let shares: &[f64] = if all() { &[0.05, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0] } else { &[0.1, 0.5, 1.0] };
    for (name, set) in sets() {
        for (ground_name, ground, fastest) in grounds() {
            for share in shares {
                let speed = (f64::from(set.top_speed()) * share).min(fastest);
                let footing = play(&set, &Walk::at(speed), &ground, |_, _, _| {});
                assert_sound(&footing, &format!("{name}, {ground_name}, {speed:.2} m/s"));
            }
        }
    }
}

#[test]
fn toes_that_were_bent_up_come_down_at_leisure() {
    let set = Arc::new(ClipSet::built_in(1.8));
    let toes = Side::BOTH.map(|side| Role::Toes(side).index());
    for (name, ground, _) in grounds() {
        let mut last: Option<[f32; 2]> = None;
        play(&set, &Walk::at(0.55), &ground, |_, player, _| {
            let now = toes.map(|joint| {
                let [_, up, on] = player.pose().turns[joint].turn([0.0, 0.0, 1.0]);
                up.atan2(on)
            });
            for (before, now) in last.iter().flatten().zip(now) {
                assert!(before - now < 0.3, "{name}: toes come down by {} in a sixtieth of a second", before - now);
            }
            last = Some(now);
        });
    }
}

#[test]
fn a_walk_is_planted_as_long_as_its_clip() {
    for (name, set) in sets() {
        let speed = f64::from(set.speed_of(Style::Walk));
        let mut planted = Vec::new();
        play(&set, &Walk { seconds: 9.0, ..Walk::at(speed) }, &slope(0.0), |_, _, feet| planted.push(feet));
        // Whole cycles in the middle, where nobody starts or stops.
        let middle = &planted[120..480];
        let share = middle.iter().flatten().filter(|&&foot| foot).count() as f64 / (2 * middle.len()) as f64;
        let captured = (name != "built-in").then(|| cycle(name)).flatten();
        let own = captured.map_or(0.63, |clip| f64::from(clip.planted_share()));
        assert!((share - own).abs() < 0.05, "{name}: {share} beside {own}");
        assert!(share >= 0.55 || name == "16_35", "{name}: {share}");
    }
}

#[test]
fn turns_are_walked_and_stepped_on_the_spot() {
    let set = Arc::new(ClipSet::built_in(1.8));
    for (speed, turn) in [(1.0, 0.5), (1.35, 1.0), (0.0, 1.0), (0.0, -2.0), (0.6, -1.5), (2.0, 1.0)] {
        let asked = Walk { turn, ..Walk::at(speed) };
        let mut lifted = false;
        let footing = play(&set, &asked, &slope(0.0), |_, _, planted| lifted |= planted != [true, true]);
        assert_sound(&footing, &format!("{speed} m/s, {turn} rad/s"));
        assert!(lifted, "feet leave the ground to turn");
    }
}

#[test]
fn other_ways_of_going_keep_their_feet_too() {
    let set = Arc::new(ClipSet::built_in(1.8));
    let styles = [Style::Tuck, Style::Bend, Style::Sidestep(Side::Left), Style::Sidestep(Side::Right)];
    for style in styles {
        for (name, ground, _) in grounds().into_iter().take(3) {
            let asked = Walk { style, ..Walk::at(f64::from(set.speed_of(style))) };
            let footing = play(&set, &asked, &ground, |_, _, _| {});
            assert_sound(&footing, &format!("{style:?}, {name}"));
        }
    }
}

#[test]
fn nothing_jerks_from_frame_to_frame() {
    // At 60 frames per second no joint of a walker moves by more than its clip's fastest, a swinging foot, and a bit.
    for (name, set) in sets() {
        for (ground_name, ground, fastest) in grounds() {
            // Who runs up stairs, two at a time, has fast feet; who walks has not.
            let speed = f64::from(set.speed_of(Style::Walk)).min(if fastest < 2.0 { 0.55 } else { fastest });
            let mut last: Option<Vec<[f64; 3]>> = None;
            let mut worst = (0.0f64, 0);
            play(&set, &Walk::at(speed), &ground, |base, player, _| {
                let now: Vec<[f64; 3]> = player.placed().at.iter().map(|at| base.to_world(*at)).collect();
                if let Some(last) = &last {
                    for (joint, (a, b)) in last.iter().zip(&now).enumerate() {
                        let moved = (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt() * 60.0;
                        if moved > worst.0 {
                            worst = (moved, joint);
                        }
                    }
                }
                last = Some(now);
            });
            let limit = 4.0 * speed + 4.5;
            assert!(worst.0 < limit, "{name}, {ground_name}: joint {} at {:.2} m/s", worst.1, worst.0);
        }
    }
}

#[test]
fn the_same_orders_give_the_same_poses() {
    let set = Arc::new(ClipSet::built_in(1.8));
    let run = || {
        let mut poses = Vec::new();
        play(&set, &Walk::at(1.2), &stairs(0.17, 0.28), |_, player, _| poses.push(player.pose().clone()));
        poses
    };
    assert_eq!(run(), run());
}
