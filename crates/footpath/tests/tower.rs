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
