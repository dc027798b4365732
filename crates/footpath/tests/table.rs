//! What is above and below: tables, shelves, exact fits, thin slabs, and the insides of solids.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Flood, Soup, bake, block, floor_near, strip};
use footpath::ground::ColumnKey;
use footpath::{Body, World};

fn ground() -> Soup {
    block([0.0, -0.25, 0.0], [6.0, 0.0, 6.0])
}

/// Heights in cm and headrooms of the floors of a column, from below.
fn column(world: &World, x: f64, z: f64) -> Vec<(i32, f64)> {
    let found = world.floors_at(world.column_at([x, 0.0, z]));
    found.map(|id| ((world.position(id).unwrap()[1] * 100.0).round() as i32, world.headroom(id).unwrap())).collect()
}

#[test]
fn beside_a_table_one_direction_leads_under_it_and_onto_it() {
    let world = bake(&ground().and(block([2.0, 0.66, 2.0], [4.0, 0.70, 4.0])), 0.1, 0.05);
    let from = world.floors_at(ColumnKey::new(19, 30)).next().unwrap();
    let links: Vec<_> = world.links(from).into_iter().filter(|link| link.direction == 0).collect();
    assert_eq!(links.len(), 2, "{links:?}");
    let steps: Vec<i32> = links.iter().map(|link| link.step).collect();
    assert_eq!(steps, [0, 70]);
    assert!((65..=66).contains(&links[0].headroom), "{links:?}");
    assert_eq!(links[1].headroom, i32::MAX);
    for link in links {
        assert!(world.links(link.to).iter().any(|back| back.to == from && back.step == -link.step), "both ways");
    }
}

#[test]
fn a_shelf_at_1_60_stops_a_body_of_1_70_and_not_one_of_1_45() {
    let world = bake(&ground().and(block([2.0, 1.60, 0.0], [4.0, 1.75, 6.0])), 0.1, 0.05);
    let [from, to] = [[1.0, 0.0, 3.0], [5.0, 0.0, 3.0]].map(|at| floor_near(&world, at).unwrap());
    let passes = |height: f64| {
        let body = Body { height, ..Body::adult() };
        Flood::new(&world, [from], |_, link| common::takes(&body, &world, link)).has(to)
    };
    assert!(!passes(1.70));
    assert!(passes(1.45));
    let under = floor_near(&world, [3.0, 0.0, 3.0]).unwrap();
    assert!((world.headroom(under).unwrap() - 1.60).abs() < 0.0101);
}

#[test]
fn an_exact_fit_passes_and_a_centimetre_less_does_not() {
    // Heights on the vertex grid and on whole centimetres at once: multiples of 0.25 m.
    for free in [75, 125, 150, 175, 200] {
        let ceiling = f64::from(free) / 100.0;
        let world = bake(&ground().and(block([2.0, ceiling, 0.0], [4.0, ceiling + 0.5, 6.0])), 0.1, 0.05);
        let [from, to] = [[1.0, 0.0, 3.0], [5.0, 0.0, 3.0]].map(|at| floor_near(&world, at).unwrap());
        for (height, expected) in [(free - 1, true), (free, true), (free + 1, false)] {
            assert_eq!(Flood::within(&world, [from], 30, height).has(to), expected, "{height} cm under {free} cm");
        }
    }
    for rise in 1..=60 {
        let height = f64::from(rise) / 100.0;
        let world = bake(&ground().and(block([3.0, 0.0, 0.0], [6.0, height, 6.0])), 0.1, 0.05);
        let [from, to] = [[1.0, 0.0, 3.0], [5.0, height, 3.0]].map(|at| floor_near(&world, at).unwrap());
        for (climb, expected) in [(rise - 1, false), (rise, true), (rise + 1, true)] {
            assert_eq!(Flood::within(&world, [from], climb, 180).has(to), expected, "{climb} cm up {rise} cm");
            assert_eq!(Flood::within(&world, [to], climb, 180).has(from), expected, "{climb} cm down {rise} cm");
        }
    }
}

// A ceiling at 1.80 m snaps to 1843/1024 m = 179.98 cm, and a span's low end is the whole centimetre below: 179. So a
// body of 1.80 m is refused under a ceiling of exactly 1.80 m, at about every second height. Spans would have to
// forgive half a unit of the vertex grid (0.05 cm) when they round outwards.
#[test]
fn a_ceiling_at_the_height_of_a_body_lets_it_pass_at_every_whole_centimetre() {
    let mut refused = Vec::new();
    for free in 140..=200 {
        let ceiling = f64::from(free) / 100.0;
        let world = bake(&ground().and(block([2.0, ceiling, 2.0], [4.0, ceiling + 0.5, 4.0])), 0.25, 0.05);
        let under = floor_near(&world, [3.0, 0.0, 3.0]).unwrap();
        let headroom = (world.headroom(under).unwrap() * 100.0).round() as i32;
        assert!((free - 1..=free).contains(&headroom), "{headroom} under {free}");
        if headroom < free {
            refused.push(free);
        }
    }
    assert!(refused.is_empty(), "a body that fits exactly is refused at {refused:?}");
}

#[test]
fn a_slab_of_2_cm_has_a_floor_above_and_a_ceiling_below() {
    for soup in [block([2.0, 0.68, 2.0], [4.0, 0.70, 4.0]), block([2.0, 0.68, 2.0], [4.0, 0.70, 4.0]).flipped()] {
        let world = bake(&ground().and(soup), 0.1, 0.05);
        let found = column(&world, 3.0, 3.0);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!((found[0].0, found[1].0), (0, 70));
        assert!((found[0].1 - 0.68).abs() < 0.0101, "{found:?}");
        assert!(found[1].1.is_infinite());
        let spans = world.spans_at(world.column_at([3.0, 0.0, 3.0]));
        assert!(spans.len() == 2 && spans[1][1] - spans[1][0] < 0.0401, "{spans:?}");
    }
    // Without any thickness it is a ceiling and a floor as well.
    let world = bake(&ground().and(strip([2.0, 4.0], [2.0, 4.0], 0.75)), 0.1, 0.05);
    assert_eq!(column(&world, 3.0, 3.0), [(0, 0.75), (75, f64::INFINITY)]);
}

#[test]
fn a_closed_box_is_filled_and_a_room_or_an_open_box_is_not() {
    let full = block([1.0, 0.5, 1.0], [3.0, 3.0, 3.0]);
    let world = |soup: &Soup| bake(soup, 0.1, 0.05);
    assert_eq!(column(&world(&full), 2.0, 2.0), [(300, f64::INFINITY)]);
    assert_eq!(world(&full).spans_at(ColumnKey::new(20, 20)), [[0.5, 3.0]]);
    // A room is modelled with its faces inwards.
    assert_eq!(column(&world(&full.flipped()), 2.0, 2.0), [(50, 2.5), (300, f64::INFINITY)]);
    // Without its lid.
    let is_lid = |corners: &[[f64; 3]; 3]| corners.iter().all(|corner| corner[1] > 2.9);
    let open = Soup(full.0.iter().filter(|corners| !is_lid(corners)).copied().collect());
    assert_eq!(open.0.len(), full.0.len() - 2);
    assert_eq!(column(&world(&open), 2.0, 2.0), [(50, f64::INFINITY)]);
    // With one triangle the wrong way round nobody knows which side is in: it stays hollow, with the same surfaces.
    let mut odd = full.clone();
    odd.0[0].swap(1, 2);
    assert_eq!(column(&world(&odd), 2.0, 2.0), [(50, 2.5), (300, f64::INFINITY)]);
}

#[test]
fn a_face_that_looks_down_holds_a_foot_as_well() {
    let world = bake(&strip([0.0, 2.0], [0.0, 2.0], 0.5).flipped(), 0.1, 0.05);
    assert_eq!(world.counts().floors, 400);
    assert_eq!(column(&world, 1.0, 1.0), [(50, f64::INFINITY)]);
}

#[test]
fn solids_within_and_through_solids_are_filled() {
    let outer = block([0.0, 0.0, 0.0], [4.0, 3.0, 4.0]);
    let world = |soup: &Soup| bake(soup, 0.1, 0.05);
    let nested =
        outer.clone().and(block([1.0, 1.0, 1.0], [3.0, 2.0, 3.0])).and(block([1.5, 1.25, 1.5], [2.5, 1.75, 2.5]));
    for (x, z) in [(0.5, 0.5), (1.2, 1.2), (2.0, 2.0)] {
        assert_eq!(column(&world(&nested), x, z), [(300, f64::INFINITY)], "{x} {z}");
    }
    let crossing = block([0.0, 0.0, 0.0], [2.0, 2.0, 2.0]).and(block([1.0, 1.0, 1.0], [3.0, 4.0, 3.0]));
    assert_eq!(column(&world(&crossing), 0.5, 0.5), [(200, f64::INFINITY)]);
    assert_eq!(column(&world(&crossing), 1.5, 1.5), [(400, f64::INFINITY)]);
    assert_eq!(column(&world(&crossing), 2.5, 2.5), [(400, f64::INFINITY)]);
    // A cupboard in a room: the room stays hollow, the cupboard is full.
    let room = outer.flipped().and(block([1.0, 0.0, 1.0], [2.0, 2.0, 2.0]));
    assert_eq!(column(&world(&room), 3.0, 3.0), [(0, 3.0), (300, f64::INFINITY)]);
    assert_eq!(column(&world(&room), 1.5, 1.5), [(200, 1.0), (300, f64::INFINITY)]);
}

#[test]
fn gaps_below_the_cell_height_close_and_others_stay() {
    for (gap, cell_height, floors) in [(0.25, 0.05, 1), (0.25, 0.3, 1), (0.5, 0.05, 2), (0.5, 0.5, 2), (0.5, 0.51, 1)] {
        let world = bake(&ground().and(block([0.0, gap, 0.0], [6.0, 1.0, 6.0])), 0.1, cell_height);
        let spans = world.spans_at(world.column_at([3.0, 0.0, 3.0])).len();
        assert_eq!(spans, if gap < cell_height { 1 } else { 2 }, "{gap} at {cell_height}");
        assert_eq!(column(&world, 3.0, 3.0).len(), floors, "{gap} at {cell_height}");
    }
}
