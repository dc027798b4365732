//! Several walkers in one world: they keep apart, wait for each other, step aside, and say so where nothing helps.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, bake, strip, wall};
use footpath::motion::player::ClipSet;
use footpath::motion::walker::{Party, TogetherError, Walk, Walker, walk_together};
use footpath::plan::Query;
use footpath::{Bake, Body, Scene, World};

/// A corridor of 12 m along x that is too narrow for two, with a room at either end, and niches beside it.
fn corridor(niches: &[f64]) -> World {
    let height = [0.0, 2.5];
    let mut soup = Soup::of([
        strip([0.0, 3.0], [-2.0, 2.0], 0.0),
        strip([3.0, 15.0], [-0.45, 0.45], 0.0),
        strip([15.0, 18.0], [-2.0, 2.0], 0.0),
    ]);
    for x in [3.0, 15.0] {
        soup = soup.and(wall([x, -2.0], [x, -0.45], height)).and(wall([x, 0.45], [x, 2.0], height));
    }
    soup = soup.and(wall([3.0, -0.45], [15.0, -0.45], height));
    let mut from = 3.0;
    for &x in niches {
        soup = soup.and(wall([from, 0.45], [x, 0.45], height)).and(strip([x, x + 1.2], [0.45, 1.6], 0.0));
        from = x + 1.2;
    }
    bake(&soup.and(wall([from, 0.45], [15.0, 0.45], height)), 0.1, 0.05)
}

fn walks(world: &mut World, ways: &[[[f64; 3]; 2]]) -> Result<Vec<Walk>, TogetherError> {
    let adult = Body::adult();
    let walker = Walker::new(&adult, ClipSet::built_in(1.80));
    let parties: Vec<Party<'_>> =
        ways.iter().map(|&[from, to]| Party { walker: walker.clone(), query: Query::new(&adult, from, to) }).collect();
    walk_together(world, &parties)
}

/// The least distance between two base points on one floor at any time.
fn least(walks: &[Walk]) -> f64 {
    let longest = walks.iter().map(Walk::seconds).fold(0.0, f64::max);
    let mut least = f64::INFINITY;
    for tick in 0..(longest * 30.0) as usize {
        let at: Vec<[f64; 3]> = walks.iter().map(|walk| walk.place_at(tick as f64 / 30.0).unwrap()).collect();
        for (i, a) in at.iter().enumerate() {
            for b in at[..i].iter().filter(|b| (a[1] - b[1]).abs() < 1.8) {
                least = least.min((a[0] - b[0]).hypot(a[2] - b[2]));
            }
        }
    }
    least
}

#[test]
fn kuffner_fig_4_walkers_change_places() {
    let mut world = World::bake(&Scene::built_in("supermarket").unwrap(), &Bake::default()).unwrap();
    let before = world.to_bytes();
    let [a, b] = ["start", "goal"].map(|name| world.place(name).unwrap());
    let walks = walks(&mut world, &[[a, b], [b, a]]).unwrap();
    assert!(least(&walks) >= 2.0 * Body::adult().radius, "{}", least(&walks));
    for (walk, goal) in walks.iter().zip([b, a]) {
        let end = walk.frames.last().unwrap().base.at;
        assert!((end[0] - goal[0]).hypot(end[2] - goal[2]) < 0.2, "{end:?} {goal:?}");
    }
    // What was put into the world on the way is out of it again.
    assert!(world.to_bytes() == before);
}

#[test]
fn one_waits_until_a_narrow_place_is_free() {
    let mut world = corridor(&[]);
    let ways = [[[1.5, 0.0, 0.0], [16.5, 0.0, 1.0]], [[16.5, 0.0, -1.0], [1.5, 0.0, 1.0]]];
    let walks = walks(&mut world, &ways).unwrap();
    assert!(least(&walks) >= 2.0 * Body::adult().radius, "{}", least(&walks));
    assert!(walks[1].seconds() > walks[0].seconds() + 5.0, "{} {}", walks[0].seconds(), walks[1].seconds());
}

#[test]
fn one_steps_aside_or_goes_back() {
    let mut world = corridor(&[8.0]);
    let ways = [[[1.5, 0.0, 0.0], [16.5, 0.0, 0.0]], [[9.5, 0.0, 0.0], [1.5, 0.0, 1.0]]];
    let found = walks(&mut world, &ways).unwrap();
    assert!(least(&found) >= 2.0 * Body::adult().radius, "{}", least(&found));
    // Without a niche it goes back to the room behind it.
    let mut world = corridor(&[]);
    let ways = [[[1.5, 0.0, 0.0], [16.5, 0.0, 1.0]], [[13.0, 0.0, 0.0], [1.5, 0.0, 1.0]]];
    let found = walks(&mut world, &ways).unwrap();
    assert!(least(&found) >= 2.0 * Body::adult().radius, "{}", least(&found));
    assert!(found[1].frames.iter().any(|frame| frame.base.at[0] > 15.0));
}

#[test]
fn who_cannot_get_past_says_so() {
    // The first stays in the middle of the corridor.
    let mut world = corridor(&[]);
    let ways = [[[7.0, 0.0, 0.0], [9.0, 0.0, 0.0]], [[16.5, 0.0, 0.0], [1.5, 0.0, 0.0]]];
    let refused = walks(&mut world, &ways).unwrap_err();
    assert!(matches!(refused, TogetherError::InTheWay { walker: 1, other: 0, .. }), "{refused}");
    assert!(refused.to_string().contains("walker 2 cannot get past walker 1"), "{refused}");
}
