//! Walks: routes that are walked, on built-in and on real scenes.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, Soup, all, bake, floors, open, route, strip, wall};
use footpath::body::Action;
use footpath::draw::write_walks_glb;
use footpath::motion::clips::{Capture, ReadOptions, TPose};
use footpath::motion::figure::{Placed, Side};
use footpath::motion::player::ClipSet;
use footpath::motion::walker::{Walk, WalkError, Walker};
use footpath::plan::Query;
use footpath::{Bake, Body, Route, Scene, World};

fn walk(name: &str) -> (World, Walker, Route, Walk) {
    let world = World::bake(&Scene::built_in(name).unwrap(), &Bake::default()).unwrap();
    let adult = Body::adult();
    let walker = Walker::new(&adult, ClipSet::built_in(1.80));
    let [from, to] = ["start", "goal"].map(|place| world.place(place).unwrap());
    let route = walker.plan(&world, &Query::new(&adult, from, to)).unwrap();
    let walk = walker.follow(&world, &route).unwrap();
    (world, walker, route, walk)
}

/// Holds a walk to what is promised of every walk.
fn check(name: &str, walker: &Walker, route: &Route, walk: &Walk) {
    let figures = walk.figures();
    assert!(figures.foot_slide <= 0.02, "{name}: feet slide {:.3} m/s", figures.foot_slide);
    assert!(figures.tracking_error <= walker.bound().unwrap() + 1e-9, "{name}: {:.3} off", figures.tracking_error);
    let end = walk.frames.last().unwrap().base.at;
    let goal = route.points.last().unwrap();
    assert!((0..3).all(|i| (end[i] - goal[i]).abs() < 0.05), "{name}: {end:?} is not {goal:?}");
    let mut jerks = 0;
    for (number, pair) in walk.frames.windows(2).enumerate() {
        let [a, b] = [0, 1].map(|i| pair[i].base.at);
        let moved = libm::hypot(b[0] - a[0], b[2] - a[2]);
        let in_air = pair.iter().any(|frame| frame.action == Action::Jump);
        assert!(in_air || moved <= 1.2 * walker.speed() * walk.frame_time, "{name}, frame {number}: moved {moved:.3}");
        let turned = pair[0].pose.turns.iter().zip(&pair[1].pose.turns).map(|(a, b)| {
            let same = (a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w).abs().min(1.0);
            2.0 * libm::acosf(same)
        });
        let most = turned.fold(0.0, f32::max);
        jerks += usize::from(most > 0.8);
    }
    // Where a foot has to be somewhere else at once, such as at the end of a short landing.
    assert!(jerks * 40 <= walk.frames.len(), "{name}: joints jerk in {jerks} of {} frames", walk.frames.len());
}

#[test]
fn built_in_scenes_are_walked() {
    for name in ["house", "stairs", "supermarket"] {
        let (_, walker, route, walk) = walk(name);
        check(name, &walker, &route, &walk);
        let figures = walk.figures();
        assert!(figures.planted_share > 0.55, "{name}: {figures:?}");
        assert!(figures.collisions * 50 <= walk.frames.len(), "{name}: {figures:?} of {} frames", walk.frames.len());
        let slowest = route.length / walk.seconds();
        assert!(slowest > 0.4 * walker.speed(), "{name}: {slowest:.2} m/s in the mean");
    }
}

#[test]
fn the_same_walk_comes_out_again() {
    let (world, walker, route, first) = walk("stairs");
    assert_eq!(walker.follow(&world, &route).unwrap(), first);
}

#[test]
fn a_walk_is_written_for_viewers() {
    let (.., walk) = walk("stairs");
    let bytes = write_walks_glb(std::slice::from_ref(&walk), None).unwrap();
    let file = gltf::Gltf::from_slice(&bytes).unwrap();
    let animation = file.animations().next().unwrap();
    // A turn for every joint, the root's place, and the base point's place and turn.
    assert_eq!(animation.channels().count(), walk.figure.skeleton.len() + 3);
    let times = animation.samplers().next().unwrap().input();
    assert_eq!(times.count(), walk.frames.len());
    assert!(file.meshes().count() >= 17);

    let options = ReadOptions { t_pose: TPose::Keep, ..ReadOptions::default() };
    let read = Capture::read_bvh(walk.bvh().as_bytes(), &options, "walk.bvh").unwrap();
    assert_eq!((read.frames(), read.skeleton.len()), (walk.frames.len(), walk.figure.skeleton.len()));
    for (number, frame) in walk.frames.iter().enumerate().step_by(50) {
        let root = frame.base.to_world(frame.pose.root);
        assert!((0..3).all(|i| (f64::from(read.roots[number][i]) - root[i]).abs() < 1e-3), "frame {number}");
    }
}

#[test]
fn nothing_to_walk_is_said_and_speeds_have_limits() {
    let (world, walker, ..) = walk("stairs");
    let at = world.place("start").unwrap();
    let nowhere = Route { points: vec![at, at], ..Route::default() };
    assert_eq!(walker.follow(&world, &nowhere), Err(WalkError::NoWay));
    assert!(walker.clone().at_speed(f64::NAN).bound().is_err());
    assert!(walker.at_speed(0.0).bound().is_err());
}

#[test]
fn who_jumps_comes_down_on_feet_below_the_body() {
    let world = bake(&strip([0.0, 3.0], [0.0, 2.0], 0.0).and(strip([4.0, 7.0], [0.0, 2.0], 0.2)), 0.1, 0.01);
    let adult = Body::adult();
    let walker = Walker::new(&adult, ClipSet::built_in(1.80));
    let [a, b, c, d] = [[0.5, 0.0, 1.0], [2.7, 0.0, 1.0], [4.3, 0.2, 1.0], [6.5, 0.2, 1.0]];
    let way = route(&adult, &[(Action::Walk, &[a, b]), (Action::Jump, &[b, c]), (Action::Walk, &[c, d])]);
    let walk = walker.follow(&world, &way).unwrap();
    let mut placed = Placed::default();
    let mut landed = 0;
    for (number, frame) in walk.frames.iter().enumerate() {
        assert!(frame.pose.root[1] > 0.5, "frame {number}: sits at {:.2} m", frame.pose.root[1]);
        if frame.action == Action::Jump && frame.base.at[0] > c[0] - 1e-6 && frame.planted == [true; 2] {
            placed.update(&walk.figure.skeleton, &frame.pose);
            landed += 1;
            for side in Side::BOTH {
                let ankle = placed.at[walk.figure.skeleton.leg(side).unwrap()[2]];
                assert!(ankle[2].abs() < 0.35, "frame {number}: a foot is {:.2} m away", ankle[2]);
            }
        }
    }
    assert!(landed > 3, "both feet stand for {landed} frames after the flight");
}

#[test]
fn who_crawls_around_a_corner_draws_the_legs_in() {
    // An L of two passages, 0.8 m wide.
    let height = [0.0, 0.9];
    let walls = [
        wall([0.0, 0.0], [4.0, 0.0], height),
        wall([4.0, 0.0], [4.0, 4.0], height),
        wall([0.0, 0.8], [3.2, 0.8], height),
        wall([3.2, 0.8], [3.2, 4.0], height),
    ];
    let floor = strip([-1.0, 5.0], [-1.0, 5.0], 0.0);
    let world = bake(&Soup::of(walls).and(floor), 0.05, 0.01);
    let adult = Body::adult();
    let walker = Walker::new(&adult, ClipSet::built_in(1.80));
    let way = route(&adult, &[(Action::Crawl, &[[0.8, 0.0, 0.4], [3.6, 0.0, 0.4], [3.6, 0.0, 3.4]])]);
    let walk = walker.follow(&world, &way).unwrap();
    assert_eq!(walk.collisions(), [], "of {} frames", walk.frames.len());
}

#[test]
fn real_scenes_are_walked() {
    let files = [
        "duplex_house.obj",
        "small_house.glb",
        "apartment.glb",
        "recast_dungeon.obj",
        "tower.glb",
        "zdm2_fps_level.glb",
        "collision_world.glb",
        "proto_level.glb",
    ];
    let (files, pairs) = if all() { (&files[..], 50) } else { (&files[6..7], 3) };
    let adult = Body::adult();
    let walker = Walker::new(&adult, ClipSet::built_in(1.80));
    for file in files {
        let Some(scene) = open(file) else { continue };
        let world = World::bake(&scene, &Bake::default()).unwrap();
        let regions = world.regions(&adult);
        let home = regions.largest().unwrap();
        let stand: Vec<_> = floors(&world).filter(|&id| regions.of(id) == Some(home)).collect();
        let mut random = Random(3);
        let (mut frames, mut collisions, mut slide) = (0, 0, 0.0_f64);
        for _ in 0..pairs {
            let [from, to] = [0; 2].map(|_| world.position(stand[random.below(stand.len())]).unwrap());
            let Ok(route) = walker.plan(&world, &Query::new(&adult, from, to)) else { continue };
            if route.length < 1.0 {
                continue;
            }
            let walk = walker.follow(&world, &route).unwrap();
            check(file, &walker, &route, &walk);
            (frames, collisions) = (frames + walk.frames.len(), collisions + walk.figures().collisions);
            slide = slide.max(walk.figures().foot_slide);
        }
        eprintln!("{file}: {frames} frames, a limb in the scene in {collisions}, feet slide {slide:.4} m/s at most");
    }
}
