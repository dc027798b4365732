//! Support weights (Bandi & Thalmann §9.1): how many of a floor's sixteen sub-cells really hold a foot.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, bake, block, floor_near, sloped, strip};
use footpath::World;
use footpath::ground::TileKey;
use footpath::world::Obstacle;

fn weight(world: &World, at: [f64; 3]) -> u8 {
    let id = floor_near(world, at).unwrap();
    world.support(id.tile).unwrap()[id.index as usize]
}

#[test]
fn a_cell_that_is_all_floor_weighs_sixteen() {
    for slope in [0.0, 0.3, 1.0] {
        let plate = sloped(&[[0.0, 0.0], [0.0, 5.0], [5.0, 5.0], [5.0, 0.0]], |_| -1.0, |[x, _]| x * slope);
        let world = bake(&plate, 0.3, 0.05);
        let weights = world.support(TileKey::default()).unwrap();
        assert_eq!(weights.len(), world.tile(TileKey::default()).unwrap().floors().len());
        for at in [1.0, 2.0, 3.3, 4.1] {
            assert_eq!(weight(&world, [at, at * slope, 2.5]), 16, "slope {slope}");
        }
    }
    assert_eq!(bake(&strip([0.0, 1.0], [0.0, 1.0], 0.0), 0.3, 0.05).support(TileKey { x: 9, z: 9 }), None);
}

#[test]
fn half_a_cell_weighs_half() {
    // The plate ends in the middle of the column from 2.4 to 2.8.
    let world = bake(&strip([0.0, 2.6], [0.0, 4.0], 0.0), 0.4, 0.05);
    assert_eq!(weight(&world, [2.5, 0.0, 2.0]), 8);
    assert_eq!(weight(&world, [2.2, 0.0, 2.0]), 16);
}

#[test]
fn thin_posts_weigh_little() {
    let post = |x: f64, z: f64| block([x, -2.0, z], [x + 0.05, 0.0, z + 0.05]);
    let posts = Soup::of((0..8).map(|i| post(0.12 + 0.4 * f64::from(i), 0.12)));
    let world = bake(&posts.and(strip([0.0, 4.0], [1.2, 4.0], 0.0)), 0.4, 0.05);
    for i in 0..8 {
        let at = [0.12 + 0.4 * f64::from(i), 0.0, 0.12];
        let weight = weight(&world, at);
        assert!((1..=4).contains(&weight), "a post holds {weight} of 16");
    }
    assert_eq!(weight(&world, [2.2, 0.0, 2.2]), 16, "the plate beside them");
}

#[test]
fn an_obstacle_weighs_as_well() {
    let mut world = bake(&strip([0.0, 4.0], [0.0, 4.0], 0.0), 0.4, 0.05);
    world.add(&Obstacle::block([2.1, 0.0, 2.1], [2.15, 1.0, 2.15])).unwrap();
    assert!((1..=4).contains(&weight(&world, [2.1, 1.0, 2.1])));
    world.add(&Obstacle::block([0.8, 0.0, 0.8], [1.6, 0.5, 1.6])).unwrap();
    assert_eq!(weight(&world, [1.0, 0.5, 1.0]), 16);
}
