//! Input at the ends of what is taken: heights, distances, stacks, and files made to hurt.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, bake, block, strip};
use footpath::ground::TILE;
use footpath::world::{EditError, Obstacle};
use footpath::{Bake, Scene, World};

fn plate(x: f64, y: f64, z: f64, side: f64) -> Soup {
    block([x, y - 0.1, z], [x + side, y, z + side])
}

#[test]
fn an_edit_that_a_tile_cannot_hold_is_refused_and_changes_nothing() {
    let mut world = bake(&plate(0.0, 0.0, 0.0, 4.0), 0.1, 0.05);
    let before = world.to_bytes();
    let high = Obstacle::block([5.0, 700.0, 5.0], [5.5, 750.0, 5.5]);
    assert!(matches!(world.add(&high), Err(EditError::Refused(_))));
    assert!(world.to_bytes() == before);
    let tall = Obstacle::block([5.0, 560.0, 5.0], [5.5, 570.0, 5.5]);
    let id = world.add(&tall).unwrap();
    world.check().unwrap();
    world.remove(id).unwrap();
    assert!(world.to_bytes() == before);
}

#[test]
fn obstacles_come_and_go_on_high_and_on_deep_ground() {
    for y in [1200.0, -1000.0, 5000.0] {
        let ground = plate(0.0, 0.0, 0.0, 2.0).and(plate(100.0, y, 0.0, 2.0));
        let mut world = bake(&ground, 0.1, 0.05);
        let before = world.hash();
        for x in [97.0, 101.0, 300.0] {
            let id = world.add(&Obstacle::block([x, y, 3.0], [x + 0.5, y + 1.0, 3.5])).unwrap();
            world.check().unwrap();
            world.remove(id).unwrap();
            assert_eq!(world.hash(), before, "at {y}, x {x}");
        }
    }
}

#[test]
fn whether_a_tile_is_too_tall_does_not_depend_on_work_units() {
    // A hillside of 1 km over 2 km: each tile holds little of it.
    let hill = strip([0.0, 2000.0], [0.0, 8.0], 0.0);
    let hill = Soup(hill.0.iter().map(|face| face.map(|[x, _, z]| [x, x / 2.0, z])).collect());
    let scene = hill.scene();
    let hash = |work_unit: u32| {
        let settings = Bake { cell_size: 0.5, cell_height: 0.1, work_unit, ..Bake::default() };
        World::bake(&scene, &settings).unwrap().hash()
    };
    assert_eq!(hash(1), hash(16));
}

#[test]
fn steps_between_tiles_far_apart_in_height_are_numbers() {
    let side = f64::from(TILE) * 0.1;
    let world = bake(&plate(0.0, 0.0, 0.0, side - 0.01).and(plate(side + 0.01, 2000.0, 0.0, 2.0)), 0.1, 0.05);
    let floor = world.locate([side - 0.05, 0.0, 1.05], [0.01, 0.5, 0.01]).unwrap();
    let up = world.links(floor).into_iter().find(|link| link.rise > 1000).unwrap();
    assert_eq!(up.step, 200_000);
}

#[test]
fn a_steep_ramp_of_huge_cells_bakes() {
    let ramp =
        Soup(strip([0.0, 500.0], [0.0, 500.0], 0.0).0.iter().map(|face| face.map(|[x, _, z]| [x, x, z])).collect());
    let world = bake(&ramp, 100.0, 1.0);
    world.check().unwrap();
    let (key, _) = world.tiles().next().unwrap();
    assert!(world.support(key).unwrap().iter().all(|&weight| weight > 0));
}

#[test]
fn many_storeys_and_rubble_take_time_in_proportion() {
    let decks = Soup::of((0..300).map(|i| strip([0.0, 6.39], [0.0, 6.39], f64::from(i) * 0.5)));
    let world = bake(&decks, 0.1, 0.05);
    assert_eq!(world.counts().floors, 300 * 64 * 64);
    // Every column with twelve floors at heights of their own, as in a heap of leaves.
    let mut random = common::Random(5);
    let mut leaves = Vec::new();
    for column in 0..64 * 64 {
        let (x, z) = (f64::from(column % 64) * 0.1, f64::from(column / 64) * 0.1);
        for storey in 0..12 {
            let y = f64::from(storey) * 0.62 + random.below(300) as f64 * 0.001;
            leaves.push(strip([x + 0.02, x + 0.08], [z + 0.02, z + 0.08], y));
        }
    }
    let world = bake(&Soup::of(leaves), 0.1, 0.05);
    world.check().unwrap();
}

#[test]
fn more_sheets_than_can_be_numbered_are_refused() {
    let mut plates = Vec::new();
    for column in 0..64 * 64 {
        let (x, z) = (column % 64, column / 64);
        for storey in 0..17 {
            let y = f64::from(storey) * 2.0 + f64::from((x + 2 * z) % 5) * 0.35;
            let (x, z) = (f64::from(x) * 0.1, f64::from(z) * 0.1);
            plates.push(strip([x + 0.02, x + 0.08], [z + 0.02, z + 0.08], y));
        }
    }
    let scene = Soup::of(plates).scene();
    let refused = World::bake(&scene, &Bake { cell_size: 0.1, ..Bake::default() });
    assert!(refused.unwrap_err().to_string().contains("too many"));
}

#[test]
fn obstacles_nowhere_and_obstacles_that_rules_ignore_are_refused() {
    let mut world = bake(&plate(0.0, 0.0, 0.0, 4.0), 0.1, 0.05);
    let far = Obstacle::mesh(&[[-1e19, 0.5, 0.0], [-1e19, 1.5, 0.0], [-1e19, 0.5, 1.0]], &[0, 1, 2]);
    let before = world.hash();
    assert!(world.add(&far).is_err());
    assert_eq!(world.hash(), before);
    let (corners, faces) = ([[9.0, 0.0, 9.0], [9.0, 0.0, 9.5], [9.5, 0.0, 9.5]], [0_u32, 1, 2]);
    let mut scene =
        Scene::builder().object("floor", &corners, &faces, None).object("ghost", &corners, &faces, None).build();
    scene.apply(&footpath::scene::Rules::new().ignore("ghost"));
    let mut world = World::bake(&scene, &Bake::default()).unwrap();
    let ghost = Obstacle::block([1.0, 0.0, 1.0], [2.0, 1.0, 2.0]).object("ghost");
    assert!(matches!(world.add(&ghost), Err(EditError::Ignored { .. })));
}

#[test]
fn a_band_without_an_end_is_an_answer() {
    let world = bake(&plate(0.0, 0.0, 0.0, 4.0), 0.1, 0.05);
    let floor = world.locate([1.0, 0.0, 1.0], [0.1; 3]).unwrap();
    assert!(world.band(world.sheet_of(floor).unwrap(), 0.3, f64::INFINITY).is_some());
}
