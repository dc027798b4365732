//! The built-in figure and its generated motions: sizes, contacts, and that they look like somebody who goes.

mod common;

use footpath::motion::clips::{Clip, JUMP_TIMES, Kind, Support};
use footpath::motion::figure::{Figure, Placed, Role, Side, SolePoint};

fn person() -> Figure {
    Figure::person(1.8)
}

#[test]
fn generated_motions_keep_inside_the_body_that_planners_know() {
    let person = person();
    // Heights and half-widths of the default body, across the way: legs below, and the whole.
    let wanted = [
        (Kind::Stand, 1.80, 0.20, 0.30),
        (Kind::Stroll, 1.80, 0.20, 0.30),
        (Kind::Walk, 1.80, 0.20, 0.30),
        (Kind::Stride, 1.80, 0.20, 0.30),
        (Kind::Jog, 1.80, 0.20, 0.30),
        (Kind::StairsUp, 1.80, 0.20, 0.30),
        (Kind::StairsDown, 1.80, 0.20, 0.30),
        (Kind::Turn, 1.80, 0.20, 0.30),
        (Kind::Tuck, 1.80, 0.20, 0.25),
        (Kind::SidestepLeft, 1.80, 0.20, 0.20),
        (Kind::SidestepRight, 1.80, 0.20, 0.20),
        (Kind::Bend, 1.30, 0.20, 0.30),
        (Kind::Crawl, 0.80, 0.20, 0.30),
        (Kind::Jump, 1.80, 0.20, 0.30),
    ];
    for (kind, height, legs, torso) in wanted {
        let clip = Clip::generated(kind, &person);
        let cylinder = clip.cylinder(&person);
        assert!(cylinder.top <= height, "{kind:?} is {} high", cylinder.top);
        assert!(cylinder.bottom > -0.02, "{kind:?} sinks to {}", cylinder.bottom);
        let whole = clip.half_width(&person, -1.0, 3.0);
        assert!(whole <= torso, "{kind:?}: {whole}");
        let only_legs = Figure {
            limbs: person.limbs.iter().filter(|limb| is_leg(limb.joint)).copied().collect(),
            ..person.clone()
        };
        let wide = clip.half_width(&only_legs, -1.0, 3.0);
        assert!(wide <= legs, "{kind:?}: legs {wide}");
        assert!(clip.placed().iter().all(|placed| cylinder.encloses(&person, placed)), "{kind:?}");
    }
}

fn is_leg(joint: u16) -> bool {
    let side = |side| [Role::Thigh(side), Role::Shin(side), Role::Foot(side), Role::Toes(side)];
    Side::BOTH.into_iter().flat_map(side).any(|role| role.index() == usize::from(joint))
}

#[test]
fn standing_feet_move_with_exactly_minus_v() {
    let person = person();
    for kind in Kind::ALL {
        let clip = Clip::generated(kind, &person);
        if clip.support == Support::Knees {
            continue;
        }
        let placed = clip.placed();
        let frames = if clip.cyclic { clip.frames() } else { clip.frames() - 1 };
        for frame in 0..frames {
            let next = (frame + 1) % clip.frames();
            for foot in 0..2 {
                let (now, then) = (clip.contacts[frame][foot], clip.contacts[next][foot]);
                let sole = &person.soles[foot];
                for (stands, point) in
                    [(now.heel && then.heel, SolePoint::Heel), (now.ball && then.ball, SolePoint::Ball)]
                {
                    if !stands {
                        continue;
                    }
                    let [a, b] = [&placed[frame], &placed[next]].map(|placed| sole.point(placed, point));
                    let slip = (b[2] - a[2]) / clip.frame_time + clip.speed;
                    let across = (b[0] - a[0]) / clip.frame_time;
                    assert!(slip.abs() < 2e-3 && across.abs() < 2e-3, "{kind:?} frame {frame}: {slip} {across}");
                    assert!(a[1].abs() < 1e-3, "{kind:?} frame {frame}: {point:?} at {}", a[1]);
                }
            }
        }
    }
}

#[test]
fn knees_that_crawl_move_with_minus_v_near_the_ground() {
    let clip = Clip::generated(Kind::Crawl, &person());
    let placed = clip.placed();
    for frame in 0..clip.frames() {
        let next = (frame + 1) % clip.frames();
        for side in Side::BOTH {
            let foot = side.index();
            if !(clip.contacts[frame][foot].ball && clip.contacts[next][foot].ball) {
                continue;
            }
            let knee = Role::Shin(side).index();
            let [a, b] = [&placed[frame], &placed[next]].map(|placed| placed.at[knee]);
            assert!(((b[2] - a[2]) / clip.frame_time + clip.speed).abs() < 2e-3);
            assert!((a[1] - 0.064).abs() < 0.02, "the knee is at {}", a[1]);
        }
    }
}

#[test]
fn a_walk_swings_its_arms_against_its_legs_and_bends_its_knees() {
    let person = person();
    for kind in [Kind::Stroll, Kind::Walk, Kind::Stride, Kind::Jog] {
        let clip = Clip::generated(kind, &person);
        let placed = clip.placed();
        let at = |role: Role| role.index();
        let apart = |placed: &Placed, of: fn(Side) -> Role| {
            placed.at[at(of(Side::Left))][2] - placed.at[at(of(Side::Right))][2]
        };
        let product: f32 = placed.iter().map(|p| apart(p, Role::Foot) * apart(p, Role::Hand)).sum();
        assert!(product < 0.0, "{kind:?}: arms go against legs");
        // Knees: the angle between thigh and shin over the cycle of the left leg.
        let bend = |frame: usize| clip.turns_of(frame)[at(Role::Shin(Side::Left))].angle();
        let bends: Vec<f32> = (0..clip.frames()).map(bend).collect();
        let most = bends.iter().copied().fold(0.0, f32::max);
        assert!(most > 0.7 && most < 2.3, "{kind:?}: a swinging knee bends by {most}");
        let swings = |frame: usize| !clip.contacts[frame][0].is_planted();
        let widest = (0..clip.frames()).max_by(|a, b| bends[*a].total_cmp(&bends[*b])).expect("frames");
        assert!(swings(widest), "{kind:?}: most in the swing");
        // The pelvis bobs twice per cycle.
        let heights: Vec<f32> = clip.roots.iter().map(|root| root[1]).collect();
        let n = heights.len();
        let peaks =
            (0..n).filter(|&i| heights[i] > heights[(i + n - 1) % n] && heights[i] >= heights[(i + 1) % n]).count();
        assert_eq!(peaks, 2, "{kind:?}");
        // Shoulders turn against the hips.
        let twist: f32 = placed.iter().map(|p| apart(p, Role::Thigh) * apart(p, Role::UpperArm)).sum();
        assert!(twist < 0.0, "{kind:?}");
    }
}

#[test]
fn shares_and_phases_are_those_of_a_gait() {
    let person = person();
    let walk = Clip::generated(Kind::Walk, &person);
    assert!((walk.planted_share() - 0.63).abs() < 0.02);
    assert!(Clip::generated(Kind::Jog, &person).planted_share() < 0.45, "a jog flies");
    for phase in [0.0, 0.1, 0.5, 0.77] {
        assert!((walk.phase_of(walk.time_of(phase)) - phase).abs() < 1e-4);
    }
    let jump = Clip::generated(Kind::Jump, &person);
    let [leave, back, end] = JUMP_TIMES;
    assert!(0.0 < leave && leave < back && back < end);
    let airborne = jump.contacts_at(0.5 * (leave + back));
    assert!(!airborne[0].is_planted() && !airborne[1].is_planted());
    assert!(jump.contacts_at(0.0)[0].is_planted() && jump.contacts_at(end)[1].is_planted());
}

#[test]
fn children_take_smaller_steps() {
    let child = Figure::person(1.28);
    let (small, large) = (Clip::generated(Kind::Walk, &child), Clip::generated(Kind::Walk, &person()));
    assert!((small.speed / large.speed - 1.28 / 1.8).abs() < 1e-5 && small.duration() == large.duration());
    assert!(small.cylinder(&child).top < 1.28);
}

#[test]
fn mirrors_and_other_figures_keep_the_motion() {
    let person = person();
    let bend = Clip::generated(Kind::Bend, &person);
    let twice = bend.mirrored().mirrored();
    for frame in 0..bend.frames() {
        let [a, b] = [&bend, &twice].map(|clip| Placed::of(&person.skeleton, &clip.pose(frame)));
        assert!(a.at.iter().zip(&b.at).all(|(a, b)| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-4)));
    }
    let onto = bend.onto(&Figure::person(1.28)).onto(&person);
    for frame in (0..bend.frames()).step_by(9) {
        let [a, b] = [&bend, &onto].map(|clip| Placed::of(&person.skeleton, &clip.pose(frame)));
        assert!(a.at.iter().zip(&b.at).all(|(a, b)| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-3)));
    }
}
