//! Waypoints: the passages between areas, with the measures that a body is held against.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, SCENES, bake, block, floors, open, strip};
use footpath::ground::{MAX_RISE, TILE};
use footpath::scene::built_in;
use footpath::world::{FloorId, Obstacle, Passage, SheetId};
use footpath::{Bake, World};
use std::collections::{BTreeMap, BTreeSet};

fn ends(world: &World, passage: &Passage) -> [SheetId; 2] {
    [passage.from, passage.to].map(|id| world.sheet_of(id).unwrap())
}

/// Passages between two positions' areas.
fn between(world: &World, a: [f64; 3], b: [f64; 3]) -> Vec<Passage> {
    let area = |at| world.sheet_of(common::floor_near(world, at).unwrap()).unwrap();
    let wanted = [area(a), area(b)];
    let fits = |passage: &Passage| ends(world, passage) == wanted;
    world.passages().filter(fits).collect()
}

/// Areas that passages join, against floors that links join by brute force.
fn check(world: &World) {
    let mut group: BTreeMap<SheetId, SheetId> = BTreeMap::new();
    fn root(group: &BTreeMap<SheetId, SheetId>, mut of: SheetId) -> SheetId {
        while group[&of] != of {
            of = group[&of];
        }
        of
    }
    floors(world).for_each(|id| {
        let sheet = world.sheet_of(id).unwrap();
        group.insert(sheet, sheet);
    });
    let mut seen = BTreeSet::new();
    for passage in world.passages() {
        let [a, b] = ends(world, &passage);
        let waypoint = passage.waypoint;
        assert!(waypoint.columns >= 1 && waypoint.columns <= TILE as u16);
        assert!(i32::from(waypoint.step).abs() <= MAX_RISE && waypoint.headroom >= 30);
        let outward = world.tile(a.tile).unwrap().is_outward(&waypoint);
        assert_eq!(outward, a.tile != b.tile);
        assert!(outward || a != b, "a passage within one area");
        if outward {
            seen.insert((passage.from, passage.to, waypoint.columns, waypoint.headroom, waypoint.step));
        }
        let (a, b) = (root(&group, a), root(&group, b));
        group.insert(a.max(b), a.min(b));
    }
    // A passage over a rim is the same from both sides.
    for &(from, to, columns, headroom, step) in &seen {
        assert!(seen.contains(&(to, from, columns, headroom, -step)), "{from:?} to {to:?} leads one way only");
    }
    // Links that anybody could take lead nowhere else.
    for id in floors(world) {
        let here = root(&group, world.sheet_of(id).unwrap());
        for link in world.links(id) {
            if link.step.abs() <= MAX_RISE && link.headroom >= 30 {
                assert_eq!(root(&group, world.sheet_of(link.to).unwrap()), here, "{id:?} to {:?}", link.to);
            }
        }
    }
}

#[test]
fn an_open_floor_has_one_wide_waypoint_per_rim() {
    let world = bake(&strip([-6.35, 6.35], [-6.35, 6.35], 0.3), 0.1, 0.05);
    let found: Vec<Passage> = world.passages().collect();
    assert_eq!(found.len(), 8);
    assert!(found.iter().all(|passage| passage.waypoint.columns == 64 && passage.waypoint.step == 0));
    check(&world);
}

#[test]
fn a_door_in_a_wall_on_the_rim_has_its_width_and_height() {
    // A wall along x = 0 with a door of 0.9 m and a lintel at 2 m.
    let soup = strip([-6.35, 6.35], [-6.35, 6.35], 0.0)
        .and(block([-0.1, 0.0, -6.4], [0.1, 2.6, 2.98]))
        .and(block([-0.1, 0.0, 3.92], [0.1, 2.6, 6.4]))
        .and(block([-0.1, 2.0, 2.9], [0.1, 2.6, 4.0]));
    let world = bake(&soup, 0.1, 0.05);
    let found = between(&world, [-3.0, 0.0, 3.5], [3.0, 0.0, 3.5]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].waypoint.columns, found[0].waypoint.headroom), (9, 200));
    check(&world);
}

#[test]
fn two_doors_are_two_waypoints_and_a_table_has_one_per_side() {
    let soup = strip([-6.35, 6.35], [-6.35, 6.35], 0.0).and(block([-0.1, 0.0, 2.0], [0.1, 2.6, 4.0]));
    let world = bake(&soup, 0.1, 0.05);
    assert_eq!(between(&world, [-3.0, 0.0, 1.0], [3.0, 0.0, 1.0]).len(), 2);
    let soup = strip([-6.35, 6.35], [-6.35, 6.35], 0.0).and(block([2.02, 0.0, 2.02], [2.98, 0.7, 3.98]));
    let world = bake(&soup, 0.1, 0.05);
    let inside = |passage: &Passage| passage.from.tile == passage.to.tile;
    let sides: Vec<Passage> = world.passages().filter(inside).collect();
    let mut widths: Vec<u16> = sides.iter().map(|passage| passage.waypoint.columns).collect();
    widths.sort_unstable();
    assert_eq!(widths, [10, 10, 20, 20]);
    assert!(sides.iter().all(|passage| passage.waypoint.step.abs() == 70), "{sides:?}");
    check(&world);
}

#[test]
fn a_slot_that_nobody_fits_through_parts_areas() {
    // 20 cm between the floor and a beam over its whole depth.
    let soup = strip([0.0, 6.4], [0.0, 6.4], 0.0).and(block([3.0, 0.2, 0.0], [3.4, 2.0, 6.4]));
    let world = bake(&soup, 0.1, 0.05);
    assert!(between(&world, [1.0, 0.0, 3.0], [5.0, 0.0, 3.0]).is_empty());
    check(&world);
}

#[test]
fn waypoints_of_built_in_scenes_join_what_links_join() {
    for entry in built_in() {
        let scene = (entry.build)(0);
        let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
        check(&World::bake(&scene, &settings).unwrap());
    }
}

#[test]
fn waypoints_of_real_scenes_join_what_links_join() {
    for file in &SCENES[..8] {
        let Some(scene) = open(file) else { continue };
        let world = World::bake(&scene, &Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() }).unwrap();
        eprintln!("{file}: {} areas, {} waypoints", world.counts().areas, world.counts().waypoints);
        check(&world);
    }
}

#[test]
fn edits_leave_the_waypoints_of_a_fresh_bake() {
    let soup = strip([0.0, 14.0], [0.0, 14.0], 0.0).and(block([6.2, 0.0, 0.0], [6.6, 2.0, 9.0]));
    let mut world = bake(&soup, 0.1, 0.05);
    let mut random = Random(5);
    let mut held = Vec::new();
    for _ in 0..60 {
        let mut metres = |most: usize| random.below(most) as f64 / 10.0;
        if held.len() > 4 {
            world.remove(held.remove(0)).unwrap();
        } else {
            let low = [metres(130), metres(8), metres(130)];
            let high = [low[0] + 0.1 + metres(20), low[1] + 0.1 + metres(9), low[2] + 0.1 + metres(20)];
            held.push(world.add(&Obstacle::block(low, high)).unwrap());
        }
        let anew = World::from_bytes(&world.to_bytes(), "again").unwrap();
        let mut fresh = bake(&soup, 0.1, 0.05);
        for id in anew.obstacles() {
            let [low, high] = anew.obstacle_box(id).unwrap();
            fresh.add(&Obstacle::block(low, high)).unwrap();
        }
        assert_eq!(fresh.hash(), world.hash());
        let of = |world: &World| world.passages().map(|p| (p.from, p.to)).collect::<Vec<(FloorId, FloorId)>>();
        assert_eq!(of(&fresh), of(&world));
    }
    check(&world);
}
