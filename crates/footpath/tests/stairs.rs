//! Stairs link storeys for those who can climb a riser, and for nobody else, whichever way they face.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Flood, Soup, bake, bake_with, block, floor_near, floors, strip};
use footpath::scene::{Import, Tag, Up};
use footpath::world::FloorId;
use footpath::{Scene, World};

const TURNS: [f64; 6] = [0.0, 15.0, 30.0, 45.0, 60.0, 90.0];

/// Ground, twelve steps and a deck at their height; nothing above them.
fn stair(tread: f64, riser: f64) -> Soup {
    let step = |i: i32| {
        let (x, y) = (f64::from(i) * tread, f64::from(i + 1) * riser);
        block([x, 0.0, -0.7], [x + tread, y, 0.7])
    };
    let (end, top) = (12.0 * tread, 13.0 * riser);
    let deck = block([end, top - 0.2, -0.7], [end + 1.5, top, 0.7]);
    strip([-2.0, end + 2.0], [-2.0, 2.0], 0.0).and(Soup::of((0..12).map(step))).and(deck)
}

#[test]
fn a_stair_is_climbed_with_its_riser_and_not_with_less() {
    for tread in [0.22, 0.25, 0.28, 0.32, 0.35] {
        for cell in [0.05, 0.1, 0.2, 0.3] {
            if cell > tread {
                continue;
            }
            for turn in TURNS {
                let world = bake(&stair(tread, 0.19).turned(turn), cell, 0.05);
                let at = |x: f64, y: f64| Soup(vec![[[x, y, 0.0]; 3]]).turned(turn).0[0][0];
                let ends = [at(-1.0, 0.0), at(12.0 * tread + 0.7, 13.0 * 0.19)];
                let [foot, head] = ends.map(|end| floor_near(&world, end).unwrap());
                assert!(world.position(head).unwrap()[1] > 2.4);
                for (from, to) in [(foot, head), (head, foot)] {
                    let passes = |climb: i32| Flood::within(&world, [from], climb, 180).has(to);
                    let name = format!("tread {tread}, cell {cell}, turned {turn}");
                    assert!(passes(25), "{name}: 0.25 is enough");
                    assert!(!passes(15), "{name}: 0.15 is not");
                }
            }
        }
    }
}

/// The two-storey house with z up, its doors open, turned about the vertical.
fn house(scene: &Scene, turn: f64) -> Scene {
    let mut builder = Scene::builder();
    for (index, object) in scene.objects().iter().enumerate() {
        let own = scene.triangles().iter().filter(|triangle| triangle.object.0 as usize == index);
        let soup = Soup(own.map(|triangle| scene.corners(triangle).map(|v| scene.position(v))).collect());
        let tag = if object.name.starts_with("IfcDoor") { Tag::Ignored } else { Tag::Walkable };
        builder = soup.turned(turn).put_tagged(builder, &object.name, tag);
    }
    builder.build()
}

#[test]
fn the_storeys_of_a_real_house_are_linked_by_its_stairs() {
    let Some(path) = common::data("scenes/duplex_house.obj") else { return };
    let scene = Scene::open_with(path, &Import { up: Up::Z, ..Import::default() }).unwrap();
    for turn in TURNS {
        let world = bake_with(&house(&scene, turn), 0.1, 0.05);
        let storey = |world: &World, y: f64| -> Vec<FloorId> {
            let near = |id: &FloorId| (world.position(*id).unwrap()[1] - y).abs() < 0.03;
            floors(world).filter(near).collect()
        };
        let (ground, upper) = (storey(&world, 0.0), storey(&world, 3.1));
        assert!(ground.len() > 5_000 && upper.len() > 5_000, "{} {}", ground.len(), upper.len());
        let share = |from: &[FloorId], to: &[FloorId], climb: i32| {
            let flood = Flood::within(&world, from.iter().copied(), climb, 180);
            to.iter().filter(|id| flood.has(**id)).count() as f64 / to.len() as f64
        };
        let (up, down) = (share(&ground, &upper, 25), share(&upper, &ground, 25));
        eprintln!(
            "turned {turn}: {:.0} % of the upper floor is reached, {:.0} % of the ground floor from there",
            up * 100.0,
            down * 100.0
        );
        assert!(up > 0.5, "turned {turn}: only {up} of the upper floor is reached");
        assert!(down > 0.5, "turned {turn}: only {down} of the ground floor is reached");
        assert_eq!(share(&ground, &upper, 15), 0.0, "turned {turn}: a riser is 0.194 m");
    }
}
