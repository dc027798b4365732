//! What cannot be baked is refused with the numbers and the way out; what is merely ugly is baked.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, Soup, block, quad, strip};
use footpath::world::BakeError;
use footpath::{Bake, Scene, World};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

fn at(cell_size: f64) -> Bake {
    Bake { cell_size, ..Bake::default() }
}

#[test]
fn a_scene_without_a_usable_triangle_is_refused() {
    let empty = World::bake(&Scene::builder().build(), &Bake::default()).unwrap_err();
    assert!(matches!(empty, BakeError::Empty { dropped: 0 }), "{empty}");
    let flat =
        Soup(vec![[[0.0; 3]; 3], [[0.0; 3], [1.0; 3], [2.0; 3]], [[f64::NAN; 3]; 3], [[0.0; 3], [1e300; 3], [1.0; 3]]]);
    let error = World::bake(&flat.scene(), &Bake::default()).unwrap_err();
    assert!(matches!(error, BakeError::Empty { dropped: 4 }), "{error}");
    assert!(error.to_string().contains('4'), "{error}");
    let ignored =
        strip([0.0, 1.0], [0.0, 1.0], 0.0).put_tagged(Scene::builder(), "gone", footpath::scene::Tag::Ignored);
    assert!(matches!(World::bake(&ignored.build(), &Bake::default()), Err(BakeError::Empty { .. })));
}

#[test]
fn settings_out_of_range_are_refused_by_name() {
    let scene = strip([0.0, 1.0], [0.0, 1.0], 0.0).scene();
    for value in [0.0, -0.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e9, 1e-9] {
        for (name, settings) in [
            ("cell_size", at(value)),
            ("cell_height", Bake { cell_height: value, ..Bake::default() }),
            ("max_clearance", Bake { max_clearance: value, ..Bake::default() }),
        ] {
            if name == "max_clearance" && (0.0..=100.0).contains(&value) {
                continue;
            }
            let error = World::bake(&scene, &settings).unwrap_err();
            assert!(matches!(error, BakeError::Setting { name: said, .. } if said == name), "{name} {value}: {error}");
            assert!(error.to_string().contains(name));
        }
    }
    for cell_size in [0.005, 0.0051, 1.0, 99.0, 100.0] {
        World::bake(&scene, &at(cell_size)).unwrap().check().unwrap();
    }
    let odd = Bake { threads: Some(0), work_unit: 0, ..Bake::default() };
    assert_eq!(World::bake(&scene, &odd).unwrap().hash(), World::bake(&scene, &Bake::default()).unwrap().hash());
}

#[test]
fn ten_kilometres_at_one_centimetre_are_refused_with_a_cell_size_that_fits() {
    let scene = strip([-5000.0, 5000.0], [-5000.0, 5000.0], 0.0).scene();
    let settings = at(0.01);
    let error = World::bake(&scene, &settings).unwrap_err();
    let BakeError::TooLarge { width, depth, cell_size, needed, limit, fits: Some(fits) } = error else {
        panic!("{error}")
    };
    assert_eq!((width, depth, cell_size), (10_000.0, 10_000.0, 0.01));
    assert!(limit == settings.memory_limit >> 20 && needed > limit, "{needed} {limit}");
    assert!((0.1..10.0).contains(&fits), "{fits}");
    for part in ["10000", "0.01", &needed.to_string(), &limit.to_string(), &fits.to_string()] {
        assert!(error.to_string().contains(part), "{error} without {part}");
    }
    // With that cell size the bake begins, and is stopped at its first word: the estimate let it through.
    let begun = World::bake_with(&scene, &at(fits), &|_| ControlFlow::Break(()));
    assert!(matches!(begun, Err(BakeError::Cancelled)), "{begun:?}");
    // The same in small, to the end: what was promised to fit does.
    let small = Bake { memory_limit: 1 << 20, ..at(0.01) };
    let scene = strip([0.0, 20.0], [0.0, 20.0], 0.0).scene();
    let Err(BakeError::TooLarge { fits: Some(fits), .. }) = World::bake(&scene, &small) else {
        panic!("20 m at 1 cm in 1 MiB")
    };
    let world = World::bake(&scene, &Bake { cell_size: fits, ..small }).unwrap();
    assert!(world.counts().bytes + world.counts().face_bytes <= 1 << 20, "{:?}", world.counts());
}

#[test]
fn a_tower_too_tall_for_a_tile_is_refused_with_its_place() {
    let tower =
        |metres: f64| strip([0.0, 200.0], [0.0, 200.0], 0.0).and(block([100.0, 0.0, 60.0], [101.0, metres, 61.0]));
    let error = World::bake(&tower(1000.0).scene(), &at(0.25)).unwrap_err();
    let BakeError::TooTall { x, z, metres } = error else { panic!("{error}") };
    assert!((x - 100.0).abs() <= 16.0 && (z - 60.0).abs() <= 16.0, "{x} {z}");
    assert!((metres - 1000.0).abs() < 1.0, "{metres}");
    for work_unit in [1, 2] {
        let world = World::bake(&tower(500.0).scene(), &Bake { work_unit, ..at(0.25) }).unwrap();
        let top = world.floors_at(world.column_at([100.5, 0.0, 60.5])).last().unwrap();
        assert!((world.position(top).unwrap()[1] - 500.0).abs() < 0.011);
    }
}

// The height of a tile's content is taken from the whole faces that meet it, not from the parts in the tile, so one long
// slope (1 km up over 2 km) is refused although no tile holds more than a few metres of it.
#[test]
fn a_hillside_a_kilometre_high_is_baked_since_each_tile_holds_little_of_it() {
    let hillside = quad([[0.0, 0.0, 0.0], [0.0, 0.0, 20.0], [2000.0, 1000.0, 20.0], [2000.0, 1000.0, 0.0]]);
    let world = World::bake(&hillside.scene(), &at(0.5)).unwrap();
    world.check().unwrap();
    let top = world.floors_at(world.column_at([1999.0, 0.0, 10.0])).next().unwrap();
    assert!((world.position(top).unwrap()[1] - 999.5).abs() < 0.3);
}

#[test]
fn a_very_dense_soup_is_baked_or_refused_with_its_place() {
    let mut random = Random(8);
    let mut corner = || [0; 3].map(|_| random.between(-1.0, 1.0));
    let soup = Soup((0..20_000).map(|_| [corner(), corner(), corner()]).collect());
    World::bake(&soup.scene(), &at(0.1)).unwrap().check().unwrap();
    // Plates one above the other: more spans in a row of columns than 16 bits can number.
    let pile = Soup::of((0..1200).map(|i| strip([0.0, 16.0], [0.0, 0.25], f64::from(i) * 0.35)));
    let error = World::bake(&pile.scene(), &at(0.25)).unwrap_err();
    let BakeError::TooDense { x, z } = error else { panic!("{error}") };
    assert!((0.0..=16.0).contains(&x) && (0.0..=16.0).contains(&z), "{x} {z}");
    let fewer = Soup(pile.0.into_iter().take(2 * 1000).collect());
    let world = World::bake(&fewer.scene(), &at(0.25)).unwrap();
    world.check().unwrap();
    assert_eq!(world.counts().floors, 1000 * 64);
}

#[test]
fn one_triangle_is_a_world() {
    for soup in [
        Soup(vec![[[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]]),
        Soup(vec![[[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]]),
        Soup(vec![[[0.0; 3], [0.001, 0.0, 0.0], [0.0, 0.0, 0.001]]]),
        Soup(vec![[[-6.4, 0.0, -6.4], [-6.4, 0.5, 6.4], [6.4, 0.0, 0.0]]]),
    ] {
        let world = World::bake(&soup.scene(), &Bake::default()).unwrap();
        world.check().unwrap();
        assert!(world.counts().spans > 0);
        assert!(World::from_bytes(&world.to_bytes(), "memory").unwrap().hash() == world.hash());
    }
}

#[test]
fn a_bake_tells_how_far_it_is_and_can_be_cancelled() {
    let scene = strip([0.0, 60.0], [0.0, 60.0], 0.0).scene();
    let calls = AtomicUsize::new(0);
    let count = |progress: footpath::world::Progress| {
        assert!(progress.done >= 1 && progress.done <= progress.total);
        calls.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let (world, report) = World::bake_with(&scene, &Bake::default(), &count).unwrap();
    assert_eq!(calls.into_inner(), world.counts().tiles);
    assert_eq!(report.triangles, 2);
    for after in [1, 5, 50] {
        let stop = |progress: footpath::world::Progress| {
            if progress.done >= after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let cancelled = World::bake_with(&scene, &Bake { threads: Some(2), ..Bake::default() }, &stop);
        assert!(matches!(cancelled, Err(BakeError::Cancelled)), "after {after}");
    }
}
