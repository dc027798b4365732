//! Real scenes for measuring, where they are to be had.

use anyhow::{Context, Result};
use footpath::Scene;
use footpath::scene::{Import, Up};
use std::path::PathBuf;

/// The folder of test data: `$FOOTPATH_DATA`, or `shared/data` beside the project.
pub fn folder() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let beside = ["../../../shared/data", "../../../../shared/data"].map(|path| home.join(path));
    let given = std::env::var_os("FOOTPATH_DATA").map(PathBuf::from);
    let [first, _] = &beside;
    given.or_else(|| beside.iter().find(|path| path.is_dir()).cloned()).unwrap_or_else(|| first.clone())
}

/// Reads a scene of the test data.
pub fn scene(file: &str) -> Result<Scene> {
    let path = folder().join("scenes").join(file);
    let up = if file.starts_with("duplex") || file.starts_with("delft") { Up::Z } else { Up::Y };
    let scale = if file.starts_with("fdm6") { 0.125 } else { 1.0 };
    let scene = Scene::open_with(&path, &Import { up, scale });
    scene.with_context(|| format!("{file} is not in the test data; set FOOTPATH_DATA to the folder that has scenes/"))
}

/// All scenes that are baked, smallest first.
pub const SCENES: [&str; 17] = [
    "godot_navigation_level.obj",
    "recast_nav_test.obj",
    "collision_world.glb",
    "living_room.glb",
    "recast_undulating.obj",
    "fdm6_fps_level.obj",
    "tower.glb",
    "recast_dungeon.obj",
    "small_warehouse.glb",
    "duplex_house.obj",
    "proto_level.glb",
    "delft_block.obj",
    "zdm2_fps_level.glb",
    "small_house.glb",
    "apartment.glb",
    "hospital_three_floors.glb",
    "truck_town.glb",
];
