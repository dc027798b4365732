//! Code that the tests share: shapes, access to a world, the test data, skipped tests and counts of slow suites.

// Each test file uses only a part of this module.
#![allow(dead_code, unused_imports, clippy::unwrap_used, unused_macros)]

mod brute;
#[cfg(feature = "papers")]
mod cells;
mod count;
mod ground;
mod moves;
mod plans;
mod random;
mod rays;
mod routes;
mod scenes;
mod shapes;
mod skip;
mod walks;

pub use brute::Brute;
#[cfg(feature = "papers")]
pub use cells::{CELL, centre, columns, floor_of, grid, level, plain, plan, plan_at, walker};
pub use count::{all, count};
pub use ground::{Flood, bake, bake_with, floor_near, floors, floors_in, takes};
pub use moves::Moves;
pub use plans::{assert_walkable, check_as_wide, same_cells, same_points};
pub use random::Random;
pub use rays::{Part, Rays, Surface};
pub use routes::{route, section, walk};
pub(crate) use scenes::in_every_scene;
pub use scenes::{LARGE, SCENES, open};
pub use shapes::{Point, Soup, block, prism, quad, sloped, strip, wall};
pub use skip::{LONG, skip};
pub use walks::{CAPTURE_SCALE, Walk, capture, cycle, play, slope, stairs};

use std::path::{Path, PathBuf};

/// The path of a file of the test data, such as `scenes/tower.glb`. Without the file, reports the calling test as skipped and
/// returns `None`.
///
/// The data is in the folder named by `FOOTPATH_DATA`; when that is not set, in `shared/data` beside the project.
pub fn data(file: &str) -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let default = || ["../../../shared/data", "../../../../shared/data"].map(|path| home.join(path)).to_vec();
    let folders = std::env::var_os("FOOTPATH_DATA").map_or_else(default, |folder| vec![folder.into()]);
    let path = folders.iter().map(|folder| folder.join(file)).find(|path| path.is_file());
    if path.is_none() {
        skip(&format!("no data, {file}"));
    }
    path
}
