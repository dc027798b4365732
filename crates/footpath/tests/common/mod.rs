//! Where the real scenes are that tests use and the project does not carry.

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
