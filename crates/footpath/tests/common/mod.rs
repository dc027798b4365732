//! What the tests share: shapes in code, ways to look at a world, and where the real scenes are.

// Every test file takes what it needs of this.
#![allow(dead_code, unused_imports, clippy::unwrap_used, unused_macros)]

mod brute;
mod cells;
mod ground;
mod moves;
mod plans;
mod random;
mod rays;
mod routes;
mod scenes;
mod shapes;
mod walks;

pub use brute::Brute;
pub use cells::{CELL, centre, columns, floor_of, grid, level, plain, plan, plan_at, walker};
pub use ground::{Flood, bake, bake_with, floor_near, floors, floors_in, takes};
pub use moves::Moves;
pub use plans::{assert_walkable, check_as_wide, same_cells, same_points};
pub use random::Random;
pub use rays::{Part, Rays, Surface};
pub use routes::{route, section, walk};
pub(crate) use scenes::in_every_scene;
pub use scenes::{SCENES, open};
pub use shapes::{Point, Soup, block, prism, quad, sloped, strip, wall};
pub use walks::{CAPTURE_SCALE, Walk, capture, cycle, play, slope, stairs};

use std::path::{Path, PathBuf};

/// A file of the test data, such as `scenes/tower.glb`; says so and gives `None` when the data is absent.
pub fn data(file: &str) -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let given = std::env::var_os("FOOTPATH_DATA").map(PathBuf::from);
    let beside = ["../../../shared/data", "../../../../shared/data"].map(|path| home.join(path));
    let found = given.into_iter().chain(beside).map(|folder| folder.join(file)).find(|path| path.is_file());
    if found.is_none() {
        eprintln!("skipped: no test data ({file})");
    }
    found
}

/// Whether the long variants are asked for (`FOOTPATH_ALL=1`, which `./test --all` sets).
pub fn all() -> bool {
    std::env::var_os("FOOTPATH_ALL").is_some_and(|value| value != "0")
}
