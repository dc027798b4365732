//! Slices, areas and the graph of Deusdado, Fernandes & Belo 2008: figures 1 to 5 on the car park, and real buildings.
//!
//! Areas are counted from 1 here, as the paper does; slices from 0, as it does where it names those with passages.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, bake_with, floors, open};
use footpath::ground::ColumnKey;
use footpath::plan::Query;
use footpath::plan::{Levels, SliceKind};
use footpath::scene::{Object, SceneBuilder};
use footpath::world::FloorId;
use footpath::{Bake, Body, Scene, World};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn car_park() -> (World, Arc<Levels>) {
    let world = World::bake(&Scene::built_in("car_park").unwrap(), &Bake::default()).unwrap();
    let levels = world.levels(&Body::adult());
    (world, levels)
}

fn floor(world: &World, at: [f64; 3]) -> FloorId {
    world.locate(at, [0.06, 0.3, 0.06]).unwrap()
}

/// The area at a position, counted from 1; 0 where there is none.
fn area(world: &World, levels: &Levels, at: [f64; 3]) -> usize {
    levels.area_of(floor(world, at)).map_or(0, |area| area + 1)
}

fn place(world: &World, levels: &Levels, name: &str) -> usize {
    area(world, levels, world.place(name).unwrap())
}

/// Pairs of areas that waypoints join, counted from 1.
fn edges(levels: &Levels) -> Vec<[usize; 2]> {
    levels.waypoints().iter().map(|waypoint| waypoint.areas.map(|area| area + 1)).collect()
}

#[test]
fn deusdado_fig_2_seven_slices_of_which_1_3_and_5_hold_passages() {
    let (_, levels) = car_park();
    let kinds: Vec<SliceKind> = levels.slices().iter().map(|slice| slice.kind).collect();
    let (level, passage) = (SliceKind::Level, SliceKind::Passage);
    assert_eq!(kinds, [level, passage, level, passage, level, passage, level]);
    for (storey, slice) in levels.slices().iter().step_by(2).enumerate() {
        let height = 3.0 * storey as f64;
        assert!(slice.low >= height - 0.3 && slice.high <= height + 0.3, "{slice:?}");
    }
    for (storey, slice) in levels.slices().iter().skip(1).step_by(2).enumerate() {
        let height = 3.0 * storey as f64;
        assert!(slice.low > height + 0.3 && slice.high < height + 2.7, "{slice:?}");
    }
}

#[test]
fn deusdado_fig_3_images_are_white_where_the_avatar_can_be() {
    let (world, levels) = car_park();
    let images: Vec<_> = (0..7).map(|slice| levels.image(slice)).collect();
    let set = |slice: usize, x: f64, z: f64| images[slice].is_set(world.column_at([x, 0.0, z]));
    // A bit for every accessible floor and no other: slices are single-valued.
    for (slice, image) in images.iter().enumerate() {
        assert_eq!(image.count(), levels.floors_in(slice).count(), "slice {slice}");
    }
    let accessible = floors(&world).filter(|&id| levels.area_of(id).is_some()).count();
    assert_eq!(images.iter().map(|image| image.count()).sum::<usize>(), accessible);
    // A, the ground, is almost fully walkable.
    assert!(images[0].count() as f64 > 0.9 * 300.0 * 200.0, "{}", images[0].count());
    // C has the barrier from end to end, and nothing else that is so long.
    assert!((0..200).all(|row| !set(2, 15.0, 0.05 + 0.1 * f64::from(row))));
    // F: the large ramp on the left has no continuity in G, the one on the right has.
    let columns = |slice: usize, x: [f64; 2], z: [f64; 2]| {
        let (low, high) = (world.column_at([x[0], 0.0, z[0]]), world.column_at([x[1], 0.0, z[1]]));
        let all = (low.z..high.z).flat_map(|z| (low.x..high.x).map(move |x| ColumnKey::new(x, z)));
        all.filter(|&column| images[slice].is_set(column)).count()
    };
    let (left, right) = (columns(5, [0.0, 15.0], [0.0, 20.0]), columns(5, [15.0, 30.0], [0.0, 20.0]));
    assert!(left > right && right > 0, "the left ramp is the larger: {left} and {right}");
    let roof_over_left = columns(6, [1.0, 13.0], [7.5, 12.5]);
    assert_eq!(roof_over_left, 120 * 50, "G is closed above the left ramp");
    assert!(columns(6, [17.0, 29.0], [7.5, 10.0]) < 120 * 25 / 4, "G is open above the right ramp");
    // The kerb on the third level is not in E: its columns are as white as the floor around it. The pillar is black.
    assert_eq!(columns(4, [17.5, 22.5], [17.0, 18.1]), 50 * 11);
    assert!(!set(4, 20.0, 18.75));
}

#[test]
fn deusdado_fig_4_areas_of_the_slices() {
    let (world, levels) = car_park();
    let per_slice = |slice: usize| levels.areas().iter().filter(|area| area.slice == slice).count();
    assert_eq!((0..7).map(per_slice).collect::<Vec<_>>(), [1, 1, 2, 2, 1, 2, 1]);
    assert_eq!(place(&world, &levels, "start"), 1);
    assert_eq!(area(&world, &levels, [7.05, 1.5, 15.25]), 2);
    assert_eq!([place(&world, &levels, "region_3"), place(&world, &levels, "region_4")], [3, 4]);
    assert_eq!(area(&world, &levels, [7.05, 4.5, 3.25]), 5);
    assert_eq!(area(&world, &levels, [23.05, 4.5, 3.25]), 6);
    assert_eq!(place(&world, &levels, "kerb"), 7);
    assert_eq!(area(&world, &levels, [20.05, 6.15, 17.75]), 7, "on top of the kerb");
    assert_eq!(area(&world, &levels, [7.05, 7.5, 10.0]), 8);
    assert_eq!(area(&world, &levels, [23.05, 7.5, 8.75]), 9);
    assert_eq!(place(&world, &levels, "goal"), 10);
    // Every accessible floor is in exactly one area, and areas know their own.
    for number in 0..levels.areas().len() {
        let own: Vec<FloorId> = levels.floors_of(number).collect();
        assert_eq!(own.len(), levels.areas()[number].floors);
        assert!(own.iter().all(|&id| levels.area_of(id) == Some(number)));
        assert_eq!(levels.area_of(levels.areas()[number].centre), Some(number));
    }
}

#[test]
fn deusdado_fig_5_the_graph_of_the_car_park() {
    let (world, levels) = car_park();
    assert_eq!(edges(&levels), [[1, 2], [2, 3], [3, 5], [4, 6], [5, 7], [6, 7], [7, 8], [7, 9], [9, 10]]);
    assert_eq!(levels.parts(), 1);
    assert!(levels.waypoints_of(7).len() == 1, "the closed ramp is a dead end");
    for waypoint in levels.waypoints() {
        let ramp = levels.areas()[waypoint.areas[0]].slice.max(levels.areas()[waypoint.areas[1]].slice);
        let width = if waypoint.areas.contains(&7) { 5.0 } else { 2.5 };
        // At the head of an open ramp the body keeps its radius from the slab on both sides.
        let least = width - 0.6 - 1e-9;
        assert!(waypoint.width >= least && waypoint.width <= width + 1e-9, "slice {ramp}: {}", waypoint.width);
        assert!(waypoint.headroom >= 1.8 && waypoint.step <= 0.011, "{} {}", waypoint.headroom, waypoint.step);
        let [a, b] = waypoint.crossings[waypoint.middle];
        assert_eq!([levels.area_of(a), levels.area_of(b)], waypoint.areas.map(Some));
        let side = |side: usize| waypoint.crossings.iter().map(move |crossing| crossing[side]).collect::<BTreeSet<_>>();
        assert_eq!(side(0).len(), (waypoint.width / 0.1).round() as usize);
        // The middle is in the middle of a straight waypoint.
        let z: Vec<f64> = side(0).iter().map(|&id| world.position(id).unwrap()[2]).collect();
        let centre = z.iter().sum::<f64>() / z.len() as f64;
        assert!((world.position(a).unwrap()[2] - centre).abs() <= 0.051);
    }
}

/// What holds for one body need not hold for another.
#[test]
fn a_wheelchair_user_has_levels_but_no_passages_that_are_too_steep() {
    let (world, adult) = car_park();
    let levels = world.levels(&Body::wheelchair());
    assert!(adult.parts() == 1 && levels.parts() >= 4, "{} parts", levels.parts());
    assert!(!Arc::ptr_eq(&adult, &levels) && Arc::ptr_eq(&adult, &world.levels(&Body::adult())));
    let (region, start) =
        (floor(&world, world.place("region_3").unwrap()), floor(&world, world.place("start").unwrap()));
    let [region, start] = [region, start].map(|id| levels.area_of(id).unwrap());
    assert!(!levels.are_joined(region, start));
}

/// The built-in car park with its corners on a grid so coarse that middles of middles of middles are exact; each triangle cut
/// so many times in four.
fn cut_car_park(times: usize, by: [f64; 3]) -> Scene {
    let scene = Scene::built_in("car_park").unwrap();
    let snap = |c: f64| (c * 128.0).round() / 128.0;
    let mut soups = vec![Soup::default(); scene.objects().len()];
    for triangle in scene.triangles() {
        let corners = scene.corners(triangle).map(|corner| scene.position(corner).map(snap));
        soups[triangle.object.0 as usize].0.push(corners);
    }
    let put = |builder: SceneBuilder, (object, soup): (&Object, &Soup)| {
        let soup = (0..times).fold(soup.moved(by), |soup, _| soup.quartered());
        builder.object_with(object.clone(), &soup.vertices(), &soup.indices(), None)
    };
    scene.objects().iter().zip(&soups).fold(Scene::builder(), put).build()
}

#[test]
fn every_triangle_split_in_64_gives_the_same_sheets_areas_and_graph() {
    let (whole, split) = (cut_car_park(0, [0.0; 3]), cut_car_park(3, [0.0; 3]));
    assert_eq!(split.triangles().len(), 64 * whole.triangles().len());
    let [a, b] = [&whole, &split].map(|scene| bake_with(scene, 0.125, 0.05));
    for ((key, tile), (other_key, other)) in a.tiles().zip(b.tiles()) {
        assert_eq!((key, tile.floors(), tile.sheet_count()), (other_key, other.floors(), other.sheet_count()));
        assert!((0..tile.floors().len()).all(|floor| tile.sheet(floor) == other.sheet(floor)));
    }
    let [first, second] = [&a, &b].map(|world| world.levels(&Body::adult()));
    assert_eq!((first.slices().len(), first.areas().len(), first.parts()), (7, 10, 1));
    assert_eq!(first.slices(), second.slices());
    assert_eq!(first.areas(), second.areas());
    assert_eq!(first.waypoints(), second.waypoints());
}

/// Everything that levels say, with floors named by column and height, counted from a column.
type Told =
    (Vec<(SliceKind, usize)>, Vec<(usize, usize, usize, [i32; 3])>, Vec<(Vec<usize>, Vec<[[i32; 3]; 2]>, [i32; 3])>);

fn told(world: &World, levels: &Levels, from: ColumnKey) -> Told {
    let at = |id: FloorId| {
        let (column, (tile, _)) = (world.column_of(id).unwrap(), world.floor(id).unwrap());
        [column.x - from.x, tile.height(id.index as usize), column.z - from.z]
    };
    let areas = levels.areas().iter().map(|area| (area.slice, area.part, area.floors, at(area.centre)));
    let waypoints = levels.waypoints().iter().map(|waypoint| {
        let crossings: Vec<_> = waypoint.crossings.iter().map(|crossing| crossing.map(at)).collect();
        let measures = [waypoint.width, waypoint.headroom, waypoint.step].map(|metres| (metres * 100.0).round() as i32);
        (waypoint.areas.to_vec(), crossings, measures)
    });
    let slices = levels.slices().iter().map(|slice| (slice.kind, slice.floors));
    (slices.collect(), areas.collect(), waypoints.collect())
}

#[test]
fn tiles_and_threads_do_not_show() {
    let body = Body::adult();
    let reference = bake_with(&cut_car_park(0, [0.0; 3]), 0.125, 0.05);
    let expected = told(&reference, &reference.levels(&body), ColumnKey::new(0, 0));
    for [x, z] in [[37, 0], [0, 61], [-101, 13], [64, -128]] {
        let moved = [f64::from(x) * 0.125, 0.0, f64::from(z) * 0.125];
        let world = bake_with(&cut_car_park(0, moved), 0.125, 0.05);
        // Wherever the local origin is, columns count from the first.
        let (first, there) = (reference.window().unwrap(), world.window().unwrap());
        let from = ColumnKey::new(there.x0 - first.x0, there.z0 - first.z0);
        assert_eq!(told(&world, &world.levels(&body), from), expected, "moved by {x}, {z}");
    }
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let world = World::from_bytes(&reference.to_bytes(), "car park").unwrap();
        let levels = pool.install(|| world.levels(&body));
        assert_eq!(told(&world, &levels, ColumnKey::new(0, 0)), expected, "{threads} threads");
    }
}

#[test]
fn after_an_edit_levels_are_those_of_the_new_ground() {
    let (mut world, before) = car_park();
    let snapshot = world.clone();
    // A wall across the only open ramp to the roof.
    let id = world.add(&footpath::world::Obstacle::block([23.0, 6.0, 7.0], [23.2, 11.0, 10.5])).unwrap();
    let cut = world.levels(&Body::adult());
    let area = |name: &str| place(&world, &cut, name) - 1;
    assert!(!cut.are_joined(area("start"), area("goal")) && cut.are_joined(area("region_3"), area("region_4")));
    assert!(Arc::ptr_eq(&before, &snapshot.levels(&Body::adult())));
    world.remove(id).unwrap();
    let after = world.levels(&Body::adult());
    assert_eq!(
        (before.slices(), before.areas(), before.waypoints()),
        (after.slices(), after.areas(), after.waypoints())
    );
}

/// Regions over steps are what parts say, floor by floor: two ways to the same answer.
#[test]
fn parts_are_what_steps_join() {
    for (name, body) in [("house", Body::adult()), ("stairs", Body::child()), ("mall", Body::adult())] {
        let entry = footpath::scene::built_in().iter().find(|entry| entry.name == name).unwrap();
        let world = bake_with(&(entry.build)(0), entry.cell_size.max(0.15), entry.cell_height);
        // Without leaps there is nothing but steps.
        let body = [footpath::body::Action::Step, footpath::body::Action::Drop, footpath::body::Action::Jump]
            .into_iter()
            .fold(body, |body, action| body.without(action));
        let (levels, regions) = (world.levels(&body), world.regions(&body));
        assert_eq!(levels.parts(), regions.len(), "{name}");
        let mut part_of: BTreeMap<u32, usize> = BTreeMap::new();
        for id in floors(&world) {
            assert_eq!(levels.area_of(id).is_some(), regions.of(id).is_some(), "{name}");
            let Some((area, region)) = levels.area_of(id).zip(regions.of(id)) else { continue };
            let part = levels.areas()[area].part;
            assert_eq!(*part_of.entry(region).or_insert(part), part, "{name}");
        }
    }
}

/// Share of a world's accessible floors that each part has, the largest first, with its lowest and highest floor.
fn parts(levels: &Levels) -> Vec<(f64, usize, [f64; 2])> {
    let mut floors = vec![(0, [f64::INFINITY, f64::NEG_INFINITY]); levels.parts()];
    for area in levels.areas() {
        let (count, [low, high]) = &mut floors[area.part];
        (*count, *low, *high) = (*count + area.floors, low.min(area.low), high.max(area.high));
    }
    let all: usize = floors.iter().map(|(count, _)| count).sum();
    let mut parts: Vec<_> =
        floors.into_iter().enumerate().map(|(part, (count, range))| (count as f64 / all as f64, part, range)).collect();
    parts.sort_by(|a, b| b.0.total_cmp(&a.0));
    parts
}

/// No connected whole has floors on two storeys, and each storey has one area of more than 900 m².
#[test]
fn the_hospital_is_three_unconnected_storeys() {
    let Some(scene) = open("hospital_three_floors.glb") else { return };
    let world = bake_with(&scene, 0.2, 0.05);
    let levels = world.levels(&Body::adult());
    let storey =
        |y: f64| Some(((y + 0.25) / 3.0).floor()).filter(|storey| (0.0..3.0).contains(storey)).map(|s| s as usize);
    let mut storeys_of = vec![BTreeSet::new(); levels.parts()];
    for id in floors(&world) {
        let Some(area) = levels.area_of(id) else { continue };
        storeys_of[levels.areas()[area].part].extend(storey(world.position(id).unwrap()[1]));
    }
    assert!(storeys_of.iter().all(|storeys| storeys.len() <= 1), "{storeys_of:?}");
    let large = levels.areas().iter().filter(|area| area.area > 900.0);
    let large: Vec<(usize, f64)> = large.map(|area| (area.part, area.low)).collect();
    let on = |storey: f64| large.iter().filter(|(_, low)| (low - 3.0 * storey).abs() < 0.3).count();
    assert_eq!([0.0, 1.0, 2.0].map(on), [1, 1, 1], "{large:?}");
}

/// Wherever the author of the tower drew walkable ground and the body has room, it is one connected whole. Risers lie on borders
/// between columns at the first size, where strides lead over them, and beside borders at the second, where stairs lie so close
/// above each other that one bends.
#[test]
fn the_tower_is_one_connected_whole() {
    let (Some(tower), Some(drawn)) = (open("tower.glb"), open("tower_reference_navmesh.glb")) else { return };
    let body = Body { height: 0.7, radius: 0.1, max_climb: 0.2, ..Body::adult() };
    let bending = Body { radius: 0.1, max_climb: 0.2, ..Body::adult().with_height(0.7) };
    for (cell, body) in [(0.05, &body), (0.05, &bending), (0.06, &bending)] {
        let world = bake_with(&tower, cell, 0.05);
        let levels = world.levels(body);
        let main = parts(&levels)[0];
        let (mut inside, mut all) = (0, 0);
        for triangle in drawn.triangles() {
            let corners = drawn.corners(triangle).map(|corner| drawn.position(corner));
            let centre: [f64; 3] = std::array::from_fn(|i| corners.iter().map(|corner| corner[i]).sum::<f64>() / 3.0);
            let accessible = |id: FloorId| levels.area_of(id).is_some();
            let Some(id) = world.locate_where(centre, [0.01, 0.25, 0.01], accessible) else { continue };
            all += 1;
            inside += usize::from(levels.areas()[levels.area_of(id).unwrap()].part == main.1);
        }
        let share = f64::from(inside as u32) / f64::from(all as u32);
        eprintln!(
            "tower at {cell}: {} slices, {} areas, {main:?}, {share}",
            levels.slices().len(),
            levels.areas().len()
        );
        assert!(all > 900 && share > 0.99, "{inside} of {all} at {cell}");
        assert!(main.2[0] <= 1.1 && main.2[1] >= 11.0, "{main:?}");
    }
}

/// Bridges: columns in which two of these areas have floors, one to pass over and one to pass below.
fn over_and_below(world: &World, levels: &Levels, areas: impl Fn(usize) -> bool) -> usize {
    let mut columns: BTreeMap<ColumnKey, BTreeSet<usize>> = BTreeMap::new();
    for id in floors(world) {
        let Some(area) = levels.area_of(id) else { continue };
        let held = columns.entry(world.column_of(id).unwrap()).or_default();
        if areas(area) {
            assert!(held.insert(levels.areas()[area].slice), "a slice has one floor per column");
        }
    }
    columns.values().filter(|slices| slices.len() > 1).count()
}

/// The halls at 10 m lie over the chamber at 0 m behind the gate.
#[test]
fn the_dungeon_has_bridges_over_lower_floors() {
    let Some(scene) = open("recast_dungeon.obj") else { return };
    let world = bake_with(&scene, 0.25, 0.1);
    let levels = world.levels(&Body::adult());
    let (share, part, range) = parts(&levels)[0];
    // Roofs, which are higher, do not count.
    let halls = |area: usize| levels.areas()[area].area > 20.0 && levels.areas()[area].high < 16.0;
    let bridged = over_and_below(&world, &levels, halls);
    eprintln!(
        "dungeon: {} slices, {} areas, {share}, {range:?}, {bridged}",
        levels.slices().len(),
        levels.areas().len()
    );
    assert!(bridged > 300, "{bridged} columns are passed over and below");
    // The way from the lowest floor up to the halls is one whole.
    assert!(range[0] < 0.5 && range[1] > 15.0, "{range:?}");
    let lowest = levels.areas().iter().filter(|area| area.part == part && area.area > 20.0 && area.high < 1.0).count();
    let hall = levels.areas().iter().filter(|area| area.part == part && area.area > 1000.0).count();
    assert_eq!((lowest, hall), (1, 1));
}

fn built_in(name: &str) -> World {
    let entry = footpath::scene::built_in().iter().find(|entry| entry.name == name).unwrap();
    bake_with(&(entry.build)(0), entry.cell_size, entry.cell_height)
}

/// A flat search from start to goal: how many floors it expands.
fn expanded(world: &World) -> u64 {
    let body = Body::adult();
    let query = Query::new(&body, world.place("start").unwrap(), world.place("goal").unwrap());
    world.plan(&query).unwrap().work.expanded
}

#[test]
fn deusdado_fig_8_a_world_that_comes_down_to_two_dimensions() {
    let world = built_in("campus");
    assert_eq!(world.counts().columns, [512, 512]);
    let levels = world.levels(&Body::adult());
    assert_eq!((levels.slices().len(), levels.areas().len()), (1, 1));
    let expanded = expanded(&world);
    assert!(expanded >= 50_000, "{expanded} floors");
}

#[test]
fn deusdado_fig_9_storeys_to_pass_over_and_below() {
    let world = built_in("mall");
    assert_eq!(world.counts().columns, [512, 512]);
    let levels = world.levels(&Body::adult());
    let kinds: Vec<bool> = levels.slices().iter().map(|slice| slice.kind == SliceKind::Level).collect();
    assert_eq!(kinds, [true, false, true, false, true, false, true]);
    let [start, bridge, goal] = ["start", "bridge", "goal"].map(|name| place(&world, &levels, name) - 1);
    assert_eq!([start, bridge, goal].map(|area| levels.areas()[area].slice), [0, 2, 6]);
    assert!(levels.are_joined(start, bridge) && levels.are_joined(start, goal));
    // From the ground by ramp and stairs: seven areas in a row, and none without a way to it.
    assert_eq!(edges(&levels), [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]]);
    assert!(over_and_below(&world, &levels, |area| levels.are_joined(area, start)) > 10_000);
    let expanded = expanded(&world);
    assert!(expanded >= 50_000, "{expanded} floors");
}
