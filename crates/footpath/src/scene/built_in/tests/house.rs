//! The house measured as its architect means it.

use super::place;
use super::rays::{Rays, Walk};
use crate::scene::Scene;

const ADULT: Walk = Walk { radius: 0.3, height: 1.8, climb: 0.3, closed: None };

fn house() -> (Scene, Rays) {
    let scene = Scene::built_in("house").expect("built in");
    let rays = Rays::cast(&scene, 0.05);
    (scene, rays)
}

#[test]
fn it_is_of_a_size_that_draws_at_once() {
    for seed in 0..8 {
        let count = Scene::built_in_seeded("house", seed).expect("built in").triangles().len();
        assert!((1_500..=6_000).contains(&count), "{count} triangles with seed {seed}");
    }
}

#[test]
fn every_place_is_on_a_floor_with_the_height_it_teaches() {
    let (scene, rays) = house();
    for place in scene.places() {
        let (floor, headroom) = rays.standing(place.position).expect("a floor");
        assert!((floor - place.position[1]).abs() < 0.01, "{}: floor at {floor}", place.name);
        match place.name.as_str() {
            "beam" => assert!((headroom - 1.40).abs() < 0.01, "{headroom}"),
            "table" => assert!((headroom - 0.75).abs() < 0.01, "{headroom}"),
            name => assert!(headroom >= 1.9, "{name}: {headroom} m"),
        }
    }
}

#[test]
fn the_stair_has_sixteen_equal_risers_and_headroom_all_the_way() {
    let (_, rays) = house();
    for step in 1..16 {
        let height = f64::from(step) * 0.175;
        let z = 2.40 + (f64::from(step) - 0.5) * 0.28;
        for x in [6.5, 6.875, 7.25] {
            let (floor, headroom) = rays.standing([x, height, z]).expect("a tread");
            assert!((floor - height).abs() < 0.002 && headroom >= 2.0, "step {step}: {floor}, {headroom}");
        }
    }
}

#[test]
fn doors_are_as_high_as_doors() {
    let (_, rays) = house();
    let doors = [
        [5.9, 0.0, 0.1],
        [5.075, 0.0, 1.65],
        [5.075, 0.0, 8.05],
        [7.425, 0.0, 1.45],
        [7.425, 0.0, 8.05],
        [10.6, 0.0, 4.475],
        [5.075, 2.8, 1.85],
        [5.075, 2.8, 6.65],
        [7.425, 2.8, 1.35],
        [7.425, 2.8, 7.45],
    ];
    for door in doors {
        let (floor, headroom) = rays.standing(door).expect("a threshold");
        assert!((floor - door[1]).abs() < 0.01 && (headroom - 2.05).abs() < 0.01, "{door:?}: {floor}, {headroom}");
    }
}

#[test]
fn plain_walking_leads_everywhere_but_past_the_teaching_places() {
    let (scene, rays) = house();
    let start = place(&scene, "start");
    let reaches = |walk: &Walk, name: &str| rays.steps(walk, start, place(&scene, name)).is_some();
    for name in ["porch", "hall", "sofa", "living", "kitchen", "stair", "gallery", "gap", "master", "goal"] {
        assert!(reaches(&ADULT, name), "{name}");
    }
    for name in ["den", "study", "passage", "beam", "table", "balcony"] {
        assert!(!reaches(&ADULT, name), "{name}");
    }
    let [bent, crawling, sideways] =
        [(1.30, 0.3), (0.74, 0.3), (1.8, 0.2)].map(|(height, radius)| Walk { height, radius, ..ADULT });
    for name in ["beam", "den", "study"] {
        assert!(reaches(&bent, name), "bent to {name}");
    }
    assert!(reaches(&crawling, "table"));
    for name in ["box", "passage", "study", "den"] {
        assert!(reaches(&sideways, name), "sideways to {name}");
    }
    // Nobody walks over the gap, whatever the posture.
    assert!(!reaches(&crawling, "balcony"));
}

#[test]
fn the_gap_is_ninety_centimetres_wide_with_a_floor_two_metres_below() {
    let (_, rays) = house();
    for z in [9.025, 9.45, 9.875] {
        let (floor, headroom) = rays.standing([6.25, 2.8, z]).expect("the roof of the lean-to");
        assert!((floor - 0.8).abs() < 0.01 && headroom.is_infinite(), "at {z}: {floor}");
    }
    for z in [8.975, 9.925] {
        let (floor, _) = rays.standing([6.25, 2.8, z]).expect("an edge of the gap");
        assert!((floor - 2.8).abs() < 0.01, "at {z}: {floor}");
    }
}

#[test]
fn the_passage_is_half_a_metre_wide_and_the_box_leaves_fifty_five_centimetres() {
    let (scene, _) = house();
    let extent = |name: &str, axis: usize| {
        let object = scene.objects().iter().position(|object| object.name == name).expect("an object");
        let own = scene.triangles().iter().filter(|triangle| triangle.object.0 as usize == object);
        let along: Vec<f64> =
            own.flat_map(|triangle| scene.corners(triangle)).map(|corner| scene.position(corner)[axis]).collect();
        let least = along.iter().copied().fold(f64::INFINITY, f64::min);
        let most = along.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        [least, most]
    };
    let passage = extent("Wall_ground_north", 2)[0] - extent("Cupboard_study", 2)[1];
    assert!((passage - 0.5).abs() < 0.002, "{passage}");
    let beside_box = extent("Cabinet_study", 0)[0] - extent("Box_knee", 0)[1];
    assert!((beside_box - 0.55).abs() < 0.002, "{beside_box}");
    assert!((extent("Box_knee", 1)[1] - 0.45).abs() < 0.002);
}
