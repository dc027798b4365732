//! Sheets: single-valued, connected pieces of one tile's floors, few of them where a person sees few.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, bake, bake_with, block, floor_near, floors, prism, sloped, strip, wall};
use footpath::ground::TileKey;
use footpath::world::{FloorId, Obstacle, SheetId};
use footpath::{Scene, World};
use std::collections::{BTreeMap, BTreeSet};

/// Checks what every sheet promises, and gives the number of sheets of each tile.
fn check(world: &World) -> BTreeMap<TileKey, usize> {
    let mut sheets: BTreeMap<SheetId, Vec<FloorId>> = BTreeMap::new();
    for id in floors(world) {
        sheets.entry(world.sheet_of(id).unwrap()).or_default().push(id);
    }
    let mut counts: BTreeMap<TileKey, usize> = BTreeMap::new();
    for (sheet, members) in &sheets {
        let next = counts.entry(sheet.tile).or_default();
        assert_eq!(usize::from(sheet.sheet), *next, "sheets number through");
        *next += 1;
        let columns: BTreeSet<_> = members.iter().map(|&id| world.column_of(id).unwrap()).collect();
        assert_eq!(columns.len(), members.len(), "{sheet:?} covers a column twice");
        // Connected by steps of at most half a metre within itself.
        let own: BTreeSet<FloorId> = members.iter().copied().collect();
        let (mut reached, mut open) = (BTreeSet::from([members[0]]), vec![members[0]]);
        while let Some(id) = open.pop() {
            let links = world.links(id).into_iter().filter(|link| link.step.abs() <= 50 && own.contains(&link.to));
            open.extend(links.map(|link| link.to).filter(|&to| reached.insert(to)));
        }
        assert_eq!(reached.len(), own.len(), "{sheet:?} is in pieces");
    }
    for (key, tile) in world.tiles() {
        assert_eq!(counts.get(&key).copied().unwrap_or(0), usize::from(tile.sheet_count()));
    }
    counts
}

fn sheet_at(world: &World, at: [f64; 3]) -> SheetId {
    let id = floor_near(world, at).unwrap();
    assert!((world.position(id).unwrap()[1] - at[1]).abs() < 0.15, "no floor at {at:?}");
    world.sheet_of(id).unwrap()
}

#[test]
fn a_flat_floor_is_one_sheet_in_every_tile() {
    let counts = check(&bake(&strip([-7.0, 9.0], [-13.0, 2.0], 0.3), 0.1, 0.05));
    assert_eq!(counts.len(), 16);
    assert!(counts.values().all(|&count| count == 1), "{counts:?}");
}

#[test]
fn a_ramp_to_a_deck_over_the_ground_makes_two_sheets() {
    // All in one tile: up the ramp, and on the deck over the place where one started.
    let ramp = sloped(&[[1.0, 4.5], [1.0, 5.5], [5.0, 5.5], [5.0, 4.5]], |_| -0.1, |[x, _]| (x - 1.0) * 0.5);
    let soup = strip([0.2, 6.2], [0.2, 6.2], 0.0)
        .and(ramp)
        .and(block([1.0, 1.9, 1.0], [6.0, 2.0, 4.5]))
        .and(block([5.0, 1.9, 4.5], [6.0, 2.0, 5.5]));
    let world = bake(&soup, 0.1, 0.05);
    let counts = check(&world);
    eprintln!("ramp to a deck: {counts:?}");
    assert_eq!(counts.into_values().collect::<Vec<_>>(), [2], "ground with ramp, and deck");
    assert_ne!(sheet_at(&world, [3.0, 0.0, 3.0]), sheet_at(&world, [3.0, 2.0, 3.0]));
}

#[test]
fn a_spiral_stair_of_two_and_a_half_turns_has_at_most_three_sheets_in_a_tile() {
    let steps = 45;
    let corner = |angle: f64, radius: f64| {
        let (sine, cosine) = angle.to_radians().sin_cos();
        [3.2 + radius * cosine, 3.2 + radius * sine]
    };
    let step = |i: i32| {
        let (from, to, y) = (f64::from(i) * 20.0, f64::from(i + 1) * 20.0, f64::from(i + 1) * 0.17);
        let outline = [corner(from, 0.3), corner(to, 0.3), corner(to, 1.5), corner(from, 1.5)];
        prism(&outline, [y - 0.1, y])
    };
    for cell in [0.05, 0.1] {
        let ground = strip([0.1, 6.3], [0.1, 6.3], 0.0);
        let world = bake(&ground.and(Soup::of((0..steps).map(step))), cell, 0.05);
        let counts = check(&world);
        eprintln!("spiral stair at {cell}: {counts:?}");
        // Three windings stand over each other at some places and over the ground: fewer than four cannot be.
        assert!(counts.values().all(|&count| count <= 4), "{counts:?}");
    }
    let alone = bake(&Soup::of((0..steps).map(step)), 0.1, 0.05);
    let counts = check(&alone);
    assert!(counts.values().all(|&count| count <= 3), "without the ground: {counts:?}");
}

#[test]
fn a_bridge_and_the_road_under_it_are_different_sheets() {
    let abutment = |x: f64| block([x, 0.0, 2.5], [x + 1.0, 2.5, 3.5]);
    let ramp = |x: [f64; 2], low: f64, high: f64| {
        let rise = (high - low) / (x[1] - x[0]);
        sloped(&[[x[0], 2.5], [x[0], 3.5], [x[1], 3.5], [x[1], 2.5]], |_| -0.1, move |[at, _]| low + (at - x[0]) * rise)
    };
    let bridge = block([-3.0, 2.3, 2.5], [9.0, 2.5, 3.5]);
    let soup = strip([-10.0, 16.0], [-3.0, 9.0], 0.0).and(abutment(-4.0)).and(abutment(9.0)).and(bridge);
    let soup = soup.and(ramp([-10.0, -4.0], 0.0, 2.5)).and(ramp([10.0, 16.0], 2.5, 0.0));
    let world = bake(&soup, 0.1, 0.05);
    let counts = check(&world);
    eprintln!("bridge over a road: {counts:?}");
    for x in [-2.0, 0.5, 3.0, 5.9, 8.0] {
        assert_ne!(sheet_at(&world, [x, 0.0, 3.0]), sheet_at(&world, [x, 2.5, 3.0]), "at {x}");
        assert_eq!(sheet_at(&world, [x, 0.0, 3.0]), sheet_at(&world, [x, 0.0, 2.0]), "the road goes on under it");
    }
    assert!(counts.values().all(|&count| count <= 4), "{counts:?}");
}

#[test]
fn an_upper_storey_is_one_sheet_in_spite_of_what_stands_below() {
    // One tile: two storeys, walls and furniture below, bare walls above; a stairwell of its own is not needed.
    let inside = strip([0.2, 6.2], [0.2, 6.2], 0.0);
    let upper = block([0.2, 2.8, 0.2], [6.2, 3.0, 6.2]);
    let walls = wall([3.0, 0.2], [3.0, 4.0], [0.0, 2.9]).and(wall([0.2, 3.05], [2.0, 3.05], [0.0, 2.9]));
    let furniture = block([4.0, 0.66, 1.0], [5.5, 0.7, 2.0]).and(block([4.0, 0.0, 4.0], [5.0, 2.0, 5.0]));
    let thick = block([1.0, 0.0, 5.0], [2.5, 2.9, 5.2]);
    let world = bake(&inside.and(upper).and(walls).and(furniture).and(thick), 0.1, 0.05);
    check(&world);
    let storey = floors(&world).filter(|&id| (world.position(id).unwrap()[1] - 3.0).abs() < 0.02);
    let sheets: BTreeSet<_> = storey.map(|id| world.sheet_of(id).unwrap()).collect();
    assert_eq!(sheets.len(), 1, "{sheets:?}");
}

#[test]
fn sheets_of_the_built_in_scenes_keep_their_promises() {
    for entry in footpath::scene::built_in() {
        let world = bake_with(&(entry.build)(0), entry.cell_size, entry.cell_height);
        let counts = check(&world);
        let (most, all) = (counts.values().max().unwrap(), counts.values().sum::<usize>());
        eprintln!("{}: {all} sheets in {} tiles, at most {most} in one", entry.name, counts.len());
    }
}

#[test]
fn sheets_of_real_scenes_keep_their_promises() {
    for file in ["tower.glb", "collision_world.glb", "recast_dungeon.obj"] {
        let Some(path) = common::data(&format!("scenes/{file}")) else { return };
        let counts = check(&bake_with(&Scene::open(path).unwrap(), 0.25, 0.1));
        let (most, all) = (counts.values().max().unwrap(), counts.values().sum::<usize>());
        eprintln!("{file} at 0.25: {all} sheets in {} tiles, at most {most} in one", counts.len());
    }
}

#[test]
fn an_edit_in_one_tile_changes_no_sheet_in_another() {
    let mut world =
        bake(&strip([-7.0, 9.0], [-7.0, 9.0], 0.0).and(block([-5.0, 1.0, -5.0], [8.0, 1.1, 8.0])), 0.1, 0.05);
    let before = world.clone();
    // Up to the very rim of tile 0, 0.
    world.add(&Obstacle::block([0.01, 0.0, 0.01], [6.39, 0.6, 6.39])).unwrap();
    check(&world);
    let edited = TileKey { x: 0, z: 0 };
    for (key, tile) in world.tiles() {
        let old = before.tile(key).unwrap();
        let same = tile.floors() == old.floors()
            && (0..tile.floors().len()).all(|floor| tile.sheet(floor) == old.sheet(floor));
        assert_eq!(same, key != edited, "{key:?}");
    }
}
