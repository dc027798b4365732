//! What every built-in scene promises, and what single scenes are for.

mod house;
mod rays;

use std::collections::{BTreeMap, BTreeSet};

use super::{BuiltIn, built_in};
use crate::geom::{PLAN_PER_METRE, PLAN_PER_VERTEX, VERTEX_PER_METRE, Vertex};
use crate::scene::{ObjectId, Scene};
use rays::{Rays, Walk};

fn scenes() -> impl Iterator<Item = (&'static BuiltIn, Scene)> {
    built_in().iter().map(|entry| (entry, (entry.build)(0)))
}

fn place(scene: &Scene, name: &str) -> [f64; 3] {
    let place = scene.places().iter().find(|place| place.name == name);
    place.unwrap_or_else(|| panic!("no place {name}")).position
}

#[test]
fn every_scene_builds_without_dropping_a_triangle() {
    for (entry, scene) in scenes() {
        assert_eq!(scene.report().dropped(), 0, "{}", entry.name);
        assert!(scene.triangles().len() > 500, "{}", entry.name);
        assert!(scene.objects().iter().all(|object| object.material.is_some()), "{}", entry.name);
        assert!(Scene::built_in(entry.name).is_some());
    }
    assert!(Scene::built_in("no such scene").is_none());
}

#[test]
fn names_of_scenes_objects_and_places_are_unique() {
    let unique = |mut names: Vec<String>, what: &str| {
        names.sort();
        names.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1], "{what}"));
    };
    unique(built_in().iter().map(|entry| entry.name.to_owned()).collect(), "scenes");
    for (entry, scene) in scenes() {
        unique(scene.objects().iter().map(|object| object.name.clone()).collect(), entry.name);
        unique(scene.places().iter().map(|place| place.name.clone()).collect(), entry.name);
    }
}

#[test]
fn a_seed_decides_the_clutter_and_nothing_else() {
    let object_vertices = |scene: &Scene, names: &[&str]| -> Vec<Vertex> {
        let is_kept = |id: ObjectId| !names.iter().any(|name| scene.objects()[id.0 as usize].name.starts_with(name));
        let kept = scene.triangles().iter().filter(|triangle| is_kept(triangle.object));
        kept.flat_map(|triangle| scene.corners(triangle)).collect()
    };
    let clutter = ["Stored_crate", "Crate", "Barrel", "Goods", "Bookshelf", "Toy", "Office_chair", "Bin"];
    for entry in built_in() {
        let [first, again, other] = [7, 7, 8].map(|seed| (entry.build)(seed));
        assert_eq!(first.vertices(), again.vertices());
        assert_eq!(first.triangles(), again.triangles());
        assert_eq!(object_vertices(&first, &clutter), object_vertices(&other, &clutter), "{}", entry.name);
        assert_eq!(first.places(), other.places());
    }
}

/// Columns by the half-open rule for walls, the stricter of the two: a face on a border belongs to the cell beyond.
#[test]
fn scenes_of_the_paper_fill_its_grid_exactly() {
    for (entry, scene) in scenes() {
        let Some(grid) = entry.grid else { continue };
        let cell = (entry.cell_size * f64::from(PLAN_PER_METRE)).round() as i32;
        assert_eq!(cell % 8, 0, "{}: the cell size is no multiple of 1/640 m", entry.name);
        for seed in [0, 1, 2] {
            let scene = if seed == 0 { scene.clone() } else { (entry.build)(seed) };
            let extent = |axis: usize| {
                let along = || scene.vertices().iter().map(|vertex| vertex[axis]);
                (along().min().expect("vertices"), along().max().expect("vertices"))
            };
            for (axis, count) in [(0, grid[0]), (2, grid[2])] {
                let (low, high) = extent(axis);
                assert_eq!(low, 0, "{}", entry.name);
                let last = (high * PLAN_PER_VERTEX).div_euclid(cell);
                assert_eq!(last + 1, count as i32, "{}, axis {axis}", entry.name);
            }
            let (low, high) = extent(1);
            let slices = (f64::from(high) / f64::from(VERTEX_PER_METRE) / entry.cell_height).ceil();
            assert_eq!((low, slices as u32), (0, grid[1]), "{}", entry.name);
        }
    }
}

#[test]
fn every_object_but_glass_is_closed_and_looks_outwards() {
    for (entry, scene) in scenes() {
        for (id, object) in scene.objects().iter().enumerate() {
            if object.material.as_deref() == Some("glass") {
                continue;
            }
            let mut edges: BTreeMap<[Vertex; 2], i32> = BTreeMap::new();
            let mut volume = 0.0;
            for triangle in scene.triangles().iter().filter(|triangle| triangle.object.0 as usize == id) {
                let corners = scene.corners(triangle);
                let [a, b, c] = corners.map(|corner| corner.map(f64::from));
                volume += a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]);
                for i in 0..3 {
                    let (from, to) = (corners[i], corners[(i + 1) % 3]);
                    *edges.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
                }
            }
            let is_balanced = edges.values().all(|&balance| balance == 0);
            assert!(is_balanced && volume > 0.0, "{}: {}, volume {volume}", entry.name, object.name);
        }
    }
}

#[test]
fn every_start_and_goal_has_a_floor_and_standing_room() {
    for (entry, scene) in scenes() {
        let rays = Rays::cast(&scene, 0.1);
        for name in ["start", "goal"] {
            let [x, y, z] = place(&scene, name);
            for [dx, dz] in [[0.0, 0.0], [0.25, 0.0], [-0.25, 0.0], [0.0, 0.25], [0.0, -0.25]] {
                let (floor, headroom) = rays.standing([x + dx, y, z + dz]).expect("a floor");
                assert!((floor - y).abs() < 0.011 && headroom >= 1.9, "{} {name}: {floor} {headroom}", entry.name);
            }
        }
    }
}

#[test]
fn the_goal_is_reached_by_plain_walking_and_climbing_stairs() {
    for entry in built_in() {
        let first = (entry.build)(0);
        for seed in [0, 1, 2, 3] {
            let scene = (entry.build)(seed);
            // A scene without clutter is the same for every seed.
            if seed > 0 && scene.vertices() == first.vertices() {
                continue;
            }
            let rays = Rays::cast(&scene, entry.cell_size.min(0.15));
            let walk = Walk { radius: 0.3, height: 1.8, climb: 0.3, closed: None };
            let steps = rays.steps(&walk, place(&scene, "start"), place(&scene, "goal"));
            assert!(steps.is_some(), "{} with seed {seed}", entry.name);
        }
    }
}

/// The short way leads through the gap of one cell, the way by B is about 40 cells longer, and a body with a border
/// around it has to take it.
#[test]
fn bandi_fig_16_labyrinth_has_a_thin_short_way_and_a_wide_long_one() {
    let scene = Scene::built_in("labyrinth").expect("built in");
    let rays = Rays::cast(&scene, 0.3);
    let [start, goal, gap] = ["start", "goal", "A"].map(|name| place(&scene, name));
    let thin = Walk { radius: 0.0, height: 1.8, climb: 0.3, closed: None };
    let short = rays.steps(&thin, start, goal).expect("a way");
    let long = rays.steps(&Walk { closed: Some(gap), ..thin }, start, goal).expect("a way by B");
    assert!((30..=50).contains(&(long - short)), "{short} by A, {long} by B");
    // With a border the way through A is gone: closing it changes nothing.
    let bordered = Walk { radius: 0.31, ..thin };
    let by_b = rays.steps(&bordered, start, goal).expect("a way by B");
    assert!(by_b >= long);
    assert_eq!(rays.steps(&Walk { closed: Some(gap), ..bordered }, start, goal), Some(by_b));
}

/// Two flights of nine risers of 17 cm, and no column with two treads in it.
#[test]
fn bandi_fig_17_stairs_have_treads_of_two_whole_cells() {
    let scene = Scene::built_in("stairs").expect("built in");
    let cell = 96 * PLAN_PER_METRE / 640;
    for (name, axis) in [("Stair_flight_1", 2), ("Stair_flight_2", 0)] {
        let object = scene.objects().iter().position(|object| object.name == name).expect("a flight");
        let own = scene.triangles().iter().filter(|triangle| triangle.object.0 as usize == object);
        let looks_up = |[a, b, c]: &[Vertex; 3]| {
            let is_level = a[1] == b[1] && b[1] == c[1];
            is_level && (b[2] - a[2]) * (c[0] - a[0]) > (b[0] - a[0]) * (c[2] - a[2])
        };
        let mut treads = BTreeSet::new();
        for corner in own.map(|triangle| scene.corners(triangle)).filter(looks_up).flatten() {
            let beyond_border = (corner[axis] * PLAN_PER_VERTEX).rem_euclid(cell);
            assert!(beyond_border < PLAN_PER_VERTEX, "{name}: {beyond_border} beyond a cell border");
            treads.insert(corner[1]);
        }
        assert_eq!(treads.len(), 8, "{name}");
    }
    let [landing, goal] = ["landing", "goal"].map(|name| place(&scene, name)[1]);
    assert!((landing - 0.1 - 9.0 * 0.17).abs() < 1e-9 && (goal - landing - 9.0 * 0.17).abs() < 1e-9);
}

#[test]
fn bandi_fig_18_factory_has_room_to_bend_but_not_to_stand_under_the_machine() {
    let scene = Scene::built_in("factory").expect("built in");
    let rays = Rays::cast(&scene, 0.1);
    let (_, headroom) = rays.standing(place(&scene, "machine")).expect("a floor");
    assert!((headroom - 1.5).abs() < 0.01);
    let (_, headroom) = rays.standing(place(&scene, "hook")).expect("a floor");
    assert!((headroom - 1.7).abs() < 0.01);
    // The straight way leads under the machine: who stands upright needs longer than who bends.
    let [start, goal] = ["start", "goal"].map(|name| place(&scene, name));
    let upright = Walk { radius: 0.3, height: 1.8, climb: 0.3, closed: None };
    assert!(rays.steps(&upright, start, place(&scene, "machine")).is_none());
    assert!(rays.steps(&Walk { height: 1.3, ..upright }, start, place(&scene, "machine")).is_some());
    assert!(rays.steps(&upright, start, goal).is_some());
}

/// The number of triangles is all that the paper tells of its scenes (table 1); it holds whatever the clutter.
#[test]
fn kuffner_table_1_maze_and_office_have_the_papers_triangles() {
    for (name, triangles) in [("maze", 2_780), ("office", 15_320)] {
        for seed in [0, 1, 2, 1998] {
            let scene = Scene::built_in_seeded(name, seed).expect("built in");
            assert_eq!(scene.triangles().len(), triangles, "{name} with seed {seed}");
        }
    }
}
