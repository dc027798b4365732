//! Real scenes, whole: every one bakes at both sizes, holds together, and is the same for any threads and work units.
//!
//! The default run takes the smaller scenes at the coarser size; `FOOTPATH_ALL=1` takes all.

#![allow(clippy::unwrap_used)]

mod common;

use common::{SCENES, open};
use footpath::world::BakeError;
use footpath::{Bake, World};

fn settings(cell_size: f64, cell_height: f64, threads: usize, work_unit: u32) -> Bake {
    Bake { cell_size, cell_height, threads: Some(threads), work_unit, ..Bake::default() }
}

fn check(file: &str, cell_size: f64, cell_height: f64) {
    let Some(scene) = open(file) else { return };
    let world = World::bake(&scene, &settings(cell_size, cell_height, 2, 1)).unwrap();
    world.check().unwrap();
    let counts = world.counts();
    let bytes = counts.floor_bytes as f64 / counts.floors as f64;
    eprintln!("{file} at {cell_size}: {} floors, {} sheets, {bytes:.1} bytes per floor", counts.floors, counts.sheets);
    assert!(bytes <= 24.0, "{file} at {cell_size}: {bytes:.1} bytes per floor");
    let hash = world.hash();
    drop(world);
    for (threads, work_unit) in [(1, 1), (2, 2), (2, 3)] {
        let other = World::bake(&scene, &settings(cell_size, cell_height, threads, work_unit)).unwrap();
        assert_eq!(other.hash(), hash, "{file} at {cell_size}: {threads} threads, units of {work_unit} tiles");
    }
}

#[test]
fn every_scene_bakes_and_is_the_same_for_any_threads_and_work_units() {
    let all = common::all();
    for file in SCENES.iter().take(if all { 17 } else { 11 }) {
        check(file, 0.25, 0.1);
        if all && *file != "truck_town.glb" {
            check(file, 0.1, 0.05);
        }
    }
}

#[test]
fn two_kilometres_at_ten_centimetres_are_refused_with_a_cell_size_that_fits() {
    let Some(scene) = open("truck_town.glb") else { return };
    let refused = World::bake(&scene, &settings(0.1, 0.05, 2, 1)).unwrap_err();
    let BakeError::TooLarge { needed, limit, fits: Some(fits), .. } = refused else { panic!("{refused}") };
    assert!(needed > limit && fits > 0.1 && fits <= 0.25, "{needed} MiB of {limit} MiB, {fits} m");
}
