//! Places where one rule alone keeps a planned route and the checker of one mind. They were found among thousands of heaps of
//! blocks with edges off the grid; each test fails when its rule is left out.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, bake, block, strip};
use footpath::plan::Query;
use footpath::{Body, World};

/// A yard with blocks in it, each from a low to a high corner.
fn heap(blocks: &[[[f64; 3]; 2]]) -> World {
    let yard = strip([-2.0, 2.0], [-2.0, 2.0], 0.0);
    bake(&yard.and(Soup::of(blocks.iter().map(|&[low, high]| block(low, high)))), 0.1, 0.05)
}

/// Whether there is a route; it passes the checker.
fn is_sound(world: &World, body: &Body, from: [f64; 2], to: [f64; 2]) -> bool {
    let [from, to] = [from, to].map(|[x, z]| [x, 0.3, z]);
    let query = Query { half_extents: [0.01, 0.4, 0.01], ..Query::new(body, from, to) };
    match world.plan(&query) {
        Ok(route) => {
            assert_eq!(world.checker().check(body, &route), Ok(()), "{:?}", route.points);
            true
        }
        Err(_) => false,
    }
}

#[test]
fn no_step_leads_up_from_ground_at_the_rim() {
    // Of the low stone most is outside the disc of who passes the high block: it is no step up to it.
    let world = heap(&[
        [[0.5, 0.0, 0.2], [0.625, 0.6, 0.75]],
        [[-0.125, 0.0, -0.425], [0.075, 0.25, -0.325]],
        [[-0.25, 0.0, -0.45], [-0.05, 0.5, 0.1]],
        [[0.1, 0.0, -0.175], [0.3, 0.3, -0.075]],
    ]);
    is_sound(&world, &Body::adult(), [0.95, -0.15], [-0.25, 0.15]);
}

#[test]
fn steps_ahead_are_looked_at_between_the_centres_of_cells_too() {
    // From the low block one steps onto the high one beside it, but not straight from where the ground is.
    let world = heap(&[
        [[0.25, 0.0, -0.325], [0.475, 0.3, -0.1]],
        [[-0.275, 0.0, 0.25], [-0.075, 0.6, 0.5]],
        [[-0.275, 0.0, -0.575], [-0.2, 0.2, -0.45]],
        [[0.55, 0.0, -0.175], [0.775, 0.6, -0.025]],
    ]);
    is_sound(&world, &Body::adult(), [0.75, 0.75], [0.55, -0.15]);
}

#[test]
fn wheels_over_a_slanting_groove_keep_to_the_plate_beside_it() {
    let wide = 0.175;
    let plates = strip([-2.0, 0.075], [-2.0, 2.0], 0.0).and(strip([0.075 + wide, 2.0], [-2.0, 2.0], 0.0));
    let groove = strip([0.075, 0.075 + wide], [-2.0, 2.0], -0.06);
    let world = bake(&plates.and(groove).turned(17.0), 0.1, 0.05);
    assert!(is_sound(&world, &Body::wheelchair(), [0.05, 0.25], [0.65, 0.05]));
    assert!(is_sound(&world, &Body::wheelchair(), [0.35, -0.75], [-0.55, -0.65]));
}

#[test]
fn a_foot_finds_the_stone_between_two_of_eight_directions() {
    let world = heap(&[
        [[0.175, 0.0, 0.475], [0.225, 0.2, 0.75]],
        [[-0.175, 0.0, 0.275], [0.225, 0.5, 0.4]],
        [[0.55, 0.0, -0.325], [0.775, 0.6, 0.175]],
        [[-0.4, 0.0, 0.3], [-0.25, 0.2, 0.35]],
        [[0.075, 0.0, -0.525], [0.65, 0.55, 0.075]],
    ]);
    assert!(is_sound(&world, &Body::adult(), [-0.25, 0.45], [0.65, -0.45]));
}
