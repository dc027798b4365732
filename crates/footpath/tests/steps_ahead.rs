//! Steps ahead, in the planner and to the checker: what a body may lean over since it could step up there, and what it may not.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, bake, block, quad, strip, walk};
use footpath::body::{Action, Posture};
use footpath::plan::{Query, Why};
use footpath::route::Checker;
use footpath::scene::Tag;
use footpath::{Body, Scene};

#[test]
fn a_step_is_as_high_as_it_is_where_the_floors_meet() {
    // A plateau, and ground that falls towards its foot: from centre to centre there are 25 cm, at the edge 31.
    let child = [Action::Step, Action::Jump, Action::Drop].into_iter().fold(Body::child(), |body, of| body.without(of));
    let bank = |top: f64, rise: f64| {
        let ground = quad([[0.0, 0.0, -2.0], [0.0, 0.0, 2.0], [3.0, 3.0 * rise, 2.0], [3.0, 3.0 * rise, -2.0]]);
        bake(&strip([-3.0, 0.0], [-2.0, 2.0], top).and(ground), 0.25, 0.125)
    };
    let query = |top: f64| Query::new(&child, [-2.125, top, 0.125], [2.125, 0.5, 0.125]);
    let no = bank(0.31, 0.45).plan(&query(0.31)).expect_err("a high step");
    assert_eq!((no.kind, no.has, no.needs), (Why::TooHighAStep, Some(0.3), Some(0.25)), "{no}");
    // No higher at the edge than the child climbs.
    for (top, rise) in [(0.19, 0.45), (0.25, 0.0)] {
        let world = bank(top, rise);
        let route = world.plan(&query(top)).expect("a low step");
        assert_eq!(world.checker().check(&child, &route), Ok(()), "{top} and {rise}");
    }
}

#[test]
fn a_line_over_a_small_step_keeps_its_head_off_a_low_slab() {
    // The line from end to end is 2 cm above the ground at the step; under the slab there is 1 cm to spare.
    let adult = Body::adult();
    let ground = strip([-3.0, 0.0], [-1.0, 1.0], 0.04).and(strip([0.0, 3.0], [-1.0, 1.0], 0.0));
    let soup = ground.and(block([0.5, 1.81, -1.0], [1.0, 2.0, 1.0]));
    let world = bake(&soup, 0.1, 0.05);
    let (from, to) = ([-2.45, 0.04, 0.05], [2.45, 0.0, 0.05]);
    let route = world.plan(&Query::new(&adult, from, to)).unwrap();
    assert!(route.sections.iter().all(|section| section.posture == Posture::Upright));
    assert_eq!(world.checker().check(&adult, &route), Ok(()));
}

#[test]
fn feet_that_walk_over_a_crack_step_over_it_as_well() {
    // A crack of 0.29 m without ground under its middle, in front of two steps of which the second is high.
    let adult = Body::adult();
    let steps = block([0.25, 0.0, -1.0], [0.33, 0.25, 1.0]).and(block([0.33, 0.0, -1.0], [3.0, 0.5, 1.0]));
    let stair = |crack: f64| strip([-3.0, 0.25 - crack], [-1.0, 1.0], 0.0).and(steps.clone());
    let up = walk(&adult, &[[-1.0, 0.0, 0.0], [0.1, 0.0, 0.0], [0.29, 0.25, 0.0], [0.36, 0.5, 0.0], [2.0, 0.5, 0.0]]);
    assert_eq!(Checker::of_scene(&stair(0.29).scene()).check(&adult, &up), Ok(()));
    Checker::of_scene(&stair(0.45).scene()).check(&adult, &up).expect_err("a gap");
}

#[test]
fn a_step_too_high_is_two_where_a_foot_finds_ground_between() {
    let adult = Body::adult();
    let high = strip([-3.0, 0.0], [-1.0, 1.0], 0.0).and(block([0.0, 0.0, -1.0], [3.0, 0.45, 1.0]));
    let stone = |z: f64| block([-0.2, 0.0, z], [0.0, 0.22, z + 0.15]);
    let up = walk(&adult, &[[-1.0, 0.0, 0.0], [-0.05, 0.0, 0.0], [0.05, 0.45, 0.0], [2.0, 0.45, 0.0]]);
    assert_eq!(Checker::of_scene(&high.clone().and(stone(0.06)).scene()).check(&adult, &up), Ok(()));
    for far in [high.clone().and(stone(0.25)), high] {
        Checker::of_scene(&far.scene()).check(&adult, &up).expect_err("a high step");
    }
}

#[test]
fn wheels_keep_to_what_is_at_their_height_beside_a_groove() {
    let wheelchair = Body::wheelchair();
    let plate = |half: f64| strip([-3.0, 3.0], [-2.0, -half], 0.0).and(strip([-3.0, 3.0], [half, 2.0], 0.0));
    let groove = |half: f64| plate(half).and(strip([-3.0, 3.0], [-half, half], -0.05));
    let across = walk(&wheelchair, &[[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]);
    assert_eq!(Checker::of_scene(&groove(0.1).scene()).check(&wheelchair, &across), Ok(()));
    Checker::of_scene(&groove(0.3).scene()).check(&wheelchair, &across).expect_err("a step down and up");
}

#[test]
fn steep_ground_ends_where_a_foot_stands_on_gentle_ground_beside() {
    // Two ledges to step down to, each with a chamfer; on the first the feet keep to the rims of a slit.
    let climber = Body { max_climb: 0.5, ..Body::adult() };
    let chamfer =
        |x: f64, y: f64| quad([[x, y - 0.06, -1.0], [x, y - 0.06, 1.0], [x + 0.04, y, 1.0], [x + 0.04, y, -1.0]]);
    let slit = strip([0.09, 1.0], [-1.0, -0.1], 0.5).and(strip([0.09, 1.0], [0.1, 1.0], 0.5));
    let soup = Soup::of([
        strip([-2.0, 0.0], [-1.0, 1.0], 0.9),
        chamfer(0.05, 0.5).and(slit),
        chamfer(1.05, 0.1).and(strip([1.09, 3.0], [-1.0, 1.0], 0.1)),
    ]);
    let down =
        [[-1.0, 0.9, 0.0], [-0.02, 0.9, 0.0], [0.12, 0.5, 0.0], [0.98, 0.5, 0.0], [1.12, 0.1, 0.0], [2.0, 0.1, 0.0]];
    assert_eq!(Checker::of_scene(&soup.scene()).check(&climber, &walk(&climber, &down)), Ok(()));
}

#[test]
fn an_obstacle_may_lie_lower_beside_what_a_foot_stands_on() {
    // A frame stands on a cabinet whose top is no floor.
    let adult = Body::adult();
    let frame = block([1.0, 0.19, 0.03], [2.0, 0.32, 0.05]);
    let cabinet = block([0.0, 0.0, -1.0], [3.0, 0.19, 1.0]);
    let scene = |tag: Tag| cabinet.put_tagged(frame.put(Scene::builder(), "frame"), "cabinet", tag).build();
    let along = walk(&adult, &[[1.1, 0.32, 0.0], [1.9, 0.32, 0.0]]);
    assert_eq!(Checker::of_scene(&scene(Tag::Obstacle)).check(&adult, &along), Ok(()));
    Checker::of_scene(&scene(Tag::Forbidden)).check(&adult, &along).expect_err("neither on nor over");
    let off = walk(&adult, &[[1.1, 0.32, 0.0], [1.9, 0.32, 0.0], [2.1, 0.19, 0.0]]);
    Checker::of_scene(&scene(Tag::Obstacle)).check(&adult, &off).expect_err("onto the cabinet");
}
