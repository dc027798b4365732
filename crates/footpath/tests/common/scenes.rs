//! The real scenes of the test data, each with the axes and the scale it needs.

use footpath::Scene;
use footpath::scene::{Import, Up};

/// All real scenes, the smaller ones first.
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

/// Scenes that the default runs of slow suites leave out.
pub const LARGE: [&str; 7] = [
    "recast_undulating.obj",
    "recast_dungeon.obj",
    "delft_block.obj",
    "zdm2_fps_level.glb",
    "apartment.glb",
    "hospital_three_floors.glb",
    "truck_town.glb",
];

/// A real scene; says so and gives `None` when the data is absent.
pub fn open(file: &str) -> Option<Scene> {
    let path = super::data(&format!("scenes/{file}"))?;
    let up = if file.starts_with("duplex") || file.starts_with("delft") { Up::Z } else { Up::Y };
    let scale = if file.starts_with("fdm6") { 0.125 } else { 1.0 };
    Some(Scene::open_with(path, &Import { up, scale }).unwrap())
}

/// A module with one test per scene: `in_every_scene!(routes_are_short_in, check)` calls `check(file)` in each.
macro_rules! in_every_scene {
    ($module:ident, $check:ident) => {
        mod $module {
            $crate::common::in_every_scene! { @ $check
                godot_navigation_level: "godot_navigation_level.obj",
                recast_nav_test: "recast_nav_test.obj",
                collision_world: "collision_world.glb",
                living_room: "living_room.glb",
                recast_undulating: "recast_undulating.obj",
                fdm6_fps_level: "fdm6_fps_level.obj",
                tower: "tower.glb",
                recast_dungeon: "recast_dungeon.obj",
                small_warehouse: "small_warehouse.glb",
                duplex_house: "duplex_house.obj",
                proto_level: "proto_level.glb",
                delft_block: "delft_block.obj",
                zdm2_fps_level: "zdm2_fps_level.glb",
                small_house: "small_house.glb",
                apartment: "apartment.glb",
                hospital_three_floors: "hospital_three_floors.glb",
                truck_town: "truck_town.glb",
            }
        }
    };
    (@ $check:ident $($scene:ident: $file:literal,)*) => {
        $(#[test]
        fn $scene() {
            super::$check($file);
        })*

        #[test]
        fn all_scenes() {
            assert_eq!([$($file),*], $crate::common::SCENES, "a test for each");
        }
    };
}
pub(crate) use in_every_scene;
