//! Steps and slopes: a link's step is what its rise has beyond the slopes of its floors. Ramps have none, kerbs all.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Flood, Point, Soup, bake, block, floor_near, floors, quad, strip, takes};
use footpath::world::FloorId;
use footpath::{Body, World};

const CELLS: [f64; 4] = [0.05, 0.1, 0.2, 0.3];
const TURNS: [f64; 6] = [0.0, 13.0, 30.0, 45.0, 71.0, 90.0];
const OFFSETS: [[f64; 2]; 3] = [[0.0, 0.0], [0.037, 0.061], [-7.3, 3.19]];

fn placed(soup: &Soup, turn: f64, [x, z]: [f64; 2]) -> Soup {
    soup.turned(turn).moved([x, 0.0, z])
}

/// Calls `each` for every cell size, turn and offset with the soup baked so, and where a point of it has gone.
fn everywhere(soup: &Soup, mut each: impl FnMut(f64, f64, &World, &dyn Fn(Point) -> Point)) {
    for cell in CELLS {
        for turn in TURNS {
            for offset in OFFSETS {
                let world = bake(&placed(soup, turn, offset), cell, 0.05);
                each(cell, turn, &world, &|at: Point| placed(&Soup(vec![[at; 3]]), turn, offset).0[0][0]);
            }
        }
    }
}

/// Level ground, a ramp of two metres and a landing, two metres wide, with nothing beside it.
fn ramp(degrees: f64) -> Soup {
    let top = 2.0 * degrees.to_radians().tan();
    let slope = quad([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [2.0, top, 1.0], [2.0, top, -1.0]]);
    strip([-1.5, 0.0], [-1.0, 1.0], 0.0).and(slope).and(strip([2.0, 3.5], [-1.0, 1.0], top))
}

#[test]
fn a_ramp_of_3_to_50_degrees_has_no_step_at_foot_top_or_between() {
    for degrees in [3.0, 5.0, 10.0, 20.0, 30.0, 40.0, 45.0, 50.0] {
        everywhere(&ramp(degrees), |cell, turn, world, to| {
            // At the rims, where only a corner of a column is on the ramp, nobody stands.
            let [from, along] = [to([0.0; 3]), to([1.0, 0.0, 0.0])];
            let axis = [along[0] - from[0], along[2] - from[2]];
            let is_held = |id: FloorId| {
                let [x, _, z] = world.position(id).unwrap();
                let (x, z) = (x - from[0], z - from[2]);
                let (run, across) = (x * axis[0] + z * axis[1], z * axis[0] - x * axis[1]);
                (-1.499..3.499).contains(&run) && across.abs() < 0.999
            };
            let held = floors(world).filter(|&id| is_held(id));
            let steps = held.flat_map(|id| world.links(id)).filter(|link| is_held(link.to)).map(|link| link.step.abs());
            let most = steps.max().unwrap();
            let allowed = if degrees == 3.0 && cell == 0.3 { 2 } else { 1 };
            assert!(most <= allowed, "{degrees}° at {cell}, turned {turn}: a step of {most} cm");
        });
    }
}

#[test]
fn floors_of_a_ramp_know_its_slope_to_half_a_sixty_fourth() {
    for degrees in [3.0_f64, 10.0, 20.0, 35.0, 50.0, 60.0] {
        let rise = degrees.to_radians().tan();
        everywhere(&ramp(degrees), |cell, turn, world, to| {
            let along = to([1.0, 0.0, 0.0]);
            let from = to([0.0, 0.0, 0.0]);
            let expected = [0, 2].map(|i| (along[i] - from[i]) * rise * 64.0);
            let middle = floor_near(world, to([1.0, rise, 0.0])).unwrap();
            let (_, floor) = world.floor(middle).unwrap();
            for (got, expected) in floor.slope.into_iter().zip(expected) {
                // Vertices on their grid tilt a face a little.
                assert!(
                    (f64::from(got) - expected).abs() <= 0.6,
                    "{degrees}° at {cell}, turned {turn}: {:?}",
                    floor.slope
                );
            }
        });
    }
}

/// Ground, and behind the z axis a kerb: a solid on the ground, or a solid ending where the ground ends.
fn kerbs(height: f64) -> [Soup; 2] {
    let ground = block([-1.5, -0.5, -1.0], [1.5, 0.0, 1.0]);
    let on_it = ground.and(block([0.0, 0.0, -1.0], [1.5, height, 1.0]));
    let beside = block([-1.5, -0.5, -1.0], [0.0, 0.0, 1.0]).and(block([0.0, -0.5, -1.0], [1.5, height, 1.0]));
    [on_it, beside]
}

#[test]
fn a_kerb_of_2_to_30_cm_is_a_step_of_its_height() {
    for height in [2, 3, 5, 8, 12, 17, 25, 30] {
        for kerb in kerbs(f64::from(height) / 100.0) {
            everywhere(&kerb, |cell, turn, world, to| {
                let steps = floors(world).flat_map(|id| world.links(id)).map(|link| link.step);
                let mut kinds: Vec<i32> = steps.collect();
                kinds.sort_unstable();
                kinds.dedup();
                let place = format!("{height} cm at {cell}, turned {turn}: {kinds:?}");
                assert!(kinds.iter().all(|step| *step == 0 || (step.abs() - height).abs() <= 1), "{place}");
                assert!(kinds.len() == 3 && kinds[0] == -kinds[2], "up one way, down the other: {place}");
                let [low, high] = [-1.0, 1.0].map(|x| floor_near(world, to([x, 0.0, 0.0])).unwrap());
                let rise = world.position(high).unwrap()[1] - world.position(low).unwrap()[1];
                assert!((rise - f64::from(height) / 100.0).abs() < 0.0101, "{place}");
            });
        }
    }
}

fn wheelchair(max_climb: f64) -> Body {
    Body { max_climb, ..Body::wheelchair() }
}

/// Whether a body gets from one end to the other, on all grids: all yes or all no.
fn passes(soup: &Soup, body: &Body, ends: [Point; 2]) -> bool {
    let mut answers = Vec::new();
    everywhere(soup, |cell, turn, world, to| {
        let [from, goal] = ends.map(|end| floor_near(world, to(end)).unwrap());
        let reached = Flood::new(world, [from], |_, link| takes(body, world, link)).has(goal);
        answers.push((cell, turn, reached));
    });
    assert!(answers.iter().all(|answer| answer.2 == answers[0].2), "{}: {answers:?}", body.name);
    answers[0].2
}

#[test]
fn a_wheelchair_user_rolls_up_a_ramp_and_not_over_a_kerb() {
    let ends = |top: f64| [[-1.0, 0.0, 0.0], [3.0, top, 0.0]];
    let over = |height: f64| [[-1.0, 0.0, 0.0], [1.0, height, 0.0]];
    let top = |degrees: f64| 2.0 * degrees.to_radians().tan();
    for degrees in [4.0, 5.0] {
        assert!(passes(&ramp(degrees), &wheelchair(0.02), ends(top(degrees))), "{degrees}°");
    }
    for degrees in [7.0, 10.0] {
        assert!(!passes(&ramp(degrees), &wheelchair(0.02), ends(top(degrees))), "{degrees}°");
    }
    assert!(passes(&ramp(5.0), &wheelchair(0.0), ends(top(5.0))));
    for (height, climb, expected) in
        [(0.02, 0.0, false), (0.02, 0.02, true), (0.04, 0.02, false), (0.05, 0.02, false), (0.05, 0.0, false)]
    {
        assert_eq!(passes(&kerbs(height)[0], &wheelchair(climb), over(height)), expected, "{height} with {climb}");
    }
}

#[test]
fn an_adult_takes_kerbs_of_30_cm_and_ramps_of_45_degrees() {
    let adult = Body::adult();
    for (height, expected) in [(0.05, true), (0.29, true), (0.30, true), (0.32, false), (0.40, false)] {
        let ends = [[-1.0, 0.0, 0.0], [1.0, height, 0.0]];
        assert_eq!(passes(&kerbs(height)[0], &adult, ends), expected, "{height}");
    }
    for (degrees, expected) in [(20.0_f64, true), (45.0, true), (48.0, false)] {
        let ends = [[-1.0, 0.0, 0.0], [3.0, 2.0 * degrees.to_radians().tan(), 0.0]];
        assert_eq!(passes(&ramp(degrees), &adult, ends), expected, "{degrees}°");
    }
}

#[test]
fn a_face_of_62_degrees_is_a_floor_and_one_of_65_is_a_wall() {
    for turn in TURNS {
        let world = |degrees: f64| bake(&ramp(degrees).turned(turn), 0.1, 0.05);
        let middle = |degrees: f64| Soup(vec![[[1.0, degrees.to_radians().tan(), 0.0]; 3]]).turned(turn).0[0][0];
        assert!(floor_near(&world(62.0), middle(62.0)).is_some(), "turned {turn}");
        assert!(floor_near(&world(65.0), middle(65.0)).is_none(), "turned {turn}");
    }
}
