//! Boxes: whole, open, inside out, of several objects, touching, ignored.

use super::super::{Object, Rules};
use super::*;

/// Outward faces of the unit cube, two triangles a side, the sides in the order −y +y −x +x −z +z.
const SIDES: [[u32; 6]; 6] = [
    [0, 1, 5, 0, 5, 4],
    [2, 6, 7, 2, 7, 3],
    [0, 4, 6, 0, 6, 2],
    [1, 3, 7, 1, 7, 5],
    [0, 2, 3, 0, 3, 1],
    [4, 5, 7, 4, 7, 6],
];

fn cube_at(x: f64) -> Vec<[f64; 3]> {
    (0..8u8).map(|i| [x + f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)]).collect()
}

fn cube() -> Vec<u32> {
    SIDES.concat()
}

fn counts(all: usize, closed: usize, solid: usize) -> ComponentCounts {
    ComponentCounts { all, closed, solid }
}

#[test]
fn a_box_is_solid_and_a_room_seen_from_inside_is_not() {
    let room: Vec<u32> = cube().chunks(3).flat_map(|t| [t[0], t[2], t[1]]).collect();
    let open = &cube()[6..];
    let scene = Scene::builder().object("box", &cube_at(0.0), &cube(), None);
    let scene = scene.object("room", &cube_at(5.0), &room, None).object("tray", &cube_at(9.0), open, None).build();
    assert_eq!(scene.component_counts(), counts(3, 2, 1));
    let solid: Vec<usize> = (0..scene.triangles().len()).filter(|&i| scene.solid()[i]).collect();
    assert_eq!(solid, (0..12).collect::<Vec<_>>());
}

#[test]
fn a_box_of_two_materials_is_one_box() {
    let glass = Object { material: Some("glass".to_owned()), ..Object::new("box") };
    let mut builder = Scene::builder();
    builder.push_object(Object::new("box"), &cube_at(0.0), &cube()[..6], None);
    builder.push_object(Object::new("lid"), &cube_at(4.0), &cube()[..6], None);
    builder.push_object(glass, &cube_at(0.0), &cube()[6..], None);
    builder.push_object(Object::new("not the lid"), &cube_at(4.0), &cube()[6..], None);
    assert_eq!(builder.build().component_counts(), counts(3, 1, 1));
}

#[test]
fn boxes_that_touch_along_an_edge_balance_it() {
    let mut other = cube_at(1.0);
    other.iter_mut().for_each(|vertex| vertex[1] += 1.0);
    let scene = Scene::builder().object("pair", &cube_at(0.0), &cube(), None).object("pair", &other, &cube(), None);
    assert_eq!(scene.build().component_counts(), counts(1, 1, 1));
}

#[test]
fn a_sliver_between_two_sides_keeps_a_box_closed() {
    // The top has a corner half-way along an edge; a triangle without area makes up for it.
    let mut vertices = cube_at(0.0);
    vertices.push([0.5, 1.0, 0.0]);
    let mut faces = cube();
    let top = [2, 6, 7, 2, 7, 8, 8, 7, 3];
    faces.splice(6..12, top);
    let open = Scene::builder().object("box", &vertices, &faces, None).build();
    assert_eq!(open.component_counts(), counts(1, 0, 0));
    faces.extend([2, 8, 3]);
    let scene = Scene::builder().object("box", &vertices, &faces, None).build();
    assert_eq!(scene.component_counts(), counts(1, 1, 1));
    assert_eq!((scene.solid().len(), scene.report().zero_area), (13, 1));
}

#[test]
fn ignored_objects_close_nothing() {
    let mut builder = Scene::builder();
    builder.push_object(Object::new("box"), &cube_at(0.0), &cube(), None);
    builder.push_object(Object::new("door"), &cube_at(3.0), &cube(), None);
    let mut scene = builder.build();
    assert!(scene.solid().iter().all(|&solid| solid));
    scene.apply(&Rules::new().ignore("door"));
    assert_eq!(scene.component_counts(), counts(1, 1, 1));
    assert_eq!(scene.solid().iter().filter(|&&solid| solid).count(), 12);
}

#[test]
fn the_order_of_triangles_changes_nothing() {
    let mut sides = SIDES;
    for _ in 0..6 {
        sides.rotate_left(1);
        let scene = Scene::builder().object("box", &cube_at(60_000.0), &sides.concat(), None).build();
        assert!(scene.solid().iter().all(|&solid| solid));
    }
    assert!(Scene::builder().build().solid().is_empty());
}
