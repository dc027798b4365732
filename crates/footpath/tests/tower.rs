//! A real tower against the walkable area that its author drew by hand.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, bake_with};
use footpath::{Body, Scene};

#[test]
fn the_drawn_walkable_area_of_a_tower_lies_on_floors() {
    let files = ["tower.glb", "tower_reference_navmesh.glb"].map(|file| common::data(&format!("scenes/{file}")));
    let [Some(tower), Some(drawn)] = files else { return };
    let body = Body { height: 0.7, radius: 0.1, max_climb: 0.2, ..Body::adult() };
    let world = bake_with(&Scene::open(tower).unwrap(), 0.05, 0.05);
    let drawn = Scene::open(drawn).unwrap();
    let corners: Vec<_> = drawn.triangles().iter().map(|t| drawn.corners(t).map(|v| drawn.position(v))).collect();
    let area = |[a, b, c]: &[[f64; 3]; 3]| {
        let edge = |p: &[f64; 3]| -> [f64; 3] { std::array::from_fn(|i| p[i] - a[i]) };
        let (u, v) = (edge(b), edge(c));
        let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        normal.iter().map(|c| c * c).sum::<f64>().sqrt() / 2.0
    };
    let whole: f64 = corners.iter().map(area).sum();
    let (mut random, mut on, mut all) = (Random(1), 0, 0);
    for triangle in &corners {
        for _ in 0..(area(triangle) / whole * 50_000.0).ceil() as usize {
            let (mut u, mut v) = (random.unit(), random.unit());
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            let [a, b, c] = triangle;
            let at: [f64; 3] = std::array::from_fn(|i| a[i] + u * (b[i] - a[i]) + v * (c[i] - a[i]));
            let holds = world.floors_at(world.column_at(at)).any(|id| {
                (world.position(id).unwrap()[1] - at[1]).abs() <= 0.25 && world.headroom(id).unwrap() >= body.height
            });
            on += usize::from(holds);
            all += 1;
        }
    }
    let share = 100.0 * f64::from(on as u32) / f64::from(all as u32);
    eprintln!("tower at 0.05/0.05: {share:.2} % of the drawn area lies on floors ({all} points)");
    assert!(share >= 95.0, "{share} %");
}

/// Radii about the size of a cell: a column of which only the rim is within the body's disc may hold the step that leads on.
#[test]
fn a_thinner_body_climbs_the_stairs_that_a_wider_one_climbs() {
    let Some(tower) = common::data("scenes/tower.glb") else { return };
    let scene = Scene::open(tower).unwrap();
    for cell_size in [0.1, 0.08, 0.125] {
        let world = footpath::World::bake(&scene, &footpath::Bake { cell_size, ..Default::default() }).unwrap();
        let climbs = |radius: f64| {
            let body = Body { radius, ..Body::child() };
            world.plan(&footpath::plan::Query::new(&body, [0.0, 1.0, 2.5], [0.0, 11.0, 0.0])).is_ok()
        };
        let radii = [0.5, 0.7, 0.85, 0.9, 0.95, 0.98, 1.0, 1.01, 1.05, 1.1, 1.2].map(|share| share * cell_size);
        let widest = radii.into_iter().filter(|&radius| climbs(radius)).fold(0.0, f64::max);
        assert!(widest > 0.0, "a child climbs the tower with cells of {cell_size}");
        radii
            .into_iter()
            .filter(|&radius| radius <= widest)
            .for_each(|radius| assert!(climbs(radius), "{radius}, {cell_size}"));
    }
}
