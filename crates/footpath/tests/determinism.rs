//! Same scene, same bytes: for any number of threads, work unit, order and cut of the triangles.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, Soup, block, floors, sloped, strip, wall};
use footpath::{Bake, Scene, World};
use proptest::prelude::*;

fn bake(scene: &Scene, cell: f64, threads: usize, work_unit: u32) -> World {
    let settings = Bake { cell_size: cell, threads: Some(threads), work_unit, ..Bake::default() };
    World::bake(scene, &settings).unwrap()
}

/// Two objects over several tiles and both sides of zero; every coordinate is a multiple of 1/512 m, so that the
/// middles of edges lie on the vertex grid too.
fn pieces() -> [Soup; 2] {
    let on_grid = |soup: Soup| soup.map(|p| p.map(|c| (c * 512.0).round() / 512.0));
    let ground = block([-7.0, -0.3, -9.0], [8.0, 0.0, 5.0]);
    let ramp = sloped(&[[-3.0, -2.0], [-3.0, 0.0], [2.0, 0.7], [2.0, -1.3]], |_| -0.2, |[x, _]| (x + 3.0) * 0.4);
    let deck = block([2.0, 1.9, -2.0], [7.0, 2.1, 1.0]);
    let fence = wall([-6.4, -6.4], [6.4, 3.2], [-0.1, 1.2]);
    [on_grid(ground.and(deck)), on_grid(ramp.and(fence).and(strip([-8.0, -6.0], [-1.0, 1.0], 0.4)))]
}

fn scene(pieces: &[Soup]) -> Scene {
    let names = ["ground", "things"];
    pieces.iter().zip(names).fold(Scene::builder(), |builder, (piece, name)| piece.put(builder, name)).build()
}

fn assert_same(a: &World, b: &World, what: &str) {
    assert_eq!(a.hash(), b.hash(), "hash, {what}");
    assert!(a.to_bytes() == b.to_bytes(), "bytes, {what}");
}

#[test]
fn threads_and_work_units_leave_no_trace() {
    let scene = scene(&pieces());
    for cell in [0.05, 0.1, 0.3] {
        let first = bake(&scene, cell, 1, 1);
        assert!(first.counts().tiles > 3);
        for (threads, work_unit) in [(2, 1), (1, 2), (2, 2), (1, 3), (2, 3), (2, 7)] {
            assert_same(
                &first,
                &bake(&scene, cell, threads, work_unit),
                &format!("{threads} threads, unit {work_unit}"),
            );
        }
    }
}

#[test]
fn the_order_of_triangles_leaves_no_trace() {
    let mut random = Random(1);
    for cell in [0.1, 0.25] {
        let first = bake(&scene(&pieces()), cell, 1, 1);
        for _ in 0..5 {
            let mut shuffled = pieces();
            for piece in &mut shuffled {
                random.shuffle(&mut piece.0);
                for corners in &mut piece.0 {
                    corners.rotate_left(random.below(3));
                }
            }
            assert_eq!(first.hash(), bake(&scene(&shuffled), cell, 2, 1).hash());
        }
        let mut shuffled = pieces();
        shuffled.iter_mut().for_each(|piece| random.shuffle(&mut piece.0));
        assert_same(&first, &bake(&scene(&shuffled), cell, 2, 1), "shuffled");
    }
}

#[test]
fn cutting_triangles_on_the_vertex_grid_moves_nothing() {
    for cell in [0.05, 0.1, 0.25, 0.3] {
        let whole = bake(&scene(&pieces()), cell, 1, 1);
        let cut = bake(&scene(&pieces().map(|piece| piece.quartered())), cell, 2, 1);
        assert_eq!(whole.hash(), cut.hash(), "cell {cell}");
        assert_ne!(whole.to_bytes(), cut.to_bytes(), "the triangles that a world carries do differ");
    }
}

#[test]
fn a_scene_far_away_is_the_same_ground() {
    let near = bake(&scene(&pieces()), 0.1, 2, 1);
    for by in [[83.0, 0.0, 437.0], [-400.0, 2.0, 0.0], [5.0, -1.0, -5.0]] {
        let by: [f64; 3] = by.map(|kilometres: f64| kilometres * 1024.0);
        let far = bake(&scene(&pieces().map(|piece| piece.moved(by))), 0.1, 2, 1);
        assert!(near.tiles().eq(far.tiles()), "moved by {by:?}");
        let [a, b] = [&near, &far].map(|world| world.position(floors(world).next().unwrap()).unwrap());
        assert!((0..3).all(|i| (b[i] - a[i] - by[i]).abs() < 1e-6));
    }
    // Elsewhere on the grid floors may round otherwise, but there are as many, give or take the rims.
    let by = [84_616.47, 12.0, 447_423.0];
    let far = bake(&scene(&pieces().map(|piece| piece.moved(by))), 0.1, 2, 1);
    let (a, b) = (near.counts().floors as f64, far.counts().floors as f64);
    assert!((a - b).abs() < a * 0.02, "{a} {b}");
}

/// Triangles around zero, on multiples of 1/512 m; some upright, some level, some through tile corners.
fn soup(most: usize) -> impl Strategy<Value = Soup> {
    let coordinate = || prop_oneof![3 => -2048_i32..2048, 1 => Just(0), 1 => Just(-1024), 1 => Just(820)];
    let corner = (coordinate(), -512_i32..1024, coordinate());
    let metres = |(x, y, z): (i32, i32, i32)| [x, y, z].map(|c| f64::from(c) / 512.0);
    let triangle = (corner.clone(), corner.clone(), corner, 0..4).prop_map(move |(a, b, c, kind)| {
        let [a, mut b, mut c] = [a, b, c].map(metres);
        match kind {
            0 => (b[1], c[1]) = (a[1], a[1]),
            1 => (c[0], c[2]) = (b[0], b[2]),
            _ => {}
        }
        [a, b, c]
    });
    prop::collection::vec(triangle, 1..most).prop_map(Soup)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if common::all() { 1000 } else { 60 }, ..ProptestConfig::default() })]

    #[test]
    fn any_soup_bakes_to_the_same_bytes(soup in soup(24), seed in any::<u64>(), fine in any::<bool>()) {
        let cell = if fine { 0.05 } else { 0.1 };
        let built = soup.scene();
        if built.triangles().is_empty() {
            return Ok(());
        }
        let first = bake(&built, cell, 1, 1);
        first.check().unwrap();
        let mut shuffled = soup.clone();
        Random(seed).shuffle(&mut shuffled.0);
        for (scene, threads, unit) in [(built, 2, 2), (shuffled.scene(), 2, 1), (shuffled.scene(), 1, 3)] {
            let again = bake(&scene, cell, threads, unit);
            prop_assert_eq!(first.hash(), again.hash());
            prop_assert!(first.to_bytes() == again.to_bytes());
        }
        prop_assert_eq!(first.hash(), bake(&soup.quartered().scene(), cell, 1, 1).hash(), "cut in four");
        let flipped = bake(&soup.flipped().scene(), cell, 1, 1);
        let all_open = soup.scene().component_counts().closed == 0;
        prop_assert!(!all_open || first.hash() == flipped.hash(), "open faces have no side");
    }
}
