//! The independent checker lets good routes pass. What it must refuse is in `checker_faults.rs`.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Point, Soup, block, prism, quad, route, sloped, strip, walk, wall};
use footpath::body::{Ability, Action};
use footpath::route::Checker;
use footpath::scene::{Rules, Tag};
use footpath::world::Obstacle;
use footpath::{Bake, Body, Route, Scene, World};

fn passes(soup: &Soup, route: &Route) {
    passes_for(&Body::adult(), soup, route);
}

/// Also turned about, so that nothing hangs on the axes.
fn passes_for(body: &Body, soup: &Soup, route: &Route) {
    for degrees in [0.0, 33.0, 45.0, 180.0] {
        let turn = |points: &[Point]| points.iter().map(|&p| Soup(vec![[p; 3]]).turned(degrees).0[0][0]).collect();
        let turned = Route { points: turn(&route.points), ..route.clone() };
        let checked = Checker::of_scene(&soup.turned(degrees).scene()).check(body, &turned);
        assert_eq!(checked, Ok(()), "turned by {degrees}°");
        let back = reversed(&turned);
        let leaps = route.sections.iter().any(|section| section.action == Action::Drop);
        if !leaps {
            let checked = Checker::of_scene(&soup.turned(degrees).scene()).check(body, &back);
            assert_eq!(checked, Ok(()), "turned by {degrees}°, backwards");
        }
    }
}

/// The same way backwards.
fn reversed(route: &Route) -> Route {
    let end = route.points.len() - 1;
    let mut back = route.clone();
    back.points.reverse();
    back.sections.reverse();
    for section in &mut back.sections {
        (section.first, section.last) = (end - section.last, end - section.first);
    }
    back
}

fn plate() -> Soup {
    strip([-3.0, 8.0], [-3.0, 3.0], 0.0)
}

#[test]
fn over_a_flat_floor_and_at_one_place() {
    let adult = Body::adult();
    passes(&plate(), &walk(&adult, &[[0.0, 0.0, 0.0], [4.0, 0.0, 1.0], [5.0, 0.0, -2.0]]));
    passes(&plate(), &walk(&adult, &[[1.0, 0.0, 1.0]]));
    let still = Route { points: vec![[1.0, 0.0, 1.0]], ..Route::default() };
    passes(&plate(), &still);
    // Points may be off the ground by the height of a cell.
    passes(&plate(), &walk(&adult, &[[0.0, 0.04, 0.0], [4.0, -0.04, 1.0]]));
}

#[test]
fn through_a_gap_that_fits_exactly() {
    let gap = |wide: f64| {
        let far = 3.0;
        wall([2.0, -far], [2.0, -wide / 2.0], [0.0, 2.5]).and(wall([2.0, wide / 2.0], [2.0, far], [0.0, 2.5]))
    };
    let way = walk(&Body::adult(), &[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]]);
    passes(&plate().and(gap(0.60)), &way);
    // A corridor between thick walls, and a ceiling that the head touches.
    let thick = block([1.0, 0.0, 0.3], [3.0, 2.5, 1.0]).and(block([1.0, 0.0, -1.0], [3.0, 2.5, -0.3]));
    let lintel = block([1.5, 1.8, -1.0], [2.0, 2.5, 1.0]);
    passes(&plate().and(thick).and(lintel), &way);
}

/// A solid stair along x with its first riser at x = 0, floors before it and behind it.
fn stair(riser: f64, tread: f64, steps: usize, wide: f64) -> Soup {
    let far = steps as f64 * tread;
    let top = steps as f64 * riser;
    let step = |i: usize| {
        let (x, y) = (i as f64 * tread, (i + 1) as f64 * riser);
        strip([x, x + tread], [-wide, wide], y).and(wall([x, wide], [x, -wide], [y - riser, y]))
    };
    Soup::of((0..steps).map(step)).and(strip([-2.0, 0.0], [-2.0, 2.0], 0.0)).and(strip(
        [far, far + 2.0],
        [-2.0, 2.0],
        top,
    ))
}

#[test]
fn up_and_down_stairs() {
    let adult = Body::adult();
    for riser in [0.15, 0.17, 0.19, 0.20] {
        for tread in [0.22, 0.25, 0.29, 0.35] {
            let steps = 10;
            let (far, top) = (10.0 * tread, 10.0 * riser);
            let soup = stair(riser, tread, steps, 1.0);
            // Along the noses, as a planner smooths it.
            let smooth =
                [[-1.0, 0.0, 0.0], [-tread / 2.0, 0.0, 0.0], [far - tread / 2.0, top, 0.0], [far + 1.0, top, 0.0]];
            passes(&soup, &walk(&adult, &smooth));
            // From tread to tread, and aslant.
            let mut treads = vec![[-1.0, 0.0, -0.3]];
            treads
                .extend((0..steps).map(|i| [(i as f64 + 0.5) * tread, (i + 1) as f64 * riser, 0.06 * i as f64 - 0.3]));
            treads.push([far + 0.5, top, 0.3]);
            passes(&soup, &walk(&adult, &treads));
            // Between two walls that the body just touches.
            let sides = wall([-1.0, 0.3], [far + 1.0, 0.3], [-0.5, top + 2.5]);
            let sides = sides.and(wall([-1.0, -0.3], [far + 1.0, -0.3], [-0.5, top + 2.5]));
            passes(&soup.and(sides), &walk(&adult, &smooth));
        }
    }
}

#[test]
fn up_stairs_of_boards_without_risers() {
    let (riser, tread) = (0.19, 0.25);
    let board = |i: usize| {
        let (x, y) = (i as f64 * tread, (i + 1) as f64 * riser);
        block([x - 0.03, y - 0.04, -0.5], [x + tread, y, 0.5])
    };
    let soup = Soup::of((0..8).map(board)).and(strip([-2.0, 2.5], [-2.0, 2.0], 0.0));
    passes(&soup, &walk(&Body::adult(), &[[-1.0, 0.0, 0.0], [-0.1, 0.0, 0.0], [1.85, 1.52, 0.0]]));
}

#[test]
fn up_ramps() {
    for degrees in [5.0_f64, 15.0, 30.0, 44.0] {
        let slope = degrees.to_radians().tan();
        let ramp = quad([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [3.0, 3.0 * slope, 1.0], [3.0, 3.0 * slope, -1.0]]);
        let soup = ramp.and(strip([-2.0, 0.0], [-1.0, 1.0], 0.0)).and(strip([3.0, 5.0], [-1.0, 1.0], 3.0 * slope));
        let way = [[-1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [3.0, 3.0 * slope, 0.3], [4.0, 3.0 * slope, 0.0]];
        passes(&soup, &walk(&Body::adult(), &way));
        // Somebody who cannot climb at all still rolls up a ramp.
        let roller = Body { max_climb: 0.02, abilities: Vec::new(), ..Body::adult() };
        passes_for(&roller, &soup, &walk(&roller, &way));
    }
}

#[test]
fn bent_under_a_beam_and_crawling_under_a_table() {
    let adult = Body::adult();
    let beam = block([1.8, 1.5, -2.0], [2.2, 2.5, 2.0]);
    let parts: [(Action, &[Point]); 3] = [
        (Action::Walk, &[[0.0, 0.0, 0.0], [1.4, 0.0, 0.0]]),
        (Action::Bend, &[[1.4, 0.0, 0.0], [2.6, 0.0, 0.0]]),
        (Action::Walk, &[[2.6, 0.0, 0.0], [4.0, 0.0, 0.0]]),
    ];
    passes(&plate().and(beam), &route(&adult, &parts));
    let table = block([1.5, 0.85, -0.6], [2.5, 0.9, 0.6]);
    let parts: [(Action, &[Point]); 3] = [
        (Action::Walk, &[[0.0, 0.0, 0.0], [1.1, 0.0, 0.0]]),
        (Action::Crawl, &[[1.1, 0.0, 0.0], [2.9, 0.0, 0.0]]),
        (Action::Walk, &[[2.9, 0.0, 0.0], [4.0, 0.0, 0.0]]),
    ];
    passes(&plate().and(table), &route(&adult, &parts));
}

/// Two floors with nothing between them.
fn chasm(wide: f64, rise: f64) -> Soup {
    block([-3.0, -4.0, -2.0], [0.0, 0.0, 2.0]).and(block([wide, -4.0, -2.0], [wide + 3.0, rise, 2.0]))
}

#[test]
fn over_a_chasm_by_a_jump_and_over_a_gap_by_a_step() {
    let adult = Body::adult();
    for (action, wide, rise) in [
        (Action::Jump, 1.0, 0.0),
        (Action::Jump, 1.0, 0.3),
        (Action::Jump, 1.0, -0.3),
        (Action::Step, 0.5, 0.0),
        (Action::Step, 0.5, 0.25),
    ] {
        let (from, to) = ([-0.1, 0.0, 0.0], [wide + 0.1, rise, 0.0]);
        let parts: [(Action, &[Point]); 3] = [
            (Action::Walk, &[[-1.0, 0.0, 0.0], from]),
            (action, &[from, to]),
            (Action::Walk, &[to, [wide + 1.0, rise, 0.0]]),
        ];
        passes(&chasm(wide, rise), &route(&adult, &parts));
    }
    // Down a ledge of half a metre: the heels pass its edge.
    let ledge = block([-3.0, -4.0, -2.0], [0.0, 0.0, 2.0]).and(strip([0.0, 3.0], [-2.0, 2.0], -0.5));
    let parts: [(Action, &[Point]); 3] = [
        (Action::Walk, &[[-1.0, 0.0, 0.0], [-0.25, 0.0, 0.0]]),
        (Action::Drop, &[[-0.25, 0.0, 0.0], [0.32, -0.5, 0.0]]),
        (Action::Walk, &[[0.32, -0.5, 0.0], [1.0, -0.5, 0.0]]),
    ];
    passes(&ledge, &route(&adult, &parts));
}

#[test]
fn over_kerbs_and_sills_and_along_a_ledge() {
    let adult = Body::adult();
    let kerb = block([1.0, -1.0, -2.0], [8.0, 0.25, 2.0]);
    passes(
        &plate().and(kerb.clone()),
        &walk(&adult, &[[0.0, 0.0, 0.0], [0.95, 0.0, 0.0], [1.05, 0.25, 0.0], [3.0, 0.25, 0.0]]),
    );
    passes(&plate().and(kerb), &walk(&adult, &[[0.0, 0.0, 0.0], [2.0, 0.25, 0.0], [3.0, 0.25, 1.0]]));
    // A sill of 12 cm in a doorway, walked over with level feet.
    let sill = block([1.0, 0.0, -0.4], [1.1, 0.12, 0.4]);
    let jambs = block([1.0, 0.0, 0.4], [1.1, 2.5, 2.0]).and(block([1.0, 0.0, -2.0], [1.1, 2.5, -0.4]));
    passes(&plate().and(sill).and(jambs), &walk(&adult, &[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]));
    // The middle of the body 10 cm over the edge, as at the centre of a cell that the floor does not fill.
    passes(&block([0.0, -1.0, -0.2], [5.0, 0.0, 0.2]), &walk(&adult, &[[0.1, 0.0, 0.1], [4.9, 0.0, 0.3]]));
    // A crack.
    let cracked = strip([-3.0, 1.0], [-2.0, 2.0], 0.0).and(strip([1.03, 4.0], [-2.0, 2.0], 0.0));
    passes(&cracked, &walk(&adult, &[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]));
}

#[test]
fn over_a_chamfer_and_a_kerb_stone_that_are_steeper_than_the_body_walks() {
    let outline = |x: [f64; 2]| [[x[0], -2.0], [x[0], 2.0], [x[1], 2.0], [x[1], -2.0]];
    let chamfer = sloped(&outline([1.0, 1.1]), |_| -1.0, |[x, _]| 1.5 * (x - 1.0));
    let soup = plate().and(chamfer).and(prism(&outline([1.1, 8.0]), [-1.0, 0.15]));
    passes(&soup, &walk(&Body::adult(), &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.1, 0.15, 0.0], [3.0, 0.15, 0.0]]));
}

#[test]
fn sideways_and_with_tucked_arms_through_narrow_places() {
    let adult = Body::adult();
    for (action, half) in [(Action::Tuck, 0.25), (Action::Sidestep, 0.20)] {
        let slot = block([1.0, 0.0, half], [2.0, 2.5, 2.0]).and(block([1.0, 0.0, -2.0], [2.0, 2.5, -half]));
        let mut way = route(&adult, &[(action, &[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]])]);
        way.sections[0].half_width = half;
        passes(&plate().and(slot), &way);
    }
}

#[test]
fn rules_are_chosen_with_the_query() {
    let door = wall([2.0, -3.0], [2.0, 3.0], [0.0, 2.0]);
    let scene = door.put(plate().put(Scene::builder(), "floor"), "door").build();
    let way = walk(&Body::adult(), &[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]]);
    let checker = Checker::of_scene(&scene);
    assert_eq!(checker.check(&Body::adult(), &way).unwrap_err().object.as_deref(), Some("door"));
    assert_eq!(checker.with_rules(&Rules::new().ignore("do*")).check(&Body::adult(), &way), Ok(()));
    let other = checker.with_tags(|object| if object.name == "door" { Tag::Ignored } else { Tag::Walkable });
    assert_eq!(other.check(&Body::adult(), &way), Ok(()));
    assert!(checker.with_rules(&Rules::new().ignore("do*").forbid("floor")).check(&Body::adult(), &way).is_err());
}

#[test]
fn a_world_checks_with_the_obstacles_that_are_present() {
    let far = [20_480.0, 100.0, -30_000.0];
    let scene = plate().moved(far).scene();
    let mut world = World::bake(&scene, &Bake::default()).unwrap();
    let at = |x: f64, z: f64| [far[0] + x, far[1], far[2] + z];
    let (body, way) = (Body::adult(), walk(&Body::adult(), &[at(0.0, 0.0), at(4.0, 0.5)]));
    assert_eq!(world.check_route(&body, &way), Ok(()));
    let before = world.clone();
    let id = world.add(&Obstacle::block(at(2.0, -1.0), [far[0] + 2.5, far[1] + 1.0, far[2] + 1.0])).unwrap();
    let fault = world.check_route(&body, &way).unwrap_err();
    assert_eq!(fault.object.as_deref(), Some("obstacle"));
    let [x, y, _] = fault.at;
    assert!((x - far[0] - 1.7).abs() < 0.06 && (y - far[1]).abs() < 1e-9, "{:?}", fault.at);
    assert_eq!(before.check_route(&body, &way), Ok(()));
    assert!(world.check_route(&body, &way).is_err());
    world.remove(id).unwrap();
    assert_eq!(world.check_route(&body, &way), Ok(()));
    let loaded = World::from_bytes(&world.to_bytes(), "plate").unwrap();
    assert_eq!(loaded.check_route(&body, &way), Ok(()));
}

#[test]
fn a_long_jump_of_a_strong_body() {
    let strong = Body::adult().with(Ability::leap(Action::Jump, 4.0, 0.5, 0.5, 1.0, 1));
    let parts: [(Action, &[Point]); 1] = [(Action::Jump, &[[-0.1, 0.0, 0.0], [3.6, 0.0, 0.0]])];
    passes_for(&strong, &chasm(3.5, 0.0), &route(&strong, &parts));
}
