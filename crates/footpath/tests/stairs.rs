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

/// Shares of the upper storey that are reached from the ground, and of the ground from there.
fn shares(scene: &Scene, turn: f64, climb: i32) -> [f64; 2] {
    let world = bake_with(&house(scene, turn), 0.1, 0.05);
    let storey = |world: &World, y: f64| -> Vec<FloorId> {
        let near = |id: &FloorId| (world.position(*id).unwrap()[1] - y).abs() < 0.03;
        floors(world).filter(near).collect()
    };
    let (ground, upper) = (storey(&world, 0.0), storey(&world, 3.1));
    assert!(ground.len() > 5_000 && upper.len() > 5_000, "{} {}", ground.len(), upper.len());
    let share = |from: &[FloorId], to: &[FloorId]| {
        let flood = Flood::within(&world, from.iter().copied(), climb, 180);
        to.iter().filter(|id| flood.has(**id)).count() as f64 / to.len() as f64
    };
    [share(&ground, &upper), share(&upper, &ground)]
}

fn duplex() -> Option<Scene> {
    let path = common::data("scenes/duplex_house.obj")?;
    Some(Scene::open_with(path, &Import { up: Up::Z, ..Import::default() }).unwrap())
}

#[test]
fn the_storeys_of_a_real_house_are_linked_by_its_stairs() {
    let Some(scene) = duplex() else { return };
    for turn in TURNS {
        let [up, down] = shares(&scene, turn, 25);
        let percent = [up, down].map(|share| share * 100.0);
        eprintln!(
            "turned {turn}: {:.0} % of the upper floor is reached, {:.0} % of the ground from there",
            percent[0], percent[1]
        );
        // The house has two flats with a stair each, and rooms behind doors that are shut.
        assert!(up > 0.85 && down > 0.85, "turned {turn}: only {up} and {down} are reached");
        assert_eq!(shares(&scene, turn, 15), [0.0, 0.0], "turned {turn}: a riser is 0.194 m");
    }
}

// Where the rounded front of an open tread, all of it steeper than 63°, just reaches into a row of columns along a
// diagonal, the tread below has too little headroom there, and 2 cm of nosing must count as a surface.
#[test]
fn an_open_stair_with_steep_nosings_is_climbed_wherever_it_stands() {
    // Boards of 5 cm with a front of 5 mm that falls at 76°, 1 cm over the board below.
    let board = |i: i32| {
        let (x, y) = (f64::from(i) * 0.25, f64::from(i + 1) * 0.19);
        let front = [[x - 0.005, -0.5], [x - 0.005, 0.5], [x, 0.5], [x, -0.5]];
        let nosing = common::sloped(&front, |_| y - 0.022, |[at, _]| y - (x - at) * 4.0);
        block([x, y - 0.05, -0.5], [x + 0.26, y, 0.5]).and(nosing)
    };
    let soup = strip([-2.0, 4.0], [-2.0, 2.0], 0.0).and(Soup::of((0..8).map(board)));
    let mut cut = Vec::new();
    for shift in 0..40 {
        let by = f64::from(shift) * 0.0025;
        let place = |soup: &Soup| soup.turned(45.0).moved([by, 0.0, 0.0]);
        let world = bake(&place(&soup), 0.1, 0.05);
        let at = |x: f64, y: f64| place(&Soup(vec![[[x, y, 0.0]; 3]])).0[0][0];
        let [foot, head] = [at(-1.0, 0.0), at(7.5 * 0.25, 8.0 * 0.19)].map(|end| floor_near(&world, end).unwrap());
        if !Flood::within(&world, [foot], 25, 180).has(head) {
            cut.push(by);
        }
    }
    assert!(cut.is_empty(), "parted when moved by {cut:?}");
}
